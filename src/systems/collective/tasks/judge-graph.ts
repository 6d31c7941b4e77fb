// What would keep tasks from ever being done: said before a run starts, not when everybody waits.
import { boundedProblems, type Problem, problem } from '../../../model/problem.ts';
import { CYCLE_SHOWN_MAX } from '../limits.ts';
import {
  isOpen,
  isSettled,
  nodesOf,
  subtasksOf,
  type TaskGraph,
  type TaskNode,
  withMeantStatuses,
} from './task-graph.ts';

type Nodes = ReadonlyMap<string, TaskNode>;

const dependencyProblems = (task: TaskNode, nodes: Nodes, file: string): Problem[] =>
  task.dependencies.flatMap(({ id, at }) => {
    const say = (severity: Problem['severity'], message: string, hint: string): Problem[] => [
      problem('FIELD_INVALID', message, { severity, file, ...at, hint }),
    ];
    if (id === task.id) return say('error', `task ${task.id} depends on itself`, 'Remove the dependency.');
    const found = nodes.get(id);
    if (found === undefined)
      return say(
        isSettled(task) ? 'warning' : 'error',
        `task ${task.id}: expected its dependency ${id} in the file, got no such task`,
        'Add the task, or remove the dependency.',
      );
    if (isSettled(task)) return [];
    if (found.status === 'cancelled')
      return say(
        'error',
        `task ${task.id} depends on ${id}, which is cancelled, so it can never start`,
        `Remove the dependency, cancel task ${task.id}, or take up task ${id} again.`,
      );
    if (found.status === 'deferred')
      return say(
        'warning',
        `task ${task.id} depends on ${id}, which is deferred, so it waits`,
        `Take up task ${id}, or remove the dependency.`,
      );
    return [];
  });

/** A task is done after its subtasks, and a subtask starts after all that its task waits for. Nobody waits for what is done. */
const waitsFor = (graph: TaskGraph, nodes: Nodes): ReadonlyMap<string, readonly string[]> => {
  const below = subtasksOf(graph);
  const own = (task: TaskNode | undefined): string[] => task?.dependencies.map(({ id }) => id) ?? [];
  const isWaiting = (task: TaskNode | undefined): boolean => task !== undefined && !isSettled(task);
  return new Map(
    graph.tasks
      .filter(isWaiting)
      .map((task) => [
        task.id,
        [
          ...own(task),
          ...(task.parent === null ? [] : own(nodes.get(task.parent))),
          ...(below.get(task.id) ?? []).map(({ id }) => id),
        ].filter((id) => id !== task.id && isWaiting(nodes.get(id))),
      ]),
  );
};

/** One way round for each circle, found without recursion: a file may chain as many tasks as it likes. */
const circlesIn = (edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] => {
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[][] = [];
  for (const start of edges.keys()) {
    if (state.has(start)) continue;
    const way: { readonly id: string; next: number }[] = [{ id: start, next: 0 }];
    state.set(start, 'open');
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const id: string | undefined = edges.get(top.id)?.[top.next];
      top.next += 1;
      if (id === undefined) {
        state.set(top.id, 'done');
        way.pop();
      } else if (state.get(id) === 'open')
        circles.push([...way.slice(way.findIndex((step) => step.id === id)).map((step) => step.id), id]);
      else if (!state.has(id)) {
        state.set(id, 'open');
        way.push({ id, next: 0 });
      }
    }
  }
  return circles;
};

const circleText = (circle: readonly string[]): string =>
  circle.length <= CYCLE_SHOWN_MAX
    ? circle.join(' → ')
    : `${circle.slice(0, CYCLE_SHOWN_MAX).join(' → ')} → … (${circle.length - 1} tasks)`;

const circleProblem = (circle: readonly string[], nodes: Nodes, file: string): Problem[] => {
  const members = circle.slice(0, -1).flatMap((id) => nodes.get(id) ?? []);
  const [first] = members;
  if (first === undefined) return [];
  const edge = members.flatMap((task) => task.dependencies.filter(({ id }) => circle.includes(id)))[0];
  return [
    problem('FIELD_INVALID', `tasks wait for each other in a circle: ${circleText(circle)}`, {
      file,
      ...(edge?.at ?? first.at),
      hint: 'Remove one of these dependencies.',
    }),
  ];
};

const parentProblems = (graph: TaskGraph): Problem[] =>
  [...subtasksOf(graph)].flatMap(([id, subtasks]) => {
    const parent = graph.tasks.find((task) => task.id === id);
    const open = subtasks.filter(isOpen);
    if (parent?.status !== 'done' || open.length === 0) return [];
    return [
      problem(
        'HANDOFF_CONTRADICTION',
        `task ${id} is done, but ${open.length} of its subtasks are not (${open[0]?.id} is ${open[0]?.status})`,
        {
          severity: 'warning',
          file: graph.file,
          ...parent.at,
          hint: 'It counts as in progress until they are.',
        },
      ),
    ];
  });

/** With an error among them no run should start. */
export const judgeGraph = (graph: TaskGraph): readonly Problem[] => {
  const meant = withMeantStatuses(graph);
  const nodes = nodesOf(meant);
  const circles = circlesIn(waitsFor(meant, nodes));
  return boundedProblems([
    ...meant.tasks.flatMap((task) => dependencyProblems(task, nodes, graph.file)),
    ...circles.flatMap((circle) => circleProblem(circle, nodes, graph.file)),
    ...parentProblems(graph),
  ]);
};
