// The tasks of a run, as its steps ask for them: which one a step is about, what its file says of it, how it stands.

import type { File } from '../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { FailurePolicy } from '../failure/failure-policy.ts';
import { agentNamed, type Registry, worksIn } from '../registry/registry.ts';
import { readTasks, TASKS_FILE } from '../tasks/read-tasks.ts';
import type { TaskGraph, TaskNode } from '../tasks/task-graph.ts';
import { handoffOf } from './handing-in.ts';
import { proven, taskFileOf } from './nouns.ts';
import { type Reported, type Standing, standingOf } from './standing.ts';
import { fieldOfTask, keyOfTask } from './task-items.ts';

export interface Tasks {
  readonly registry: Registry;
  readonly policy: FailurePolicy;
  readonly file: File<string>;
  readonly graph: (view: View) => TaskGraph;
  /** The task that a step of the scope is about. */
  readonly here: (view: View) => TaskNode;
  readonly field: (view: View, name: string) => string | undefined;
  readonly standing: (view: View) => Standing;
}

const EMPTY: TaskGraph = { file: TASKS_FILE, form: 'tagged', tag: '', tags: [], tasks: [] };

/** What the file says, as steps ask for it. */
interface TaskFile {
  readonly text: string;
  readonly graph: TaskGraph;
  readonly document: unknown;
  readonly byItem: ReadonlyMap<string, TaskNode>;
}

const readFile = (text: string, tag: string): TaskFile => {
  const graph = readTasks(text, TASKS_FILE, tag).value ?? EMPTY;
  const byItem = new Map(graph.tasks.map((task) => [keyOfTask(task.id), task]));
  return { text, graph, document: JSON.parse(text), byItem };
};

/** The file does not change while a run lasts, so it is read once. */
const readOnce = (tag: string): ((text: string) => TaskFile) => {
  let last: TaskFile | undefined;
  return (text) => {
    if (last?.text !== text) last = readFile(text, tag);
    return last;
  };
};

const NOBODY: TaskNode = {
  ...{ id: '1', parent: null, title: '', status: 'pending', priority: 'medium', dependencies: [] },
  ...{ at: { line: 1, column: 1 }, path: [] },
};

export const tasksOf = (registry: Registry, policy: FailurePolicy, tag: string): Tasks => {
  const file = taskFileOf(tag);
  const read = readOnce(tag);
  const fileIn = (view: View): TaskFile => read(view.text(file));
  const graph = (view: View): TaskGraph => fileIn(view).graph;
  const here = (view: View): TaskNode => fileIn(view).byItem.get(view.here.item ?? '') ?? NOBODY;
  const field = (view: View, name: string): string | undefined =>
    fieldOfTask(fileIn(view).document, here(view), name);
  /** A task may name its agent; the hub knows what to do with one that does not. */
  const first = (view: View): string =>
    agentNamed(registry, field(view, 'agent') ?? registry.hub)?.name ?? registry.hub;
  return {
    ...{ registry, policy, file, graph, here, field },
    standing: (view) => standingOf(view, view.here.item ?? '', () => first(view)),
  };
};

export const reportedBy = (submission: Submission, { registry, here }: Tasks): Reported => {
  const { view, assignment } = submission;
  const sender = registry.agents.get(assignment.role);
  const isCode = (sender?.writes ?? []).length > 0;
  const handoff = handoffOf(submission, registry);
  return {
    id: assignment.id,
    task: here(view).id,
    from: assignment.role,
    handoff,
    isOwnPhase: sender !== undefined && worksIn(sender, handoff.phase),
    isCode,
    hasCode: isCode || view.holds(proven),
  };
};
