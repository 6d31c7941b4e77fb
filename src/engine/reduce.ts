// Applies one event to the state. Total, pure, and ignorant of every workflow: events carry all it needs.
import type { Event } from '../model/event.ts';
import { ANSWERS_REMEMBERED_MAX } from '../model/limits.ts';
import type { RememberedAnswer, State, Work } from '../model/state.ts';
import { copied, type Records } from './records.ts';
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

const changeWork = (state: State, records: Records, id: string, change: (work: Work) => Work): State => {
  const work = state.works[id];
  return work === undefined ? state : { ...state, works: records.set(state.works, id, change(work)) };
};

const remember = (state: State, records: Records, line: string, answer: RememberedAnswer): State['answers'] =>
  records.set(state.answers, line, [...(state.answers[line] ?? []), answer].slice(-ANSWERS_REMEMBERED_MAX));

const enterPhase = (state: State, records: Records, event: Of<'phase-entered'>): State => {
  const { scope, phase, visit } = event;
  // Work of earlier visits is over; its answers are remembered by line, its bytes are artifacts.
  const isOver = ({ assignment }: Work): boolean => assignment.scope === scope && assignment.phase === phase;
  const over = new Set(Object.keys(state.works).filter((id) => isOver(state.works[id]!)));
  const visits = `visit ${scope} ${phase}`;
  return {
    ...state,
    works: records.keep(state.works, (work) => !isOver(work)),
    requests: records.keep(state.requests, (request) => !over.has(request.assignment)),
    rounds: records.set(state.rounds, visits, (state.rounds[visits] ?? 0) + 1),
    positions: records.set(state.positions, scope, { phase, visit }),
  };
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

const endScope = (state: State, event: Of<'scope-ended'>): State => {
  const { [event.scope]: _, ...scopes } = state.scopes;
  return { ...state, scopes };
};

const openWork = (state: State, records: Records, event: Of<'work-opened'>): State => {
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
  const lines = records.set(state.rounds, `line ${assignment.line}`, assignment.round);
  // What sits out is not asked for, so it takes no place in the order of its role.
  const ordinal = assignment.ordinal + (sitsOut(state, work) ? 0 : 1);
  return {
    ...state,
    works: records.set(state.works, assignment.id, work),
    rounds: records.set(lines, `role ${assignment.role}`, ordinal),
  };
};

const startAttempt = (work: Work, event: Of<'attempt-started'>): Work => {
  const { lastEnd: _, retryAt: __, ...rest } = work;
  return {
    ...rest,
    attempt: event.attempt,
    attemptState: 'running',
    attemptStartedAt: event.at,
    deadline: event.deadline,
  };
};

const endAttempt = (work: Work, event: Of<'attempt-ended'>): Work => {
  // A session that failed is not resumed; one that was merely lost with its holder is.
  const { deadline: _, retryAt: __, session: before, ...rest } = work;
  const session = event.session ?? (event.end === 'failed' ? undefined : before);
  return {
    ...rest,
    attemptState: 'ended',
    lastEnd: event.end,
    rebasePending: false,
    failures: work.failures + (event.retryAt === undefined ? 0 : 1),
    ...(event.retryAt === undefined ? {} : { retryAt: event.retryAt }),
    ...(session === undefined ? {} : { session }),
  };
};

const receive = (state: State, records: Records, event: Of<'submission-received'>): State => {
  const tree = event.sealed.find((s) => s.path === '.');
  const next = changeWork(state, records, event.assignment, (work) => ({
    ...work,
    ...(tree === undefined ? {} : { from: tree.digest }),
    judging: {
      submission: event.submission,
      attempt: event.attempt,
      tool: event.tool,
      args: event.args,
      sealed: event.sealed,
      needs: event.needs,
      evidence: {},
      since: state.at,
    },
  }));
  return { ...next, handoffs: { ...next.handoffs, submitted: next.handoffs.submitted + 1 } };
};

const accept = (state: State, records: Records, event: Of<'submission-accepted'>): State => {
  const work = state.works[event.assignment];
  if (work === undefined) return state;
  const { judging, lastRejection: _, ...rest } = work;
  const { remark: __, ...before } = state;
  const sealed = judging?.sealed ?? [];
  return {
    ...before,
    ...(event.remark === undefined ? {} : { remark: event.remark }),
    works: records.set(state.works, event.assignment, {
      ...rest,
      outcome: event.outcome,
      established: event.facts,
    }),
    artifacts:
      sealed.length === 0
        ? state.artifacts
        : { ...state.artifacts, ...Object.fromEntries(sealed.map((s) => [s.artifact, s])) },
    facts:
      event.facts.length === 0
        ? state.facts
        : { ...state.facts, ...Object.fromEntries(event.facts.map((f) => [f.fact, f])) },
    details: { ...state.details, ...event.details },
    handoffs: { ...state.handoffs, accepted: state.handoffs.accepted + 1 },
    peopleAnswered: state.peopleAnswered + (work.assignment.ask === undefined ? 0 : 1),
    answers: remember(state, records, work.assignment.line, {
      status: 'accepted',
      submission: event.submission,
      assignment: event.assignment,
      outcome: event.outcome,
      seq: state.seq,
    }),
  };
};

const reject = (state: State, records: Records, event: Of<'submission-rejected'>): State => {
  const work = state.works[event.assignment];
  if (work === undefined) return state;
  const { judging: _, ...rest } = work;
  return {
    ...state,
    works: records.set(state.works, event.assignment, {
      ...rest,
      rejections: work.rejections + 1,
      lastRejection: event.rejection,
    }),
    handoffs: { ...state.handoffs, rejected: state.handoffs.rejected + 1 },
    answers: remember(state, records, work.assignment.line, {
      status: 'rejected',
      submission: event.submission,
      assignment: event.assignment,
      rejection: event.rejection,
      seq: state.seq,
    }),
  };
};

const observe = (work: Work, event: Of<'evidence-observed'>): Work =>
  work.judging === undefined
    ? work
    : {
        ...work,
        judging: { ...work.judging, evidence: { ...work.judging.evidence, [event.key]: event.evidence } },
      };

const answerRequest = (state: State, records: Records, event: Of<'request-answered'>): State => {
  const request = state.requests[event.request];
  if (request === undefined) return state;
  const { [event.request]: _, ...requests } = state.requests;
  const peopleAnswered = state.peopleAnswered + (request.person ? 1 : 0);
  return changeWork({ ...state, requests, peopleAnswered }, records, request.assignment, (work) => ({
    ...work,
    answers: [
      ...work.answers,
      { request: request.id, question: request.text, answer: event.answer, seq: state.seq },
    ],
  }));
};

const resumeRun = (state: State): State => {
  const { cause: _, ...rest } = state;
  const works = Object.fromEntries(
    Object.entries(state.works).map(([id, { retryAt: __, ...work }]) => [
      id,
      { ...work, failures: 0, rejections: 0 },
    ]),
  );
  return { ...rest, works, status: 'running' };
};

const rebase = (work: Work, event: Of<'work-rebased'>): Work => {
  const { startRequest: _, ...rest } = work;
  return { ...rest, start: event.start, from: event.from, rebasePending: event.pending };
};

export const reduce = (state: State, event: Event, records: Records = copied): State => {
  const withWork = (id: string, change: (work: Work) => Work): State =>
    changeWork(state, records, id, change);
  switch (event.kind) {
    case 'run-started':
      return initialState(event);
    case 'holder-changed':
      return { ...state, epoch: event.epoch };
    case 'scope-opened':
      return openScope(state, event);
    case 'scope-ended':
      return endScope(state, event);
    case 'phase-entered':
      return enterPhase(state, records, event);
    case 'position-ended':
      return {
        ...state,
        positions: records.set(state.positions, event.scope, { phase: 'end', visit: 0 }),
      };
    case 'work-opened':
      return openWork(state, records, event);
    case 'attempt-started':
      return withWork(event.assignment, (work) => startAttempt(work, event));
    case 'attempt-ended':
      return withWork(event.assignment, (work) => endAttempt(work, event));
    case 'submission-received':
      return receive(state, records, event);
    case 'evidence-wanted':
      return withWork(event.assignment, (work) =>
        work.judging === undefined ? work : { ...work, judging: { ...work.judging, needs: event.needs } },
      );
    case 'evidence-observed':
      return withWork(event.assignment, (work) => observe(work, event));
    case 'submission-accepted':
      return accept(state, records, event);
    case 'submission-rejected':
      return reject(state, records, event);
    case 'work-rebased':
      return withWork(event.assignment, (work) => rebase(work, event));
    case 'rebase-performed':
      return withWork(event.assignment, (work) => ({ ...work, rebasePending: false }));
    case 'start-wanted':
      return withWork(event.assignment, (work) => ({ ...work, startRequest: event.request }));
    case 'request-opened':
      return { ...state, requests: records.set(state.requests, event.request.id, event.request) };
    case 'request-answered':
      return answerRequest(state, records, event);
    case 'counter-raised':
      return {
        ...state,
        counters: { ...state.counters, [event.counter]: (state.counters[event.counter] ?? 0) + 1 },
      };
    case 'counter-reset':
      return { ...state, counters: { ...state.counters, [event.counter]: 0 } };
    case 'run-ended':
      return { ...state, status: event.status, ...(event.cause === undefined ? {} : { cause: event.cause }) };
    case 'run-resumed':
      return resumeRun(state);
    case 'submission-refused':
    case 'deadline-passed':
      return state;
  }
};

/** Applies one entry. The sequence number and the time are known before its events are applied. */
export const applyEntry = (
  state: State | undefined,
  entry: { readonly seq: number; readonly at: string; readonly events: readonly Event[] },
  records: Records = copied,
): State => {
  let next = state;
  for (const event of entry.events) {
    if (next === undefined) {
      if (event.kind !== 'run-started') throw new TypeError(`expected run-started first, got ${event.kind}`);
      next = { ...initialState(event), seq: entry.seq, at: entry.at };
    } else {
      if (next.seq !== entry.seq) next = { ...next, seq: entry.seq, at: entry.at };
      next = reduce(next, event, records);
    }
  }
  if (next === undefined) throw new TypeError('expected an entry with events, got none');
  return next.seq === entry.seq ? next : { ...next, seq: entry.seq, at: entry.at };
};
