// handoff.json of each role, as Quest's own tools read them: made of what was accepted, not of what lies in the folder.
import type { View } from '../../../../model/workflow/view.ts';
import { jsonText } from '../../files/json-file.ts';
import { type NoteOf, notesOf, planIteration } from './notes.ts';

export type Handoff = NoteOf<'handoff'>;

/** Steps whose handoffs are void once this one is entered again. */
const RENEWED_BY: Readonly<Record<string, string>> = {
  planning: 'planning',
  reviewingPlan: 'planning',
  arbitrating: 'planning',
  building: 'building',
  reviewingCode: 'reviewingCode',
  judgingFindings: 'reviewingCode',
  fixing: 'fixing',
};

/** What each role said last, in the round that is on. What an earlier round said is not shown as this one's. */
export const currentHandoffs = (view: View): readonly Handoff[] => {
  const current = new Map<string, Handoff>();
  for (const note of notesOf(view.lines)) {
    if (note.note === 'entered')
      for (const [key, { step }] of current) if (RENEWED_BY[step] === note.step) current.delete(key);
    if (note.note === 'handoff') current.set(`${note.step} ${note.slot ?? ''}`, note);
  }
  return [...current.values()];
};

const PLAN_STEPS: readonly string[] = ['planning', 'reviewingPlan', 'arbitrating'];

export const handoffText = (view: View, { status, next, summary, artifacts, step, role }: Handoff): string =>
  jsonText({
    ...{ status, artifacts, next, summary, agent: role },
    ...(PLAN_STEPS.includes(step) ? { plan_iteration: planIteration(view) } : {}),
  });

export const handoffOf =
  (step: string) =>
  (view: View): string | undefined => {
    const found = currentHandoffs(view).find((one) => one.step === step);
    return found === undefined ? undefined : handoffText(view, found);
  };

/** By the name behind `handoff_`. */
export const handoffsOf =
  (names: Readonly<Record<string, (note: Handoff) => string>>) =>
  (view: View): Readonly<Record<string, string>> =>
    Object.fromEntries(
      currentHandoffs(view).flatMap((note) => {
        const name = names[note.step]?.(note);
        return name === undefined ? [] : [[name, handoffText(view, note)]];
      }),
    );
