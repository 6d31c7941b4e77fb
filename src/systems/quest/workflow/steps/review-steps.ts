// The review: two reviewers who do not see each other, an arbiter over what they found, a backlog by a table, and a person
// where the table says so.
import { record } from '../../../../authoring/actions.ts';
import { guard } from '../../../../authoring/flow.ts';
import { agent, agents, engine, fork, person } from '../../../../authoring/step.ts';
import { problem } from '../../../../model/problem.ts';
import { fromProblems } from '../../../../model/run/verdict.ts';
import { optional } from '../../../../model/workflow/handles.ts';
import type { View } from '../../../../model/workflow/view.ts';
import type { Check } from '../../../../model/workflow/workflow.ts';
import { type Backlog, backlogText, buildBacklog, parseBacklog } from '../../files/backlog-file.ts';
import { isActionable, isDeferred, needsPerson } from '../../files/decisions.ts';
import type { Finding } from '../../files/findings-file.ts';
import { jsonText } from '../../files/json-file.ts';
import { mergeFindings } from '../../files/merge-findings.ts';
import { changedFiles } from '../changes.ts';
import { asksForChanges } from '../feedback.ts';
import { byHandoff, listsArtifacts, nextOfSubmission, question, questPath } from '../handing-in.ts';
import { blockedAs, handoffArgs } from '../handoff-block.ts';
import { codeSlots, goesByItself, isAtFixCap, isSolo } from '../modes.ts';
import {
  brief,
  codeFindings,
  codeReview,
  codeReviewerA,
  codeReviewerB,
  judgedFindings,
  looked,
  merged,
  nextOf,
  plan,
  proven,
  REVIEW_PHASE,
  reviewArbiter,
  reviewBacklog,
  reviewed,
  reviewFindings,
  reviewVerdict,
  work,
} from '../nouns.ts';
import { fixIteration, isJudged } from '../record/notes.ts';

const SEVERE: readonly Finding['severity'][] = ['critical', 'high'];

/** A reviewer who wants a fix says what, and one who wants none has found nothing severe. */
const nextAgrees: Check<never> = {
  name: 'next-agrees',
  title: 'NEXT agrees with the findings',
  says: 'NEXT: fixer goes with at least one finding, NEXT: null with none that is critical or high',
  needs: () => [],
  judge: (submission) => {
    const found = submission.maybe(codeFindings) ?? [];
    const wantsFix = nextOfSubmission(submission) === 'fixer';
    const severe = found.find(({ severity }) => SEVERE.includes(severity));
    if (wantsFix && found.length === 0)
      return fromProblems([
        problem('HANDOFF_CONTRADICTION', 'NEXT: expected findings to fix, got fixer with none', {
          field: 'next',
          hint: 'List what must be fixed, or write NEXT: null.',
        }),
      ]);
    if (!wantsFix && severe !== undefined)
      return fromProblems([
        problem(
          'HANDOFF_CONTRADICTION',
          `NEXT: expected fixer, since ${severe.finding_id} is ${severe.severity}, got null`,
          { field: 'next', hint: 'Write NEXT: fixer, or correct the finding.' },
        ),
      ]);
    return fromProblems([]);
  },
};

const reviewPrompt = (view: View, slot: string): string =>
  [
    `Review the change in your working tree against the brief and ${plan.path}. It was made from the first commit of the tree on; look at it with git diff.`,
    changedFiles(view),
    `Write the review to ${codeReview.path.replaceAll('{item}', slot)} and every finding to ${codeFindings.path.replaceAll('{item}', slot)}; write [] when there is none.`,
    ...(fixIteration(view) === 0 ? [] : [`This is the review after fix iteration ${fixIteration(view)}.`]),
    `ARTIFACTS must include \`${questPath(view, codeReview.path.replaceAll('{item}', slot))}\` and \`${questPath(view, codeFindings.path.replaceAll('{item}', slot))}\`.`,
  ].join('\n\n');

export const reviewingCode = agents([codeReviewerA, codeReviewerB], {
  contract: 'codeReview',
  says: 'A review of the change with its findings, written without sight of the other.',
  each: { items: codeSlots, min: 1, max: 2, blind: true },
  prompt: (view, { key = '' }) => reviewPrompt(view, key),
  args: handoffArgs,
  handedIn: byHandoff({
    role: 'code_review',
    next: 'fixer | null',
    file: ({ key }) => `${REVIEW_PHASE}/handoff_${key}.json`,
  }),
  requests: [question],
  declines: blockedAs('blocked'),
  worksIn: work,
  reads: [work, brief, plan],
  writes: [codeReview, codeFindings],
  assumes: [proven],
  outcomes: ['reviewed', 'blocked'],
  outcome: (): 'reviewed' | 'blocked' => 'reviewed',
  checks: [listsArtifacts(codeReview, codeFindings), nextAgrees],
  guarantees: { reviewed: [looked] },
  onAccepted: {
    remember: (submission) => ({
      [nextOf(submission.assignment.item ?? '').name]: nextOfSubmission(submission) ?? 'null',
    }),
  },
});

export const reviewStuck = person(['again', 'abandon'], {
  contract: 'reviewRuling',
  says: 'A person decides about a review that did not come about.',
  ask: (view) =>
    [
      view.here.cause === undefined
        ? 'A reviewer says that it cannot review the change.'
        : `Reviewing was given up: ${view.here.cause.message}`,
      'again: review it once more; abandon: give the quest up. What was not reviewed is not committed.',
    ].join('\n'),
});

const slotFindings = (view: View): readonly Finding[] =>
  codeSlots(view).flatMap(({ key }) => view.maybe(codeFindings, key) ?? []);

const anyoneWantsFix = (view: View): boolean =>
  codeSlots(view).some(({ key }) => view.memo(nextOf(key)) === 'fixer');

export const judging = fork();
/** Two lists that are empty need nobody who judges them. */
export const hasFindings = guard(
  'two reviewers have findings between them',
  (view) => !isSolo(view) && (slotFindings(view).length > 0 || anyoneWantsFix(view)),
);

/** What is left out is a decision of the arbiter, and each one has a reason. */
const coversFindings: Check<never> = {
  name: 'findings-covered',
  title: 'Every finding is kept or dismissed',
  says: 'every finding of the reviewers is kept in review_findings.json.next (by its finding_id, or in finding_id_lineage), or named in the verdict with the reason why it is dismissed; what is critical or high stays critical or high',
  needs: () => [],
  judge: (submission) => {
    const judged = submission.maybe(judgedFindings) ?? [];
    const kept = new Set(judged.flatMap(idsOf));
    const words = submission.maybe(reviewVerdict) ?? '';
    const found = slotFindings(submission.view);
    const lost = found.filter(({ finding_id }) => !kept.has(finding_id) && !words.includes(finding_id));
    const severe = found.filter(
      ({ finding_id, severity }) => SEVERE.includes(severity) && !kept.has(finding_id),
    );
    const lowered = found.filter((one) => SEVERE.includes(one.severity) && isLowered(one, judged));
    const known = new Set(found.map(({ finding_id }) => finding_id));
    const invented = [...kept].filter((id) => !known.has(id));
    return fromProblems([
      ...lost.map(({ finding_id }) =>
        problem('HANDOFF_CONTRADICTION', `expected ${finding_id} to be kept or dismissed, it is neither`, {
          field: finding_id,
          hint: 'Keep it, or name it in the verdict with the reason.',
        }),
      ),
      ...severe.map(({ finding_id, severity }) =>
        problem('HANDOFF_CONTRADICTION', `expected ${finding_id} to be kept, since it is ${severity}`, {
          field: finding_id,
          hint: 'Only nitpicks and what is out of scope may be dismissed.',
        }),
      ),
      ...lowered.map(({ finding_id, severity }) =>
        problem(
          'HANDOFF_CONTRADICTION',
          `expected ${finding_id} to stay critical or high, since its reviewer calls it ${severity}, got a lower severity`,
          { field: finding_id, hint: 'Keep its severity; the fixer says whether it was so.' },
        ),
      ),
      ...invented.map((id) =>
        problem('HANDOFF_CONTRADICTION', `expected findings of the reviewers, got ${id}, which is none`, {
          field: id,
          hint: 'Judge what was found; add nothing.',
        }),
      ),
    ]);
  },
};

/** Kept by its id alone, below a severity that nobody has to look at: that would dismiss it without saying so. */
const isLowered = ({ finding_id }: Finding, judged: readonly Finding[]): boolean => {
  const carriers = judged.filter((one) => idsOf(one).includes(finding_id));
  return carriers.length > 0 && !carriers.some(({ severity }) => SEVERE.includes(severity));
};

/** Its own, and those of what was merged into it. */
const idsOf = (finding: Finding): readonly string[] => [
  finding.finding_id,
  ...('finding_id_lineage' in finding && Array.isArray(finding.finding_id_lineage)
    ? finding.finding_id_lineage.map(String)
    : []),
];

export const judgingFindings = agent(reviewArbiter, {
  contract: 'reviewVerdict',
  says: 'What of the findings stands, judged against the change.',
  prompt: (view) =>
    [
      'Judge each finding of the reviewers against the change in your working tree; look at it with git diff.',
      changedFiles(view),
      `Write your reasons to ${reviewVerdict.path} and the findings that stand to ${judgedFindings.path}, each under its finding_id.`,
      `ARTIFACTS must include \`${questPath(view, reviewVerdict.path)}\` and \`${questPath(view, judgedFindings.path)}\`.`,
    ].join('\n\n'),
  args: handoffArgs,
  handedIn: byHandoff({
    role: 'review_arbiter',
    next: 'fixer | null',
    file: `${REVIEW_PHASE}/handoff_review-arbiter.json`,
  }),
  requests: [question],
  declines: blockedAs('blocked'),
  worksIn: work,
  reads: [work, brief, plan, codeReview, codeFindings],
  writes: [reviewVerdict, judgedFindings],
  assumes: [looked],
  outcomes: ['judged', 'blocked'],
  outcome: (): 'judged' | 'blocked' => 'judged',
  checks: [listsArtifacts(reviewVerdict, judgedFindings), coversFindings],
  onAccepted: {
    remember: (submission) => ({ [nextOf('review-arbiter').name]: nextOfSubmission(submission) ?? 'null' }),
  },
});

/** Without a judgement nothing is left out. */
const findingsLeft = (view: View): readonly Finding[] =>
  isJudged(view) ? view.value(judgedFindings) : slotFindings(view);

export const merging = engine(
  record(reviewFindings, (view) => jsonText(mergeFindings(findingsLeft(view)))),
  {
    contract: 'mergeFindings',
    says: 'The findings that stand, each once.',
    reads: [codeFindings, optional(judgedFindings)],
    assumes: [looked],
    guarantees: [merged],
  },
);

export const sorting = engine(
  record(reviewBacklog, (view) =>
    backlogText(
      buildBacklog({
        findings: findingsLeft(view),
        ...{ phase: 'review', atLoopCap: isAtFixCap(view), at: view.run.at },
      }),
    ),
  ),
  {
    contract: 'backlog',
    says: 'What is fixed now, verified first, deferred, dropped, or decided by a person: by a table.',
    reads: [reviewFindings, work],
    assumes: [looked],
    guarantees: [reviewed],
  },
);

export const backlogItems = (view: View): Backlog['items'] =>
  parseBacklog(view.text(reviewBacklog), reviewBacklog.path).value?.items ?? [];

export const deciding = fork();
export const isToFix = guard('something is to be fixed', (view) => backlogItems(view).some(isActionable));
/** Also where somebody wants a fix that the table has no item for. */
export const isForPerson = guard(
  'a person decides about a finding',
  (view) => backlogItems(view).some(needsPerson) || (anyoneWantsFix(view) && backlogItems(view).length === 0),
);

const itemLine = ({
  finding_id,
  severity,
  path,
  line,
  summary,
  decision,
}: ReturnType<typeof backlogItems>[number]) =>
  `- ${finding_id} (${severity}, ${decision}) ${path}${line === null ? '' : `:${line}`}: ${summary}`;

const ITEMS_SHOWN_MAX = 20;

export const backlogLines = (view: View): string => {
  const items = backlogItems(view);
  const more = items.length - ITEMS_SHOWN_MAX;
  return [
    ...items.slice(0, ITEMS_SHOWN_MAX).map(itemLine),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(items.length === 0 ? ['- none'] : []),
  ].join('\n');
};

export const fixGate = fork();
export const fixesByItself = guard('the project lets findings be fixed', (view) =>
  goesByItself(view, 'auto_fix'),
);

export const gatingFix = person(['fix', 'abandon'], {
  contract: 'fixGate',
  says: 'A person lets the findings be fixed.',
  reads: [reviewBacklog],
  ask: (view) =>
    `The review found:\n${backlogLines(view)}\n\nfix: the fixer starts; abandon: give the quest up.`,
});

export const ruling = person(['fix', 'accept', 'replan', 'abandon'], {
  contract: 'findingsRuling',
  says: 'A person decides about findings that nobody else may decide about.',
  reads: [reviewBacklog],
  ask: (view) =>
    [
      view.here.cause === undefined
        ? `After ${fixIteration(view)} rounds of fixing:`
        : `Fixing was given up: ${view.here.cause.message}`,
      backlogLines(view),
      '',
      'fix: another round; accept: complete with these findings, which are kept for a later quest; replan: plan again; abandon: give the quest up.',
    ].join('\n'),
  approve: 'fix',
  refuses: (_, { choice, text }) =>
    choice === 'accept' && text.trim() === ''
      ? 'expected the reason why it is accepted, got no words'
      : undefined,
  onAccepted: asksForChanges,
});

/** What the arbiter judged and let go; what nobody judged is not dismissed. */
export const dismissed = (view: View): Backlog['items'] => {
  if (!isJudged(view)) return [];
  const kept = new Set(view.value(judgedFindings).flatMap(idsOf));
  const gone = slotFindings(view).filter(({ finding_id }) => !kept.has(finding_id));
  return buildBacklog({ findings: gone, phase: 'review', atLoopCap: false, at: view.run.at }).items;
};

/** Kept for a later quest: what the table defers, and what a person accepted as it is. */
export const leftOver = (view: View) =>
  backlogItems(view).filter((item) => isDeferred(item) || needsPerson(item) || isActionable(item));
