// Which template each piece of work is told with, and what fills it beside what every prompt has.
import type { Work } from '../../../authoring/step.ts';
import type { View } from '../../../model/workflow/view.ts';
import type { PromptSpec } from '../../../model/workflow/workflow-texts.ts';
import { planFiles } from '../files/derived-plan.ts';
import { plansSection, researchHandoff } from '../prompts/values.ts';
import { listedIn } from './changes.ts';
import { archive, fixes, plan, researchDetail } from './nouns.ts';
import { WHOLE_PLAN } from './plan-items.ts';
import { type CodingItem, topicsOf } from './run-facts.ts';

type MakePrompt<I = unknown> = (view: View, work: Work<I>) => PromptSpec;

const handoff = (view: View): { readonly research_handoff: string } => {
  const detailed = new Set(view.items(researchDetail));
  return {
    research_handoff: researchHandoff(
      topicsOf(view)
        .filter((topic) => topic.isDone)
        .map(({ item }) => ({ folder: `03_research/${item}`, detail: detailed.has(item) })),
    ),
  };
};

const spec = (template: string, file: string, values: PromptSpec['values'] = {}): PromptSpec => ({
  template,
  file,
  values,
});

export const productManager: MakePrompt = (view) =>
  spec('agents/product-manager', '01_product_management/product_manager_prompt.md', handoff(view));

export const architect: MakePrompt = (view) =>
  spec('agents/architect', '02_architecting/architect_prompt.md', handoff(view));

export const researcher: MakePrompt = (_, { role, key = '', inputs }) =>
  spec(`agents/${role}`, `03_research/${key}/prompt.md`, { topic: String(inputs['topic']) });

/** What a person asked to be changed leads the planning until a plan is accepted, whatever happens meanwhile. */
export const planner: MakePrompt = (view) =>
  view.here.event === 'changes_requested'
    ? spec('commands/change', '04_planning/changes_prompt.md', handoff(view))
    : spec('agents/planner', '04_planning/planner_prompt.md', handoff(view));

export const designer: MakePrompt = (view) =>
  spec('agents/designer', '05_design/designer_prompt.md', handoff(view));

const wholePlan = (view: View, subplanIndex: string): PromptSpec => {
  const whole = view.value(plan);
  const texts = new Map(planFiles(whole).map(({ path, text }) => [path, text]));
  const text = (name: string, index: number): string => texts.get(`04_planning/${name}_${index}.md`) ?? '';
  const plans = whole.groups.flatMap((group) =>
    group.plans.map(({ index }) => ({ index, plan: text('plan', index), tasks: text('tasks', index) })),
  );
  return spec('commands/coder_whole', '06_implementation/coder_prompt_whole.md', {
    ...handoff(view),
    plans_section: plansSection(plans),
    completion_instruction: `When all sub-plans are done, call \`submit_done\` once, with subplan_index ${subplanIndex}.`,
  });
};

export const coder: MakePrompt<CodingItem> = (view, { key, item }) => {
  const index = String(item.subplan_index);
  if (key === WHOLE_PLAN) return wholePlan(view, index);
  return spec('agents/coder', `06_implementation/coder_prompt_${index}.md`, {
    ...handoff(view),
    subplan_index: index,
    plan_file: `04_planning/plan_${index}.md`,
    tasks_file: `04_planning/tasks_${index}.md`,
  });
};

export const fixer: MakePrompt = (_, { inputs }) =>
  spec('commands/fix', '07_review/fix_prompt.md', {
    fix_round: String(inputs['fix'] ?? 1),
    completion_instruction: `When everything is fixed, call \`submit_done\` with subplan_index ${String(inputs['subplan_index'] ?? 1)}.`,
  });

/** What Baton saw of the tests and does not judge: tests that were dropped, or changed together with the code. */
const listedSection = (view: View): string => {
  const listed = listedIn(view);
  return listed === ''
    ? 'Baton lists no test that was dropped or rewritten.'
    : `Baton lists for you:\n\n${listed}`;
};

/** After a fix only what was found, and what the fix touched, is looked at again. */
export const reviewer: MakePrompt = (view, { role, visit }) => {
  const isFollowUp = view.count(fixes) > 0 && view.items(archive).some((item) => item.endsWith(`_${role}`));
  const file = `07_review/review_${role.replace(/^reviewer_/, '')}_prompt.md`;
  return spec(isFollowUp ? 'commands/review_followup' : `agents/${role}`, file, {
    review_role: role,
    review_file: `07_review/review_${role}.yaml`,
    review_iteration: String(visit),
    listed: listedSection(view),
  });
};

export const summary: MakePrompt = () => spec('commands/summary', '08_completion/summary_prompt.md');
