// What a collective leaves for people and tools: every handoff with its verdict, how each task stands, and what was measured.

import { handoffOf } from '../../../model/handoff.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { Happening } from '../../../model/workflow/workflow.ts';
import { caseOf } from '../failure/failure-ledger.ts';
import { metricsOf, metricsText } from '../metrics/collective-metrics.ts';
import { type CollectiveState, stateOf } from '../metrics/collective-state.ts';
import { type HandoffRecord, readRecords, recordLine, recordProblems } from '../metrics/handoff-record.ts';
import { metricsCsv, metricsMarkdown } from '../metrics/metrics-report.ts';
import { SCOPE } from './nouns.ts';
import { afterHandoff, type Next, type Standing } from './standing.ts';
import { itemsOf } from './task-items.ts';
import { reportedBy, type Tasks } from './tasks-of-run.ts';

const actionOf = (next: Next): string =>
  next.kind === 'ask' ? 'escalate' : next.kind === 'end' ? 'done' : next.why;

const canonical = (submission: Submission, tasks: Tasks): HandoffRecord['handoff'] => {
  const { from, task, handoff } = reportedBy(submission, tasks);
  const { phase, status, to, retry_count, onFailure, summary, metrics } = handoff;
  return handoffOf({
    ...{ from, to: to ?? null, status, phase, task, onFailure, metrics: { ...metrics } },
    ...{ summary: summary ?? null, attempt: retry_count ?? null },
  });
};

const recordOf = (
  {
    kind,
    at,
    submission,
  }: Pick<Extract<Happening, { kind: 'accepted' | 'rejected' }>, 'kind' | 'at' | 'submission'>,
  standing: Standing,
  tasks: Tasks,
): HandoffRecord => {
  const { task, from, handoff } = reportedBy(submission, tasks);
  const { failures, retries } = caseOf(standing.ledger, { task, phase: handoff.phase, from });
  const { next } = standing;
  return {
    v: 1,
    received_at: at,
    session: submission.view.run.name,
    agent: from,
    agent_id: submission.assignment.id,
    verdict: kind === 'accepted' ? 'accepted' : 'held',
    problems: [],
    ...{ task, failures, retries },
    actions: kind === 'accepted' ? [actionOf(next)] : [],
    next: kind === 'accepted' && next.kind === 'dispatch' ? next.to : null,
    handoff: canonical(submission, tasks),
    // What an agent said around the block is in the log of its attempt.
    text: '',
  };
};

/** Handoffs as they came in, accepted or rejected by a check. */
export const chronicle =
  (tasks: Tasks) =>
  (happening: Happening): readonly string[] => {
    if (happening.kind !== 'accepted' && happening.kind !== 'rejected') return [];
    const { submission } = happening;
    if (submission.assignment.kind !== 'agent') return [];
    const before = tasks.standing(submission.view);
    if (happening.kind === 'rejected')
      return [
        recordLine({
          ...recordOf(happening, before, tasks),
          problems: recordProblems(happening.rejection.problems),
        }),
      ];
    const { standing } = afterHandoff(before, reportedBy(submission, tasks), tasks);
    return [recordLine(recordOf(happening, standing, tasks))];
  };

const taskEndings = (view: View, tasks: Tasks): Readonly<Record<string, string>> => {
  const endings = view.endings(SCOPE);
  return Object.fromEntries(itemsOf(tasks.graph(view)).map(({ id, key }) => [id, endings[key] ?? 'open']));
};

/** What was read is not kept: it takes several times the memory of the lines, of which there are as many as handoffs. */
const readLine = (line: string): readonly HandoffRecord[] => readRecords(line).records;

type StateOfLines = (lines: readonly string[]) => CollectiveState;

/** Only what came since the last time is read; whoever asks about other lines begins anew. */
const statesOnceRead = (): StateOfLines => {
  let last: { readonly lines: readonly string[]; readonly state: CollectiveState } | undefined;
  return (lines) => {
    const known = last?.lines.every((line, index) => line === lines[index]) ? last : undefined;
    const state = stateOf(lines.slice(known?.lines.length ?? 0).flatMap(readLine), known?.state);
    last = { lines, state };
    return state;
  };
};

const texts = new WeakMap<object, string>();

const lineOf = (work: CollectiveState['work'][number]): string => {
  const known = texts.get(work) ?? `    ${JSON.stringify(work)}`;
  texts.set(work, known);
  return known;
};

const stateJson = (view: View, tasks: Tasks, stateOfLines: StateOfLines): string => {
  const { name, status } = view.run;
  const { work, ...state } = stateOfLines(view.lines);
  const head = { run: name, status, tasks: taskEndings(view, tasks), ...state };
  // One line for each task.
  const lines = work.map(lineOf).join(',\n');
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "work": [\n${lines}\n  ]\n}\n`;
};

/** The part of a long record that has to be new before it is counted again. */
const COUNTED_ANEW = 1 / 32;

/** While a run goes on, its metrics are as of so many handoffs: counting all with each would cost more with each. */
const countedLines = ({ lines, run }: View): readonly string[] => {
  if (run.status !== 'running') return lines;
  const step = 2 ** Math.max(0, Math.floor(Math.log2(lines.length * COUNTED_ANEW)));
  return lines.slice(0, lines.length - (lines.length % step));
};

type MetricsTexts = Readonly<Record<'json' | 'csv' | 'markdown', string>>;

/** The last counts; whoever counts the same lines again gets them. */
const counts = (): ((view: View) => MetricsTexts) => {
  let last: { readonly lines: readonly string[]; readonly texts: MetricsTexts } | undefined;
  const isSame = (lines: readonly string[]): boolean =>
    last?.lines.length === lines.length && last.lines.every((line, index) => line === lines[index]);
  return (view) => {
    const lines = countedLines(view);
    if (last !== undefined && isSame(lines)) return last.texts;
    const metrics = metricsOf(lines.flatMap(readLine));
    const [json, csv, markdown] = [metricsText(metrics), metricsCsv(metrics), metricsMarkdown(metrics)];
    const texts = { json, csv, markdown };
    last = { lines, texts };
    return texts;
  };
};

export const projectionsOf = (tasks: Tasks) => {
  const textsOf = counts();
  const stateOfLines = statesOnceRead();
  return {
    'handoffs.jsonl': (view: View): string => view.lines.join(''),
    'state.json': (view: View): string => stateJson(view, tasks, stateOfLines),
    'metrics.json': (view: View): string => textsOf(view).json,
    'metrics.csv': (view: View): string => textsOf(view).csv,
    'report.md': (view: View): string => textsOf(view).markdown,
  };
};
