// How a runner is told to run some test files only. What the line itself names stays the limit: a file that it leaves out
// is not run.
import { posix } from 'node:path';
import { isGlob, matchesGlob } from '../../std/glob.ts';

/**
 * The words that name the files, beside those files that are left; undefined where the line's own words cannot be
 * understood.
 */
export type FileChooser = (
  files: readonly string[],
  named: readonly string[],
) => { readonly words: readonly string[]; readonly files: readonly string[] } | undefined;

const NODE_NAMES = /^(?:test|test-.*|.*[.\-_]test)\.[cm]?[jt]s$/;
const BRACES = /[{}[\]!]/;

const normal = (path: string): string => posix.normalize(path).replace(/\/$/, '');

/** `a/**` is everything below it; a pattern of the shell has no `**`, and matches part by part. */
const matchesPath = (pattern: readonly string[], path: readonly string[]): boolean => {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === '**') return path.some((_, at) => matchesPath(rest, path.slice(at))) || rest.length === 0;
  const [here, ...below] = path;
  return here !== undefined && matchesGlob(first, here) && matchesPath(rest, below);
};

const covers = (named: string, file: string): boolean => {
  const pattern = normal(named);
  if (pattern === '.' || pattern === file || file.startsWith(`${pattern}/`)) return true;
  return isGlob(pattern) && matchesPath(pattern.split('/'), file.split('/'));
};

/** Files and folders, or patterns of them. */
const byPath =
  (isOwn: (file: string) => boolean, more: readonly string[] = []): FileChooser =>
  (files, named) => {
    if (named.some((one) => BRACES.test(one) || one.includes('::') || posix.isAbsolute(one)))
      return undefined;
    const left = files.filter(
      (file) => named.some((one) => covers(one, file)) || (named.length === 0 && isOwn(file)),
    );
    return { words: [...more, ...left.map((file) => `./${file}`)], files: left };
  };

/** Parts of paths, which are patterns for some runners. */
const byPart =
  (more: readonly string[], prefix: string): FileChooser =>
  (files, named) => {
    if (named.some((one) => !/^[\w@/-][\w@./-]*$/.test(one))) return undefined;
    const left = files.filter(
      (file) => named.length === 0 || named.some((one) => file.includes(normal(one))),
    );
    return { words: [...more, ...left.map((file) => prefix + file)], files: left };
  };

const goCovers = (named: string, folder: string): boolean => {
  const wanted = normal(named);
  if (wanted === '...') return true;
  if (!wanted.endsWith('/...')) return wanted === folder;
  const below = wanted.slice(0, -4);
  return below === '.' || folder === below || folder.startsWith(`${below}/`);
};

/** A package is a folder; all test files of it run together. */
const goPackages: FileChooser = (files, named) => {
  if (named.some((one) => one !== '.' && !one.startsWith('./'))) return undefined;
  const wanted = named.length === 0 ? ['.'] : named;
  const left = files.filter(
    (file) => file.endsWith('_test.go') && wanted.some((one) => goCovers(one, posix.dirname(file))),
  );
  const folders = [...new Set(left.map((file) => posix.dirname(file)))];
  return { words: folders.map((folder) => (folder === '.' ? '.' : `./${folder}`)), files: left };
};

export const FILE_CHOOSERS = {
  node: byPath((file) => NODE_NAMES.test(posix.basename(file)) || /(?:^|\/)test\/.*\.[cm]?js$/.test(file)),
  vitest: byPart([], ''),
  jest: byPart(['--runTestsByPath'], ''),
  mocha: byPath((file) => /\.[cm]?[jt]sx?$/.test(file)),
  pytest: byPath((file) => file.endsWith('.py')),
  go: goPackages,
} as const;
