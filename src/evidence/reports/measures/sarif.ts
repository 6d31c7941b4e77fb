// SARIF 2.1.0: what scanners and linters found.
import * as z from 'zod';
import { SOURCE_LINES_MAX, TEST_MESSAGE_CHARS_MAX } from '../../../model/limits/limits.ts';
import type { Finding, Findings } from '../../../model/measured.ts';
import type { Parsed } from '../../../model/problem.ts';
import { clip, plainLine } from '../../../std/terminal-text.ts';
import type { Path } from '../../../text/json-places.ts';
import { ownUri } from '../../commands/own-path.ts';
import { fieldOf, isRecord, type JsonDocument, readJsonReport } from '../json-report.ts';
import { type ReportNotes, type ReportOptions, shownText } from '../report-notes.ts';
import { findingsOf } from './findings-list.ts';

const levelSchema = z.enum(['none', 'note', 'warning', 'error']);
const indexSchema = z.number().int().min(-1);
const messageSchema = z.object({
  text: z.string().optional(),
  markdown: z.string().optional(),
  id: z.string().optional(),
  arguments: z.array(z.string()).optional(),
});
const ruleSchema = z.object({
  id: z.string(),
  defaultConfiguration: z.object({ level: levelSchema.optional() }).optional(),
  messageStrings: z.record(z.string(), z.object({ text: z.string() })).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
type Rule = z.infer<typeof ruleSchema>;
const componentSchema = z.object({ name: z.string(), rules: z.array(ruleSchema).optional() });
const artifactSchema = z.object({
  uri: z.string().optional(),
  uriBaseId: z.string().optional(),
  index: indexSchema.optional(),
});
type Artifact = z.infer<typeof artifactSchema>;
const resultSchema = z.object({
  ruleId: z.string().optional(),
  ruleIndex: indexSchema.optional(),
  rule: z
    .object({
      id: z.string().optional(),
      index: indexSchema.optional(),
      toolComponent: z.object({ index: indexSchema.optional() }).optional(),
    })
    .optional(),
  kind: z.enum(['notApplicable', 'pass', 'fail', 'review', 'open', 'informational']).optional(),
  level: levelSchema.optional(),
  baselineState: z.enum(['new', 'unchanged', 'updated', 'absent']).optional(),
  message: messageSchema,
  suppressions: z
    .array(z.object({ status: z.enum(['accepted', 'underReview', 'rejected']).optional() }))
    .nullish(),
  locations: z
    .array(
      z.object({
        physicalLocation: z
          .object({
            artifactLocation: artifactSchema.optional(),
            region: z.object({ startLine: z.number().int().positive().optional() }).optional(),
          })
          .optional(),
      }),
    )
    .nullish(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
type Result = z.infer<typeof resultSchema>;
const runSchema = z.object({
  tool: z.object({ driver: componentSchema, extensions: z.array(componentSchema).optional() }),
  artifacts: z.array(z.object({ location: artifactSchema.optional() })).nullish(),
  originalUriBaseIds: z.record(z.string(), artifactSchema).optional(),
  invocations: z.array(z.object({ executionSuccessful: z.boolean() })).optional(),
  results: z.array(resultSchema).nullish(),
});
type Run = z.infer<typeof runSchema>;
const sarifSchema = z.object({ version: z.literal('2.1.0'), runs: z.array(runSchema) });

export const isSarif = (json: unknown): boolean => {
  const schema = fieldOf(json, '$schema');
  return (
    (typeof schema === 'string' && schema.toLowerCase().includes('sarif')) ||
    (isRecord(json) && Array.isArray(fieldOf(json, 'runs')))
  );
};

const SECURITY = 'security-severity';
const BY_LEVEL = { error: 'high', warning: 'medium', note: 'note', none: 'note' } as const;
const BY_SCORE = [
  [9, 'critical'],
  [7, 'high'],
  [4, 'medium'],
] as const;
const SCORE = /^\d{1,2}(?:\.\d{1,6})?$/;
const SCORE_MAX = 10;

interface Rules {
  byIndex(component: number, index: number): Rule | undefined;
  byId(id: string): Rule | undefined;
}

/** The driver is component -1, as in SARIF; `a/b` may be a rule `a` with a word more. */
const rulesOf = ({ tool }: Run): Rules => {
  const components = [tool.driver, ...(tool.extensions ?? [])];
  const named = new Map<string, Rule>();
  for (const { rules = [] } of components)
    for (const rule of rules) if (!named.has(rule.id)) named.set(rule.id, rule);
  return {
    byIndex: (component, index) => components[component + 1]?.rules?.[index],
    byId: (id) =>
      named.get(id) ?? (id.includes('/') ? named.get(id.slice(0, id.lastIndexOf('/'))) : undefined),
  };
};

const ruleOf = ({ ruleId, ruleIndex = -1, rule: ref }: Result, rules: Rules): Rule | undefined => {
  const index = ref?.index ?? ruleIndex;
  const found = index < 0 ? undefined : rules.byIndex(ref?.toolComponent?.index ?? -1, index);
  const id = ruleId ?? ref?.id;
  return found ?? (id === undefined ? undefined : rules.byId(id));
};

/** Undefined: there is none; null: there is something else. */
const scoreOf = (properties: Readonly<Record<string, unknown>> | undefined): number | null | undefined => {
  const value = fieldOf(properties, SECURITY);
  if (value === undefined) return undefined;
  const text = typeof value === 'number' ? String(value) : value;
  const score = typeof text === 'string' && SCORE.test(text) ? Number(text) : Number.NaN;
  return score <= SCORE_MAX ? score : null;
};

const severityOf = (
  result: Result,
  rule: Rule | undefined,
  notes: ReportNotes<Path>,
  at: Path,
): Finding['severity'] => {
  const score = scoreOf(result.properties) ?? scoreOf(rule?.properties);
  if (scoreOf(result.properties) === null || score === null)
    notes.error('FIELD_INVALID', `${SECURITY}: expected a number from 0 to ${SCORE_MAX}`, at);
  if (typeof score === 'number')
    return BY_SCORE.find(([least]) => score >= least)?.[1] ?? (score > 0 ? 'low' : 'note');
  return BY_LEVEL[result.level ?? rule?.defaultConfiguration?.level ?? 'warning'];
};

const BASES_MAX = 8;

/** A base may be relative to another base. */
const baseOf = (run: Run, id: string | undefined, left = BASES_MAX): string => {
  const bases = run.originalUriBaseIds;
  const base = id !== undefined && bases !== undefined && Object.hasOwn(bases, id) ? bases[id] : undefined;
  if (base?.uri === undefined || left === 0) return '';
  const uri = base.uri.endsWith('/') ? base.uri : `${base.uri}/`;
  return base.uriBaseId === undefined ? uri : `${baseOf(run, base.uriBaseId, left - 1)}${uri}`;
};

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]+:/;

const fileOf = (run: Run, location: Artifact | undefined, { root }: ReportOptions): string | undefined => {
  const named = location?.uri === undefined ? run.artifacts?.[location?.index ?? -1]?.location : location;
  const uri = named?.uri;
  if (uri === undefined) return undefined;
  const absolute = SCHEME.test(uri) || uri.startsWith('/');
  return ownUri(absolute ? uri : `${baseOf(run, named?.uriBaseId)}${uri}`, root);
};

const PLACEHOLDER = /\{(\d{1,2})\}/g;

const messageOf = ({ message }: Result, rule: Rule | undefined): string => {
  const strings = rule?.messageStrings;
  const id = message.id;
  const known =
    id !== undefined && strings !== undefined && Object.hasOwn(strings, id) ? strings[id] : undefined;
  const text = message.text ?? known?.text ?? message.markdown ?? '';
  const filled = text
    .slice(0, TEST_MESSAGE_CHARS_MAX)
    .replace(PLACEHOLDER, (mark, index: string) => message.arguments?.[Number(index)] ?? mark);
  return clip(plainLine(filled), TEST_MESSAGE_CHARS_MAX);
};

/** A result counts when it is a failure that is there and that nobody accepted. */
const isOpen = ({ kind = 'fail', baselineState, suppressions }: Result): boolean => {
  const suppressed =
    suppressions != null &&
    suppressions.length > 0 &&
    suppressions.every(({ status = 'accepted' }) => status === 'accepted');
  return kind === 'fail' && baselineState !== 'absent' && !suppressed;
};

const RULE_CHARS_MAX = 200;

const findingOf = (
  run: Run,
  rules: Rules,
  result: Result,
  options: ReportOptions,
  notes: ReportNotes<Path>,
  at: Path,
): Finding => {
  const rule = ruleOf(result, rules);
  const physical = result.locations?.[0]?.physicalLocation;
  const file = fileOf(run, physical?.artifactLocation, options);
  const line = physical?.region?.startLine;
  return {
    rule: clip(plainLine(result.ruleId ?? result.rule?.id ?? rule?.id ?? 'no rule'), RULE_CHARS_MAX),
    severity: severityOf(result, rule, notes, at),
    message: messageOf(result, rule),
    ...(file === undefined ? {} : { file }),
    ...(file === undefined || line === undefined || line > SOURCE_LINES_MAX ? {} : { line }),
  };
};

/** A run that did not succeed, or has no results at all, did not look: that is not the same as finding nothing. */
const checkRun = (run: Run, notes: ReportNotes<Path>, at: Path): void => {
  if (run.invocations?.some(({ executionSuccessful }) => !executionSuccessful))
    notes.error('REPORT_INCONSISTENT', `${shownText(run.tool.driver.name)} says that it did not succeed`, [
      ...at,
      'invocations',
    ]);
  if (run.results == null)
    notes.error('FIELD_MISSING', 'results is missing: expected a list, which may be empty', at);
};

const TOOLS_MAX = 50;

const build = (runs: readonly Run[], options: ReportOptions, notes: ReportNotes<Path>): Findings => {
  if (runs.length === 0)
    notes.error('REPORT_EMPTY', 'expected the run of a tool, the report has none', ['runs']);
  const found = runs.flatMap((run, index) => {
    const rules = rulesOf(run);
    checkRun(run, notes, ['runs', index]);
    return (run.results ?? []).flatMap((result, place) =>
      isOpen(result)
        ? [findingOf(run, rules, result, options, notes, ['runs', index, 'results', place])]
        : [],
    );
  });
  const tools = runs.slice(0, TOOLS_MAX).map(({ tool }) => clip(plainLine(tool.driver.name), RULE_CHARS_MAX));
  return findingsOf('sarif', [...new Set(tools)], found);
};

export const readSarif = (document: JsonDocument, options: ReportOptions): Parsed<Findings> =>
  readJsonReport(document, options, sarifSchema, ({ runs }, notes) => build(runs, options, notes));
