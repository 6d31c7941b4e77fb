// The files that agentmux makes from what was accepted. Artifacts themselves are put down without a word here.
import type { Projected } from '../../../authoring/workflow.ts';
import type { View } from '../../../model/workflow/view.ts';
import { executionPlanText, overviewText, subplanText, tasksText } from '../files/derived-plan.ts';
import { findingsMarkdown, mergedFindings } from '../files/findings.ts';
import type { Plan, Subplan } from '../files/plan-file.ts';
import { archive, plan } from './nouns.ts';
import { fixRequestOf, reviewMarkdown, verdictIn, type WrittenReview } from './review-texts.ts';
import { allPassed, isSubplanDone, reviewersOf, reviewsOf } from './run-facts.ts';
import { stateJson } from './state-json.ts';

const contextText = (view: View): string =>
  [
    `# Run ${view.run.name}`,
    '',
    `The files of this run are in \`.agentmux/.sessions/${view.run.name}/\`, in one folder per phase.`,
    '',
    '- Files are handed over, not messages: write the file that you are asked for, then call your tool.',
    '- What a tool has accepted counts. Nothing else does, whoever says it.',
    '- Every file here was checked before you got it; what you change in others’ files is put back.',
    '- The project is worked on in working trees; nothing is committed before a person has approved it.',
    '',
  ].join('\n');

/** Nothing while there is no plan. */
const ofPlan =
  <T>(make: (known: Plan, view: View) => T) =>
  (view: View): T | undefined => {
    const known = view.maybe(plan);
    return known === undefined ? undefined : make(known, view);
  };

const bySubplan = (
  subplans: Plan['subplans'],
  text: (subplan: Subplan) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(subplans.map((subplan) => [subplan.index, text(subplan)]));

interface Archived extends WrittenReview {
  readonly round: number;
}

const archivedReviews = (view: View): readonly Archived[] =>
  view.items(archive).flatMap((item) => {
    const [, round, role] = /^(\d+)_(.+)$/.exec(item) ?? [];
    return round === undefined || role === undefined
      ? []
      : [{ round: Number(round), role, text: view.text(archive, item) }];
  });

/** The last round that failed and is over: what every reviewer had said by then. */
const failedRound = (view: View): readonly WrittenReview[] => {
  const all = archivedReviews(view);
  const isOver = ({ round }: Archived): boolean =>
    view.here.step !== 'reviewing' || round < view.here.visit - 1;
  const failed = all.filter((review) => verdictIn(review.text) === 'fail' && isOver(review));
  if (failed.length === 0) return [];
  const last = Math.max(...failed.map(({ round }) => round));
  return reviewersOf(view).flatMap((role) => {
    const own = all.filter((review) => review.role === role && review.round <= last);
    return own.toSorted((a, b) => b.round - a.round).slice(0, 1);
  });
};

const fixRequestText = (view: View): string | undefined => {
  const failed = failedRound(view);
  return failed.length === 0 ? undefined : fixRequestOf(failed);
};

const findingsText = (view: View): string | undefined =>
  ['fixing', 'stuck'].includes(view.here.step)
    ? findingsMarkdown(mergedFindings(reviewsOf(view)))
    : undefined;

const cursorText = (view: View): string => {
  const cursor = { version: 1, applied_cursor: Buffer.byteLength(view.lines.join('')) };
  return `${JSON.stringify(cursor, undefined, 2)}\n`;
};

/** There only while they are true: a replanned run has no plan_9.md of the plan before. */
export const projections: Readonly<Record<string, (view: View) => Projected>> = {
  'context.md': contextText,
  'state.json': stateJson,
  'tool_event_state.json': cursorText,
  '04_planning/plan.md': ofPlan(overviewText),
  '04_planning/plan_*.md': ofPlan(({ subplans }) => bySubplan(subplans, subplanText)),
  '04_planning/tasks_*.md': ofPlan(({ subplans }) => bySubplan(subplans, tasksText)),
  '04_planning/execution_plan.yaml': ofPlan(executionPlanText),
  '06_implementation/done_*': ofPlan(({ subplans }, view) =>
    bySubplan(
      subplans.filter(({ index }) => isSubplanDone(view, index)),
      () => '',
    ),
  ),
  '07_review/fix_request.md': fixRequestText,
  '07_review/findings.md': findingsText,
  '07_review/review.md': (view) => (allPassed(view) ? reviewMarkdown(reviewsOf(view)) : undefined),
};
