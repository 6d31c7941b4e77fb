// `bandit -f json`: what it found in Python code.
import * as z from 'zod';
import type { Finding, Findings } from '../../../model/measured.ts';
import type { Parsed } from '../../../model/problem.ts';
import type { Path } from '../../../text/json-places.ts';
import { fieldOf, isRecord, type JsonDocument, readJsonReport } from '../json-report.ts';
import { type ReportNotes, type ReportOptions, shownText } from '../report-notes.ts';
import { findingAt, findingsOf } from './findings-list.ts';

const severitySchema = z.enum(['HIGH', 'MEDIUM', 'LOW', 'UNDEFINED']);
const banditSchema = z.object({
  errors: z.array(z.object({ filename: z.string().optional(), reason: z.string().optional() })),
  metrics: z.record(z.string(), z.record(z.string(), z.number().nonnegative())),
  results: z.array(
    z.object({
      filename: z.string(),
      issue_severity: severitySchema,
      issue_text: z.string(),
      line_number: z.number().int().optional(),
      test_id: z.string(),
      test_name: z.string().optional(),
    }),
  ),
});
type Bandit = z.infer<typeof banditSchema>;

/** What it cannot grade is not taken for harmless. */
const SEVERITY = {
  ...{ HIGH: 'high', MEDIUM: 'medium', LOW: 'low', UNDEFINED: 'medium' },
} as const satisfies Record<z.infer<typeof severitySchema>, Finding['severity']>;

export const isBandit = (json: unknown): boolean =>
  Array.isArray(fieldOf(json, 'results')) && isRecord(fieldOf(fieldOf(json, 'metrics'), '_totals'));

const build = (report: Bandit, { root }: ReportOptions, notes: ReportNotes<Path>): Findings => {
  for (const [index, { filename, reason }] of report.errors.entries())
    notes.error(
      'REPORT_INCONSISTENT',
      `bandit could not look into ${shownText(filename ?? 'a file')}: ${shownText(reason ?? 'it does not say why')}`,
      ['errors', index],
    );
  for (const severity of severitySchema.options) {
    const counted = report.metrics['_totals']?.[`SEVERITY.${severity}`] ?? 0;
    const listed = report.results.filter((one) => one.issue_severity === severity).length;
    // It counts what a filter keeps from the list; of the worst nothing may be kept from it.
    if (listed > counted || (severity === 'HIGH' && listed < counted))
      notes.error(
        'REPORT_INCONSISTENT',
        `the totals say ${counted} findings of severity ${severity}, and ${listed} are listed`,
        ['metrics', '_totals'],
        'Let bandit list all of them: no filter of confidence, no edit.',
      );
  }
  return findingsOf(
    'bandit',
    ['bandit'],
    report.results.map((one) =>
      findingAt(
        {
          rule: one.test_name === undefined ? one.test_id : `${one.test_id}:${one.test_name}`,
          severity: SEVERITY[one.issue_severity],
          message: one.issue_text,
        },
        { path: one.filename, line: one.line_number },
        root,
      ),
    ),
  );
};

export const readBandit = (document: JsonDocument, options: ReportOptions): Parsed<Findings> =>
  readJsonReport(document, options, banditSchema, (report, notes) => build(report, options, notes));
