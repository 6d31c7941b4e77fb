// Missing proof is never a pass: whatever is taken away of the evidence, no check passes that did not pass before.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Evidence, evidenceSchema, type TestCell } from '../model/evidence.ts';
import { row, runs } from './change/change-cases.fixture.ts';
import { tree } from './evidence.fixture.ts';
import {
  ALL_CHECKS,
  anyJudgeable,
  ORDERED_CHECKS,
  oneFileMore,
  passes,
  submissionOf,
} from './evidence-arbitraries.fixture.ts';

const CHECKS = ALL_CHECKS;
const anyCase = anyJudgeable(CHECKS);

describe('removing evidence never makes a check pass', () => {
  it('one piece gone, or said to be unavailable', () => {
    const lost = new Map(CHECKS.map((check) => [check.name, 0]));
    fc.assert(
      fc.property(anyCase, fc.nat(), fc.boolean(), (one, at, said) => {
        const keys = [...one.evidence.keys()];
        if (keys.length === 0) return;
        const less = new Map(one.evidence);
        const key = keys[at % keys.length]!;
        if (said) less.set(key, { kind: 'unavailable', cause: 'gone' });
        else less.delete(key);
        const [before, after] = [passes(one, one.evidence), passes(one, less)];
        if (before && !after) lost.set(one.check.name, lost.get(one.check.name)! + 1);
        expect(after && !before).toBe(false);
      }),
      { numRuns: 8_000 },
    );
    // Each of them passed before something was taken away; the last one asks for no evidence.
    lost.delete('project-command');
    expect([...lost].filter(([, times]) => times < 5)).toEqual([]);
  });

  it('nothing passes with all evidence gone, where any was asked for', () => {
    fc.assert(
      fc.property(anyCase, (one) => one.evidence.size === 0 || !passes(one, new Map())),
      { numRuns: 2_000 },
    );
  });

  it('a run that falls silent, where tests were seen to pass before', () => {
    const submission = submissionOf({ start: tree(1), work: tree(2), base: undefined, parts: [] });
    const found = runs([row('++++')]);
    const judge = (evidence: Evidence): string =>
      CHECKS[0]!.judge(submission, ({ kind }) =>
        kind === 'test-runs' ? evidence : { kind: 'test-changes', files: [] },
      ).status;
    expect(judge(found)).toBe('met');
    for (const run of ['base', 'oldTests', 'oldCode', 'head'] as const) {
      const silent = { ...found.rows[0]!, [run]: 'unknown' as const };
      expect([run, judge({ ...found, rows: [silent] })]).toEqual([
        run,
        // What the new version does on the old code is asked only where the old one fails on the new.
        run === 'oldCode' ? 'met' : 'unproven',
      ]);
    }
    const head = { ...found.runs.head, tests: null };
    expect(judge({ ...found, runs: { ...found.runs, head } })).toBe('unproven');
  });

  it('a field that nobody knows changes nothing, there or gone', () => {
    fc.assert(
      fc.property(anyCase, fc.string(), fc.jsonValue(), (one, name, value) => {
        const more = new Map(
          [...one.evidence].map(([key, found]) => [key, { [`x-${name}`]: value, ...found } as Evidence]),
        );
        expect(passes(one, more)).toBe(passes(one, one.evidence));
        for (const found of more.values())
          expect(evidenceSchema.parse(found)).not.toHaveProperty(`x-${name}`);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The first test that passes on the head does not any more. */
const withHead = (found: Evidence, head: TestCell): Evidence => {
  if (found.kind !== 'test-runs') return found;
  // One that failed before may fail on: it counts neither for nor against the change.
  const at = found.rows.findIndex(
    (one) => one.head === 'passed' && one.base !== 'failed' && one.base !== 'unloaded',
  );
  return at === -1 ? found : { ...found, rows: found.rows.with(at, { ...found.rows[at]!, head }) };
};

/** Each makes the evidence of a submission worse, whatever it was. */
const WORSE: Readonly<Record<string, (found: Evidence, isHead: boolean) => Evidence>> = {
  'a test that is gone from the four runs': (found) => withHead(found, 'gone'),
  'a test that the four runs do not tell of': (found) => withHead(found, 'unknown'),
  'a test that fails in the four runs': (found) => {
    const worse = withHead(found, 'failed');
    if (worse.kind !== 'test-runs' || worse === found) return worse;
    const { head } = worse.runs;
    const tests = head.tests === null ? null : { ...head.tests, failed: head.tests.failed + 1 };
    return { ...worse, runs: { ...worse.runs, head: { ...head, exit: 1, tests } } };
  },
  'four runs that are cut': (found) => (found.kind === 'test-runs' ? { ...found, cut: true } : found),
  'four runs of a command that cannot fail': (found) =>
    found.kind === 'test-runs'
      ? { ...found, runs: { ...found.runs, head: { ...found.runs.head, cannotFail: 'it is `true`' } } }
      : found,
  'a test of the head that fails': (found, isHead) => {
    if (!isHead || found.kind !== 'command' || found.tests === null) return found;
    const { tests } = found;
    const failure = { name: 'one more', message: 'not equal' };
    return {
      ...found,
      exit: 1,
      tests: {
        ...{
          ...tests,
          total: tests.total + 1,
          failed: tests.failed + 1,
          failures: [...tests.failures, failure],
        },
        ...(tests.cases === undefined
          ? {}
          : { cases: [...tests.cases, { name: 'one more', status: 'failed' }] }),
      },
    };
  },
  'a command that cannot fail': (found) =>
    found.kind === 'command' ? { ...found, cannotFail: 'it is `true`' } : found,
  'a run that ends too late': (found, isHead) =>
    isHead && found.kind === 'command' ? { ...found, end: 'timed-out', exit: null } : found,
  'one file more': (found) =>
    found.kind === 'diff' ? { ...found, files: [...found.files, oneFileMore] } : found,
  'a list that is cut': (found) => (found.kind === 'diff' ? { ...found, cut: true } : found),
  'a weakened test': (found) =>
    found.kind === 'test-changes'
      ? {
          ...found,
          files: found.files.map((file) => ({
            ...file,
            weakened: [...file.weakened, { name: 'keeps', before: 2, after: 1 }],
          })),
        }
      : found,
  'fewer lines that are covered': (found, isHead) =>
    isHead && found.kind === 'command' && found.coverage !== undefined && found.coverage.lines.covered > 0
      ? {
          ...found,
          coverage: {
            ...found.coverage,
            lines: { ...found.coverage.lines, covered: Math.floor(found.coverage.lines.covered / 2) },
          },
        }
      : found,
  'a finding more': (found, isHead) =>
    isHead && found.kind === 'command' && found.findings !== undefined
      ? {
          ...found,
          findings: {
            ...found.findings,
            counts: { ...found.findings.counts, high: found.findings.counts.high + 1 },
            results: [{ rule: 'one more', severity: 'high', message: 'bad' }, ...found.findings.results],
          },
        }
      : found,
  'mutants that survive': (found, isHead) =>
    isHead && found.kind === 'command' && found.mutation !== undefined
      ? { ...found, mutation: { ...found.mutation, survived: found.mutation.survived + 100 } }
      : found,
};

describe('worse evidence never makes a check pass', () => {
  it.each(Object.keys(WORSE))('%s', (name) => {
    let lost = 0;
    fc.assert(
      fc.property(anyJudgeable(ORDERED_CHECKS), (one) => {
        const { start } = one.submission;
        const worse = new Map(
          [...one.evidence].map(([key, found]) => [
            key,
            WORSE[name]!(found, !key.includes('+tests@') && !key.endsWith(`@${start}`)),
          ]),
        );
        const [before, after] = [passes(one, one.evidence), passes(one, worse)];
        if (before && !after) lost += 1;
        expect(after && !before).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    expect(lost).toBeGreaterThan(5);
  });
});
