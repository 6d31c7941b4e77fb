import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { findRepository } from '../trees/repository.ts';
import { sealTree } from '../trees/sealed-tree.ts';
import { type Place, preparedDirectory, scratchDirectory } from './place.ts';
import { type ReexecuteOptions, reexecute } from './reexecute.ts';
import { usableSandbox } from './sandbox.ts';

const withBwrap = (await usableSandbox(process.env['PATH'] ?? '')) === 'no-network';
const KINDS = withBwrap ? (['auto', 'none'] as const) : (['none'] as const);

const placeOf = (project: string): Place => {
  const stateRoot = join(temporaryFolder(), 'state');
  const stateDirectory = join(stateRoot, 'project-1');
  mkdirSync(stateDirectory, { recursive: true });
  return { project, stateRoot, stateDirectory, env: process.env };
};

const runOn = async (place: Place, line: string, more: Partial<ReexecuteOptions> = {}) => {
  const repository = await findRepository(place.project);
  const ref = `refs/baton/test/${Math.random().toString(36).slice(2)}`;
  const tree = await sealTree(repository, { scratchDirectory: scratchDirectory(place), ref });
  const evidence = await reexecute({ place, tree, line, ...more });
  return evidence.kind === 'command' ? { exit: evidence.exit, text: evidence.tail.trim() } : evidence.cause;
};

// Each installation leaves a mark of its own, so that the mark tells whether it was made again.
const PREPARE = 'mkdir -p node_modules/dep && date +%s%N > node_modules/dep/mark && sleep 0.3';
const SHOW = 'cat node_modules/dep/mark';
const FILES = { 'package.json': '{"name":"x"}', '.gitignore': 'node_modules\n', 'src/a.js': '1' };

describe.each(KINDS)('prepared dependencies (sandbox %s)', (sandbox) => {
  const more = { sandbox, prepare: PREPARE };

  it('are made once, and again when package.json, a lock file or the command changes', async () => {
    const place = placeOf(repositoryWith(FILES));
    const first = await runOn(place, SHOW, more);
    expect(first).toMatchObject({ exit: 0, text: expect.stringMatching(/^\d+$/) });
    writeFiles(place.project, { 'src/a.js': '2' });
    expect(await runOn(place, SHOW, more)).toEqual(first);
    writeFiles(place.project, { 'package.json': '{"name":"y"}' });
    const second = await runOn(place, SHOW, more);
    expect(second).not.toEqual(first);
    expect(await runOn(place, SHOW, { ...more, prepare: `${PREPARE} # again` })).not.toEqual(second);
    expect(readdirSync(preparedDirectory(place))).toHaveLength(3);
    expect(readdirSync(scratchDirectory(place))).toEqual([]);
  });

  it('are those of the base, unless what says which there are has changed', async () => {
    const place = placeOf(repositoryWith(FILES));
    const repository = await findRepository(place.project);
    const base = await sealTree(repository, {
      scratchDirectory: scratchDirectory(place),
      ref: 'refs/baton/test/base',
    });
    const copied = {
      ...{ sandbox, scriptsOf: base, refs: 'refs/baton/test' },
      prepare: 'mkdir -p node_modules/copy && cp src/a.js node_modules/copy/',
    };
    const show = 'cat node_modules/copy/a.js';
    writeFiles(place.project, { 'src/a.js': '2' });
    expect(await runOn(place, show, copied)).toEqual({ exit: 0, text: '1' });
    writeFiles(place.project, { 'package.json': '{"name":"y"}' });
    expect(await runOn(place, show, copied)).toEqual({ exit: 0, text: '2' });
  });

  it('are made once for all who ask at the same time', async () => {
    const place = placeOf(repositoryWith(FILES));
    const all = await Promise.all(['', ' ', '  ', '   '].map((space) => runOn(place, SHOW + space, more)));
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(readdirSync(preparedDirectory(place))).toHaveLength(1);
  });

  it('cannot be changed for the next run, and have places where tools may write', async () => {
    const place = placeOf(repositoryWith(FILES));
    const first = await runOn(place, SHOW, more);
    const write =
      'echo evil > node_modules/dep/mark; mkdir -p node_modules/.cache/x node_modules/.vite && echo ok > node_modules/.cache/x/y && cat node_modules/.cache/x/y';
    expect(await runOn(place, write, more)).toMatchObject({ exit: 0, text: expect.stringMatching(/ok$/) });
    expect(await runOn(place, `${SHOW} `, more)).toEqual(first);
    expect(await runOn(place, 'ls node_modules/.cache', more)).toMatchObject({ text: '' });
    // Tools that ask whether node_modules is writable are told where the cache is.
    const told = 'mkdir "$CACHE_DIR/tool" && echo ok > node_modules/.cache/tool/x && cat "$CACHE_DIR/tool/x"';
    expect(await runOn(place, told, more)).toEqual({ exit: 0, text: 'ok' });
  });

  it('keep no other product of the command, since that could depend on the sources', async () => {
    const place = placeOf(repositoryWith(FILES));
    const prepare = `${PREPARE}; mkdir dist; cp src/a.js dist/; mkdir -p packages/b/node_modules/c`;
    expect(await runOn(place, 'ls -d dist packages/b/node_modules/c', { sandbox, prepare })).toMatchObject({
      text: expect.stringMatching(/dist.*\npackages\/b\/node_modules\/c$/),
    });
  });

  it('are made again when the entry is broken, and after an installer that died', async () => {
    const place = placeOf(repositoryWith(FILES));
    await runOn(place, SHOW, more);
    const [entry] = readdirSync(preparedDirectory(place));
    rmSync(join(preparedDirectory(place), entry!, 'manifest.json'));
    mkdirSync(join(preparedDirectory(place), '.999999999-5-0a0a0a0a', 'files'), { recursive: true });
    expect(await runOn(place, `${SHOW} `, more)).toMatchObject({ exit: 0 });
    expect(readdirSync(preparedDirectory(place))).toEqual([entry]);
  });

  it('are a copy for a command that fails because it cannot write into them', async () => {
    const place = placeOf(repositoryWith(FILES));
    const write = 'echo new > node_modules/dep/new && cat node_modules/dep/new';
    expect(await runOn(place, write, more)).toEqual({ exit: 0, text: 'new' });
    expect(await runOn(place, 'ls node_modules/dep', more)).toEqual({ exit: 0, text: 'mark' });
  });

  it('that cannot be made are said, not taken for a failed test, and not tried again for the next command', async () => {
    const place = placeOf(repositoryWith(FILES));
    const failing = { sandbox, prepare: 'echo no network at $(date +%s%N); exit 1' };
    const cause = await runOn(place, 'true', failing);
    expect(cause).toMatch(/installs the dependencies.*no network at \d+/s);
    expect(await runOn(place, 'echo', failing)).toBe(cause);
    expect(readdirSync(preparedDirectory(place))).toEqual([]);
    expect(readdirSync(scratchDirectory(place))).toEqual([]);
  });
});

const LOCKED = {
  'package.json': JSON.stringify({ name: 'x', version: '1.0.0', dependencies: { dep: 'file:dep' } }),
  'package-lock.json': JSON.stringify({
    name: 'x',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'x', version: '1.0.0', dependencies: { dep: 'file:dep' } },
      dep: { version: '1.0.0' },
      'node_modules/dep': { resolved: 'dep', link: true },
    },
  }),
  'dep/package.json': '{"name":"dep","version":"1.0.0"}',
  'dep/index.js': 'module.exports = 42;\n',
  '.gitignore': 'node_modules\n',
};

describe('npm ci', () => {
  it('is the default where there is a lock file, also above the project', async () => {
    const place = placeOf(repositoryWith(LOCKED));
    expect(await runOn(place, 'node -p "require(\'dep\')"')).toEqual({ exit: 0, text: '42' });
    const inner = Object.fromEntries(Object.entries(LOCKED).map(([path, text]) => [`app/${path}`, text]));
    const below = placeOf(join(repositoryWith({ ...inner, 'app/src/x.js': '1' }), 'app/src'));
    expect(await runOn(below, 'node -p "require(\'dep\')"')).toEqual({ exit: 0, text: '42' });
  });

  it('that fails for the tree itself is a result that its author can fix', async () => {
    const place = placeOf(repositoryWith(LOCKED));
    writeFiles(place.project, {
      'package.json': LOCKED['package.json'].replace('"file:dep"', '"file:dep","other":"file:other"'),
      'other/package.json': '{"name":"other","version":"1.0.0"}',
    });
    expect(await runOn(place, 'true')).toMatchObject({ exit: 1, text: expect.stringContaining('EUSAGE') });
  });

  it('that fails is told with its first error: as evidence against a tree that names other dependencies only', async () => {
    const place = placeOf(repositoryWith(LOCKED));
    const repository = await findRepository(place.project);
    const sealed = (name: string) =>
      sealTree(repository, {
        scratchDirectory: scratchDirectory(place),
        ref: `refs/baton/test/${name}`,
      });
    const whole = await sealed('whole');
    writeFiles(place.project, {
      'package.json': LOCKED['package.json'].replace('"file:dep"', '"file:dep","other":"file:other"'),
      'other/package.json': '{"name":"other","version":"1.0.0"}',
    });
    const broken = await sealed('broken');
    const run = (scriptsOf: string) => reexecute({ place, tree: broken, line: 'true', scriptsOf });
    expect(await run(whole)).toMatchObject({
      ...{ kind: 'command', exit: 1, tests: null },
      failedInstall: expect.stringContaining('Missing: other@1.0.0'),
    });
    expect(await run(broken)).toMatchObject({
      kind: 'unavailable',
      cause: expect.stringMatching(
        /installs the dependencies, failed \(exit 1\): npm error .*Missing: other/s,
      ),
    });
  });

  it('installs what package.json names where there is no lock file, and writes none', async () => {
    const { 'package-lock.json': _, ...files } = LOCKED;
    const place = placeOf(repositoryWith(files));
    const text = 'dep\nnode_modules\npackage.json\ndep';
    expect(await runOn(place, 'ls; ls node_modules')).toEqual({ exit: 0, text });
  });

  it('is not run where nothing names a dependency', async () => {
    const place = placeOf(repositoryWith({ 'package.json': '{"name":"x","version":"1.0.0"}' }));
    expect(await runOn(place, 'ls')).toEqual({ exit: 0, text: 'package.json' });
    expect(existsSync(preparedDirectory(place))).toBe(false);
  });

  it('that needs a program which is not there says so', async () => {
    const place = placeOf(repositoryWith({ 'package.json': '{"name":"x"}', 'bun.lock': '{}' }));
    const bare = { ...place, env: { PATH: '/usr/bin:/bin' } };
    expect(await runOn(bare, 'true')).toBe('bun.lock is for bun, which is not on PATH');
  });
});
