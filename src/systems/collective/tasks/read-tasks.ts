// Task Master's tasks.json → the tasks of one tag. Fields that Baton does not use are not checked and stay in the file.
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { boundedProblems, isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { fieldName, type Position } from '../../../model/validate-with.ts';
import { nearest } from '../../../std/nearest.ts';
import { clip, plainLine } from '../../../std/terminal-text.ts';
import { readJson } from '../../../text/json-text.ts';
import { isMapping, type Mapping } from '../handoff/metrics.ts';
import { TASK_TITLE_CHARS_MAX, TASKS_MAX } from '../limits.ts';
import { type JsonPath, type JsonSpans, jsonSpans } from './json-spans.ts';
import {
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskDependency,
  type TaskGraph,
  type TaskNode,
  type TaskPriority,
  type TaskStatus,
} from './task-graph.ts';
import { readTaskId } from './task-id.ts';

export const DEFAULT_TAG = 'master';
export const TASKS_FILE = '.taskmaster/tasks/tasks.json';

interface Found {
  readonly path: JsonPath;
  readonly code: Problem['code'];
  readonly severity: Problem['severity'];
  readonly message: string;
  readonly hint?: string;
}

interface Reading {
  readonly spans: JsonSpans;
  readonly found: Found[];
}

const note = (
  { found }: Reading,
  severity: Problem['severity'],
  path: JsonPath,
  message: string,
  more: { readonly code?: Problem['code']; readonly hint?: string } = {},
): void => {
  const { code = 'FIELD_INVALID', hint } = more;
  // Counted apart, so that warnings hide no error.
  if (found.filter((one) => one.severity === severity).length > PROBLEMS_MAX) return;
  found.push({ path, code, severity, message, ...(hint === undefined ? {} : { hint }) });
};

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value === undefined) return 'nothing';
  if (typeof value === 'object') return value === null ? 'null' : 'an object';
  return clip(plainLine(JSON.stringify(value) ?? ''), 80);
};

/** Task Master itself has two words for it. */
const SAME_STATUS: Readonly<Record<string, TaskStatus>> = { completed: 'done', complete: 'done' };

const wordIn = <W extends string>(value: string, words: readonly W[]): W | undefined => {
  const meant = value.trim().toLowerCase().replaceAll('_', '-');
  return words.find((word) => word === meant);
};

const readStatus = (value: unknown, path: JsonPath, reading: Reading): TaskStatus => {
  if (value === undefined || value === null) return 'pending';
  if (typeof value === 'string') {
    const known = wordIn(value, TASK_STATUSES) ?? SAME_STATUS[value.trim().toLowerCase()];
    if (known !== undefined) return known;
  }
  const meant = typeof value === 'string' ? nearest(value, TASK_STATUSES) : undefined;
  note(
    reading,
    'error',
    path,
    `status: expected one of ${TASK_STATUSES.join(', ')}, got ${kindOf(value)}`,
    meant === undefined ? {} : { hint: `Write "${meant}".` },
  );
  return 'pending';
};

const readPriority = (
  value: unknown,
  path: JsonPath,
  otherwise: TaskPriority,
  reading: Reading,
): TaskPriority => {
  if (value === undefined || value === null) return otherwise;
  const known = typeof value === 'string' ? wordIn(value, TASK_PRIORITIES) : undefined;
  if (known !== undefined) return known;
  note(
    reading,
    'warning',
    path,
    `priority: expected one of ${TASK_PRIORITIES.join(', ')}, got ${kindOf(value)}`,
    { hint: `"${otherwise}" is used.` },
  );
  return otherwise;
};

/** A name before its dependencies are known: of a subtask those are local. */
interface Draft {
  readonly node: Omit<TaskNode, 'dependencies' | 'at'>;
  readonly wanted: readonly { readonly value: unknown; readonly path: JsonPath }[];
}

const listIn = (task: Mapping, key: string, path: JsonPath, reading: Reading): readonly unknown[] => {
  const value = task[key];
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  note(reading, 'error', [...path, key], `${key}: expected a list, got ${kindOf(value)}`);
  return [];
};

const ownId = (
  task: Mapping,
  path: JsonPath,
  parent: TaskNode['id'] | null,
  reading: Reading,
): string | undefined => {
  if (task['id'] === undefined) {
    note(reading, 'error', path, 'id: expected a task id, got nothing', { code: 'FIELD_MISSING' });
    return undefined;
  }
  const read = readTaskId(task['id']);
  if (!('id' in read)) {
    note(reading, 'error', [...path, 'id'], `id: ${read.expected}`);
    return undefined;
  }
  if (parent === null) {
    if (!read.id.includes('.')) return read.id;
    note(reading, 'error', [...path, 'id'], `id: expected a task id without a dot, got "${read.id}"`);
    return undefined;
  }
  // Some versions wrote the whole name into the subtask.
  const local = read.id.startsWith(`${parent}.`) ? read.id.slice(parent.length + 1) : read.id;
  if (/^\d+$/.test(local)) return `${parent}.${local}`;
  note(reading, 'error', [...path, 'id'], `id: expected the number of a subtask, got "${read.id}"`);
  return undefined;
};

const draftOf = (
  value: unknown,
  path: JsonPath,
  parent: Draft['node'] | null,
  reading: Reading,
): Draft | undefined => {
  if (!isMapping(value)) {
    note(reading, 'error', path, `expected a task (an object), got ${kindOf(value)}`);
    return undefined;
  }
  const id = ownId(value, path, parent?.id ?? null, reading);
  if (id === undefined) return undefined;
  const title = value['title'];
  if (typeof title !== 'string' || title.trim() === '')
    note(reading, 'warning', [...path, 'title'], `title: expected words, got ${kindOf(title)}`);
  const otherwise = parent?.priority ?? 'medium';
  return {
    node: {
      id,
      parent: parent?.id ?? null,
      title: clip(plainLine(typeof title === 'string' ? title : `task ${id}`), TASK_TITLE_CHARS_MAX),
      status: readStatus(value['status'], [...path, 'status'], reading),
      priority: readPriority(value['priority'], [...path, 'priority'], otherwise, reading),
      path,
    },
    wanted: listIn(value, 'dependencies', path, reading).map((wanted, at) => ({
      value: wanted,
      path: [...path, 'dependencies', at],
    })),
  };
};

const draftsOf = (list: readonly unknown[], root: JsonPath, reading: Reading): Draft[] => {
  const drafts: Draft[] = [];
  for (const [at, value] of list.entries()) {
    const path = [...root, at];
    const task = draftOf(value, path, null, reading);
    if (task === undefined || !isMapping(value)) continue;
    drafts.push(task);
    for (const [index, inner] of listIn(value, 'subtasks', path, reading).entries()) {
      const subtask = draftOf(inner, [...path, 'subtasks', index], task.node, reading);
      if (subtask !== undefined) drafts.push(subtask);
    }
    if (drafts.length > TASKS_MAX) {
      note(reading, 'error', path, `expected at most ${TASKS_MAX} tasks and subtasks, got more`, {
        code: 'LIMIT_REACHED',
      });
      return [];
    }
  }
  return drafts;
};

/** In a subtask a number means a sibling; only where there is none, a task of that number. */
const wholeId = (id: string, { node }: Draft, known: ReadonlySet<string>): string => {
  if (node.parent === null || id.includes('.')) return id;
  const sibling = `${node.parent}.${id}`;
  return known.has(sibling) || !known.has(id) ? sibling : id;
};

const dependenciesOf = (draft: Draft, known: ReadonlySet<string>, reading: Reading) => {
  const seen = new Set<string>();
  return draft.wanted.flatMap(({ value, path }) => {
    const read = readTaskId(value);
    if (!('id' in read)) {
      note(reading, 'error', path, `dependencies of task ${draft.node.id}: ${read.expected}`);
      return [];
    }
    const id = wholeId(read.id, draft, known);
    if (seen.has(id)) {
      note(reading, 'warning', path, `task ${draft.node.id} names its dependency ${id} twice`);
      return [];
    }
    seen.add(id);
    return [{ id, path }];
  });
};

const nodesFrom = (drafts: readonly Draft[], reading: Reading): TaskNode[] => {
  const known = new Set<string>();
  for (const { node } of drafts) {
    if (known.has(node.id))
      note(reading, 'error', [...node.path, 'id'], `id: expected each task once, got ${node.id} again`, {
        hint: 'Give it a number of its own, and repeat that where others depend on it.',
      });
    known.add(node.id);
  }
  const wanted = drafts.map((draft) => dependenciesOf(draft, known, reading));
  const places = reading.spans.positions([
    ...drafts.map(({ node }) => node.path),
    ...wanted.flat().map(({ path }) => path),
  ]);
  const top: Position = { line: 1, column: 1 };
  let next = drafts.length;
  return drafts.map(({ node }, at) => {
    const dependencies: TaskDependency[] = (wanted[at] ?? []).map(({ id }) => {
      next += 1;
      return { id, at: places[next - 1] ?? top };
    });
    return { ...node, dependencies, at: places[at] ?? top };
  });
};

interface Root {
  readonly form: TaskGraph['form'];
  readonly tags: readonly string[];
  readonly path: JsonPath;
  readonly tasks: readonly unknown[];
}

const isTag = (value: unknown): value is Mapping => isMapping(value) && Array.isArray(value['tasks']);

/** Both forms: tasks at the root, or below the name of a tag. */
const rootOf = (json: unknown, tag: string, reading: Reading): Root | undefined => {
  if (!isMapping(json)) {
    note(reading, 'error', [], `expected an object with tags or tasks, got ${kindOf(json)}`);
    return undefined;
  }
  const tags = Object.keys(json).filter((key) => isTag(json[key]));
  const legacy = json['tasks'];
  if (Array.isArray(legacy)) {
    if (tags.length > 0)
      note(
        reading,
        'error',
        ['tasks'],
        `expected tasks at the root or in tags, got both (${tags.join(', ')})`,
      );
    return { form: 'legacy', tags: [DEFAULT_TAG], path: ['tasks'], tasks: legacy };
  }
  const found = json[tag];
  if (Object.hasOwn(json, tag) && isTag(found) && Array.isArray(found['tasks']))
    return { form: 'tagged', tags, path: [tag, 'tasks'], tasks: found['tasks'] };
  if (Object.hasOwn(json, tag))
    note(
      reading,
      'error',
      [tag],
      `tag ${JSON.stringify(tag)}: expected { "tasks": […] }, got ${kindOf(found)}`,
    );
  else if (legacy !== undefined)
    note(reading, 'error', ['tasks'], `tasks: expected a list, got ${kindOf(legacy)}`);
  else {
    const meant = nearest(tag, tags);
    note(
      reading,
      'error',
      [],
      `expected the tag ${JSON.stringify(tag)}, got ${clip(tags.join(', '), 200) || 'no tag'}`,
      {
        code: 'FIELD_MISSING',
        ...(meant === undefined ? {} : { hint: `Did you mean "${meant}"?` }),
      },
    );
  }
  return undefined;
};

const placed = ({ found, spans }: Reading, file: string): readonly Problem[] => {
  const places = spans.positions(found.map(({ path }) => path));
  return boundedProblems(
    found.map(({ code, severity, message, path, hint }, at) =>
      problem(code, message, {
        severity,
        file,
        ...places[at],
        ...(path.length === 0 ? {} : { field: fieldName(path) }),
        ...(hint === undefined ? {} : { hint }),
      }),
    ),
  );
};

/** The value is there only when nothing is wrong with the file itself; what its tasks wait for is judged apart. */
export const readTasks = (text: string, file = TASKS_FILE, tag = DEFAULT_TAG): Parsed<TaskGraph> => {
  const { value: read, problems } = readJson(text, file);
  if (read === undefined || problems.some(isError)) return { value: undefined, problems };
  const reading: Reading = { spans: jsonSpans(text), found: [] };
  const root = rootOf(read.json, tag, reading);
  const drafts = root === undefined ? [] : draftsOf(root.tasks, root.path, reading);
  const tasks = nodesFrom(drafts, reading);
  const all = [...problems, ...placed(reading, file)];
  if (root === undefined || all.some(isError)) return { value: undefined, problems: all };
  const { form, tags } = root;
  return { value: { file, form, tag: form === 'legacy' ? DEFAULT_TAG : tag, tags, tasks }, problems: all };
};
