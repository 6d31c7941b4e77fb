// The JSON of coverage.py.
import * as z from 'zod';
import type { Coverage } from '../../../model/measured.ts';
import type { Parsed } from '../../../model/problem.ts';
import type { Path } from '../../../text/json-places.ts';
import { ownPath } from '../../commands/own-path.ts';
import { fieldOf, type JsonDocument, readJsonReport } from '../json-report.ts';
import type { ReportNotes, ReportOptions } from '../report-notes.ts';
import { isLine, newCoverageTally } from './coverage-tally.ts';

const count = z.number().int().nonnegative();
const totalsSchema = z.object({ covered_lines: count, num_statements: count });
const coveragePySchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      executed_lines: z.array(count),
      missing_lines: z.array(count),
      summary: totalsSchema,
    }),
  ),
  totals: totalsSchema,
});
type CoveragePy = z.infer<typeof coveragePySchema>;

export const isCoveragePy = (json: unknown): boolean =>
  fieldOf(fieldOf(json, 'meta'), 'version') !== undefined && fieldOf(json, 'totals') !== undefined;

const build = (report: CoveragePy, { root }: ReportOptions, notes: ReportNotes<Path>): Coverage => {
  const tally = newCoverageTally<Path>('coverage.py', notes);
  const sum = { covered: 0, total: 0 };
  const expect = (came: number, is: number, path: Path): void => {
    if (came !== is)
      notes.error('REPORT_INCONSISTENT', `${path.at(-1)} says ${came}, and the report has ${is}`, path);
  };
  for (const [path, { executed_lines, missing_lines, summary }] of Object.entries(report.files)) {
    const at = ['files', path];
    // An empty file has a line 0 that was executed.
    const executed = new Set(executed_lines.filter((line) => line !== 0));
    const missing = new Set(missing_lines);
    expect(summary.covered_lines, executed.size, [...at, 'summary', 'covered_lines']);
    expect(summary.num_statements, executed.size + missing.size, [...at, 'summary', 'num_statements']);
    if ([...missing].some((line) => executed.has(line)))
      notes.error('REPORT_INCONSISTENT', 'a line is both executed and missing', [...at, 'missing_lines']);
    if (![...executed, ...missing].every(isLine))
      notes.error('FIELD_INVALID', 'expected lines of a file, got another number', at);
    sum.covered += summary.covered_lines;
    sum.total += summary.num_statements;
    const own = ownPath(path, root);
    if (own === undefined) notes.drop(path, at);
    const file = own === undefined ? undefined : tally.file(own, at);
    if (file === undefined) continue;
    for (const line of executed) tally.line(file, line, true, at);
    for (const line of missing) tally.line(file, line, false, at);
  }
  expect(report.totals.covered_lines, sum.covered, ['totals', 'covered_lines']);
  expect(report.totals.num_statements, sum.total, ['totals', 'num_statements']);
  return tally.end(['files']);
};

export const readCoveragePy = (document: JsonDocument, options: ReportOptions): Parsed<Coverage> =>
  readJsonReport(document, options, coveragePySchema, (report, notes) => build(report, options, notes));
