// Evidence for one submission: the project's test command on the tree before and on the tree handed in, by Baton itself.
// What it may cost beside the tests is a number of seconds, so the floor is the time of the tests alone.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Digest, treeDigest } from '../src/model/sealed.ts';
import { type Place, scratchDirectory } from '../src/runners/place.ts';
import { reexecute } from '../src/runners/reexecute.ts';
import { findRepository } from '../src/runners/repository.ts';
import { sealTree } from '../src/runners/sealed-tree.ts';
import type { Bench } from './bench.ts';
import { median, type Row } from './measure.ts';

const TEST_SECONDS = 2;
const ROUNDS = 5;
const FILES = 300;

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], {
    cwd,
    encoding: 'utf8',
  }).trim();

const TEST = `const { test } = require('node:test');
test('sleeps', () => new Promise((resolve) => setTimeout(resolve, ${TEST_SECONDS * 1000})));
`;

/** A project of some size, whose tests take their time and whose dependencies are installed from a lock file. */
const makeProject = (project: string): void => {
  const scripts = { test: 'node --test test/' };
  const dependencies = { dep: 'file:dep' };
  const packages = {
    '': { name: 'x', version: '1.0.0', dependencies },
    dep: { version: '1.0.0' },
    'node_modules/dep': { resolved: 'dep', link: true },
  };
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ name: 'x', version: '1.0.0', scripts, dependencies }),
    'package-lock.json': JSON.stringify({ name: 'x', version: '1.0.0', lockfileVersion: 3, packages }),
    'dep/package.json': '{"name":"dep","version":"1.0.0"}',
    '.gitignore': 'node_modules\n',
    'test/a.test.js': TEST,
  };
  for (let at = 0; at < FILES; at += 1) files[`src/file-${at}.js`] = `exports.value = ${at};\n`.repeat(40);
  for (const folder of ['src', 'test', 'dep']) mkdirSync(join(project, folder), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  git(project, 'init', '--quiet');
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '-m', 'base');
};

const rowOf = (what: string, times: readonly number[], testsMs: number, limitMs: number): Row => ({
  what: `${what} (${times.length} rounds)`,
  figure: `${(median(times) / 1000).toFixed(2)} s`,
  floor: `${(testsMs / 1000).toFixed(2)} s`,
  ratio: median(times) / testsMs,
  target: `≤ ${(limitMs / 1000).toFixed(1)} s`,
  met: median(times) <= limitMs,
});

export const evidenceRows = async ({ scratch }: Bench): Promise<Row[]> => {
  const project = join(scratch, 'project');
  makeProject(project);
  const stateRoot = join(scratch, 'state');
  const place: Place = { project, stateRoot, stateDirectory: join(stateRoot, 'p'), env: process.env };
  mkdirSync(place.stateDirectory, { recursive: true });
  const repository = await findRepository(project);
  const base = treeDigest(git(project, 'rev-parse', 'HEAD^{tree}'));
  let change = 0;
  const head = (): Promise<Digest> => {
    change += 1;
    writeFileSync(join(project, 'src/changed.js'), `exports.value = ${change};\n`);
    return sealTree(repository, { scratchDirectory: scratchDirectory(place), ref: 'refs/baton/bench/head' });
  };
  const test = async (tree: Digest, line: string): Promise<void> => {
    const evidence = await reexecute({ place, tree, line, name: 'test', scriptsOf: base });
    if (evidence.kind !== 'command' || evidence.tests?.passed !== 1)
      throw new Error(JSON.stringify(evidence));
  };
  // Dependencies are installed here, once.
  await test(base, 'npm test');
  const both: number[] = [];
  const cached: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const tree = await head();
    // A line of its own, so that the base is not known from the round before.
    const line = `npm test${' '.repeat(round + 1)}`;
    const start = performance.now();
    await test(base, line);
    await test(tree, line);
    both.push(performance.now() - start);
    const next = await head();
    const again = performance.now();
    await test(base, line);
    await test(next, line);
    cached.push(performance.now() - again);
  }
  const testsMs = TEST_SECONDS * 1000;
  return [
    rowOf('evidence of base and head, one after the other, prepared', both, 2 * testsMs, 2 * testsMs + 1_500),
    rowOf('evidence of head, the base known', cached, testsMs, testsMs + 1_000),
  ];
};
