// The files of submodules, from where the user's checkout keeps their objects. A tree names a commit of each, so what is
// written there is sealed as well.
import { join } from 'node:path';
import type { Digest } from '../../model/run/sealed.ts';
import { gitLine, gitResult } from '../../std/processes/git.ts';
import { findRepository, type Repository } from './repository.ts';
import { listTree } from './tree-files.ts';
import type { TreeEntry } from './tree-objects.ts';

const SUBMODULE = '160000';
const ZERO_BYTE = /\0/;

export interface Submodule {
  readonly repository: Repository;
  /** From the root of the tree. */
  readonly path: string;
  readonly tree: string;
}

/** Undefined where it is not checked out, or has not the commit: then its folder stays empty. */
const found = async (
  { root }: Repository,
  { path, oid }: Pick<TreeEntry, 'path' | 'oid'>,
): Promise<Submodule | undefined> => {
  const folder = join(root, Buffer.from(path, 'latin1').toString('utf8'));
  if (ZERO_BYTE.test(folder)) return undefined;
  const repository = await findRepository(folder).catch(() => undefined);
  // An empty folder belongs to the repository around it.
  if (repository === undefined || repository.root === root || repository.prefix !== '') return undefined;
  const at = { cwd: repository.root };
  const { exit } = await gitResult(['cat-file', '-e', `${oid}^{commit}`], at);
  return exit === 0
    ? { repository, path, tree: await gitLine(['rev-parse', '--verify', `${oid}^{tree}`], at) }
    : undefined;
};

export const submodulesOf = async (
  repository: Repository,
  entries: readonly Pick<TreeEntry, 'path' | 'oid' | 'mode'>[],
): Promise<Submodule[]> => {
  const all: Submodule[] = [];
  for (const entry of entries) {
    if (entry.mode !== SUBMODULE) continue;
    const one = await found(repository, entry);
    if (one !== undefined) all.push(one);
  }
  return all;
};

/** Paths of those that are checked out: what a command does may depend on it. */
export const submodulesThere = async (repository: Repository, tree: Digest): Promise<string[]> => {
  const entries = [...(await listTree(repository, tree))].map(([path, entry]) => ({
    ...entry,
    path: Buffer.from(path).toString('latin1'),
  }));
  return (await submodulesOf(repository, entries)).map(({ path }) => path);
};
