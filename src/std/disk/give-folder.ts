// Gives folders and files to another user, which only root can. Somebody may be writing there, so every step goes through the open
// folder before it: what is exchanged for a link in between leads nowhere else.
import { constants } from 'node:fs';
import { type FileHandle, lchown, open, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { errnoOf } from '../../errors.ts';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const FILE = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
/** Each level keeps one folder open; whoever made more than that keeps the rest as it is. */
const DEPTH_MAX = 200;

const entryOf = (folder: FileHandle, name: string): string => join(`/proc/self/fd/${folder.fd}`, name);

/** What is gone by now, or has become something else, is nobody's to give. */
const whereThere = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (cause) {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(errnoOf(cause) ?? '')) throw cause;
  }
};

const withOpen = async (
  path: string,
  flags: number,
  use: (opened: FileHandle) => Promise<void>,
): Promise<void> => {
  const opened = await open(path, flags);
  try {
    await use(opened);
  } finally {
    await opened.close();
  }
};

const giveOpen = async (folder: FileHandle, owner: Owner, depth: number): Promise<void> => {
  await folder.chown(owner.uid, owner.gid);
  const entries = await readdir(entryOf(folder, '.'), { withFileTypes: true });
  const plain = entries.filter((entry) => !entry.isDirectory());
  await Promise.all(
    plain.map(({ name }) => whereThere(() => lchown(entryOf(folder, name), owner.uid, owner.gid))),
  );
  if (depth >= DEPTH_MAX) return;
  for (const { name } of entries.filter((entry) => entry.isDirectory()))
    await whereThere(() =>
      withOpen(entryOf(folder, name), FOLDER, (inner) => giveOpen(inner, owner, depth + 1)),
    );
};

/** A folder with all that is in it. Links are given themselves, and not what they lead to. */
export const giveFolder = (path: string, owner: Owner): Promise<void> =>
  withOpen(path, FOLDER, (folder) => giveOpen(folder, owner, 0));

/** One of several names of the same file may be anybody's, so such a file is left alone. */
const giveFile = (path: string, owner: Owner): Promise<void> =>
  withOpen(path, FILE, async (file) => {
    const found = await file.stat();
    if (found.isFile() && found.nlink === 1) await file.chown(owner.uid, owner.gid);
  });

const giveBelow = async (
  folder: FileHandle,
  way: readonly string[],
  names: readonly string[],
  owner: Owner,
): Promise<void> => {
  const [next, ...rest] = way;
  if (next !== undefined)
    return withOpen(entryOf(folder, next), FOLDER, (inner) => giveBelow(inner, rest, names, owner));
  await folder.chown(owner.uid, owner.gid);
  for (const name of names) await whereThere(() => giveFile(entryOf(folder, name), owner));
};

/** A folder inside another one, and of its files only these. Fails where a link or a file is on the way. */
export const giveFiles = (
  root: string,
  folder: string,
  names: readonly string[],
  owner: Owner,
): Promise<void> =>
  withOpen(root, FOLDER, (opened) =>
    giveBelow(
      opened,
      relative(root, folder)
        .split(sep)
        .filter((part) => part !== ''),
      names,
      owner,
    ),
  );
