// The files that are made from a plan, for coders and for whoever follows the run. The plan is the only source: they can be
// deleted and written again.
import type { Projection } from '../../../model/workflow/workflow-texts.ts';
import type { Plan, Subplan } from './plan-file.ts';
import { yamlScalar } from './yaml-scalar.ts';

const FOLDER = '04_planning';

/** A heading is one line. */
const onOneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ');

/** What follows on further lines stays part of the entry. */
const listEntry = (mark: string, text: string): string =>
  `${mark} ${text.trim().replaceAll(/\n(?=[^\n])/g, '\n  ')}`;

const dependenciesText = (dependencies: Subplan['dependencies']): string => {
  if (typeof dependencies === 'string') return dependencies.trim();
  return dependencies.map((dependency) => listEntry('-', dependency)).join('\n') || 'None';
};

/** plan_<N>.md. */
export const subplanText = (subplan: Subplan): string => {
  const rationale = subplan.isolation_rationale?.trim() ?? '';
  const sections: readonly (readonly [heading: string, text: string])[] = [
    ['Scope', subplan.scope],
    ['Owned Files', subplan.owned_files.map((path) => `- \`${path.trim()}\``).join('\n')],
    ['Dependencies', dependenciesText(subplan.dependencies)],
    ['Implementation Approach', subplan.implementation_approach],
    ['Acceptance Criteria', subplan.acceptance_criteria],
    ...(rationale === '' ? [] : [['Isolation Rationale', rationale] as const]),
  ];
  const parts = [
    `# ${onOneLine(subplan.title)}`,
    ...sections.flatMap(([heading, text]) => [`## ${heading}`, text.trim()]),
  ];
  return `${parts.join('\n\n')}\n`;
};

/** tasks_<N>.md. */
export const tasksText = ({ title, tasks }: Subplan): string =>
  `# Tasks: ${onOneLine(title)}\n\n${tasks.map((task) => listEntry('- [ ]', task)).join('\n')}\n`;

const listText = (key: string, entries: readonly string[]): readonly string[] =>
  entries.length === 0 ? [`${key}: []`] : [`${key}:`, ...entries.map((entry) => `- ${yamlScalar(entry)}`)];

/** plan.md. */
export const overviewText = ({ plan_overview }: Plan): string => `${plan_overview.trim()}\n`;

/** execution_plan.yaml. */
export const executionPlanText = ({ groups, needs_design, needs_docs, doc_files }: Plan): string =>
  [
    'groups:',
    ...groups.flatMap(({ group_id, mode, plans }) => [
      `- group_id: ${yamlScalar(group_id)}`,
      `  mode: ${mode}`,
      '  plans:',
      ...plans.flatMap(({ index, name }) => [`  - file: plan_${index}.md`, `    name: ${yamlScalar(name)}`]),
    ]),
    `needs_design: ${needs_design}`,
    `needs_docs: ${needs_docs}`,
    ...listText('doc_files', doc_files),
    '',
  ].join('\n');

export const planFiles = (plan: Plan): readonly Projection[] => {
  const file = (name: string, text: string): Projection => ({ path: `${FOLDER}/${name}`, text });
  return [
    file('plan.md', overviewText(plan)),
    ...plan.subplans.flatMap((subplan) => [
      file(`plan_${subplan.index}.md`, subplanText(subplan)),
      file(`tasks_${subplan.index}.md`, tasksText(subplan)),
    ]),
    file('execution_plan.yaml', executionPlanText(plan)),
  ];
};
