// The pieces of work of a list of tasks: those that may be started, each with the ones that must be done before it.
import { isRecord } from '../../../std/is-record.ts';
import {
  isOpen,
  nodesOf,
  subtasksOf,
  TASK_PRIORITIES,
  type TaskGraph,
  type TaskNode,
  withMeantStatuses,
} from '../tasks/task-graph.ts';
import { compareTaskIds } from '../tasks/task-id.ts';

/** Items have no dots in their names: the subtask 15.3 is 15_3. */
export const keyOfTask = (id: string): string => id.replaceAll('.', '_');

export interface TaskItem {
  readonly key: string;
  readonly id: string;
  readonly after: readonly string[];
}

interface Graph {
  readonly nodes: ReadonlyMap<string, TaskNode>;
  readonly below: ReadonlyMap<string, readonly TaskNode[]>;
}

/** A task with open subtasks is done by them. */
const leavesOf = ({ nodes, below }: Graph, id: string): readonly string[] => {
  const open = (below.get(id) ?? []).filter(isOpen);
  if (open.length > 0) return open.map((task) => task.id);
  const task = nodes.get(id);
  return task !== undefined && isOpen(task) ? [id] : [];
};

const waitsFor = (graph: Graph, task: TaskNode): readonly string[] => {
  const parent = task.parent === null ? undefined : graph.nodes.get(task.parent);
  const named = [...task.dependencies, ...(parent?.dependencies ?? [])].map(({ id }) => id);
  return [...new Set(named.flatMap((id) => leavesOf(graph, id)))].filter((id) => id !== task.id);
};

const isStartable = ({ status }: TaskNode): boolean => status === 'pending' || status === 'in-progress';

const byUrgency = (a: TaskNode, b: TaskNode): number =>
  TASK_PRIORITIES.indexOf(a.priority) - TASK_PRIORITIES.indexOf(b.priority) ||
  a.dependencies.length - b.dependencies.length ||
  compareTaskIds(a.id, b.id);

/** Those that wait for a task which nobody may start are left out, and so on. */
const withoutStuck = (items: readonly (TaskItem & { readonly waits: readonly string[] })[]): TaskItem[] => {
  let left = items;
  for (;;) {
    const ids = new Set(left.map(({ id }) => id));
    const startable = left.filter(({ waits }) => waits.every((id) => ids.has(id)));
    if (startable.length === left.length) return startable.map(({ key, id, after }) => ({ key, id, after }));
    left = startable;
  }
};

const itemsIn = (given: TaskGraph): readonly TaskItem[] => {
  const meant = withMeantStatuses(given);
  const graph: Graph = { nodes: nodesOf(meant), below: subtasksOf(meant) };
  const isWork = (task: TaskNode): boolean =>
    isStartable(task) && (graph.below.get(task.id) ?? []).filter(isOpen).length === 0;
  const items = meant.tasks
    .filter(isWork)
    .sort(byUrgency)
    .map((task) => {
      const waits = waitsFor(graph, task);
      return { key: keyOfTask(task.id), id: task.id, waits, after: waits.map(keyOfTask) };
    });
  return withoutStuck(items);
};

const found = new WeakMap<TaskGraph, readonly TaskItem[]>();

/** The most urgent first. Made once of each list, because it is asked for with every handoff. */
export const itemsOf = (given: TaskGraph): readonly TaskItem[] => {
  const known = found.get(given) ?? itemsIn(given);
  found.set(given, known);
  return known;
};

const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, part) =>
      Array.isArray(found) && typeof part === 'number'
        ? found[part]
        : isRecord(found) && Object.hasOwn(found, part)
          ? found[part]
          : undefined,
    value,
  );

/** A field of the task as its document has it; undefined where it is no text. */
export const fieldOfTask = (document: unknown, task: TaskNode, name: string): string | undefined => {
  const value = at(document, [...task.path, name]);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};
