// A feature or a fix owes a test that fails without it; which tests count, and for which reasons.
import { describe, expect, it } from 'vitest';
import { codes, told } from '../evidence.fixture.ts';
import type { Change } from './change.ts';
import { changeWith, row, runs, type Shown, verdictOf } from './change-cases.fixture.ts';
import { redThenGreen } from './red-then-green.ts';

const judge = (rows: Parameters<typeof runs>[0], more: Partial<Change> = {}, shown: Partial<Shown> = {}) =>
  verdictOf(redThenGreen(changeWith(more)), { runs: runs(rows), ...shown });

describe('red-then-green', () => {
  it.each([
    ['a new test that fails on the old code', '..-+', 'met'],
    ['a changed test that fails on the old code', '++-+', 'met'],
    ['a test that was changed with the behaviour', '+--+', 'met'],
    ['a new test of a file that cannot be loaded there', '..!+', 'met'],
    ['a new test that passes there', '..++', 'unmet'],
    ['a new test that is skipped', '..-~', 'unmet'],
    ['a new test that fails everywhere, which tests-green tells', '..--', 'met'],
    ['a test that is gone', '++..', 'unmet'],
  ])('%s: %s is %s', (_, cells, status) => {
    expect(judge([row(cells)]).status).toBe(status);
  });

  it('a test whose text is the same shows nothing new', () => {
    expect(judge([row('++-+', { text: 'same' })]).status).toBe('unmet');
  });

  it('a new test that asserts nothing must fail on the old code by more than a name that is not there', () => {
    const silent = (cells: string, message?: string) =>
      judge([row(cells, { silent: true, ...(message === undefined ? {} : { message }) })]);
    expect(told(silent('..!+'))[0]).toMatch(
      /asserts something of what the change adds, got only tests that pass where it does nothing: "adds"/,
    );
    expect(silent('..-+', 'TypeError: add is not a function').status).toBe('unmet');
    expect(silent('..-+', 'RangeError: Maximum call stack size exceeded').status).toBe('met');
    expect(judge([row('..!+', { silent: true }), row('..-+', { name: 'other' })]).status).toBe('met');
  });

  it('a new test that only asks whether something is there shows nothing, whatever it prints', () => {
    const asks = row('..-+', { asksOnly: true, message: "'undefined' !== 'function'" });
    expect(told(judge([asks]))[0]).toMatch(/expected a new test that asserts something .*: "adds"/);
    expect(judge([asks, row('..-+', { name: 'other' })]).status).toBe('met');
  });

  it('a test that only follows a renaming of the code shows nothing new', () => {
    expect(judge([row('+--+', { text: 'same' })]).status).toBe('unmet');
  });

  it('a fix may make a red test green without changing it; a feature may not', () => {
    const rows = [row('-+-+', { text: 'same' })];
    expect([judge(rows, { kind: 'fix' }).status, judge(rows).status]).toEqual(['met', 'unmet']);
  });

  it('no test at all is told as such', () => {
    expect(told(judge([]))[0]).toMatch(/^TESTS_NOT_RED expected a new or changed test .* got none/);
  });

  it('is not owed by other kinds of work, nor where the gate does not ask for it', () => {
    for (const kind of ['refactor', 'docs', 'tests', 'rename', 'dependencies', 'generated'] as const)
      expect(judge([], { kind }).status).toBe('met');
    expect(judge([], { owesTest: false }).status).toBe('met');
    expect(judge([], { kind: 'fix' }).status).toBe('unmet');
  });

  it('a named test must be the one that fails there', () => {
    const rows = [row('..-+', { name: 'adds' }), row('..++', { name: 'other' })];
    expect(judge(rows, { named: [{ name: 'adds' }] }).status).toBe('met');
    const verdict = judge(rows, { named: [{ name: 'other' }] });
    expect([verdict.status, codes(verdict)[0]]).toEqual(['unmet', 'TESTS_NOT_DISCRIMINATING']);
    expect(codes(judge(rows, { named: [{ name: 'never written' }] }))).toContain('TESTS_NOT_RED');
    expect(judge(rows, { named: [{ file: 'test/add.test.js' }] }).status).toBe('met');
  });

  it('names new tests that prove nothing, without refusing them', () => {
    const verdict = judge([row('..-+'), row('..++', { name: 'idle' }), row('..~~', { name: 'later' })]);
    expect(verdict.status).toBe('met');
    expect(told(verdict)).toEqual([
      expect.stringContaining(
        '(warning) TESTS_NOT_DISCRIMINATING new tests that pass without the change, too: "idle"',
      ),
      expect.stringContaining('(warning) TESTS_SKIPPED new tests that do not run: "later"'),
    ]);
  });

  it('with new packages, a file that cannot be loaded must lack something of the change', () => {
    const files = ['package.json', 'src/add.js', 'test/add.test.js'];
    const rows = [row('..!+')];
    const lacking = (tail: string) => {
      const found = runs(rows);
      return { ...found, runs: { ...found.runs, oldCode: { ...found.runs.oldCode, tail } } };
    };
    expect(judge(rows, {}, { files }).status).toBe('unmet');
    expect(judge(rows, {}, { files, runs: lacking("Cannot find package 'left-pad'") }).status).toBe('unmet');
    expect(judge(rows, {}, { files, runs: lacking("Cannot find module '../src/add.js'") }).status).toBe(
      'met',
    );
    const shown = ['package.json', 'packages/stock/src/index.ts'];
    const unresolved = (name: string) =>
      lacking(`Failed to resolve import "${name}" from "packages/stock/test/stock.test.ts"`);
    expect(judge(rows, {}, { files: shown, runs: unresolved('@acme/stock') }).status).toBe('met');
    expect(judge(rows, {}, { files: shown, runs: unresolved('left-pad') }).status).toBe('unmet');
  });

  it('a run that does not end on the old code is no failed test', () => {
    const found = runs([row('..-+')]);
    const ended = (end: 'timed-out' | 'killed') => ({
      ...found,
      runs: { ...found.runs, oldCode: { ...found.runs.oldCode, end, exit: null } },
    });
    expect(judge([], {}, { runs: ended('timed-out') }).status).toBe('unmet');
    expect(judge([], {}, { runs: ended('killed') }).status).toBe('unproven');
  });

  it('nothing seen is nothing proved', () => {
    expect(verdictOf(redThenGreen(changeWith()), {}).status).toBe('unproven');
    expect(verdictOf(redThenGreen(changeWith({ base: undefined })), {}).status).toBe('unproven');
  });
});
