// Applies one event to the state. Total, pure, and ignorant of every workflow: events carry all it needs.
import type { Event } from '../model/event.ts';
import { ANSWERS_REMEMBERED_MAX } from '../model/limits.ts';
import type { RememberedAnswer, State, Work } from '../model/state.ts';
import { type Changes, copied } from './changes.ts';
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

const changeWork = (state: State, changes: Changes, id: string, change: (work: Work) => Work): State => {
  const work = state.works[id];
  return work === undefined
    ? state
    : changes.on(state, { works: changes.set(state.works, id, change(work)) });
};

const remember = (state: State, changes: Changes, line: string, answer: RememberedAnswer): State['answers'] =>
  changes.set(state.answers, line, [...(state.answers[line] ?? []), answer].slice(-ANSWERS_REMEMBERED_MAX));

const enterPhase = (state: State, changes: Changes, event: Of<'phase-entered'>): State => {
  const { scope, phase, visit } = event;
  // Work of earlier visits is over; its answers are remembered by line, its bytes are artifacts.
  const over = Object.values(state.works)
    .filter(({ assignment }) => assignment.scope === scope && assignment.phase === phase)
    .map(({ assignment }) => assignment.id);
  const unasked = Object.values(state.requests).filter(({ assignment }) => over.includes(assignment));
  const visits = `visit ${scope} ${phase}`;
  return changes.on(state, {
    works: changes.drop(state.works, over),
    requests: changes.drop(
      state.requests,
      unasked.map(({ id }) => id),
    ),
    rounds: changes.set(state.rounds, visits, (state.rounds[visits] ?? 0) + 1),
    positions: changes.set(state.positions, scope, { phase, visit }),
  });
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
  const lines = changes.set(state.rounds, `line ${assignment.line}`, assignment.round);
  // What sits out is not asked for, so it takes no place in the order of its role.
  const ordinal = assignment.ordinal + (sitsOut(state, work) ? 0 : 1);
  return changes.on(state, {
    works: changes.set(state.works, assignment.id, work),
    rounds: changes.set(lines, `role ${assignment.role}`, ordinal),
  });
};

const startAttempt = (work: Work, event: Of<'attempt-started'>): Work => {
  const { lastEnd: _, retryAt: __, ...rest } = work;
  return {
    ...(work.attempt === 0 ? work : rest),
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

const receive = (state: State, changes: Changes, event: Of<'submission-received'>): State => {
  const tree = event.sealed.find((s) => s.path === '.');
  const next = changeWork(state, changes, event.assignment, (work) => ({
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
  return changes.on(next, { handoffs: { ...next.handoffs, submitted: next.handoffs.submitted + 1 } });
};

/** The words of a person's last choice; a choice without words leaves none. */
const withRemark = (state: State, remark: string | undefined): State => {
  if (remark !== undefined) return { ...state, remark };
  if (state.remark === undefined) return state;
  const { remark: _, ...rest } = state;
  return rest;
};

const accept = (state: State, changes: Changes, event: Of<'submission-accepted'>): State => {
  const work = state.works[event.assignment];
  if (work === undefined) return state;
  const { judging, lastRejection: _, ...rest } = work;
  let { artifacts, facts, details } = state;
  for (const sealed of judging?.sealed ?? []) artifacts = changes.set(artifacts, sealed.artifact, sealed);
  for (const fact of event.facts) facts = changes.set(facts, fact.fact, fact);
  for (const [name, detail] of Object.entries(event.details)) details = changes.set(details, name, detail);
  const accepted = changes.on(state, {
    artifacts,
    facts,
    details,
    works: changes.set(state.works, event.assignment, {
      ...rest,
      outcome: event.outcome,
      established: event.facts,
    }),
    handoffs: { ...state.handoffs, accepted: state.handoffs.accepted + 1 },
    peopleAnswered: state.peopleAnswered + (work.assignment.ask === undefined ? 0 : 1),
    answers: remember(state, changes, work.assignment.line, {
      status: 'accepted',
      submission: event.submission,
      assignment: event.assignment,
      outcome: event.outcome,
      seq: state.seq,
    }),
  });
  return withRemark(accepted, event.remark);
};

const reject = (state: State, changes: Changes, event: Of<'submission-rejected'>): State => {
  const work = state.works[event.assignment];
  if (work === undefined) return state;
  const { judging: _, ...rest } = work;
  return changes.on(state, {
    works: changes.set(state.works, event.assignment, {
      ...rest,
      rejections: work.rejections + 1,
      lastRejection: event.rejection,
    }),
    handoffs: { ...state.handoffs, rejected: state.handoffs.rejected + 1 },
    answers: remember(state, changes, work.assignment.line, {
      status: 'rejected',
      submission: event.submission,
      assignment: event.assignment,
      rejection: event.rejection,
      seq: state.seq,
    }),
  });
};

const observe = (work: Work, event: Of<'evidence-observed'>): Work =>
  work.judging === undefined
    ? work
    : {
        ...work,
        judging: { ...work.judging, evidence: { ...work.judging.evidence, [event.key]: event.evidence } },
      };

const answerRequest = (state: State, changes: Changes, event: Of<'request-answered'>): State => {
  const request = state.requests[event.request];
  if (request === undefined) return state;
  const { [event.request]: _, ...requests } = state.requests;
  const peopleAnswered = state.peopleAnswered + (request.person ? 1 : 0);
  return changeWork({ ...state, requests, peopleAnswered }, changes, request.assignment, (work) => ({
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

export const reduce = (state: State, event: Event, changes: Changes = copied): State => {
  const withWork = (id: string, change: (work: Work) => Work): State =>
    changeWork(state, changes, id, change);
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
      return enterPhase(state, changes, event);
    case 'position-ended':
      return changes.on(state, {
        positions: changes.set(state.positions, event.scope, { phase: 'end', visit: 0 }),
      });
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
        work.judging === undefined ? work : { ...work, judging: { ...work.judging, needs: event.needs } },
      );
    case 'evidence-observed':
      return withWork(event.assignment, (work) => observe(work, event));
    case 'submission-accepted':
      return accept(state, changes, event);
    case 'submission-rejected':
      return reject(state, changes, event);
    case 'work-rebased':
      return withWork(event.assignment, (work) => rebase(work, event));
    case 'rebase-performed':
      return withWork(event.assignment, (work) => ({ ...work, rebasePending: false }));
    case 'start-wanted':
      return withWork(event.assignment, (work) => ({ ...work, startRequest: event.request }));
    case 'request-opened':
      return changes.on(state, {
        requests: changes.set(state.requests, event.request.id, event.request),
      });
    case 'request-answered':
      return answerRequest(state, changes, event);
    case 'counter-raised':
      return changes.on(state, {
        counters: changes.set(state.counters, event.counter, (state.counters[event.counter] ?? 0) + 1),
      });
    case 'counter-reset':
      return changes.on(state, { counters: changes.set(state.counters, event.counter, 0) });
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
  changes: Changes = copied,
): State => {
  let next = state;
  for (const event of entry.events) {
    if (next === undefined) {
      if (event.kind !== 'run-started') throw new TypeError(`expected run-started first, got ${event.kind}`);
      next = { ...initialState(event), seq: entry.seq, at: entry.at };
    } else {
      if (next.seq !== entry.seq) next = changes.on(next, { seq: entry.seq, at: entry.at });
      next = reduce(next, event, changes);
    }
  }
  if (next === undefined) throw new TypeError('expected an entry with events, got none');
  return next.seq === entry.seq ? next : changes.on(next, { seq: entry.seq, at: entry.at });
};
