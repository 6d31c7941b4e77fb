// The mutation-testing report schema, versions 1 and 2, as Stryker writes it.
import * as z from 'zod';
import { REPORT_FILES_MAX, REPORT_RESULTS_MAX, SOURCE_LINES_MAX } from '../../../model/limits/limits.ts';
import type { Mutation } from '../../../model/measured.ts';
import type { Parsed } from '../../../model/problem.ts';
import { clip, plainLine } from '../../../std/terminal-text.ts';
import type { Path } from '../../../text/json-places.ts';
import { ownPath } from '../../commands/own-path.ts';
import { fieldOf, type JsonDocument, readJsonReport } from '../json-report.ts';
import type { ReportNotes, ReportOptions } from '../report-notes.ts';

const mutantSchema = z.object({
  mutatorName: z.string(),
  status: z.enum([
    'Killed',
    'Timeout',
    'Survived',
    'NoCoverage',
    'CompileError',
    'RuntimeError',
    'Ignored',
    'Pending',
  ]),
  location: z.object({ start: z.object({ line: z.number().int().positive().max(SOURCE_LINES_MAX) }) }),
});
type Mutant = z.infer<typeof mutantSchema>;
const mutationReportSchema = z.object({
  schemaVersion: z.string().regex(/^[12](?:\.\d{1,3}){0,2}$/, 'expected version 1 or 2'),
  projectRoot: z.string().optional(),
  files: z.record(z.string(), z.object({ mutants: z.array(mutantSchema) })),
});
type MutationReport = z.infer<typeof mutationReportSchema>;

export const isMutationReport = (json: unknown): boolean =>
  fieldOf(json, 'schemaVersion') !== undefined && fieldOf(json, 'files') !== undefined;

const COUNTED = {
  Killed: 'killed',
  Timeout: 'timeout',
  Survived: 'survived',
  NoCoverage: 'noCoverage',
  CompileError: 'invalid',
  RuntimeError: 'invalid',
  Ignored: 'invalid',
  Pending: 'invalid',
} as const satisfies Record<Mutant['status'], keyof Mutation>;

const MUTATOR_CHARS_MAX = 100;

const build = (report: MutationReport, { root }: ReportOptions, notes: ReportNotes<Path>): Mutation => {
  const counts = { killed: 0, timeout: 0, survived: 0, noCoverage: 0, invalid: 0 };
  const files = new Map<string, { detected: number; undetected: number }>();
  const survivors: Mutation['survivors'] = [];
  let pending = 0;
  for (const [path, { mutants }] of Object.entries(report.files)) {
    const at = ['files', path];
    const own = ownPath(path, root, report.projectRoot);
    if (own === undefined) {
      notes.drop(path, at);
      continue;
    }
    const file = files.get(own) ?? { detected: 0, undetected: 0 };
    files.set(own, file);
    for (const { status, mutatorName, location } of mutants) {
      const kind = COUNTED[status];
      counts[kind] += 1;
      if (status === 'Pending') pending += 1;
      if (kind === 'killed' || kind === 'timeout') file.detected += 1;
      if (kind !== 'survived' && kind !== 'noCoverage') continue;
      file.undetected += 1;
      const mutator = clip(plainLine(mutatorName), MUTATOR_CHARS_MAX);
      if (survivors.length < REPORT_RESULTS_MAX)
        survivors.push({ file: own, line: location.start.line, mutator });
    }
  }
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (all === 0)
    notes.error('REPORT_EMPTY', 'expected mutants of files of the project, the report has none', ['files']);
  if (pending > 0)
    notes.warn('REPORT_INCONSISTENT', `${pending} mutants are still pending: the run did not end`, ['files']);
  if (files.size > REPORT_FILES_MAX)
    notes.error('LIMIT_REACHED', `expected at most ${REPORT_FILES_MAX} files, got ${files.size}`, ['files']);
  return { format: 'mutation-testing-report', ...counts, files: Object.fromEntries(files), survivors };
};

export const readMutation = (document: JsonDocument, options: ReportOptions): Parsed<Mutation> =>
  readJsonReport(document, options, mutationReportSchema, (report, notes) => build(report, options, notes));
