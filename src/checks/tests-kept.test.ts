// Tests that were there stay: what is removed, skipped or weakened is named, by text and by report.
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../model/evidence.ts';
import {
  codes,
  command,
  from,
  type Gathered,
  judged,
  ran,
  testChanges,
  testFile,
  to,
  told,
  treeless,
  withoutCases,
} from './evidence.fixture.ts';
import { testsKept } from './tests-kept.ts';

const OLD = ['+a.test.js|sum > adds', '+a.test.js|sum > keeps', '+b.test.js|other'];
const SAME: Required<Omit<Gathered, 'diff'>> = {
  base: ran(OLD),
  mixed: ran(OLD),
  head: ran(OLD),
  changes: testChanges(testFile('a.test.js', { declared: ['adds', 'keeps'] })),
};
const check = (...mayChange: readonly string[]) =>
  testsKept({ command: 'test', base: from, head: to, mayChange: () => mayChange });
const judge = (found: Gathered, ...mayChange: readonly string[]) =>
  judged(check(...mayChange), { ...SAME, ...found });
const file = (more: Parameters<typeof testFile>[1]): Evidence => testChanges(testFile('a.test.js', more));

describe('tests that stay', () => {
  it('pass, with new ones beside them', () => {
    expect(judge({}).status).toBe('met');
    const more = ran([...OLD, '+a.test.js|sum > more']);
    expect(judge({ head: more, mixed: ran([...OLD, '-a.test.js|sum > more']) })).toEqual({
      status: 'met',
      problems: [],
    });
    expect(judge({ changes: testChanges() }).status).toBe('met');
  });

  it.each<[string, Evidence, string]>([
    [
      'removed',
      file({ removed: ['gone'] }),
      'TESTS_REMOVED expected the test "gone" (a.test.js) to stay, it was removed',
    ],
    [
      'skipped',
      file({ skipped: ['adds'] }),
      'TESTS_SKIPPED expected the test "adds" (a.test.js) to run, it is marked as skipped now',
    ],
    [
      'alone',
      file({ only: ['keeps'] }),
      'TESTS_SKIPPED expected all tests to run, "only" on "keeps" (a.test.js) skips the others',
    ],
    [
      'weaker',
      file({ weakened: [{ name: 'adds', before: 3, after: 1 }] }),
      'TESTS_WEAKENED expected at least 3 assertions in "adds" (a.test.js), came 1',
    ],
    [
      'empty',
      file({ weakened: [{ name: 'adds', before: 1, after: 1 }] }),
      'TESTS_WEAKENED expected assertions that can fail in "adds" (a.test.js), came 1 that say nothing',
    ],
    [
      'in a file that is deleted',
      testChanges(testFile('a.test.js', { change: 'deleted' })),
      'TESTS_REMOVED expected the test file a.test.js to stay, it was deleted',
    ],
  ])('are not %s', (_, changes, words) => {
    const verdict = judge({ changes });
    expect([verdict.status, told(verdict)]).toEqual(['unmet', [words]]);
    expect(verdict.problems[0]).toMatchObject({ file: 'a.test.js', hint: expect.any(String) });
    expect(judge({ changes }, 'a.test.js').status).toBe('met');
    expect(judge({ changes }, 'b.test.js', '', 'a', '*').status).toBe('unmet');
  });

  it('are released by their names, written out', () => {
    const changes = file({ skipped: ['adds'], weakened: [{ name: 'keeps', before: 2, after: 1 }] });
    expect(codes(judge({ changes }, 'adds'))).toEqual(['TESTS_WEAKENED']);
    expect(judge({ changes }, 'adds', 'keeps').status).toBe('met');
    expect(codes(judge({ changes }, 'add', 'keep'))).toEqual(['TESTS_SKIPPED', 'TESTS_WEAKENED']);
  });
});

describe('the reports', () => {
  it('show what the text of the files does not: skipped and gone at run time', () => {
    const head = ran(['~a.test.js|sum > adds', '+b.test.js|other', '+b.test.js|x', '+b.test.js|y']);
    expect(told(judge({ head }))).toEqual([
      'TESTS_SKIPPED expected the test "sum > adds" (a.test.js) to pass as before, it is skipped now',
      'TESTS_REMOVED expected the test "sum > keeps" (a.test.js) to pass as before, it does not run any more',
    ]);
    expect(judge({ head }, 'sum > adds', 'keeps').status).toBe('met');
  });

  it('do not say again what the text has said', () => {
    const head = ran(['~a.test.js|sum > adds', '+a.test.js|sum > keeps']);
    const changes = testChanges(
      testFile('a.test.js', { skipped: ['adds'] }),
      testFile('b.test.js', { removed: ['other'] }),
    );
    expect(codes(judge({ head, changes }))).toEqual(['TESTS_SKIPPED', 'TESTS_REMOVED']);
  });

  it('are compared by numbers where they have no names, less what is released', () => {
    const [base, head] = [withoutCases(ran(OLD)), withoutCases(ran(OLD.slice(1)))];
    expect(told(judge({ base, head }))).toEqual([
      'TESTS_REMOVED expected at least 3 tests to pass (3 passed before, 0 are released), 2 pass now',
    ]);
    const changes = file({ removed: ['adds'] });
    expect(judge({ base, head, changes }, 'adds').status).toBe('met');
    expect(codes(judge({ base, head: withoutCases(ran(OLD.slice(2))), changes }, 'adds'))).toEqual([
      'TESTS_REMOVED',
    ]);
  });

  it('are unproven when they do not say what passed', () => {
    expect(judge({ head: command() }).status).toBe('unproven');
    expect(judge({ base: command() }).status).toBe('unproven');
    // A suite that was broken before has nothing to lose.
    expect(judge({ base: command({ exit: 1 }) }).status).toBe('met');
  });
});

describe('a renamed test', () => {
  const RENAMED = ['+a.test.js|sum > adds up', '+a.test.js|sum > keeps', '+b.test.js|other'];
  const changes = file({ declared: ['adds up', 'keeps'], removed: ['adds'] });

  it('is told, and passes, when as many pass in its file before and after', () => {
    const verdict = judge({ changes, mixed: ran(RENAMED), head: ran(RENAMED) });
    expect(verdict.status).toBe('met');
    expect(told(verdict)).toEqual([
      '(warning) TESTS_REMOVED the test "sum > adds" (a.test.js) is gone; as many others that pass before and after are in its file now, so it is taken as renamed',
    ]);
  });

  it.each<[string, Gathered]>([
    [
      'the other one fails on the code before: it is a new test',
      { mixed: ran(['-a.test.js|sum > adds up', ...RENAMED.slice(1)]) },
    ],
    ['nobody ran the new tests on the code before', { mixed: { kind: 'unavailable', cause: 'no room' } }],
    ['fewer pass than before', { head: ran(RENAMED.slice(0, 2)) }],
    ['the other one is in another file', { head: ran(['+b.test.js|sum > adds up', ...RENAMED.slice(1)]) }],
    ['it is skipped beside a new one', { head: ran([...RENAMED, '~a.test.js|sum > adds']) }],
    [
      'a test of the file is weaker',
      { changes: file({ removed: ['adds'], weakened: [{ name: 'keeps', before: 2, after: 1 }] }) },
    ],
  ])('is gone when %s', (_, found) => {
    expect(judge({ changes, mixed: ran(RENAMED), head: ran(RENAMED), ...found }).status).toBe('unmet');
  });

  it('is gone when a test of the file is weaker, even one that is released', () => {
    const weaker = file({ removed: ['adds'], weakened: [{ name: 'keeps', before: 2, after: 1 }] });
    const found = { changes: weaker, mixed: ran(RENAMED), head: ran(RENAMED) };
    expect(codes(judge(found, 'keeps'))).toEqual(['TESTS_REMOVED']);
    expect(judge(found, 'keeps').status).toBe('unmet');
  });

  it('keeps its name in a renamed file', () => {
    const moved = OLD.map((name) => name.replace('a.test.js', 'c.test.js'));
    const changes = testChanges(testFile('c.test.js', { was: 'a.test.js', declared: ['adds', 'keeps'] }));
    expect(judge({ changes, mixed: ran(moved), head: ran(moved) })).toEqual({ status: 'met', problems: [] });
  });

  it('is told when it is written elsewhere and still passes', () => {
    const verdict = judge({ changes: file({ removed: ['adds'] }) });
    expect([verdict.status, told(verdict)[0]]).toEqual([
      'met',
      expect.stringContaining('one of this name still passes'),
    ]);
  });
});

describe('without evidence', () => {
  it.each(['base', 'head', 'changes'] as const)('of %s it is unproven', (piece) => {
    expect(judged(check(), { ...SAME, [piece]: undefined }).status).toBe('unproven');
    expect(judged(check(), { ...SAME, [piece]: { kind: 'changes', files: [] } }).status).toBe('unproven');
  });

  it('of trees it is unproven', () => {
    expect(check().needs(treeless)).toEqual([]);
    expect(judged(check(), SAME, treeless).status).toBe('unproven');
  });
});
