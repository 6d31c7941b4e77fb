// What a collective leaves for people and tools: every handoff with its verdict, how each task stands, and what was measured.
import { handoffOf } from '../../../model/handoff.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { Happening } from '../../../model/workflow/workflow.ts';
import { caseOf } from '../failure/failure-ledger.ts';
import { type CollectiveMetrics, metricsOf, metricsText } from '../metrics/collective-metrics.ts';
import { stateOf } from '../metrics/collective-state.ts';
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

const stateJson = (view: View, tasks: Tasks): string => {
  const { name, status } = view.run;
  return `${JSON.stringify({ run: name, status, tasks: taskEndings(view, tasks), ...stateOf(recordsIn(view)) }, null, 2)}\n`;
};

const read = new WeakMap<readonly string[], readonly HandoffRecord[]>();

/** Lines are the run's own, and are read once. */
const recordsIn = ({ lines }: View): readonly HandoffRecord[] => {
  const known = read.get(lines) ?? readRecords(lines.join('')).records;
  read.set(lines, known);
  return known;
};

const summed = new WeakMap<readonly HandoffRecord[], CollectiveMetrics>();

const metricsIn = (view: View): CollectiveMetrics => {
  const records = recordsIn(view);
  const known = summed.get(records) ?? metricsOf(records);
  summed.set(records, known);
  return known;
};

export const projectionsOf = (tasks: Tasks) => ({
  'handoffs.jsonl': (view: View): string => view.lines.join(''),
  'state.json': (view: View): string => stateJson(view, tasks),
  'metrics.json': (view: View): string => metricsText(metricsIn(view)),
  'metrics.csv': (view: View): string => metricsCsv(metricsIn(view)),
  'report.md': (view: View): string => metricsMarkdown(metricsIn(view)),
});
