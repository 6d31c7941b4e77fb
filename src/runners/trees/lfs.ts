// Git LFS without its program: a tree holds pointers, and the bytes lie in the local store under their sha256.

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { BatonError } from '../../errors.ts';
import { type GitOptions, git, gitResult } from '../../std/processes/git.ts';
import { type Content, contentIs, fileOf } from './file-states.ts';
import type { Repository } from './repository.ts';
import { refsOf } from './tree-files.ts';
import { shownPath, type TreeEntry } from './tree-objects.ts';

/** Git LFS itself takes nothing longer for a pointer. */
export const POINTER_BYTES_MAX = 1024;
const VERSION = 'version https://git-lfs.github.com/spec/v1\n';
const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d+)\n$/;
/** Git itself reads no larger file of attributes. */
const ATTRIBUTES_BYTES_MAX = 100 * 1024 * 1024;
const FILE_MODES = new Set(['100644', '100755']);

export interface Pointer {
  readonly sha256: string;
  readonly size: number;
}

export const pointerText = ({ sha256, size }: Pointer): string =>
  `${VERSION}oid sha256:${sha256}\nsize ${size}\n`;

export const parsePointer = (text: string): Pointer | undefined => {
  const [, sha256, size] = POINTER.exec(text) ?? [];
  return sha256 === undefined ? undefined : { sha256, size: Number(size) };
};

export const pointerContent = ({ sha256 }: Pointer): Content => ({
  ...{ algorithm: 'sha256', digest: sha256, asBlob: false },
});

/** `lfs.storage` may name another place; what is taken from there is checked, so it may be anywhere. */
export const lfsStore = async (repository: Repository): Promise<string> => {
  const { stdout } = await gitResult(['config', '--type=path', '--get', 'lfs.storage'], refsOf(repository));
  const named = stdout.trim();
  const { commonDirectory } = repository;
  if (named === '') return join(commonDirectory, 'lfs');
  return isAbsolute(named) ? named : resolve(commonDirectory, named);
};

const storedPath = (store: string, { sha256 }: Pointer): string =>
  join(store, 'objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** Pointers among the files that git has written, whatever attributes say. */
const textOfPointer = (root: string, entry: TreeEntry): string | undefined => {
  if (!FILE_MODES.has(entry.mode)) return undefined;
  const path = fileOf(root, entry);
  if (lstatSync(path).size > POINTER_BYTES_MAX) return undefined;
  const text = readFileSync(path, 'latin1');
  return text.startsWith(VERSION) ? text : undefined;
};

/** A file of attributes that names the filter: without one there is nothing to look for. */
const asksForLfs = (root: string, entry: TreeEntry): boolean => {
  if (!FILE_MODES.has(entry.mode) || !/(?:^|\/)\.gitattributes$/.test(entry.path)) return false;
  const path = fileOf(root, entry);
  return lstatSync(path).size <= ATTRIBUTES_BYTES_MAX && readFileSync(path, 'latin1').includes('filter=lfs');
};

/** Of these paths, those for which the attributes of the tree ask for Git LFS. */
const trackedByLfs = async (paths: readonly string[], at: GitOptions): Promise<Set<string>> => {
  const output = await git(['check-attr', '-z', '--stdin', 'filter'], {
    ...at,
    input: Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1'),
  });
  const fields = output.split('\0');
  const tracked = new Set<string>();
  paths.forEach((path, index) => {
    if (fields[index * 3 + 2] === 'lfs') tracked.add(path);
  });
  return tracked;
};

const absent = (entry: TreeEntry, { sha256, size }: Pointer, how: string): BatonError =>
  new BatonError(
    'OBJECT_MISSING',
    `expected the content of ${shownPath(entry)} (Git LFS, ${size} bytes, sha256 ${sha256}) in the local store, but ${how}`,
    { hint: 'Run `git lfs pull` in the project.' },
  );

const putContent = (root: string, store: string, entry: TreeEntry, pointer: Pointer): void => {
  const source = storedPath(store, pointer);
  const stats = lstatSync(source, { throwIfNoEntry: false });
  if (stats === undefined) throw absent(entry, pointer, 'it is not there');
  if (!stats.isFile() || stats.size !== pointer.size)
    throw absent(entry, pointer, `it has ${stats.size} bytes`);
  const path = fileOf(root, entry);
  rmSync(path);
  copyFileSync(source, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  chmodSync(path, entry.mode === '100755' ? 0o755 : 0o644);
  if (!contentIs(path, pointerContent(pointer))) throw absent(entry, pointer, 'its bytes are others');
};

/**
 * Puts the bytes from the store in the place of the pointers; gives back what each of these files must hold from now on.
 * `at` is git in the place itself, whose attributes are those of the tree.
 */
export const fillLfs = async (
  repository: Repository,
  root: string,
  entries: readonly TreeEntry[],
  at: GitOptions,
  absentOnes: 'refuse' | 'leave' = 'refuse',
): Promise<ReadonlyMap<string, Content>> => {
  const texts = new Map<string, string>();
  if (!entries.some((entry) => asksForLfs(root, entry))) return new Map();
  for (const entry of entries) {
    const text = textOfPointer(root, entry);
    if (text !== undefined) texts.set(entry.path, text);
  }
  const contents = new Map<string, Content>();
  if (texts.size === 0) return contents;
  const tracked = await trackedByLfs([...texts.keys()], at);
  if (tracked.size === 0) return contents;
  const store = await lfsStore(repository);
  for (const entry of entries) {
    const text = texts.get(entry.path);
    if (text === undefined || !tracked.has(entry.path)) continue;
    const pointer = parsePointer(text);
    if (absentOnes === 'leave' && (pointer === undefined || !existsSync(storedPath(store, pointer))))
      continue;
    if (pointer === undefined)
      throw new BatonError(
        'OBJECT_MISSING',
        `expected a plain Git LFS pointer in ${shownPath(entry)}, got one with extensions`,
      );
    putContent(root, store, entry, pointer);
    contents.set(entry.path, pointerContent(pointer));
  }
  return contents;
};

/** Keeps the bytes of a file in the store, as git does when it adds one; a link costs no space. */
export const storeContent = (store: string, path: string, pointer: Pointer): void => {
  const target = storedPath(store, pointer);
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(join(target, '..'), { recursive: true });
  const unfinished = `${target}.${randomBytes(4).toString('hex')}`;
  try {
    copyFileSync(path, unfinished, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    if (contentIs(Buffer.from(unfinished), pointerContent(pointer))) linkSync(unfinished, target);
  } finally {
    rmSync(unfinished, { force: true });
  }
};
