// A head that is red by itself, or where nothing runs, is no refusal of a gate. Real projects, real runs.
import { expect, it } from 'vitest';
import { placeWith } from '../../../test/fixtures/run-on.ts';
import { toConfig } from '../../model/config.ts';
import { scratchDirectory } from '../../runners/commands/place.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { sealTree } from '../../runners/trees/sealed-tree.ts';
import { outsideCell, outsideOf, ownHead } from './own-head.ts';
import type { Said } from './said.ts';

const saidBy = (...clauses: readonly string[]): Said => ({
  status: 'unmet',
  refused: clauses.map((clause) => ({ clause, status: 'unmet', code: 'TESTS_FAILED', message: 'no' })),
  judged: [...clauses],
  tests: [],
});

const headOf = async (files: Record<string, string>, commands: Record<string, string>) => {
  const place = placeWith(files);
  const refs = 'refs/baton/calibrate';
  const head = await sealTree(await findRepository(place.project), {
    ...{ scratchDirectory: scratchDirectory(place), ref: `${refs}/head` },
  });
  const config = toConfig({ commands }, 'node --test');
  return ownHead({ place, config, head, refs, signal: new AbortController().signal });
};

const TEST = "const assert = require('node:assert');\nrequire('node:test')('adds', () => assert.equal(1, ";
const GREEN = { 'a.test.js': `${TEST}1));\n` };
const RED = { 'a.test.js': `${TEST}2));\n` };

it('a head whose own tests fail is red by itself, whatever else the gate says', async () => {
  const own = await headOf(RED, { test: 'node --test' });
  const found = await own(saidBy('tests-hold', 'tests-green'));
  expect(found).toMatchObject({ kind: 'red', command: 'test' });
  expect(found?.says).toMatch(/^`node --test` ended with 1: adds: /);
  // Tests that the gate forgives are not the cause of another refusal.
  expect(await own(saidBy('tests-hold'))).toBeUndefined();
});

it('a head that passes by itself is refused by the gate', async () => {
  const own = await headOf(GREEN, { test: 'node --test' });
  expect(await own(saidBy('tests-green'))).toBeUndefined();
});

it.each([
  ['no test was collected', { 'a.js': '' }, 'node --test'],
  ['the command cannot start', GREEN, 'no-such-program'],
  ['nothing can be loaded', { 'a.py': '' }, 'node no-such-file.js'],
])('nothing runs where %s', async (_, files: Record<string, string>, test) => {
  const own = await headOf(files, { test });
  const found = await own(saidBy('tests-green'));
  expect(found).toMatchObject({ kind: 'nothing', command: 'test' });
  expect(found === undefined ? '' : outsideCell(found)).toBe('nothing runs here');
});

it('a head whose own lint fails is red by its lint', async () => {
  const own = await headOf(GREEN, { test: 'node --test', lint: 'echo bad; exit 3' });
  const found = await own(saidBy('lint-green'));
  expect(found).toEqual({ kind: 'red', command: 'lint', says: '`echo bad; exit 3` ended with 3: bad' });
  expect(found === undefined ? '' : outsideCell(found)).toBe('its own lint is red');
});

it('a command that ends with 0 and names no test is refused by a rule of Baton alone', () => {
  const printed = { line: 'make test', exit: 0, tests: null, tail: '', durationMs: 1 };
  expect(outsideOf('test', { ...printed, kind: 'command', end: 'exited', sandbox: 'none' })).toBeUndefined();
});

it('a head that is red because something is not installed names that, and the line that installs it', () => {
  const tail = 'E   importlib.metadata.PackageNotFoundError: No package metadata was found for sums\n';
  const failures = [{ name: 'test_version', message: 'PackageNotFoundError' }];
  const tests = { total: 2, passed: 1, failed: 1, skipped: 0, failures };
  const printed = { line: 'pytest', exit: 1, tests, tail, durationMs: 1 };
  const found = outsideOf('test', { ...printed, kind: 'command', end: 'exited', sandbox: 'none' });
  expect(found).toMatchObject({
    kind: 'red',
    says: '`pytest` ended with 1: test_version: PackageNotFoundError',
  });
  expect(found?.hint).toMatch(/^sums .*not installed.*commands: \{ prepare: /);
});
