// Which task is next, in Task Master's order: subtasks of tasks in progress, then tasks; by priority, number of
// dependencies, name. Five things of Task Master are not repeated here:
// - `critical` ranked as medium; it is the most urgent.
// - A subtask was offered while its task still waits for others.
// - A dependency counted as met by a task that is `done` with open subtasks.
// - A task in progress was offered again while its subtasks wait for something.
// - Names such as HAM-2 were compared as numbers, so their order was left to chance.
import {
  isOpen,
  nodesOf,
  subtasksOf,
  TASK_PRIORITIES,
  type TaskGraph,
  type TaskNode,
  withMeantStatuses,
} from './task-graph.ts';
import { compareTaskIds } from './task-id.ts';

interface View {
  readonly graph: TaskGraph;
  readonly nodes: ReadonlyMap<string, TaskNode>;
  readonly below: ReadonlyMap<string, readonly TaskNode[]>;
}

const viewOf = (given: TaskGraph): View => {
  const graph = withMeantStatuses(given);
  return { graph, nodes: nodesOf(graph), below: subtasksOf(graph) };
};

const openBelow = ({ below }: View, id: string): readonly TaskNode[] => (below.get(id) ?? []).filter(isOpen);

const isMet = ({ nodes }: View, id: string): boolean => nodes.get(id)?.status === 'done';

const isStartable = ({ status }: TaskNode): boolean => status === 'pending' || status === 'in-progress';

/** Everything that it waits for is done: its own dependencies, and those of the task that it belongs to. */
const isFree = (view: View, task: TaskNode): boolean => {
  const parent = task.parent === null ? undefined : view.nodes.get(task.parent);
  return [...task.dependencies, ...(parent?.dependencies ?? [])].every(({ id }) => isMet(view, id));
};

const byUrgency = (a: TaskNode, b: TaskNode): number =>
  TASK_PRIORITIES.indexOf(a.priority) - TASK_PRIORITIES.indexOf(b.priority) ||
  a.dependencies.length - b.dependencies.length ||
  compareTaskIds(a.id, b.id);

/** A task with open subtasks is started once; from then on its subtasks are the work. */
const isOffered = (view: View, task: TaskNode): boolean =>
  isStartable(task) &&
  isFree(view, task) &&
  (task.status === 'pending' || openBelow(view, task.id).length === 0);

/** What Task Master would be asked for. Undefined: nothing can start. */
export const nextTask = (graph: TaskGraph): TaskNode | undefined => {
  const view = viewOf(graph);
  const underWay = (task: TaskNode): boolean =>
    task.parent !== null && view.nodes.get(task.parent)?.status === 'in-progress';
  const subtasks = view.graph.tasks.filter(
    (task) => underWay(task) && isStartable(task) && isFree(view, task),
  );
  const candidates =
    subtasks.length > 0
      ? subtasks
      : view.graph.tasks.filter((task) => task.parent === null && isOffered(view, task));
  return [...candidates].sort(byUrgency)[0];
};

/** All pieces of work that may be done side by side now: tasks without subtasks, and subtasks. In the same order. */
export const readyTasks = (graph: TaskGraph): readonly TaskNode[] => {
  const view = viewOf(graph);
  const parentStarts = (task: TaskNode): boolean => {
    const parent = task.parent === null ? undefined : view.nodes.get(task.parent);
    return parent === undefined || isStartable(parent);
  };
  const isWork = (task: TaskNode): boolean => openBelow(view, task.id).length === 0;
  const ready = view.graph.tasks.filter(
    (task) => isStartable(task) && isWork(task) && parentStarts(task) && isFree(view, task),
  );
  const rank = (task: TaskNode): number =>
    task.parent !== null && view.nodes.get(task.parent)?.status === 'in-progress' ? 0 : 1;
  return [...ready].sort((a, b) => rank(a) - rank(b) || byUrgency(a, b));
};

/** Whether nothing is left to do; cancelled and deferred tasks are nobody's work. */
export const isEverythingDone = (graph: TaskGraph): boolean => !withMeantStatuses(graph).tasks.some(isOpen);
