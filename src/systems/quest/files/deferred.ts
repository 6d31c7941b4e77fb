// Findings that outlive their quest, one JSON object per line: deferred_findings.jsonl is scanned when the next quest is
// planned, dismissed_findings.jsonl is only kept.
import * as z from 'zod';
import { HANDOFF_BYTES_MAX } from '../../../model/limits/limits.ts';
import { boundedProblems, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { validateWith } from '../../../model/validate-with.ts';
import { canonicalJson } from '../../../std/canonical-json.ts';
import { readJson } from '../../../text/json-text.ts';
import type { BacklogItem } from './backlog-file.ts';
import { isMapping, jsonText } from './json-file.ts';
import { pathTokens, plainPath } from './path-tokens.ts';
import { wholeSeconds } from './times.ts';

export const DEFERRED_FILE = '.quest/backlog/deferred_findings.jsonl';
export const DISMISSED_FILE = '.quest/backlog/dismissed_findings.jsonl';

const text = z.string();
/** What is needed to compare a line and to show it; its other fields are kept as they are. */
const lineSchema = z.looseObject({
  finding_id: text.min(1, 'expected the id of a finding'),
  path: text.optional(),
  summary: text,
  write_scope: z.array(text).readonly(),
  deferred_by_quest: text.min(1, 'expected the id of a quest'),
  deferred_at: text,
  defer_reason: text,
  proposed_followup: text,
});
export type DeferredFinding = z.infer<typeof lineSchema>;

const lineProblems = (problems: readonly Problem[], file: string, line: number): Problem[] =>
  problems.map((found) => ({ ...found, severity: 'warning', file, line, column: found.column ?? 1 }));

/** A line that cannot be read is a warning: it hides no other. */
export const parseDeferred = (source: string, file: string): Parsed<readonly DeferredFinding[]> => {
  if (source.length > HANDOFF_BYTES_MAX) {
    const message = `expected at most ${HANDOFF_BYTES_MAX} bytes, got at least ${source.length}`;
    return { value: undefined, problems: [problem('FILE_TOO_LARGE', message, { file })] };
  }
  const findings: DeferredFinding[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of source.split('\n').entries()) {
    if (line.trim() === '') continue;
    const { value: read, problems: told } = readJson(line, file);
    const checked = read === undefined ? undefined : validateWith(lineSchema, read.json, { file });
    if (checked?.value !== undefined) findings.push(checked.value);
    problems.push(...lineProblems([...told, ...(checked?.problems ?? [])], file, index + 1));
  }
  return { value: findings, problems: boundedProblems(problems) };
};

export interface DeferredBy {
  /** The id of the quest. */
  readonly quest: string;
  readonly at: string;
  /** Why; the reason of each decision when left out. */
  readonly reason?: string | undefined;
  /** What somebody should do about it; the action of each finding when left out. */
  readonly followup?: string | undefined;
}

const keyOf = (line: { readonly deferred_by_quest: unknown; readonly finding_id: unknown }): string =>
  JSON.stringify([line.deferred_by_quest, line.finding_id]);

/** Also of lines that lack something else: they were deferred, too. */
const knownKeys = (existing: string): Set<string> => {
  const keys = existing.split('\n').flatMap((line) => {
    const json = readJson(line, '').value?.json;
    if (!isMapping(json)) return [];
    return [keyOf({ deferred_by_quest: json['deferred_by_quest'], finding_id: json['finding_id'] })];
  });
  return new Set(keys);
};

const lineOf = (item: BacklogItem, { quest, at, reason, followup }: DeferredBy): DeferredFinding => {
  const {
    decision,
    decision_confidence,
    needs_validation,
    owner,
    batch,
    reason: ownReason,
    ...finding
  } = item;
  return {
    ...finding,
    deferred_by_quest: quest,
    deferred_at: wholeSeconds(at),
    defer_reason: reason ?? ownReason,
    proposed_followup: followup ?? item.action,
  };
};

/** The lines to append, each without its line end. What this quest has deferred before gets no second line. */
export const deferredLines = (
  existing: string,
  items: readonly BacklogItem[],
  by: DeferredBy,
): readonly string[] => {
  const known = knownKeys(existing);
  return items.flatMap((item) => {
    const line = lineOf(item, by);
    if (known.has(keyOf(line))) return [];
    known.add(keyOf(line));
    return [canonicalJson(line)];
  });
};

/** The whole file with the new lines at its end; a last line that was cut off stays apart from them. */
export const withDeferred = (existing: string, items: readonly BacklogItem[], by: DeferredBy): string => {
  const lines = deferredLines(existing, items, by);
  if (lines.length === 0) return existing;
  const start = existing === '' || existing.endsWith('\n') ? existing : `${existing}\n`;
  return `${start}${lines.join('\n')}\n`;
};

/** Deferred findings about files that the brief names. Paths match exactly, folders do not stand for what is in them. */
export const matchesOf = (
  brief: string,
  findings: readonly DeferredFinding[],
): readonly DeferredFinding[] => {
  const named = new Set(pathTokens(brief));
  return findings.filter(({ write_scope, path }) =>
    [...write_scope, ...(path === undefined ? [] : [path])].some((entry) => {
      const plain = plainPath(entry);
      return plain !== undefined && named.has(plain);
    }),
  );
};

/** The text of deferred_backlog_matches.json. */
export const matchesText = (matches: readonly DeferredFinding[]): string => jsonText(matches);
