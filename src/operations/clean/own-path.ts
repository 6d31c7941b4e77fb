// Whether a path is a directory of Baton's own all the way down: a link on the way would lead somewhere else.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CLEAN_FILES_MAX } from '../../model/limits/limits.ts';

export const isOwnDirectory = async (root: string, ...segments: readonly string[]): Promise<boolean> => {
  let path = root;
  for (const segment of segments) {
    path = join(path, segment);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() !== true) return false;
  }
  return true;
};

export interface AgedPath {
  readonly path: string;
  readonly at: number;
}

/** What is in a directory under a name that Baton gives, and was last written before this time. */
export const oldEntries = async (directory: string, name: RegExp, before: number): Promise<AgedPath[]> => {
  const names = (await readdir(directory).catch(() => [])).filter((found) => name.test(found));
  const old: AgedPath[] = [];
  for (const found of names.sort()) {
    const path = join(directory, found);
    const stats = await lstat(path).catch(() => undefined);
    if (stats !== undefined && !stats.isSymbolicLink() && stats.mtimeMs <= before)
      old.push({ path, at: stats.mtimeMs });
    if (old.length >= CLEAN_FILES_MAX) break;
  }
  return old;
};
