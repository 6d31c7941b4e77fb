// A prompt from a workflow's own template, with what the project adds to it. Files are put in as they were accepted.
import { dossierText } from '../model/run/dossier.ts';
import type { Work } from '../model/run/state.ts';
import type { View } from '../model/workflow/view.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import type { PromptSpec, Templates } from '../model/workflow/workflow-texts.ts';
import type { IncludeRoot } from './include-path.ts';
import { type Rendered, renderTemplate } from './render-template.ts';
import { answersSection, checksSection, handInText, noticesSection, rejectedSection } from './sections.ts';
import { parseTemplate, type Template } from './template.ts';

export interface PromptFiles {
  /** The text of a file of the run as it was accepted or made, or of the project as it is; undefined where there is none. */
  readonly read: (path: string, root: IncludeRoot) => string | undefined;
}

export interface Places {
  readonly runDirectory: string;
  readonly workingDirectory: string;
  /** Where blind work is written, instead of the run directory. */
  readonly desk?: string;
}

/** Templates are read once. */
const known = new WeakMap<Templates, Map<string, Template>>();

const templateOf = (templates: Templates, name: string): Template => {
  const read = known.get(templates) ?? new Map<string, Template>();
  known.set(templates, read);
  const found = read.get(name);
  if (found !== undefined) return found;
  const { source } = templates.sources[name] ?? { source: '' };
  const template = parseTemplate(source, name, { shared: templates.shared }).value ?? { name, nodes: [] };
  read.set(name, template);
  return template;
};

/** Where a project puts what it adds to this template. */
export const extensionPath = ({ directory }: Templates, name: string): string => `${directory}/${name}.md`;

const extensionOf = (templates: Templates, name: string, files: PromptFiles): Template | undefined => {
  const path = extensionPath(templates, name);
  const text = files.read(path, 'project');
  return text === undefined
    ? undefined
    : parseTemplate(text, path, { shared: templates.shared, extension: true }).value;
};

const clausesOf = (workflow: Workflow, contract: string): string[] =>
  (workflow.contracts[contract]?.checks ?? []).map(
    ({ says, on }) => `${says}${on === undefined ? '' : ` (when you say ${on.join(' or ')})`}`,
  );

const valuesFor = (workflow: Workflow, view: View, work: Work, places: Places): Record<string, string> => {
  const { id, role, contract, tool = '' } = work.assignment;
  return {
    run_directory: places.runDirectory,
    working_directory: places.workingDirectory,
    desk: places.desk ?? places.runDirectory,
    role,
    tool,
    assignment_id: id,
    request: view.request,
    user_ask_tool: '`ask`',
    hand_in: handInText(tool),
    rejected: rejectedSection(work.lastRejection?.problems ?? [], dossierText(work)),
    answers: answersSection(work.answers),
    notices: noticesSection(view.notices({ name: role })),
    checks: checksSection(clausesOf(workflow, contract)),
  };
};

/** The prompt, and what could not be filled in: it stays in the text as it is written. */
export const renderPrompt = (
  { workflow, view, work }: { readonly workflow: Workflow; readonly view: View; readonly work: Work },
  spec: PromptSpec,
  places: Places,
  files: PromptFiles,
): Rendered => {
  const templates = workflow.templates;
  if (templates === undefined) return { text: view.request, problems: [] };
  return renderTemplate(templateOf(templates, spec.template), {
    values: { ...valuesFor(workflow, view, work, places), ...spec.values },
    projectInstructions: extensionOf(templates, spec.template, files),
    include: files.read,
  });
};
