// A real process is killed in the middle; what it leaves is found by the next one.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import {
  gitIn,
  pictureOf,
  repositoryWith,
  temporaryFolder,
  writeFiles,
} from '../../../test/fixtures/repository.ts';
import { sweepWorktrees } from '../trees/worktree.ts';
import { scratchDirectory } from './place.ts';
import { usableSandbox } from './sandbox.ts';

const KINDS = (await usableSandbox(process.env['PATH'] ?? '')) === 'none' ? ['none'] : ['auto', 'none'];

const PROGRAM = `
import { reexecute } from './reexecute.ts';
import { findRepository } from '../trees/repository.ts';
import { sealTree } from '../trees/sealed-tree.ts';
const place = JSON.parse(process.argv[2]);
const repository = await findRepository(place.project);
const tree = await sealTree(repository, { scratchDirectory: place.stateDirectory + '/.scratch', ref: 'refs/baton/test/one' });
await reexecute({ place, tree, line: 'echo $$ > "$HOME/pid"; sleep 300 & sleep 300', sandbox: process.argv[3] });
`;

const compile = async (program = PROGRAM): Promise<string> => {
  const outfile = join(temporaryFolder(), 'program.mjs');
  const banner =
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: 'ts' },
    ...{ bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'silent', banner: { js: banner } },
  });
  return outfile;
};

const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 4_000 && !holds(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 25));
  expect(holds()).toBe(true);
};

const running = (scratch: string): boolean =>
  existsSync(scratch) && readdirSync(scratch).some((name) => existsSync(join(scratch, name, 'home', 'pid')));

// A whole re-execution: a tree is made of two, dependencies are installed, reports are written and read.
const WHOLE = `
import { reexecute } from './reexecute.ts';
import { findRepository } from '../trees/repository.ts';
import { sealTree } from '../trees/sealed-tree.ts';
import { treeDigest } from '../../model/run/sealed.ts';
const place = JSON.parse(process.argv[2]);
const repository = await findRepository(place.project);
const tree = await sealTree(repository, { scratchDirectory: place.stateDirectory + '/.scratch', ref: 'refs/baton/test/one' });
const base = treeDigest(process.argv[4]);
const line = 'node --test; echo ' + process.argv[5] + ' > a.txt; mkdir -p coverage; git stash drop; git checkout -b evil; rm -rf src';
await reexecute({
  place, tree, line, refs: 'refs/baton/test', testsOf: base, scriptsOf: base, reports: ['coverage/lcov.info'],
  prepare: 'mkdir -p node_modules/m; echo ' + process.argv[5] + ' > node_modules/m/a', sandbox: process.argv[3],
});
process.stdout.write('ended');
`;

/** Processes that work in the folder. One that has ended since has no folder any more. */
const workersIn = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });

const killed = async (child: ChildProcess): Promise<void> => {
  // It may have come to its end before.
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGKILL');
  await ended;
};

describe.each(KINDS)('a kill in the middle of a re-execution (sandbox %s)', (sandbox) => {
  it('leaves the repository as it was, and the next sweep removes the rest', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    writeFiles(root, { 'a.txt': 'stashed' });
    gitIn(root, 'stash');
    writeFiles(root, { 'b.txt': 'b' });
    const stateRoot = join(temporaryFolder(), 'state');
    const place = { project: root, stateRoot, stateDirectory: join(stateRoot, 'p'), env: process.env };
    mkdirSync(place.stateDirectory, { recursive: true });
    const before = pictureOf(root);
    const args = [await compile(), JSON.stringify({ ...place, env: { PATH: process.env['PATH'] } }), sandbox];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const scratch = scratchDirectory({ ...place, env: {} });
    await until(() => running(scratch));
    await killed(child);
    expect(readdirSync(scratch).length).toBeGreaterThan(0);
    expect(pictureOf(root)).toEqual(before);
    await sweepWorktrees(scratch);
    expect(readdirSync(scratch)).toEqual([]);
    await until(() => workersIn(scratch).length === 0);
  });
});

// All of them: BATON_KILLS=50 npx vitest run src/runners/commands/kill.test.ts
const KILLS = Number(process.env['BATON_KILLS'] ?? 10);

const userRepository = (): string => {
  const root = repositoryWith({
    'package.json': '{"scripts":{"test":"node --test"}}',
    'src/a.js': '1',
    'a.test.js': "require('node:test')('a', () => {});\n",
    '.gitignore': 'node_modules\n',
  });
  writeFiles(root, { 'src/a.js': 'stashed' });
  gitIn(root, 'stash');
  gitIn(root, 'branch', 'other');
  writeFiles(root, { 'b.txt': 'staged', 'node_modules/m/a': 'the user’s own' });
  gitIn(root, 'add', 'b.txt');
  writeFiles(root, {
    'b.txt': 'changed',
    'c.txt': 'new',
    '.npmrc': 'fund=false\n',
    'a.test.js': "require('node:test')('b', () => {});\n",
    'package.json': '{"scripts":{"test":"true","pretest":"true"}}',
  });
  return root;
};

describe('kills at random moments', () => {
  it(`leave the working tree, index, stash, branches and node_modules as they were (${KILLS} of them)`, async () => {
    const root = userRepository();
    const base = gitIn(root, 'rev-parse', 'HEAD^{tree}').trim();
    const stateRoot = join(temporaryFolder(), 'state');
    const place = {
      project: root,
      stateRoot,
      stateDirectory: join(stateRoot, 'p'),
      env: { PATH: process.env['PATH'] },
    };
    mkdirSync(place.stateDirectory, { recursive: true });
    const scratch = scratchDirectory(place);
    const before = pictureOf(root);
    const program = await compile(WHOLE);
    const start = (round: number): ChildProcess =>
      spawn(
        process.execPath,
        [program, JSON.stringify(place), KINDS[round % KINDS.length]!, base, String(round)],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
    // One that nobody kills says how long it takes.
    const began = performance.now();
    const whole = start(KILLS);
    let said = '';
    whole.stdout!.on('data', (chunk) => (said += chunk));
    await new Promise((resolve) => whole.on('exit', resolve));
    const wholeMs = performance.now() - began;
    expect(said).toBe('ended');
    expect(pictureOf(root)).toEqual(before);
    for (let round = 0; round < KILLS; round += 1) {
      const child = start(round);
      // Spread over its whole course, so that every step is hit by some.
      await new Promise((resolve) => setTimeout(resolve, ((round + Math.random()) / KILLS) * wholeMs));
      await killed(child);
      expect(pictureOf(root)).toEqual(before);
    }
    await sweepWorktrees(scratch);
    expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([]);
    await until(() => workersIn(scratch).length === 0);
    expect(pictureOf(root)).toEqual(before);
  }, 600_000);
});
