// Requests, what people are told of them, and the lines that a workflow keeps of what happened.
import { RECORD_LINES_MAX } from '../../model/limits/limits.ts';
import { PERMITS_KEPT_MAX } from '../../model/limits/permissions.ts';
import type { Permit } from '../../model/permissions/wish.ts';
import type { Event, Request } from '../../model/run/event.ts';
import type { State } from '../../model/run/state.ts';
import { compactText } from '../../std/compact-text.ts';
import { hide } from '../veil.ts';
import type { Changes } from './changes.ts';
import { changeWork } from './reduce-attempt.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

/** The oldest lines go first when there are too many. */
export const addLine = (state: State, changes: Changes, line: string | undefined): void => {
  if (line !== undefined) state.lines = changes.push(state.lines ?? [], compactText(line), RECORD_LINES_MAX);
};

export const note = (state: State, changes: Changes, { lines, assignment = '' }: Of<'noted'>): State => {
  const next = changes.of(state);
  const about = next.works[assignment];
  if (about !== undefined) hide(next, changes, about, { lines });
  for (const line of lines) addLine(next, changes, line);
  return next;
};

export const openRequest = (state: State, changes: Changes, event: Of<'request-opened'>): State => {
  const next = changes.of(state);
  next.requests = changes.set(next.requests, event.request.id, event.request);
  const asker = next.works[event.request.assignment];
  if (asker !== undefined && event.request.permit !== undefined)
    return changeWork(next, changes, event.request.assignment, (work) => {
      work.wishes = (work.wishes ?? 0) + 1;
    });
  if (asker !== undefined)
    hide(next, changes, asker, {
      artifacts: event.sealed === undefined ? [] : [event.sealed.artifact],
      lines: event.line === undefined ? [] : [event.line],
    });
  if (event.sealed !== undefined)
    next.artifacts = changes.set(next.artifacts, event.sealed.artifact, event.sealed);
  addLine(next, changes, event.line);
  return next;
};

/** A wish is not a question of the agent's: what was decided is kept apart from the answers that it is told. */
const decideWish = (state: State, changes: Changes, request: Request, permit: Permit, why: string): State => {
  const { assignment, text: wish } = request;
  const key = request.permit?.key ?? '';
  const role = state.works[assignment]?.assignment.role;
  const kept = role === undefined ? [] : (state.permits?.[role] ?? []);
  const permits =
    permit !== 'always' || role === undefined || kept.includes(key)
      ? {}
      : { permits: { ...state.permits, [role]: [...kept, key].slice(-PERMITS_KEPT_MAX) } };
  return changeWork({ ...state, ...permits }, changes, assignment, (work) => {
    work.permits = { ...work.permits, [key]: { permit, attempt: work.attempt, wish, why } };
  });
};

export const answerRequest = (state: State, changes: Changes, event: Of<'request-answered'>): State => {
  const request = state.requests[event.request];
  if (request === undefined) return state;
  const { [event.request]: _, ...requests } = state.requests;
  const isLate = event.permit === 'late';
  const peopleAnswered = state.peopleAnswered + (request.person && request.parks && !isLate ? 1 : 0);
  if (event.permit !== undefined)
    return decideWish({ ...state, requests, peopleAnswered }, changes, request, event.permit, event.answer);
  return changeWork({ ...state, requests, peopleAnswered }, changes, request.assignment, (work) => {
    // The page is for the person; whoever goes on has the dossier, and needs to know what was asked.
    const [question = ''] = request.stuck ? request.text.split('\n', 1) : [request.text];
    const heard = { request: request.id, question, answer: event.answer, seq: state.seq };
    work.answers = [...work.answers, heard];
    if (request.stuck) delete work.tally;
  });
};
