// What the three agents report. Each report is a list that grows; the last entry of a task is what counts.

import type { Parsed } from '../../../model/problem.ts';
import { VAGUE_WORDS, type VagueWords } from '../../../model/vague-words.ts';
import { fieldName } from '../../../model/validate-with.ts';
import type { Path } from '../../../text/json-places.ts';
import { parseArtifact } from '../handoff/artifact-text.ts';
import { below, idField, listField, type Place, textField, timeField } from '../handoff/fields.ts';
import { isRecord, shown } from '../handoff/values.ts';
import type { Verdict } from '../handoff/vocabulary.ts';
import { judgeGateStatus } from './current-task.ts';
import { judgeExecution, judgePlanning } from './report-entries.ts';
import { judgeVerdictEntry } from './verdict-entries.ts';

export const REPORTERS = ['planner', 'executor', 'validator'] as const;
export type Reporter = (typeof REPORTERS)[number];

export const reportFile = (agent: Reporter): string => `${agent}_report.json`;

export interface ReportEntry {
  readonly task: string | undefined;
  readonly at: string | undefined;
  readonly gateStatus: string | undefined;
  readonly path: Path;
  /** As it stands there. */
  readonly coverageDelta: string | undefined;
  readonly coverageAbsolute: string | undefined;
  readonly verdict: Verdict | undefined;
  readonly approval: boolean | undefined;
}

export interface Report {
  readonly agent: Reporter;
  readonly run: string | undefined;
  readonly entries: readonly ReportEntry[];
}

const LISTS: Readonly<Record<Reporter, string>> = {
  planner: 'reports',
  executor: 'tdd_cycles',
  validator: 'verdicts',
};

/** Where the prompts' form has the task, and the state of the gate. */
const SINGLE: Readonly<Record<Reporter, readonly [task: string, gate: string]>> = {
  planner: ['task_planned', 'g0_gate'],
  executor: ['task_implemented', 'g1_gate'],
  validator: ['task_validated', 'g2_gate'],
};

export interface Told {
  readonly verdict: Verdict | undefined;
  readonly approval: boolean | undefined;
}

const NOTHING: Told = { verdict: undefined, approval: undefined };

const judgeEntry = (agent: Reporter, entry: Place, words: VagueWords): Told => {
  if (agent === 'validator') return judgeVerdictEntry(entry, words);
  if (agent === 'planner') judgePlanning(entry);
  else judgeExecution(entry);
  return NOTHING;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const readEntries = (agent: Reporter, place: Place, words: VagueWords): readonly ReportEntry[] => {
  const items = listField(place, LISTS[agent]) ?? [];
  const lastOf = new Map<unknown, number>();
  for (const [index, { value }] of items.entries()) if (isRecord(value)) lastOf.set(value['task_id'], index);
  return items.flatMap(({ value, path }, index) => {
    if (!isRecord(value)) {
      place.findings.error(
        'FIELD_INVALID',
        `${fieldName(path)}: expected an object, got ${shown(value)}`,
        path,
      );
      return [];
    }
    const entry: Place = { record: value, path, findings: place.findings };
    const task = idField(entry, 'task_id', { required: true });
    const at = timeField(entry, 'timestamp');
    const gateStatus = judgeGateStatus(entry);
    // What an earlier attempt got wrong was fixed by a later one.
    const told = lastOf.get(value['task_id']) === index ? judgeEntry(agent, entry, words) : NOTHING;
    const [delta, absolute] = [textOf(value['coverage_delta']), textOf(value['coverage_absolute'])];
    return [{ task, at, gateStatus, path, coverageDelta: delta, coverageAbsolute: absolute, ...told }];
  });
};

/** The form of the prompts: one task at the top, the gate beside it. */
const readSingle = (agent: Reporter, place: Place, words: VagueWords): readonly ReportEntry[] => {
  const [taskKey, gateKey] = SINGLE[agent];
  place.findings.warn(
    'HANDOFF_DECORATION',
    `a report in another form than the usual one`,
    [],
    `Write "${LISTS[agent]}": a list with one entry for each task.`,
  );
  const inner = isRecord(place.record[taskKey]) ? below(place, taskKey) : undefined;
  const task =
    inner === undefined ? idField(place, 'task_id') : idField(inner, 'task_id', { required: true });
  const at = timeField(place, 'timestamp');
  const gate = isRecord(place.record[gateKey]) ? below(place, gateKey) : undefined;
  const state = gate === undefined ? undefined : textField(gate, 'status', { required: true });
  const passed = state !== undefined && /^pass(ed)?$/i.test(state);
  const gateNumber = gateKey.slice(1, 2);
  const told = agent === 'validator' ? judgeVerdictEntry(place, words) : NOTHING;
  const gateStatus = state === undefined ? undefined : `G${gateNumber}_${passed ? 'passed' : 'failed'}`;
  return [{ task, at, gateStatus, path: [], coverageDelta: undefined, coverageAbsolute: undefined, ...told }];
};

const judgeReport = (agent: Reporter, place: Place, words: VagueWords): Report => {
  const run = idField(place, 'run_id', { expected: 'the id of the run as text' });
  const by = textField(place, 'agent');
  if (by !== undefined && by !== agent)
    place.findings.error('FIELD_INVALID', `agent: expected ${agent}, got ${shown(by)}`, ['agent']);
  const { record } = place;
  const [taskKey, gateKey] = SINGLE[agent];
  const single = [taskKey, gateKey, 'gate', 'decision'].some((key) => Object.hasOwn(record, key));
  const listed = Object.hasOwn(record, LISTS[agent]);
  if (!listed && !single)
    place.findings.error(
      'FIELD_MISSING',
      `${LISTS[agent]} is missing: expected a list with one entry for each task`,
      [LISTS[agent]],
      `Add "${LISTS[agent]}".`,
    );
  const entries = listed ? readEntries(agent, place, words) : single ? readSingle(agent, place, words) : [];
  return { agent, run, entries };
};

export const parseReport = (
  agent: Reporter,
  text: string,
  file: string = reportFile(agent),
  words: VagueWords = VAGUE_WORDS,
): Parsed<Report> => parseArtifact(text, file, (place) => judgeReport(agent, place, words));

/** The last entry of a task. */
export const entryOf = (report: Report | undefined, task: string | null): ReportEntry | undefined =>
  report?.entries.findLast((entry) => task === null || entry.task === undefined || entry.task === task);
