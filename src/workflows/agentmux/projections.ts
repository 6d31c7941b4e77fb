// The files that agentmux makes from what was accepted. Artifacts themselves are put down without a word here.
import type { View } from '../../model/view.ts';
import type { Projection } from '../../model/workflow-texts.ts';
import { planFiles } from './derived-plan.ts';
import { findingsMarkdown, mergedFindings } from './findings.ts';
import { fixRequestOf, reviewMarkdown, verdictIn, type WrittenReview } from './review-texts.ts';
import { allPassed, isSubplanDone, planOf, reviewersOf, reviewsOf } from './run-facts.ts';
import { stateJson } from './state-json.ts';

/** There only while they are true: a replanned run has no plan_9.md of the plan before. */
export const OWNED_FILES = [
  '04_planning/plan_*.md',
  '04_planning/tasks_*.md',
  '06_implementation/done_*',
  '07_review/review.md',
  '07_review/findings.md',
] as const;

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

const planProjections = (view: View): readonly Projection[] => {
  const plan = view.value('plan') === undefined ? undefined : planOf(view);
  if (plan === undefined) return [];
  const done = plan.subplans
    .filter(({ index }) => isSubplanDone(view, index))
    .map(({ index }) => ({ path: `06_implementation/done_${index}`, text: '' }));
  return [...planFiles(plan), ...done];
};

interface Archived extends WrittenReview {
  readonly round: number;
}

const archivedReviews = (view: View): readonly Archived[] =>
  view.items('archive').flatMap((item) => {
    const [, round, role] = /^(\d+)_(.+)$/.exec(item) ?? [];
    const text = view.text('archive', item);
    return round === undefined || role === undefined || text === undefined
      ? []
      : [{ round: Number(round), role, text }];
  });

/** The last round that failed and is over: what every reviewer had said by then. */
const failedRound = (view: View): readonly WrittenReview[] => {
  const all = archivedReviews(view);
  const isOver = ({ round }: Archived): boolean => view.phase !== 'reviewing' || round < view.visit - 1;
  const failed = all.filter((review) => verdictIn(review.text) === 'fail' && isOver(review));
  if (failed.length === 0) return [];
  const last = Math.max(...failed.map(({ round }) => round));
  return reviewersOf(view).flatMap((role) => {
    const own = all.filter((review) => review.role === role && review.round <= last);
    return own.toSorted((a, b) => b.round - a.round).slice(0, 1);
  });
};

const reviewProjections = (view: View): readonly Projection[] => {
  const failed = failedRound(view);
  const mending = view.phase === 'fixing' || view.phase === 'stuck';
  return [
    ...(failed.length === 0 ? [] : [{ path: '07_review/fix_request.md', text: fixRequestOf(failed) }]),
    ...(mending
      ? [{ path: '07_review/findings.md', text: findingsMarkdown(mergedFindings(reviewsOf(view))) }]
      : []),
    ...(allPassed(view) ? [{ path: '07_review/review.md', text: reviewMarkdown(reviewsOf(view)) }] : []),
  ];
};

export const projections = (view: View): readonly Projection[] => {
  const cursor = { version: 1, applied_cursor: Buffer.byteLength(view.lines.join('')) };
  return [
    { path: 'context.md', text: contextText(view) },
    { path: 'state.json', text: stateJson(view) },
    { path: 'tool_event_state.json', text: `${JSON.stringify(cursor, undefined, 2)}\n` },
    ...planProjections(view),
    ...reviewProjections(view),
  ];
};
