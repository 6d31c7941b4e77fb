// Patterns that no shell has expanded: each becomes the files and directories that it means, in a bounded walk.
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { errnoOf } from '../../errors.ts';
import { CHECK_FILES_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { isGlob, matchesGlob } from '../../std/glob.ts';

/** What one argument means: itself, or what a pattern found. */
export interface Expanded {
  readonly argument: string;
  readonly paths: readonly string[];
  readonly problem?: Problem;
}

/** `**` goes into every folder but hidden ones and this one, which holds the work of others and is endless. */
const NOT_ENTERED = 'node_modules';

interface Walk {
  readonly found: Set<string>;
  /** Entries that may still be looked at. */
  left: number;
}

const isThere = async (path: string): Promise<boolean> => {
  try {
    await lstat(path);
    return true;
  } catch (cause) {
    // One that may not be looked at is told by whoever reads it.
    return !['ENOENT', 'ENOTDIR', undefined].includes(errnoOf(cause));
  }
};

/** A folder that is not there or may not be read holds nothing that matches. */
const entriesOf = async (folder: string, walk: Walk): Promise<Dirent[]> => {
  const entries = await readdir(folder === '' ? '.' : folder, { withFileTypes: true }).catch(() => []);
  walk.left -= entries.length;
  return walk.left < 0 ? [] : entries.sort((a, b) => (a.name < b.name ? -1 : 1));
};

/** Everything below `folder` that the rest of the pattern means. Links are matched by name, and never walked through by `**`. */
const walkBelow = async (folder: string, parts: readonly string[], walk: Walk): Promise<void> => {
  const [part, ...rest] = parts;
  if (part === undefined) {
    if (folder !== '') walk.found.add(folder.replace(/(.)\/$/, '$1'));
    return;
  }
  if (walk.left < 0) return;
  if (!isGlob(part)) {
    const path = folder + part;
    if (await isThere(path)) await walkBelow(rest.length === 0 ? path : `${path}/`, rest, walk);
    return;
  }
  const deep = part === '**';
  if (deep && rest.length > 0) await walkBelow(folder, rest, walk);
  for (const entry of await entriesOf(folder, walk)) {
    const path = folder + entry.name;
    if (deep) {
      if (entry.name.startsWith('.') || entry.name === NOT_ENTERED) continue;
      if (entry.isDirectory()) await walkBelow(`${path}/`, parts, walk);
      else if (rest.length === 0) walk.found.add(path);
    } else if (matchesGlob(part, entry.name) && (rest.length === 0 || !entry.isFile()))
      await walkBelow(rest.length === 0 ? path : `${path}/`, rest, walk);
  }
};

const expand = async (argument: string, filesMax: number): Promise<Expanded> => {
  if (!isGlob(argument) || (await isThere(argument))) return { argument, paths: [argument] };
  const walk: Walk = { found: new Set(), left: filesMax };
  const absolute = argument.startsWith('/');
  const parts = argument.split('/').filter((part) => part !== '');
  await walkBelow(absolute ? '/' : '', parts, walk);
  if (walk.left < 0)
    return {
      argument,
      paths: [],
      problem: problem('LIMIT_REACHED', `expected at most ${filesMax} files to look at, got more`, {
        file: argument,
        hint: 'Begin the pattern with the folder that is meant.',
      }),
    };
  if (walk.found.size > 0) return { argument, paths: [...walk.found].sort() };
  return {
    argument,
    paths: [],
    problem: problem('FILE_MISSING', `expected files that match ${argument}, there are none`, {
      file: argument,
      hint: '* and ? stand for parts of a name, ** for any folders; hidden names must be written out.',
    }),
  };
};

export const expandPaths = (
  paths: readonly string[],
  filesMax: number = CHECK_FILES_MAX,
): Promise<Expanded[]> => Promise.all(paths.map((path) => expand(path, filesMax)));
