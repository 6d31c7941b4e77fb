// The fuzzer of `npm run fuzz -- --reports`, in short and without times.
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../src/evidence/reports/read-report.ts';
import { isError } from '../../src/model/problem.ts';
import { fuzzerOf, fuzzReaders } from './all-fuzzers.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const INPUTS = 2_000;

describe('mutations of reports', () => {
  const { fuzzer, judge } = fuzzerOf('reports', FIXTURES, 1);

  it('are read without a throw, each problem in its place, each value as its schema says', () => {
    const { inputs, failures } = fuzzReaders(fuzzer, {
      from: 0,
      to: INPUTS,
      ...(judge === undefined ? {} : { judge }),
    });
    expect(failures).toEqual([]);
    expect(inputs).toBe(INPUTS);
  });

  it('reach what lies behind the parsers: some are taken, some refused for what they say', () => {
    const outcomes = new Set<string>();
    for (let number = 0; number < INPUTS; number += 1) {
      const { text, files } = fuzzer.input(number);
      const { value, problems } = readReport(text, { file: files[0]!, root: '/project' });
      for (const { code } of problems) outcomes.add(code);
      if (value !== undefined && !problems.some(isError)) outcomes.add(value.kind);
    }
    expect([...outcomes]).toEqual(
      expect.arrayContaining([
        'tests',
        'coverage',
        'findings',
        'mutation',
        'REPORT_INCONSISTENT',
        'REPORT_UNKNOWN',
        'TESTS_NOT_RUN',
        'FIELD_INVALID',
        'FIELD_MISSING',
        'JSON_SYNTAX',
        'XML_SYNTAX',
        'PATH_OUTSIDE',
      ]),
    );
  });
});
