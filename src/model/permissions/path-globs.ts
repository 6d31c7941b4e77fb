// Which paths a role may write: `**/` stands for any folders or none, `**` for anything, `*` for anything but a slash. Every
// other character stands for itself. What is unclear is not allowed.

import { PERMISSION_CHARS_MAX } from '../limits/permissions.ts';
import { stepsInside } from '../path-patterns.ts';

type Token =
  | { readonly kind: 'folders' | 'anything' | 'name' }
  | { readonly kind: 'char'; readonly char: string };

const tokensOf = (pattern: string): readonly Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at, at + 3);
    if (rest === '**/') tokens.push({ kind: 'folders' });
    else if (rest.startsWith('**')) tokens.push({ kind: 'anything' });
    else if (rest.startsWith('*')) tokens.push({ kind: 'name' });
    else tokens.push({ kind: 'char', char: rest.charAt(0) });
    const last = tokens.at(-1)?.kind;
    if (last === 'folders') at += 3;
    else at += last === 'anything' ? 2 : 1;
  }
  return tokens;
};

/** Positions that are reached without a character of the path. */
const widened = (tokens: readonly Token[], positions: Set<number>): Set<number> => {
  for (const at of positions)
    if (tokens[at] !== undefined && tokens[at].kind !== 'char') positions.add(at + 1);
  return positions;
};

/** All ways at once, character by character: the time is the product of the lengths, whatever the pattern. */
export const matchesPathGlob = (pattern: string, path: string): boolean => {
  const tokens = tokensOf(pattern);
  // Inside of folders: only a slash leads out of them.
  let inside = new Set<number>();
  let reached = widened(tokens, new Set([0]));
  for (let index = 0; index < path.length; index += 1) {
    const char = path.charAt(index);
    const next = new Set<number>();
    const nextInside = new Set<number>();
    for (const at of [...reached, ...inside]) {
      const token = tokens[at];
      if (token?.kind === 'anything' || (token?.kind === 'name' && char !== '/')) next.add(at);
      if (token?.kind === 'folders') {
        nextInside.add(at);
        if (char === '/') next.add(at + 1);
      }
      if (token?.kind === 'char' && token.char === char) next.add(at + 1);
    }
    reached = widened(tokens, next);
    inside = nextInside;
    if (reached.size === 0 && inside.size === 0) return false;
  }
  return reached.has(tokens.length);
};

/** Where git keeps hooks and settings that it runs: no role writes there. */
const GIT_FOLDER = '.git';

/** The path as it is compared; undefined for one that leads out of the project, or might. */
const plainPath = (path: string): string | undefined => {
  if (path.length > PERMISSION_CHARS_MAX || path.split('/').includes('..')) return undefined;
  const steps = stepsInside(path);
  if (steps === undefined || steps.length === 0 || path.endsWith('/')) return undefined;
  return steps.some((step) => step.toLowerCase() === GIT_FOLDER) ? undefined : steps.join('/');
};

/** A list that is missing allows nothing. */
export const isPathAllowed = (path: string | undefined, patterns: readonly string[] | undefined): boolean => {
  const plain = path === undefined ? undefined : plainPath(path);
  if (plain === undefined || patterns === undefined) return false;
  return patterns.some((pattern) => matchesPathGlob(pattern, plain));
};
