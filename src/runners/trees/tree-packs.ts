// Trees on their way to another machine: as thin packs, which hold what is new in them and rest on what was sent before.
import { BatonError } from '../../errors.ts';
import { PACK_BYTES_MAX } from '../../model/limits-store.ts';
import { git, gitBytes, gitResult } from '../../std/processes/git.ts';
import type { Repository } from './repository.ts';
import { DURABLE, refsOf } from './tree-files.ts';

export interface PackedTree {
  readonly oid: string;
  readonly pack: Uint8Array;
}

/** Of those that were sent before, the last few are enough to leave out what has not changed. */
const RESTS_ON_MAX = 8;

const packOf = async (
  repository: Repository,
  oid: string,
  without: readonly string[],
): Promise<PackedTree> => {
  const input = [oid, ...without.map((one) => `^${one}`), ''].join('\n');
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
      if ((await missingFrom(repository, [oid])).length > 0) return [];
      const first = began || shared.length > 0 ? [] : await unpushed();
      began = true;
      const rests = [...(commit === null ? [] : [commit]), ...shared.slice(-RESTS_ON_MAX)];
      const there = await presentOf(repository, rests);
      // Of a commit that is left out, git leaves out the files only beside other commits: so its tree is named, too.
      const without = there.flatMap((one) => [one, `${one}^{tree}`]);
      return [...first, await packOf(repository, oid, without)];
    },
  };
};

const presentOf = async (repository: Repository, oids: readonly string[]): Promise<readonly string[]> => {
  if (oids.length === 0) return [];
  const output = await git(['cat-file', '--batch-check'], {
    ...refsOf(repository),
    input: `${oids.join('\n')}\n`,
  });
  const lines = output.split('\n');
  return oids.filter((oid, at) => lines[at]?.startsWith(`${oid} `) && !lines[at]?.endsWith(' missing'));
};

/** Which of these the repository does not have. */
export const missingFrom = async (
  repository: Repository,
  oids: readonly string[],
): Promise<readonly string[]> => {
  const present = new Set(await presentOf(repository, oids));
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
