// The Stop hook where a test fails now and then: it is run once more, and only what the change does not touch is excused.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hooked, testText } from '../../../test/fixtures/hooked-project.ts';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { openPath } from '../../../test/fixtures/run-on.ts';

/** It fails on the new code as long as files are left, and takes one away each time; not where tests were added to it. */
const unsteady = (times: number) => {
  const folder = join(temporaryFolder(), 'left');
  mkdirSync(folder);
  for (let at = 0; at < times; at += 1) writeFileSync(join(folder, `${at}`), '');
  const line = `const fs = require('node:fs'); const left = fs.readdirSync('${folder}');
  const isWhole = fs.readFileSync(__filename, 'utf8').endsWith('// The end.\\n');
  if (isWhole && require('./code.js').isNew && left.length > 0) {
    fs.rmSync('${folder}/' + left[0]);
    assert.fail('by chance');
  }`;
  return { left: () => readdirSync(folder).length, text: `${testText('steady?', line)}// The end.\n` };
};

const FILES = { 'code.js': 'exports.isNew = false;\n', 'other.test.js': testText('other', '') };
const CHANGED = { 'code.js': 'exports.isNew = true;\n' };

const stopAfter = async (before: Record<string, string>, after: Record<string, string>) => {
  const project = repositoryWith(before);
  const hook = hooked(project, { PATH: openPath() });
  await hook.start();
  writeFiles(project, after);
  return hook.stop();
};

it('lets a change go whose untouched test fails once, and says so', async () => {
  const { text, left } = unsteady(1);
  const answer = await stopAfter({ ...FILES, 'a.test.js': text }, CHANGED);
  expect(answer.decision).toBeUndefined();
  expect(answer.systemMessage).toContain('proven');
  expect(answer.systemMessage).toContain('was run twice; failed in one run alone: steady?');
  expect(left()).toBe(0);
});

it('holds one whose untouched test fails the second time too', async () => {
  const { text, left } = unsteady(2);
  const answer = await stopAfter({ ...FILES, 'a.test.js': text }, CHANGED);
  expect(answer.decision).toBe('block');
  expect(answer.reason).toContain('by chance');
  expect(left()).toBe(0);
});

it.each([
  ['new', FILES],
  ['changed', { ...FILES, 'a.test.js': testText('steady?', 'assert.ok(true)') }],
])('holds one whose %s test fails once', async (_, before) => {
  const { text, left } = unsteady(1);
  const answer = await stopAfter(before, { ...CHANGED, 'a.test.js': text });
  expect(answer.decision).toBe('block');
  expect(left()).toBe(0);
});
