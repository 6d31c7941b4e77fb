// Which paths a list of entries means: files, directories that end in "/", and patterns with `*`, `?` and `**`.
// Entries are an agent's or a person's text. Paths of changed files are git's own and are taken as they are.
import { isGlob, matchesGlob } from '../std/glob.ts';

/** The steps of a relative path from the root of the project; undefined when it leads out of it. */
export const stepsOf = (path: string): readonly string[] | undefined => {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps;
};

/** The same of a text that may be no path of a project at all. */
export const stepsInside = (path: string): readonly string[] | undefined =>
  /^(?:\/|~|[A-Za-z]:)|[\\\x00-\x1f\x7f]/.test(path) ? undefined : stepsOf(path);

/** `**` stands for any directories but hidden ones. The time is bounded by the product of the numbers of steps. */
const matchesSteps = (pattern: readonly string[], steps: readonly string[]): boolean => {
  let reached = new Set([0]);
  const widened = (at: Set<number>): Set<number> => {
    for (const position of at) if (pattern[position] === '**') at.add(position + 1);
    return at;
  };
  widened(reached);
  for (const step of steps) {
    const next = new Set<number>();
    for (const at of reached) {
      const wanted = pattern[at];
      if (wanted === '**') {
        if (!step.startsWith('.')) next.add(at);
      } else if (wanted !== undefined && matchesGlob(wanted, step)) next.add(at + 1);
    }
    reached = widened(next);
    if (reached.size === 0) return false;
  }
  return reached.has(pattern.length);
};

/** Whether an entry means this path. An entry that is empty, or leads out of the project, means none. */
export const meansPath = (entry: string, path: string): boolean => {
  const text = entry.trim();
  const steps = text === '' ? undefined : stepsInside(text);
  if (steps === undefined) return false;
  if (!isGlob(text)) {
    const named = steps.join('/');
    if (!text.endsWith('/')) return named !== '' && named === path;
    return named === '' || path.startsWith(`${named}/`);
  }
  return matchesSteps(text.endsWith('/') ? [...steps, '**'] : steps, path.split('/'));
};

export const isMeant = (path: string, entries: readonly string[]): boolean =>
  entries.some((entry) => meansPath(entry, path));
