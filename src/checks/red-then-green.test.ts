// RED and GREEN are facts about trees: what discriminates passes, what fails for another reason does not.
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../model/evidence.ts';
import { NAMED_TESTS_MAX } from '../model/limits.ts';
import {
  change,
  codes,
  command,
  diff,
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
import { type NamedTest, redThenGreen } from './red-then-green.ts';

const check = (...named: readonly NamedTest[]) =>
  redThenGreen({ command: 'test', base: from, head: to, named: () => named });

const OLD = ['+a.test.js|sum > keeps', '+b.test.js|other'];
/** A new test in a file that was there, for a change of src/sum.js. */
const HONEST: Required<Gathered> = {
  base: ran(OLD),
  mixed: ran([...OLD, '-a.test.js|sum > adds']),
  head: ran([...OLD, '+a.test.js|sum > adds']),
  changes: testChanges(testFile('a.test.js', { declared: ['keeps', 'adds'] })),
  diff: diff('src/sum.js', 'a.test.js'),
};
const judge = (found: Gathered, ...named: readonly NamedTest[]) =>
  judged(check(...named), { ...HONEST, ...found });

describe('red, then green', () => {
  it('asks for three runs and for what was changed', () => {
    const needs = check().needs({ start: 'git-tree:a', digest: () => 'git-tree:b' } as never);
    expect(needs.map((need) => need.kind)).toEqual(['command', 'command', 'command', 'test-changes', 'diff']);
    expect(needs[1]).toMatchObject({ tree: 'git-tree:a', testsOf: 'git-tree:b' });
  });

  it.each<[string, readonly NamedTest[]]>([
    ['nothing', []],
    ['the file', [{ file: 'a.test.js' }]],
    ['the full name', [{ name: 'sum > adds' }]],
    ['the last part', [{ name: 'adds' }]],
    ['a part of the name', [{ name: 'um > ad' }]],
    ['file and name', [{ file: './a.test.js', name: 'adds' }]],
    ['blank entries', [{}, { file: ' ', name: '' }]],
  ])('passes when the sender names %s', (_, named) => {
    expect(judge({}, ...named)).toEqual({ status: 'met', problems: [] });
  });

  it('passes by numbers where reports name failures only', () => {
    const found = {
      base: withoutCases(HONEST.base as never),
      mixed: withoutCases(HONEST.mixed as never),
      head: withoutCases(HONEST.head as never),
    };
    expect(judge(found, { name: 'adds' }).status).toBe('met');
    const fewer = withoutCases(ran(OLD));
    expect(told(judge({ ...found, head: fewer }))).toEqual([
      'TESTS_FAILED expected at least 3 tests to pass (2 passed on the code before, 1 failed there), 2 pass',
    ]);
  });

  it('is not asked of work that is exempt, and is asked when nobody says so', () => {
    const asks = (needed: boolean | undefined) =>
      redThenGreen({ command: 'test', base: from, head: to, named: () => [], needed: () => needed });
    expect(judged(asks(false), {}).status).toBe('met');
    expect(asks(false).needs(treeless)).toEqual([]);
    expect(judged(asks(undefined), {}).status).toBe('unproven');
  });

  it('refuses by name a test that passes on the code before', () => {
    const mixed = ran([...OLD, '-a.test.js|sum > adds', '+a.test.js|sum > adds nothing']);
    const head = ran([...OLD, '+a.test.js|sum > adds', '+a.test.js|sum > adds nothing']);
    const verdict = judge({ mixed, head }, { name: 'adds' }, { file: 'a.test.js', name: 'adds nothing' });
    expect(verdict.status).toBe('unmet');
    expect(told(verdict)).toEqual([
      'TESTS_NOT_DISCRIMINATING expected "adds nothing" (a.test.js) to fail on the code before, it passes there: it does not discriminate',
    ]);
  });

  it('says so too when nothing fails on the code before', () => {
    const verdict = judge({ mixed: ran([...OLD, '+a.test.js|sum > adds']) }, { name: 'adds' });
    expect(codes(verdict)).toEqual(['TESTS_NOT_DISCRIMINATING', 'TESTS_NOT_RED']);
  });

  it('takes the close name before a loose one', () => {
    const mixed = ran([...OLD, '-a.test.js|adds two', '+a.test.js|adds']);
    expect(codes(judge({ mixed }, { name: 'adds' }))).toContain('TESTS_NOT_DISCRIMINATING');
  });

  it('refuses a test that nobody has seen', () => {
    const verdict = judge({}, { name: 'subtracts' });
    expect(told(verdict)[0]).toBe(
      'TESTS_NOT_RED expected "subtracts" to fail on the code before, it was not seen to fail there',
    );
    expect(codes(judge({}, { file: 'c.test.js' }))).toEqual(['TESTS_NOT_RED']);
  });
});

describe('no red is', () => {
  const noRed = (mixed: Evidence, words: string, status = 'unmet'): void => {
    const verdict = judge({ mixed });
    expect([verdict.status, told(verdict).join('\n')]).toEqual([status, expect.stringContaining(words)]);
  };

  it('a failure in a test file that did not change', () =>
    noRed(
      ran(['+a.test.js|sum > keeps', '-b.test.js|other']),
      '"other" (b.test.js) failed, which did not change',
    ));

  it('a named test that fails, in a file that did not change', () => {
    const mixed = ran(['+a.test.js|sum > keeps', '-b.test.js|other', '-a.test.js|sum > adds']);
    expect(told(judge({ mixed }, { name: 'other' }))[0]).toContain(
      '"other" (b.test.js) failed, which did not change',
    );
  });

  it('a run that timed out, ran out of memory or printed too much', () => {
    for (const end of ['timed-out', 'out-of-memory', 'too-much-output'] as const)
      noRed(command({ end, exit: null }), 'is no failed test');
  });

  it('a run that was killed, which proves nothing at all', () =>
    noRed(command({ end: 'killed', exit: null }), 'was killed', 'unproven'));

  it('an error outside of any test', () =>
    noRed(
      command({ exit: 1, tail: 'SyntaxError in setup' }),
      'ended with 1 outside of any test\nSyntaxError in setup',
    ));

  it('a failure that nobody can name', () =>
    noRed(
      command({ exit: 1, tests: { total: 3, passed: 2, failed: 1, skipped: 0, failures: [] } }),
      'does not name the 1 tests that failed',
      'unproven',
    ));

  it('a pass', () =>
    noRed(ran([...OLD, '+a.test.js|sum > adds']), 'to fail on the code before with the new tests'));

  it('a change without any test file, or with one that was only moved', () => {
    expect(told(judge({ changes: testChanges() }))[0]).toContain('no test file differs');
    const moved = change('a.test.js', { change: 'renamed', was: 'z.test.js', added: 0, removed: 0 });
    expect(told(judge({ diff: diff('src/sum.js', moved) }))[0]).toContain('no test file differs');
  });
});

describe('a test file that cannot be loaded on the code before', () => {
  const NEW = testChanges(testFile('test/new.test.js', { change: 'added', declared: ['starts'] }));
  const brings = diff(
    change('src/new.js', { change: 'added' }),
    change('test/new.test.js', { change: 'added' }),
  );
  const mixedWith = (message: string, tail = '') => {
    const run = ran([...OLD, '-test/new.test.js|test/new.test.js'], { tail });
    return { ...run, tests: { ...run.tests!, failures: [{ name: 'test/new.test.js', message }] } };
  };
  const found = (message: string, tail?: string) => ({
    changes: NEW,
    diff: brings,
    mixed: mixedWith(message, tail),
    head: ran([...OLD, '+test/new.test.js|starts']),
  });

  it.each([
    ["Cannot find module '../src/new.js' imported from test/new.test.js", ''],
    ["ModuleNotFoundError: No module named 'new'", ''],
    ['test failed', "Error: Cannot find module '/tmp/x/src/new.js'\n  at x"],
    ["The requested module '../src/new.js' does not provide an export named 'start'", ''],
  ])('counts when a file of the change is what it lacks: %s %s', (message, tail) => {
    for (const named of [[], [{ name: 'starts' }], [{ file: 'test/new.test.js', name: 'starts' }]]) {
      const verdict = judge(found(message, tail), ...named);
      expect([verdict.status, verdict.problems.map((p) => [p.severity, p.code])]).toEqual([
        'met',
        [['warning', 'TESTS_NOT_RED']],
      ]);
    }
  });

  it.each([
    ["Cannot find package 'left-pad' imported from test/new.test.js", ''],
    ['SyntaxError: Unexpected token', 'at test/new.test.js:3'],
    ["Cannot find module './newer.js'", ''],
  ])('does not count when it fails for another reason: %s', (message, tail) => {
    const verdict = judge(found(message, tail));
    expect(verdict.status).toBe('unmet');
    expect(told(verdict)[0]).toContain('test/new.test.js could not be loaded there');
  });

  it('is told by the test that was named, where reports have no files and the text no names', () => {
    const message = "Cannot find module '../src/new.js'";
    const silent = testChanges(testFile('test/new.test.js', { change: 'added', declared: [] }));
    const seen = { ...found(message), changes: silent, head: ran([...OLD, '+starts']) };
    const named = { file: 'test/new.test.js', name: 'starts' };
    expect(judge(seen, named).status).toBe('met');
    expect(judge(seen).status).toBe('unmet');
    const passing = ran([...OLD, '+starts', '-test/new.test.js|test/new.test.js']);
    const mixed = {
      ...passing,
      tests: { ...passing.tests!, failures: [{ name: 'test/new.test.js', message }] },
    };
    expect(judge({ ...seen, mixed }, named).status).toBe('unmet');
  });

  it('still has to show tests that pass on what is handed in', () => {
    const verdict = judge({ ...found("No module named 'new'"), head: ran(OLD) });
    expect(codes(verdict)).toContain('TESTS_FAILED');
    const named = judge(found("No module named 'new'"), { file: 'test/new.test.js', name: 'ends' });
    expect(told(named)).toContain(
      'TESTS_FAILED expected "ends" (test/new.test.js) to pass on what is handed in, it was not seen to pass',
    );
  });
});

describe('green', () => {
  it('needs every red test to be seen to pass, by name', () => {
    for (const names of [OLD, [...OLD, '~a.test.js|sum > adds'], [...OLD, '+b.test.js|sum > adds', '+x']])
      expect(told(judge({ head: ran(names) }))).toContain(
        'TESTS_FAILED expected "sum > adds" (a.test.js) to pass on what is handed in, it was not seen to pass',
      );
  });

  it('needs all tests to pass', () => {
    const verdict = judge({
      head: ran(['-a.test.js|sum > keeps', '+b.test.js|other', '+a.test.js|sum > adds']),
    });
    expect(verdict.status).toBe('unmet');
    expect(told(verdict)[0]).toBe('TESTS_FAILED sum > keeps: not equal');
  });

  it('keeps the guards: what passed before passes now, by name', () => {
    const head = ran(['+a.test.js|sum > adds', '+b.test.js|other', '+b.test.js|one more']);
    expect(told(judge({ head }))).toEqual([
      'TESTS_REMOVED expected the 2 tests that passed before to pass, 1 were not seen to: "sum > keeps" (a.test.js)',
    ]);
    const released = redThenGreen({
      ...{ command: 'test', base: from, head: to, named: () => [], mayChange: () => ['sum > keeps'] },
    });
    expect(judged(released, { ...HONEST, head }).status).toBe('met');
  });

  it('does not take the new test for the one that is gone', () => {
    // One test less and one more: the numbers are the same.
    const [mixed, head] = [['-a.test.js|sum > adds'], ['+a.test.js|sum > adds']];
    const other = '+b.test.js|other';
    expect(codes(judge({ mixed: ran([other, ...mixed]), head: ran([other, ...head]) }))).toEqual([
      'TESTS_REMOVED',
    ]);
  });
});

describe('runs that prove nothing', () => {
  it('are refused when the command cannot fail, on any of the trees', () => {
    for (const piece of ['base', 'mixed', 'head'] as const) {
      const verdict = judge({
        [piece]: { ...HONEST[piece], cannotFail: '`true` always ends with 0' } as Evidence,
      });
      expect([verdict.status, codes(verdict)]).toEqual(['unmet', ['TESTS_CANNOT_FAIL']]);
    }
  });

  it('let a project without tests get its first', () => {
    const base = ran([], { cannotFail: 'no test was found' });
    const found = { mixed: ran(['-a.test.js|adds']), head: ran(['+a.test.js|adds']) };
    expect(judge({ base, ...found }).status).toBe('met');
  });

  it.each(['base', 'mixed', 'head', 'changes', 'diff'] as const)('are unproven without %s', (piece) => {
    for (const gone of [undefined, { kind: 'unavailable', cause: 'no room', hint: 'make room' } as const]) {
      const { status, problems } = judged(check(), { ...HONEST, [piece]: gone });
      expect([status, problems.map(({ code }) => code)]).toEqual(['unproven', ['EVIDENCE_UNAVAILABLE']]);
      if (gone !== undefined) expect(problems[0]).toMatchObject({ hint: 'make room' });
    }
  });

  it('are unproven without trees', () => {
    expect(check().needs(treeless)).toEqual([]);
    expect(judged(check(), HONEST, treeless).status).toBe('unproven');
  });

  it('are not looked through for more names than the limit', () => {
    const named = Array.from({ length: NAMED_TESTS_MAX + 1 }, () => ({ name: 'adds' }));
    expect(codes(judge({}, ...named))).toEqual(['LIMIT_REACHED']);
  });
});
