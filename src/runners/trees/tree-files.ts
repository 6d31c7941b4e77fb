// Files of sealed trees, read and written as git objects: no checkout, and no index but one of Baton's own.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BatonError } from '../../errors.ts';
import {
  TEXT_REMEMBERED_BYTES_MAX,
  TEXTS_REMEMBERED_MAX,
  TREES_REMEMBERED_MAX,
} from '../../model/limits/limits.ts';
import { type Digest, TREE_PREFIX, treeDigest, treeOid } from '../../model/run/sealed.ts';
import { type GitOptions, git, gitBytes, gitLine } from '../../std/processes/git.ts';
import { processIdentity } from '../../std/processes/process-identity.ts';
import { objectStore } from './own-git.ts';
import type { Repository } from './repository.ts';
import { objectId, readTreeEntries, shownPath } from './tree-objects.ts';

// A journal line will point at what is written here, so it must survive a power cut.
export const DURABLE: readonly string[] = [
  '-c',
  'core.fsync=loose-object,pack,pack-metadata,reference',
  '-c',
  'core.logAllRefUpdates=false',
];

export interface TreeFile {
  readonly mode: string;
  readonly oid: string;
}

export const LINK_MODE = '120000';

export const objectsOf = (repository: Repository): GitOptions => objectStore(repository);

/** The user's refs and settings, without a checkout. */
export const refsOf = ({ commonDirectory }: Repository): GitOptions => ({
  cwd: commonDirectory,
  env: { GIT_DIR: commonDirectory },
});

/** The object id of a tree, fit to stand on a command line. */
export const requireTreeOid = (digest: Digest): string => {
  const oid = treeOid(digest);
  if (!digest.startsWith(TREE_PREFIX) || !/^[0-9a-f]{40,64}$/.test(oid))
    throw new BatonError(
      'FIELD_INVALID',
      `expected a tree ("${TREE_PREFIX}<id>"), got ${JSON.stringify(digest)}`,
    );
  return oid;
};

/** The newest is the last; the oldest goes. */
const remember = <V>(memory: Map<string, V>, key: string, value: V, entriesMax: number): void => {
  memory.delete(key);
  memory.set(key, value);
  for (const old of [...memory.keys()].slice(0, -entriesMax)) memory.delete(old);
};

/** What a hash has confirmed stays true, so the last few trees are not read again. */
const confirmed = new Map<string, ReadonlyMap<string, TreeFile>>();

const confirmedFiles = async (
  repository: Repository,
  oid: string,
): Promise<ReadonlyMap<string, TreeFile>> => {
  const known = confirmed.get(oid);
  const files =
    known ??
    new Map(
      (await readTreeEntries(repository, oid)).map((entry) => [
        shownPath(entry),
        { mode: entry.mode, oid: entry.oid },
      ]),
    );
  remember(confirmed, oid, files, TREES_REMEMBERED_MAX);
  return files;
};

/** Every file of a tree by its path from the root, with mode and content. Its tree objects are what their ids say. */
export const listTree = async (repository: Repository, tree: Digest): Promise<Map<string, TreeFile>> =>
  new Map(await confirmedFiles(repository, requireTreeOid(tree)));

/** Manifests and configuration: read for every run of a command, and seldom large. */
const confirmedTexts = new Map<string, string>();

/** The text of a file's content; undefined for what is larger than the limit. */
export const readBlob = async (
  repository: Repository,
  oid: string,
  bytesMax: number,
): Promise<string | undefined> => {
  const key = `${repository.commonDirectory} ${oid}`;
  const known = confirmedTexts.get(key);
  if (known !== undefined) return Buffer.byteLength(known) > bytesMax ? undefined : known;
  const at = objectsOf(repository);
  const size = Number(await gitLine(['cat-file', '-s', oid], at));
  if (size > bytesMax) return undefined;
  const bytes = await gitBytes(['cat-file', 'blob', oid], at);
  if (objectId(repository.objectFormat, 'blob', bytes) !== oid)
    throw new BatonError(
      'OBJECT_CORRUPT',
      `expected the blob ${oid} to be what its id says, but its bytes are others`,
      {
        hint: 'Run `git fsck`: an object of the repository was changed.',
      },
    );
  const text = bytes.toString('utf8');
  if (size <= TEXT_REMEMBERED_BYTES_MAX) remember(confirmedTexts, key, text, TEXTS_REMEMBERED_MAX);
  return text;
};

/** The texts of many contents at once; what is larger than the limit, or is not text, is left out. */
export const readBlobs = async (
  repository: Repository,
  oids: readonly string[],
  bytesMax: number,
): Promise<Map<string, string>> => {
  const texts = new Map<string, string>();
  const wanted = [...new Set(oids)];
  if (wanted.length === 0) return texts;
  const at = objectsOf(repository);
  const sizes = (
    await git(['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
      ...at,
      input: `${wanted.join('\n')}\n`,
    })
  ).split('\n');
  const small = wanted.filter((_, index) => Number(sizes[index]?.split(' ')[1] ?? Number.NaN) <= bytesMax);
  if (small.length === 0) return texts;
  const bytes = await gitBytes(['cat-file', '--batch'], { ...at, input: `${small.join('\n')}\n` });
  let from = 0;
  for (const oid of small) {
    const line = bytes.indexOf(10, from);
    const size = Number(bytes.toString('utf8', from, line).split(' ')[2]);
    const content = bytes.subarray(line + 1, line + 1 + size);
    if (!content.includes(0)) texts.set(oid, content.toString('utf8'));
    from = line + 1 + size + 1;
  }
  return texts;
};

export const writeBlob = (repository: Repository, text: string): Promise<string> =>
  gitLine([...DURABLE, 'hash-object', '-w', '--no-filters', '--stdin'], {
    ...objectsOf(repository),
    input: text,
  });

export interface TreeEdit {
  readonly scratchDirectory: string;
  /** Undefined for a file that is to be gone. */
  readonly files: ReadonlyMap<string, TreeFile | undefined>;
}

/** A tree with some of its files replaced. Git itself sees to it that no file stands where a folder must. */
export const editTree = async (repository: Repository, tree: Digest, edit: TreeEdit): Promise<Digest> => {
  if (edit.files.size === 0) return tree;
  await mkdir(edit.scratchDirectory, { recursive: true, mode: 0o700 });
  const index = join(edit.scratchDirectory, `${processIdentity()}-${randomUUID()}.index`);
  const { cwd, env } = objectsOf(repository);
  const at = { cwd, env: { ...env, GIT_INDEX_FILE: index } };
  try {
    await git(['read-tree', requireTreeOid(tree)], at);
    const none = '0'.repeat(requireTreeOid(tree).length);
    const gone = [...edit.files].filter(([, file]) => file === undefined);
    const put = [...edit.files].filter(([, file]) => file !== undefined);
    // What goes makes room first: a file may stand where a folder was.
    const input = [...gone, ...put]
      .map(([path, file]) => `${file?.mode ?? '0'} ${file?.oid ?? none}\t${path}\0`)
      .join('');
    await git(['update-index', '-z', '--index-info'], { ...at, input });
    return treeDigest(await gitLine([...DURABLE, 'write-tree'], at));
  } finally {
    for (const path of [index, `${index}.lock`]) await rm(path, { force: true });
  }
};

/** Keeps a tree from being collected for as long as the run's refs are there. */
export const keepTreeRef = async (repository: Repository, refs: string, tree: Digest): Promise<void> => {
  const oid = requireTreeOid(tree);
  await git([...DURABLE, 'update-ref', '--no-deref', `${refs}/trees/${oid}`, oid], refsOf(repository));
};
