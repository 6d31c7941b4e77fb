import { expect, it } from 'vitest';
import { parseGateReport } from './gate-file.ts';

const problems = (text: string) =>
  parseGateReport(text, 'gate.json').problems.map(
    ({ code, field, line }) => `${code} ${field ?? ''} ${line}`,
  );

it('a report of a gate says what it rests on', () => {
  expect(
    parseGateReport(
      '{"gate":"G2.5_performance","status":"pass","evidence":["p95 120 ms"],"more":1}',
      'g.json',
    ),
  ).toMatchObject({
    value: { status: 'pass', evidence: ['p95 120 ms'] },
    problems: [],
  });
});

it.each([
  ['{', 1],
  ['[]', 1],
  ['{"gate":"x","status":"ok","evidence":["a"]}', 1],
  ['{"gate":"x","status":"pass","evidence":[]}', 1],
  ['{"gate":"","status":"pass","evidence":[""]}', 2],
  ['{"gate":"x"}', 2],
])('%j has %d problems, each with its place', (text, count) => {
  expect(problems(text)).toHaveLength(count);
  expect(problems(text).every((one) => /\d+$/.test(one))).toBe(true);
});
