// Building what was endorsed and wanted, and fixing what reviews found. Both are judged by the whole family of checks.
import { record } from '../../../../authoring/actions.ts';
import { agent, engine, person, provedBy } from '../../../../authoring/step.ts';
import { file, optional } from '../../../../model/workflow/handles.ts';
import { builtChecks, changedFiles, changeListed, differs, fixedChecks, TESTED } from '../changes.ts';
import { asksForChanges, saidByPerson } from '../feedback.ts';
import { byHandoff, listsArtifacts, listsChanged, question, questPath } from '../handing-in.ts';
import { blockedAs, handoffArgs } from '../handoff-block.ts';
import {
  BUILD_PHASE,
  base,
  brief,
  builder,
  builderNotes,
  codeReview,
  endorsed,
  fixer,
  fixNotes,
  plan,
  planBacklog,
  prDescription,
  proven,
  REVIEW_PHASE,
  released,
  reviewBacklog,
  wanted,
  work,
} from '../nouns.ts';

const buildRelease = file('logs/build_release.md', { name: 'buildRelease' });

export const releasing = engine(
  record(buildRelease, () => 'The project lets plans that a person wants be built without a further word.\n'),
  { contract: 'buildRelease', reads: [plan], assumes: [endorsed, wanted], guarantees: [released] },
);

export const building = agent(builder, {
  contract: 'build',
  says: 'What the plan says, built, with tests that pass.',
  prompt: (view) =>
    [
      `Build what ${plan.path} says. Describe the change in ${prDescription.path}; what you decided and assumed (each line that begins with ASSUMPTION) goes to ${builderNotes.path}.`,
      ...saidByPerson(view),
      ...(view.has(planBacklog) ? [`Mind what the arbiter left for you in ${planBacklog.path}.`] : []),
      `ARTIFACTS must include \`${questPath(view, prDescription.path)}\` and \`${questPath(view, builderNotes.path)}\`; add the code and test files that you changed.`,
    ].join('\n\n'),
  args: handoffArgs,
  handedIn: byHandoff({ role: 'builder', next: 'code_review', file: `${BUILD_PHASE}/handoff.json` }),
  requests: [question],
  declines: blockedAs('blocked'),
  worksIn: base,
  reads: [base, brief, plan, optional(planBacklog)],
  writes: [work, prDescription, builderNotes],
  assumes: [endorsed, wanted, released],
  outcomes: ['built', 'blocked'],
  outcome: (): 'built' | 'blocked' => 'built',
  checks: [
    listsArtifacts(prDescription, builderNotes),
    listsChanged(differs, prDescription, builderNotes),
    ...builtChecks,
  ],
  guarantees: { built: [provedBy(proven, TESTED)] },
  onAccepted: { needs: differs, remember: changeListed },
});

export const buildStuck = person(['again', 'change', 'abandon'], {
  contract: 'buildRuling',
  says: 'A person decides about a plan that could not be built.',
  ask: (view) =>
    [
      view.here.cause === undefined
        ? 'The builder says that the plan cannot be built as it is.'
        : `Building was given up: ${view.here.cause.message}`,
      'again: build it once more, with your words; change: have it planned again, with your words; abandon: give the quest up.',
    ].join('\n'),
  reject: 'change',
  onAccepted: asksForChanges,
});

export const fixing = agent(fixer, {
  contract: 'fix',
  says: 'The findings, fixed, with tests that pass.',
  prompt: (view) =>
    [
      `Fix what ${reviewBacklog.path} lists as fix_now or verify_first, and nothing else: of what is to be verified first, say in ${fixNotes.path} whether it was so. The reviews say more.`,
      ...saidByPerson(view),
      changedFiles(view),
      `ARTIFACTS must include \`${questPath(view, fixNotes.path)}\`; add the code and test files that you changed.`,
    ].join('\n\n'),
  args: handoffArgs,
  handedIn: byHandoff({ role: 'fixer', next: 'code_review', file: `${REVIEW_PHASE}/handoff_fixer.json` }),
  requests: [question],
  declines: blockedAs('blocked'),
  worksIn: work,
  // What was asked is not what the proof of the work is about.
  reads: [brief, plan, optional(reviewBacklog), optional(codeReview)],
  writes: [work, fixNotes],
  assumes: [endorsed, wanted, released],
  outcomes: ['fixed', 'blocked'],
  outcome: (): 'fixed' | 'blocked' => 'fixed',
  checks: [listsArtifacts(fixNotes), listsChanged(differs, fixNotes), ...fixedChecks],
  guarantees: { fixed: [provedBy(proven, TESTED)] },
  onAccepted: { needs: differs, remember: changeListed },
});
