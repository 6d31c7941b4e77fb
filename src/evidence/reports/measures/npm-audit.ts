// `npm audit --json`, version 2 of its report (npm 7 and later): packages with known vulnerabilities.
import * as z from 'zod';
import type { Finding, Findings } from '../../../model/measured.ts';
import type { Parsed } from '../../../model/problem.ts';
import type { Path } from '../../../text/json-places.ts';
import { fieldOf, isRecord, type JsonDocument, readJsonReport } from '../json-report.ts';
import { type ReportNotes, type ReportOptions, shownText } from '../report-notes.ts';
import { findingAt, findingsOf } from './findings-list.ts';

const severitySchema = z.enum(['info', 'low', 'moderate', 'high', 'critical']);
const count = z.number().int().nonnegative();
const advisorySchema = z.object({ title: z.string().optional(), url: z.string().optional() });
const auditSchema = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: severitySchema, via: z.array(z.union([z.string(), advisorySchema])).optional() }),
  ),
  metadata: z.object({
    vulnerabilities: z.object({
      ...{ info: count, low: count, moderate: count, high: count, critical: count },
      total: count.optional(),
    }),
  }),
});
type Audit = z.infer<typeof auditSchema>;
const failedSchema = z.object({
  error: z.object({ code: z.string().optional(), summary: z.string().optional() }),
});

const SEVERITY = {
  ...{ critical: 'critical', high: 'high', moderate: 'medium', low: 'low', info: 'note' },
} as const satisfies Record<z.infer<typeof severitySchema>, Finding['severity']>;

/** An audit that could not be made is one of its reports, too: it must not be taken for something else. */
const isFailed = (json: unknown): boolean => {
  const error = fieldOf(json, 'error');
  return (
    isRecord(error) &&
    typeof fieldOf(error, 'summary') === 'string' &&
    Object.keys(json as object).length <= 2
  );
};

export const isNpmAudit = (json: unknown): boolean =>
  fieldOf(json, 'auditReportVersion') !== undefined || isFailed(json);

const messageOf = (name: string, via: Audit['vulnerabilities'][string]['via']): string => {
  const told = (via ?? []).map((one) =>
    typeof one === 'string' ? `by ${one}` : (one.title ?? one.url ?? ''),
  );
  const texts = told.filter((text) => text !== '');
  return texts.length === 0 ? `${name} is vulnerable` : `${name}: ${texts.join('; ')}`;
};

const build = (audit: Audit, { root }: ReportOptions, notes: ReportNotes<Path>): Findings => {
  const packages = Object.entries(audit.vulnerabilities);
  const found = packages.map(([name, { severity, via }]) =>
    // It is in a dependency: which file of the project brings it, the report does not say.
    findingAt(
      { rule: `npm:${name}`, severity: SEVERITY[severity], message: messageOf(name, via) },
      undefined,
      root,
    ),
  );
  for (const severity of severitySchema.options) {
    const listed = packages.filter(([, one]) => one.severity === severity).length;
    const counted = audit.metadata.vulnerabilities[severity];
    if (listed !== counted)
      notes.error(
        'REPORT_INCONSISTENT',
        `metadata says ${counted} vulnerabilities that are ${severity}, and ${listed} are listed`,
        ['metadata', 'vulnerabilities', severity],
      );
  }
  return findingsOf('npm-audit', ['npm audit'], found);
};

export const readNpmAudit = (document: JsonDocument, options: ReportOptions): Parsed<Findings> =>
  isFailed(document.json)
    ? readJsonReport(document, options, failedSchema, ({ error }, notes) => {
        notes.error(
          'REPORT_INCONSISTENT',
          `npm audit could not be made: ${shownText(error.summary ?? error.code ?? 'it does not say why')}`,
          ['error'],
          'Not looking is not finding nothing: let it run where it can.',
        );
        return findingsOf('npm-audit', ['npm audit'], []);
      })
    : readJsonReport(document, options, auditSchema, (audit, notes) => build(audit, options, notes));
