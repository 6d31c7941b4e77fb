// Objects that a partial clone has left at its remote. Baton's own git directories know no remote, so they are asked for
// in the user's repository, by their ids; what comes is hashed like everything else.
import { BatonError } from '../../errors.ts';
import { git, gitResult } from '../../std/processes/git.ts';
import type { Repository } from './repository.ts';
import { objectsOf, refsOf } from './tree-files.ts';
import type { TreeEntry } from './tree-objects.ts';

const SUBMODULE = '160000';

const missingOf = async (repository: Repository, entries: readonly TreeEntry[]): Promise<string[]> => {
  const ids = new Set(entries.filter(({ mode }) => mode !== SUBMODULE).map(({ oid }) => oid));
  const output = await git(['cat-file', '--batch-check', '--buffer'], {
    ...objectsOf(repository),
    input: [...ids].map((oid) => `${oid}\n`).join(''),
  });
  return output.split('\n').flatMap((row) => (row.endsWith(' missing') ? row.split(' ', 1) : []));
};

/** The remote that the user's clone is partial of. */
const promisorOf = async (repository: Repository): Promise<string | undefined> => {
  const { stdout } = await gitResult(
    ['config', '-z', '--type=bool', '--get-regexp', '^remote\\..*\\.promisor$'],
    refsOf(repository),
  );
  const [key, value] = (stdout.split('\0')[0] ?? '').split('\n');
  const name = key?.slice('remote.'.length, -'.promisor'.length) ?? '';
  return value === 'true' && /^\w[\w./-]*$/.test(name) ? name : undefined;
};

/** Whether anything was missing and is there now. Throws, in words, where it cannot be brought. */
export const bringMissing = async (
  repository: Repository,
  entries: readonly TreeEntry[],
): Promise<boolean> => {
  const missing = await missingOf(repository, entries);
  if (missing.length === 0) return false;
  const remote = await promisorOf(repository);
  const fetched =
    remote === undefined
      ? undefined
      : await gitResult(
          [
            ...['-c', 'fetch.negotiationAlgorithm=noop', '-c', 'protocol.ext.allow=never', 'fetch', remote],
            ...[
              '--no-tags',
              '--no-write-fetch-head',
              '--recurse-submodules=no',
              '--filter=blob:none',
              '--stdin',
            ],
          ],
          { ...refsOf(repository), input: missing.map((oid) => `${oid}\n`).join('') },
        );
  const left = fetched?.exit === 0 ? await missingOf(repository, entries) : missing;
  if (left.length === 0) return true;
  const files = new Set(left);
  const named = entries.find(({ oid }) => files.has(oid))?.path ?? '';
  throw new BatonError(
    'OBJECT_MISSING',
    `expected all files of the tree in the repository, but the content of ${left.length} is not there (${named} …)` +
      (remote === undefined ? '' : `: ${remote} did not give them: ${fetched?.stderr.trim().slice(0, 500)}`),
    { hint: 'In a partial clone, run `git fetch --refetch --no-filter`; otherwise run `git fsck`.' },
  );
};
