// Coverage, mutants, findings and claims: what was measured decides, and is compared with what was claimed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandEvidence, Evidence } from '../../model/evidence.ts';
import type { Coverage, Finding, Findings, Mutation } from '../../model/measured.ts';
import {
  change,
  codes,
  command,
  diff,
  from,
  type Gathered,
  judged,
  ran,
  submission,
  to,
  told,
} from '../evidence.fixture.ts';
import { type Claimed, claimProblem } from './claimed-number.ts';
import { type ClaimedTests, claimsMatch } from './claims-match.ts';
import { coverageKept } from './coverage-kept.ts';
import { findingsClean } from './findings-clean.ts';
import { mutationKept } from './mutation-kept.ts';

const covered = (lines: number, total: number, files: Coverage['files'] = {}): CommandEvidence =>
  command({
    line: 'npm run coverage',
    coverage: { format: 'lcov', lines: { covered: lines, total }, files },
  });
/** In tenths of a percent of a thousand lines. */
const percent = (value: number) => covered(Math.round(value * 10), 1_000);

interface CoveragePolicy {
  readonly absoluteMin?: number | undefined;
  readonly deltaMin?: number | undefined;
  readonly changedMin?: number;
  readonly mayDecrease?: boolean;
  readonly claimed?: { absolute?: Claimed; delta?: Claimed };
  readonly isSource?: (path: string) => boolean;
}
const coverageCheck = ({ isSource, ...policy }: CoveragePolicy = {}) =>
  coverageKept({
    ...{ base: from, head: to },
    absoluteMin: () => ('absoluteMin' in policy ? policy.absoluteMin : 90),
    deltaMin: () => ('deltaMin' in policy ? policy.deltaMin : 0.1),
    changedMin: () => policy.changedMin,
    mayDecrease: () => policy.mayDecrease,
    claimed: () => policy.claimed,
    ...(isSource === undefined ? {} : { isSource }),
  });
const coverage = (found: Gathered, policy: CoveragePolicy = {}) => judged(coverageCheck(policy), found);

describe('coverage', () => {
  it.each([
    [5.2, 94.2, 'met'],
    [0, 94, 'met'],
    [0, 80, 'unmet'],
    [-0.1, 99, 'unmet'],
    [0.1, 50, 'met'],
    [0, 90, 'met'],
    [0, 89.9, 'unmet'],
  ])('with a difference of %s to %s is %s', (delta, absolute, status) => {
    const verdict = coverage({ base: percent(absolute - delta), head: percent(absolute) });
    expect([verdict.status, codes(verdict)]).toEqual([status, status === 'met' ? [] : ['COVERAGE_TOO_LOW']]);
  });

  it('is told with all numbers', () => {
    expect(told(coverage({ base: percent(80), head: percent(80) }))).toEqual([
      'COVERAGE_TOO_LOW expected coverage of at least 90 %, or a difference of +0.1 or more, got 80 % of 1000 lines (before: 80 % of 1000, difference +0)',
    ]);
    expect(told(coverage({ base: percent(99.1), head: percent(99) }))).toEqual([
      'COVERAGE_TOO_LOW expected coverage not to fall, got 99 % of 1000 lines (before: 99.1 % of 1000, difference -0.1)',
    ]);
  });

  it('falls by one line in a million, and may where the policy says so', () => {
    const found = { base: covered(999_999, 1_000_000), head: covered(999_998, 999_999) };
    expect(coverage(found).status).toBe('unmet');
    expect(coverage(found, { mayDecrease: true }).status).toBe('met');
  });

  it('has no minimum where the policy has none, and still may not fall', () => {
    const none = { absoluteMin: undefined, deltaMin: undefined };
    expect(coverage({ base: percent(10), head: percent(10) }, none).status).toBe('met');
    expect(coverage({ base: percent(10), head: percent(9) }, none).status).toBe('unmet');
    expect(coverage({ base: percent(10), head: percent(20) }, { deltaMin: undefined }).status).toBe('unmet');
  });

  it('is all new where the code before had no test', () => {
    const claimed = { absolute: 50, delta: 50 };
    for (const base of [ran([]), ran([], { exit: 5 }), command({ exit: 1 }), covered(0, 0)])
      expect(coverage({ base, head: percent(50) }, { claimed }).status).toBe('met');
  });

  it.each<[string, Gathered]>([
    ['head', { base: percent(90) }],
    ['base', { head: percent(95) }],
    [
      'a report',
      { base: percent(90), head: command({ reportFaults: ['lcov.info was there before the run'] }) },
    ],
    ['lines', { base: percent(90), head: covered(0, 0) }],
    ['a report of the base, whose tests passed', { base: ran(['+a']), head: percent(95) }],
    ['a report of the base, of which nobody knows its tests', { base: command(), head: percent(95) }],
    ['an end of the base', { base: command({ end: 'timed-out', exit: null }), head: percent(95) }],
  ])('is unproven without %s', (_, found) => {
    expect(coverage(found).status).toBe('unproven');
  });

  it('says why there is no report', () => {
    const head = command({ reportFaults: ['lcov.info was there before the run'] });
    expect(told(coverage({ base: percent(1), head }))[0]).toContain('lcov.info was there before the run');
  });

  it('of a run that failed, or cannot fail, counts for nothing', () => {
    expect(codes(coverage({ base: percent(90), head: { ...percent(95), exit: 1 } }))).toEqual([
      'COMMAND_FAILED',
    ]);
    expect(codes(coverage({ base: percent(90), head: { ...percent(95), cannotFail: '`|| true`' } }))).toEqual(
      ['TESTS_CANNOT_FAIL'],
    );
  });

  it('is asked of each changed file', () => {
    const files = {
      'src/a.js': { covered: 9, total: 10, missed: [7] },
      'src/b.js': { covered: 8, total: 10, missed: [3, 4] },
      'src/same.js': { covered: 0, total: 10, missed: [] },
    };
    const found = (...paths: string[]) => ({
      base: covered(900, 1_000),
      head: covered(950, 1_000, files),
      diff: diff(...paths, change('src/gone.js', { change: 'deleted' })),
    });
    const low = coverage(found('src/a.js', 'src/b.js', 'README.md'), { changedMin: 90 });
    expect(told(low)).toEqual([
      'COVERAGE_TOO_LOW expected at least 90 % of src/b.js, which was changed, got 80 % (8 of 10 lines); not reached: 3, 4',
    ]);
    expect(low.problems[0]).toMatchObject({ file: 'src/b.js', line: 3 });
    expect(coverage(found('src/a.js', 'README.md'), { changedMin: 90 }).status).toBe('met');
    expect(coverage(found('src/other.js'), { changedMin: 90 }).status).toBe('unproven');
    const isSource = (path: string): boolean => path.startsWith('src/');
    expect(coverage(found('README.md'), { changedMin: 90, isSource }).status).toBe('met');
    expect(coverage(found('src/a.js', 'src/other.js'), { changedMin: 90, isSource }).status).toBe('unproven');
    expect(coverage({ ...found('src/a.js'), diff: undefined as never }, { changedMin: 90 }).status).toBe(
      'unproven',
    );
    const cut = { ...found('src/a.js'), diff: { ...diff('src/a.js'), cut: true } as Evidence };
    expect(coverage(cut, { changedMin: 90 }).status).toBe('unproven');
  });
});

describe('a claim', () => {
  it.each<[Claimed, number, boolean]>([
    [94.2, 94.26, true],
    [94.2, 94.31, false],
    [94.2, 94.1, true],
    [94, 94.9, true],
    [94, 95.1, false],
    ['94.00', 94.1, false],
    ['94.00%', 94.01, true],
    ['+5.2 %', 5.2, true],
    ['-0.1', -0.1, true],
    ['+0.1', -0.1, false],
    [0, 0.05, true],
    [94.33333333333333, 94 + 1 / 3, true],
    [1e-7, 0, false],
    [Number.NaN, 0, false],
    [Number.POSITIVE_INFINITY, 0, false],
    ['about 94', 94, false],
    ['', 0, false],
    ['1e2', 100, false],
  ])('of %s where %s was measured holds: %s', (claimed, measured, holds) => {
    expect(claimProblem('x', claimed, measured).map(({ code }) => code)).toEqual(
      holds ? [] : ['CLAIM_DIFFERS'],
    );
  });

  it('about coverage is a rejection with both numbers', () => {
    const found = { base: percent(89), head: percent(94.2) };
    expect(coverage(found, { claimed: { absolute: 94.2, delta: 5.2 } }).status).toBe('met');
    expect(told(coverage(found, { claimed: { absolute: 97.5, delta: '+8.5%' } }))).toEqual([
      'CLAIM_DIFFERS coverage in percent: 97.5 was claimed, 94.2 was measured',
      'CLAIM_DIFFERS difference of coverage: +8.5% was claimed, 5.2 was measured',
    ]);
  });

  it('holds for what was measured, rounded to any digit', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -100, max: 100, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, digits) => {
          expect(claimProblem('x', value.toFixed(digits), value)).toEqual([]);
          const off = (value + 2.5 * 10 ** -digits).toFixed(digits);
          expect(claimProblem('x', off, value)).toHaveLength(1);
        },
      ),
    );
  });

  it.each<[ClaimedTests | undefined, Evidence | undefined, string]>([
    [{ total: 3, passed: 1, failed: 1, skipped: 1 }, ran(['+a', '-b', '~c']), 'met'],
    [{ passed: 3 }, ran(['+a', '-b', '~c']), 'unmet'],
    [{ total: 47 }, ran(['+a']), 'unmet'],
    [{ failed: 0 }, ran(['+a']), 'met'],
    [{}, undefined, 'met'],
    [undefined, undefined, 'met'],
    [{ total: 1 }, undefined, 'unproven'],
    [{ total: 1 }, command(), 'unproven'],
  ])('about tests: %j is %s', (claimed, head, status) => {
    const check = claimsMatch({ command: 'test', head: to, claimed: () => claimed });
    expect(judged(check, head === undefined ? {} : { head }).status).toBe(status);
    if (claimed?.total === 47 && head !== undefined)
      expect(judged(check, { head }).claims).toEqual([{ name: 'tests total', claimed: '47', measured: '1' }]);
    if (claimed?.total === 47 && head !== undefined)
      expect(told(judged(check, { head }))).toEqual([
        'CLAIM_DIFFERS tests total: 47 was claimed, 1 was measured by `npm test`',
      ]);
  });
});

const mutants = (killed: number, survived: number, more: Partial<Mutation> = {}): CommandEvidence =>
  command({
    line: 'npx stryker run',
    mutation: {
      ...{ format: 'mutation-testing-report', killed, timeout: 0, survived, noCoverage: 0, invalid: 5 },
      ...{ files: {}, survivors: [{ file: 'src/a.js', line: 4, mutator: 'EqualityOperator' }] },
      ...more,
    },
  });

describe('the mutation score', () => {
  const check = (min: number | undefined, more: Partial<Parameters<typeof mutationKept>[0]> = {}) =>
    mutationKept({ base: from, head: to, min: () => min, ...more });

  it.each([
    [850, 85, 'met'],
    [849, 85, 'unmet'],
    [900, 90, 'met'],
    [899, 90, 'unmet'],
    [0, undefined, 'met'],
  ])('of %s in a thousand, at least %s, is %s', (killed, min, status) => {
    expect(judged(check(min), { head: mutants(killed, 1_000 - killed) }).status).toBe(status);
  });

  it('is told with both numbers and the survivors', () => {
    expect(told(judged(check(85), { head: mutants(8, 2) }))).toEqual([
      'MUTATION_TOO_LOW expected at least 85 % of mutants to be detected, got 80 % (8 of 10); survived: src/a.js:4 EqualityOperator',
    ]);
  });

  it('is asked of each changed file, with a minimum of its own', () => {
    const files = { 'src/a.js': { detected: 17, undetected: 3 }, 'src/b.js': { detected: 0, undetected: 9 } };
    const found = { head: mutants(90, 10, { files }), diff: diff('src/a.js', 'README.md') };
    const perFile = (min: number) => check(85, { perFile: () => true, perFileMin: () => min });
    expect(judged(perFile(85), found).status).toBe('met');
    expect(judged(perFile(85.1), found).status).toBe('unmet');
    const verdict = judged(perFile(90), found);
    expect(told(verdict)[0]).toBe(
      'MUTATION_TOO_LOW expected at least 90 % of the mutants of src/a.js to be detected, got 85 % (17 of 20); survived: src/a.js:4 EqualityOperator',
    );
    expect(verdict.problems[0]).toMatchObject({ file: 'src/a.js', line: 4 });
    expect(judged(perFile(85), { ...found, diff: diff('README.md') }).status).toBe('unproven');
    expect(judged(perFile(85), { head: found.head }).status).toBe('unproven');
    const source = check(85, { perFile: () => true, isSource: (path) => path.endsWith('.js') });
    expect(judged(source, { ...found, diff: diff('README.md') }).status).toBe('met');
  });

  it('is unproven without a report or without a mutant, and not asked of work that is exempt', () => {
    expect(judged(check(85), {}).status).toBe('unproven');
    expect(judged(check(85), { head: command() }).status).toBe('unproven');
    expect(judged(check(85), { head: mutants(0, 0) }).status).toBe('unproven');
    const exempt = check(85, { needed: () => false });
    expect(exempt.needs(submission())).toEqual([]);
    expect(judged(exempt, {}).status).toBe('met');
  });

  it('is the one that was claimed', () => {
    const verdict = judged(check(85, { claimed: () => 95 }), { head: mutants(9, 1) });
    expect(told(verdict)).toEqual(['CLAIM_DIFFERS mutation score: 95 was claimed, 90 was measured']);
    expect(verdict.claims).toEqual([{ name: 'mutation score', claimed: '95', measured: '90' }]);
  });
});

const finding = (severity: Finding['severity'], more: Partial<Finding> = {}): Finding => ({
  ...{ rule: 'sql-injection', severity, message: 'text of a user in a query', file: 'src/a.js', line: 3 },
  ...more,
});
const scan = (
  results: readonly Finding[],
  more: Partial<Findings['counts']> = {},
  exit = 0,
): CommandEvidence => {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, note: 0 };
  for (const { severity } of results) counts[severity] += 1;
  const findings: Findings = {
    format: 'sarif',
    tools: ['scan'],
    counts: { ...counts, ...more },
    results: [...results],
  };
  return command({ line: 'npm run security', exit, findings });
};

describe('findings', () => {
  const check = (medium?: 'refused' | 'told' | 'ignored', all?: boolean) =>
    findingsClean({ command: 'security', base: from, head: to, medium: () => medium, all: () => all });
  const clean = scan([]);

  it.each<[string, Gathered, string]>([
    ['nothing', { base: clean, head: clean }, 'met'],
    ['something low', { base: clean, head: scan([finding('low'), finding('note')]) }, 'met'],
    ['something high', { base: clean, head: scan([finding('high')], {}, 1) }, 'unmet'],
    ['something critical', { base: clean, head: scan([finding('critical')]) }, 'unmet'],
    [
      'a secret, however low',
      { base: clean, head: scan([finding('note', { rule: 'generic-api-key' })]) },
      'unmet',
    ],
    [
      'what was there before, on another line',
      { base: scan([finding('high')]), head: scan([finding('high', { line: 9 })]) },
      'met',
    ],
    [
      'the same once more',
      { base: scan([finding('high')]), head: scan([finding('high'), finding('high')]) },
      'unmet',
    ],
    ['high ones that are only counted', { base: clean, head: scan([], { high: 2 }) }, 'unmet'],
    ['nothing, nobody knows what was before', { head: clean }, 'met'],
    ['something, nobody knows what was before', { head: scan([finding('high')]) }, 'unproven'],
    [
      'something, and there was no report before',
      { base: command(), head: scan([finding('high')]) },
      'unproven',
    ],
    ['nothing, because it failed', { base: clean, head: scan([], {}, 2) }, 'unmet'],
    ['nothing, because there is no report', { base: clean, head: command() }, 'unproven'],
    [
      'nothing, because it was killed',
      { base: clean, head: { ...clean, end: 'killed', exit: null } },
      'unproven',
    ],
    ['nothing, because it did not run', { base: clean }, 'unproven'],
  ])('%s', (_, found, status) => {
    expect(judged(check(), found).status).toBe(status);
  });

  it('are told with their place', () => {
    const verdict = judged(check(), { base: clean, head: scan([finding('high')]) });
    expect(verdict.problems).toEqual([
      {
        ...{
          code: 'FINDINGS_OPEN',
          severity: 'error',
          file: 'src/a.js',
          line: 3,
          hint: 'fix what was found',
        },
        message: 'expected no finding that is high, got sql-injection: text of a user in a query',
      },
    ]);
  });

  it('of medium severity are told, refused or ignored', () => {
    const found = { base: clean, head: scan([finding('medium')]) };
    expect(told(judged(check(), found))[0]).toContain('(warning) FINDINGS_OPEN');
    expect(judged(check(), found).status).toBe('met');
    expect(judged(check('refused'), found).status).toBe('unmet');
    expect(judged(check('ignored'), found)).toEqual({ status: 'met', problems: [] });
  });

  it('of before count too where the policy says so, and then nobody looks at the code before', () => {
    const found = { base: scan([finding('high')]), head: scan([finding('high')]) };
    expect(judged(check(undefined, true), found).status).toBe('unmet');
    expect(check(undefined, true).needs(submission())).toHaveLength(1);
  });
});
