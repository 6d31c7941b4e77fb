// What people want changed in a plan: one file to which each request is added, and which the next plan answers.
import { type Accepted, put } from '../../../authoring/accepted.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import { type PlanPhase, planPhases } from '../files/plan-phases.ts';
import { feedback, plan, walk } from './nouns.ts';
import { planIteration } from './record/notes.ts';

export const walked = (view: View): number => Number(view.memo(walk) ?? 0);

export const phaseShown = (view: View): PlanPhase | undefined =>
  view.here.step === 'walking' ? planPhases(view.text(plan))[walked(view)] : undefined;

const entryOf = (view: View, text: string): string =>
  [
    `## Change Request (Iteration ${planIteration(view) + 1})`,
    '',
    `- Date: ${view.run.at.slice(0, 10)}`,
    `- Phase: ${phaseShown(view)?.title ?? 'the whole plan'}`,
    '',
    text.trim() || 'Something else is wanted; the person did not say what.',
    '',
  ].join('\n');

/** Choices after which a plan is written anew, by the step in which they are made. */
const REPLANS: Readonly<Record<string, string>> = {
  presenting: 'change',
  walking: 'change',
  gating: 'change',
  buildStuck: 'change',
  ruling: 'replan',
  approving: 'change',
};
/** There a plan was due anyhow: whoever says nothing asks for nothing. */
const GOES_ON: readonly string[] = ['planStuck', 'refining'];

export const isReplan = (step: string, choice: string): boolean => REPLANS[step] === choice;

/** All requests so far and this one; undefined where it asks for no other plan. */
export const feedbackAfter = ({ assignment, outcome, args, view }: Submission): string | undefined => {
  const text = String(args['text'] ?? '');
  const { phase } = assignment;
  const adds =
    isReplan(phase, outcome) || (GOES_ON.includes(phase) && outcome === 'again' && text.trim() !== '');
  if (!adds) return undefined;
  const before = view.has(feedback) ? `${view.text(feedback).trimEnd()}\n\n` : '';
  return `${before}${entryOf(view, text)}`;
};

/** What a person wants changed is added to what was said before. */
export const asksForChanges: Accepted = {
  writes: [feedback],
  files: (submission) => {
    const text = feedbackAfter(submission);
    return text === undefined ? [] : [put(feedback, text)];
  },
};

/** For those who work on because a person let them. */
export const saidByPerson = (view: View): readonly string[] =>
  view.remark ? [`A person said:\n\n${view.remark}`] : [];
