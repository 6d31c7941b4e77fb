// Trees and commits of Baton's own in the user's object store. They are made without a working tree and without an
// index, so that nothing of the user's checkout (attributes, staged files) has a say in them.
import type { Digest } from '../../model/run/sealed.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { DURABLE, objectsOf, requireTreeOid } from '../../runners/trees/tree-files.ts';
import { gitLine } from '../../std/processes/git.ts';
import { plainText } from '../../std/terminal-text.ts';

// The same tree gives the same commit, whoever makes it and whenever.
const BATON = { name: 'Baton', email: 'baton@localhost', at: '2000-01-01T00:00:00.000Z' };

export interface Person {
  readonly name: string;
  readonly email: string;
  /** RFC 3339. */
  readonly at: string;
}

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
  const { cwd, env } = objectsOf(repository);
  return gitLine(
    [
      ...DURABLE,
      ...['-c', 'i18n.commitEncoding=UTF-8'],
      ...['commit-tree', requireTreeOid(tree), ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'],
    ],
    { cwd, env: { ...env, ...personEnvironment(by) }, input: plainText(message) },
  );
};

/** The size of the tree object itself: what is sealed is a list of names and ids. */
export const treeBytes = async (repository: Repository, tree: Digest): Promise<number> =>
  Number(await gitLine(['cat-file', '-s', requireTreeOid(tree)], objectsOf(repository)));
