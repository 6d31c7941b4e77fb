// Applies one event to the state. Total, pure, and ignorant of every workflow: events carry all it needs.
import type { Event } from '../model/event.ts';
import { ANSWERS_REMEMBERED_MAX, RECORD_LINES_MAX } from '../model/limits.ts';
import type { Judging, RememberedAnswer, State, Work } from '../model/state.ts';
import { type Changes, copying } from './changes.ts';
import { sitsOut } from './satisfied.ts';

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

/** Lets the work, where it is still there, be written to. */
const changeWork = (state: State, changes: Changes, id: string, change: (work: Work) => void): State => {
  const before = state.works[id];
  if (before === undefined) return state;
  const work = changes.of(before);
  change(work);
  const next = changes.of(state);
  next.works = changes.set(next.works, id, work);
  return next;
};

const enterPhase = (state: State, changes: Changes, event: Of<'phase-entered'>): State => {
  const { scope, phase, visit } = event;
  // Work of earlier visits is over; its answers are remembered by line, its bytes are artifacts.
  const over = Object.values(state.works)
    .filter(({ assignment }) => assignment.scope === scope && assignment.phase === phase)
    .map(({ assignment }) => assignment.id);
  const unasked = Object.values(state.requests).filter(({ assignment }) => over.includes(assignment));
  const visits = `visit ${scope} ${phase}`;
  const next = changes.of(state);
  next.works = changes.drop(next.works, over);
  if (unasked.length > 0)
    next.requests = changes.drop(
      next.requests,
      unasked.map(({ id }) => id),
    );
  next.rounds = changes.set(next.rounds, visits, (next.rounds[visits] ?? 0) + 1);
  next.positions = changes.set(next.positions, scope, {
    phase,
    visit,
    ...(event.event === undefined ? {} : { event: event.event }),
    ...(event.deadline === undefined ? {} : { deadline: event.deadline }),
  });
  delete next.resumed;
  return next;
};

/** A scope that is entered again begins anew with every item. */
const openScope = (state: State, event: Of<'scope-opened'>): State => ({
  ...state,
  scopes: { ...state.scopes, [event.scope]: { items: event.items, then: event.then } },
  positions: {
    ...Object.fromEntries(
      Object.entries(state.positions).filter(([scope]) => !scope.startsWith(`${event.scope}/`)),
    ),
    '': { phase: event.scope, visit: 0 },
  },
});

const growScope = (state: State, { scope, items }: Of<'scope-grown'>): State => {
  const known = state.scopes[scope];
  return known === undefined
    ? state
    : { ...state, scopes: { ...state.scopes, [scope]: { ...known, items } } };
};

const endScope = (state: State, event: Of<'scope-ended'>): State => {
  const { [event.scope]: _, ...scopes } = state.scopes;
  return { ...state, scopes };
};

const openWork = (state: State, changes: Changes, event: Of<'work-opened'>): State => {
  const { assignment, start } = event;
  const work: Work = {
    assignment,
    openedAt: state.at,
    ...(start === undefined ? {} : { start, from: start }),
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
  next.rounds = changes.set(next.rounds, `line ${assignment.line}`, assignment.round);
  next.rounds = changes.set(next.rounds, `role ${assignment.role}`, ordinal);
  return next;
};

const startAttempt = (work: Work, event: Of<'attempt-started'>): void => {
  work.attempt = event.attempt;
  work.attemptState = 'running';
  work.attemptStartedAt = event.at;
  work.deadline = event.deadline;
  delete work.lastEnd;
  delete work.retryAt;
};

const endAttempt = (work: Work, event: Of<'attempt-ended'>): void => {
  work.attemptState = 'ended';
  work.lastEnd = event.end;
  work.rebasePending = false;
  delete work.deadline;
  delete work.retryAt;
  if (event.retryAt !== undefined) {
    work.failures += 1;
    work.retryAt = event.retryAt;
  }
  // A session that failed is not resumed; one that was merely lost with its holder is.
  if (event.session !== undefined) work.session = event.session;
  else if (event.end === 'failed') delete work.session;
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

const accept = (state: State, changes: Changes, event: Of<'submission-accepted'>): State => {
  const before = state.works[event.assignment];
  if (before === undefined) return state;
  const { submission, assignment, outcome, facts, details, remark } = event;
  const sealed = [...(before.judging?.sealed ?? []), ...(event.derived ?? [])];
  const work = changes.of(before);
  work.outcome = outcome;
  work.established = facts;
  delete work.judging;
  delete work.lastRejection;
  const next = settle(state, changes, work, {
    status: 'accepted',
    submission,
    assignment,
    outcome,
    seq: state.seq,
  });
  for (const one of sealed) next.artifacts = changes.set(next.artifacts, one.artifact, one);
  for (const fact of facts) next.facts = changes.set(next.facts, fact.fact, fact);
  for (const name of Object.keys(details)) next.details = changes.set(next.details, name, details[name]!);
  if (work.assignment.ask !== undefined) next.peopleAnswered += 1;
  // What answers a request inside a phase is no step of the run: what a person said still leads the phase.
  if (remark !== undefined) next.remark = remark;
  else if (work.assignment.request === undefined) delete next.remark;
  // What people were told beside the work has no hearer any more.
  const told = Object.values(next.requests).filter(
    (r) => r.assignment === assignment && r.person && !r.parks,
  );
  if (told.length > 0)
    next.requests = changes.drop(
      next.requests,
      told.map(({ id }) => id),
    );
  for (const effect of event.effects ?? []) next.effects = changes.set(next.effects ?? {}, effect.id, effect);
  addLine(next, changes, event.line);
  return next;
};

/** The oldest lines go first when there are too many. */
const addLine = (state: State, changes: Changes, line: string | undefined): void => {
  if (line !== undefined) state.lines = changes.push(state.lines ?? [], line, RECORD_LINES_MAX);
};

/** What was rejected under the old values may be handed in again as it is. */
const changePolicy = (state: State, { policy }: Of<'policy-changed'>): State => {
  const { options } = state.run;
  const before = typeof options['policy'] === 'object' ? options['policy'] : {};
  const answers = Object.fromEntries(
    Object.entries(state.answers).map(([line, all]) => [
      line,
      all.filter(({ status }) => status === 'accepted'),
    ]),
  );
  return {
    ...state,
    answers,
    run: { ...state.run, options: { ...options, policy: { ...before, ...policy } } },
  };
};

const note = (state: State, changes: Changes, { lines }: Of<'noted'>): State => {
  const next = changes.of(state);
  for (const line of lines) addLine(next, changes, line);
  return next;
};

const performEffect = (state: State, changes: Changes, event: Of<'effect-performed'>): State => {
  if (state.effects?.[event.effect] === undefined) return state;
  const next = changes.of(state);
  next.effects = changes.drop(next.effects ?? {}, [event.effect]);
  return next;
};

const openRequest = (state: State, changes: Changes, event: Of<'request-opened'>): State => {
  const next = changes.of(state);
  next.requests = changes.set(next.requests, event.request.id, event.request);
  if (event.sealed !== undefined)
    next.artifacts = changes.set(next.artifacts, event.sealed.artifact, event.sealed);
  addLine(next, changes, event.line);
  return next;
};

const reject = (state: State, changes: Changes, event: Of<'submission-rejected'>): State => {
  const before = state.works[event.assignment];
  if (before === undefined) return state;
  const { submission, assignment, rejection } = event;
  const work = changes.of(before);
  work.rejections += 1;
  work.lastRejection = rejection;
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

const answerRequest = (state: State, changes: Changes, event: Of<'request-answered'>): State => {
  const request = state.requests[event.request];
  if (request === undefined) return state;
  const { [event.request]: _, ...requests } = state.requests;
  const peopleAnswered = state.peopleAnswered + (request.person && request.parks ? 1 : 0);
  return changeWork({ ...state, requests, peopleAnswered }, changes, request.assignment, (work) => {
    const heard = { request: request.id, question: request.text, answer: event.answer, seq: state.seq };
    work.answers = [...work.answers, heard];
  });
};

const resumeRun = (state: State, { deadlines = {} }: Of<'run-resumed'>): State => {
  const { cause: _, ...rest } = state;
  const positions = Object.fromEntries(
    Object.entries(state.positions).map(([scope, position]) => {
      const deadline = deadlines[scope];
      return [scope, deadline === undefined ? position : { ...position, deadline }];
    }),
  );
  const works = Object.fromEntries(
    Object.entries(state.works).map(([id, { retryAt: __, ...work }]) => [
      id,
      { ...work, failures: 0, rejections: 0 },
    ]),
  );
  return { ...rest, positions, works, status: 'running', resumed: true };
};

const rebase = (work: Work, event: Of<'work-rebased'>): void => {
  work.start = event.start;
  work.from = event.from;
  work.rebasePending = event.pending;
  delete work.startRequest;
};

const setCounter = (state: State, changes: Changes, counter: string, count: number): State => ({
  ...state,
  counters: changes.set(state.counters, counter, count),
});

export const reduce = (state: State, event: Event, changes: Changes = copying()): State => {
  const withWork = (id: string, change: (work: Work) => void): State =>
    changeWork(state, changes, id, change);
  switch (event.kind) {
    case 'run-started':
      return initialState(event);
    case 'holder-changed':
      return { ...state, epoch: event.epoch };
    case 'scope-opened':
      return openScope(state, event);
    case 'scope-grown':
      return growScope(state, event);
    case 'scope-ended':
      return endScope(state, event);
    case 'phase-entered':
      return enterPhase(state, changes, event);
    case 'position-ended':
      return { ...state, positions: changes.set(state.positions, event.scope, { phase: 'end', visit: 0 }) };
    case 'work-opened':
      return openWork(state, changes, event);
    case 'attempt-started':
      return withWork(event.assignment, (work) => startAttempt(work, event));
    case 'attempt-ended':
      return withWork(event.assignment, (work) => endAttempt(work, event));
    case 'submission-received':
      return receive(state, changes, event);
    case 'evidence-wanted':
      return withWork(event.assignment, (work) =>
        judge(work, changes, (judging) => {
          judging.needs = event.needs;
        }),
      );
    case 'evidence-observed':
      return withWork(event.assignment, (work) =>
        judge(work, changes, (judging) => {
          judging.evidence = changes.set(judging.evidence, event.key, event.evidence);
        }),
      );
    case 'submission-accepted':
      return accept(state, changes, event);
    case 'submission-rejected':
      return reject(state, changes, event);
    case 'work-rebased':
      return withWork(event.assignment, (work) => rebase(work, event));
    case 'rebase-performed':
      return withWork(event.assignment, (work) => {
        work.rebasePending = false;
      });
    case 'start-wanted':
      return withWork(event.assignment, (work) => {
        work.startRequest = event.request;
      });
    case 'request-opened':
      return openRequest(state, changes, event);
    case 'request-answered':
      return answerRequest(state, changes, event);
    case 'policy-changed':
      return changePolicy(state, event);
    case 'noted':
      return note(state, changes, event);
    case 'counter-raised':
      return setCounter(state, changes, event.counter, (state.counters[event.counter] ?? 0) + 1);
    case 'counter-reset':
      return setCounter(state, changes, event.counter, 0);
    case 'run-ended':
      return { ...state, status: event.status, ...(event.cause === undefined ? {} : { cause: event.cause }) };
    case 'run-resumed':
      return resumeRun(state, event);
    case 'effect-performed':
      return performEffect(state, changes, event);
    case 'submission-refused':
    case 'deadline-passed':
      return state;
  }
};

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
