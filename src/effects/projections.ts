// Writes files into a run directory from what was accepted. They can be deleted and written again, so they are
// not synced. Agents write to the same directory: nothing there is trusted to be what it was.
import { hash } from 'node:crypto';
import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { causeText, errnoOf } from '../errors.ts';
import { type Problem, problem } from '../model/problem.ts';
import {
  type ContainedDirectory,
  containedParts,
  isInTheWay,
  openContained,
  openPlainly,
} from './contained-directory.ts';

/** A projection, or a sealed artifact that is put back. */
export interface ProjectedFile {
  /** Relative to the run directory. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

export interface Written {
  /** Paths of the files that were not as they should be. */
  readonly written: readonly string[];
  /** Files that could not be written, each with its reason; the others were. */
  readonly problems: readonly Problem[];
}

type Found = 'same' | 'missing' | 'different';

const bytesOf = ({ content }: ProjectedFile): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content, 'utf8')
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);

const compare = (directory: ContainedDirectory, name: string, expected: Buffer): Found => {
  try {
    const fd = openPlainly(directory.child(name));
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile() || stat.size !== expected.length) return 'different';
      return readFileSync(fd).equals(expected) ? 'same' : 'different';
    } finally {
      closeSync(fd);
    }
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return 'missing';
    // A link, a socket, a file that may not be read: whatever it is, it is not the file.
    return 'different';
  }
};

/** The name is the same each time, so that what a crash leaves is replaced by the next write. */
const replace = async (directory: ContainedDirectory, name: string, bytes: Buffer): Promise<void> => {
  const temporary = directory.child(`.baton-${hash('sha256', name).slice(0, 16)}.tmp`);
  try {
    await rm(temporary, { force: true });
    const handle = await open(temporary, 'wx', 0o644);
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    await rename(temporary, directory.child(name));
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw cause;
  }
};

const unwritable = (path: string, cause: unknown): Problem =>
  isInTheWay(cause)
    ? problem(
        'PATH_OUTSIDE',
        `expected directories on the way to ${path}, found a link or a file in the place of one`,
        {
          file: path,
          hint: 'Remove it: the run directory holds no links.',
        },
      )
    : problem('FILE_UNWRITABLE', `could not write ${path}: ${causeText(cause)}`, {
        file: path,
        hint: 'Make room, or remove what is in its place.',
      });

const writeOne = async (runDirectory: string, file: ProjectedFile): Promise<boolean | Problem> => {
  const parts = containedParts(file.path);
  if ('code' in parts) return parts;
  try {
    const directory = openContained(runDirectory, parts.folders, { create: true });
    try {
      const [name, bytes] = [parts.name, bytesOf(file)];
      if (compare(directory, name, bytes) === 'same') return false;
      await replace(directory, name, bytes);
      return true;
    } finally {
      directory.close();
    }
  } catch (cause) {
    return unwritable(file.path, cause);
  }
};

/** Each file is there whole, old or new. The run directory itself must exist. */
export const writeProjections = async (
  runDirectory: string,
  files: readonly ProjectedFile[],
): Promise<Written> => {
  const written: string[] = [];
  const problems: Problem[] = [];
  for (const file of files) {
    const result = await writeOne(runDirectory, file);
    if (result === true) written.push(file.path);
    else if (result !== false) problems.push(result);
  }
  return { written, problems };
};

const look = (runDirectory: string, file: ProjectedFile): Found => {
  const parts = containedParts(file.path);
  if ('code' in parts) return 'different';
  try {
    const directory = openContained(runDirectory, parts.folders, { create: false });
    try {
      return compare(directory, parts.name, bytesOf(file));
    } finally {
      directory.close();
    }
  } catch (cause) {
    return errnoOf(cause) === 'ENOENT' ? 'missing' : 'different';
  }
};

/** Which files are not what the journal makes of them. Files beside them are nobody's business. */
export const differences = async (
  runDirectory: string,
  expected: readonly ProjectedFile[],
): Promise<Problem[]> => {
  const problems: Problem[] = [];
  for (const file of expected) {
    const found = look(runDirectory, file);
    if (found === 'same') continue;
    const what = found === 'missing' ? 'it is missing' : 'it was changed';
    problems.push(
      problem(
        'PROJECTION_CHANGED',
        `expected ${file.path} as the journal makes it (${bytesOf(file).length} bytes), but ${what}`,
        {
          file: file.path,
          hint: 'It is written again when the run goes on; what was accepted has not changed.',
        },
      ),
    );
  }
  return problems;
};
