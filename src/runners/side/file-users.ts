// Who imports a file, and who mentions it by name: found in a sealed tree by git, without a checkout.
import { posix } from 'node:path';
import { importWord, isShownBy, mayImport, mayMention } from '../../evidence/source/import-lines.ts';
import {
  GREP_FILES_MAX,
  GREP_PATTERNS_MAX,
  IMPORT_LINE_CHARS_MAX,
  PACKAGE_BYTES_MAX,
  SEARCHES_REMEMBERED_MAX,
} from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { gitResult } from '../../std/processes/git.ts';
import type { Repository } from '../trees/repository.ts';
import { listTree, objectsOf, readBlob, requireTreeOid } from '../trees/tree-files.ts';

interface Found {
  readonly path: string;
  readonly text: string;
}

/** A text that is looked for as it stands, and the form that it must have. */
interface Wanted {
  readonly word: string;
  readonly pattern: string;
}

const searches = new Map<string, Promise<readonly string[]>>();

/** Files that have one of the words. A tree stays what it is, so each search of it is made once. */
const filesWith = (
  repository: Repository,
  oid: string,
  words: readonly string[],
  files: readonly string[],
): Promise<readonly string[]> => {
  const key = JSON.stringify([repository.commonDirectory, oid, words, files]);
  const known = searches.get(key);
  if (known !== undefined) return known;
  const args = [
    'grep',
    '-l',
    '-z',
    '-I',
    '-F',
    ...words.flatMap((word) => ['-e', word]),
    oid,
    '--',
    ...files,
  ];
  const search = gitResult(args, objectsOf(repository)).then(({ stdout }) =>
    stdout.split('\0').flatMap((path) => (path === '' ? [] : [path.slice(oid.length + 1)])),
  );
  search.catch(() => searches.delete(key));
  searches.set(key, search);
  for (const old of [...searches.keys()].slice(0, -SEARCHES_REMEMBERED_MAX)) searches.delete(old);
  return search;
};

/** Rows of `git grep -z`: a path and a text. */
const rowsOf = (stdout: string, oid: string): Found[] =>
  stdout.split('\n').flatMap((row) => {
    const end = row.indexOf('\0');
    if (end === -1) return [];
    const path = row.slice(0, end);
    return [
      {
        path: path.startsWith(`${oid}:`) ? path.slice(oid.length + 1) : path,
        text: row.slice(end + 1, end + 1 + IMPORT_LINE_CHARS_MAX),
      },
    ];
  });

/**
 * Lines, or with `-o` parts of lines, that match one of the patterns. Words are found twenty times as fast as patterns,
 * so the patterns are tried on files that have the words.
 */
const grep = async (
  repository: Repository,
  tree: Digest,
  wanted: readonly Wanted[],
  options: readonly string[] = [],
  files: readonly string[] = [],
): Promise<Found[]> => {
  const found: Found[] = [];
  const oid = requireTreeOid(tree);
  for (let at = 0; at < wanted.length; at += GREP_PATTERNS_MAX) {
    const some = wanted.slice(at, at + GREP_PATTERNS_MAX);
    const words = some.map(({ word }) => word);
    const candidates = await filesWith(repository, oid, words, files);
    if (candidates.length === 0) continue;
    const within =
      candidates.length > GREP_FILES_MAX ? files : candidates.map((path) => `:(top,literal)${path}`);
    const patterns = some.flatMap(({ pattern }) => ['-e', pattern]);
    const { exit, stdout } = await gitResult(
      ['grep', ...options, '-z', '-I', '-E', ...patterns, oid, '--', ...within],
      objectsOf(repository),
    );
    if (exit === 0) found.push(...rowsOf(stdout, oid));
  }
  return found;
};

const WORD = /^[\w-]+$/;

/** How a line that imports this file looks. Go lists paths alone, one on each line. */
const importPattern = (path: string, word: string): string => {
  if (path.endsWith('.go')) return `"([^"]*/)?${word}"`;
  const verbs = '(import|require|from|use|mod|include|pytest_plugins|setup[A-Za-z]*)[^A-Za-z0-9_].*';
  // Rust calls what is in another crate by its path, without an import.
  const called = path.endsWith('.rs') ? `|(^|[^A-Za-z0-9_:])${word}::` : '';
  // In Python settings and plugins are loaded by the whole name of their module, as text.
  const written = /\.pyi?$/i.test(path) ? `|["']([A-Za-z0-9_]+\\.)+${word}["']` : '';
  return `${verbs}[^A-Za-z0-9_]${word}([^A-Za-z0-9_]|$)${called}${written}`;
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const PACKAGE_NAME = /^(?:@[\w.-]+\/)?[\w.-]+$/;

/** The name by which other packages of the project import this file: that of its own package, where it shows the file. */
const packageNameOf = async (
  repository: Repository,
  tree: Digest,
  path: string,
): Promise<string | undefined> => {
  if (!/\.(?:[cm]?[jt]s|[jt]sx)$/i.test(path)) return undefined;
  const files = await listTree(repository, tree);
  let folder = posix.dirname(path);
  while (folder !== '.' && !files.has(`${folder}/package.json`)) folder = posix.dirname(folder);
  const file = files.get(posix.join(folder, 'package.json'));
  if (file === undefined) return undefined;
  try {
    const manifest: unknown = JSON.parse((await readBlob(repository, file.oid, PACKAGE_BYTES_MAX)) ?? '');
    const name = (manifest as { readonly name?: unknown } | null)?.name;
    const isNamed = typeof name === 'string' && PACKAGE_NAME.test(name);
    return isNamed && isShownBy(manifest, posix.relative(folder, path)) ? name : undefined;
  } catch {
    return undefined;
  }
};

/** Files of the tree that import this one, by its path or by the name of its package. */
export const importersOf = async (repository: Repository, tree: Digest, path: string): Promise<string[]> => {
  const word = importWord(path);
  const named = await packageNameOf(repository, tree, path);
  const wanted = [
    ...(WORD.test(word) ? [{ word, pattern: importPattern(path, word) }] : []),
    ...(named === undefined ? [] : [{ word: named, pattern: `["']${escaped(named)}["']` }]),
  ];
  if (wanted.length === 0) return [];
  const rows = await grep(repository, tree, wanted);
  const importers = rows.filter(
    (row) =>
      row.path !== path &&
      // A manifest names packages and imports none.
      !(named !== undefined && row.path.endsWith('.json')) &&
      mayImport(row.path, row.text, path, named),
  );
  return [...new Set(importers.map((row) => row.path))];
};

type Users = (
  repository: Repository,
  tree: Digest,
  paths: readonly string[],
) => Promise<Map<string, Set<string>>>;

const BEFORE = '(^|[^A-Za-z0-9_.-])';

/** For each of these files, those in which something that matches is its path, or the end of it. */
const usersBy = async (
  repository: Repository,
  tree: Digest,
  paths: readonly string[],
  patternOf: (name: string) => string,
  writtenIn: (match: string) => string,
): Promise<Map<string, Set<string>>> => {
  const users = new Map(paths.map((path) => [path, new Set<string>()]));
  const names = [...new Set(paths.map((path) => posix.basename(path)))];
  const wanted = names.map((word) => ({ word, pattern: patternOf(escaped(word)) }));
  for (const { path: user, text } of await grep(repository, tree, wanted, ['-o'])) {
    const written = writtenIn(text);
    for (const [path, found] of users)
      if (path !== user && posix.basename(path) === posix.basename(written) && mayMention(written, path))
        found.add(user);
  }
  return users;
};

/** For each of these files, those that have its name in their text; with more of its path, it must be the same path. */
export const mentionersOf: Users = (repository, tree, paths) =>
  usersBy(
    repository,
    tree,
    paths,
    (name) => `${BEFORE}([A-Za-z0-9_.@-]*/)*${name}($|[^A-Za-z0-9_])`,
    (match) => match.replace(/^[^A-Za-z0-9_.@/-]+|[^A-Za-z0-9_]+$/g, ''),
  );

/** For each of these files, those in which a whole text in quotes is its path: `'../docs/table.md'`, not `'see docs/table.md'`. */
export const quotersOf: Users = (repository, tree, paths) =>
  usersBy(
    repository,
    tree,
    paths,
    (name) => `["'\`}]([A-Za-z0-9_.@-]*/)*${name}["'\`]`,
    (match) => match.slice(1, -1),
  );

/** Files that speak of a folder as a whole: its name ends a text, or something that is computed follows. */
export const folderUsers = async (
  repository: Repository,
  tree: Digest,
  folder: string,
): Promise<string[]> => {
  if (!WORD.test(folder)) return [];
  const pattern = `${BEFORE}${folder}/?["'\`*{$%]|go:embed (.*[ /])?${folder}(/[^ ]*)?( |$)`;
  const rows = await grep(repository, tree, [{ word: folder, pattern }]);
  return [...new Set(rows.map(({ path }) => path))];
};

/** Files that have the name of this one in quotes, alone or behind a path, or tell the compiler of Go to embed it. */
export const embeddersOf = async (repository: Repository, tree: Digest, path: string): Promise<string[]> => {
  const word = posix.basename(path);
  const pattern = `["'\`]([^"'\`]*/)?${escaped(word)}["'\`]|go:embed (.*[ /])?${escaped(word)}( |$)`;
  const rows = await grep(repository, tree, [{ word, pattern }]);
  return [...new Set(rows.map((row) => row.path))];
};

/** Files of one kind that have one of these words. */
export const wordUsers = async (
  repository: Repository,
  tree: Digest,
  words: readonly string[],
  files: string,
): Promise<string[]> => {
  const rows = await grep(
    repository,
    tree,
    words.filter((word) => WORD.test(word)).map((word) => ({ word, pattern: word })),
    ['-w'],
    [files],
  );
  return [...new Set(rows.map(({ path }) => path))];
};
