// What agents of a collective are told: their task, what happened to it so far, and whom there is.
import type { View } from '../../../model/workflow/view.ts';
import { notes } from './nouns.ts';
import type { Tasks } from './tasks-of-run.ts';

const FIELDS = ['description', 'details', 'testStrategy'] as const;
const LABELS: Readonly<Record<(typeof FIELDS)[number], string>> = {
  description: 'What it is about',
  details: 'Details',
  testStrategy: 'How it is tested',
};

const taskText = (view: View, tasks: Tasks): string[] => {
  const task = tasks.here(view);
  const waits = task.dependencies.map(({ id }) => id);
  return [
    `Task ${task.id}: ${task.title}`,
    ...FIELDS.flatMap((name) => {
      const text = tasks.field(view, name);
      return text === undefined ? [] : [`${LABELS[name]}: ${text}`];
    }),
    ...(waits.length === 0 ? [] : [`It follows ${waits.join(', ')}, which is done.`]),
  ];
};

const historyText = (view: View, tasks: Tasks): string[] => {
  const { last, next } = tasks.standing(view);
  const why = next.kind === 'dispatch' ? next : undefined;
  return [
    ...(last === null
      ? []
      : [`@${last.from} handed over in ${last.phase}: ${last.summary ?? 'without a word'}`]),
    ...(last?.wish ? [`@${last.from} wishes that @${last.wish} goes on.`] : []),
    ...(why !== undefined && why.retry > 0 ? [`This is retry ${why.retry}.`] : []),
    ...(why === undefined || why.context.length === 0
      ? []
      : [`What went wrong before:\n${why.context.map((text) => `- ${text}`).join('\n')}`]),
    ...(view.remark ? [`A person said: ${view.remark}`] : []),
  ];
};

const agentsText = ({ registry }: Tasks): string =>
  [...registry.agents.values()].map(({ name, brief }) => `- @${name}: ${brief}`).join('\n');

export const codePrompt = (view: View, tasks: Tasks): string =>
  [
    ...taskText(view, tasks),
    ...historyText(view, tasks),
    ...(view.has(notes)
      ? [`Notes of others are in ${notes.path.replaceAll('{item}', view.here.item ?? '')}.`]
      : []),
    'Do your part of it in your working tree, with a test for what you change.',
  ].join('\n\n');

export const advicePrompt = (view: View, tasks: Tasks): string =>
  [
    ...taskText(view, tasks),
    ...historyText(view, tasks),
    `Do your part of it. You change no code: what others should know goes to ${notes.path.replaceAll('{item}', view.here.item ?? '')}. If you decide who goes on, name one of these as \`to\`:`,
    agentsText(tasks),
  ].join('\n\n');
