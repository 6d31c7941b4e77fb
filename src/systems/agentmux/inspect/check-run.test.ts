import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { problemSchema } from '../../../model/problem.ts';
import { expectProblems, told } from './check-cases.fixture.ts';
import { checkRun, isReadInRun, isRunDirectory } from './check-run.ts';
import { goldenRun, soundRun } from './run.fixture.ts';

describe('the run of the reference system', () => {
  it('has these defects, each named once', () => {
    expectProblems(goldenRun(), [
      ['warning', 'FIELD_MISSING', '04_planning/plan.yaml review_strategy 1', 'review_strategy is not there'],
      [
        'warning',
        'RUN_INCONSISTENT',
        '06_implementation/done_2',
        'done_2, done_3 missing: the fix round deleted',
      ],
      [
        'warning',
        'FIELD_MISSING',
        '08_completion/approval.json commit_message',
        'reviewer_logic, reviewer_quality suggested one',
      ],
      [
        'warning',
        'FIELD_INVALID',
        'created_files.log 8',
        'tool_event_state.json.tmp: a temporary file was logged',
      ],
      ['error', 'RUN_INCONSISTENT', 'state.json phase 4', 'the run never says that it ended'],
      [
        'error',
        'RUN_INCONSISTENT',
        'state.json active_reviews.reviewer_logic 29',
        'reviewer_logic is pending, reviewer_quality is pending in active_reviews',
      ],
    ]);
  });

  it('has none when these are fixed', () => {
    expect(told(checkRun(soundRun()))).toEqual([]);
  });

  it('has a hint for each problem', () => {
    expect(checkRun(goldenRun()).filter(({ hint }) => hint === undefined)).toEqual([]);
  });
});

describe('a directory', () => {
  it.each([
    [['state.json', 'requirements.md', 'context.md'], true],
    [['04_planning/plan.yaml'], true],
    [['state.json'], false],
    [['src/04_planning/x'], false],
    [['plan.yaml', 'request.md', 'journal/00000001.jsonl'], false],
    [[], false],
  ])('with %j', (names, expected) => {
    expect(isRunDirectory(names)).toBe(expected);
  });

  it('is read where something is to be checked, and nowhere else', () => {
    expect([...goldenRun().keys()].filter((name) => !isReadInRun(name))).toEqual([
      '03_research/code-auth-flow/detail.md',
    ]);
    for (const name of [
      'orchestrator.log',
      'debug.log',
      'journal/1.jsonl',
      '06_implementation/coder_prompt_1.md',
      'x/state.json',
    ])
      expect(isReadInRun(name)).toBe(false);
  });

  it('with nothing in it has one problem', () => {
    expectProblems(new Map(), [['error', 'FILE_MISSING', 'state.json', 'expected state.json']]);
  });
});

describe('a run whose files are mangled', () => {
  const names = [...goldenRun().keys()];
  const mangle = fc.record({
    file: fc.constantFrom(...names),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    how: fc.oneof(
      fc.constant({ kind: 'delete' as const }),
      fc.constant({ kind: 'cut' as const }),
      fc.record({ kind: fc.constant('flip' as const), with: fc.integer({ min: 0, max: 0xffff }) }),
      fc.record({ kind: fc.constant('insert' as const), text: fc.string({ unit: 'binary', maxLength: 40 }) }),
      fc.record({ kind: fc.constant('replace' as const), text: fc.oneof(fc.json(), fc.string()) }),
      fc.record({ kind: fc.constant('value' as const), json: fc.jsonValue(), key: fc.nat() }),
    ),
  });
  type Mangle = typeof mangle extends fc.Arbitrary<infer T> ? T : never;

  /** Another value, of whatever type, for one key of a JSON file. */
  const withValue = (text: string, key: number, value: unknown): string => {
    try {
      const object = JSON.parse(text) as Record<string, unknown>;
      const keys = Object.keys(object);
      object[keys[key % keys.length] ?? 'phase'] = value;
      return JSON.stringify(object, null, 2);
    } catch {
      return JSON.stringify(value);
    }
  };

  const mangled = (text: string, { at, how }: Mangle): string | undefined => {
    const offset = Math.floor(at * text.length);
    if (how.kind === 'delete') return undefined;
    if (how.kind === 'cut') return text.slice(0, offset);
    if (how.kind === 'flip')
      return text.slice(0, offset) + String.fromCharCode(how.with) + text.slice(offset + 1);
    if (how.kind === 'insert') return text.slice(0, offset) + how.text + text.slice(offset);
    if (how.kind === 'replace') return how.text;
    return withValue(text, how.key, how.json);
  };

  it('is described, never a crash', () => {
    fc.assert(
      fc.property(fc.array(mangle, { minLength: 1, maxLength: 6 }), (changes) => {
        const run = soundRun();
        for (const change of changes) {
          const text = mangled(run.get(change.file) ?? '', change);
          if (text === undefined) run.delete(change.file);
          else run.set(change.file, text);
        }
        const problems = checkRun(run);
        for (const found of problems)
          expect(problemSchema.safeParse(found).success, JSON.stringify(found)).toBe(true);
        expect(problems.length).toBeLessThanOrEqual(PROBLEMS_MAX + 1);
      }),
      { numRuns: 500 },
    );
  });

  it('is described when every value of state.json has another type', () => {
    const keys = Object.keys(JSON.parse(goldenRun().get('state.json')!) as object);
    const state = fc.dictionary(fc.constantFrom(...keys, 'web_research_tasks', '__proto__'), fc.jsonValue());
    fc.assert(
      fc.property(state, (value) => {
        const run = soundRun();
        run.set('state.json', JSON.stringify(value));
        expect(() => checkRun(run)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it('has bounded problems, and says how many are not listed', () => {
    const run = soundRun();
    run.set('created_files.log', 'oops\n'.repeat(100_000));
    run.set('04_planning/plan.md', 'x\n'.repeat(100_000));
    for (let index = 10; index < 10 + PROBLEMS_MAX + 5; index += 1)
      run.set(`06_implementation/done_${index}`, '');
    const problems = checkRun(run);
    expect(problems).toHaveLength(PROBLEMS_MAX + 1);
    expect(problems.at(-1)).toMatchObject({ code: 'LIMIT_REACHED', severity: 'error' });
  });
});
