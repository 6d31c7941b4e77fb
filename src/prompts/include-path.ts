// Paths in templates. A project's text may name files; none of them lies outside of the run or the project.
import { type Problem, problem } from '../model/problem.ts';

export const INCLUDE_PATH_CHARS_MAX = 512;

const ROOTS = ['run', 'project'] as const;

export type IncludeRoot = (typeof ROOTS)[number];

/** A scheme, and a drive letter as well. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** `project:docs/x.md` is a file of the project; without a root it is one of the run. */
export const splitRoot = (path: string): { readonly root: IncludeRoot; readonly rest: string } => {
  const root = ROOTS.find((one) => path.startsWith(`${one}:`));
  return root === undefined ? { root: 'run', rest: path } : { root, rest: path.slice(root.length + 1) };
};

const fault = (rest: string): string | undefined => {
  if (rest.length > INCLUDE_PATH_CHARS_MAX) return `at most ${INCLUDE_PATH_CHARS_MAX} characters`;
  if (/[\x00-\x1f\x7f]/.test(rest)) return 'no NUL and no other control character';
  if (rest.trim() === '' || /[/\\]$/.test(rest)) return 'the name of a file';
  if (/^[/\\~]/.test(rest) || SCHEME.test(rest)) return 'a relative path';
  if (rest.split(/[/\\]/).includes('..')) return 'no ".." in it';
  return undefined;
};

/**
 * What is wrong with the path of an include, by its text and on any system. Where links lead, only the disk
 * knows: who reads the file checks that.
 */
export const includePath = (path: string): Problem | undefined => {
  const expected = fault(splitRoot(path).rest);
  return expected === undefined
    ? undefined
    : problem('PATH_OUTSIDE', `include: expected ${expected}, got ${JSON.stringify(path)}`, {
        hint: 'Name a file relative to the run directory, or "project:" and a file relative to the project.',
      });
};
