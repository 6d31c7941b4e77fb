// Programs that only start another one: the runner is behind them.

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
/** They run a program of the project's packages, or of its Python environment. */
const WITH_RUN = new Set(['uv', 'poetry', 'pipenv', 'hatch', 'pdm', 'rye']);
const WITH_EXEC = new Set(['npm', 'pnpm', 'yarn']);
/** They measure coverage of what stands behind their own options. */
const MEASURES = new Set(['c8', 'nyc']);
const STARTED = /^(?:(?:_?mocha|vitest|jest|node)|(?:.*\/)(?:_?mocha|vitest|jest))$/;
const STEPS_MAX = 8;

const nameOf = (word: string | undefined): string => word?.split('/').at(-1) ?? '';

/** How many words the first program and its own options are; 0 where it is not one that starts another. */
const starterWords = (words: readonly string[]): number => {
  const [first, second] = [nameOf(words[0]), words[1] ?? ''];
  const flagsFrom = (at: number): number => {
    const end = words.findIndex((word, index) => index >= at && !word.startsWith('-'));
    return end === -1 ? words.length : end;
  };
  if (first === 'npx' || first === 'bunx') return flagsFrom(1);
  if (first === 'cross-env' || first === 'env' || first === 'time') {
    const end = words.findIndex((word, index) => index > 0 && !ASSIGNMENT.test(word));
    return end === -1 ? words.length : end;
  }
  if (WITH_RUN.has(first) && second === 'run') return flagsFrom(2);
  if (WITH_EXEC.has(first) && (second === 'exec' || second === 'x')) return flagsFrom(2);
  // A script of that name was looked for before.
  if ((first === 'yarn' || first === 'pnpm') && STARTED.test(second)) return 1;
  if (MEASURES.has(first)) {
    const end = words.findIndex((word, index) => index > 0 && STARTED.test(word));
    return end === -1 ? 0 : end;
  }
  return 0;
};

/** Where the runner begins among the words; undefined where there is none. */
export const runnerStart = (words: readonly string[]): number | undefined => {
  let at = words.findIndex((word) => !ASSIGNMENT.test(word));
  for (let step = 0; at !== -1 && step < STEPS_MAX; step += 1) {
    const more = starterWords(words.slice(at));
    if (more === 0) return at;
    at += more;
    if (at >= words.length) return undefined;
  }
  return undefined;
};
