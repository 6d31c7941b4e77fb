// `baton clean` with real runs and real git: what it removes, and all that it must not touch.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../src/compose.ts';
import { STOP_COUNT_KEPT_MS } from '../../src/model/limits/hook.ts';
import { CLEAN_AGE_MS, PREPARED_KEPT_MS_MIN } from '../../src/model/limits/limits.ts';
import { planClean } from '../../src/operations/clean/clean.ts';
import { placeOf } from '../../src/operations/project/state-directory.ts';
import { takeLock } from '../../src/stores/file/lock.ts';
import {
  baton,
  environmentOf,
  gitIn,
  makeRepository,
  makeScratch,
  projectState,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';
import { HAS_TERMINAL, startOnTerminal } from './terminal.ts';
import { startWaitingRun } from './waiting-run.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.now();

interface Document {
  readonly ok: boolean;
  readonly dryRun: boolean;
  readonly items: readonly {
    kind: string;
    name: string;
    refs: string[];
    branches: string[];
    paths: string[];
  }[];
  readonly kept: readonly { kind: string; name: string; why: string }[];
  readonly failures: readonly unknown[];
}

const clean = async (
  world: Scratch,
  ...args: readonly string[]
): Promise<Document & { exit: number | null }> => {
  const { exit, stdout, stderr } = await baton(world, ['clean', ...args, '--json']);
  expect(stdout, stderr).not.toBe('');
  return { exit, ...(JSON.parse(stdout) as Document) };
};

interface Named {
  readonly items: readonly { readonly kind: string; readonly name: string }[];
}

const refsOf = (world: Scratch): string[] =>
  gitIn(world.project, 'for-each-ref', '--format=%(refname)').split('\n').filter(Boolean);

const planAt = (world: Scratch, more: { readonly olderThan?: number; readonly now?: number } = {}) =>
  planClean({
    system: compose(ROOT, '0.0.0'),
    place: placeOf(world.project, environmentOf(world)),
    olderThan: CLEAN_AGE_MS,
    now: NOW,
    ...more,
  });

const names = ({ items }: Named): string[] => items.map(({ kind, name }) => `${kind} ${name}`);

describe('baton clean', () => {
  let world: Scratch;
  beforeAll(async () => {
    const made = makeScratch();
    world = made;
    const spec = makeSmallRelay(made);
    const { exit, stderr } = await baton(made, ['run', 'Two files', '--name', 'one', '--agent', spec]);
    expect(exit, stderr).toBe(0);
    // Whatever stands beside what is Baton's own.
    const head = gitIn(made.project, 'rev-parse', 'HEAD').trim();
    for (const ref of [
      'refs/baton/one/mine',
      'refs/baton-tools/one/base',
      'refs/baton/two/base',
      'refs/heads/baton/own',
    ])
      gitIn(made.project, 'update-ref', ref, head);
    return made.remove;
  });

  it('leaves a run alone that is not old', async () => {
    expect(names(await clean(world, '--dry-run'))).toEqual([]);
    const { items } = await planAt(world, { now: NOW + CLEAN_AGE_MS - DAY });
    expect(items.map(({ kind }) => kind)).not.toContain('run');
    expect(names(await planAt(world, { now: NOW + CLEAN_AGE_MS + DAY }))).toContain('run one');
  });

  it('shows what it would remove, and removes nothing without --yes', async () => {
    const before = refsOf(world);
    const { exit, dryRun, items, kept } = await clean(world, '--older-than', '0s');
    expect([exit, dryRun]).toEqual([0, true]);
    const run = items.find(({ kind }) => kind === 'run');
    expect(run).toMatchObject({ name: 'one', branches: [] });
    expect(run?.paths).toEqual([runState(world, 'one'), join(world.project, '.baton/runs/one')]);
    expect(run?.refs).toContain('refs/baton/one/base');
    expect(run?.refs).not.toContain('refs/baton/one/mine');
    expect(kept).toEqual([
      { kind: 'branch', name: 'baton/one', why: expect.stringContaining('on no other branch') },
    ]);
    expect(refsOf(world)).toEqual(before);
    expect(existsSync(runState(world, 'one'))).toBe(true);
    expect((await baton(world, ['verify', 'one'])).exit).toBe(0);
  });

  it('keeps a branch that somebody has checked out', async () => {
    gitIn(world.project, 'checkout', '--quiet', 'baton/one');
    gitIn(world.project, 'branch', 'elsewhere');
    const { kept } = await clean(world, '--older-than', '0s', '--dry-run');
    gitIn(world.project, 'checkout', '--quiet', 'main');
    gitIn(world.project, 'branch', '-D', 'elsewhere');
    expect(kept).toEqual([
      { kind: 'branch', name: 'baton/one', why: `it is checked out in ${world.project}` },
    ]);
  });

  it('keeps a run directory that is a link, that git tracks, or that is of another run', async () => {
    const directory = join(world.project, '.baton/runs/one');
    const aside = join(world.root, 'aside');
    cpSync(directory, aside, { recursive: true });
    const whyKept = async (): Promise<string | undefined> =>
      (await planAt(world, { olderThan: 0, now: Date.now() })).kept.find(({ kind }) => kind === 'directory')
        ?.why;
    expect(await whyKept()).toBeUndefined();
    gitIn(world.project, 'add', '--force', '.baton/runs/one/plan.yaml');
    expect(await whyKept()).toMatch(/git tracks/);
    gitIn(world.project, 'reset', '--quiet');
    rmSync(directory, { recursive: true });
    symlinkSync(aside, directory);
    expect(await whyKept()).toMatch(/a link/);
    rmSync(directory);
    writeFiles(directory, { 'journal/journal.jsonl': '{"seq":1}\n' });
    expect(await whyKept()).toMatch(/no copy of the journal/);
    rmSync(directory, { recursive: true });
    cpSync(aside, directory, { recursive: true });
  });

  it('keeps refs that a run of the same name in another project of this repository needs', async () => {
    const other = join(world.state, 'other-0123456789', 'one');
    cpSync(runState(world, 'one'), other, { recursive: true });
    const { items, kept } = await planAt(world, { olderThan: 0, now: Date.now() });
    rmSync(join(other, '..'), { recursive: true });
    expect(items.find(({ name }) => name === 'one')?.refs).toEqual([]);
    expect(kept.map(({ kind }) => kind)).toContain('refs');
  });

  it('keeps a run that a process holds at the moment of removal', async () => {
    const lock = await takeLock(runState(world, 'one'), 'one');
    const { items, kept } = await clean(world, '--older-than', '0s', '--yes');
    await lock.release();
    expect(items.map(({ kind }) => kind)).not.toContain('run');
    expect(kept).toContainEqual({ kind: 'run', name: 'one', why: 'a process holds it' });
    expect(existsSync(runState(world, 'one'))).toBe(true);
  });

  it.runIf(HAS_TERMINAL)('asks on a terminal, and takes no for an answer', async () => {
    const { child, ended } = startOnTerminal(world, ['clean', '--older-than', '0s']);
    child.stdin?.end('n\n');
    const { exit, stdout } = await ended;
    expect(stdout).toMatch(/would remove .*\n.*run +one .*refs/s);
    expect(stdout).toMatch(/Remove this\? \[y\/N\]/);
    expect([exit, existsSync(runState(world, 'one'))]).toEqual([1, true]);
  });

  it('removes a run with everything of its own, and nothing else', async () => {
    gitIn(world.project, 'merge', '--quiet', '--ff-only', 'baton/one');
    const others = refsOf(world).filter(
      (ref) => !/^refs\/(?:heads\/baton\/one|baton\/one\/(?:base|trees\/))/.test(ref),
    );
    const files = gitIn(world.project, 'status', '--porcelain');
    const { exit, dryRun, failures } = await clean(world, '--older-than', '0s', '--yes');
    expect([exit, dryRun, failures]).toEqual([0, false, []]);
    expect(refsOf(world)).toEqual(others);
    expect(others).toEqual(
      expect.arrayContaining([
        'refs/baton/one/mine',
        'refs/baton-tools/one/base',
        'refs/baton/two/base',
        'refs/heads/baton/own',
      ]),
    );
    expect(existsSync(join(world.project, '.baton/runs/one'))).toBe(false);
    expect(readdirSync(projectState(world)).filter((name) => !name.startsWith('.'))).toEqual([]);
    expect(readdirSync(join(world.state, 'heads'), { recursive: true }).join()).not.toContain('one.json');
    expect(gitIn(world.project, 'status', '--porcelain')).toBe(files);
    expect(gitIn(world.project, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
    gitIn(world.project, 'fsck', '--strict');
    expect(JSON.parse((await baton(world, ['list', '--json'])).stdout)).toEqual({ runs: [] });
    expect(names(await clean(world, '--older-than', '0s', '--yes'))).toEqual([]);
  });
});

describe('baton clean, of workflows that keep their runs among files of other programs', () => {
  it.each([
    ['agentmux', '.agentmux/.sessions'],
    ['quest', '.quest'],
  ])('removes a run directory of %s that holds a copy of its journal', async (workflow, runs) => {
    const world = scratch();
    makeRepository(world.project, { 'a.txt': 'a' });
    const started = await baton(world, [
      ...['run', 'A file', '--workflow', workflow, '--name', 'r', '--agent', 'human', '--json'],
    ]);
    expect(started.exit, started.stderr).toBe(4);
    expect((await baton(world, ['stop', 'r'])).exit).toBe(0);
    const directory = join(world.project, runs, 'r');
    writeFiles(join(world.project, runs), { 'other/state.json': '{}' });
    const { items, kept } = await clean(world, '--older-than', '0s', '--yes');
    expect(kept).toEqual([]);
    expect(items.find(({ kind }) => kind === 'run')?.paths).toEqual([runState(world, 'r'), directory]);
    expect([existsSync(directory), existsSync(join(world.project, runs, 'other'))]).toEqual([false, true]);
  });
});

describe('baton clean keeps', () => {
  it('a run that waits for a person, until it is stopped', async () => {
    const world = scratch();
    await startWaitingRun(world);
    const { kept, items } = await clean(world, '--older-than', '0s', '--yes');
    expect(items.map(({ kind }) => kind)).not.toContain('run');
    expect(kept).toEqual([{ kind: 'run', name: 'r', why: expect.stringContaining('it has not ended') }]);
    expect((await baton(world, ['stop', 'r'])).exit).toBe(0);
    expect(names(await clean(world, '--older-than', '0s', '--yes'))).toContain('run r');
    expect(existsSync(runState(world, 'r'))).toBe(false);
    expect(existsSync(join(world.project, '.baton/runs/r'))).toBe(false);
  });

  it('what is not a run of its own, or cannot be read', async () => {
    const world = scratch();
    makeRepository(world.project, { 'a.txt': 'a' });
    const [state, aside] = [projectState(world), join(world.root, 'aside')];
    writeFiles(aside, { 'journal.jsonl': 'x' });
    symlinkSync(aside, join(state, 'linked'));
    writeFiles(state, { 'broken/journal.jsonl': '{"seq":\nnot json\n', file: 'x', 'cut/logs/run.log': '' });
    const old = new Date(NOW - 40 * DAY);
    for (const name of ['broken', 'file', 'cut']) utimesSync(join(state, name), old, old);
    const { items, kept } = await clean(world, '--yes');
    expect(kept).toEqual([
      { kind: 'run', name: 'broken', why: expect.stringContaining('can be read') },
      { kind: 'run', name: 'file', why: expect.stringContaining('not a folder of its own') },
      { kind: 'run', name: 'linked', why: expect.stringContaining('not a folder of its own') },
    ]);
    expect(items.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['start cut']);
    expect(
      readdirSync(state)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(['broken', 'file', 'linked']);
    expect(existsSync(join(aside, 'journal.jsonl'))).toBe(true);
  });

  it('refuses an age that is none, and an agent of a run', async () => {
    const world = scratch();
    makeRepository(world.project, { 'a.txt': 'a' });
    for (const age of ['1', 'd', '-1d', '1y', '999999999w'])
      expect((await baton(world, ['clean', `--older-than=${age}`])).exit).toBe(2);
    const { exit, stdout } = await baton(world, ['clean', '--yes', '--json'], { env: { BATON_TOKEN: 'x' } });
    expect([exit, stdout]).toEqual([2, expect.stringContaining('PERSON_EXPECTED')]);
  });
});

describe('baton clean removes caches', () => {
  const HASH = 'a'.repeat(64);

  const aged = (path: string, days: number): void => {
    const at = new Date(NOW - days * DAY);
    utimesSync(path, at, at);
  };

  it('by the time of their last use, and no file that has another name', async () => {
    const world = scratch();
    makeRepository(world.project, { 'a.txt': 'a' });
    const state = projectState(world);
    const dead = '999999999-1-abcdef12';
    writeFiles(state, {
      [`.cache/results/${HASH}.json`]: '{}',
      [`.cache/results/${'b'.repeat(64)}.json`]: '{}',
      '.cache/results/notes.json': '{}',
      [`.cache/prepared/${HASH}/manifest.json`]: '{}',
      [`.scratch/${dead}/tree/a.txt`]: 'a',
      [`.scratch/${process.pid}-0-abcdef12/tree/a.txt`]: 'a',
      '.hook-released.json': '{}',
    });
    for (const path of [
      `.cache/results/${HASH}.json`,
      '.cache/results/notes.json',
      `.cache/prepared/${HASH}`,
      `.scratch/${dead}`,
      `.scratch/${process.pid}-0-abcdef12`,
      '.hook-released.json',
    ])
      aged(join(state, path), 40);
    const { items } = await clean(world, '--yes');
    expect(items.flatMap(({ paths }) => paths).sort()).toEqual(
      [`.cache/prepared/${HASH}`, `.cache/results/${HASH}.json`, `.scratch/${dead}`].map((path) =>
        join(state, path),
      ),
    );
    for (const path of items.flatMap(({ paths }) => paths)) expect(existsSync(path)).toBe(false);
    expect(readdirSync(join(state, '.cache/results')).sort()).toEqual([
      `${'b'.repeat(64)}.json`,
      'notes.json',
    ]);
  });

  it('not behind a link, and never dependencies or sessions that may be in use', async () => {
    const world = scratch();
    makeRepository(world.project, { 'a.txt': 'a' });
    const state = projectState(world);
    const aside = join(world.root, 'results');
    writeFiles(aside, { [`${HASH}.json`]: '{}' });
    writeFiles(state, {
      [`.cache/prepared/${HASH}/manifest.json`]: '{}',
      [`.hook-base/${HASH}.json`]: '{}',
      [`.hook-base/${'b'.repeat(64)}.json`]: '{}',
    });
    symlinkSync(aside, join(state, '.cache/results'));
    const tree = gitIn(world.project, 'rev-parse', 'HEAD^{tree}').trim();
    for (const key of [HASH, 'b'.repeat(64)])
      gitIn(world.project, 'update-ref', `refs/baton/hook/${key}/base`, tree);
    aged(join(state, `.cache/prepared/${HASH}`), PREPARED_KEPT_MS_MIN / DAY / 2);
    aged(join(state, `.hook-base/${HASH}.json`), STOP_COUNT_KEPT_MS / DAY - 1);
    aged(join(state, `.hook-base/${'b'.repeat(64)}.json`), STOP_COUNT_KEPT_MS / DAY + 1);
    const { items, kept } = await clean(world, '--older-than', '0s', '--yes');
    expect(items).toMatchObject([{ kind: 'session', count: 1, refs: [`refs/baton/hook/${'b'.repeat(64)}`] }]);
    expect(kept).toMatchObject([{ kind: 'cache', name: 'results of commands' }]);
    expect(refsOf(world).filter((ref) => ref.startsWith('refs/baton/'))).toEqual([
      `refs/baton/hook/${HASH}/base`,
    ]);
    expect(lstatSync(join(aside, `${HASH}.json`)).isFile()).toBe(true);
  });

  it('removes the working trees of a run that is gone, as git knows them', async () => {
    const world = scratch();
    makeRepository(world.project, { 'a.txt': 'a' });
    const folder = join(projectState(world), '.worktrees');
    mkdirSync(folder);
    gitIn(world.project, 'worktree', 'add', '--quiet', '--detach', join(folder, 'baton.gone.coding.coder.1'));
    gitIn(world.project, 'worktree', 'add', '--quiet', '--detach', join(world.root, 'mine'));
    const { items } = await clean(world, '--older-than', '0s', '--yes');
    expect(items).toMatchObject([{ kind: 'worktree', name: 'gone', count: 1 }]);
    expect(readdirSync(folder)).toEqual([]);
    expect(gitIn(world.project, 'worktree', 'list').trim().split('\n')).toHaveLength(2);
  });
});
