// Missing proof is never a pass: whatever is taken away of the evidence, no check passes that did not pass before.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Evidence, evidenceSchema } from '../model/evidence.ts';
import { tree } from './evidence.fixture.ts';
import {
  ALL_CHECKS,
  anyCommand,
  anyCounts,
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

  it('the report of the code before, where it passed and nobody can say how many tests it had', () => {
    const submission = submissionOf({ start: tree(1), work: tree(2), base: undefined, parts: [] });
    const report = (passed: number): Evidence => ({
      ...{
        kind: 'command',
        line: 'npm test',
        end: 'exited',
        exit: 0,
        tail: '',
        durationMs: 1,
        sandbox: 'none',
      },
      tests: { total: passed, passed, failed: 0, skipped: 0, failures: [] },
    });
    const statusWith = (before: Evidence): string =>
      CHECKS[0]!.judge(submission, (request) =>
        request.kind === 'command' && request.tree === tree(1) ? before : report(3),
      ).status;
    expect(statusWith(report(5))).toBe('unmet');
    expect(statusWith({ ...report(5), tests: null } as Evidence)).toBe('unproven');
    // A project that had no tests may get its first, and one that was broken may be mended.
    expect(statusWith(report(0))).toBe('met');
    expect(statusWith({ ...report(5), exit: 1, tests: null } as Evidence)).toBe('met');
  });

  it('a report that falls silent, where tests were seen to pass before', () => {
    fc.assert(
      fc.property(anyCounts, anyCommand, anyCommand, (counts, was, is) => {
        if (was.kind !== 'command' || is.kind !== 'command') return;
        const one = {
          check: CHECKS[0]!,
          submission: submissionOf({ start: tree(1), work: tree(2), base: undefined, parts: [] }),
        };
        const evidence = new Map<string, Evidence>([
          [`command:test@${tree(1)}`, { ...was, tests: { ...counts, passed: counts.passed + 1 } }],
          [`command:test@${tree(2)}`, { ...is, tests: null }],
        ]);
        expect(passes(one, evidence)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
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

/** Each makes the evidence of a submission worse, whatever it was. */
const WORSE: Readonly<Record<string, (found: Evidence, isHead: boolean) => Evidence>> = {
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
  'a test of the head that is gone': (found, isHead) => {
    if (!isHead || found.kind !== 'command' || found.tests === null || found.tests.passed === 0) return found;
    const { tests } = found;
    const cases = tests.cases?.filter(
      (test) => test !== tests.cases?.find(({ status }) => status === 'passed'),
    );
    return {
      ...found,
      tests: {
        ...tests,
        total: tests.total - 1,
        passed: tests.passed - 1,
        ...(cases === undefined ? {} : { cases }),
      },
    };
  },
  'a report of the head without names': (found, isHead) => {
    if (!isHead || found.kind !== 'command' || found.tests === null) return found;
    const { cases: _, ...tests } = found.tests;
    return { ...found, tests };
  },
  'a report of the head that leaves out names': (found, isHead) =>
    isHead && found.kind === 'command' && found.tests?.cases !== undefined
      ? { ...found, tests: { ...found.tests, cases: found.tests.cases.slice(1) } }
      : found,
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
