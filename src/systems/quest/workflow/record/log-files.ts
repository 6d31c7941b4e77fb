// The logs of a quest, made of its notes.
import type { View } from '../../../../model/workflow/view.ts';
import {
  ARBITER_SKIPPED_LINE,
  concurrentLine,
  type HealthEntry,
  healthLine,
  healthReport,
  singleLine,
  validationLine,
} from '../../files/logs.ts';
import { isSolo } from '../modes.ts';
import { type Note, type NoteOf, notesOf } from './notes.ts';
import { phaseNow, transitionsOf } from './phases.ts';

const HEALTH_PHASE: Readonly<Record<string, HealthEntry['phase']>> = {
  planning: 'plan',
  reviewingPlan: 'plan_review',
  arbitrating: 'plan_review',
  building: 'build',
  reviewingCode: 'code_review',
  judgingFindings: 'code_review',
  fixing: 'fix',
};

const SOURCES = { file: 'handoff_json', message: 'text_fallback', tool: 'none' } as const;

/** The round of planning or of fixing that a handoff belongs to; the build has one. */
const roundsIn = (notes: readonly Note[], at: number, step: string): number =>
  notes.slice(0, at).filter((note) => note.note === 'entered' && note.step === step).length;

const iterationOf = (notes: readonly Note[], at: number, phase: HealthEntry['phase']): number => {
  if (phase === 'build') return 1;
  return roundsIn(notes, at, phase === 'plan' || phase === 'plan_review' ? 'planning' : 'fixing');
};

const entryOf = (
  notes: readonly Note[],
  at: number,
  note: NoteOf<'handoff'>,
  phase: HealthEntry['phase'],
): HealthEntry => ({
  ...{ at: note.at, phase, agent: note.role, runtime: note.runtime, status: note.status },
  iteration: iterationOf(notes, at, phase),
  handoffJson: note.from === 'file' ? 'found' : 'missing',
  source: SOURCES[note.from],
  ...(note.step === 'reviewingCode' && note.status === 'complete' ? { findings: 'found' } : {}),
});

export const healthLog = ({ lines }: View): string | undefined => {
  const notes = notesOf(lines);
  const found = notes.flatMap((note, at) => {
    const phase = note.note === 'handoff' ? HEALTH_PHASE[note.step] : undefined;
    return note.note !== 'handoff' || phase === undefined
      ? []
      : [healthLine(entryOf(notes, at, note, phase))];
  });
  return found.length === 0 ? undefined : found.join('');
};

/** Written when the quest is over: how its agents handed over. */
export const healthSummary = (view: View): string | undefined =>
  view.run.status === 'complete' ? healthReport(healthLog(view) ?? '') : undefined;

const REVIEWS: Readonly<Record<string, 'plan' | 'code'>> = { reviewingPlan: 'plan', reviewingCode: 'code' };

export const parallelismLog = (view: View): string | undefined => {
  const entered = notesOf(view.lines).filter((note) => note.note === 'entered');
  const found = entered.flatMap(({ step, at }, index) => {
    const review = REVIEWS[step];
    const end = entered[index + 1]?.at;
    // A review that is still on has no end to tell.
    if (review === undefined || end === undefined) return [];
    if (!isSolo(view)) return [concurrentLine(review, at, end)];
    return [singleLine(review), ...(review === 'plan' ? [ARBITER_SKIPPED_LINE] : [])];
  });
  return found.length === 0 ? undefined : found.join('');
};

/** Every transition has passed: one that would not is not made. */
export const validationLog = (view: View): string | undefined => {
  const found = transitionsOf(view).map((one) => validationLine({ ...one, errors: 0 }));
  return found.length === 0 || phaseNow(view) === undefined ? undefined : found.join('');
};
