// The files of a place compared with the tree that they are of: all bytes before a command runs, and after it the bytes
// of every file that may have been written to.
import { createHash, type Hash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import { BatonError, errnoOf } from '../../errors.ts';
import { shownPath, type TreeEntry } from './tree-objects.ts';

/** What the bytes of a file must hash to. */
export interface Content {
  readonly algorithm: string;
  readonly digest: string;
  /** The id of a blob is taken of its size, too. */
  readonly asBlob: boolean;
}

export interface FileState {
  readonly entry: TreeEntry;
  readonly content: Content;
  /** Inode, size, mode and times: where they are the same, nothing was written. */
  readonly stamp: string;
  readonly size: bigint;
}

/** So that a place of many files does not keep everything else waiting. */
const FILES_AT_ONCE = 200;
const CHUNK_BYTES = 256 * 1024;
// One for all: reading is not interrupted.
const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
const LINK = '120000';
const SUBMODULE = '160000';

export const blobContent = (objectFormat: string, { oid }: TreeEntry): Content => ({
  ...{ algorithm: objectFormat, digest: oid, asBlob: true },
});

const pathIn = (root: string, { path }: TreeEntry): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);

const stat = (path: Buffer): BigIntStats | undefined => {
  try {
    return lstatSync(path, { bigint: true });
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(cause) ?? '')) return undefined;
    throw cause;
  }
};

// Nobody but the kernel sets the time of the last change to an inode, so times that were set back are seen.
const stampOf = (stats: BigIntStats): string =>
  [stats.dev, stats.ino, stats.mode, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');

/** Reads the file to its end. */
export const hashOf = (path: Buffer, hash: Hash): string => {
  // Never through a link, and never waiting for the other end of a pipe.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    for (let read = CHUNK_BYTES; read === CHUNK_BYTES; ) {
      read = readSync(file, chunk);
      hash.update(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
};

const hashFile = (path: Buffer, size: number, { algorithm, asBlob }: Content): string => {
  const hash = createHash(algorithm);
  return hashOf(path, asBlob ? hash.update(`blob ${size}\0`) : hash);
};

const isOfMode = (stats: BigIntStats, mode: string): boolean => {
  if (mode === LINK) return stats.isSymbolicLink();
  if (mode === SUBMODULE) return stats.isDirectory();
  const executable = (stats.mode & 0o100n) !== 0n;
  return stats.isFile() && executable === ((Number.parseInt(mode, 8) & 0o100) !== 0);
};

const isAsSealed = (path: Buffer, stats: BigIntStats, { mode }: TreeEntry, content: Content): boolean => {
  if (!isOfMode(stats, mode)) return false;
  // What a command puts into the folder of a submodule is no change of the tree.
  if (mode === SUBMODULE) return true;
  if (mode !== LINK) return hashFile(path, Number(stats.size), content) === content.digest;
  const target = readlinkSync(path, { encoding: 'buffer' });
  return (
    createHash(content.algorithm).update(`blob ${target.length}\0`).update(target).digest('hex') ===
    content.digest
  );
};

const differs = (entry: TreeEntry, how: string): BatonError =>
  new BatonError(
    'OBJECT_CORRUPT',
    `expected ${shownPath(entry)} to be, byte for byte, what the sealed tree says (${entry.mode} ${entry.oid}), but ${how}`,
    { hint: 'Run `git fsck`; on a disk that does not tell a.txt from A.txt, rename one of them.' },
  );

const stateOf = (root: string, entry: TreeEntry, content: Content): FileState => {
  const path = pathIn(root, entry);
  const stats = stat(path);
  if (stats === undefined) throw differs(entry, 'it was not written');
  if (!isAsSealed(path, stats, entry, content)) throw differs(entry, 'its bytes or its mode are others');
  if (entry.mode === SUBMODULE && readdirSync(path).length > 0)
    throw differs(entry, 'its folder is not empty');
  return { entry, content, stamp: stampOf(stats), size: stats.size };
};

/** Reads every file again. Throws at the first one that is not what the tree says. */
export const requireFiles = async (
  root: string,
  entries: readonly TreeEntry[],
  contentOf: (entry: TreeEntry) => Content,
): Promise<FileState[]> => {
  const states: FileState[] = [];
  for (const entry of entries) {
    states.push(stateOf(root, entry, contentOf(entry)));
    if (states.length % FILES_AT_ONCE === 0) await breathe();
  }
  return states;
};

const wasRewritten = (root: string, { entry, content, stamp, size }: FileState): boolean => {
  const path = pathIn(root, entry);
  const stats = stat(path);
  if (stats === undefined) return true;
  if (stampOf(stats) === stamp) return false;
  if (stats.isFile() && stats.size !== size) return true;
  try {
    return !isAsSealed(path, stats, entry, content);
  } catch {
    // It was made unreadable: nobody can say that it is the same.
    return true;
  }
};

/** Files whose bytes, mode or kind are no longer those of the tree, or that are gone. */
export const rewrittenFiles = async (root: string, states: readonly FileState[]): Promise<TreeEntry[]> => {
  const rewritten: TreeEntry[] = [];
  for (const [at, state] of states.entries()) {
    if (wasRewritten(root, state)) rewritten.push(state.entry);
    if (at % FILES_AT_ONCE === 0) await breathe();
  }
  return rewritten;
};

/** Where the file is, for whoever must write it. */
export const fileOf = (root: string, entry: TreeEntry): Buffer => pathIn(root, entry);
export const contentIs = (path: Buffer, content: Content): boolean =>
  hashFile(path, Number(lstatSync(path).size), content) === content.digest;
