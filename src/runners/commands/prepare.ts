// Dependencies of a tree: installed once per lock file into a cache, read-only, and lent to each run from there.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { BatonError, errnoOf } from '../../errors.ts';
import { PREPARE_MS_MAX, PREPARED_KEPT_MAX, PREPARED_KEPT_MS_MIN } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { ProcessGroupResult } from '../../std/processes/process-group.ts';
import { identityIsAlive, processIdentity } from '../../std/processes/process-identity.ts';
import type { Repository } from '../trees/repository.ts';
import { listTree } from '../trees/tree-files.ts';
import { checkOutTree, removeFolder, type Worktree } from '../trees/worktree.ts';
import { copyFolder } from './copy-folder.ts';
import type { DependencyPlan } from './dependency-plan.ts';
import { type Place, preparedDirectory, scratchDirectory } from './place.ts';
import { runInWorktree } from './run-in-worktree.ts';
import type { Mount, SandboxKind } from './sandbox.ts';

const run = promisify(execFile);

/** Folders in which package managers put dependencies. Nothing else is kept: it could depend on the sources. */
const KEPT_NAMES = new Set(['node_modules', '.venv', 'venv', 'vendor']);
/** Tools write here although it is inside of the dependencies. */
const WRITABLE_INSIDE = ['.cache', '.vite', '.vite-temp', '.vitest', '.tmp'];
const SEARCH_DEPTH_MAX = 6;
const UNFINISHED = /^\.(\d+-\d+)-[0-9a-f]+$/;

const manifestSchema = z.strictObject({ v: z.literal(1), folders: z.array(z.string()) });

export interface Prepared {
  readonly key: string;
  /** Paths from the root of the tree, and where their content is. */
  readonly folders: readonly { readonly path: string; readonly source: string }[];
  /** A command failed because it could not write into them: each run gets a copy. */
  readonly isWritten?: boolean;
}

export const NOTHING_PREPARED: Prepared = { key: 'none', folders: [] };

export interface PrepareOptions {
  readonly place: Place;
  readonly repository: Repository;
  readonly tree: Digest;
  readonly plan: DependencyPlan;
  readonly sandbox: SandboxKind;
  readonly signal?: AbortSignal;
}

export type PrepareResult = { readonly prepared: Prepared } | { readonly failed: ProcessGroupResult };

/** In an entry of the cache: what it is for is in its name. */
const WRITTEN = 'written';

const readEntry = async (entry: string, key: string): Promise<Prepared | undefined> => {
  try {
    const { folders } = manifestSchema.parse(
      JSON.parse(await readFile(join(entry, 'manifest.json'), 'utf8')),
    );
    const now = new Date();
    await utimes(entry, now, now);
    const isWritten = (await stat(join(entry, WRITTEN)).catch(() => undefined)) !== undefined;
    const sources = folders.map((path, i) => ({ path, source: join(entry, 'files', String(i)) }));
    return { key, folders: sources, ...(isWritten ? { isWritten } : {}) };
  } catch {
    return undefined;
  }
};

const findFolders = async (
  root: string,
  tracked: ReadonlySet<string>,
  at = '',
  depth = 0,
): Promise<string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(join(root, at), { withFileTypes: true })) {
    const path = at === '' ? entry.name : `${at}/${entry.name}`;
    if (!entry.isDirectory() || path === '.git') continue;
    if (KEPT_NAMES.has(entry.name) && !tracked.has(path)) found.push(path);
    else if (depth < SEARCH_DEPTH_MAX) found.push(...(await findFolders(root, tracked, path, depth + 1)));
  }
  return found;
};

const foldersOf = (files: Iterable<string>): Set<string> => {
  const folders = new Set<string>();
  for (const file of files)
    for (let cut = file.lastIndexOf('/'); cut > 0; cut = file.lastIndexOf('/', cut - 1))
      folders.add(file.slice(0, cut));
  return folders;
};

/** Moves what was installed into an entry that becomes visible, whole and on disk, by one rename. */
const keep = async (
  options: PrepareOptions,
  worktree: Worktree,
  folders: readonly string[],
): Promise<Prepared> => {
  const cache = preparedDirectory(options.place);
  const unfinished = join(cache, `.${processIdentity()}-${randomBytes(4).toString('hex')}`);
  await mkdir(join(unfinished, 'files'), { recursive: true, mode: 0o700 });
  for (const [i, path] of folders.entries()) {
    const source = join(unfinished, 'files', String(i));
    await rename(join(worktree.tree, path), source);
    for (const name of WRITABLE_INSIDE) await mkdir(join(source, name), { recursive: true });
  }
  await writeFile(join(unfinished, 'manifest.json'), JSON.stringify({ v: 1, folders }));
  await run('chmod', ['-R', 'a-w', '--', join(unfinished, 'files')]);
  // Where there is no such command, a power cut may leave an entry with holes; removing the cache fixes it.
  await run('sync', ['-f', unfinished]).catch(() => {});
  return await publish(unfinished, join(cache, options.plan.key), options.plan.key);
};

/** Another process may have been first: then its entry serves, unless it is broken. */
const publish = async (unfinished: string, entry: string, key: string): Promise<Prepared> => {
  for (let tries = 0; tries < 2; tries++) {
    try {
      await rename(unfinished, entry);
    } catch (cause) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errnoOf(cause) ?? '')) throw cause;
    }
    const prepared = await readEntry(entry, key);
    if (prepared === undefined) await removeFolder(entry);
    else {
      await removeFolder(unfinished);
      return prepared;
    }
  }
  throw new BatonError('STORE_FAILED', `the prepared dependencies could not be kept in ${entry}`, {
    hint: 'Look whether another program changes this folder.',
  });
};

const install = async (options: PrepareOptions): Promise<PrepareResult> => {
  const { place, repository, tree, plan, sandbox, signal } = options;
  const worktree = await checkOutTree(repository, tree, scratchDirectory(place));
  try {
    const result = await runInWorktree({
      ...{ place, repository, worktree, sandbox },
      line: plan.line,
      directory: plan.directory,
      network: true,
      timeMsMax: PREPARE_MS_MAX,
      ...(signal ? { signal } : {}),
    });
    if (result.end !== 'exited' || result.exit !== 0) return { failed: result };
    const tracked = foldersOf((await listTree(repository, tree)).keys());
    return { prepared: await keep(options, worktree, await findFolders(worktree.tree, tracked)) };
  } finally {
    await removeFolder(worktree.directory);
  }
};

/** Removes what dead processes left unfinished, and entries beyond the limit that nobody used for a while. */
export const tidy = async (cache: string): Promise<void> => {
  const entries: { path: string; usedAt: number }[] = [];
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const owner = UNFINISHED.exec(name)?.[1];
    if (owner === undefined) entries.push({ path, usedAt: (await stat(path)).mtimeMs });
    else if (!identityIsAlive(owner)) await removeFolder(path);
  }
  entries.sort((a, b) => b.usedAt - a.usedAt);
  for (const { path, usedAt } of entries.slice(PREPARED_KEPT_MAX))
    if (Date.now() - usedAt > PREPARED_KEPT_MS_MIN) await removeFolder(path);
};

/** For whoever takes over from a process that died while it installed. */
export const sweepPrepared = async (place: Place): Promise<void> => {
  const cache = preparedDirectory(place);
  if ((await stat(cache).catch(() => undefined)) !== undefined) await tidy(cache);
};

const underWay = new Map<string, Promise<PrepareResult>>();

/** The prepared dependencies, from the cache or made now. Who asks while they are being made waits for the same. */
export const prepareDependencies = async (options: PrepareOptions): Promise<PrepareResult> => {
  const cache = preparedDirectory(options.place);
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const entry = join(cache, options.plan.key);
  const known = await readEntry(entry, options.plan.key);
  if (known) return { prepared: known };
  const shared = await underWay.get(entry);
  // Whoever started it may have been told to stop; that is no reason to stop here.
  if (shared !== undefined && !('failed' in shared && shared.failed.end === 'killed')) return shared;
  const work = tidy(cache).then(() => install(options));
  underWay.set(entry, work);
  try {
    return await work;
  } finally {
    underWay.delete(entry);
  }
};

const READ_ONLY = /EROFS|Read-only file system/i;

/** Whether what a command printed says that it wanted to write into the dependencies. */
export const wantsToWrite = ({ folders, isWritten }: Prepared, output: string): boolean =>
  isWritten !== true &&
  output
    .split('\n')
    .some((line) => READ_ONLY.test(line) && folders.some(({ path }) => line.includes(`${path}/`)));

/** From now on, for every process. Where it cannot be kept, the next one finds it out again. */
export const markWritten = async (place: Place, prepared: Prepared): Promise<Prepared> => {
  await writeFile(join(preparedDirectory(place), prepared.key, WRITTEN), '').catch(() => {});
  return { ...prepared, isWritten: true };
};

/** Read-only mounts of the dependencies, with empty writable folders where tools want to write. */
export const preparedMounts = (prepared: Prepared, tree: string): Mount[] =>
  prepared.folders.flatMap(({ path, source }) => [
    { kind: 'read-only' as const, source, target: join(tree, path) },
    ...WRITABLE_INSIDE.map((name) => ({ kind: 'empty' as const, target: join(tree, path, name) })),
  ]);

/** Without mounts the run gets a copy of its own, which it may change. */
export const copyPrepared = async (prepared: Prepared, tree: string): Promise<void> => {
  for (const { path, source } of prepared.folders) {
    await copyFolder(source, join(tree, path));
  }
};
