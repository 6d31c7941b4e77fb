// What is handed over in a collective: the tasks as they were found, the code of each task and of all that is done, notes.
import { BatonError } from '../../../errors.ts';
import { isError } from '../../../model/problem.ts';
import { problemsText } from '../../../model/problem-text.ts';
import { fact, file, memo, tree } from '../../../model/workflow/handles.ts';
import { judgeGraph } from '../tasks/judge-graph.ts';
import { readTasks, TASKS_FILE } from '../tasks/read-tasks.ts';

export const SCOPE = 'tasks';

/** Where there is no list of tasks, the request is the only one. */
export const requestAsTasks = (request: string, tag: string): string =>
  `${JSON.stringify({ [tag]: { tasks: [{ id: 1, title: request, status: 'pending', dependencies: [] }] } }, null, 2)}\n`;

/** Tasks that could never be done are told before anybody begins. */
const checked = (text: string, tag: string): string => {
  const { value, problems: unread } = readTasks(text, TASKS_FILE, tag);
  const problems = [...unread, ...(value === undefined ? [] : judgeGraph(value))].filter(isError);
  if (problems.length === 0) return text;
  throw new BatonError('FIELD_INVALID', `${TASKS_FILE} cannot be carried out:\n${problemsText(problems)}`, {
    data: { problems },
  });
};

/** Task Master's file as it was when the run began. */
export const taskFileOf = (tag: string) =>
  file('tasks.json', {
    name: 'tasks',
    starts: ({ project, request }) => checked(project(TASKS_FILE) ?? requestAsTasks(request, tag), tag),
  });

/** Everything that is done, and the code of one task, which begins there. */
export const main = tree('main', { starts: 'project' });
export const work = tree('work', { each: true, starts: main });
/** What agents who write no code leave for those who do. */
export const notes = file('notes/{item}.md', { name: 'notes' });

export const proven = fact('work.proven', { about: [work] });
export const approved = fact('work.approved', { about: [main] });

/** How a task stands with the hub. */
export const standingMemo = (task: string) => memo(`hub/${task}`);
