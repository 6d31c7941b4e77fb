// Quest's own phases, as the steps of the workflow come to them: one table for state, log and checks.
import type { View } from '../../../../model/workflow/view.ts';
import type { QuestPhase } from '../../inspect/state-file.ts';
import { type NoteOf, notesAbout } from './notes.ts';

/** Steps that are not listed come before a quest has a phase, or go on in the one before. */
const PHASE_OF: Readonly<Record<string, QuestPhase>> = {
  planning: 'plan',
  presenting: 'presenting',
  gate: 'presentation_complete',
  building: 'building',
  reviewingCode: 'reviewing',
  fixing: 'fixing',
};

/** What may follow what (4.2, the last column). */
export const TRANSITIONS: Readonly<Record<QuestPhase, readonly QuestPhase[]>> = {
  plan: ['plan', 'plan_reviewed'],
  plan_reviewed: ['presenting', 'plan'],
  presenting: ['presentation_complete', 'plan'],
  presentation_complete: ['building', 'plan'],
  building: ['reviewing'],
  reviewing: ['fixing', 'complete'],
  fixing: ['reviewing'],
  complete: [],
};

export interface Transition {
  readonly at: string;
  readonly from: QuestPhase;
  readonly to: QuestPhase;
}

/** A plan that is presented was reviewed before; nothing else is passed over. */
const between = (from: QuestPhase, to: QuestPhase): readonly QuestPhase[] =>
  from === 'plan' && to === 'presenting' ? ['plan_reviewed', 'presenting'] : [to];

const isNew = (from: QuestPhase | undefined, to: QuestPhase): boolean => from !== to || to === 'plan';

const entered = (view: View): readonly NoteOf<'entered'>[] => notesAbout(view.lines, 'entered');

/** Every transition of the quest so far, in its order. */
export const transitionsOf = (view: View): readonly Transition[] => {
  const found: Transition[] = [];
  let now: QuestPhase | undefined;
  for (const { at, step } of entered(view)) {
    const next = PHASE_OF[step];
    if (next === undefined || !isNew(now, next)) continue;
    for (const to of now === undefined ? [] : between(now, next)) {
      found.push({ at, from: now ?? 'plan', to });
      now = to;
    }
    now = next;
  }
  if (view.run.status === 'complete' && now !== undefined)
    found.push({ at: view.run.at, from: now, to: 'complete' });
  return found;
};

/** Where the quest is; undefined while nobody plans yet. */
export const phaseNow = (view: View): QuestPhase | 'abandoned' | undefined => {
  if (!entered(view).some(({ step }) => step === 'planning')) return undefined;
  if (view.run.status === 'cancelled') return 'abandoned';
  return transitionsOf(view).at(-1)?.to ?? 'plan';
};
