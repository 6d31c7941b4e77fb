// Parts that prompts of every workflow have. A section is empty when there is nothing to say: the template closes the gap.
import type { Problem } from '../model/problem.ts';
import { indented, problemText } from '../model/problem-text.ts';

export const section = (title: string, body: string): string => (body === '' ? '' : `## ${title}\n\n${body}`);

export const bullets = (lines: readonly string[]): string =>
  lines.map((line) => `- ${line.trim().replaceAll('\n', '\n  ')}`).join('\n');

/** `checks`: the clauses of a contract that has no fragment of its own. */
export const checksSection = (clauses: readonly string[]): string =>
  section(
    'What is checked',
    clauses.length === 0 ? '' : `By code, each time you hand it in:\n\n${bullets(clauses)}`,
  );

/** `rejected` */
export const rejectedSection = (problems: readonly Problem[], dossier?: string): string =>
  section('What was rejected before', dossier ?? bullets(problems.map(problemText)));

/** `answers` */
export const answersSection = (
  answers: readonly { readonly question: string; readonly answer: string }[],
): string =>
  section(
    'Answers to your questions',
    bullets(
      answers.map(({ question, answer }) => `${indented(question, '')}\nAnswer: ${indented(answer, '  ')}`),
    ),
  );

/** `notices`: told by the work of others, so no line of one can stand where one of ours would. */
export const noticesSection = (notices: readonly { readonly text: string }[]): string =>
  section('Notices', bullets(notices.map(({ text }) => indented(text, ''))));

/** `hand_in` */
export const handInText = (tool: string): string =>
  [
    `Call the tool \`${tool}\` of the MCP server \`baton\` (without MCP: run \`baton submit ${tool}\`).`,
    'If the reply lists problems, fix all of them, then call the tool again. If the reply is "judging", call',
    '`await_verdict`. `status` shows the state of your assignment. Do not end your turn before the reply is',
    '"accepted": only accepted work counts as done.',
  ].join('\n');
