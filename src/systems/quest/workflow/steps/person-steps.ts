// What people are shown of a plan, and the only ways to a yes. Silence, "no" and what is no choice never build.

import { guard } from '../../../../authoring/flow.ts';
import { fork, person } from '../../../../authoring/step.ts';
import type { View } from '../../../../model/workflow/view.ts';
import { planSummary, summaryText } from '../../files/plan-file.ts';
import { PLAN_CRITERIA_PREFIX, type PlanPhase, planPhases } from '../../files/plan-phases.ts';
import { asksForChanges, phaseShown, walked } from '../feedback.ts';
import { questPath } from '../handing-in.ts';
import { goesByItself } from '../modes.ts';
import { endorsed, plan, released, walk, wanted } from '../nouns.ts';
import { declaredLines } from '../plan-declared.ts';

const mustSay = (_: View, { choice, text }: { readonly choice: string; readonly text: string }) =>
  choice === 'change' && text.trim() === '' ? 'expected what shall change, got no words' : undefined;

export const presenting = person(['proceed', 'walk', 'change', 'abandon'], {
  contract: 'presentation',
  says: 'A person wants what the plan says.',
  reads: [plan],
  assumes: [endorsed],
  reject: 'change',
  refuses: mustSay,
  ask: (view) =>
    [
      summaryText(planSummary(view.text(plan)), questPath(view, plan.path)),
      ...declaredLines(view.value(plan)),
      '',
      'proceed: you want this plan; walk: go through it phase by phase; change: have it planned again, with your words; abandon: give the quest up.',
    ].join('\n'),
  guarantees: { proceed: [wanted] },
  onAccepted: {
    ...asksForChanges,
    remember: ({ outcome }) => (outcome === 'walk' ? { [walk.name]: '0' } : {}),
  },
});

const phaseText = ({ title, goal, files, criteria, criteriaFrom }: PlanPhase): string =>
  [
    title,
    ...(goal === undefined ? [] : [goal]),
    ...(files.length === 0 ? [] : [`Files: ${files.join(', ')}`]),
    ...(criteriaFrom === 'plan' && criteria.length > 0 ? [PLAN_CRITERIA_PREFIX] : []),
    ...criteria.map((text) => `- ${text}`),
  ].join('\n');

export const walking = person(['next', 'back', 'change'], {
  contract: 'walkThrough',
  says: 'A person goes through the plan, phase by phase.',
  reads: [plan],
  assumes: [endorsed],
  reject: 'change',
  refuses: mustSay,
  ask: (view) => {
    const phase = phaseShown(view);
    const count = planPhases(view.text(plan)).length;
    return [
      phase === undefined
        ? `The plan names no phases; it is in ${questPath(view, plan.path)}.`
        : `Phase ${walked(view) + 1} of ${count}: ${phaseText(phase)}`,
      '',
      'next: go on; back: end the walk; change: have it planned again, with your words.',
    ].join('\n');
  },
  onAccepted: { ...asksForChanges, remember: ({ view }) => ({ [walk.name]: String(walked(view) + 1) }) },
});

export const walkGoesOn = guard(
  'there is a further phase',
  (view) => walked(view) < planPhases(view.text(plan)).length,
);

export const gate = fork();
export const buildsByItself = guard('the project lets it be built', (view) =>
  goesByItself(view, 'auto_build'),
);

export const gating = person(['build', 'change', 'abandon'], {
  contract: 'buildGate',
  says: 'A person lets the plan be built.',
  reads: [plan],
  assumes: [endorsed, wanted],
  reject: 'change',
  refuses: mustSay,
  ask: (view) =>
    `Build what ${questPath(view, plan.path)} says? build: the builder starts; change: have it planned again, with your words; abandon: give the quest up.`,
  guarantees: { build: [released] },
  onAccepted: asksForChanges,
});
