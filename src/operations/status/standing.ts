// Who works on what right now, for whoever watches a run: made from state alone.

import { onlyPeopleAwaited, plan } from '../../engine/plan.ts';
import { allRounds } from '../../engine/reduce/past.ts';
import { askedBy, isCurrent } from '../../engine/satisfied.ts';
import { type EvidenceRequest, evidenceKey } from '../../model/evidence.ts';
import type { Rejection } from '../../model/run/rejection.ts';
import type { State, Work } from '../../model/run/state.ts';
import {
  type AssignmentStatus,
  agentOf,
  assignmentStatus,
  type WaitingItem,
  waitingItems,
} from './status.ts';

export interface StandingWork {
  readonly id: string;
  readonly byEngine: boolean;
  readonly agent: string;
  readonly attempt: number;
  readonly status: AssignmentStatus['status'];
  /** Since when it stands so. */
  readonly since: string;
  /** It failed, and will be started again. */
  readonly failures: number;
  /** The evidence that is still being gathered. */
  readonly left: readonly EvidenceRequest[];
  readonly rejections: number;
  readonly rejection: Rejection | undefined;
  /** It repeats a mistake, and a person has been asked. */
  readonly stuck: boolean;
}

export interface Standing {
  /** The work of the phases where the run is, people's apart. */
  readonly works: readonly StandingWork[];
  readonly waiting: readonly WaitingItem[];
  readonly onlyPeopleAwaited: boolean;
}

const sinceOf = ({ judging, attemptState, attemptStartedAt, openedAt }: Work): string =>
  judging?.since ?? (attemptState === 'running' ? attemptStartedAt : undefined) ?? openedAt;

const workOf = (state: State, work: Work): StandingWork => {
  const status = assignmentStatus(state, work);
  const { judging } = work;
  return {
    id: work.assignment.id,
    byEngine: work.assignment.kind === 'engine',
    agent: agentOf(state, work),
    attempt: work.attempt,
    status,
    since: sinceOf(work),
    failures: work.failures,
    left: (judging?.needs ?? []).filter((need) => judging?.evidence[evidenceKey(need)] === undefined),
    rejections: work.rejections,
    rejection: status === 'accepted' ? undefined : work.lastRejection,
    stuck: askedBy(state, work).some((request) => request.stuck),
  };
};

/** How often any part of the run entered a phase. */
export const visitsOf = (state: State, phase: string): number =>
  allRounds(state).reduce((sum, rounds) => sum + (rounds[`visit ${phase}`] ?? 0), 0);

export const standingOf = (state: State): Standing => {
  const wanted = plan(state);
  const here = Object.values(state.works).filter(
    (work) => work.assignment.kind !== 'human' && isCurrent({ ...state, status: 'running' }, work),
  );
  return {
    works: here.map((work) => workOf(state, work)),
    waiting: waitingItems(wanted),
    onlyPeopleAwaited: onlyPeopleAwaited(wanted),
  };
};
