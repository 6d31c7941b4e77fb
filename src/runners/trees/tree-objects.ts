// The entries of a tree, read so that nothing can stand for another: every tree object is hashed, and is what its id says.
import { createHash } from 'node:crypto';
import { BatonError } from '../../errors.ts';
import { type GitOptions, git, gitBytes } from '../../std/processes/git.ts';
import { objectStore } from './own-git.ts';
import type { Repository } from './repository.ts';

export interface TreeEntry {
  /** From the root; each character is a byte, because git's names are bytes. */
  readonly path: string;
  /** 100644, 100755, 120000 or 160000. */
  readonly mode: string;
  readonly oid: string;
}

/** The name as people read it. */
export const shownPath = ({ path }: Pick<TreeEntry, 'path'>): string =>
  Buffer.from(path, 'latin1').toString('utf8');

export const objectId = (objectFormat: string, kind: 'tree' | 'blob', bytes: Uint8Array): string =>
  createHash(objectFormat).update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex');

const absent = (oid: string): BatonError =>
  new BatonError('OBJECT_MISSING', `expected the git object ${oid}, but the repository does not have it`, {
    hint: 'In a partial clone run `git fetch --refetch --no-filter`; otherwise run `git fsck`.',
  });

/** What `cat-file --batch` printed, by id. */
const parseBatch = (output: Buffer): Map<string, Buffer> => {
  const found = new Map<string, Buffer>();
  let at = 0;
  while (at < output.length) {
    const lineEnd = output.indexOf(0x0a, at);
    const [oid = '', kind = '', size = ''] = output.toString('latin1', at, lineEnd).split(' ');
    if (kind === 'missing') throw absent(oid);
    const start = lineEnd + 1;
    found.set(oid, output.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return found;
};

/** Trees of long ago hold modes like 100664; git takes them for one of the two. */
const plainMode = (mode: string): string => {
  if (!mode.startsWith('100')) return mode;
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? '100644' : '100755';
};

const entriesOf = (bytes: Buffer, idBytes: number): TreeEntry[] => {
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    entries.push({
      mode: plainMode(bytes.toString('latin1', at, space).padStart(6, '0')),
      path: bytes.toString('latin1', space + 1, end),
      oid: bytes.toString('hex', end + 1, end + 1 + idBytes),
    });
    at = end + 1 + idBytes;
  }
  return entries;
};

const treeIds = async (root: string, at: GitOptions): Promise<string[]> => {
  const listing = await git(
    ['ls-tree', '-r', '-t', '-z', '--full-tree', '--format=%(objecttype) %(objectname)', root],
    at,
  );
  const ids = listing.split('\0').flatMap((row) => (row.startsWith('tree ') ? [row.slice(5)] : []));
  return [...new Set([root, ...ids])];
};

/** Every file, link and submodule of the tree, by path. Throws where an object is missing, or is not what its id says. */
export const readTreeEntries = async (repository: Repository, root: string): Promise<TreeEntry[]> => {
  const at = objectStore(repository);
  // Which trees there are is only a guess from here on: a hash decides.
  const ids = await treeIds(root, at);
  const trees = parseBatch(
    await gitBytes(['cat-file', '--batch', '--buffer'], { ...at, input: `${ids.join('\n')}\n` }),
  );
  const found: TreeEntry[] = [];
  const open: { readonly oid: string; readonly prefix: string }[] = [{ oid: root, prefix: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { oid, prefix } = next;
    const bytes = trees.get(oid);
    if (bytes === undefined || objectId(repository.objectFormat, 'tree', bytes) !== oid)
      throw new BatonError(
        'OBJECT_CORRUPT',
        `expected the tree ${oid} of ${prefix === '' ? 'the root' : shownPath({ path: prefix })} to be what its id says, but its bytes are others`,
        { hint: 'Run `git fsck`: an object of the repository was changed.' },
      );
    for (const entry of entriesOf(bytes, oid.length / 2)) {
      const path = `${prefix}${entry.path}`;
      if (entry.mode === '040000') open.push({ oid: entry.oid, prefix: `${path}/` });
      else found.push({ ...entry, path });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
};
