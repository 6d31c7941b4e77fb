// Seals a working directory as a git tree. It is added to an index of Baton's own, in a git directory of Baton's own:
// the user's index, stash, branches and files are only read, and no filter, attribute or switch of the user's
// configuration comes between a file and its blob. A ref under refs/baton/ keeps the tree from being collected.
import { randomUUID } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BatonError } from '../../errors.ts';
import { NESTED_REPOSITORIES_MAX } from '../../model/limits/limits.ts';
import { type Digest, treeDigest, treeOid } from '../../model/run/sealed.ts';
import { type GitOptions, git, gitBytes, gitLine, gitResult } from '../../std/processes/git.ts';
import { processIdentity } from '../../std/processes/process-identity.ts';
import {
  type CheckoutSettings,
  isSparse,
  readCheckoutSettings,
  readExclude,
  settingsArgs,
  userGit,
} from './checkout-settings.ts';
import { isKeptIndex, type KeptIndex, trackedSince, writeKeptIndex } from './kept-index.ts';
import { lfsFiles, pointersOf } from './lfs-seal.ts';
import { makeOwnGit, ownGitEnvironment } from './own-git.ts';
import type { Repository } from './repository.ts';

const REF = /^refs\/baton\/[A-Za-z0-9][A-Za-z0-9_/-]*[A-Za-z0-9]$/;

// What a sealed tree names must survive a power cut, because a journal line will point at it.
const SETTINGS = [
  ...['-c', 'core.fsync=loose-object,pack,pack-metadata,reference', '-c', 'core.fsyncMethod=batch'],
  // Nobody but the kernel sets the time of an inode's last change.
  ...['-c', 'core.untrackedCache=false', '-c', 'core.trustCtime=true', '-c', 'core.checkStat=default'],
  ...['-c', 'advice.addEmbeddedRepo=false', '-c', 'core.safecrlf=false', '-c', 'core.logAllRefUpdates=false'],
];

export interface CheckoutOptions {
  /** For the temporary index; outside the repository. */
  readonly scratchDirectory: string;
  /** Paths from the root of the repository that are never part of the tree, beside what is ignored. */
  readonly exclude?: readonly string[];
  /** Of a working tree that Baton checked out itself: what was not touched since is not read again. */
  readonly kept?: KeptIndex | undefined;
}

export interface SealOptions extends CheckoutOptions {
  /** Under refs/baton/. */
  readonly ref: string;
}

interface OwnGitOptions extends GitOptions {
  readonly env: Readonly<Record<string, string>> & { readonly GIT_INDEX_FILE: string };
}

/** What has to be known of the checkout before its files are added. */
interface Checkout {
  readonly settings: CheckoutSettings;
  /** The output of `git ls-files --stage -z`. */
  readonly tracked: Buffer;
}

const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A file stands where a folder of its path should be.
    return false;
  }
};

const putEntries = async (lines: Buffer, at: GitOptions): Promise<void> => {
  if (lines.length > 0) await git(['update-index', '-z', '--index-info'], { ...at, input: lines });
};

/** In a sparse checkout what is not there stays. */
const keepAbsent = async (repository: Repository, at: GitOptions): Promise<void> => {
  const tagged = (await git(['ls-files', '-t', '-z'], userGit(repository))).split('\0');
  const absent = tagged
    .filter((entry) => entry.startsWith('S '))
    .map((entry) => entry.slice(2))
    .filter((path) => !isThere(join(repository.root, path)));
  if (absent.length > 0)
    await git(['update-index', '--skip-worktree', '-z', '--stdin'], { ...at, input: absent.join('\0') });
};

/** An agent that never staged anything has the index that Baton gave it, and git need not be asked. */
const trackedFiles = async (repository: Repository, { kept }: CheckoutOptions): Promise<Buffer> => {
  const user = userGit(repository);
  const isSame = kept !== undefined && (await isKeptIndex(kept, user.env.GIT_INDEX_FILE));
  return isSame ? kept.tracked : gitBytes(['ls-files', '--stage', '-z'], user);
};

const putKept = async ({ root }: Repository, { kept }: CheckoutOptions, at: OwnGitOptions): Promise<void> => {
  if (kept !== undefined) writeKeptIndex(kept, root, at.env.GIT_INDEX_FILE);
};

/**
 * Which files are tracked, and nothing else of the user's index: its memory of sizes and times, and bits that tell git
 * to overlook a file, could hide a change. So every file is read again, unless Baton has an index of its own to go by.
 */
const seedIndex = async (
  repository: Repository,
  { settings, tracked }: Checkout,
  { kept }: CheckoutOptions,
  at: OwnGitOptions,
): Promise<void> => {
  const sparse = isSparse(settings);
  if (sparse) await rm(at.env.GIT_INDEX_FILE, { force: true });
  await putEntries(kept === undefined || sparse ? tracked : trackedSince(kept, tracked), at);
  if (sparse) await keepAbsent(repository, at);
};

/** Git's words for a repository inside of this one that is not tracked and has no commit. */
const NO_COMMIT = /^error: '(.+)' does not have a commit checked out$/m;

/** Git fails when a path that it ignores anyway is left out by name, as run directories are. */
const notIgnored = async (paths: readonly string[], at: GitOptions): Promise<string[]> => {
  if (paths.length === 0) return [];
  const asked = await gitResult(['check-ignore', '-z', '--stdin', '--no-index'], {
    ...at,
    input: paths.join('\0'),
  });
  const ignored = new Set(asked.stdout.split('\0'));
  return paths.filter((path) => !ignored.has(path));
};

/** Adds everything. A nested repository counts as its commit; one without a commit has nothing that could count. */
const addAll = async (
  settings: readonly string[],
  exclude: readonly string[],
  at: GitOptions,
): Promise<void> => {
  const left = [...exclude];
  const least = left.length;
  for (;;) {
    const paths = [':/', ...left.map((path) => `:(top,exclude,literal)${path}`)];
    const args = [...SETTINGS, ...settings, 'add', '--all', '--sparse'];
    const { exit, stderr } = await gitResult([...args, '--pathspec-from-file=-', '--pathspec-file-nul'], {
      ...at,
      input: paths.join('\0'),
    });
    if (exit === 0) return;
    const nested = NO_COMMIT.exec(stderr)?.[1]?.replace(/\/$/, '');
    if (nested === undefined || left.length >= least + NESTED_REPOSITORIES_MAX)
      throw new BatonError(
        'GIT_FAILED',
        `the files in ${at.cwd} could not be sealed: ${stderr.trim().slice(0, 2_000)}`,
        {
          hint: 'Make every file readable, and let git ignore what is not part of the project.',
        },
      );
    left.push(nested);
  }
};

const requireRef = (ref: string): string => {
  if (REF.test(ref)) return ref;
  throw new BatonError('NAME_INVALID', `expected a ref under refs/baton/, got ${JSON.stringify(ref)}`);
};

/**
 * Above the attributes of the tree: keywords and encodings stay as they are on disk. Line ends are as git's own text
 * rules say, because only those tell a Windows checkout from a change. Filters are not configured.
 */
const ATTRIBUTES = '* -ident !working-tree-encoding\n';

const writeTree = async (
  repository: Repository,
  options: CheckoutOptions,
  at: OwnGitOptions,
): Promise<string> => {
  const exclude = options.exclude ?? [];
  const [settings, tracked, left] = await Promise.all([
    readCheckoutSettings(repository),
    trackedFiles(repository, options),
    notIgnored(exclude, at),
    // The last one, because it keeps this process busy while git answers the others.
    putKept(repository, options, at),
  ]);
  await seedIndex(repository, { settings, tracked }, options, at);
  const args = settingsArgs(repository, settings);
  const large = await lfsFiles(repository, args, exclude, at);
  await addAll(args, [...left, ...(await notIgnored(large, at))], at);
  if (large.length > 0) await putEntries(Buffer.from(await pointersOf(repository, large, at)), at);
  return gitLine([...SETTINGS, 'write-tree'], at);
};

/** Everything in the checkout that git does not ignore, tracked or not, as one tree. No ref keeps it yet. */
export const writeCheckout = async (repository: Repository, options: CheckoutOptions): Promise<Digest> => {
  const { scratchDirectory } = options;
  await mkdir(scratchDirectory, { recursive: true, mode: 0o700 });
  const own = join(scratchDirectory, `${processIdentity()}-${randomUUID()}`);
  const at = {
    cwd: repository.root,
    env: {
      ...ownGitEnvironment(repository, own),
      GIT_WORK_TREE: repository.root,
      GIT_INDEX_FILE: join(own, 'index'),
    },
  };
  try {
    makeOwnGit(own, {
      objectFormat: repository.objectFormat,
      core: ['bare = false'],
      attributes: ATTRIBUTES,
      exclude: await readExclude(repository),
    });
    return treeDigest(await writeTree(repository, options, at));
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
};

/** The same, kept by a ref. */
export const sealTree = async (repository: Repository, options: SealOptions): Promise<Digest> => {
  const ref = requireRef(options.ref);
  const tree = await writeCheckout(repository, options);
  await git([...SETTINGS, 'update-ref', '--no-deref', ref, treeOid(tree)], userGit(repository));
  return tree;
};

/** Lets go of a sealed tree. */
export const releaseTree = async (repository: Repository, ref: string): Promise<void> => {
  if (REF.test(ref)) await git(['update-ref', '--no-deref', '-d', ref], userGit(repository));
};
