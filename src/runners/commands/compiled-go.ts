// What Go compiles, kept between runs. Each command gets a new home, so without this every run would compile the standard library and
// all dependencies again. It is filled by a run that compiles the tests of the base and starts none of them (`-exec true`), and Go finds
// what is in it by a digest of all its inputs. Each command gets a copy of its own: what a test writes there is gone with the run.
import { randomBytes } from 'node:crypto';
import { mkdir, rename, stat, utimes } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { COMPILED_BYTES_MAX, PREPARE_MS_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { findProgram } from '../../std/processes/find-program.ts';
import { processIdentity } from '../../std/processes/process-identity.ts';
import { sha256 } from '../../std/sha256.ts';
import type { Repository } from '../trees/repository.ts';
import { listTree } from '../trees/tree-files.ts';
import { checkOutTree, removeFolder, type Worktree } from '../trees/worktree.ts';
import { copyFolder } from './copy-folder.ts';
import type { Environment } from './environment.ts';
import { folderBytes } from './folder-bytes.ts';
import { compiledDirectory, type Place, scratchDirectory } from './place.ts';
import { copyPrepared, type Prepared, preparedMounts, tidy } from './prepare.ts';
import { environmentIn, pathsOf, type RunOptions, runInWorktree } from './run-in-worktree.ts';
import type { SandboxKind } from './sandbox.ts';

/** Below the home of a command, where Go looks for it on Linux. */
const BELOW_HOME = ['.cache', 'go-build'];
const MODULE_FILES = new Set(['go.mod', 'go.sum', 'go.work', 'go.work.sum']);

export interface CompileOptions {
  readonly place: Place;
  readonly repository: Repository;
  readonly sandbox: SandboxKind;
  /** Whose tests are compiled. */
  readonly tree: Digest;
  readonly prepared: Prepared;
  /** Of the command that is to run: it says how packages are compiled. */
  readonly line: string;
  readonly policy?: RunOptions['policy'];
  readonly signal?: AbortSignal | undefined;
}

/** Those that say how packages are compiled, as far as they are plain words. */
export const compileFlags = (line: string): string[] => {
  const words = line.split(/\s+/);
  return words.flatMap((word, place) => {
    if (/^--?(?:race|msan|asan|cover)$/.test(word) || /^--?tags=[\w,.]+$/.test(word)) return [word];
    if (/^--?cover(?:profile|mode|pkg)\b/.test(word)) return ['-cover'];
    const next = words[place + 1] ?? '';
    return /^--?tags$/.test(word) && /^[\w,.]+$/.test(next) ? [`-tags=${next}`] : [];
  });
};

/** Undefined where the project has no module of Go, or nobody could compile it. */
const entryOf = async (options: CompileOptions): Promise<string | undefined> => {
  const { place, repository, sandbox, tree, line, prepared } = options;
  const files = await listTree(repository, tree);
  if (!files.has(`${repository.prefix}go.mod`) && !files.has(`${repository.prefix}go.work`)) return undefined;
  const worktree = { directory: '', tree: '', home: '', tmp: '', files: [] };
  const { PATH = '' } = environmentIn({ place, sandbox, worktree, network: false });
  const go = findProgram('go', PATH);
  if (go === undefined) return undefined;
  const { mtimeMs, size } = await stat(go);
  const modules = [...files].flatMap(([path, { oid }]) =>
    MODULE_FILES.has(posix.basename(path)) ? [[path, oid]] : [],
  );
  const key = ['v1', go, mtimeMs, size, sandbox, compileFlags(line), prepared.key, modules];
  return join(compiledDirectory(place), sha256(JSON.stringify(key)).slice('sha256:'.length));
};

const cacheBelow = (home: string): string => join(home, ...BELOW_HOME);

/** Becomes visible whole. What is too large to be copied for each run is kept as an empty folder. */
const publish = async (worktree: Worktree, entry: string): Promise<void> => {
  const compiled = cacheBelow(worktree.home);
  const isKept = (await folderBytes(compiled, COMPILED_BYTES_MAX)) <= COMPILED_BYTES_MAX;
  const unfinished = join(entry, '..', `.${processIdentity()}-${randomBytes(4).toString('hex')}`);
  if (isKept) await rename(compiled, unfinished);
  else await mkdir(unfinished);
  // Another process may have been first.
  await rename(unfinished, entry).catch(() => removeFolder(unfinished));
};

const compile = async (options: CompileOptions, entry: string): Promise<void> => {
  const { place, repository, sandbox, tree, prepared, line, policy, signal } = options;
  await tidy(join(entry, '..'));
  const worktree = await checkOutTree(repository, tree, scratchDirectory(place));
  try {
    if (sandbox === 'none') await copyPrepared(prepared, worktree.tree);
    await mkdir(cacheBelow(worktree.home), { recursive: true });
    const result = await runInWorktree({
      ...{ place, repository, worktree, sandbox, policy },
      line: ['go test -count=1 -exec true', ...compileFlags(line), './...'].join(' '),
      env: goEnvironment({ sandbox, worktree }),
      directory: repository.prefix,
      network: false,
      mounts: (inner) => (sandbox === 'none' ? [] : preparedMounts(prepared, inner)),
      timeMsMax: PREPARE_MS_MAX,
      ...(signal ? { signal } : {}),
    });
    // A test that does not compile keeps none of the others from being compiled. What took too long is not tried again for each command:
    // Go reads only what it wrote whole.
    if (result.end !== 'killed') await publish(worktree, entry);
  } finally {
    await removeFolder(worktree.directory);
  }
};

const underWay = new Map<string, Promise<void>>();

/** The folder to copy, made where it is not there yet; undefined where there is nothing to gain. */
export const compiledGo = async (options: CompileOptions): Promise<string | undefined> => {
  const entry = await entryOf(options);
  if (entry === undefined) return undefined;
  const isThere = async (): Promise<boolean> => (await stat(entry).catch(() => undefined)) !== undefined;
  if (!(await isThere())) {
    const shared = underWay.get(entry);
    const work = shared ?? mkdir(join(entry, '..'), { recursive: true }).then(() => compile(options, entry));
    underWay.set(entry, work);
    await work.finally(() => underWay.delete(entry));
  }
  if (!(await isThere())) return undefined;
  const now = new Date();
  await utimes(entry, now, now);
  return entry;
};

/** Go keeps what it compiles in the home of the command, wherever it would look for it otherwise. */
export const goEnvironment = (options: Pick<RunOptions, 'sandbox' | 'worktree'>): Environment => ({
  GOCACHE: cacheBelow(pathsOf(options).home),
});

export const lendCompiled = (compiled: string, worktree: Worktree): Promise<void> =>
  copyFolder(compiled, cacheBelow(worktree.home));
