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
} from '../../test/fixtures/repository.ts';
import { scratchDirectory } from './place.ts';
import { usableSandbox } from './sandbox.ts';
import { sweepWorktrees } from './worktree.ts';

const KINDS = (await usableSandbox(process.env['PATH'] ?? '')) === 'none' ? ['none'] : ['auto', 'none'];

const PROGRAM = `
import { reexecute } from './reexecute.ts';
import { findRepository } from './repository.ts';
import { sealTree } from './sealed-tree.ts';
const place = JSON.parse(process.argv[2]);
const repository = await findRepository(place.project);
const tree = await sealTree(repository, { scratchDirectory: place.stateDirectory + '/.scratch', ref: 'refs/baton/test/one' });
await reexecute({ place, tree, line: 'echo $$ > "$HOME/pid"; sleep 300 & sleep 300', sandbox: process.argv[3] });
`;

const compile = async (): Promise<string> => {
  const outfile = join(temporaryFolder(), 'program.mjs');
  const banner =
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' },
    ...{ bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'silent', banner: { js: banner } },
  });
  return outfile;
};

const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 400 && !holds(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 25));
  expect(holds()).toBe(true);
};

const running = (scratch: string): boolean =>
  existsSync(scratch) && readdirSync(scratch).some((name) => existsSync(join(scratch, name, 'home', 'pid')));

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
