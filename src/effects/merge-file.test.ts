import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MERGED_FILE_BYTES_MAX } from '../model/limits/limits.ts';
import type { EffectResult } from '../model/workflow/effect.ts';
import { temporaryDirectory, writeFiles } from './git/temporary-repository.fixture.ts';
import { type EffectContext, performEffect } from './perform-effect.ts';

const JOB = { key: 'k', at: '2026-01-01T00:00:00.000Z', journal: { seq: 1, digest: 'x' } };
const WAS = 'one\ntwo\nthree\nfour\nfive\nsix\n';
const NOW = WAS.replace('two', 'TWO');

interface World {
  readonly project: string;
  readonly scratchDirectory: string;
}

/** A project with these files, and a scratch directory beside it. */
const worldWith = async (files: Readonly<Record<string, string>>): Promise<World> => {
  const root = await temporaryDirectory();
  await writeFiles(root, { 'project/.keep': '' });
  await writeFiles(join(root, 'project'), files);
  return { project: join(root, 'project'), scratchDirectory: join(root, 'scratch') };
};

const merge = (world: World, path: string, was = WAS, now = NOW): Promise<EffectResult> =>
  performEffect({ ...world, env: {} } as unknown as EffectContext, JOB as never, {
    ...{ action: 'merge-file', path, was, now },
  });

const became = (path: string, how: string) => ({
  outcome: how === 'left' ? 'left' : 'merged',
  details: { file: path, became: how },
});
const textOf = ({ project }: World, path: string): string => readFileSync(join(project, path), 'utf8');

it('writes a file that nobody changed, with its mode, and repeats nothing', async () => {
  const world = await worldWith({ 'plan.md': WAS });
  const path = join(world.project, 'plan.md');
  writeFileSync(path, WAS, { mode: 0o644 });
  const mode = statSync(path).mode;
  expect(await merge(world, 'plan.md')).toMatchObject({ ...became('plan.md', 'written'), problems: [] });
  expect(textOf(world, 'plan.md')).toBe(NOW);
  const { ino } = statSync(path);
  expect(await merge(world, 'plan.md')).toMatchObject({ ...became('plan.md', 'there'), problems: [] });
  expect(statSync(path)).toMatchObject({ ino, mode });
  expect(readdirSync(world.project).sort()).toEqual(['.keep', 'plan.md']);
});

it('makes a file that did not exist, and its folders', async () => {
  const world = await worldWith({});
  expect(await merge(world, 'docs/new.md', '', 'x\n')).toMatchObject(became('docs/new.md', 'written'));
  expect(textOf(world, 'docs/new.md')).toBe('x\n');
});

it('keeps what somebody changed elsewhere in the file, also when it is repeated after a crash', async () => {
  const world = await worldWith({ 'plan.md': WAS.replace('five', 'FIVE') });
  const both = NOW.replace('five', 'FIVE');
  expect(await merge(world, 'plan.md')).toMatchObject({ ...became('plan.md', 'merged'), problems: [] });
  expect(textOf(world, 'plan.md')).toBe(both);
  expect(await merge(world, 'plan.md')).toMatchObject({ ...became('plan.md', 'there'), problems: [] });
  expect(textOf(world, 'plan.md')).toBe(both);
  expect(readdirSync(world.scratchDirectory)).toEqual([]);
});

it('leaves a file whose same line somebody changed, and says what was wanted', async () => {
  const theirs = WAS.replace('two', 'zwei');
  const world = await worldWith({ 'plan.md': theirs });
  const result = await merge(world, 'plan.md');
  expect(result).toMatchObject({
    ...became('plan.md', 'left'),
    problems: [{ code: 'MERGE_CONFLICT', severity: 'warning', file: 'plan.md' }],
  });
  expect(result.problems[0]?.hint).toContain('<<<<<<< as it is\nzwei\n=======\nTWO\n>>>>>>> wanted');
  expect(textOf(world, 'plan.md')).toBe(theirs);
});

it('does not make a file again that somebody removed', async () => {
  const world = await worldWith({ 'plan.md': WAS });
  rmSync(join(world.project, 'plan.md'));
  const result = await merge(world, 'plan.md');
  expect(result).toMatchObject({ ...became('plan.md', 'left'), problems: [{ code: 'MERGE_CONFLICT' }] });
  expect(result.problems[0]?.hint).toContain('TWO');
  expect(existsSync(join(world.project, 'plan.md'))).toBe(false);
  expect(await merge(world, 'plan.md', WAS, '')).toMatchObject(became('plan.md', 'there'));
});

it('goes through no link and out of no project', async () => {
  const [world, outside] = [await worldWith({}), await worldWith({ victim: WAS })];
  symlinkSync(outside.project, join(world.project, 'folder'));
  symlinkSync(join(outside.project, 'victim'), join(world.project, 'file'));
  for (const path of [
    'folder/victim',
    'file',
    '../project/victim',
    '/etc/passwd',
    '.git/hooks/pre-commit',
    'a/.GIT/config',
  ])
    expect(await merge(world, path), path).toMatchObject({
      ...became(path, 'left'),
      problems: [{ code: 'PATH_OUTSIDE', severity: 'warning' }],
    });
  expect(textOf(outside, 'victim')).toBe(WAS);
});

it('leaves what is too large, or no text', async () => {
  const large = 'x'.repeat(MERGED_FILE_BYTES_MAX + 1);
  const world = await worldWith({ large, small: WAS });
  for (const [path, was, now] of [
    ['large', WAS, NOW],
    ['small', WAS, large],
    ['small', large, NOW],
  ] as const)
    expect(await merge(world, path, was, now)).toMatchObject({
      ...became(path, 'left'),
      problems: [{ code: 'FILE_TOO_LARGE' }],
    });
  writeFileSync(join(world.project, 'bytes'), Buffer.from([0xff, 0xfe]));
  expect(await merge(world, 'bytes')).toMatchObject({ problems: [{ code: 'FILE_NOT_UTF8' }] });
  writeFileSync(join(world.project, 'zeros'), WAS.replace('six', 's\0x'));
  expect(await merge(world, 'zeros')).toMatchObject({ problems: [{ code: 'MERGE_CONFLICT' }] });
  expect(textOf(world, 'small')).toBe(WAS);
});

it('comes to the same file however often it is repeated', async () => {
  const world = await worldWith({});
  const lines = Array.from({ length: 8 }, (_, index) => `line ${index}`);
  const edits = fc.array(fc.tuple(fc.nat(7), fc.constantFrom('', 'changed', 'first\nsecond')), {
    maxLength: 3,
  });
  const edited = (who: string, changes: readonly (readonly [number, string])[]): string =>
    lines
      .map(
        (line, at) => changes.find(([index]) => index === at)?.[1].replaceAll(/\w+/g, `$& by ${who}`) ?? line,
      )
      .map((line) => `${line}\n`)
      .join('');
  await fc.assert(
    fc.asyncProperty(edits, edits, async (mine, theirs) => {
      const [was, now, current] = [edited('', []), edited('me', mine), edited('them', theirs)];
      writeFileSync(join(world.project, 'file'), current);
      const first = await merge(world, 'file', was, now);
      const after = textOf(world, 'file');
      if (first.outcome === 'left') expect(after).toBe(current);
      const again = await merge(world, 'file', was, now);
      expect(textOf(world, 'file')).toBe(after);
      expect(again.outcome).toBe(first.outcome);
    }),
    { numRuns: 40 },
  );
});
