// Who imports a file, and who mentions it by name: found in a sealed tree by git, without a checkout.
import { posix } from 'node:path';
import { importWord, mayImport, mayMention } from '../evidence/import-lines.ts';
import { GREP_PATTERNS_MAX, IMPORT_LINE_CHARS_MAX } from '../model/limits.ts';
import type { Digest } from '../model/sealed.ts';
import { gitResult } from '../std/git.ts';
import type { Repository } from './repository.ts';
import { objectsOf, requireTreeOid } from './tree-files.ts';

interface Found {
  readonly path: string;
  readonly text: string;
}

/** Lines, or with `-o` parts of lines, that match one of the patterns. */
const grep = async (
  repository: Repository,
  tree: Digest,
  patterns: readonly string[],
  options: readonly string[] = [],
  files: readonly string[] = [],
): Promise<Found[]> => {
  const found: Found[] = [];
  const oid = requireTreeOid(tree);
  for (let at = 0; at < patterns.length; at += GREP_PATTERNS_MAX) {
    const wanted = patterns.slice(at, at + GREP_PATTERNS_MAX).flatMap((pattern) => ['-e', pattern]);
    const { exit, stdout } = await gitResult(
      ['grep', ...options, '-z', '-I', '-E', ...wanted, oid, '--', ...files],
      objectsOf(repository),
    );
    if (exit !== 0) continue;
    for (const row of stdout.split('\n')) {
      const end = row.indexOf('\0');
      if (end === -1) continue;
      const path = row.slice(0, end);
      found.push({
        path: path.startsWith(`${oid}:`) ? path.slice(oid.length + 1) : path,
        text: row.slice(end + 1, end + 1 + IMPORT_LINE_CHARS_MAX),
      });
    }
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
  return `${verbs}[^A-Za-z0-9_]${word}([^A-Za-z0-9_]|$)${called}`;
};

/** Files of the tree that import this one. */
export const importersOf = async (repository: Repository, tree: Digest, path: string): Promise<string[]> => {
  const word = importWord(path);
  if (!WORD.test(word)) return [];
  const rows = await grep(repository, tree, [importPattern(path, word)]);
  const importers = rows.filter((row) => row.path !== path && mayImport(row.path, row.text, path));
  return [...new Set(importers.map((row) => row.path))];
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const BEFORE = '(^|[^A-Za-z0-9_.-])';

/** For each of these files, those that have its name in their text; with more of its path, it must be the same path. */
export const mentionersOf = async (
  repository: Repository,
  tree: Digest,
  paths: readonly string[],
): Promise<Map<string, Set<string>>> => {
  const users = new Map(paths.map((path) => [path, new Set<string>()]));
  const names = [...new Set(paths.map((path) => posix.basename(path)))];
  const patterns = names.map((name) => `${BEFORE}([A-Za-z0-9_.@-]*/)*${escaped(name)}($|[^A-Za-z0-9_])`);
  for (const { path: user, text } of await grep(repository, tree, patterns, ['-o'])) {
    const written = text.replace(/^[^A-Za-z0-9_.@/-]+|[^A-Za-z0-9_]+$/g, '');
    for (const path of paths)
      if (path !== user && posix.basename(path) === posix.basename(written) && mayMention(written, path))
        users.get(path)!.add(user);
  }
  return users;
};

/** Files that speak of a folder as a whole: its name ends a text, or something that is computed follows. */
export const folderUsers = async (
  repository: Repository,
  tree: Digest,
  folder: string,
): Promise<string[]> => {
  if (!WORD.test(folder)) return [];
  const rows = await grep(repository, tree, [`${BEFORE}${folder}/?["'\`*{$%]`]);
  return [...new Set(rows.map(({ path }) => path))];
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
    words.filter((word) => WORD.test(word)),
    ['-w'],
    [files],
  );
  return [...new Set(rows.map(({ path }) => path))];
};
