// What Baton knows of a task of Task Master: its names are whole (a subtask is "15.3"), its dependencies too.
import type { Position } from '../../../model/validate-with.ts';

export const TASK_STATUSES = [
  'pending',
  'in-progress',
  'review',
  'done',
  'blocked',
  'deferred',
  'cancelled',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** The most urgent first. */
export const TASK_PRIORITIES = ['critical', 'high', 'medium', 'low'] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

export interface TaskDependency {
  readonly id: string;
  readonly at: Position;
}

export interface TaskNode {
  readonly id: string;
  /** The task that a subtask belongs to. */
  readonly parent: string | null;
  readonly title: string;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly dependencies: readonly TaskDependency[];
  /** Where it begins, for messages. */
  readonly at: Position;
  /** Its object in the document. */
  readonly path: readonly (string | number)[];
}

export interface TaskGraph {
  readonly file: string;
  readonly form: 'legacy' | 'tagged';
  readonly tag: string;
  /** All tags of the file. */
  readonly tags: readonly string[];
  /** Tasks in the order of the file, each followed by its subtasks. */
  readonly tasks: readonly TaskNode[];
}

export const nodesOf = (graph: TaskGraph): ReadonlyMap<string, TaskNode> =>
  new Map(graph.tasks.map((task) => [task.id, task]));

/** By the task that they belong to. */
export const subtasksOf = (graph: TaskGraph): ReadonlyMap<string, readonly TaskNode[]> => {
  const found = new Map<string, TaskNode[]>();
  for (const task of graph.tasks)
    if (task.parent !== null) found.set(task.parent, [...(found.get(task.parent) ?? []), task]);
  return found;
};

/** Nothing more will happen to it. */
export const isSettled = ({ status }: Pick<TaskNode, 'status'>): boolean =>
  status === 'done' || status === 'cancelled';

/** Somebody still has to do it. Deferred tasks were put aside. */
export const isOpen = (task: Pick<TaskNode, 'status'>): boolean =>
  !isSettled(task) && task.status !== 'deferred';

/**
 * What the statuses mean together. A task that is `done` with open subtasks is in progress: else nobody could ever finish
 * them. A subtask of a task that was cancelled or put aside is so, too.
 */
export const withMeantStatuses = (graph: TaskGraph): TaskGraph => {
  const below = subtasksOf(graph);
  const nodes = nodesOf(graph);
  const meant = (task: TaskNode): TaskStatus => {
    const parent = task.parent === null ? undefined : nodes.get(task.parent)?.status;
    if ((parent === 'cancelled' || parent === 'deferred') && isOpen(task)) return parent;
    return task.status === 'done' && (below.get(task.id) ?? []).some(isOpen) ? 'in-progress' : task.status;
  };
  return { ...graph, tasks: graph.tasks.map((task) => ({ ...task, status: meant(task) })) };
};
