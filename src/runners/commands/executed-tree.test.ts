// What an agent leaves in its tree must not change what is run. Real trees, real commands.
import { chmodSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  gitIn,
  pictureOf,
  repositoryWith,
  temporaryFolder,
  writeFiles,
} from '../../../test/fixtures/repository.ts';
import type { CommandEvidence } from '../../model/evidence.ts';
import { type Digest, treeDigest, treeOid } from '../../model/run/sealed.ts';
import { findRepository } from '../trees/repository.ts';
import { writeCheckout } from '../trees/sealed-tree.ts';
import { keepTreeRef } from '../trees/tree-files.ts';
import { type Place, scratchDirectory } from './place.ts';
import { type ReexecuteOptions, reexecute } from './reexecute.ts';

const placeOf = (project: string): Place => {
  const stateRoot = join(temporaryFolder(), 'state');
  const place = { project, stateRoot, stateDirectory: join(stateRoot, 'p'), env: process.env };
  mkdirSync(place.stateDirectory, { recursive: true });
  return place;
};

const seal = async (place: Place): Promise<Digest> => {
  const repository = await findRepository(place.project);
  const tree = await writeCheckout(repository, { scratchDirectory: scratchDirectory(place) });
  await keepTreeRef(repository, 'refs/baton/test', tree);
  return tree;
};

const run = async (
  place: Place,
  tree: Digest,
  line: string,
  more: Partial<ReexecuteOptions> = {},
): Promise<CommandEvidence> => {
  const evidence = await reexecute({ place, tree, line, refs: 'refs/baton/test', ...more });
  if (evidence.kind !== 'command') throw new Error(evidence.cause);
  return evidence;
};

/** A base with these files, and a head in which some are changed; an empty text removes the file. */
const twoTrees = async (files: Record<string, string>, changed: Record<string, string>) => {
  const place = placeOf(repositoryWith(files));
  const base = await seal(place);
  writeFiles(place.project, changed);
  for (const [path, text] of Object.entries(changed)) if (text === '') unlinkSync(join(place.project, path));
  return { place, base, head: await seal(place) };
};

const LIB = { 'package.json': '{"name":"x"}', 'add.js': 'exports.add = (a, b) => a - b;\n' };
const TEST =
  "require('node:test')('adds', () => require('node:assert').equal(require('../add.js').add(1, 2), 3));\n";

describe('the tests of another tree', () => {
  it('are laid over the old code: red before, green after', async () => {
    const { place, base, head } = await twoTrees(
      { ...LIB, 'test/old.test.js': "require('node:test')('old', () => {});\n" },
      { 'add.js': 'exports.add = (a, b) => a + b;\n', 'test/add.test.js': TEST, 'test/old.test.js': '' },
    );
    const before = pictureOf(place.project);
    const red = await run(place, base, 'node --test', { testsOf: head });
    expect(red).toMatchObject({
      exit: 1,
      tests: { cases: [{ name: 'adds', file: 'test/add.test.js', status: 'failed' }] },
    });
    expect(await run(place, head, 'node --test', { testsOf: head })).toMatchObject({
      exit: 0,
      tests: { cases: [{ name: 'adds', status: 'passed' }] },
    });
    expect(await run(place, base, 'node --test')).toMatchObject({
      tests: { cases: [{ name: 'old', status: 'passed' }] },
    });
    expect(pictureOf(place.project)).toEqual(before);
  });

  it('is a tree of its own that the refs of the run keep', async () => {
    const { place, base, head } = await twoTrees(LIB, { 'test/add.test.js': TEST });
    await run(place, base, 'true', { testsOf: head });
    const kept = gitIn(
      place.project,
      'for-each-ref',
      '--format=%(objectname)',
      'refs/baton/test/trees',
    ).split('\n');
    const trees = kept.filter((oid) => oid !== '' && oid !== treeOid(base) && oid !== treeOid(head));
    // The head adds nothing but a test, so laid over the base it is the head itself.
    expect(trees).toEqual([]);
    writeFiles(place.project, { 'add.js': 'exports.add = 1;\n' });
    await run(place, await seal(place), 'true', { testsOf: base });
    gitIn(place.project, 'gc', '--quiet', '--prune=now');
    const after = gitIn(place.project, 'for-each-ref', '--format=%(objectname)', 'refs/baton/test/trees')
      .trim()
      .split('\n');
    expect(after.length).toBe(kept.filter((oid) => oid !== '').length + 2);
    for (const oid of after) gitIn(place.project, 'ls-tree', '-r', oid);
  });

  it('bring the helpers and fixtures in folders of tests with them, and nothing else', async () => {
    const { place, base, head } = await twoTrees(
      { ...LIB, 'src/a.js': 'old' },
      { 'test/helper.js': 'helper', 'test/data/x.json': '{}', 'src/a.js': 'new', 'src/a_test.py': 'x' },
    );
    const { tail } = await run(place, base, 'find . -type f -not -path "./.git/*" | sort; cat src/a.js', {
      testsOf: head,
    });
    expect(tail.split('\n')).toEqual([
      './add.js',
      './package.json',
      './src/a.js',
      './src/a_test.py',
      './test/data/x.json',
      './test/helper.js',
      'old',
    ]);
  });
});

const PROJECT = {
  'package.json': JSON.stringify({
    name: 'x',
    scripts: { test: 'node --test', lint: 'echo lint' },
    mocha: { spec: 'a' },
  }),
  'a.test.js': "require('node:test')('red', () => { throw new Error('red') });\n",
};
const packageWith = (more: object): string =>
  JSON.stringify({ ...(JSON.parse(PROJECT['package.json']) as object), ...more });

describe('commands are run as they stand in the base', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'a test script that always passes',
      { 'package.json': packageWith({ scripts: { test: 'exit 0' } }) },
      ['package.json'],
    ],
    [
      'a script before the tests',
      { 'package.json': packageWith({ scripts: { test: 'node --test', pretest: 'rm *.test.js' } }) },
      ['package.json'],
    ],
    ['no test script any more', { 'package.json': packageWith({ scripts: {} }) }, ['package.json']],
    [
      'a shell of its own for scripts',
      { '.npmrc': 'script-shell=./shell.sh\n', 'shell.sh': '#!/bin/sh\necho "ℹ tests 47"\nexit 0\n' },
      ['.npmrc'],
    ],
    [
      'options for every Node process',
      {
        '.npmrc': 'node-options=--require ./evil.js\n',
        'evil.js': "require('node:test').test = () => {}; process.exit(0);",
      },
      ['.npmrc'],
    ],
    ['a package.json that cannot be read', { 'package.json': '{' }, ['package.json']],
    [
      'a wrapper in node_modules/.bin',
      { 'node_modules/.bin/node': '#!/bin/sh\nexit 0\n', 'node_modules/x/index.js': '1' },
      ['node_modules'],
    ],
  ])('%s', async (_what, changed, restored) => {
    const { place, base } = await twoTrees(PROJECT, {});
    writeFiles(place.project, changed);
    for (const path of ['shell.sh', 'node_modules/.bin/node'])
      if (path in changed) chmodSync(join(place.project, path), 0o755);
    const head = await seal(place);
    for (const sandbox of ['auto', 'none'] as const)
      expect(await run(place, head, 'npm test', { scriptsOf: base, sandbox })).toMatchObject({
        exit: 1,
        restored,
        tests: { cases: [{ name: 'red', status: 'failed' }] },
      });
    // Without a base to hold on to it would have passed, or not have run: each of these is able to lie.
    const believed = await reexecute({ place, tree: head, line: 'npm test; exit $?' });
    expect(believed).not.toMatchObject({ exit: 1, tests: { failed: 1 } });
  });

  it('a link in the place of package.json', async () => {
    const { place, base } = await twoTrees(PROJECT, {});
    writeFiles(place.project, { 'other.json': packageWith({ scripts: { test: 'true' } }) });
    unlinkSync(join(place.project, 'package.json'));
    symlinkSync('other.json', join(place.project, 'package.json'));
    const evidence = await run(place, await seal(place), 'npm test', { scriptsOf: base });
    expect(evidence).toMatchObject({ exit: 1, restored: ['package.json'] });
  });

  it('settings of test runners in package.json', async () => {
    const { place, base, head } = await twoTrees(PROJECT, {
      'package.json': packageWith({ mocha: { spec: 'none' }, jest: { testMatch: [] }, version: '2.0.0' }),
    });
    const { tail, restored } = await run(place, head, 'cat package.json', { scriptsOf: base });
    expect(JSON.parse(tail)).toEqual({ ...JSON.parse(PROJECT['package.json']), version: '2.0.0' });
    expect(restored).toEqual(['package.json']);
  });

  it('keeps new scripts that run only when they are called, and says nothing where nothing was put back', async () => {
    const scripts = { test: 'node --test', lint: 'echo lint', build: 'echo built' };
    const { place, base, head } = await twoTrees(PROJECT, { 'package.json': packageWith({ scripts }) });
    const evidence = await run(place, head, 'npm run build', { scriptsOf: base, name: 'lint' });
    expect(evidence.tail).toContain('built');
    expect(evidence.restored).toBeUndefined();
  });

  it('leaves projects that tests are tried on as they are', async () => {
    const { place, base, head } = await twoTrees(
      { ...PROJECT, 'test/app/package.json': '{"scripts":{"test":"old"}}' },
      {
        'test/app/package.json': '{"scripts":{"test":"new"}}',
        'test/app/node_modules/m/index.js': '1',
        'test/app/.npmrc': 'x=1',
      },
    );
    const { tail, restored } = await run(place, head, 'cat test/app/package.json; echo; ls -A test/app', {
      scriptsOf: base,
    });
    expect(tail).toContain('"new"');
    expect(tail.split('\n')).toEqual(expect.arrayContaining(['node_modules', '.npmrc']));
    expect(restored).toBeUndefined();
  });

  it('leaves a project that begins with this tree as it is', async () => {
    const place = placeOf(repositoryWith({ 'README.md': 'x' }));
    const base = await seal(place);
    writeFiles(place.project, { ...PROJECT, '.npmrc': 'fund=false\n' });
    const evidence = await run(place, await seal(place), 'ls -A; npm test', { scriptsOf: base });
    expect(evidence.tail).toContain('.npmrc');
    expect(evidence.restored).toBeUndefined();
  });

  it('the same tree is one result, whatever had to be put back', async () => {
    const { place, base, head } = await twoTrees(PROJECT, { '.npmrc': 'x=1\n' });
    const first = await run(place, base, 'date +%N', { scriptsOf: base });
    const second = await run(place, head, 'date +%N', { scriptsOf: base });
    expect(second).toEqual({ ...first, restored: ['.npmrc'] });
  });
});

const LOCKED = {
  'package.json': JSON.stringify({
    name: 'x',
    version: '1.0.0',
    scripts: { test: 'node node_modules/runner/index.js' },
    dependencies: { runner: 'file:runner' },
  }),
  'package-lock.json': JSON.stringify({
    ...{ name: 'x', version: '1.0.0', lockfileVersion: 3 },
    packages: {
      '': { name: 'x', version: '1.0.0', dependencies: { runner: 'file:runner' } },
      'node_modules/runner': { resolved: 'runner', link: true },
      runner: { version: '1.0.0', bin: { runner: 'index.js' } },
    },
  }),
  'runner/package.json': '{"name":"runner","version":"1.0.0","bin":{"runner":"index.js"}}',
  'runner/index.js': 'console.log("honest"); process.exit(1);\n',
  '.gitignore': 'node_modules\n.env\n',
};

describe('what lies around in a working tree', () => {
  it('changes nothing: patched dependencies, ignored files, hooks and settings of git, folders of programs', async () => {
    const place = placeOf(repositoryWith(LOCKED));
    const base = await seal(place);
    const evil = '#!/bin/sh\necho EVIL\nexit 0\n';
    writeFiles(place.project, {
      'node_modules/.bin/runner': evil,
      'node_modules/.bin/node': evil,
      'node_modules/runner/index.js': 'console.log("EVIL")',
      '.env': 'NODE_OPTIONS=--require ./evil.js\nLD_PRELOAD=/evil.so\nPYTHONPATH=/evil',
      '.githooks/post-checkout': evil,
      '.gitconfig': '[core]\n\thooksPath = .githooks\n',
      'bin/node': evil,
      'sitecustomize.py': 'print("EVIL")',
    });
    for (const path of [
      'node_modules/.bin/runner',
      'node_modules/.bin/node',
      '.githooks/post-checkout',
      'bin/node',
    ])
      chmodSync(join(place.project, path), 0o755);
    gitIn(place.project, 'config', 'core.hooksPath', '.githooks');
    const bin = join(place.project, 'node_modules/.bin');
    const env = {
      ...process.env,
      ...{
        PATH: `${bin}:${process.env['PATH']}`,
        NODE_OPTIONS: '--require ./evil.js',
        PYTHONPATH: place.project,
      },
      LD_PRELOAD: '/no/such.so',
    };
    const head = await seal(place);
    for (const sandbox of ['auto', 'none'] as const) {
      const evidence = await run({ ...place, env }, head, 'npm test', { scriptsOf: base, sandbox });
      expect(evidence).toMatchObject({ exit: 1, tail: expect.stringContaining('honest') });
      expect(evidence.tail).not.toContain('EVIL');
    }
    const python = await run({ ...place, env }, head, '/usr/bin/python3 -c "print(1)"', { scriptsOf: base });
    expect(python.tail).toBe('1\n');
  });

  it('an install script that was handed in is not run when dependencies are installed', async () => {
    const place = placeOf(repositoryWith(LOCKED));
    const base = await seal(place);
    const { scripts: _, ...rest } = JSON.parse(LOCKED['package.json']) as { scripts: unknown };
    const scripts = {
      test: 'node node_modules/runner/index.js',
      postinstall:
        'echo "process.exit(0)" > runner/index.js; mkdir -p node_modules; echo > node_modules/evil',
    };
    writeFileSync(join(place.project, 'package.json'), JSON.stringify({ ...rest, scripts }));
    const evidence = await run(place, await seal(place), 'ls node_modules; npm test', { scriptsOf: base });
    expect(evidence).toMatchObject({
      exit: 1,
      restored: ['package.json'],
      tail: expect.stringContaining('honest'),
    });
    expect(evidence.tail.split('\n')).not.toContain('evil');
  });

  it('a tree that is not there is no evidence', async () => {
    const place = placeOf(repositoryWith(LIB));
    const none = treeDigest('0'.repeat(40));
    for (const more of [{ testsOf: none }, { scriptsOf: none }])
      expect(await reexecute({ place, tree: await seal(place), line: 'true', ...more })).toMatchObject({
        kind: 'unavailable',
      });
  });
});
