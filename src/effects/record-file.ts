// Puts down a file that Baton writes and others append to. What they append is never written over unseen: the file is
// changed only while it is what was looked at, and what comes in the very moment of the change is given back.
import { hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { errnoOf } from '../errors.ts';
import {
  type ContainedDirectory,
  containedParts,
  openContained,
  openPlainly,
} from './contained-directory.ts';

export interface Recorded {
  /** False: it is not what was seen any more, or cannot be written. */
  readonly done: boolean;
  /** What was appended to the old file while the new one took its place. */
  readonly late: string;
}

const NOT_DONE: Recorded = { done: false, late: '' };
const DONE: Recorded = { done: true, late: '' };

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;

const writeWith = (file: string, flags: number, text: string): Recorded => {
  const fd = openSync(file, flags, 0o644);
  try {
    writeSync(fd, text);
    return DONE;
  } finally {
    closeSync(fd);
  }
};

/** The old file stays open: whoever had opened it to append may have done so while it lost its name. */
const replaceOpened = (directory: ContainedDirectory, name: string, fd: number, text: string): Recorded => {
  const temporary = directory.child(`.baton-${hash('sha256', name).slice(0, 16)}.tmp`);
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o644 });
    renameSync(temporary, directory.child(name));
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw cause;
  }
  // Reading goes on where it stopped.
  return { done: true, late: readFileSync(fd).toString('utf8') };
};

const recordIn = (
  directory: ContainedDirectory,
  name: string,
  seen: string | undefined,
  text: string,
): Recorded => {
  const file = directory.child(name);
  if (seen === undefined) return writeWith(file, NEW, text);
  const fd = openPlainly(file);
  try {
    const [before, stat] = [Buffer.from(seen), fstatSync(fd)];
    if (!stat.isFile() || stat.size !== before.length || !readFileSync(fd).equals(before)) return NOT_DONE;
    return text.startsWith(seen)
      ? writeWith(file, APPEND, text.slice(seen.length))
      : replaceOpened(directory, name, fd, text);
  } finally {
    closeSync(fd);
  }
};

/** `seen` is the text that was read before; undefined where there was no file. All of it happens in one go. */
export const recordFile = (root: string, path: string, seen: string | undefined, text: string): Recorded => {
  const parts = containedParts(path);
  if ('code' in parts) return NOT_DONE;
  try {
    const directory = openContained(root, parts.folders, { create: true });
    try {
      return recordIn(directory, parts.name, seen, text);
    } finally {
      directory.close();
    }
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause;
    return NOT_DONE;
  }
};
