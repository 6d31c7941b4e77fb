// Applies one event to the state. Total, pure, and ignorant of every workflow: events carry all it needs.

import { ANSWERS_REMEMBERED_MAX, DOSSIER_REJECTIONS_MAX } from '../../model/limits/limits.ts';
import { triedOf } from '../../model/run/dossier.ts';
import type { Event } from '../../model/run/event.ts';
import type { Rejection } from '../../model/run/rejection.ts';
import type { Judging, RememberedAnswer, State, Work } from '../../model/run/state.ts';
import { countSpent, forgetOthers, passDay, raiseBudget, seeOthers } from '../budget.ts';
import { tallied } from '../mistakes.ts';
import { forgetHeard, tell } from '../notices.ts';
import { sitsOut } from '../satisfied.ts';
import { hide, lift } from '../veil.ts';
import { type Changes, copying } from './changes.ts';
import { setAsideAfter } from './past.ts';
import {
  changeWork,
  countUsage,
  endAttempt,
  rebase,
  rememberPlayer,
  startAttempt,
  tellAtEnd,
} from './reduce-attempt.ts';
import { addLine, answerRequest, note, openRequest } from './reduce-requests.ts';
import {
  changePolicy,
  endPosition,
  endScope,
  growScope,
  keepApart,
  openScope,
  performEffect,
  resumeRun,
  retryItems,
  setCounter,
} from './reduce-run.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

/** Before the first entry there is no state. */
export const initialState = (event: Of<'run-started'>): State => ({
  v: 1,
  seq: 0,
  at: event.run.startedAt,
  run: event.run,
  status: 'running',
  epoch: 0,
  positions: {},
  scopes: {},
  works: {},
  rounds: {},
  artifacts: Object.fromEntries(event.given.map((sealed) => [sealed.artifact, sealed])),
  facts: {},
  counters: {},
  requests: {},
  answers: {},
  handoffs: { submitted: 0, accepted: 0, rejected: 0 },
  peopleAnswered: 0,
  details: {},
});

const countRound = (next: State, changes: Changes, scope: string, name: string, count: number): void => {
  next.rounds = changes.set(next.rounds, scope, changes.set(next.rounds[scope] ?? {}, name, count));
};

const enterPhase = (state: State, changes: Changes, event: Of<'phase-entered'>): State => {
  const { scope, phase, visit } = event;
  // Work of earlier visits is over; its answers are remembered by line, its bytes are artifacts.
  const over = Object.values(state.works)
    .filter(({ assignment }) => assignment.scope === scope && assignment.phase === phase)
    .map(({ assignment }) => assignment.id);
  const unasked = Object.values(state.requests).filter(({ assignment }) => over.includes(assignment));
  const next = changes.of(state);
  forgetHeard(next, changes, scope);
  next.works = changes.drop(next.works, over);
  if (unasked.length > 0)
    next.requests = changes.drop(
      next.requests,
      unasked.map(({ id }) => id),
    );
  countRound(next, changes, scope, `visit ${phase}`, (next.rounds[scope]?.[`visit ${phase}`] ?? 0) + 1);
  // An item begins with what was said before its scope.
  const { remark } = next.positions[scope] ?? next.positions[''] ?? {};
  next.positions = changes.set(next.positions, scope, {
    phase,
    visit,
    ...(event.event === undefined ? {} : { event: event.event }),
    ...(event.deadline === undefined ? {} : { deadline: event.deadline }),
    ...(event.cause === undefined ? {} : { cause: event.cause }),
    ...(remark === undefined ? {} : { remark }),
  });
  delete next.resumed;
  lift(next, changes, scope);
  return next;
};

const openWork = (state: State, changes: Changes, event: Of<'work-opened'>): State => {
  const { assignment, start } = event;
  const { from = start } = event;
  const work: Work = {
    assignment,
    openedAt: state.at,
    ...(start === undefined ? {} : { start }),
    ...(from === undefined ? {} : { from }),
    attempt: 0,
    attemptState: 'none',
    failures: 0,
    rejections: 0,
    rebasePending: false,
    established: [],
    answers: [],
  };
  // What sits out is not asked for, so it takes no place in the order of its role.
  const ordinal = assignment.ordinal + (sitsOut(state, work) ? 0 : 1);
  const next = changes.of(state);
  next.works = changes.set(next.works, assignment.id, work);
  countRound(next, changes, assignment.scope, `line ${assignment.line}`, assignment.round);
  countRound(next, changes, '', `role ${assignment.role}`, ordinal);
  return next;
};

const receive = (state: State, changes: Changes, event: Of<'submission-received'>): State => {
  const { submission, attempt, tool, args, sealed, needs } = event;
  const tree = sealed.find((s) => s.path === '.');
  const next = changeWork(changes.of(state), changes, event.assignment, (work) => {
    if (tree !== undefined) work.from = tree.digest;
    work.judging = { submission, attempt, tool, args, sealed, needs, evidence: {}, since: state.at };
  });
  next.handoffs = { ...next.handoffs, submitted: next.handoffs.submitted + 1 };
  return next;
};

const settle = (state: State, changes: Changes, work: Work, answer: RememberedAnswer): State => {
  const { id, line } = work.assignment;
  const next = changes.of(state);
  next.works = changes.set(next.works, id, work);
  next.handoffs = { ...next.handoffs, [answer.status]: next.handoffs[answer.status] + 1 };
  const answers = [...(next.answers[line] ?? []), answer].slice(-ANSWERS_REMEMBERED_MAX);
  next.answers = changes.set(next.answers, line, answers);
  return next;
};

/** A person's words belong to the position that they lead on from: items side by side do not hear each other's. */
const sayAt = (state: State, changes: Changes, scope: string, remark: string | undefined): void => {
  const { remark: _, ...position } = state.positions[scope] ?? {};
  if (!('phase' in position)) return;
  const said = remark === undefined ? position : { ...position, remark };
  state.positions = changes.set(state.positions, scope, said);
};

const accept = (state: State, changes: Changes, event: Of<'submission-accepted'>): State => {
  const before = state.works[event.assignment];
  if (before === undefined) return state;
  const { submission, assignment, outcome, facts, details, remark } = event;
  const sealed = [...(before.judging?.sealed ?? []), ...(event.derived ?? [])];
  const work = changes.of(before);
  work.outcome = outcome;
  work.established = facts;
  delete work.judging;
  forgetRejections(work);
  if (event.judged !== undefined) work.judged = event.judged;
  const next = settle(state, changes, work, {
    status: 'accepted',
    submission,
    assignment,
    outcome,
    seq: state.seq,
  });
  hide(next, changes, work, {
    artifacts: sealed.map((one) => one.artifact),
    facts: facts.map(({ fact }) => fact),
    details: Object.keys(details),
    lines: event.line === undefined ? [] : [event.line],
    remark: true,
  });
  for (const one of sealed) next.artifacts = changes.set(next.artifacts, one.artifact, one);
  for (const fact of facts) next.facts = changes.set(next.facts, fact.fact, fact);
  for (const [name, text] of Object.entries(details)) next.details = changes.set(next.details, name, text);
  if (work.assignment.ask !== undefined) next.peopleAnswered += 1;
  // What answers a request inside a phase is no step of the run: what a person said still leads the phase.
  if (remark !== undefined || work.assignment.request === undefined)
    sayAt(next, changes, work.assignment.scope, remark);
  // What people were told beside the work has no hearer any more.
  const told = Object.values(next.requests).filter(
    (r) => r.assignment === assignment && r.person && !r.parks,
  );
  if (told.length > 0)
    next.requests = changes.drop(
      next.requests,
      told.map(({ id }) => id),
    );
  if (event.declined !== undefined) {
    const { line } = work.assignment;
    const said = [...(next.declined?.[line] ?? []), event.declined].slice(-ANSWERS_REMEMBERED_MAX);
    next.declined = changes.set(next.declined ?? {}, line, said);
  }
  keepApart(next, changes, work.assignment.scope, event);
  for (const effect of event.effects ?? []) next.effects = changes.set(next.effects ?? {}, effect.id, effect);
  tell(next, changes, event.notices ?? []);
  addLine(next, changes, event.line);
  return next;
};

const forgetRejections = (work: Work): void => {
  delete work.lastRejection;
  delete work.tally;
  delete work.tried;
  delete work.again;
};

/** Who takes over begins a session of its own: one that repeats itself is not resumed. */
const countRejection = (work: Work, rejection: Rejection): void => {
  work.lastRejection = rejection;
  delete work.again;
  if (rejection.mistakes !== undefined) work.tally = tallied(work.tally ?? {}, rejection);
  if (rejection.next !== undefined) delete work.session;
};

const refuse = (state: State, changes: Changes, { again }: Of<'submission-refused'>): State => {
  if (again === undefined) return state;
  return changeWork(state, changes, again, (work) => {
    work.again = (work.again ?? 0) + 1;
  });
};

const reject = (state: State, changes: Changes, event: Of<'submission-rejected'>): State => {
  const before = state.works[event.assignment];
  if (before === undefined) return state;
  const { submission, assignment, rejection } = event;
  const work = changes.of(before);
  work.rejections += 1;
  if (event.judged !== undefined) work.judged = event.judged;
  countRejection(work, rejection);
  // Events of before say nothing of mistakes, and are replayed as they were meant.
  if (before.judging !== undefined && rejection.mistakes !== undefined) {
    const tried = triedOf(before.judging, rejection, state.seq);
    work.tried = [...(work.tried ?? []), tried].slice(-DOSSIER_REJECTIONS_MAX);
  }
  delete work.judging;
  return settle(state, changes, work, {
    status: 'rejected',
    submission,
    assignment,
    rejection,
    seq: state.seq,
  });
};

const judge = (work: Work, changes: Changes, change: (judging: Judging) => void): void => {
  if (work.judging === undefined) return;
  const judging = changes.of(work.judging);
  change(judging);
  work.judging = judging;
};

type Rules = { readonly [K in Event['kind']]: (state: State, event: Of<K>, changes: Changes) => State };

/** For events that change one work and nothing else. */
const onWork =
  <E extends { readonly assignment: string }>(
    change: (work: Work, event: E, changes: Changes, state: State) => void,
  ) =>
  (state: State, event: E, changes: Changes): State =>
    changeWork(state, changes, event.assignment, (work) => change(work, event, changes, state));

const RULES: Rules = {
  'run-started': (_, event) => initialState(event),
  'holder-changed': (state, { epoch }) => forgetOthers({ ...state, epoch }),
  'scope-opened': openScope,
  'scope-grown': growScope,
  'scope-ended': endScope,
  'phase-entered': (state, event, changes) => enterPhase(state, changes, event),
  'position-ended': (state, event, changes) => endPosition(state, changes, event),
  'scope-retried': (state, event, changes) => retryItems(state, changes, event),
  'work-opened': (state, event, changes) => openWork(state, changes, event),
  'attempt-started': (state, event, changes) =>
    onWork(startAttempt)(rememberPlayer(state, changes, event), event, changes),
  'attempt-ended': (state, event, changes) =>
    setAsideAfter(
      onWork(endAttempt)(
        countUsage(countSpent(tellAtEnd(state, event, changes), event), event),
        event,
        changes,
      ),
      changes,
      event.assignment,
    ),
  'submission-received': (state, event, changes) => receive(state, changes, event),
  'evidence-wanted': onWork((work, { needs }: Of<'evidence-wanted'>, changes) =>
    judge(work, changes, (judging) => {
      judging.needs = needs;
    }),
  ),
  'evidence-observed': onWork((work, { key, evidence }: Of<'evidence-observed'>, changes) =>
    judge(work, changes, (judging) => {
      judging.evidence = changes.set(judging.evidence, key, evidence);
    }),
  ),
  'submission-accepted': (state, event, changes) => accept(state, changes, event),
  'submission-rejected': (state, event, changes) => reject(state, changes, event),
  'submission-refused': (state, event, changes) => refuse(state, changes, event),
  'rejection-repeated': onWork((work, { rejection }: Of<'rejection-repeated'>) =>
    countRejection(work, rejection),
  ),
  'work-rebased': onWork(rebase),
  'rebase-performed': onWork((work) => {
    work.rebasePending = false;
  }),
  'start-wanted': onWork((work, { request }: Of<'start-wanted'>) => {
    work.startRequest = request;
  }),
  'request-opened': (state, event, changes) => openRequest(state, changes, event),
  'request-answered': (state, event, changes) => answerRequest(state, changes, event),
  'policy-changed': changePolicy,
  noted: (state, event, changes) => note(state, changes, event),
  'counter-raised': (state, { counter }, changes) =>
    setCounter(state, changes, counter, (state.counters[counter] ?? 0) + 1),
  'counter-reset': (state, { counter }, changes) => setCounter(state, changes, counter, 0),
  'effect-performed': (state, event, changes) => performEffect(state, changes, event),
  'spending-seen': seeOthers,
  'budget-raised': raiseBudget,
  'deadline-passed': passDay,
  'run-ended': (state, { status, cause }) => ({
    ...state,
    status,
    ...(cause === undefined ? {} : { cause }),
  }),
  'run-resumed': resumeRun,
};

export const reduce = (state: State, event: Event, changes: Changes = copying()): State =>
  // Each rule takes the events of its own kind, which types cannot say of a table that is looked up.
  (RULES[event.kind] as (state: State, event: Event, changes: Changes) => State)(state, event, changes);

const enterEntry = (state: State, { seq, at }: Pick<State, 'seq' | 'at'>, changes: Changes): State => {
  if (state.seq === seq) return state;
  const next = changes.of(state);
  next.seq = seq;
  next.at = at;
  return next;
};

/** Applies one entry. The sequence number and the time are known before its events are applied. */
export const applyEntry = (
  state: State | undefined,
  entry: { readonly seq: number; readonly at: string; readonly events: readonly Event[] },
  changes: Changes = copying(),
): State => {
  let next = state;
  for (const event of entry.events) {
    if (next === undefined) {
      if (event.kind !== 'run-started') throw new TypeError(`expected run-started first, got ${event.kind}`);
      next = { ...initialState(event), seq: entry.seq, at: entry.at };
    } else {
      next = enterEntry(next, entry, changes);
      next = reduce(next, event, changes);
    }
  }
  if (next === undefined) throw new TypeError('expected an entry with events, got none');
  return enterEntry(next, entry, changes);
};
