// Takes changes back: a tree in which the named files are what they were before, and all others as they are now.
import type { Digest } from '../../model/run/sealed.ts';
import { treeDigest } from '../../model/run/sealed.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { DURABLE, objectsOf, requireTreeOid } from '../../runners/trees/tree-files.ts';
import { git, gitLine } from '../../std/processes/git.ts';
import type { GitContext } from './git-context.ts';
import { withIndex } from './own-index.ts';
import { projectPath } from './project-path.ts';

interface Change {
  readonly path: string;
  /** As it was: mode and id, both zero where the file was not there. */
  readonly mode: string;
  readonly oid: string;
}

const changesBetween = async (repository: Repository, base: Digest, tree: Digest): Promise<Change[]> => {
  const output = await git(
    [
      'diff-tree',
      '-r',
      '-z',
      '--raw',
      '--no-renames',
      '--no-ext-diff',
      requireTreeOid(base),
      requireTreeOid(tree),
      '--',
    ],
    objectsOf(repository),
  );
  const parts = output.split('\0');
  const changes: Change[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [entry = '', path = ''] = parts.slice(at, at + 2);
    const [mode = '', , oid = ''] = entry.slice(1).split(' ');
    changes.push({ path, mode, oid });
  }
  return changes;
};

const plain = (path: string): string => path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');

export interface Excluded {
  readonly tree: Digest;
  /** Names that stand for no change: they are misspelt, or were taken back already. */
  readonly unknown: readonly string[];
}

/** A name is a file, or a directory with all that was changed below it; both relative to the project. */
export const excludeFiles = async (
  { repository, scratchDirectory }: Pick<GitContext, 'repository' | 'scratchDirectory'>,
  { tree, base, files }: { readonly tree: Digest; readonly base: Digest; readonly files: readonly string[] },
): Promise<Excluded> => {
  const changes = await changesBetween(repository, base, tree);
  const named = files.map(plain);
  const stands = (name: string, { path }: Change): boolean => {
    const shown = projectPath(repository, path);
    return shown === name || shown.startsWith(`${name}/`);
  };
  const unknown = files.filter((file) => !changes.some((change) => stands(plain(file), change)));
  const taken = changes.filter((change) => named.some((name) => stands(name, change)));
  if (unknown.length > 0 || taken.length === 0) return { tree, unknown };
  return withIndex({ repository, scratchDirectory }, async (options) => {
    await git(['read-tree', requireTreeOid(tree)], options);
    const input = taken
      .map(({ mode, oid, path }) => `${mode === '000000' ? '0' : mode} ${oid}\t${path}\0`)
      .join('');
    await git(['update-index', '-z', '--index-info'], { ...options, input });
    return { tree: treeDigest(await gitLine([...DURABLE, 'write-tree'], options)), unknown };
  });
};
