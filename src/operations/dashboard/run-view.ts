// A run as the dashboard shows it at one entry: all of it from the state that the engine's own reduce gives there, and from
// what the journal says up to that entry.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { attemptLogName } from '../../agents/attempt-log.ts';
import { noticesForPeople } from '../../engine/notices.ts';
import { pictureOf } from '../../engine/picture.ts';
import { onlyPeopleAwaited, plan } from '../../engine/plan.ts';
import { allWorks } from '../../engine/reduce/past.ts';
import { holdsKey, isCurrent } from '../../engine/satisfied.ts';
import type {
  HandoffRow,
  HandoffsOnly,
  RunView,
  Waiting,
  WorkCell,
} from '../../model/dashboard/documents.ts';
import { evidenceKey } from '../../model/evidence.ts';
import { HANDOFF_ROWS_MAX } from '../../model/limits/dashboard.ts';
import type { State, Work } from '../../model/run/state.ts';
import { usageByModel } from '../../model/run/usage.ts';
import type { WantedQuestion } from '../../model/run/wanted.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { isRecord } from '../../std/is-record.ts';
import { agentOf, assignmentStatus, phaseOf, statusOf } from '../status/status.ts';
import type { RunPlace } from '../system.ts';
import type { RunBook } from './run-book.ts';
import { rowAt } from './run-history.ts';
import { countUpTo } from './run-tally.ts';
import { trackOf } from './track.ts';

export interface ShownRun {
  readonly project: string;
  readonly run: RunPlace;
  readonly workflow: Workflow;
  readonly book: RunBook;
  readonly held: boolean;
}

const lastOutputAt = (run: RunPlace, { assignment, attempt }: Work): string | undefined =>
  statSync(join(run.stateDirectory, 'logs', attemptLogName(assignment.id, attempt)), {
    throwIfNoEntry: false,
  })?.mtime.toISOString();

const cellOf = (run: RunPlace | undefined, state: State, work: Work): WorkCell => {
  const { assignment, judging } = work;
  const status = assignmentStatus(state, work);
  const output = run !== undefined && status === 'running' ? lastOutputAt(run, work) : undefined;
  return {
    assignment: assignment.id,
    role: assignment.role,
    agent: agentOf(state, work),
    ...(assignment.item === undefined ? {} : { item: assignment.item }),
    phase: assignment.phase,
    attempt: work.attempt,
    status,
    since: judging?.since ?? work.attemptStartedAt ?? work.openedAt,
    ...(work.deadline === undefined || status !== 'running' ? {} : { deadline: work.deadline }),
    ...(work.retryAt === undefined || status !== 'wanted' ? {} : { retryAt: work.retryAt }),
    failures: work.failures,
    rejections: work.rejections,
    ...(output === undefined ? {} : { lastOutputAt: output }),
    left: (judging?.needs ?? []).filter((need) => judging?.evidence[evidenceKey(need)] === undefined).length,
  };
};

/** The first sentence, or line, of what is asked; headings are not what is asked. */
export const titleOf = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((one) => one !== '' && !one.startsWith('#')) ?? text.trim();
  return line.replace(/^[-*>]\s+/, '').split(/(?<=[.?!])\s/)[0] ?? '';
};

export const waitingOf = (
  { project, run, workflow }: Pick<ShownRun, 'project' | 'run' | 'workflow'>,
  state: State,
  { id, ask, since, assignment, plays, notice }: WantedQuestion,
): Waiting => {
  const work = state.works[assignment]?.assignment;
  return {
    project,
    run: run.name,
    workflow: workflow.name,
    item: id,
    kind: ask.kind,
    title: titleOf(ask.text),
    text: ask.text,
    choices: [...ask.choices],
    since,
    phase: work?.phase ?? '',
    role: work?.role ?? '',
    ...(ask.about === undefined ? {} : { about: ask.about }),
    ...(plays === undefined ? {} : { plays }),
    ...(notice === undefined ? {} : { notice }),
  };
};

export const questionsOf = (state: State): readonly WantedQuestion[] => plan(state).questions;

const standsOf = (state: State, works: readonly WorkCell[], held: boolean): RunView['stands'] => {
  if (state.status !== 'running')
    return {
      kind: 'ended',
      since: state.at,
      ...(state.cause === undefined ? {} : { cause: state.cause.message }),
    };
  const [question] = questionsOf(state)
    .filter(({ notice }) => notice === undefined)
    .sort((a, b) => a.since.localeCompare(b.since));
  if (onlyPeopleAwaited(plan(state)) && question !== undefined)
    return { kind: 'people', since: question.since };
  if (!held) return { kind: 'unheld', since: state.at };
  const by = (status: WorkCell['status']): WorkCell | undefined =>
    works.filter((work) => work.status === status).sort((a, b) => a.since.localeCompare(b.since))[0];
  const running = by('running');
  if (running !== undefined) {
    const { assignment, since, lastOutputAt: output, deadline } = running;
    return {
      ...{ kind: 'working', who: assignment, since },
      ...(output === undefined ? {} : { lastOutputAt: output }),
      ...(deadline === undefined ? {} : { deadline }),
    };
  }
  const judging = by('judging');
  if (judging !== undefined)
    return { kind: 'judging', who: judging.assignment, since: judging.since, left: judging.left };
  const waiting = works.find(({ retryAt }) => retryAt !== undefined);
  if (waiting?.retryAt !== undefined)
    return { kind: 'retry', who: waiting.assignment, since: waiting.since, retryAt: waiting.retryAt };
  return { kind: 'idle', since: state.at };
};

const factsOf = (state: State): RunView['facts'] =>
  Object.values(state.facts)
    .filter(({ fact }) => holdsKey(state, fact))
    .map(({ fact, basis, about }) => ({
      fact,
      ...(basis === undefined ? {} : { basis }),
      about: Object.entries(about).map(([artifact, digest]) => ({ artifact, digest })),
    }));

/** Counters are per part of a run: `fixes`, or `fixes tasks/one`. */
const loopsOf = (workflow: Workflow, state: State): RunView['loops'] => {
  const limits = new Map(
    pictureOf(workflow).steps.flatMap(({ ways }) =>
      ways.flatMap(({ limit }) => (limit === undefined ? [] : [[limit.name, limit.max] as const])),
    ),
  );
  return Object.entries(state.counters).map(([name, count]) => {
    const max = limits.get(name) ?? limits.get(name.split(/[ /]/)[0] ?? '');
    const policy = state.run.options['policy'];
    const said = typeof max === 'string' && isRecord(policy) ? policy[max] : max;
    return { name, count, ...(typeof said === 'number' || typeof said === 'string' ? { max: said } : {}) };
  });
};

const agentsOf = (state: State): Record<string, string> => {
  const agents = state.run.options['agents'];
  return isRecord(agents)
    ? Object.fromEntries(
        Object.entries(agents).map(([role, spec]) => [role, String(spec).split(':')[0] ?? '']),
      )
    : {};
};

const currentWorks = (state: State): readonly Work[] =>
  allWorks(state).filter(
    (work) => work.assignment.kind !== 'human' && isCurrent({ ...state, status: 'running' }, work),
  );

export interface RowsAsked {
  /** At most so many, the newest. */
  readonly rows?: number | undefined;
  readonly only?: HandoffsOnly | undefined;
}

const isAmong = ({ status, kind }: HandoffRow, only: HandoffsOnly): boolean =>
  only === 'yours' ? kind === 'human' : status === 'rejected' || status === 'unproven';

/** A row with what the workflow knows of its contract. */
export const shownRow = (workflow: Workflow, row: HandoffRow): HandoffRow =>
  workflow.contracts[row.contract]?.reviews === undefined ? row : { ...row, reviews: true };

/** Handoffs as they stood at an entry, newest first, and how many older ones there are. */
export const handoffRows = (
  { workflow, book: { history } }: Pick<ShownRun, 'workflow' | 'book'>,
  seq: number,
  { rows = HANDOFF_ROWS_MAX, only }: RowsAsked,
): { readonly handoffs: HandoffRow[]; readonly left: number } => {
  const count = countUpTo(history.rows, seq, ({ received }) => received);
  const first = only === undefined ? Math.max(0, count - rows) : 0;
  const found = history.rows
    .slice(first, count)
    .flatMap((row) => rowAt(history, row, seq) ?? [])
    .filter((row) => only === undefined || isAmong(row, only));
  const handoffs = found
    .slice(-rows)
    .reverse()
    .map((row) => shownRow(workflow, row));
  return { handoffs, left: first + found.length - handoffs.length };
};

/** What lies in the past has no holder and no output that is still to come. */
export const runView = (shown: ShownRun, seq: number, asked: RowsAsked = {}): RunView => {
  const { project, run, workflow, book } = shown;
  const state = book.stateAt(seq);
  const isNow = seq === book.seq;
  const works = currentWorks(state).map((work) => cellOf(isNow ? run : undefined, state, work));
  const tally = book.tallyAt(workflow, seq);
  const held = isNow && shown.held;
  const { handoffs, left } = handoffRows(shown, seq, { rows: asked.rows });
  return {
    ...{ project, run: run.name, workflow: workflow.name, says: workflow.says },
    ...{ request: state.run.request, directory: run.directory, startedAt: state.run.startedAt },
    ...{ seq, last: book.seq, at: state.at },
    ...(isNow ? { chain: book.chain } : {}),
    ...{ status: statusOf(state), phase: phaseOf(state), held, isolation: state.run.isolation },
    ...{ agents: agentsOf(state), base: state.run.base, handed: state.handoffs },
    ...(state.cause === undefined ? {} : { cause: state.cause }),
    stands: standsOf(state, works, held),
    track: trackOf({ workflow, state, tally, works }),
    works: [...works],
    waiting: questionsOf(state).map((question) => waitingOf(shown, state, question)),
    facts: factsOf(state),
    loops: loopsOf(workflow, state),
    notices: noticesForPeople(state).map(({ at, text }) => ({ at, text })),
    details: state.details,
    usage: usageByModel(Object.values(state.usage ?? {}).flatMap(({ models }) => models)),
    handoffs,
    handoffsLeft: left,
    handoffCounts: tally.rows,
  };
};
