// Trees and commits of Baton's own in the user's object store. They are made without a working tree and without an
// index, so that nothing of the user's checkout (attributes, staged files) has a say in them.
import { join } from 'node:path';
import { BatonError } from '../../errors.ts';
import { type Digest, TREE_PREFIX, treeOid } from '../../model/sealed.ts';
import type { Repository } from '../../runners/repository.ts';
import { type GitOptions, git, gitLine } from '../../std/git.ts';
import { plainText } from '../../std/terminal-text.ts';

// A journal line will point at what is written here, so it must survive a power cut.
export const DURABLE: readonly string[] = ['-c', 'core.fsync=loose-object,pack,pack-metadata,reference'];

// The same tree gives the same commit, whoever makes it and whenever.
const BATON = { name: 'Baton', email: 'baton@localhost', at: '2000-01-01T00:00:00.000Z' };

export interface Person {
  readonly name: string;
  readonly email: string;
  /** RFC 3339. */
  readonly at: string;
}

/** The object store alone: its own git directory named outright, no index, no files. */
export const bare = (repository: Repository): GitOptions => ({
  cwd: repository.commonDirectory,
  env: {
    GIT_DIR: repository.commonDirectory,
    GIT_INDEX_FILE: join(repository.commonDirectory, 'baton-has-no-index'),
  },
});

/** The object id of a tree, fit to stand on a command line. */
export const requireTree = (digest: Digest): string => {
  const oid = treeOid(digest);
  if (!digest.startsWith(TREE_PREFIX) || !/^[0-9a-f]{40,64}$/.test(oid))
    throw new BatonError(
      'FIELD_INVALID',
      `expected a tree ("${TREE_PREFIX}<id>"), came ${JSON.stringify(digest)}`,
    );
  return oid;
};

const asDate = (at: string): string => `@${Math.floor(Date.parse(at) / 1000)} +0000`;

export const personEnvironment = ({ name, email, at }: Person): Record<string, string> => ({
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_AUTHOR_DATE: asDate(at),
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
  GIT_COMMITTER_DATE: asDate(at),
});

interface CommitWords {
  readonly message: string;
  readonly parents?: readonly string[];
  readonly by?: Person;
}

/** Writes a commit object. No branch knows of it. */
export const writeCommit = (
  repository: Repository,
  tree: Digest,
  { message, parents = [], by = BATON }: CommitWords,
): Promise<string> => {
  const { cwd, env } = bare(repository);
  return gitLine(
    [
      ...DURABLE,
      ...['-c', 'i18n.commitEncoding=UTF-8'],
      ...['commit-tree', requireTree(tree), ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'],
    ],
    { cwd, env: { ...env, ...personEnvironment(by) }, input: plainText(message) },
  );
};

/** Keeps a tree from being collected for as long as the run's refs are there. */
export const keepTree = async (repository: Repository, refs: string, tree: Digest): Promise<void> => {
  const oid = requireTree(tree);
  await git([...DURABLE, 'update-ref', '--no-deref', `${refs}/trees/${oid}`, oid], bare(repository));
};

/** The size of the tree object itself: what is sealed is a list of names and ids. */
export const treeBytes = async (repository: Repository, tree: Digest): Promise<number> =>
  Number(await gitLine(['cat-file', '-s', requireTree(tree)], bare(repository)));
