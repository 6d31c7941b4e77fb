// What a project adds to prompts, checked before a run: in the middle of one it is too late to fix it.
import { readArtifact } from '../../effects/read-artifact.ts';
import { BatonError } from '../../errors.ts';
import { ARTIFACT_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError, type Problem } from '../../model/problem.ts';
import { problemsText } from '../../model/problem-text.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { parseTemplate } from '../../prompts/template.ts';
import { templateProblems } from '../../prompts/template-problems.ts';
import { extensionPath } from '../../prompts/templated-prompt.ts';

export const promptProblems = async (workflow: Workflow, project: string): Promise<readonly Problem[]> => {
  const { templates } = workflow;
  if (templates === undefined) return [];
  const found: Problem[] = [];
  for (const [name, { placeholders }] of Object.entries(templates.sources)) {
    const path = extensionPath(templates, name);
    const { value: text, problems: unread } = await readArtifact(project, path, ARTIFACT_BYTES_MAX);
    found.push(...unread.filter(({ code }) => code !== 'ARTIFACT_MISSING' && code !== 'FILE_EMPTY'));
    if (text === undefined) continue;
    const { value, problems } = parseTemplate(text, path, { shared: templates.shared, extension: true });
    found.push(...problems, ...(value === undefined ? [] : templateProblems(value, placeholders)));
  }
  return found;
};

export const requirePrompts = async (workflow: Workflow, project: string): Promise<void> => {
  const problems = (await promptProblems(workflow, project)).filter(isError);
  if (problems.length === 0) return;
  throw new BatonError(
    'CONFIG_INVALID',
    `what the project adds to prompts cannot be used:\n${problemsText(problems)}`,
    {
      hint: 'Fix what is listed; each problem names its line.',
      data: { problems },
    },
  );
};
