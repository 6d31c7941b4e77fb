// `semgrep scan --json`: what its rules found, and what it looked into.
import * as z from 'zod';
import type { Finding, Findings } from '../../../model/measured.ts';
import type { Parsed } from '../../../model/problem.ts';
import type { Path } from '../../../text/json-places.ts';
import { fieldOf, isRecord, type JsonDocument, readJsonReport } from '../json-report.ts';
import { type ReportNotes, type ReportOptions, shownText } from '../report-notes.ts';
import { findingAt, findingsOf } from './findings-list.ts';

const severitySchema = z.enum([
  ...(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const),
  ...(['ERROR', 'WARNING', 'INFO', 'INVENTORY', 'EXPERIMENT'] as const),
]);
const semgrepSchema = z.object({
  results: z.array(
    z.object({
      check_id: z.string(),
      path: z.string(),
      start: z.object({ line: z.number().int() }),
      extra: z.object({
        message: z.string().optional(),
        severity: severitySchema,
        is_ignored: z.boolean().optional(),
      }),
    }),
  ),
  errors: z.array(z.object({ level: z.string().optional(), message: z.string().optional() })),
  paths: z.object({ scanned: z.array(z.string()).optional() }),
});
type Semgrep = z.infer<typeof semgrepSchema>;

const SEVERITY = {
  ...{ CRITICAL: 'critical', HIGH: 'high', ERROR: 'high', MEDIUM: 'medium', WARNING: 'medium' },
  ...{ LOW: 'low', INFO: 'note', INVENTORY: 'note', EXPERIMENT: 'note' },
} as const satisfies Record<z.infer<typeof severitySchema>, Finding['severity']>;

export const isSemgrep = (json: unknown): boolean =>
  Array.isArray(fieldOf(json, 'results')) &&
  Array.isArray(fieldOf(json, 'errors')) &&
  isRecord(fieldOf(json, 'paths'));

const build = (report: Semgrep, { root }: ReportOptions, notes: ReportNotes<Path>): Findings => {
  for (const [index, { level, message }] of report.errors.entries())
    notes[level === 'warn' || level === 'info' ? 'warn' : 'error'](
      'REPORT_INCONSISTENT',
      `semgrep says that something went wrong: ${shownText(message ?? 'it does not say what')}`,
      ['errors', index],
    );
  if (report.results.length === 0 && (report.paths.scanned ?? []).length === 0)
    notes.error('REPORT_EMPTY', 'expected files that were scanned, semgrep looked into none', ['paths']);
  return findingsOf(
    'semgrep',
    ['semgrep'],
    report.results
      .filter(({ extra }) => extra.is_ignored !== true)
      .map(({ check_id: rule, path, start, extra }) =>
        findingAt(
          { rule, severity: SEVERITY[extra.severity], message: extra.message ?? rule },
          { path, line: start.line },
          root,
        ),
      ),
  );
};

export const readSemgrep = (document: JsonDocument, options: ReportOptions): Parsed<Findings> =>
  readJsonReport(document, options, semgrepSchema, (report, notes) => build(report, options, notes));
