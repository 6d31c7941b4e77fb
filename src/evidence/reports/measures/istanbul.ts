// Istanbul's JSON: coverage-final.json with every statement, coverage-summary.json with numbers alone.
import * as z from 'zod';
import type { Coverage } from '../../../model/measured.ts';
import type { Parsed } from '../../../model/problem.ts';
import type { Path } from '../../../text/json-places.ts';
import { ownPath } from '../../commands/own-path.ts';
import { fieldOf, isRecord, type JsonDocument, readJsonReport } from '../json-report.ts';
import type { ReportNotes, ReportOptions } from '../report-notes.ts';
import { newCoverageTally } from './coverage-tally.ts';

const count = z.number().int().nonnegative();

const finalSchema = z.record(
  z.string(),
  z.object({
    path: z.string(),
    statementMap: z.record(z.string(), z.object({ start: z.object({ line: z.number().int() }) })),
    s: z.record(z.string(), count),
  }),
);
type Final = z.infer<typeof finalSchema>;

const linesSchema = z.object({ lines: z.object({ total: count, covered: count }) });
const summarySchema = z.record(z.string(), linesSchema);
type Summary = z.infer<typeof summarySchema>;

const SUMMARY_FILE = /(?:^|[/\\])coverage-summary\.json$/;
const FINAL_FILE = /(?:^|[/\\])coverage-final\.json$/;
const TOTAL = 'total';

export const isIstanbulSummary = (json: unknown, file: string): boolean =>
  fieldOf(fieldOf(json, TOTAL), 'lines') !== undefined || (isRecord(json) && SUMMARY_FILE.test(file));

export const isIstanbul = (json: unknown, file: string): boolean => {
  if (!isRecord(json)) return false;
  const first = Object.values(json)[0];
  return fieldOf(first, 'statementMap') !== undefined || FINAL_FILE.test(file);
};

/** A line counts by the statements that begin on it, as in Istanbul's own reports. */
const buildFinal = (report: Final, { root }: ReportOptions, notes: ReportNotes<Path>): Coverage => {
  const tally = newCoverageTally<Path>('istanbul', notes);
  for (const [key, { path, statementMap, s }] of Object.entries(report)) {
    const own = ownPath(path, root);
    if (own === undefined) {
      notes.drop(path, [key, 'path']);
      continue;
    }
    const file = tally.file(own, [key]);
    if (file === undefined) break;
    for (const [id, { start }] of Object.entries(statementMap)) {
      const hits = Object.hasOwn(s, id) ? s[id] : undefined;
      if (hits === undefined)
        notes.error('REPORT_INCONSISTENT', `expected the hits of statement ${id}`, [key, 's']);
      else if (!tally.line(file, start.line, hits > 0, [key]))
        notes.error('FIELD_INVALID', `expected a line of a file, got ${start.line}`, [
          key,
          'statementMap',
          id,
          'start',
          'line',
        ]);
    }
    const strays = Object.keys(s).filter((id) => !Object.hasOwn(statementMap, id));
    if (strays.length > 0)
      notes.error('REPORT_INCONSISTENT', `${strays.length} hits belong to no statement`, [key, 's']);
  }
  return tally.end([]);
};

const buildSummary = (report: Summary, { root }: ReportOptions, notes: ReportNotes<Path>): Coverage => {
  const tally = newCoverageTally<Path>('istanbul-summary', notes);
  const sum = { covered: 0, total: 0 };
  for (const [path, { lines }] of Object.entries(report)) {
    if (lines.covered > lines.total)
      notes.error('REPORT_INCONSISTENT', `covered: expected at most ${lines.total}, got ${lines.covered}`, [
        path,
        'lines',
        'covered',
      ]);
    if (path === TOTAL) continue;
    sum.covered += lines.covered;
    sum.total += lines.total;
    const own = ownPath(path, root);
    if (own === undefined) notes.drop(path, [path]);
    const file = own === undefined ? undefined : tally.file(own, [path]);
    if (file === undefined) continue;
    file.covered += lines.covered;
    file.total += lines.total;
  }
  const total = Object.hasOwn(report, TOTAL) ? report[TOTAL]!.lines : undefined;
  if (total === undefined)
    notes.error('FIELD_MISSING', 'total is missing: expected the sum of all files', []);
  else if (total.covered !== sum.covered || total.total !== sum.total)
    notes.error(
      'REPORT_INCONSISTENT',
      `total says ${total.covered} of ${total.total} lines, and the files have ${sum.covered} of ${sum.total}`,
      [TOTAL, 'lines'],
    );
  return tally.end([]);
};

export const readIstanbul = (document: JsonDocument, options: ReportOptions): Parsed<Coverage> =>
  readJsonReport(document, options, finalSchema, (report, notes) => buildFinal(report, options, notes));

export const readIstanbulSummary = (document: JsonDocument, options: ReportOptions): Parsed<Coverage> =>
  readJsonReport(document, options, summarySchema, (report, notes) => buildSummary(report, options, notes));
