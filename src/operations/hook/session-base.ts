// What an agent's work is compared with: the tree that was sealed when its session started. It moves only to a tree that
// the hook proved, or when a person says so. Commands and scripts stay those of the start in any case.
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { BatonError } from '../../errors.ts';
import { PROVED_TREES_MAX, STOP_COUNT_KEPT_MS } from '../../model/limits/hook.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import { type Digest, digestSchema, treeDigest, treeOid } from '../../model/run/sealed.ts';
import { type Place, scratchDirectory } from '../../runners/commands/place.ts';
import { headCommit, type Repository, treeOfCommit } from '../../runners/trees/repository.ts';
import { sealTree } from '../../runners/trees/sealed-tree.ts';
import { DURABLE, objectsOf, refsOf as userRefs } from '../../runners/trees/tree-files.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { git, gitLine, gitResult } from '../../std/processes/git.ts';
import { CONFIG_FILE } from '../project/load-config.ts';
import { markHead } from './head-moves.ts';
import { hookFile, readHookFile, sessionKey, writeHookFile } from './hook-files.ts';
import { ignoredTests } from './ignored-tests.ts';

const recordSchema = z.strictObject({
  v: z.literal(1),
  /** What work is compared with. */
  tree: digestSchema,
  /** Where commands, scripts and configuration are taken from. */
  rules: digestSchema,
  /** The text of baton.yaml that goes with `rules`; null where there was none. */
  config: z.string().nullable(),
  how: z.enum(['session-start', 'proved', 'released']),
  at: z.string(),
  head: z.strictObject({ commit: z.string().nullable(), entry: z.string().nullable() }),
  /** Ignored files with names of tests that were there already. */
  ignored: z.array(z.string()),
  /** Trees that were proved in this session before, the last one last. */
  earlier: z.array(digestSchema).optional(),
  /** `tree` was proved with a release, which counts once: going back to it needs a proof of its own. */
  once: z.boolean().optional(),
});
export type SessionBase = z.infer<typeof recordSchema>;

const FOLDER = '.hook-base';
/** For sessions that have none of their own: what a person released. No session's key has this form. */
const FOR_ALL = 'released';

export const refsOf = (session: string): string => `refs/baton/hook/${sessionKey(session)}`;

const fileOf = (place: Place, key: string): string => hookFile(place, FOLDER, `${key}.json`);

export interface Sealing {
  readonly place: Place;
  readonly repository: Repository;
  /** Paths from the root of the repository. */
  readonly exclude: readonly string[];
}

export const sealWork = ({ place, repository, exclude }: Sealing, ref: string): Promise<Digest> =>
  sealTree(repository, { scratchDirectory: scratchDirectory(place), ref, exclude });

const keepRef = (repository: Repository, ref: string, tree: Digest): Promise<string> =>
  git([...DURABLE, 'update-ref', '--no-deref', ref, treeOid(tree)], userRefs(repository));

const write = async (
  { place, repository }: Pick<Sealing, 'place' | 'repository'>,
  key: string,
  base: SessionBase,
): Promise<void> => {
  // The trees are kept first: a record must not name what may be collected.
  await keepRef(repository, `refs/baton/hook/${key}/base`, base.tree);
  await keepRef(repository, `refs/baton/hook/${key}/rules`, base.rules);
  await writeHookFile(fileOf(place, key), base);
};

const configText = async (project: string): Promise<string | null> => {
  try {
    return (await readBoundedIfThere(join(project, CONFIG_FILE), YAML_BYTES_MAX))?.toString('utf8') ?? null;
  } catch {
    return null;
  }
};

/** The project as it is now, ready to be written as a base. */
const baseOfNow = async (
  sealing: Sealing,
  key: string,
  how: SessionBase['how'],
  now: number,
): Promise<SessionBase> => {
  const tree = await sealWork(sealing, `refs/baton/hook/${key}/base`);
  return {
    v: 1,
    tree,
    rules: tree,
    config: await configText(sealing.place.project),
    how,
    at: new Date(now).toISOString(),
    head: await markHead(sealing.repository),
    ignored: await ignoredTests(sealing.repository),
  };
};

const isThere = async (repository: Repository, tree: Digest): Promise<boolean> =>
  (await gitResult(['cat-file', '-e', treeOid(tree)], objectsOf(repository))).exit === 0;

const readKey = async (
  place: Place,
  repository: Repository,
  key: string,
): Promise<SessionBase | undefined> => {
  const base = await readHookFile(fileOf(place, key), recordSchema);
  if (base === undefined) return undefined;
  if ((await isThere(repository, base.tree)) && (await isThere(repository, base.rules))) return base;
  throw new BatonError(
    'OBJECT_MISSING',
    `the tree that the work is compared with (sealed ${base.at}) is not in ${repository.commonDirectory} any more`,
    { hint: 'If the repository was made anew on purpose, run `baton release --base --why "…"`.' },
  );
};

/** Of this session alone. */
export const readSessionBase = (
  { place, repository }: Pick<Sealing, 'place' | 'repository'>,
  session: string,
): Promise<SessionBase | undefined> => readKey(place, repository, sessionKey(session));

/** The baton.yaml of the start of a session: null where there was none, undefined where nothing was sealed. */
export const sealedConfig = async (place: Place, session: string): Promise<string | null | undefined> =>
  (await readHookFile(fileOf(place, sessionKey(session)), recordSchema))?.config;

export const sealSessionBase = async (
  sealing: Sealing,
  session: string,
  now: number,
): Promise<SessionBase> => {
  const key = sessionKey(session);
  const base = await baseOfNow(sealing, key, 'session-start', now);
  await write(sealing, key, base);
  return base;
};

const RECORD = /^([0-9a-f]{64})\.json$/;

/** Keys of the sessions that have a base, the one written to last first. */
const sessionKeys = async (place: Place): Promise<string[]> => {
  const names = await readdir(hookFile(place, FOLDER)).catch(() => []);
  const found = await Promise.all(
    names.flatMap((name) => {
      const key = RECORD.exec(name)?.[1];
      if (key === undefined) return [];
      return stat(fileOf(place, key)).then(
        ({ mtimeMs }) => [{ key, mtimeMs }],
        () => [],
      );
    }),
  );
  return found
    .flat()
    .sort((one, two) => two.mtimeMs - one.mtimeMs)
    .map(({ key }) => key);
};

/** A session that goes on under another name keeps its base: clearing and forking seal nothing. */
export const inheritSessionBase = async (
  sealing: Pick<Sealing, 'place' | 'repository'>,
  session: string,
): Promise<SessionBase | undefined> => {
  const [latest] = await sessionKeys(sealing.place);
  const base = latest === undefined ? undefined : await readKey(sealing.place, sealing.repository, latest);
  if (base !== undefined) await write(sealing, sessionKey(session), base);
  return base;
};

/** The tree was proved: from here on the work is compared with it, by the same rules. */
export const moveSessionBase = async (
  { place, repository }: Pick<Sealing, 'place' | 'repository'>,
  session: string,
  proved: Pick<SessionBase, 'tree' | 'rules' | 'config' | 'ignored' | 'earlier' | 'once'>,
  now: number,
): Promise<void> => {
  const head = await markHead(repository);
  const at = new Date(now).toISOString();
  const base: SessionBase = { v: 1, ...proved, how: 'proved', at, head };
  await write({ place, repository }, sessionKey(session), base);
};

/** Trees of this session that need no proof any more: its start, and what was proved since. */
export const knownTrees = ({ rules, tree, record }: FoundBase): readonly Digest[] =>
  record === undefined
    ? []
    : [...new Set([rules, ...(record.earlier ?? []), ...(record.once ? [] : [tree])])].slice(
        -PROVED_TREES_MAX,
      );

/** By a person: every session of the project, and those to come that have no base of their own. */
export const releaseBase = async (sealing: Sealing, now: number): Promise<SessionBase> => {
  const base = await baseOfNow(sealing, FOR_ALL, 'released', now);
  for (const key of [FOR_ALL, ...(await sessionKeys(sealing.place))]) await write(sealing, key, base);
  return base;
};

/** What work is compared with, and how that was found. */
export interface FoundBase {
  readonly tree: Digest;
  readonly rules: Digest;
  /** Undefined where nothing was sealed: then it is the one of the tree. */
  readonly config: string | null | undefined;
  readonly record: SessionBase | undefined;
  /** Said to the person where no session start sealed it. */
  readonly note: string;
}

const NO_START =
  'This session has no sealed start (run `baton init --agent claude`, then start a new session)';

const mergeBase = async (repository: Repository): Promise<{ commit: string; what: string } | undefined> => {
  const head = await headCommit(repository);
  if (head === undefined) return undefined;
  const { exit, stdout } = await gitResult(['merge-base', 'HEAD', '@{upstream}'], { cwd: repository.root });
  return exit === 0
    ? { commit: stdout.trim(), what: 'the merge-base with the upstream' }
    : { commit: head, what: 'HEAD' };
};

const unsealedBase = async (repository: Repository): Promise<FoundBase> => {
  const found = await mergeBase(repository);
  const oid =
    found === undefined
      ? await gitLine(['hash-object', '-w', '-t', 'tree', '--stdin'], objectsOf(repository))
      : await treeOfCommit(repository, found.commit);
  const what = found === undefined ? 'nothing' : `${found.what}, ${found.commit.slice(0, 12)}`;
  const tree = treeDigest(oid);
  const note = `${NO_START}: its work was compared with ${what}.`;
  return { tree, rules: tree, config: undefined, record: undefined, note };
};

export const findBase = async (
  sealing: Pick<Sealing, 'place' | 'repository'>,
  session: string,
): Promise<FoundBase> => {
  const { place, repository } = sealing;
  const record = (await readSessionBase(sealing, session)) ?? (await readKey(place, repository, FOR_ALL));
  if (record === undefined) return unsealedBase(repository);
  return { tree: record.tree, rules: record.rules, config: record.config, record, note: '' };
};

/** Removes refs below this one. */
export const dropRefs = async (repository: Repository, prefix: string): Promise<void> => {
  const at = userRefs(repository);
  const refs = await git(['for-each-ref', '--format=%(refname)', `${prefix}/`], at);
  const names = refs.split('\n').filter((name) => name !== '');
  if (names.length === 0) return;
  const input = names.map((name) => `delete ${name}\n`).join('');
  await git([...DURABLE, 'update-ref', '--no-deref', '--stdin'], { ...at, input });
};

export interface OldSession {
  readonly path: string;
  /** Its trees are kept below this ref. */
  readonly refs: string;
  readonly at: number;
}

/** Sessions that never came back. No caller can make this shorter: work in progress would lose its base. */
export const oldSessions = async (place: Place, now: number): Promise<OldSession[]> => {
  const found: OldSession[] = [];
  for (const key of [...(await sessionKeys(place)), FOR_ALL]) {
    const path = fileOf(place, key);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > STOP_COUNT_KEPT_MS) found.push({ path, refs: `refs/baton/hook/${key}`, at: mtimeMs });
  }
  return found;
};

/** Forgets sessions that never came back. The one that is at work is not among them. */
export const tendBases = async (
  { place, repository }: Pick<Sealing, 'place' | 'repository'>,
  session: string,
  now: number,
): Promise<void> => {
  const time = new Date(now);
  await utimes(fileOf(place, sessionKey(session)), time, time).catch(() => {});
  for (const { path, refs } of await oldSessions(place, now)) {
    await dropRefs(repository, refs);
    await rm(path, { force: true });
  }
};
