// Which files a sub-plan may change. An entry names a file or a directory, and a directory owns all that is below it.
// Entries are an agent's text and have many spellings. Paths of changed files are git's own and are taken as they are.
import { stepsOf } from '../../../model/path-patterns.ts';

/** A longer path is not one that a project has. */
export const OWNED_PATH_CHARS_MAX = 1_024;

const NOT_RELATIVE = /^(?:\/|\\|~|[A-Za-z]:|[A-Za-z][A-Za-z0-9+.-]*:\/\/)/;
const WILDCARD = /[*?]|^!|\{[^}]*,[^}]*\}/;
/** Git's own directory, also as file systems without case, or with short names, would find it. */
const GIT_DIRECTORY = /^(?:\.git|git~1)[. ]*$/i;

/** The steps that an entry consists of, or what is wrong with it, in words. */
const readEntry = (entry: string): readonly string[] | string => {
  const text = entry.trim();
  if (text === '') return 'it is empty: name a file or a directory of the project';
  if (text.length > OWNED_PATH_CHARS_MAX)
    return `it is ${text.length} characters long, at most ${OWNED_PATH_CHARS_MAX} are allowed`;
  if (/[\x00-\x1f\x7f]/.test(text)) return 'it holds a control character (NUL, a tab or a line end)';
  if (NOT_RELATIVE.test(text))
    return 'it does not begin at the root of the project: write it relative to the project';
  if (text.includes('\\')) return 'it holds a backslash: write "/" between directories';
  // `src/`, `src/*` and `src/**` all mean the directory.
  const path = text.replace(/\/\*{0,2}$/, '');
  if (WILDCARD.test(path)) return 'it holds a wildcard: name files, or directories with a "/" at the end';
  const steps = stepsOf(path);
  if (steps === undefined) return 'it leads out of the project: leave out the ".."';
  if (steps.some((step) => GIT_DIRECTORY.test(step))) return "it is inside of git's own directory";
  return steps;
};

/** What keeps an entry from being a path inside the project, in words; undefined when it is one. */
export const pathProblem = (path: string): string | undefined => {
  const read = readEntry(path);
  return typeof read === 'string' ? read : undefined;
};

/** One spelling for each file or directory; `.` is the whole project. What is no path inside of it stays as it is. */
export const normalOwned = (path: string): string => {
  const read = readEntry(path);
  return typeof read === 'string' ? path : read.join('/') || '.';
};

const contains = (owned: string, path: string): boolean =>
  owned === '.' || owned === path || path.startsWith(`${owned}/`);

/** Whether a changed file, as git names it, is one of these entries or below one of them. */
export const isWithin = (path: string, owned: readonly string[]): boolean =>
  owned.some((entry) => {
    const read = readEntry(entry);
    return typeof read !== 'string' && contains(read.join('/') || '.', path);
  });

/** Whether two entries share a file: they are the same, or one is below the other. What is no path shares none. */
export const overlap = (a: string, b: string): boolean => {
  if (pathProblem(a) !== undefined || pathProblem(b) !== undefined) return false;
  const [one, other] = [normalOwned(a), normalOwned(b)];
  return contains(one, other) || contains(other, one);
};

/** An entry, as the positions of its owner and of the entry in the owner's list. */
export interface Owned {
  readonly owner: number;
  readonly entry: number;
}

export interface Overlap {
  readonly first: Owned;
  readonly second: Owned;
}

interface Place {
  readonly below: Map<string, Place>;
  /** The first entry that names this very place. */
  named?: Owned;
  /** The first entry that names this place or one below it. */
  touched?: Owned;
}

/** Puts an entry into the tree. The answer is an entry of an earlier owner that it shares a file with. */
const insert = (root: Place, steps: readonly string[], owned: Owned): Owned | undefined => {
  const isOther = (found: Owned | undefined): boolean => found !== undefined && found.owner !== owned.owner;
  let at = root;
  let met: Owned | undefined;
  for (const step of [undefined, ...steps]) {
    if (step !== undefined) {
      const next = at.below.get(step) ?? { below: new Map() };
      at.below.set(step, next);
      at = next;
    }
    at.touched ??= owned;
    if (met === undefined && isOther(at.named)) met = at.named;
  }
  if (met === undefined && isOther(at.touched)) met = at.touched;
  at.named ??= owned;
  return met;
};

/**
 * Entries that share a file with an entry of an owner before them, each once. All entries go into one tree, so the time
 * follows the length of the text and not the number of pairs. Entries that are no paths are left out.
 */
export const overlapsAmong = (owners: readonly (readonly string[])[]): readonly Overlap[] => {
  const root: Place = { below: new Map() };
  return owners.flatMap((entries, owner) =>
    entries.flatMap((path, entry): Overlap[] => {
      const read = readEntry(path);
      if (typeof read === 'string') return [];
      const second = { owner, entry };
      const first = insert(root, read, second);
      return first === undefined ? [] : [{ first, second }];
    }),
  );
};
