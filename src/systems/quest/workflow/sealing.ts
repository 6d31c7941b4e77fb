// A round of planning that has ended is sealed: copies of its files and a manifest, which nobody changes any more.
import { type Keep, keep, type Put, put } from '../../../authoring/accepted.ts';
import { BatonError } from '../../../errors.ts';
import type { File } from '../../../model/workflow/handles.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import {
  type PlanDecision,
  type ReviewSlots,
  refinementBindingText,
  SNAPSHOT_ROOT,
  sealSnapshot,
} from '../files/snapshot.ts';
import { isSolo, planSlots } from './modes.ts';
import { PLAN_PHASE, plan, planFindings, planReview, sealedRounds, set, verdict } from './nouns.ts';
import { handoffNote } from './record/chronicle.ts';
import { currentHandoffs, handoffText } from './record/handoff-files.ts';
import { planIteration } from './record/notes.ts';

/** A file of the round: a copy of what was handed in, or a text that Baton makes. */
interface Source {
  readonly text: string;
  readonly copyOf?: { readonly artifact: File; readonly item?: string };
}

const copied = (submission: Submission, artifact: File, item?: string): Source => {
  const isOwn = submission.digest(artifact) !== undefined;
  return {
    text: isOwn ? submission.text(artifact) : submission.view.text(artifact, item),
    copyOf: { artifact, ...(item === undefined ? {} : { item }) },
  };
};

const handoffName = (step: string, slot: string | undefined): string =>
  ({ planning: 'handoff', arbitrating: 'handoff_arbiter' })[step] ?? `handoff_${slot}`;

const handoffsOf = (submission: Submission): [string, Source][] => {
  const { view } = submission;
  const own = handoffNote(view.run.at, submission);
  return [...currentHandoffs(view), own].map((note) => [
    `${PLAN_PHASE}/${handoffName(note.step, note.slot)}.json`,
    { text: handoffText(view, note) },
  ]);
};

const reviewsOf = (submission: Submission): [string, Source][] =>
  planSlots(submission.view).map(({ key }) => [
    planReview.path.replaceAll('{item}', key),
    copied(submission, planReview, key),
  ]);

const judgedOf = (submission: Submission): [string, Source][] =>
  isSolo(submission.view)
    ? []
    : [verdict, planFindings].map((file): [string, Source] => [file.path, copied(submission, file)]);

const fileOf = (name: string, { text, copyOf }: Source): Put | Keep =>
  copyOf === undefined
    ? put(sealedRounds, text, name)
    : keep(sealedRounds, name, copyOf.artifact, copyOf.item);

/** Why the next plan is written: it answers exactly this verdict. */
export const bindingOf = (submission: Submission): string =>
  refinementBindingText({
    iteration: planIteration(submission.view),
    verdict: submission.text(verdict),
    arbiterHandoff: handoffText(submission.view, handoffNote(submission.view.run.at, submission)),
  });

/** The files of the round that this submission ends. `made` are those that Baton makes of it, by their path. */
export const sealedRound = (
  submission: Submission,
  decision: PlanDecision,
  made: Readonly<Record<string, string>> = {},
): readonly (Put | Keep)[] => {
  const { view } = submission;
  const sources = new Map<string, Source>([
    [plan.path, copied(submission, plan)],
    ...reviewsOf(submission),
    ...judgedOf(submission),
    ...handoffsOf(submission),
    ...Object.entries(made).map(([path, text]): [string, Source] => [path, { text }]),
  ]);
  const slots: ReviewSlots = view.setting(set.plan_slots);
  const { value, problems } = sealSnapshot({
    ...{ iteration: planIteration(view), decision, slots, reason: 'completed' as const },
    mode: isSolo(view) ? 'solo' : 'workflow',
    files: new Map([...sources].map(([path, { text }]) => [path, text])),
  });
  if (value === undefined)
    throw new BatonError('INTERNAL', `a round of planning could not be sealed: ${problems[0]?.message}`);
  const folder = value.folder.slice(SNAPSHOT_ROOT.length + 1);
  return [...value.files].map(([name, content]) => {
    const source = sources.get(value.manifest.files[name]?.source ?? '') ?? { text: String(content) };
    return fileOf(`${folder}/${name}`, source);
  });
};
