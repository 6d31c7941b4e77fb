// The readable style of `node --test`: a list of failing tests after the summary.
import type { TestFailure } from '../model/evidence.ts';
import { locationIn, messageFrom, type ReportReader, testCounts, testFailure } from './report.ts';
import { nodeSummary, numbersOf } from './tap.ts';

const PLACE = /^test at (\S.*)$/;
const NAME = /^✖ (.*?)(?: \(\d[\d.]*ms\))?$/;

export const readNodeSpec: ReportReader = (lines) => {
  if (!lines.some((line) => line.startsWith('ℹ tests '))) return null;
  const summary = nodeSummary(lines);
  if (summary === undefined) return null;
  const failures: TestFailure[] = [];
  for (const [at, line] of lines.entries()) {
    const place = PLACE.exec(line)?.[1];
    const name = place === undefined ? undefined : NAME.exec(lines[at + 1] ?? '')?.[1];
    if (place !== undefined && name !== undefined)
      failures.push(testFailure(name, messageFrom(lines, at + 2), locationIn(place)));
  }
  return testCounts(numbersOf(summary), failures);
};
