import { expect, it } from 'vitest';
import type { CommandEvidence } from '../../../model/evidence.ts';
import { TEST_CASES_KEPT_MAX } from '../../../model/limits/limits.ts';
import type { TestCase } from '../../../model/measured.ts';
import { boundedCases } from './bounded-cases.ts';

const TESTS = 63_740;
const casesOf = (count: number): TestCase[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `suite > test ${at}`,
    file: `test/${at % 300}.test.ts`,
    status: at === count - 2 ? 'failed' : at === count - 3 ? 'skipped' : 'passed',
  }));
const evidenceOf = (cases: TestCase[]): CommandEvidence => ({
  ...{ kind: 'command', line: 'x', end: 'exited', exit: 1, tail: '', durationMs: 1, sandbox: 'none' },
  tests: {
    ...{ total: cases.length, passed: cases.length - 2, failed: 1, skipped: 1, failures: [] },
    cases,
  },
});

it('a long list of tests keeps what failed, was skipped or is named, and its numbers', () => {
  const evidence = evidenceOf(casesOf(TESTS));
  const kept = boundedCases(evidence, [{ name: `test ${TESTS - 1}` }, { file: 'test/299.test.ts' }]);
  expect(kept.tests).toMatchObject({ total: TESTS, passed: TESTS - 2 });
  expect(kept.tests?.cases).toHaveLength(TEST_CASES_KEPT_MAX);
  expect(kept.tests?.cases?.slice(-3).map(({ name }) => name)).toEqual([
    `suite > test ${TESTS - 3}`,
    `suite > test ${TESTS - 2}`,
    `suite > test ${TESTS - 1}`,
  ]);
  const inFile = kept.tests?.cases?.filter(({ file }) => file === 'test/299.test.ts');
  expect(inFile).toHaveLength(Math.floor(TESTS / 300));
});

it('a list that is not long stays as it is', () => {
  const evidence = evidenceOf(casesOf(TEST_CASES_KEPT_MAX));
  expect(boundedCases(evidence)).toBe(evidence);
  expect(boundedCases({ ...evidence, tests: null }).tests).toBeNull();
});
