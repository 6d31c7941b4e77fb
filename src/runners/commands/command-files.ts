// Files that belong to a command because its configuration or its scripts name them, and that nobody else uses.
import { posix } from 'node:path';
import { type CommandText, mentionedBy } from '../../evidence/commands/command-mentions.ts';
import { isTestFile, mayUseFiles } from '../../evidence/source/test-files.ts';
import { COMMAND_FILES_DEPTH_MAX, COMMAND_FILES_MAX, PACKAGE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { importersOf, mentionersOf } from '../side/file-users.ts';
import type { Repository } from '../trees/repository.ts';
import { LINK_MODE, readBlob, type TreeFile } from '../trees/tree-files.ts';

export interface CommandRoot {
  /** From the root of the repository. */
  readonly path: string;
  readonly kind: CommandText;
  /** The part of its text that is about the command, where that is not all of it. */
  readonly text?: string | undefined;
}

export interface CommandFilesOptions {
  readonly tree: Digest;
  readonly base: ReadonlyMap<string, TreeFile>;
  readonly roots: readonly CommandRoot[];
  /** Only these have to be known. */
  readonly isChanged: (path: string) => boolean;
}

const kindOf = (path: string, from: CommandText): CommandText => {
  if (/\.(?:[cm]?[jt]s|[jt]sx|py|json)$/i.test(path)) return 'module';
  return from === 'recipes' ? 'recipes' : 'script';
};

/** Everything that the roots name, and what that names in turn. */
const closureOf = async (
  repository: Repository,
  { base, roots }: CommandFilesOptions,
): Promise<Set<string>> => {
  const { prefix } = repository;
  const known = new Set(roots.map(({ path }) => path));
  let front: readonly CommandRoot[] = roots;
  for (let depth = 0; depth < COMMAND_FILES_DEPTH_MAX && front.length > 0; depth += 1) {
    const next: CommandRoot[] = [];
    for (const { path, kind, text } of front) {
      const file = base.get(path);
      const own = prefix === '' ? path : posix.relative(prefix, path);
      const whole =
        text ??
        (file === undefined || file.mode === LINK_MODE
          ? undefined
          : await readBlob(repository, file.oid, PACKAGE_BYTES_MAX));
      for (const place of mentionedBy(own, whole ?? '', kind)) {
        const named = posix.join(prefix, place);
        if (known.has(named) || !base.has(named) || isTestFile(place) || known.size >= COMMAND_FILES_MAX)
          continue;
        known.add(named);
        next.push({ path: named, kind: kindOf(named, kind) });
      }
    }
    front = next;
  }
  return known;
};

/** Changed files of the base that are part of the command. What others import or name is code, or goes with the tests. */
export const commandFiles = async (
  repository: Repository,
  options: CommandFilesOptions,
): Promise<string[]> => {
  const known = await closureOf(repository, options);
  const roots = new Set(options.roots.map(({ path }) => path));
  const changed = [...known].filter((path) => !roots.has(path) && options.isChanged(path));
  const mentions = await mentionersOf(repository, options.tree, changed);
  const own: string[] = [];
  for (const path of changed) {
    const users = [...(mentions.get(path) ?? []), ...(await importersOf(repository, options.tree, path))];
    if (users.every((user) => known.has(user) || !mayUseFiles(user))) own.push(path);
  }
  return own;
};
