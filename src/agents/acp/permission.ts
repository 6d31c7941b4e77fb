// What an agent asks to be allowed over ACP is decided by where it wants to write, not by what it calls itself.
import { isAbsolute, relative, resolve } from 'node:path';
import type { Task } from '../agent.ts';
import { type Line, recordOf, recordsOf, stringOf } from '../command/output-reader.ts';

export interface Asked {
  /** `edit`, `execute` …; some programs do not say. */
  readonly kind: string | undefined;
  readonly title: string;
  /** Absolute. */
  readonly paths: readonly string[];
}

const PATH_KEYS = /^(?:file_?path|abs_?path|absolute_path|path|filename|new_path|old_path)$/i;

const pathsIn = (value: Line): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    PATH_KEYS.test(key) && typeof inner === 'string' ? [inner] : [],
  );

export const askedOf = (toolCall: Line, directory: string): Asked => {
  const told = [
    ...recordsOf(toolCall['locations']).flatMap(pathsIn),
    ...recordsOf(toolCall['content']).flatMap(pathsIn),
    ...pathsIn(recordOf(toolCall['rawInput'])),
  ];
  return {
    kind: stringOf(toolCall['kind']),
    title: stringOf(toolCall['title']) ?? 'a tool',
    paths: [...new Set(told.map((path) => resolve(directory, path)))],
  };
};

const isWithin = (directory: string, path: string): boolean => {
  const way = relative(directory, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
};

/** Inside its own folders it may do what its work needs; on the web only where its work is there. */
export const mayDo = (task: Task, { kind, paths }: Asked): boolean => {
  if (kind === 'fetch') return task.web === true;
  const roots = [task.workingDirectory, task.runDirectory, ...(task.desk === undefined ? [] : [task.desk])];
  return paths.every((path) => roots.some((root) => isWithin(root, path)));
};

const WANTED = {
  allow: ['allow_once', 'allow_always'],
  reject: ['reject_once', 'reject_always'],
} as const;

/** Programs name their options as they like: they are told apart by kind. Undefined where there is none of that kind. */
export const optionFor = (options: readonly Line[], choice: 'allow' | 'reject'): string | undefined =>
  WANTED[choice]
    .map((kind) => options.find((option) => option['kind'] === kind))
    .flatMap((option) => stringOf(option?.['optionId']) ?? [])[0];
