// Working trees for assignments: one git worktree per attempt, in a scratch directory. The user's checkout, index,
// stash and branches are never touched. What is sealed is the files as they are, whatever an agent committed.
import { randomUUID } from 'node:crypto';
import { copyFile, lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BatonError, errnoOf } from '../../errors.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { type KeptIndex, keepIndex, settleKeptIndex } from '../../runners/trees/kept-index.ts';
import { fillLfs } from '../../runners/trees/lfs.ts';
import { makeOwnGit, ownGitEnvironment, removedAtExit, sweepSharedGit } from '../../runners/trees/own-git.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { writeCheckout } from '../../runners/trees/sealed-tree.ts';
import { keepTreeRef, requireTreeOid } from '../../runners/trees/tree-files.ts';
import { AS_STORED, removeFolder, sweepWorktrees, writeTreeFiles } from '../../runners/trees/worktree.ts';
import { giveFolder } from '../../std/disk/give-folder.ts';
import { type GitOptions, git } from '../../std/processes/git.ts';
import { processIdentity } from '../../std/processes/process-identity.ts';
import { inTurn, retryWhileLocked } from './git-lock.ts';
import { treeBytes, writeCommit } from './objects.ts';
import {
  administrationOf,
  administrations,
  administrationsRoot,
  isOurName,
  makePlace,
  type Place,
  workspaceOf,
  workspacePath,
} from './workspace-place.ts';

export interface WorkspacesOptions {
  readonly repository: Repository;
  readonly run: string;
  /** Scratch directory outside of the project; other runs may share it. */
  readonly directory: string;
  /** `refs/baton/<run>`: sealed trees are kept below it. */
  readonly refs: string;
  /** The commit that the run began from, so that agents see the project's history below their work. */
  readonly base?: string | null;
  /** Its tree: where the run began without a commit, agents see it as one. */
  readonly baseTree?: Digest | undefined;
  /** From the root of the repository: never part of a sealed tree (run directories). */
  readonly exclude?: readonly string[];
}

export interface SealedWorkspace {
  readonly digest: Digest;
  readonly bytes: number;
}

export interface Workspaces {
  /**
   * A clean working tree with the files of `tree`, and HEAD detached at a commit of `head`, by default the same.
   * Gives back the project's directory in it. What is left of an earlier one with this key is removed.
   */
  open(key: string, tree: Digest, head?: Digest): Promise<string>;
  /** The project's directory in the working tree of this key, where it is open. */
  find(key: string): Promise<string | undefined>;
  /** All files that are there and not ignored, as one durable tree. */
  seal(directory: string): Promise<SealedWorkspace>;
  /** Makes the files, and the index, those of `tree`. Ignored files stay. */
  update(directory: string, tree: Digest, head?: Digest): Promise<void>;
  /** Removes the working tree and what git knows of it; once more is no error. */
  close(key: string): Promise<void>;
  /** Removes every working tree of this run but these; gives back the paths of what was removed. */
  sweep(keep: readonly string[]): Promise<readonly string[]>;
}

const HEAD_MESSAGE =
  'What this work starts from\n\nMade by Baton. No branch holds it; what is handed in are the files.\n';

/** Git inside a working tree, with its git directory named outright. */
const inside = (workspace: string, administration: string, index = 'index'): GitOptions => ({
  cwd: workspace,
  env: { GIT_DIR: administration, GIT_WORK_TREE: workspace, GIT_INDEX_FILE: join(administration, index) },
});

/** The project's directory. A tree may hold a link, or nothing, in the place of the way to it. */
const projectIn = async (repository: Repository, workspace: string): Promise<string> => {
  let directory = workspace;
  for (const segment of repository.prefix.split('/').filter((part) => part !== '')) {
    directory = join(directory, segment);
    await mkdir(directory).catch((cause) => {
      if (errnoOf(cause) !== 'EEXIST') throw cause;
    });
    if (!(await lstat(directory)).isDirectory())
      throw new BatonError(
        'PATH_OUTSIDE',
        `expected the project at ${repository.prefix} in ${workspace}, but ${segment} is a file or a link there`,
        { hint: 'Make it a directory again.' },
      );
  }
  return directory;
};

/** Git's own directory for a working tree that is there, as a directory and not as a link to another place. */
const openAdministration = async (place: Place, workspace: string): Promise<string | undefined> => {
  const stat = await lstat(workspace).catch(() => undefined);
  return stat?.isDirectory() ? administrationOf(place, workspace) : undefined;
};

const requireAdministration = async (place: Place, workspace: string): Promise<string> => {
  const administration = await openAdministration(place, workspace);
  if (administration !== undefined) return administration;
  throw new BatonError('GIT_FAILED', `expected an open working tree at ${workspace}, but there is none`, {
    hint: 'It is opened again with the next attempt.',
  });
};

const INDEX = 'baton-index';

/** The files as they are in the tree, and sealed again as they are: no filter of the user's stands in between. */
const writeWorkspace = async (
  repository: Repository,
  workspace: string,
  index: string,
  tree: Digest,
): Promise<void> => {
  const own = join(dirname(workspace), `${processIdentity()}-${randomUUID()}`);
  const at = {
    cwd: workspace,
    env: { ...ownGitEnvironment(repository, own), GIT_WORK_TREE: workspace, GIT_INDEX_FILE: index },
  };
  const isGone = removedAtExit(own);
  try {
    const { objectFormat } = repository;
    makeOwnGit(own, { objectFormat, attributes: AS_STORED, core: ['bare = false'] });
    const entries = await writeTreeFiles(repository, requireTreeOid(tree), at);
    // What the store does not have stays a pointer: the work may not need it.
    await fillLfs(repository, workspace, entries, at, 'leave');
  } finally {
    await removeFolder(own);
    isGone();
  }
};

/**
 * The index is made beside the agent's and put in its place at the end: a lock that a killed git left behind there
 * is no hindrance, and a crash leaves the old one.
 */
const fill = async (
  repository: Repository,
  workspace: string,
  administration: string,
  tree: Digest,
): Promise<void> => {
  const index = join(administration, INDEX);
  for (const name of [index, `${index}.lock`]) await rm(name, { force: true });
  await copyFile(join(administration, 'index'), index).catch(() => {});
  try {
    await writeWorkspace(repository, workspace, index, tree);
  } catch {
    // An index that an agent has spoiled says nothing; without one every file is written anew.
    for (const name of [index, `${index}.lock`]) await rm(name, { force: true });
    await writeWorkspace(repository, workspace, index, tree);
  }
  await git(['clean', '-ffdq', '--', ':/'], inside(workspace, administration, INDEX));
  await rename(index, join(administration, 'index'));
};

const BASE_MESSAGE = 'What the run began from\n\nMade by Baton: the project had no commit.\n';

/** A commit of this tree, with what the run began from as its parent. */
const headCommitOf = async (
  { repository, base, baseTree }: WorkspacesOptions,
  head: Digest,
): Promise<string> => {
  const began =
    base ??
    (baseTree === undefined ? undefined : await writeCommit(repository, baseTree, { message: BASE_MESSAGE }));
  const parents = began === undefined ? [] : [began];
  return writeCommit(repository, head, { message: HEAD_MESSAGE, parents });
};

const setHead = async (
  options: WorkspacesOptions,
  administration: string,
  workspace: string,
  head: Digest,
): Promise<void> => {
  const commit = await headCommitOf(options, head);
  const at = inside(workspace, administration);
  await retryWhileLocked(() => git(['update-ref', '--no-deref', 'HEAD', commit], at));
};

/** What is written for an agent that is another user is that user's, like the tree. */
const keepOwner = async (workspace: string, administration: string): Promise<void> => {
  const { uid, gid } = await lstat(workspace);
  if (uid === process.getuid?.()) return;
  for (const folder of [workspace, administration]) await giveFolder(folder, { uid, gid });
};

const remove = async (place: Place, workspace: string): Promise<void> => {
  await removeFolder(workspace);
  const administration = await administrationOf(place, workspace);
  if (administration !== undefined) await removeAdministration(place, administration);
};

/** As git does: without working trees there is no directory for them. With others in it, it stays. */
const removeEmptyRoot = (place: Place): Promise<void> => rmdir(administrationsRoot(place)).catch(() => {});

const removeAdministration = async (place: Place, directory: string): Promise<void> => {
  await removeFolder(directory);
  await removeEmptyRoot(place);
};

interface Opened {
  readonly directory: string;
  readonly kept: KeptIndex | undefined;
}

const open = async (
  options: WorkspacesOptions,
  place: Place,
  workspace: string,
  tree: Digest,
  head: Digest,
): Promise<Opened> => {
  const { repository } = options;
  const commit = await headCommitOf(options, head);
  await inTurn(repository, async () => {
    await remove(place, workspace);
    await git(['worktree', 'add', '--quiet', '--detach', '--no-checkout', workspace, commit], {
      cwd: repository.root,
    });
  });
  const administration = await requireAdministration(place, workspace);
  // Git hands a sparse checkout on to new working trees; an agent gets all files.
  await rm(join(administration, 'info', 'sparse-checkout'), { force: true });
  await fill(repository, workspace, administration, tree);
  const kept = await keepIndex(join(administration, 'index'), repository.objectFormat, workspace);
  return { directory: await projectIn(repository, workspace), kept };
};

const sweep = async (place: Place, keep: ReadonlySet<string>): Promise<string[]> => {
  sweepSharedGit();
  await sweepWorktrees(place.directory);
  const folders = (await readdir(place.directory).catch(() => []))
    .filter((name) => isOurName(place, name))
    .map((name) => join(place.directory, name));
  const known = await administrations(place);
  const gone = new Set(
    [...folders, ...known.flatMap(({ workspace }) => workspace ?? [])].filter((path) => !keep.has(path)),
  );
  for (const workspace of gone) await remove(place, workspace);
  for (const { directory, workspace } of known)
    if (workspace === undefined) await removeAdministration(place, directory);
  // A kill may have come between the last working tree and the directory of them all.
  await removeEmptyRoot(place);
  return [...gone].sort();
};

export const gitWorkspaces = async (options: WorkspacesOptions): Promise<Workspaces> => {
  const { repository, refs } = options;
  const place = await makePlace(repository, options.run, options.directory);
  // In memory, where no agent can write.
  const indexes = new Map<string, KeptIndex>();
  return {
    open: async (key, tree, head = tree) => {
      const workspace = workspacePath(place, key);
      indexes.delete(workspace);
      const { directory, kept } = await open(options, place, workspace, tree, head);
      if (kept !== undefined) {
        indexes.set(workspace, kept);
        // Nothing depends on it: a seal looks by itself at what is not settled.
        void settleKeptIndex(kept, workspace).catch(() => {});
      }
      return directory;
    },
    find: async (key) => {
      const workspace = workspacePath(place, key);
      const administration = await openAdministration(place, workspace);
      return administration === undefined ? undefined : projectIn(repository, workspace);
    },
    seal: async (directory) => {
      const workspace = workspaceOf(place, directory);
      const gitDirectory = await requireAdministration(place, workspace);
      const digest = await writeCheckout(
        { ...repository, project: directory, root: workspace, gitDirectory },
        {
          scratchDirectory: place.directory,
          kept: indexes.get(workspace),
          ...(options.exclude ? { exclude: options.exclude } : {}),
        },
      );
      const [bytes] = await Promise.all([
        treeBytes(repository, digest),
        keepTreeRef(repository, refs, digest),
      ]);
      return { digest, bytes };
    },
    update: async (directory, tree, head = tree) => {
      const workspace = workspaceOf(place, directory);
      const administration = await requireAdministration(place, workspace);
      await fill(repository, workspace, administration, tree);
      await setHead(options, administration, workspace, head);
      await projectIn(repository, workspace);
      await keepOwner(workspace, administration);
    },
    close: async (key) => {
      const workspace = workspacePath(place, key);
      indexes.delete(workspace);
      await inTurn(repository, () => remove(place, workspace));
    },
    sweep: (keep) => {
      const kept = new Set(keep.map((key) => workspacePath(place, key)));
      return inTurn(repository, () => sweep(place, kept));
    },
  };
};
