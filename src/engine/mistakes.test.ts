// The same mistake is known again, whatever else differs; other mistakes are told apart.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Problem, problem } from '../model/problem.ts';
import { countMistakes, nextAfter, signatureOf, tallied } from './mistakes.ts';

const stated = (message: string, more: Partial<Problem> = {}): string =>
  signatureOf(problem('FIELD_INVALID', message, more), false);
const measured = (message: string, more: Partial<Problem> = {}): string =>
  signatureOf(problem('TESTS_FAILED', message, more), true);

describe('the signature of a problem', () => {
  it.each([
    ['a number', 'expected 3 tasks', 'expected 17 tasks'],
    ['a duration', 'it took 12.5 s', 'it took 3.01 s'],
    ['a digest', 'tree 4b825dc642cb6eb9 differs', 'tree 0123456789abcdef differs'],
    ['a temporary path', 'cannot read /tmp/baton-a1/x.txt here', 'cannot read /var/folders/z/T/y.txt here'],
    ['quoted text', 'title: "Improve things" is vague', 'title: “Do better” is vague'],
    ['quoted text with quotes in it', 'title: "a \\"b\\" c" is vague', 'title: `x` is vague'],
    ['what was handed in', 'expected a text, got nothing', 'expected a text, got a list; it is "fine"'],
    ['blanks and lines', 'expected  a text', 'expected a\ttext\nsecond line'],
  ])('does not change with %s', (_, one, other) => {
    expect(stated(one)).toBe(stated(other));
  });

  it('does not change with the line, the hint, or the place in a list', () => {
    expect(stated('x', { line: 3, column: 1, hint: 'a', field: 'tasks.0.title' })).toBe(
      stated('x', { line: 9, hint: 'b', field: 'tasks.12.title' }),
    );
  });

  it('of a measurement does not change with what a program prints', () => {
    expect(measured('adds: 3 !== 4', { file: 'a.test.js' })).toBe(
      measured('adds: I could not do it, sorry', { file: 'a.test.js' }),
    );
    expect(measured('whatever', { test: 'adds' })).toBe(measured('excuses', { test: 'adds' }));
    expect(measured('adds: x')).not.toBe(measured('subtracts: x'));
  });

  it('changes with the code, the file, the field, the test and the rest of the message', () => {
    const all = [
      signatureOf(problem('FIELD_MISSING', 'expected a text'), false),
      stated('expected a text'),
      stated('expected a number'),
      stated('expected a text', { file: 'a.yaml' }),
      stated('expected a text', { file: 'T001.yaml' }),
      stated('expected a text', { file: 'T002.yaml' }),
      stated('expected a text', { field: 'title' }),
      stated('expected a text', { field: 'goal' }),
      stated('expected a text', { test: 'adds 2' }),
      stated('expected a text', { test: 'adds 3' }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('does not change with any excuse in quotes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const said = (text: string) => stated(`${JSON.stringify(text)} is no reason`);
        expect(said(one)).toBe(said(other));
      }),
    );
  });

  it('takes no time with any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', "'", '`', '\\', '/tmp/', '1', 'a', ' ') }),
        (text) => {
          expect(stated(text.repeat(100))).toMatch(/^FIELD_INVALID\/[0-9a-f]{16}$/);
        },
      ),
    );
  });
});

describe('mistakes', () => {
  const fault = (clause: string, ...names: readonly string[]) => ({
    ...{ clause, measured: false },
    problems: names.map((name) => problem('FIELD_INVALID', 'wrong', { field: name })),
  });
  const times = (faults: readonly ReturnType<typeof fault>[][]): number[][] => {
    let tally = {};
    return faults.map((one) => {
      const counted = countMistakes(one, tally);
      tally = tallied(tally, {
        ...{ status: 'unmet', clauses: [], blame: 'sender', problems: [], evidence: [] },
        ...counted,
      });
      return counted.mistakes.map((made) => made.times);
    });
  };

  it('are counted by clause and problem, also when others come and go beside them', () => {
    expect(times([[fault('a', 'x')], [fault('a', 'x', 'y')], [fault('a', 'z', 'x')]])).toEqual([
      ...[[1], [2, 1], [3, 1]],
    ]);
    expect(times([[fault('a', 'x')], [fault('b', 'x')]])).toEqual([[1], [1]]);
  });

  it('count from one again when less is wrong than in each rejection with them before', () => {
    expect(times([[fault('a', 'x', 'y', 'z')], [fault('a', 'x', 'y')], [fault('a', 'x')]])).toEqual([
      ...[[1, 1, 1], [1, 1], [1]],
    ]);
    expect(
      times([[fault('a', 'x', 'y')], [fault('a', 'x')], [fault('a', 'x', 'y')], [fault('a', 'x')]]),
    ).toEqual([[1, 1], [1], [2, 2], [3]]);
  });

  it('of another stage do not make a longer list look like a step back', () => {
    const stages = [
      [fault('form', 'f')],
      [fault('t', 'p', 'q', 'r')],
      [fault('t', 'p', 'q')],
      [fault('t', 'p')],
    ];
    expect(times(stages)).toEqual([[1], [1, 1, 1], [1, 1], [1]]);
  });

  it('weigh what a number is off by', () => {
    const low = (off: number) => [
      { clause: 'c', measured: true, problems: [problem('COVERAGE_TOO_LOW', 'low', { off })] },
    ];
    expect(times([low(30), low(20), low(10)])).toEqual([[1], [1], [1]]);
    expect(times([low(10), low(20), low(10)])).toEqual([[1], [2], [3]]);
  });

  it('lead to a fresh session when they are made again, and then to a person', () => {
    const made = (count: number) => [{ clause: 'a', problem: 'b', says: 'c', times: count }];
    expect([0, 1, 2, 3, 4].map((count) => nextAfter(made(count)))).toEqual([
      ...[undefined, undefined, 'fresh-session', 'person', 'person'],
    ]);
  });

  it('of a clause without a problem are mistakes, too', () => {
    expect(countMistakes([{ clause: 'a', measured: false, problems: [] }], {}).mistakes).toMatchObject([
      { clause: 'a', times: 1 },
    ]);
  });
});
