// Files that Git LFS tracks are sealed as their pointers, made here from their bytes; the bytes go to the local store,
// as when git adds them.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded, readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { type GitOptions, git, gitLine } from '../../std/processes/git.ts';
import { hashOf } from './file-states.ts';
import { lfsStore, POINTER_BYTES_MAX, parsePointer, pointerText, storeContent } from './lfs.ts';
import type { Repository } from './repository.ts';

const ATTRIBUTES_BYTES_MAX = 1024 * 1024;
const TRACKED = ':(top,attr:filter=lfs)';

const isFile = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
};

/** Where Git LFS was never used there is nothing to look for. */
const usesLfs = async ({ root, commonDirectory }: Repository): Promise<boolean> => {
  if (existsSync(join(commonDirectory, 'lfs'))) return true;
  const path = join(root, '.gitattributes');
  const attributes = isFile(path)
    ? await readBoundedIfThere(path, ATTRIBUTES_BYTES_MAX).catch(() => undefined)
    : undefined;
  return attributes?.includes('filter=lfs') ?? false;
};

/** Files on disk, from the root, for which the attributes of the tree ask for Git LFS. */
export const lfsFiles = async (
  repository: Repository,
  settings: readonly string[],
  exclude: readonly string[],
  at: GitOptions,
): Promise<string[]> => {
  if (!(await usesLfs(repository))) return [];
  const left = exclude.map((path) => `:(top,exclude,literal)${path}`);
  const output = await git(
    [...settings, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', TRACKED, ...left],
    at,
  );
  return [...new Set(output.split('\0'))].filter(
    (path) => path !== '' && isFile(join(repository.root, path)),
  );
};

const pointerOf = async (store: string, path: string): Promise<string> => {
  const { size } = lstatSync(path);
  if (size <= POINTER_BYTES_MAX) {
    const text = (await readBounded(path, POINTER_BYTES_MAX)).toString('latin1');
    // The bytes were never brought here; the pointer stands for itself. An empty file has none.
    if (text === '' || parsePointer(text) !== undefined) return text;
  }
  const pointer = { sha256: hashOf(Buffer.from(path), createHash('sha256')), size };
  storeContent(store, path, pointer);
  return pointerText(pointer);
};

/** Lines for `update-index --index-info`. */
export const pointersOf = async (
  repository: Repository,
  files: readonly string[],
  at: GitOptions,
): Promise<string> => {
  const store = await lfsStore(repository);
  let lines = '';
  for (const file of files) {
    const path = join(repository.root, file);
    const input = await pointerOf(store, path);
    const id = createHash(repository.objectFormat).update(`blob ${input.length}\0${input}`).digest('hex');
    lines += `${(lstatSync(path).mode & 0o100) === 0 ? '100644' : '100755'} ${id}\t${file}\0`;
    await keepBlob(id, input, at);
  }
  return lines;
};

const keepBlob = async (id: string, input: string, at: GitOptions): Promise<void> => {
  const { GIT_OBJECT_DIRECTORY: objects = '' } = at.env ?? {};
  // Most are there already, and a look is cheaper than a program.
  if (existsSync(join(objects, id.slice(0, 2), id.slice(2)))) return;
  await gitLine(['-c', 'core.fsync=loose-object', 'hash-object', '-w', '--no-filters', '--stdin'], {
    ...at,
    input,
  });
};
