// Seals a working directory as a git tree. It is added to an index of Baton's own: the user's index, stash,
// branches and files are only read. A ref under refs/baton/ keeps the tree from being collected.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BatonError } from '../errors.ts';
import { type Digest, treeDigest } from '../model/sealed.ts';
import { type GitOptions, git, gitLine, gitResult } from '../std/git.ts';
import { processIdentity } from '../std/process-identity.ts';
import type { Repository } from './repository.ts';

const REF = /^refs\/baton\/[A-Za-z0-9][A-Za-z0-9_/-]*[A-Za-z0-9]$/;

// What a sealed tree names must survive a power cut, because a journal line will point at it.
const SETTINGS = [
  ...['-c', 'core.fsync=loose-object,pack,pack-metadata,reference', '-c', 'core.fsyncMethod=batch'],
  ...['-c', 'core.untrackedCache=false'],
  ...['-c', 'advice.addEmbeddedRepo=false', '-c', 'core.safecrlf=false', '-c', 'core.logAllRefUpdates=false'],
];

export interface SealOptions {
  /** For the temporary index; outside the repository. */
  readonly scratchDirectory: string;
  /** Under refs/baton/; it may be named after the tree. */
  readonly ref: string | ((oid: string) => string);
  /** Paths from the root of the repository that are never part of the tree, beside what is ignored. */
  readonly exclude?: readonly string[];
}

/**
 * Which files are tracked, and nothing else of the user's index: its memory of sizes and times, and bits that tell git
 * to overlook a file, could hide a change. So every file is read again. In a sparse checkout what is not there stays.
 */
const seedIndex = async (repository: Repository, at: GitOptions): Promise<void> => {
  const user = { ...at, env: { ...at.env, GIT_INDEX_FILE: join(repository.gitDirectory, 'index') } };
  const tracked = await git(['ls-files', '--stage', '-z'], user);
  if (tracked === '') return;
  await git(['update-index', '-z', '--index-info'], { ...at, input: tracked });
  const sparse = await gitResult(['config', '--type=bool', '--get', 'core.sparseCheckout'], at);
  if (sparse.stdout.trim() !== 'true') return;
  const tagged = (await git(['ls-files', '-t', '-z'], user)).split('\0');
  const absent = tagged.filter((entry) => entry.startsWith('S ')).map((entry) => entry.slice(2));
  if (absent.length > 0)
    await git(['update-index', '--skip-worktree', '-z', '--stdin'], { ...at, input: absent.join('\0') });
};

const requireRef = (ref: string): string => {
  if (REF.test(ref)) return ref;
  throw new BatonError('NAME_INVALID', `expected a ref under refs/baton/, came ${JSON.stringify(ref)}`);
};

/** Git fails when a path that it ignores anyway is left out by name, as run directories are. */
const leftOut = async (paths: readonly string[], at: GitOptions): Promise<string[]> => {
  if (paths.length === 0) return [];
  const asked = await gitResult(['check-ignore', '-z', '--stdin', '--no-index'], {
    ...at,
    input: paths.join('\0'),
  });
  const ignored = new Set(asked.stdout.split('\0'));
  return paths.filter((path) => !ignored.has(path)).map((path) => `:(top,exclude,literal)${path}`);
};

/** Repositories inside of this one that have no commit: git can name nothing of them in a tree. */
const unbornRepositories = async (at: GitOptions): Promise<string[]> => {
  const others = await git(['ls-files', '--others', '--exclude-standard', '-z'], at);
  const nested = others.split('\0').filter((path) => path.endsWith('/'));
  const unborn: string[] = [];
  for (const path of nested) {
    const { exit } = await gitResult(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
      cwd: join(at.cwd, path),
    });
    if (exit !== 0) unborn.push(path.replace(/\/$/, ''));
  }
  return unborn;
};

const UNBORN = 'does not have a commit checked out';

const addAll = async (exclude: readonly string[], at: GitOptions): Promise<void> => {
  const add = async (paths: readonly string[]): Promise<unknown> =>
    git([...SETTINGS, 'add', '--all', '--sparse', '--', ':/', ...(await leftOut(paths, at))], at);
  try {
    await add(exclude);
  } catch (cause) {
    if (!(cause instanceof BatonError) || !cause.message.includes(UNBORN)) throw cause;
    await add([...exclude, ...(await unbornRepositories(at))]);
  }
};

/** Everything in the checkout that git does not ignore, tracked or not, as one tree. */
export const sealTree = async (repository: Repository, options: SealOptions): Promise<Digest> => {
  const { scratchDirectory } = options;
  if (typeof options.ref === 'string') requireRef(options.ref);
  await mkdir(scratchDirectory, { recursive: true, mode: 0o700 });
  const index = join(scratchDirectory, `${processIdentity()}-${randomUUID()}.index`);
  // The git directory is named outright: what stands as .git in a checkout that an agent writes to is its word only.
  const at = {
    cwd: repository.root,
    env: { GIT_DIR: repository.gitDirectory, GIT_WORK_TREE: repository.root, GIT_INDEX_FILE: index },
  };
  try {
    await seedIndex(repository, at);
    await addAll(options.exclude ?? [], at);
    const oid = await gitLine([...SETTINGS, 'write-tree'], at);
    const ref = typeof options.ref === 'string' ? options.ref : options.ref(oid);
    await git([...SETTINGS, 'update-ref', '--no-deref', requireRef(ref), oid], at);
    return treeDigest(oid);
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
};

/** Lets go of a sealed tree. */
export const releaseTree = async (repository: Repository, ref: string): Promise<void> => {
  if (REF.test(ref)) await git(['update-ref', '--no-deref', '-d', ref], { cwd: repository.root });
};
