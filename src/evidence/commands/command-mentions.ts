// Which other files the text of a test command's own file names: a configuration of a runner, a script, a preloaded module.
import { posix } from 'node:path';
import { importsOf } from '../source/imports.ts';

export type CommandText = 'config' | 'script' | 'recipes' | 'module';

const JS_ENDINGS = ['.js', '.cjs', '.mjs', '.ts', '.mts', '.cts', '.json', '/index.js', '/index.ts'];
/** Settings that name code and tests, and nothing that is run beside them. */
const NAMES_CODE =
  /\b(?:alias|moduleNameMapper|paths|include|includeSource|exclude|collectCoverageFrom|coverage|testMatch|roots|entry|input|testpaths|source|omit)\b["']?\s*[:=]\s*(?:\{[^{}]*\}|\[[^\]]*\]|["'][^"'\n]*["'])/g;
/** What scripts and recipes read into themselves or load first. What they run may be the code that is tested. */
const READS =
  /(?:^|[;&|\s])(?:\.|source|-?include|sinclude|--import|--require|-r|--loader|--env-file)[ \t=]+["']?([\w@.<>/-]+)/gm;
/** By custom the first file of a program or of a library. */
const ENTRY = /(?:^|\/)(?:index|main|lib|mod|__init__|__main__|app|cli|server)\.\w+$/i;

const pluginsIn = (text: string): string[] =>
  [
    ...text.matchAll(/(?:^|[\s"'=])-p[\s"',]*([A-Za-z_][\w.]*)/gm),
    ...text.matchAll(/PYTEST_PLUGINS\s*[=:]\s*["']?([\w.,]+)/g),
  ]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.replaceAll('.', '/'));

const pythonImports = (path: string, text: string): string[] => {
  const folder = posix.dirname(path);
  return [...importsOf(path, text).sources].flatMap(([name, source]) => {
    const dots = source.search(/[^.]|$/);
    const rest = source.slice(dots).replaceAll('.', '/');
    const start = dots === 0 ? '' : posix.join(folder, '../'.repeat(dots - 1));
    return [posix.join(start, rest), posix.join(start, rest, name)];
  });
};

/** Paths from the project that may be meant; those that are no files are left to whoever looks them up. */
export const mentionedBy = (path: string, text: string, kind: CommandText): string[] => {
  const folder = posix.dirname(path);
  const words =
    kind === 'script' || kind === 'recipes'
      ? [...text.matchAll(READS)].map(([, word = '']) => word)
      : (text.replace(NAMES_CODE, '').match(/[\w@.<>/-]+/g) ?? []);
  const named = words
    .map((word) => word.replace(/^<rootDir>\//, './'))
    .flatMap((word) => {
      const places = [posix.join(folder, word), posix.join(word)];
      const guessed = /^\.{1,2}\//.test(word)
        ? places.flatMap((place) => JS_ENDINGS.map((end) => `${place}${end}`))
        : [];
      return [...places, ...guessed];
    });
  const python = [...pluginsIn(text), ...(/\.py$/i.test(path) ? pythonImports(path, text) : [])];
  const modules = python.flatMap((place) => [`${place}.py`, `${place}/__init__.py`]);
  return [...new Set([...named.filter((place) => !ENTRY.test(place)), ...modules])];
};
