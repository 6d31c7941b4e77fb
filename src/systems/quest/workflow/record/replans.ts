// Plans that people asked for anew: what state.json and the history say of them, made of what was said and done since.
import type { View } from '../../../../model/workflow/view.ts';
import type { QuestStateFile } from '../../files/state-file.ts';
import { wholeSeconds } from '../../files/times.ts';
import { isReplan } from '../feedback.ts';
import { type Note, type NoteOf, notesOf } from './notes.ts';

type Replan = NonNullable<QuestStateFile['user_replan']>;

/** Where it was said, in Quest's words; it knows no other places. */
const SAID_AT: Readonly<Record<string, Pick<Replan, 'source' | 'source_phase'>>> = {
  presenting: { source: 'walkthrough', source_phase: 'presenting' },
  walking: { source: 'walkthrough', source_phase: 'presenting' },
  gating: { source: 'build_gate', source_phase: 'presentation_complete' },
};
const LATER: Pick<Replan, 'source' | 'source_phase'> = {
  source: 'resume_instruction',
  source_phase: 'presentation_complete',
};

const isAsked = (note: Note): note is NoteOf<'said'> =>
  note.note === 'said' && isReplan(note.step, note.choice);

const enteredAt = (notes: readonly Note[], step: string): string | undefined =>
  notes.find((note) => note.note === 'entered' && note.step === step)?.at;

/** What became of the request: it is planned, then shown again, then wanted. */
const lifecycleOf = (since: readonly Note[]): Pick<Replan, 'lifecycle'> & Partial<Replan> => {
  const consumed = enteredAt(since, 'planning');
  const shown = enteredAt(since, 'presenting');
  const wanted = since.find(
    (note) => note.note === 'said' && note.step === 'presenting' && note.choice === 'proceed',
  )?.at;
  const times = {
    ...(consumed === undefined ? {} : { consumed_at: consumed }),
    ...(shown === undefined ? {} : { reviewed_at: shown }),
    ...(wanted === undefined ? {} : { approved_at: wanted }),
  };
  if (wanted !== undefined) return { lifecycle: 'presentation_approved', ...times };
  if (shown !== undefined) return { lifecycle: 'reviewed', ...times };
  return { lifecycle: consumed === undefined ? 'recorded' : 'planning', ...times };
};

/** Every request of a person for another plan, in its order. */
export const replansOf = (view: View): readonly Replan[] => {
  const notes = notesOf(view.lines);
  const asked = notes.flatMap((note, at) => (isAsked(note) ? [{ note, at }] : []));
  return asked.map(({ note, at }, index) => {
    const before = notes
      .slice(0, at)
      .filter((one) => one.note === 'entered' && one.step === 'planning').length;
    return {
      generation: index + 1,
      ...(SAID_AT[note.step] ?? LATER),
      source_plan_iteration: before,
      requested_plan_iteration: before + 1,
      feedback_sha256: (note.feedback ?? '').replace('sha256:', ''),
      ...lifecycleOf(notes.slice(at + 1, asked[index + 1]?.at)),
      recorded_at: note.at,
    };
  });
};

/** The fields of state.json; none where nobody asked. */
export const replanFields = (
  view: View,
): Pick<QuestStateFile, 'user_replan_generation' | 'user_replan' | 'approval_invalidated'> => {
  const last = replansOf(view).at(-1);
  return last === undefined
    ? {}
    : {
        user_replan_generation: last.generation,
        user_replan: last,
        approval_invalidated: last.lifecycle !== 'presentation_approved',
      };
};

/** One line for each request, as it was recorded. */
export const replanHistory = (view: View): string | undefined => {
  const all = replansOf(view);
  return all.length === 0
    ? undefined
    : all
        .map(
          ({ consumed_at: _, reviewed_at: __, approved_at: ___, ...recorded }) =>
            `${JSON.stringify({ ...recorded, lifecycle: 'recorded', recorded_at: wholeSeconds(recorded.recorded_at) })}\n`,
        )
        .join('');
};
