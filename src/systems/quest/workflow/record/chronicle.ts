// Writes down what happens in a quest, as `notes` reads it.
import type { Submission } from '../../../../model/workflow/view.ts';
import type { Happening } from '../../../../model/workflow/workflow.ts';
import { sha256 } from '../../../../std/sha256.ts';
import { feedbackAfter } from '../feedback.ts';
import { type Note, type NoteOf, runtimeOf } from './notes.ts';

const SUMMARY_CHARS_MAX = 500;
const oneLine = (words: string): string => words.replaceAll(/\s+/g, ' ').trim().slice(0, SUMMARY_CHARS_MAX);

const sourceOf = (from: unknown): 'file' | 'message' | 'tool' =>
  from === 'file' || from === 'message' ? from : 'tool';

export const handoffNote = (at: string, submission: Submission): NoteOf<'handoff'> => {
  const { assignment, args, view, outcome } = submission;
  const { next, summary, reason, artifacts, from } = args;
  return {
    note: 'handoff',
    ...{ at, step: assignment.phase, role: assignment.role, outcome },
    ...(assignment.item === undefined ? {} : { slot: assignment.item }),
    runtime: runtimeOf(view, assignment.role),
    from: sourceOf(from),
    status: outcome === 'blocked' ? 'blocked' : 'complete',
    next: typeof next === 'string' ? next : null,
    summary: oneLine(String(summary ?? reason ?? '')),
    artifacts: Array.isArray(artifacts) ? artifacts.map(String) : [],
  };
};

const noteOf = (happening: Happening): Note | undefined => {
  const { kind, at } = happening;
  if (kind === 'entered') return { note: 'entered', at, step: happening.phase };
  if (kind !== 'accepted') return undefined;
  const { submission, said } = happening;
  const { assignment, outcome } = submission;
  if (assignment.kind === 'agent') return handoffNote(at, submission);
  if (assignment.kind !== 'human') return undefined;
  const asked = feedbackAfter(submission);
  return {
    note: 'said',
    ...{ at, step: assignment.phase, choice: outcome, text: oneLine(said ?? '') },
    ...(asked === undefined ? {} : { feedback: sha256(asked) }),
  };
};

export const chronicle = (happening: Happening): readonly string[] => {
  const note = noteOf(happening);
  return note === undefined ? [] : [JSON.stringify(note)];
};
