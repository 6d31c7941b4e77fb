// A throw-away working tree of a sealed tree. It is a repository of its own that borrows the user's objects, so that
// nothing is written into the user's repository, and a crash leaves one folder that says whose it was.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { errnoOf } from '../errors.ts';
import { type Digest, treeOid } from '../model/sealed.ts';
import { git, gitLine } from '../std/git.ts';
import { identityIsAlive, processIdentity } from '../std/process-identity.ts';
import type { Repository } from './repository.ts';

export interface Worktree {
  /** Everything of this place; removed as a whole. */
  readonly directory: string;
  /** The checked-out files. */
  readonly tree: string;
  readonly home: string;
  readonly tmp: string;
}

/** `<owner>-<random>`: folders of this file, and the indexes of sealed-tree.ts. */
const OWNED = /^(\d+-\d+)-[0-9a-f-]+(?:\.index(?:\.lock)?)?$/;

// The commit is the same for the same tree, whoever makes it and whenever.
const COMMITTER = {
  GIT_AUTHOR_NAME: 'Baton',
  GIT_AUTHOR_EMAIL: 'baton@localhost',
  GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Baton',
  GIT_COMMITTER_EMAIL: 'baton@localhost',
  GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
};

/** Checks the tree out into a new folder below `scratchDirectory`, with the filters that the user's checkout has. */
export const checkOutTree = async (
  repository: Repository,
  digest: Digest,
  scratchDirectory: string,
): Promise<Worktree> => {
  const directory = join(scratchDirectory, `${processIdentity()}-${randomBytes(4).toString('hex')}`);
  const worktree = {
    directory,
    tree: join(directory, 'tree'),
    home: join(directory, 'home'),
    tmp: join(directory, 'tmp'),
  };
  try {
    for (const folder of [worktree.tree, worktree.home, worktree.tmp])
      await mkdir(folder, { recursive: true, mode: 0o700 });
    await fill(repository, treeOid(digest), worktree.tree);
    return worktree;
  } catch (cause) {
    await removeFolder(directory);
    throw cause;
  }
};

const fill = async (repository: Repository, oid: string, tree: string): Promise<void> => {
  await git(['init', '--quiet', '--template=', `--object-format=${repository.objectFormat}`, tree], {
    cwd: tree,
  });
  const own = join(tree, '.git');
  await mkdir(join(own, 'objects', 'info'), { recursive: true });
  await writeFile(
    join(own, 'objects', 'info', 'alternates'),
    `${join(repository.commonDirectory, 'objects')}\n`,
  );
  // The user's configuration (line ends, filters) decides how files are written, so theirs is the git directory here.
  await git(['-c', 'core.sparseCheckout=false', '-c', 'core.bare=false', 'read-tree', '--reset', '-u', oid], {
    cwd: tree,
    env: {
      GIT_DIR: repository.gitDirectory,
      GIT_WORK_TREE: tree,
      GIT_INDEX_FILE: join(own, 'index'),
    },
  });
  const commit = await gitLine(['commit-tree', oid, '-m', 'A sealed tree'], { cwd: tree, env: COMMITTER });
  await git(['update-ref', '--no-deref', 'HEAD', commit], { cwd: tree });
};

/** Removes a folder also when something in it was made read-only. */
export const removeFolder = async (directory: string): Promise<void> => {
  try {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  } catch (cause) {
    if (!['EACCES', 'EPERM'].includes(errnoOf(cause) ?? '')) throw cause;
    await promisify(execFile)('chmod', ['-R', 'u+rwX', '--', directory]).catch(() => {});
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** Ends what still works inside a folder whose owner is dead. Only where /proc tells. */
const endProcessesIn = async (directory: string): Promise<void> => {
  const pids = await readdir('/proc').catch(() => []);
  for (const pid of pids.filter((name) => /^\d+$/.test(name))) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (cwd !== directory && !cwd.startsWith(directory + sep)) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
};

/** Removes what dead processes left in the scratch directory: folders, indexes, and what still runs there. */
export const sweepWorktrees = async (scratchDirectory: string): Promise<string[]> => {
  const names = await readdir(scratchDirectory).catch(() => []);
  const removed: string[] = [];
  for (const name of names) {
    const owner = OWNED.exec(name)?.[1];
    if (owner === undefined || identityIsAlive(owner)) continue;
    const path = join(scratchDirectory, name);
    await endProcessesIn(path);
    await removeFolder(path);
    removed.push(path);
  }
  return removed;
};
