// A test line that hides its runner: the runner is found by the project's files, tried, and proposed where it names the tests.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith } from '../../../test/fixtures/repository.ts';
import { placeWith } from '../../../test/fixtures/run-on.ts';
import { toConfig } from '../../model/config.ts';
import { type Place, scratchDirectory } from '../../runners/commands/place.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { sealTree } from '../../runners/trees/sealed-tree.ts';
import { gitLine } from '../../std/processes/git.ts';
import { otherLine } from '../calibrate/own-head.ts';
import { loadConfig } from '../project/load-config.ts';
import { adoptTestLine, applyInit, planInit } from './init.ts';
import { tryTests } from './try-tests.ts';
import { lineBehind } from './wrapped-runner.ts';

const packageWith = (more: object): string =>
  JSON.stringify({ scripts: { test: 'wrap test', plain: 'mocha' }, ...more });
const LOCK = (...names: readonly string[]): string =>
  JSON.stringify({ packages: Object.fromEntries(names.map((name) => [`node_modules/${name}`, {}])) });

describe('the runner behind a line is', () => {
  it.each([
    ['the one that the project asks for', { devDependencies: { vitest: '4' } }, {}, 'npx vitest run'],
    ['the one of its lock file', {}, { 'package-lock.json': LOCK('jest', 'jest-util') }, 'npx jest'],
    ['the one of another lock file', {}, { 'pnpm-lock.yaml': 'packages:\n  mocha@11.0.0:\n' }, 'npx mocha'],
    ['the one that is installed', {}, { 'node_modules/.bin/ava': '' }, 'npx ava --tap'],
    [
      'what it asks for before what its lock file has',
      { devDependencies: { mocha: '9' } },
      { 'package-lock.json': LOCK('mocha', 'jest') },
      'npx mocha',
    ],
    ['none of two', { dependencies: { mocha: '9' }, devDependencies: { jest: '9' } }, {}, undefined],
    ['none of none', {}, {}, undefined],
  ])('%s', async (_, more: object, files: Record<string, string>, expected) => {
    const project = repositoryWith({ 'package.json': packageWith(more), ...files });
    expect(await lineBehind(project, 'npm test')).toBe(expected);
  });

  it('not looked for where the line comes to one', async () => {
    const project = repositoryWith({ 'package.json': packageWith({ devDependencies: { mocha: '9' } }) });
    expect(await lineBehind(project, 'npm run plain')).toBeUndefined();
  });
});

/** It writes what the real one would, where it is asked to by Baton. */
const MOCHA = `#!/usr/bin/env node
const { writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const words = process.argv.slice(2);
const tests = [{ ancestorTitles: [], title: 'one', status: 'passed', failureMessages: [] }];
const testResults = [{ name: join(process.cwd(), 'test/a.js'), status: 'passed', message: '', assertionResults: tests }];
const counts = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, success: true };
if (words.includes('--reporter'))
  writeFileSync(
    join(dirname(words[words.indexOf('--reporter') + 1]), 'report.json'),
    JSON.stringify({ numTotalTests: 1, ...counts, testResults }),
  );
`;

const wrapped = async (wrapper: string): Promise<Place> => {
  const place = placeWith({
    'package.json': '{ "scripts": { "test": "node wrap.js" } }',
    'wrap.js': wrapper,
    'test/a.js': "it('one', () => {});\n",
  });
  const bin = join(place.project, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'mocha'), MOCHA);
  chmodSync(join(bin, 'mocha'), 0o755);
  await gitLine(['add', '--force', '--all'], { cwd: place.project });
  return place;
};

describe('a line that names no tests', () => {
  it.each([
    [
      "console.log('1 passing, of 1')\n",
      /^`npm test` names no tests on a clean checkout; `npx mocha`: 1 of 1/,
    ],
    ['process.exit(1)\n', /^`npm test` fails on a clean checkout; `npx mocha`: 1 of 1 tests passed/],
  ])('is tried with the runner behind it, which is proposed: %s', async (wrapper, says) => {
    const place = await wrapped(wrapper);
    const tried = await tryTests(place, toConfig({}, 'npm test'));
    expect(tried).toMatchObject({ fix: 'commands: { test: "npx mocha" }', proposes: 'npx mocha' });
    expect(tried.says).toMatch(says);
  });

  it('stays where the runner behind it runs fewer tests', async () => {
    const place = await wrapped("console.log('Tests  7 passed (7)')\n");
    const tried = await tryTests(place, toConfig({}, 'npm test'));
    expect(tried).toMatchObject({ ok: true });
    expect(tried.proposes).toBeUndefined();
  });

  it('is replaced in the file that init has just made, and in no other', async () => {
    const { project } = await wrapped('');
    const options = {
      project,
      agent: undefined,
      launcher: '/opt/baton/bin/baton.js',
      env: { PATH: '/usr/bin' },
    };
    const changes = await planInit(options);
    await applyInit(project, changes);
    const lines = { from: 'npm test', to: 'npx mocha' };
    expect(await adoptTestLine(project, changes, lines)).toMatchObject({ path: 'baton.yaml' });
    expect((await loadConfig(project, {})).value?.commands.test?.line).toBe('npx mocha');
    const again = await planInit(options);
    expect(await adoptTestLine(project, again, lines)).toBeUndefined();
    expect(readFileSync(join(project, 'baton.yaml'), 'utf8')).toContain('  test: npx mocha\n');
  });

  it('is told by calibrate with the line that was tried on the commit', async () => {
    const place = await wrapped('');
    const refs = 'refs/baton/calibrate';
    const head = await sealTree(await findRepository(place.project), {
      ...{ scratchDirectory: scratchDirectory(place), ref: `${refs}/head` },
    });
    const own = { place, config: toConfig({}, 'npm test'), head, refs };
    const { signal } = new AbortController();
    expect(await otherLine({ ...own, signal }, place.project)).toEqual({
      line: 'npx mocha',
      says: '`npm test` names no tests, `npx mocha` does: 1 of 1 passed on this commit',
    });
  });
});
