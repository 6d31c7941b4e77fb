// A throw-away working tree of a sealed tree. It is a repository of its own that borrows the user's objects, so that
// nothing is written into the user's repository, and a crash leaves one folder that says whose it was.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readlink, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT_WORKERS_MAX, SUBMODULE_DEPTH_MAX } from '../../model/limits/limits.ts';
import { type Digest, treeOid } from '../../model/run/sealed.ts';
import { type GitOptions, git, gitLine } from '../../std/processes/git.ts';
import { identityIsAlive, processIdentity } from '../../std/processes/process-identity.ts';
import { blobContent, type FileState, requireFiles } from './file-states.ts';
import { fillLfs } from './lfs.ts';
import { makeOwnGit } from './own-git.ts';
import { bringMissing } from './partial-clone.ts';
import type { Repository } from './repository.ts';
import { submodulesOf } from './submodules.ts';
import { readTreeEntries, type TreeEntry } from './tree-objects.ts';

export interface Worktree {
  /** Everything of this place; removed as a whole. */
  readonly directory: string;
  /** The checked-out files. */
  readonly tree: string;
  readonly home: string;
  readonly tmp: string;
  /** The files of the tree as they were written, for a comparison after the run. */
  readonly files: readonly FileState[];
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

/**
 * Checks the tree out into a new folder below `scratchDirectory`. Nothing of the user's repository but its objects is
 * between the tree and the files, and every file is compared with the tree before anything is run.
 */
export const checkOutTree = async (
  repository: Repository,
  digest: Digest,
  scratchDirectory: string,
): Promise<Worktree> => {
  const directory = join(scratchDirectory, `${processIdentity()}-${randomBytes(4).toString('hex')}`);
  const worktree: Omit<Worktree, 'files'> = {
    directory,
    tree: join(directory, 'tree'),
    home: join(directory, 'home'),
    tmp: join(directory, 'tmp'),
  };
  try {
    for (const folder of [worktree.tree, worktree.home, worktree.tmp])
      await mkdir(folder, { recursive: true, mode: 0o700 });
    return { ...worktree, files: await fill(repository, treeOid(digest), worktree.tree) };
  } catch (cause) {
    await removeFolder(directory);
    throw cause;
  }
};

/** Files are the bytes of their blobs: no line ends, keywords or encodings are changed. Filters are not configured. */
export const AS_STORED = '* -text -ident !working-tree-encoding\n';

/** A path on a line of its own; git reads a quoted one where the plain one would mean something else. */
const alternate = (path: string): string => (/^["#]|\n/.test(path) ? JSON.stringify(path) : path);

const ownRepository = (repository: Repository, tree: string): GitOptions => {
  const own = join(tree, '.git');
  makeOwnGit(own, { objectFormat: repository.objectFormat, attributes: AS_STORED, core: ['bare = false'] });
  writeFileSync(
    join(own, 'objects', 'info', 'alternates'),
    `${alternate(join(repository.commonDirectory, 'objects'))}\n`,
  );
  return { cwd: tree, env: { GIT_DIR: own, GIT_WORK_TREE: tree, GIT_CONFIG_GLOBAL: '/dev/null' } };
};

const checkoutArgs = (oid: string): string[] => [
  ...['-c', `checkout.workers=${Math.min(availableParallelism(), CHECKOUT_WORKERS_MAX)}`],
  ...['read-tree', '--reset', '-u', oid],
];

/** Both are read by themselves, so that what git wrote is compared with what the tree says. */
export const writeTreeFiles = async (
  repository: Repository,
  oid: string,
  at: GitOptions,
): Promise<TreeEntry[]> => {
  const [read, written] = await Promise.allSettled([
    readTreeEntries(repository, oid),
    git(checkoutArgs(oid), at),
  ]);
  if (read.status === 'rejected') throw read.reason;
  if (written.status === 'rejected') {
    // In a partial clone blobs may have to be brought first; without any that is missing, git's own words stand.
    if (!(await bringMissing(repository, read.value))) throw written.reason;
    await git(checkoutArgs(oid), at);
  }
  return read.value;
};

/** With the files of submodules, and of theirs. */
const fill = async (repository: Repository, oid: string, tree: string, depth = 0): Promise<FileState[]> => {
  const { files, entries } = await fillOne(repository, oid, tree);
  if (depth >= SUBMODULE_DEPTH_MAX) return files;
  for (const { repository: inner, path, tree: innerOid } of await submodulesOf(repository, entries)) {
    const folder = join(tree, Buffer.from(path, 'latin1').toString('utf8'));
    for (const state of await fill(inner, innerOid, folder, depth + 1))
      files.push({ ...state, entry: { ...state.entry, path: `${path}/${state.entry.path}` } });
  }
  return files;
};

const fillOne = async (
  repository: Repository,
  oid: string,
  tree: string,
): Promise<{ readonly files: FileState[]; readonly entries: readonly TreeEntry[] }> => {
  const at = ownRepository(repository, tree);
  const entries = await writeTreeFiles(repository, oid, at);
  const large = await fillLfs(repository, tree, entries, at);
  // Git in the place has no program to compare them with their pointers.
  if (large.size > 0)
    await git(['update-index', '--assume-unchanged', '-z', '--stdin'], {
      ...at,
      input: Buffer.from([...large.keys()].map((path) => `${path}\0`).join(''), 'latin1'),
    });
  const contentOf = (entry: TreeEntry) =>
    large.get(entry.path) ?? blobContent(repository.objectFormat, entry);
  const [commit, files] = await Promise.allSettled([
    gitLine(['commit-tree', oid, '-m', 'A sealed tree'], { ...at, env: { ...at.env, ...COMMITTER } }),
    requireFiles(tree, entries, contentOf),
  ]);
  if (commit.status === 'rejected') throw commit.reason;
  if (files.status === 'rejected') throw files.reason;
  writeFileSync(join(tree, '.git', 'HEAD'), `${commit.value}\n`);
  return { files: files.value, entries };
};

/** Removes a folder also when something in it was made read-only. */
export const removeFolder = async (directory: string): Promise<void> => {
  const run = promisify(execFile);
  // A program of its own: twenty thousand files would keep this process from everything else.
  const removed = await run('rm', ['-rf', '--', directory]).then(
    () => true,
    () => false,
  );
  if (removed) return;
  await run('chmod', ['-R', 'u+rwX', '--', directory]).catch(() => {});
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
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
