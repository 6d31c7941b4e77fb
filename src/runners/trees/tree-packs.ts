// Trees on their way to another machine: as thin packs, which hold what is new in them and rest on what was sent before.
import { BatonError } from '../../errors.ts';
import { PACK_BYTES_MAX } from '../../model/limits/store.ts';
import { git, gitBytes, gitResult } from '../../std/processes/git.ts';
import type { Repository } from './repository.ts';
import { DURABLE, refsOf } from './tree-files.ts';

export interface PackedTree {
  readonly oid: string;
  readonly pack: Uint8Array;
}

/** Of those that were sent before, the last few are enough to leave out what has not changed. */
const RESTS_ON_MAX = 8;

/**
 * A commit of the tree on top of the one that the run begins from. Only beside commits does git leave out the files of a commit, and write what
 * differs from them instead of whole files.
 */
const onTopOf = async (repository: Repository, commit: string, tree: string): Promise<string> => {
  const by = 'Baton <baton@localhost> 0 +0000';
  const input = `tree ${tree}\nparent ${commit}\nauthor ${by}\ncommitter ${by}\n\n`;
  return (
    await git(['hash-object', '-t', 'commit', '-w', '--stdin'], { ...refsOf(repository), input })
  ).trim();
};

/** `shown` is what the pack is made for, where that is not the object itself. */
const packOf = async (
  repository: Repository,
  oid: string,
  without: readonly string[],
  shown = oid,
): Promise<PackedTree> => {
  const input = [shown, ...without.map((one) => `^${one}`), ''].join('\n');
  const pack = await gitBytes(['pack-objects', '--revs', '--thin', '--stdout', '-q', '--delta-base-offset'], {
    ...refsOf(repository),
    input,
  });
  if (pack.length <= PACK_BYTES_MAX) return { oid, pack };
  throw new BatonError(
    'FILE_TOO_LARGE',
    `the tree ${oid} has ${pack.length} new bytes to share, at most ${PACK_BYTES_MAX} are allowed`,
    {
      hint: 'Push the commit that the run begins from to the remote of the project, or keep large files out of git.',
    },
  );
};

const remoteRefs = async (repository: Repository): Promise<readonly string[]> =>
  (await git(['for-each-ref', '--format=%(objectname)', 'refs/remotes'], refsOf(repository)))
    .split('\n')
    .filter((oid) => oid !== '');

const onRemote = async (repository: Repository, commit: string): Promise<boolean> => {
  const { exit, stdout } = await gitResult(
    ['for-each-ref', '--contains', commit, '--count=1', 'refs/remotes'],
    refsOf(repository),
  );
  return exit === 0 && stdout.trim() !== '';
};

/** Packs for other machines, of a run that begins at `commit`. What the remote has is not sent. */
export const treePacks = (repository: Repository, commit: string | null) => {
  const unpushed = async (): Promise<PackedTree[]> =>
    commit === null || (await onRemote(repository, commit))
      ? []
      : [await packOf(repository, commit, await remoteRefs(repository))];
  let began = false;
  return {
    /** Nothing for one that is not there: somebody only wrote about it. */
    pack: async (oid: string, shared: readonly string[]): Promise<readonly PackedTree[]> => {
      const rests = [...(commit === null ? [] : [commit]), ...shared.slice(-RESTS_ON_MAX)];
      const there = await kindsOf(repository, [oid, ...rests]);
      if (!there.has(oid)) return [];
      const first = began || shared.length > 0 ? [] : await unpushed();
      began = true;
      const without = rests.filter((one) => one !== oid && there.has(one));
      const isOnTop = commit !== null && there.has(commit) && there.get(oid) === 'tree';
      const shown = isOnTop ? await onTopOf(repository, commit, oid) : oid;
      return [...first, await packOf(repository, oid, without, shown)];
    },
  };
};

/** Of those that are there. */
const kindsOf = async (
  repository: Repository,
  oids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (oids.length === 0) return new Map();
  const output = await git(['cat-file', '--batch-check'], {
    ...refsOf(repository),
    input: `${oids.join('\n')}\n`,
  });
  // A line is the name, the kind and the size; of what is not there it is the name and a word.
  const words = output.split('\n').map((line) => line.split(' '));
  return new Map(words.flatMap(([oid = '', kind = '', size]) => (size === undefined ? [] : [[oid, kind]])));
};

/** Which of these the repository does not have. */
export const missingFrom = async (
  repository: Repository,
  oids: readonly string[],
): Promise<readonly string[]> => {
  const present = await kindsOf(repository, oids);
  return oids.filter((oid) => !present.has(oid));
};

/** Asks the remote once for what it may have got since. */
export const fetchCommit = async (repository: Repository, commit: string): Promise<void> => {
  if ((await missingFrom(repository, [commit])).length === 0) return;
  await gitResult(['fetch', '--quiet', '--no-tags', 'origin'], refsOf(repository));
};

/** The object with all that was packed, under a ref of the run, so that it is not collected. */
export const unpackTree = async (
  repository: Repository,
  refs: string,
  { oid, pack }: PackedTree,
): Promise<void> => {
  await git([...DURABLE, 'index-pack', '--stdin', '--fix-thin'], { ...refsOf(repository), input: pack });
  await git([...DURABLE, 'update-ref', '--no-deref', `${refs}/trees/${oid}`, oid], refsOf(repository));
};

/** What a run begins from, where portsOf and others look for it. */
export const keepBase = async (repository: Repository, refs: string, oid: string): Promise<void> => {
  if ((await missingFrom(repository, [oid])).length === 0)
    await git([...DURABLE, 'update-ref', '--no-deref', `${refs}/base`, oid], refsOf(repository));
};
