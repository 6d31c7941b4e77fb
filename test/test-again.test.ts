// Many runs of the tests in a row, in several sittings: what counts and what does not.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { gitIn, repositoryWith, writeFiles } from './fixtures/repository.ts';

const TOOLS = fileURLToPath(new URL('../tools/', import.meta.url));

/** Its `npm test` fails where a file named `red` is beside it, and changes a file where `changes` is. */
const SCRIPT = `
const { existsSync, writeFileSync } = require('node:fs');
const isRed = existsSync('../red');
if (existsSync('../changes')) writeFileSync('code.js', String(Math.random()));
console.log(isRed ? '      Tests  1 failed | 2 passed (3)' : '      Tests  3 passed (3)');
process.exit(isRed ? 1 : 0);
`;

const project = (): {
  readonly root: string;
  readonly kept: string;
  readonly beside: (name: string) => string;
} => {
  const root = repositoryWith({
    'package.json': JSON.stringify({ name: 'little', scripts: { test: 'node tests.cjs' } }),
    'tests.cjs': SCRIPT,
    'code.js': '1',
  });
  mkdirSync(join(root, 'tools'));
  for (const name of ['test-again.mjs', 'kept-runs.mjs'])
    copyFileSync(join(TOOLS, name), join(root, 'tools', name));
  return { root, kept: join(root, '..', 'kept'), beside: (name) => join(root, '..', name) };
};

const again = (root: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/test-again.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return {
    status,
    stdout,
    stderr,
    runs: stdout.split('\n').filter((line) => /^ +\d+ +(yes|no) /.test(line)).length,
  };
};

const linesOf = (kept: string): Record<string, unknown>[] =>
  readFileSync(join(kept, 'runs.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('the tests many times in a row', () => {
  it('go on where the last sitting ended, with the runs that are left', () => {
    const { root, kept } = project();
    expect(again(root, '--times', '2', '--busy', '1', '--keep', '../kept')).toMatchObject({
      status: 0,
      runs: 2,
    });
    const more = again(root, '--times', '4', '--busy', '2', '--keep', kept);
    expect(more).toMatchObject({ status: 0, runs: 2, stderr: '' });
    expect(more.stdout).toContain('Kept of this tree: 2 green in a row, 0 red');
    expect(more.stdout).toContain('4 green runs in a row, 2 of them on a busy machine.');
    const lines = linesOf(kept);
    expect(lines.map(({ busy }) => busy).sort()).toEqual([false, false, true, true]);
    for (const line of lines) {
      expect(line).toMatchObject({ exit: 0, passed: 3, failed: 0, words: '' });
      expect(line['tree']).toMatch(/^[0-9a-f]{40}$/);
      expect(line['load']).toHaveLength(3);
      expect(existsSync(join(kept, String(line['output'])))).toBe(true);
    }
    expect(again(root, '--times', '4', '--busy', '2', '--keep', kept)).toMatchObject({ status: 0, runs: 0 });
  });

  it('count only runs of the same files, new ones too, and of the same words', () => {
    const { root, kept } = project();
    again(root, '--times', '1', '--keep', kept);
    expect(again(root, '--times', '1', '--keep', kept, 'some.test.ts')).toMatchObject({ status: 0, runs: 1 });
    writeFiles(root, { 'new.js': '1' });
    const other = again(root, '--times', '1', '--keep', kept);
    expect(other).toMatchObject({ status: 0, runs: 1 });
    expect(other.stdout).toContain('0 green in a row, 0 red; 2 runs of other files or words do not count');
    rmSync(join(root, 'new.js'));
    gitIn(root, 'commit', '--quiet', '--allow-empty', '-m', 'another commit of the same files');
    expect(again(root, '--times', '1', '--keep', kept).runs).toBe(0);
  });

  it('begin anew after a red one, and say that there was one', () => {
    const { root, kept, beside } = project();
    again(root, '--times', '1', '--keep', kept);
    writeFiles(beside(''), { red: '' });
    expect(again(root, '--times', '3', '--keep', kept)).toMatchObject({ status: 1, runs: 1 });
    rmSync(beside('red'));
    const green = again(root, '--times', '2', '--keep', kept);
    expect(green).toMatchObject({ status: 0, runs: 2 });
    expect(green.stdout).toContain(
      '2 green runs in a row, 0 of them on a busy machine, after 1 red of the same files.',
    );
  });

  it('do not count a run during which files changed', () => {
    const { root, kept, beside } = project();
    writeFiles(beside(''), { changes: '' });
    const changed = again(root, '--times', '1', '--keep', kept);
    expect(changed.status).toBe(1);
    expect(changed.stderr).toContain('The files changed during this run');
    expect(existsSync(join(kept, 'runs.jsonl'))).toBe(false);
  });
});
