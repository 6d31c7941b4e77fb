// The readable style of `node --test`: a list of failing tests after the summary.
import type { TestFailure } from '../../../model/evidence.ts';
import type { TestCase } from '../../../model/measured.ts';
import {
  caseName,
  locationIn,
  messageFrom,
  type ReportReader,
  testCounts,
  testFailure,
  withCases,
} from '../report.ts';
import { nodeSummary, numbersOf } from './tap.ts';

const PLACE = /^test at (\S.*)$/;
const NAME = /^✖ (.*?)(?: \(\d[\d.]*ms\))?$/;

const MARK = /^( *)([✔✖﹣▶⚠]) (.*)$/;
const TIME = / \(\d[\d.]*ms\)(?= #|$)/;
const DIRECTIVE = / # (?:SKIP|TODO)\b.*$/i;
const LIST_OF_FAILURES = 'failing tests:';

interface Opened {
  readonly depth: number;
  readonly name: string;
}

/**
 * The lines `✔ name (1ms)`, below the names of what is around them. A block that `▶` opens is a suite or a test with tests
 * inside: which of them only the number of suites tells, if it is none of the blocks or all of them.
 */
const casesIn = (lines: readonly string[], suites: number): TestCase[] => {
  const tests: TestCase[] = [];
  const parents: TestCase[] = [];
  const open: Opened[] = [];
  let blocks = 0;
  for (const [at, line] of lines.entries()) {
    const [, indent = '', mark, rest = ''] = MARK.exec(line) ?? [];
    if (mark === undefined || rest === LIST_OF_FAILURES || PLACE.test(lines[at - 1] ?? '')) continue;
    const depth = indent.length;
    while ((open.at(-1)?.depth ?? -1) > depth) open.pop();
    const name = rest.replace(TIME, '').replace(DIRECTIVE, '');
    const closes = open.at(-1)?.depth === depth ? open.pop() : undefined;
    if (mark === '▶' && closes?.name !== name) {
      open.push({ depth, name });
      blocks += 1;
      continue;
    }
    const skipped = mark === '﹣' || DIRECTIVE.test(rest);
    const status = skipped ? 'skipped' : mark === '✖' ? 'failed' : 'passed';
    const full = caseName([...open.map((block) => block.name), name].join(' > '));
    (closes?.name === name ? parents : tests).push({ name: full, status });
  }
  return blocks === suites ? tests : suites === 0 ? [...tests, ...parents] : [];
};

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
  return withCases(testCounts(numbersOf(summary), failures), casesIn(lines, summary.get('suites') ?? 0));
};
