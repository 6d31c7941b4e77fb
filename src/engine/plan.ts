// What should be under way now: a function of state alone, computed afresh after every entry and after every crash.
import { evidenceKey } from '../model/evidence.ts';
import { PERMIT_ASK } from '../model/permissions/wish.ts';
import type { State, Work } from '../model/run/state.ts';
import type { Wanted, WantedAssignment, WantedJob, WantedQuestion } from '../model/run/wanted.ts';
import { GIVE_UP, PERMISSION } from '../model/workflow/names.ts';
import { budgetOf, budgetQuestions, dayDeadline, usedUp } from './budget.ts';
import { currentAsk } from './current-ask.ts';
import { awaitsEndOfOthers } from './different.ts';
import { askedBy, awaitedBy, isActive, parkedOn } from './satisfied.ts';

/** Longer words are shown as a page. */
const LINE_CHARS_MAX = 200;

const NOTHING: Wanted = { assignments: [], questions: [], jobs: [], deadlines: [] };

/** An agent that ended its turn while it waits for a verdict or an answer is parked, not wanted. */
const isParked = (state: State, work: Work): boolean =>
  work.attemptState === 'ended' && (work.judging !== undefined || awaitedBy(state, work).length > 0);

const assignmentOf = (state: State, work: Work): WantedAssignment | undefined => {
  const { assignment } = work;
  const started = work.attemptState === 'running';
  if (assignment.kind !== 'agent' || isParked(state, work)) return undefined;
  // What roles are told may be about to change: nobody is started before it has.
  if (!started && Object.keys(state.effects ?? {}).length > 0) return undefined;
  // A tree that others have to be merged into first is not there to work in yet.
  if (
    work.startRequest !== undefined ||
    (work.start === undefined && assignment.after.length > 0 && writesTree(work))
  )
    return undefined;
  return {
    id: assignment.id,
    attempt: started ? work.attempt : work.attempt + 1,
    started,
    waits: assignment.person === true || parkedOn(state, work).length > 0,
    ...(!started && work.retryAt !== undefined ? { notBefore: work.retryAt } : {}),
    ...(!started && awaitsEndOfOthers(state, work) ? { held: true as const } : {}),
  };
};

/** It would be begun now, and there is nothing left to spend on it. */
const isWithheld = (state: State, work: Work): boolean =>
  budgetOf(state) !== undefined &&
  assignmentOf(state, work)?.started === false &&
  usedUp(state, work).length > 0;

const writesTree = (work: Work): boolean => work.assignment.writes.some((w) => w.kind === 'tree');

const jobsOf = (work: Work): WantedJob[] => {
  const { assignment, judging, startRequest } = work;
  const jobs: WantedJob[] = [];
  if (assignment.effect !== undefined) {
    jobs.push({
      id: `effect ${assignment.id}`,
      kind: 'effect',
      assignment: assignment.id,
      request: assignment.effect,
      at: work.openedAt,
    });
  }
  if (work.rebasePending && work.from !== undefined && work.start !== undefined) {
    jobs.push({
      id: `rebase ${assignment.id} ${work.from}`,
      kind: 'effect',
      assignment: assignment.id,
      request: { action: 'rebase', assignment: assignment.id, tree: work.from, start: work.start },
      at: work.openedAt,
    });
  }
  for (const request of [...(judging?.needs ?? []), ...(startRequest === undefined ? [] : [startRequest])]) {
    const key = evidenceKey(request);
    if (judging?.evidence[key] === undefined)
      jobs.push({ id: `observe ${key}`, kind: 'observe', key, request });
  }
  return jobs;
};

/** What follows from what was accepted, beside the work. */
const sideJobsOf = (state: State): WantedJob[] =>
  Object.values(state.effects ?? {}).map(({ id, request, at }) => ({
    id: `side ${id}`,
    kind: 'side',
    effect: id,
    request,
    at,
  }));

const questionsOf = (state: State, active: readonly Work[]): WantedQuestion[] => [
  ...active.flatMap(({ assignment: { id, ask }, openedAt }) =>
    ask === undefined ? [] : [{ id, assignment: id, ask: currentAsk(state, ask), since: openedAt }],
  ),
  ...active
    .filter(
      (work) =>
        work.assignment.person === true && work.attemptState === 'running' && work.judging === undefined,
    )
    .map(({ assignment, openedAt }) => ({
      id: assignment.id,
      assignment: assignment.id,
      ask: {
        kind: 'question' as const,
        text: `You play ${assignment.role}. What is asked is in people/${assignment.id}.md ${assignment.blind === true ? 'on your desk (`baton status` says where it is)' : 'in the run directory'}; hand it in with: baton submit ${assignment.tool}`,
        choices: [],
      },
      since: openedAt,
      plays: true as const,
    })),
  ...Object.values(state.requests)
    .filter((request) => {
      const asker = state.works[request.assignment];
      return request.person && asker !== undefined && isActive(state, asker);
    })
    .map((request) => ({
      id: request.id,
      assignment: request.assignment,
      ask: {
        kind: request.parks && !request.stuck ? ('question' as const) : ('escalation' as const),
        text: request.text,
        choices: [],
        ...(request.stuck ? { reject: GIVE_UP } : {}),
        ...(request.permit === undefined ? {} : PERMIT_ASK),
      },
      since: request.openedAt,
      ...(request.parks ? {} : { notice: true as const }),
      // Whoever decides about a wish reads it whole.
      ...(request.stuck || (request.permit !== undefined && request.text.length > LINE_CHARS_MAX)
        ? { page: true as const }
        : {}),
    })),
];

const attemptDeadline = (work: Work): Wanted['deadlines'] =>
  work.attemptState === 'running' && work.deadline !== undefined
    ? [{ id: `attempt ${work.assignment.id} ${work.attempt}`, at: work.deadline }]
    : [];

/** A wish that nobody decides about is refused. */
const wishDeadlines = (state: State, work: Work): Wanted['deadlines'] =>
  askedBy(state, work).flatMap(({ id, permit }) =>
    permit === undefined ? [] : [{ id: `${PERMISSION} ${id}`, at: permit.until }],
  );

/** People take the time that they take: a phase runs out of time only while somebody else is at work in it. */
const phaseDeadlines = (state: State, active: readonly Work[]): Wanted['deadlines'] => {
  const atWork = active.filter(({ assignment }) => assignment.kind !== 'human');
  return [...new Set(atWork.map(({ assignment }) => assignment.scope))].flatMap((scope) => {
    const { phase, visit, deadline } = state.positions[scope] ?? {};
    return deadline === undefined ? [] : [{ id: `phase ${phase} ${visit} ${scope}`, at: deadline }];
  });
};

const unique = (jobs: readonly WantedJob[]): WantedJob[] => [
  ...new Map(jobs.map((job) => [job.id, job])).values(),
];

const planOf = (state: State): Wanted => {
  // A run that is complete still does what it owes.
  if (state.status === 'complete') return { ...NOTHING, jobs: sideJobsOf(state) };
  if (state.status !== 'running') return NOTHING;
  const active = Object.values(state.works).filter((work) => isActive(state, work));
  const withheld = active.filter((work) => isWithheld(state, work));
  const atWork = active.filter((work) => !withheld.includes(work));
  return {
    assignments: atWork.flatMap((work) => assignmentOf(state, work) ?? []),
    questions: [...questionsOf(state, active), ...budgetQuestions(state, withheld)],
    jobs: unique([...active.flatMap(jobsOf), ...sideJobsOf(state)]),
    deadlines: [
      ...active.flatMap(attemptDeadline),
      ...active.flatMap((work) => wishDeadlines(state, work)),
      ...phaseDeadlines(state, atWork),
      ...dayDeadline(state, withheld),
    ],
  };
};

const plans = new WeakMap<State, Wanted>();

/** Many ask about the same state, which nobody changes any more. */
export const plan = (state: State): Wanted => {
  const known = plans.get(state) ?? planOf(state);
  plans.set(state, known);
  return known;
};

/** Nothing is under way and nothing will be until a person acts. */
export const onlyPeopleAwaited = (wanted: Wanted): boolean =>
  wanted.questions.length > 0 && wanted.jobs.length === 0 && wanted.assignments.every((a) => a.waits);
