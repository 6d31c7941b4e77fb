// CI runs files that failed once more: what is unsteady is named, what is broken stays red.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from './fixtures/repository.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const CONFIG = `
import { FailedFiles } from ${JSON.stringify(join(ROOT, 'test/failed-files.ts'))};
export default { test: { reporters: ['default', new FailedFiles('vitest.config.ts')] } };
`;

const SUM = 'import { test, expect } from "vitest"; test("sum", () => expect(1 + 1).toBe(2));';
const BROKEN = 'import { test, expect } from "vitest"; test("sum", () => expect(1 + 1).toBe(3));';
const STRAY = `${SUM}\nsetTimeout(() => { throw new Error("stray"); }, 1); await new Promise((end) => setTimeout(end, 50));`;
/** Fails the first time. */
const UNSTEADY = `
import { existsSync, writeFileSync } from 'node:fs';
import { test, expect } from 'vitest';
test('second time', () => {
  const isSecond = existsSync('../seen');
  writeFileSync('../seen', '');
  expect(isSecond).toBe(true);
});
`;

const project = (files: Readonly<Record<string, string>>): string => {
  const root = join(temporaryFolder(), 'project');
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFiles(root, { 'package.json': '{"type":"module"}', 'vitest.config.ts': CONFIG, ...files });
  mkdirSync(join(root, 'tools'));
  for (const name of ['test-failed.mjs', 'test-scratch.mjs'])
    copyFileSync(join(ROOT, 'tools', name), join(root, 'tools', name));
  symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(root, 'node_modules', 'vitest'));
  return root;
};

const run = (root: string, file: string, ...args: string[]) =>
  spawnSync(process.execPath, [file, ...args], { cwd: root, encoding: 'utf8' });
const test = (root: string) => run(root, 'node_modules/vitest/vitest.mjs', 'run').status;
const again = (root: string) => {
  const { status, stdout, stderr } = run(root, 'tools/test-failed.mjs');
  return { status, text: `${stdout}${stderr}` };
};

describe('files that failed, run once more', () => {
  it('are named as unsteady where they pass by themselves', () => {
    const root = project({ 'unsteady.test.js': UNSTEADY, 'sum.test.js': SUM });
    expect(test(root)).toBe(1);
    const found = again(root);
    expect(found.status).toBe(0);
    expect(found.text).toContain('UNSTEADY: failed, then passed by themselves: unsteady.test.js');
    expect(found.text).not.toContain('sum.test.js');
  });

  it('stay red where they fail again', () => {
    const root = project({ 'unsteady.test.js': UNSTEADY, 'broken.test.js': BROKEN });
    expect(test(root)).toBe(1);
    expect(again(root)).toMatchObject({ status: 1, text: expect.stringContaining('Failed again: ') });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'too many failures',
      Object.fromEntries([1, 2, 3, 4].map((n) => [`broken-${n}.test.js`, BROKEN])),
      /at most 3 files/,
    ],
    [
      'an error outside of tests',
      { 'stray.test.js': STRAY, 'unsteady.test.js': UNSTEADY },
      /outside of tests, got 1/,
    ],
  ])('are not run again after %s', (_, files, why) => {
    const root = project(files);
    expect(test(root)).toBe(1);
    expect(again(root)).toMatchObject({ status: 1, text: expect.stringMatching(why) });
  });

  it('are not run again after a run that was interrupted: other files never ran', () => {
    const config = CONFIG.replace('test: {', 'test: { bail: 1, maxWorkers: 1,');
    const rest = Object.fromEntries([1, 2, 3].map((n) => [`z-broken-${n}.test.js`, BROKEN]));
    const root = project({ 'vitest.config.ts': config, 'a-unsteady.test.js': UNSTEADY, ...rest });
    expect(test(root)).toBe(1);
    expect(again(root)).toMatchObject({
      status: 1,
      text: expect.stringMatching(/did not run to their end/),
    });
  });

  it('are not taken from an earlier run, nor made up where none failed', () => {
    const root = project({ 'unsteady.test.js': UNSTEADY });
    expect(test(root)).toBe(1);
    expect(test(root)).toBe(0);
    expect(again(root)).toMatchObject({ status: 1, text: expect.stringContaining('No file failed') });
    // A run that breaks off at once.
    writeFiles(root, { 'crash.test.js': 'process.kill(process.ppid, "SIGKILL");' });
    test(root);
    expect(again(root)).toMatchObject({
      status: 1,
      text: expect.stringMatching(/did not run to their end/),
    });
  });

  it('are not taken from a run that never began', () => {
    expect(again(project({}))).toMatchObject({
      status: 1,
      text: expect.stringMatching(/did not run to their end/),
    });
  });
});
