// A file of TAP. Unlike a command's output it must be whole: a plan, all that was planned, and numbers that agree.
import type { TestCounts } from '../../../model/evidence.ts';
import type { Parsed } from '../../../model/problem.ts';
import { positionsOf } from '../../../text/json-places.ts';
import { ownPath } from '../../commands/own-path.ts';
import { reportLines } from '../report.ts';
import { newReportNotes, type ReportNotes, type ReportOptions } from '../report-notes.ts';
import { countsOfCases, type ReportedCase } from '../test-report.ts';
import { nodeSummary, numbersOf, scanTap, type Tap, type TapCase, tapCases } from './tap.ts';

const BEGIN = /^(?:TAP version \d|1\.\.\d|(?:not )?ok \d)/;
const BEGIN_CHARS = 20;

export const isTap = (text: string, file: string): boolean =>
  file.endsWith('.tap') ||
  BEGIN.test(
    text
      .replace(/^\ufeff/, '')
      .trimStart()
      .slice(0, BEGIN_CHARS),
  );

const ANEW = 'Let the tool write the report anew.';

const checkPlan = ({ points, plans, bailed }: Tap, notes: ReportNotes<number>, end: number): void => {
  const top = points.filter(({ depth }) => depth === 0).length;
  const [planned] = plans;
  if (bailed) notes.error('REPORT_INCONSISTENT', 'the tests were given up: "Bail out!"', end);
  if (planned === undefined)
    notes.error('REPORT_INCONSISTENT', 'expected a plan (1..N), the report may be cut off', end, ANEW);
  else if (plans.length > 1)
    notes.error('REPORT_INCONSISTENT', `expected one plan, got ${plans.length}`, end, ANEW);
  else if (planned !== top)
    notes.error('REPORT_INCONSISTENT', `${planned} tests are planned, and the report has ${top}`, end, ANEW);
};

/** The closing lines of `node --test` must say what the points say. */
const checkSummary = (
  summary: ReadonlyMap<string, number>,
  cases: readonly TapCase[],
  notes: ReportNotes<number>,
  end: number,
): void => {
  const numbers = numbersOf(summary);
  for (const status of ['passed', 'failed', 'skipped'] as const) {
    const is = cases.filter((test) => test.status === status).length;
    if (numbers[status] !== is)
      notes.error(
        'REPORT_INCONSISTENT',
        `the end says ${numbers[status]} ${status}, and the report has ${is}`,
        end,
        ANEW,
      );
  }
};

const reportedOf = ({ name, status, point }: TapCase, { root }: ReportOptions): ReportedCase => {
  const { location, error } = point.details;
  // A file that could not be loaded is named by its path.
  const path = name.startsWith('/') ? ownPath(name, root) : undefined;
  const file = location === undefined ? path : ownPath(location.file, root);
  const trace = location === undefined ? '' : `${location.file}:${location.line}`;
  return { name: path ?? name, file, status, message: error ?? 'not ok', trace };
};

export const readTapReport = (text: string, options: ReportOptions): Parsed<TestCounts> => {
  const lines = reportLines(text);
  const notes = newReportNotes<number>(options.file, (places) => positionsOf(text, places));
  const end = Math.max(0, text.length - 1);
  const tap = scanTap(lines);
  // Tests print lines of their own before.
  const summary = nodeSummary(lines.slice((tap.points.at(-1)?.at ?? 0) + 1));
  const cases = tapCases(tap.points, summary !== undefined);
  checkPlan(tap, notes, end);
  if (summary !== undefined) checkSummary(summary, cases, notes, end);
  const value = countsOfCases(
    cases.map((test) => reportedOf(test, options)),
    options.root,
    notes,
    end,
  );
  return { value, problems: notes.problems() };
};
