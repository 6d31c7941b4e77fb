// What an agent asks to be allowed over ACP is decided by what its role may do, and by where it wants to write, not by what it
// calls itself.
import { isAbsolute, relative, resolve } from 'node:path';
import { type Action, type Decision, decide } from '../../model/permissions/decide.ts';
import type { Task } from '../agent.ts';
import { type Line, recordOf, recordsOf, stringOf } from '../command/output-reader.ts';
import { policyOf } from '../permissions/attempt-policy.ts';
import { toldPath } from '../permissions/real-path.ts';

export interface Asked {
  /** `edit`, `execute` …; some programs do not say. */
  readonly kind: string | undefined;
  readonly title: string;
  /** How the program called it when it told of the call; some ask in other words. */
  readonly announced?: string | undefined;
  /** Absolute. */
  readonly paths: readonly string[];
  /** As they were told. */
  readonly told: readonly string[];
  /** What it would run, where it says so. */
  readonly command?: string;
  readonly url?: string;
  /** What it is called with, as JSON. */
  readonly input: string;
}

const PATH_KEYS = /^(?:file_?path|abs_?path|absolute_path|path|filename|new_path|old_path)$/i;

const pathsIn = (value: Line): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    PATH_KEYS.test(key) && typeof inner === 'string' ? [inner] : [],
  );

/** A list of words is run without a shell; only `sh -c LINE` and the like are one line. */
const commandIn = (raw: Line): { readonly command?: string } => {
  const { command } = raw;
  if (typeof command === 'string') return { command };
  if (!Array.isArray(command)) return {};
  const [shell, flag, line, ...rest] = command.map(String);
  const isLine = /^(?:.*\/)?(?:ba|z)?sh$/.test(shell ?? '') && /^-l?c$/.test(flag ?? '') && rest.length === 0;
  // Of other lists nobody can tell where a word ends, so no entry allows them.
  return { command: isLine ? (line ?? '') : '' };
};

export const askedOf = (toolCall: Line, directory: string, announced?: string): Asked => {
  const raw = recordOf(toolCall['rawInput']);
  const url = stringOf(raw['url']);
  const told = [
    ...recordsOf(toolCall['locations']).flatMap(pathsIn),
    ...recordsOf(toolCall['content']).flatMap(pathsIn),
    ...pathsIn(raw),
  ];
  return {
    kind: stringOf(toolCall['kind']),
    title: stringOf(toolCall['title']) ?? 'a tool',
    announced,
    paths: [...new Set(told.map((path) => resolve(directory, path)))],
    told,
    input: JSON.stringify(raw),
    ...commandIn(raw),
    ...(url === undefined ? {} : { url }),
  };
};

const isWithin = (directory: string, path: string): boolean => {
  const way = relative(directory, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
};

/** Inside its own folders it may do what its work needs; on the web only where its work is there. */
const isInOwnFolders = (task: Task, { kind, paths }: Asked): boolean => {
  if (kind === 'fetch') return task.web === true;
  const roots = [task.workingDirectory, task.runDirectory, ...(task.desk === undefined ? [] : [task.desk])];
  return paths.every((path) => roots.some((root) => isWithin(root, path)));
};

const CHANGES: readonly (string | undefined)[] = ['edit', 'delete', 'move'];
const LOOKS: readonly (string | undefined)[] = ['read', 'search', 'think'];

/** Programs call a tool of the door by its name, with the server's name before it or words behind it. */
const isOfDoor = ({ tools }: Task, { kind, title, announced, command }: Asked): boolean => {
  if (command !== undefined || CHANGES.includes(kind) || kind === 'execute' || kind === 'fetch') return false;
  const names = [title, announced ?? ''].map((words) => /^[\w-]+/.exec(words)?.[0] ?? '');
  return tools.some((tool) =>
    names.some((name) => name === tool || name.endsWith(`_${tool}`) || name.endsWith(`-${tool}`)),
  );
};

/** Of what it says the strongest counts: something that has a command is run, whatever its kind. */
const actionOf = (task: Task, asked: Asked): Action => {
  const { kind, title, command, url, told, input } = asked;
  if (kind === 'execute' || command !== undefined) return { kind: 'run', command };
  if (kind === 'fetch' || url !== undefined) return { kind: 'web', url };
  if (!CHANGES.includes(kind) && told.length === 0) return { kind: 'unknown', name: title, input };
  return { kind: 'write', paths: told.map((path) => toldPath(path, task.workingDirectory)) };
};

const isLook = ({ kind, command, url }: Asked): boolean =>
  LOOKS.includes(kind) && command === undefined && url === undefined;

/** By what the role may do, where somebody says it. */
export const decideAsked = (task: Task, asked: Asked): Decision => {
  const policy = policyOf(task);
  if (policy !== undefined && !isLook(asked) && !isOfDoor(task, asked))
    return decide(policy, actionOf(task, asked));
  const allowed = isInOwnFolders(task, asked);
  return { allowed, because: allowed ? 'it is its own work' : 'it is outside of its own work' };
};

const WANTED = {
  allow: ['allow_once', 'allow_always'],
  reject: ['reject_once', 'reject_always'],
} as const;

/**
 * Programs name their options as they like: they are told apart by kind. Undefined where there is none of that kind. What is
 * allowed `once` is asked for again.
 */
export const optionFor = (
  options: readonly Line[],
  choice: 'allow' | 'reject',
  once = false,
): string | undefined =>
  WANTED[choice]
    .filter((kind) => !once || kind !== 'allow_always')
    .map((kind) => options.find((option) => option['kind'] === kind))
    .flatMap((option) => stringOf(option?.['optionId']) ?? [])[0];
