// Amends a file that belongs to people: it is replaced whole or not at all, survives a power cut, and is never reached
// through a link.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { posix } from 'node:path';
import { causeText, errnoOf } from '../errors.ts';
import { isError, type Parsed, type Problem, problem } from '../model/problem.ts';
import { sweepReplacements } from '../std/disk/replace-file.ts';
import { processIdentity } from '../std/processes/process-identity.ts';
import {
  type ContainedDirectory,
  containedParts,
  isInTheWay,
  openContained,
  openPlainly,
} from './contained-directory.ts';
import { readArtifact } from './read-artifact.ts';

export interface Amendment {
  /** Relative to the project. */
  readonly path: string;
  readonly bytesMax: number;
  /** The new text, and what was added; where nothing was, nothing is written. */
  readonly amend: (before: string) => { readonly text: string; readonly added: readonly string[] };
}

/** How often a file may change between reading and replacing it before we give up. */
const TRIES_MAX = 5;
const NEW_FILE_MODE = 0o644;

/** Bytes that are no text are never written back as something else. */
const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** No file, and an empty one, are files without a text. */
const readExisting = async (project: string, { path, bytesMax }: Amendment): Promise<Parsed<string>> => {
  const read = await readArtifact(project, path, bytesMax);
  const [code] = read.problems.map((found) => found.code);
  return code === 'ARTIFACT_MISSING' || code === 'FILE_EMPTY' ? { value: '', problems: [] } : read;
};

interface Found {
  /** Undefined where it is no plain file of a fitting size. */
  readonly text: string | undefined;
  readonly mode: number;
}

/** The file as it is at this moment. */
const lookAt = (directory: ContainedDirectory, name: string, bytesMax: number): Found => {
  let fd: number;
  try {
    fd = openPlainly(directory.child(name));
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return { text: '', mode: NEW_FILE_MODE };
    throw cause;
  }
  try {
    const stat = fstatSync(fd);
    const fits = stat.isFile() && stat.size <= bytesMax;
    return { text: fits ? strictly.decode(readFileSync(fd)) : undefined, mode: stat.mode & 0o7777 };
  } finally {
    closeSync(fd);
  }
};

const syncDirectory = (directory: ContainedDirectory): void => {
  const fd = openSync(directory.child('.'), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
};

/**
 * Replaces the file if it still has the text that was read. The new bytes are on disk before it is looked at again,
 * and nothing of this process comes in between; false when somebody else did.
 */
const replaceIfSame = (
  directory: ContainedDirectory,
  { path, bytesMax }: Amendment,
  before: string,
  after: string,
): boolean => {
  const name = posix.basename(path);
  const temporary = directory.child(`.${name}.${processIdentity()}-${randomBytes(6).toString('hex')}.tmp`);
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    try {
      writeFileSync(fd, after);
      fsyncSync(fd);
      const now = lookAt(directory, name, bytesMax);
      if (now.text !== before) return false;
      fchmodSync(fd, now.mode);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, directory.child(name));
    syncDirectory(directory);
    return true;
  } finally {
    rmSync(temporary, { force: true });
  }
};

const unwritable = (path: string, cause: unknown): Problem =>
  isInTheWay(cause)
    ? problem(
        'PATH_OUTSIDE',
        `expected plain directories and a plain file at ${path}, found a link on the way`,
        {
          file: path,
          hint: 'Put the file itself there; links are not followed.',
        },
      )
    : problem('FILE_UNWRITABLE', `could not write ${path}: ${causeText(cause)}`, {
        file: path,
        hint: 'Make room, or check its permissions.',
      });

const tooLarge = ({ path, bytesMax }: Amendment): Problem =>
  problem('FILE_TOO_LARGE', `expected at most ${bytesMax} bytes in ${path}, it would be more`, {
    file: path,
    hint: 'Take out what is no longer needed.',
  });

const unreadable = (path: string): Problem =>
  problem('FILE_UNREADABLE', `could not read ${path}`, { file: path, hint: 'Check its permissions.' });

const changing = (path: string): Problem =>
  problem(
    'FILE_UNWRITABLE',
    `expected ${path} to stay as it was read, it changed ${TRIES_MAX} times meanwhile`,
    {
      file: path,
      hint: 'Nothing was added. Try again once nobody else writes to it.',
    },
  );

/** In one go, so that two calls of one process cannot lose each other's additions. Undefined: somebody else came between. */
const addTo = (
  directory: ContainedDirectory,
  amendment: Amendment,
): readonly string[] | Problem | undefined => {
  const { path, bytesMax, amend } = amendment;
  const { text: before } = lookAt(directory, posix.basename(path), bytesMax);
  if (before === undefined) return undefined;
  const { text, added } = amend(before);
  if (added.length === 0) return added;
  if (Buffer.byteLength(text) > bytesMax) return tooLarge(amendment);
  return replaceIfSame(directory, amendment, before, text) ? added : undefined;
};

/** What was added, or why nothing was. */
export const amendFile = async (
  project: string,
  amendment: Amendment,
): Promise<readonly string[] | Problem> => {
  const { path, amend } = amendment;
  const parts = containedParts(path);
  if ('code' in parts) return { ...parts, file: path };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const read = await readExisting(project, amendment);
    if (read.value === undefined) return read.problems.find(isError) ?? unreadable(path);
    // Nothing is made for nothing: neither the file nor the directories above it.
    if (amend(read.value).added.length === 0) return [];
    try {
      const directory = openContained(project, parts.folders, { create: true });
      try {
        const result = addTo(directory, amendment);
        await sweepReplacements(directory.child('.'));
        if (result !== undefined) return result;
      } finally {
        directory.close();
      }
    } catch (cause) {
      return unwritable(path, cause);
    }
  }
  return changing(path);
};
