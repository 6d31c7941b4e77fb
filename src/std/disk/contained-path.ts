// A path that others chose, held inside of a folder: by its text first, then by where its symbolic links lead.
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

export type Contained =
  | { readonly path: string; readonly problem?: undefined }
  | { readonly path?: undefined; readonly problem: string };

export const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};

/** What is wrong with a relative path as it is written; undefined when nothing is. */
export const pathTextProblem = (path: string): string | undefined => {
  if (path.trim() === '' || path.endsWith('/')) return 'expected the name of a file';
  if (path.includes('\0')) return 'expected no NUL character';
  if (path.split(/[/\\]/).includes('..')) return 'expected no ".." in it';
  return undefined;
};

const exists = (path: string): boolean => {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
};

/** The real place of the nearest parent that is there, the path itself included; undefined for a link to nowhere. */
const realAnchor = (path: string): string | undefined => {
  let at = path;
  while (!exists(at) && dirname(at) !== at) at = dirname(at);
  try {
    return realpathSync(at);
  } catch {
    return undefined;
  }
};

/** `path` inside of `folder`, relative to it or absolute. */
export const containedPath = (folder: string, path: string): Contained => {
  const wrong = pathTextProblem(path);
  if (wrong !== undefined) return { problem: wrong };
  const full = resolve(folder, path);
  if (full === resolve(folder) || !isInside(resolve(folder), full))
    return { problem: `expected a file inside of ${folder}` };
  const anchor = realAnchor(full);
  if (anchor === undefined || !isInside(realpathSync(folder), anchor))
    return { problem: `expected a file inside of ${folder}, but a symbolic link leads out of it` };
  return { path: full };
};
