// Reaches files below a directory that an agent may write to, without following any link on the way. On Linux each
// step goes through the open directory before it, so that a directory cannot be exchanged for a link in between.
// Synchronous, like the journal: every call is short, and on the way to an answer a thread hop costs more than it.
import { closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors.ts';
import { type Problem, problem } from '../model/problem.ts';

/** Segments of one path. Deeper is no file of a run. */
const DEPTH_MAX = 32;
const PATH_CHARS_MAX = 1024;

const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

const viaDescriptor = process.platform === 'linux' && existsSync('/proc/self/fd');

export interface ContainedDirectory {
  /** A path to a name in this directory, good while it is open. */
  child(name: string): string;
  close(): void;
}

/** A path relative to a run directory, taken apart. */
export interface ContainedParts {
  /** The directories on the way. */
  readonly folders: readonly string[];
  readonly name: string;
}

/** The parts of such a path, or what is wrong with it. */
export const containedParts = (path: string): ContainedParts | Problem => {
  const segments = path.split('/');
  const plain = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (
    plain &&
    segments.length <= DEPTH_MAX &&
    path.length <= PATH_CHARS_MAX &&
    !/[\x00-\x1f\x7f\\]/.test(path)
  )
    return { folders: segments.slice(0, -1), name: segments.at(-1) ?? '' };
  return problem(
    'PATH_OUTSIDE',
    `expected a path inside the run directory such as 04_planning/plan.yaml, got ${JSON.stringify(path.slice(0, 200))}`,
    { hint: 'Use a relative path without "..", ".", empty parts, backslashes and control characters.' },
  );
};

const openDirectory = (path: string, from: string): ContainedDirectory => {
  const fd = openSync(from, DIRECTORY);
  return {
    child: (name) => join(viaDescriptor ? `/proc/self/fd/${fd}` : path, name),
    close: () => closeSync(fd),
  };
};

/**
 * Opens the directory at the end of these. Throws the system's error where there is none, or where a link
 * or a file is in its place.
 */
export const openContained = (
  root: string,
  folders: readonly string[],
  { create }: { create: boolean },
): ContainedDirectory => {
  let path = root;
  let at = openDirectory(path, root);
  for (const segment of folders) {
    const parent = at;
    path = join(path, segment);
    try {
      if (create) makeDirectory(parent.child(segment));
      at = openDirectory(path, parent.child(segment));
    } finally {
      parent.close();
    }
  }
  return at;
};

const makeDirectory = (path: string): void => {
  try {
    mkdirSync(path);
  } catch (cause) {
    if (errnoOf(cause) !== 'EEXIST') throw cause;
  }
};

/** A descriptor for reading only: a link is not followed, and a pipe does not keep us waiting. */
export const openPlainly = (path: string): number =>
  openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);

/** What the system said about a path, when it means that a link or a file stands where it should not. */
export const isInTheWay = (cause: unknown): boolean =>
  ['ELOOP', 'ENOTDIR', 'EMLINK'].includes(errnoOf(cause) ?? '');
