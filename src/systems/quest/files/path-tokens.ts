// Words of a text that look like paths of the project. Too many are harmless: they are only compared with real paths.

import { stepsInside } from '../../../model/path-patterns.ts';
import { PATH_NAMED_CHARS_MAX, PATHS_NAMED_MAX } from './limits.ts';

/** White space, and what people put around a path. */
const WORD = /[^\s`"'“”‘’<>()[\]{}|,;]+/g;
/** `a.ts:12`, `a.ts:12:3`, `a.ts#L12`, `a.ts#L12-L20`. */
const LINE_MARK = /(?::\d{1,9}){1,2}$|#L\d{1,9}(?:-L?\d{1,9})?$/;
const EDGES = /^[*_!?]+|[*_!?.:]+$/g;
const STEP = /^[\w.@+~*-]+$/;
const FILE_NAME = /^[\w@+-][\w.@+-]*\.[A-Za-z][A-Za-z0-9]{0,9}$|^\.[A-Za-z][\w.-]*$/;

/** The path as it is compared: without `./`, doubled slashes and a slash at its end. */
export const plainPath = (text: string): string | undefined => {
  const steps = stepsInside(text.trim());
  return steps === undefined || steps.length === 0 ? undefined : steps.join('/');
};

const pathIn = (word: string): string | undefined => {
  if (word.length > PATH_NAMED_CHARS_MAX) return undefined;
  const path = plainPath(word.replaceAll(EDGES, '').replace(LINE_MARK, ''));
  if (path === undefined) return undefined;
  const steps = path.split('/');
  if (steps.length === 1) return FILE_NAME.test(path) || word.endsWith('/') ? path : undefined;
  return steps.every((step) => STEP.test(step)) ? path : undefined;
};

/** Each once, in the order in which they are named. */
export const pathTokens = (text: string): readonly string[] => {
  const found = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    const path = pathIn(word);
    if (path !== undefined) found.add(path);
    if (found.size === PATHS_NAMED_MAX) break;
  }
  return [...found];
};
