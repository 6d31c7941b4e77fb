// How a run stands, as one document. The same for the command line, for MCP and for HTTP.
import { join } from 'node:path';
import { desksDirectory } from '../../effects/desks.ts';
import { standings } from '../../engine/budget.ts';
import { type BlockedItem, blockedIn } from '../../engine/items.ts';
import { noticesForPeople } from '../../engine/notices.ts';
import { onlyPeopleAwaited, plan } from '../../engine/plan.ts';
import { allWorks } from '../../engine/reduce/past.ts';
import { isCurrent, isDone, parkedOn } from '../../engine/satisfied.ts';
import { blindWorks, isKeptBack } from '../../engine/veil.ts';
import { specAfter } from '../../model/agent-list.ts';
import type { Judged } from '../../model/run/judged.ts';
import { type Mistake, repeatsIn } from '../../model/run/rejection.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { ShownChange } from '../../model/run/shown-change.ts';
import type { State, Work } from '../../model/run/state.ts';
import type { Wanted } from '../../model/run/wanted.ts';
import { isRecord } from '../../std/is-record.ts';
import type { ReadRun } from '../runs/runs.ts';
import type { RunPlace } from '../system.ts';

export interface WaitingItem {
  readonly id: string;
  readonly kind: 'approval' | 'question' | 'escalation';
  readonly text: string;
  readonly choices: readonly string[];
  /** The choices that `baton approve` and `baton reject` stand for. */
  readonly approve?: string;
  readonly reject?: string;
  /** Digests of what it is about. */
  readonly about?: Readonly<Record<string, Digest>>;
  /** The tree that the change is shown against, where that is not the base of the run. */
  readonly base?: Digest;
  readonly since: string;
  /** Its text is a page of lines, the most important first. */
  readonly page?: true;
  /** The change that is to be approved. */
  readonly change?: ShownChange;
  /** Why it cannot be shown. */
  readonly changeProblem?: string;
}

/** While several work blind: what each writes is kept from the others. */
export interface BlindStatus {
  readonly workers: number;
  /** Whose work was accepted, and waits for the others. */
  readonly heldBack: number;
  /** Agents are not isolated: one that searches the disk could find the files of another. */
  readonly searchable: boolean;
}

export interface BudgetStatus {
  readonly of: 'run' | 'day' | 'role';
  readonly role?: string;
  readonly unit: 'tokens' | 'usd';
  readonly limit: number;
  readonly used: number;
  /** Attempts of which it is not known: time and the number of attempts bind those. */
  readonly unknown: number;
}

/** Something that people are told; nobody waits for an answer. */
export interface NoticeStatus {
  readonly at: string;
  readonly text: string;
}

/** Where an item of a scope is, and how it ended where it ended alone. */
export interface ItemPosition {
  readonly scope: string;
  readonly phase: string;
  readonly as?: 'failed' | 'cancelled';
}

export interface StatusDocument {
  readonly run: string;
  readonly workflow: string;
  readonly directory: string;
  readonly isolation: string;
  /** Whether agents had a pid namespace of their own when the run began. */
  readonly processes: 'pid-namespace' | 'shared';
  readonly phase: string;
  readonly status: 'running' | 'waiting' | 'complete' | 'failed' | 'cancelled';
  /** Whether some process holds the run; without one nothing goes on. */
  readonly held?: boolean;
  readonly blind?: BlindStatus;
  readonly positions: readonly ItemPosition[];
  /** Items that cannot begin, because what they follow ended alone. */
  readonly blocked?: readonly BlockedItem[];
  readonly assignments: readonly AssignmentStatus[];
  readonly waitingFor: readonly WaitingItem[];
  /** What follows from what was accepted and is not done yet: a run that is complete does it when it is resumed. */
  readonly owes?: readonly string[];
  /** Newest last. */
  readonly notices?: readonly NoticeStatus[];
  readonly counters: Readonly<Record<string, number>>;
  /** By role: what agents' programs reported. A figure that is not here is not known. */
  readonly usage?: NonNullable<State['usage']>;
  /** What there is to spend, and what is known to be used of it. */
  readonly budget?: readonly BudgetStatus[];
  readonly handoffs: State['handoffs'];
  readonly cause?: State['cause'];
  readonly details: Readonly<Record<string, string>>;
  readonly seq: number;
  readonly chain: string;
}

export interface AssignmentStatus {
  readonly id: string;
  readonly role: string;
  readonly attempt: number;
  readonly agent: string;
  readonly status: 'wanted' | 'running' | 'judging' | 'parked' | 'accepted' | 'failed' | 'stopped';
  readonly since: string;
  /** Why it failed, and when it is tried again. */
  readonly retry?: { readonly at: string; readonly why: string };
  /** Where blind work is written. */
  readonly desk?: string;
  /** The last verdict, clause by clause, each with what it rests on. */
  readonly judged?: readonly Judged[];
  /** How often it was rejected, and the mistakes that were made more than once. */
  readonly rejections?: number;
  readonly repeats?: readonly Mistake[];
}

export const assignmentStatus = (state: State, work: Work): AssignmentStatus['status'] => {
  // What was accepted and left behind was accepted, also when it is out of date by now.
  if (isDone(state, work) || (work.outcome !== undefined && !isHere(state, work))) return 'accepted';
  if (state.status === 'failed' && isHere(state, work))
    return work.lastEnd === 'failed' ? 'failed' : 'stopped';
  if (state.status !== 'running') return 'stopped';
  if (work.judging !== undefined) return 'judging';
  if (parkedOn(state, work).length > 0) return 'parked';
  return work.attemptState === 'running' ? 'running' : 'wanted';
};

const isHere = (state: State, work: Work): boolean => isCurrent({ ...state, status: 'running' }, work);

export const waitingItems = (wanted: Wanted): readonly WaitingItem[] =>
  wanted.questions.map(({ id, ask, since, page }) => ({
    id,
    kind: ask.kind,
    text: ask.text,
    choices: ask.choices,
    ...(ask.approve === undefined ? {} : { approve: ask.approve }),
    ...(ask.reject === undefined ? {} : { reject: ask.reject }),
    ...(ask.about === undefined ? {} : { about: ask.about }),
    ...(ask.base === undefined ? {} : { base: ask.base }),
    since,
    ...(page === undefined ? {} : { page }),
  }));

export const agentOf = (state: State, work: Work): string => {
  if (work.assignment.kind !== 'agent') return work.assignment.kind;
  const agents = state.run.options['agents'];
  const spec = isRecord(agents) ? agents[work.assignment.role] : undefined;
  const [kind = ''] = typeof spec === 'string' ? specAfter(spec, work.failures).split(':') : ['agent'];
  return kind;
};

const rejectedOf = ({
  rejections,
  lastRejection,
}: Work): Pick<AssignmentStatus, 'rejections' | 'repeats'> => {
  const repeats = lastRejection === undefined ? [] : repeatsIn(lastRejection);
  return { ...(rejections === 0 ? {} : { rejections }), ...(repeats.length === 0 ? {} : { repeats }) };
};

const blindStatus = (state: State): { readonly blind?: BlindStatus } => {
  const works = blindWorks(state);
  if (works.length === 0) return {};
  const heldBack = works.filter((work) => isDone(state, work)).length;
  return { blind: { workers: works.length, heldBack, searchable: state.run.isolation === 'none' } };
};

const blockedStatus = (state: State): Pick<StatusDocument, 'blocked'> => {
  const blocked = blockedIn(state);
  return blocked.length === 0 ? {} : { blocked };
};

const owedStatus = ({ effects = {} }: State): Pick<StatusDocument, 'owes'> => {
  const owes = Object.values(effects).map(({ request }) => request.action);
  return owes.length === 0 ? {} : { owes };
};

const budgetStatus = (state: State): Pick<StatusDocument, 'budget'> => {
  const budget = standings(state).map(({ id: _, ...standing }) => standing);
  return budget.length === 0 ? {} : { budget };
};

const noticesStatus = (state: State): Pick<StatusDocument, 'notices'> => {
  const notices = noticesForPeople(state);
  return notices.length === 0 ? {} : { notices };
};

const assignmentOf = (run: RunPlace, state: State, work: Work): AssignmentStatus => ({
  id: work.assignment.id,
  role: work.assignment.role,
  attempt: work.attempt,
  agent: agentOf(state, work),
  status: assignmentStatus(state, work),
  since: work.attemptStartedAt ?? work.openedAt,
  ...(work.retryAt === undefined || state.status !== 'running'
    ? {}
    : { retry: { at: work.retryAt, why: work.lastWhy ?? 'it handed nothing in' } }),
  ...(work.desk === undefined || !isKeptBack(state, work)
    ? {}
    : { desk: join(desksDirectory(run.place.stateDirectory, run.name), work.desk) }),
  ...(work.judged === undefined ? {} : { judged: work.judged }),
  ...rejectedOf(work),
});

export const innerPositions = (state: State): [string, State['positions'][string]][] =>
  Object.entries(state.positions).filter(([scope]) => scope !== '');

export const phaseOf = (state: State): string =>
  state.status === 'running' || state.status === 'failed'
    ? (state.positions['']?.phase ??
      innerPositions(state)
        .map(([, { phase }]) => phase)
        .join(', '))
    : state.status;

export const statusOf = (state: State): StatusDocument['status'] =>
  state.status === 'running' && onlyPeopleAwaited(plan(state)) ? 'waiting' : state.status;

export const statusDocument = ({
  run,
  state,
  chain,
}: Pick<ReadRun, 'run' | 'state' | 'chain'>): StatusDocument => {
  const wanted = plan(state);
  const inner = innerPositions(state);
  return {
    run: run.name,
    workflow: state.run.workflow,
    directory: run.directory,
    isolation: state.run.isolation,
    processes: state.run.options['processes'] === 'pid-namespace' ? 'pid-namespace' : 'shared',
    phase: phaseOf(state),
    status: statusOf(state),
    positions: inner.map(([scope, position]) => ({
      scope: scope.slice(scope.indexOf('/') + 1),
      phase: position.phase,
      ...(position.as === undefined ? {} : { as: position.as }),
    })),
    ...blockedStatus(state),
    ...blindStatus(state),
    assignments: allWorks(state).map((work) => assignmentOf(run, state, work)),
    waitingFor: waitingItems(wanted),
    ...owedStatus(state),
    ...noticesStatus(state),
    counters: state.counters,
    ...(state.usage === undefined ? {} : { usage: state.usage }),
    ...budgetStatus(state),
    handoffs: state.handoffs,
    ...(state.cause === undefined ? {} : { cause: state.cause }),
    details: state.details,
    seq: state.seq,
    chain,
  };
};
