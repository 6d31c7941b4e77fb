// What an agent is told: who it is, what is asked, what the contract demands, what was rejected before. Made from the
// same definition that judges it.

import { problemText } from '../model/problem-text.ts';
import { dossierText } from '../model/run/dossier.ts';
import type { Assignment } from '../model/run/event.ts';
import type { Work } from '../model/run/state.ts';
import type { HandingIn } from '../model/workflow/handing-in.ts';
import { contractOf } from '../model/workflow/lookup.ts';
import { partsOfKey } from '../model/workflow/names.ts';
import type { View } from '../model/workflow/view.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { noticesSection } from './sections.ts';
import type { Places } from './templated-prompt.ts';

const section = (title: string, body: string): string =>
  body.trim() === '' ? '' : `## ${title}\n\n${body.trim()}\n`;

const readsText = (workflow: Workflow, assignment: Assignment, runDirectory: string): string =>
  assignment.reads
    .flatMap((key) => {
      const { name, item = '' } = partsOfKey(key);
      const spec = workflow.artifacts[name];
      return spec?.kind === 'file' ? [`- ${runDirectory}/${spec.path.replaceAll('{item}', item)}`] : [];
    })
    .join('\n');

/** What a form is written in, by the end of its file's name. */
const LANGUAGES: Readonly<Record<string, string>> = {
  yaml: 'yaml',
  yml: 'yaml',
  json: 'json',
  md: 'markdown',
};

const writesText = (
  workflow: Workflow,
  assignment: Assignment,
  { runDirectory, workingDirectory, desk = runDirectory }: Places,
): string =>
  assignment.writes
    .map(({ artifact, path, kind, optional }) => {
      if (kind === 'tree') return `- the project in ${workingDirectory}: change it there, and only there`;
      const shape = workflow.artifacts[partsOfKey(artifact).name]?.shape;
      const language = LANGUAGES[path.slice(path.lastIndexOf('.') + 1)] ?? '';
      const form = shape === undefined ? '' : `, in this form:\n\n\`\`\`${language}\n${shape}\`\`\`\n`;
      return `- ${desk}/${path}${optional ? ' (optional)' : ''}${form}`;
    })
    .join('\n');

const clausesText = (workflow: Workflow, assignment: Assignment): string =>
  (workflow.contracts[assignment.contract]?.checks ?? [])
    .map(
      (check) => `- ${check.says}${check.on === undefined ? '' : ` (when you say ${check.on.join(' or ')})`}`,
    )
    .join('\n');

const rejectedText = ({ lastRejection }: Work): string =>
  (lastRejection?.problems ?? []).map((found) => `- ${problemText(found)}`).join('\n');

/** For a session that takes over: what went wrong before comes before what it is about to do. */
const beforeText = (work: Work): string => dossierText(work) ?? rejectedText(work);

const answersText = ({ answers }: Work): string =>
  answers.map(({ question, answer }) => `- ${question}\n  Answer: ${answer}`).join('\n');

type Notices = ReturnType<View['notices']>;

const noticesPart = (notices: Notices): string =>
  notices.length === 0 ? '' : `${noticesSection(notices)}\n`;

export const promptFor = (workflow: Workflow, view: View, work: Work, places: Places): string => {
  const { assignment } = work;
  const contract = contractOf(workflow, assignment.contract);
  const tool = contract.tool ?? '';
  return [
    `# ${assignment.role}\n`,
    `${workflow.roles[assignment.role]?.brief ?? ''}\n`,
    section('What is asked', contract.asks?.(view, assignment) ?? view.request),
    section('What you may read', readsText(workflow, assignment, places.runDirectory)),
    section('What you hand in', writesText(workflow, assignment, places)),
    section('What is checked', clausesText(workflow, assignment)),
    section(
      'How you hand it in',
      (assignment.person === true ? undefined : contract.handedIn?.says(assignment)) ??
        `Call the tool \`${tool}\` of the MCP server \`baton\` (without MCP: run \`baton submit ${tool}\`). If the reply lists problems, fix all of them, then call the tool again. If the reply is "judging", call \`await_verdict\`. Do not end your turn before the reply is "accepted": only accepted work counts as done.`,
    ),
    noticesPart(view.notices({ name: assignment.role })),
    section('What was rejected before', beforeText(work)),
    section('Answers to your questions', answersText(work)),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n');
};

/** For a session that goes on: it knows what is asked, and hears only what came of what it said last. */
export const resumedPrompt = (work: Work, handedIn: HandingIn, notices: Notices): string =>
  [
    'You ended your turn, but your work is not done. Continue.\n',
    noticesPart(notices),
    section('What was rejected', rejectedText(work)),
    section('Answers to your questions', answersText(work)),
    section('How you hand it in', handedIn.says(work.assignment)),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n');
