// Values for the placeholders that only agentmux has. A section is empty when there is nothing to say: the template
// then closes the gap.
import { fileBlock } from '../../../prompts/file-block.ts';
import { bullets, section } from '../../../prompts/sections.ts';

/** `research_handoff`: finished topics; the folders are relative to the run directory. */
export const researchHandoff = (
  topics: readonly { readonly folder: string; readonly detail: boolean }[],
): string =>
  section(
    'Research that is there',
    bullets(
      [...topics]
        .sort((a, b) => (a.folder < b.folder ? -1 : 1))
        .flatMap(({ folder, detail }) => [
          `${folder}/summary.md (primary)`,
          ...(detail ? [`${folder}/detail.md (additional detail)`] : []),
        ]),
    ),
  );

/** `plans_section`: every sub-plan with its tasks, in the order they are to be done. */
export const plansSection = (
  plans: readonly { readonly index: number; readonly plan: string; readonly tasks: string }[],
): string =>
  plans
    .map(({ index, plan, tasks }) =>
      [
        `### Sub-plan ${index}`,
        fileBlock(`04_planning/plan_${index}.md`, plan),
        fileBlock(`04_planning/tasks_${index}.md`, tasks),
      ].join('\n\n'),
    )
    .join('\n\n');
