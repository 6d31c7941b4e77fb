// Seals a working directory as a git tree. It is added to an index of Baton's own: the user's index, stash,
// branches and files are only read. A ref under refs/baton/ keeps the tree from being collected.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { BatonError, errnoOf } from '../errors.ts';
import { type Digest, treeDigest } from '../model/sealed.ts';
import { git, gitLine, gitResult } from '../std/git.ts';
import { processIdentity } from '../std/process-identity.ts';
import type { Repository } from './repository.ts';

const REF = /^refs\/baton\/[A-Za-z0-9][A-Za-z0-9_/-]*[A-Za-z0-9]$/;

// What a sealed tree names must survive a power cut, because a journal line will point at it. Stat data that could
// be set back by hand is not believed.
const SETTINGS = [
  ...['-c', 'core.fsync=loose-object,pack,pack-metadata,reference', '-c', 'core.fsyncMethod=batch'],
  ...['-c', 'core.trustctime=true', '-c', 'core.checkStat=default', '-c', 'core.untrackedCache=false'],
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

const copyIndex = async (from: string, to: string): Promise<boolean> => {
  try {
    await copyFile(from, to);
    // Git takes entries younger than the index for doubtful. A copy must not look younger than its original.
    const seconds = Math.floor((await stat(from)).mtimeMs / 1000);
    await utimes(to, seconds, seconds);
    return true;
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return false;
    throw cause;
  }
};

/** Bits in the index can tell git to overlook a changed file. They are dropped, except for sparse checkouts. */
const dropHidingBits = async (repository: Repository, env: Record<string, string>): Promise<void> => {
  const { root } = repository;
  const listing = await git(['ls-files', '-v', '-z'], { cwd: root, env });
  const entries = listing.split('\0').filter((entry) => entry !== '');
  const pathsWith = (test: (tag: string) => boolean) =>
    entries.filter((entry) => test(entry[0]!)).map((entry) => entry.slice(2));
  const assumed = pathsWith((tag) => tag >= 'a' && tag <= 'z');
  if (assumed.length > 0)
    await git(['update-index', '--no-assume-unchanged', '-z', '--stdin'], {
      cwd: root,
      env,
      input: assumed.join('\0'),
    });
  const skipped = pathsWith((tag) => tag.toUpperCase() === 'S');
  if (skipped.length === 0) return;
  const sparse = await gitResult(['config', '--type=bool', '--get', 'core.sparseCheckout'], {
    cwd: root,
    env,
  });
  if (sparse.stdout.trim() === 'true') return;
  await git(['update-index', '--no-skip-worktree', '-z', '--stdin'], {
    cwd: root,
    env,
    input: skipped.join('\0'),
  });
};

const requireRef = (ref: string): string => {
  if (REF.test(ref)) return ref;
  throw new BatonError('NAME_INVALID', `expected a ref under refs/baton/, came ${JSON.stringify(ref)}`);
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
    if (await copyIndex(join(repository.gitDirectory, 'index'), index))
      await dropHidingBits(repository, at.env);
    const excluded = (options.exclude ?? []).map((path) => `:(top,exclude,literal)${path}`);
    await git([...SETTINGS, 'add', '--all', '--', ':/', ...excluded], at);
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
