// Statuses written back into tasks.json. Only the words themselves change: formatting, unknown fields and other tags stay
// byte for byte, and what somebody else changed meanwhile is told and kept.
import { boundedProblems, isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { jsonSpans } from './json-spans.ts';
import { DEFAULT_TAG, readTasks, TASKS_FILE } from './read-tasks.ts';
import { nodesOf, type TaskGraph, type TaskNode, type TaskStatus } from './task-graph.ts';

export type StatusChanges = ReadonlyMap<string, TaskStatus>;

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A task without a status gets one before its first field, on a line of its own where its fields have one. */
const inserted = (text: string, from: number, status: TaskStatus): Edit => {
  const rest = /^\{(\s*)(\}?)/.exec(text.slice(from, from + 200));
  const space = rest?.[1] ?? '';
  const more = rest?.[2] === '}' ? '' : ',';
  return { from: from + 1, to: from + 1, text: `${space}"status": ${JSON.stringify(status)}${more}` };
};

const applied = (text: string, edits: readonly Edit[]): string => {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.from - b.from)) {
    result += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return result + text.slice(at);
};

const editsOf = (text: string, graph: TaskGraph, changes: StatusChanges): Edit[] => {
  const spans = jsonSpans(text);
  return graph.tasks.flatMap((task) => {
    const status = changes.get(task.id);
    if (status === undefined || status === task.status) return [];
    const own = spans.of([...task.path, 'status']);
    if (own !== undefined) return [{ from: own.valueAt, to: own.valueEnd, text: JSON.stringify(status) }];
    const whole = spans.of(task.path);
    return whole === undefined ? [] : [inserted(text, whole.valueAt, status)];
  });
};

const missing = (id: string, file: string): Problem =>
  problem('CONTENT_CHANGED', `expected task ${id} in the file, got no such task`, {
    file,
    hint: 'Somebody removed or renamed it; its status was not written.',
  });

const writeInto = (text: string, graph: TaskGraph, changes: StatusChanges): Parsed<string> => {
  const nodes = nodesOf(graph);
  const unknown = [...changes.keys()].filter((id) => !nodes.has(id));
  return {
    value: applied(text, editsOf(text, graph, changes)),
    problems: boundedProblems(unknown.map((id) => missing(id, graph.file))),
  };
};

/** The text with these statuses. Of a text that cannot be read there is no value. */
export const writeStatuses = (
  text: string,
  changes: StatusChanges,
  file = TASKS_FILE,
  tag = DEFAULT_TAG,
): Parsed<string> => {
  const { value, problems } = readTasks(text, file, tag);
  if (value === undefined) return { value: undefined, problems };
  return writeInto(text, value, changes);
};

export interface ForeignChange {
  readonly id: string;
  readonly what: 'added' | 'removed' | 'status' | 'title' | 'priority' | 'dependencies';
  readonly before: string | null;
  readonly now: string | null;
}

const waits = (task: TaskNode): string => task.dependencies.map(({ id }) => id).join(', ');

const changesOf = (before: TaskNode, now: TaskNode): ForeignChange[] => {
  const rows = [
    ['status', before.status, now.status],
    ['title', before.title, now.title],
    ['priority', before.priority, now.priority],
    ['dependencies', waits(before), waits(now)],
  ] as const;
  return rows.flatMap(([what, old, current]) =>
    old === current ? [] : [{ id: now.id, what, before: old, now: current }],
  );
};

/** What differs between two states of the tasks. */
export const foreignChanges = (sealed: TaskGraph, now: TaskGraph): readonly ForeignChange[] => {
  const [old, current] = [nodesOf(sealed), nodesOf(now)];
  return [
    ...now.tasks.flatMap((task): ForeignChange[] => {
      const before = old.get(task.id);
      return before === undefined
        ? [{ id: task.id, what: 'added', before: null, now: task.title }]
        : changesOf(before, task);
    }),
    ...sealed.tasks
      .filter(({ id }) => !current.has(id))
      .map(({ id, title }): ForeignChange => ({ id, what: 'removed', before: title, now: null })),
  ];
};

export interface MergedTasks {
  readonly text: string;
  readonly written: readonly string[];
  /** What others did since the tasks were sealed, and Baton did not ask for. */
  readonly foreign: readonly ForeignChange[];
}

export interface MergeInput {
  /** As the run found it. */
  readonly sealed: string;
  readonly now: string;
  /** What Baton last wrote or wants, by task. */
  readonly wanted: StatusChanges;
  /** Statuses that Baton itself wrote since: they are nobody else's change. */
  readonly own?: StatusChanges;
  readonly file?: string;
  readonly tag?: string;
}

/** Three texts: a status that somebody else changed since the start stays as it is, and is told. */
export const mergeStatuses = (input: MergeInput): Parsed<MergedTasks> => {
  const { sealed, now, wanted, own = new Map(), file = TASKS_FILE, tag = DEFAULT_TAG } = input;
  const old = readTasks(sealed, file, tag);
  const current = readTasks(now, file, tag);
  if (old.value === undefined || current.value === undefined)
    return { value: undefined, problems: [...old.problems, ...current.problems].filter(isError) };
  const before = nodesOf(old.value);
  const present = nodesOf(current.value);
  const problems: Problem[] = [];
  const safe = new Map<string, TaskStatus>();
  for (const [id, status] of wanted) {
    const task = present.get(id);
    if (task === undefined) problems.push(missing(id, file));
    else if (task.status === status) continue;
    else if (task.status === before.get(id)?.status || task.status === own.get(id)) safe.set(id, status);
    else
      problems.push(
        problem(
          'CONTENT_CHANGED',
          `task ${id}: expected the status ${own.get(id) ?? before.get(id)?.status ?? 'of a task that was there'}, got ${task.status}, which somebody else wrote`,
          { file, ...task.at, hint: `It stays; Baton wanted to write ${status}.` },
        ),
      );
  }
  const { value: text = now } = writeInto(now, current.value, safe);
  const foreign = foreignChanges(old.value, current.value).filter(
    ({ id, what, now: is }) => what !== 'status' || (is !== own.get(id) && is !== wanted.get(id)),
  );
  return {
    value: { text, written: [...safe.keys()], foreign },
    problems: boundedProblems(problems),
  };
};
