// How two trees differ, as git sees it: names are never parted at anything but NUL, and no setting of the user's decides.
import { posix } from 'node:path';
import type { FileChange } from '../../model/evidence.ts';
import { DIFF_FILES_MAX, DIFF_LINKS_SHOWN_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { git } from '../../std/processes/git.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import { changedBytes } from './changed-bytes.ts';
import type { Repository } from './repository.ts';
import { withSmallRenames } from './small-renames.ts';
import type { TreeChange } from './tree-change.ts';
import { listTree, objectsOf, requireTreeOid } from './tree-files.ts';

const TARGET_CHARS_MAX = 500;
const RENAMES_LOOKED_AT_MAX = 2_000;
const KINDS: Readonly<Record<string, FileChange['kind']>> = {
  100644: 'file',
  100755: 'executable',
  120000: 'link',
  160000: 'submodule',
};
const CHANGES: Readonly<Record<string, FileChange['change']>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  T: 'type',
};

const isNone = (oid: string): boolean => /^0+$/.test(oid);

const countsFrom = (
  fields: readonly string[],
  start: number,
): Map<string, [number | null, number | null]> => {
  const counts = new Map<string, [number | null, number | null]>();
  const number = (text: string | undefined): number | null =>
    text === undefined || text === '-' ? null : Number(text);
  let at = start;
  for (let field = fields[at]; field !== undefined && field !== ''; field = fields[at]) {
    const [added, removed, path = ''] = field.split('\t');
    // A renamed file has an empty name here and both names behind it.
    const name = path === '' ? (fields[at + 2] ?? '') : field.slice(`${added}\t${removed}\t`.length);
    counts.set(name, [number(added), number(removed)]);
    at += path === '' ? 3 : 1;
  }
  return counts;
};

/** The same for all that is asked of two trees, so that the answers have one order. */
const comparing = (from: Digest, to: Digest): string[] => [
  ...['-M', `-l${RENAMES_LOOKED_AT_MAX}`, '--no-ext-diff', '--no-textconv', '--ignore-submodules=none'],
  ...['--no-relative', requireTreeOid(from), requireTreeOid(to), '--'],
];

export const treeChanges = async (
  repository: Repository,
  from: Digest,
  to: Digest,
): Promise<TreeChange[]> => {
  // Git compares without hashing; so both are confirmed to be what their ids say.
  for (const tree of [from, to]) await listTree(repository, tree);
  const output = await git(
    [...['diff-tree', '-r', '-z', '--raw', '--numstat', '--no-abbrev', ...comparing(from, to)]],
    objectsOf(repository),
  );
  const fields = output.split('\0');
  const raw: Omit<TreeChange, 'added' | 'removed'>[] = [];
  let at = 0;
  for (let field = fields[at]; field?.startsWith(':'); field = fields[at]) {
    const [oldMode = '', newMode = '', before = '', after = '', status = ''] = field.slice(1).split(' ');
    const [name = '', newName = ''] = fields.slice(at + 1, at + 3);
    const renamed = status.startsWith('R');
    raw.push({
      path: renamed ? newName : name,
      was: renamed ? name : undefined,
      change: CHANGES[status[0] ?? ''] ?? 'modified',
      modes: [oldMode, newMode],
      before: isNone(before) ? undefined : before,
      after: isNone(after) ? undefined : after,
    });
    at += renamed ? 3 : 2;
  }
  const counts = countsFrom(fields, at);
  const changes = raw.map((change) => {
    const [added, removed] = counts.get(change.path) ?? [null, null];
    return { ...change, added, removed };
  });
  return withSmallRenames(repository, changes);
};

const projectPath = (repository: Repository, path: string): string =>
  repository.prefix === '' ? path : posix.relative(repository.prefix, path);

const isExecutable = (mode: string): boolean => mode === '100755';
const isFile = (mode: string): boolean => mode === '100644' || mode === '100755';

export interface TreeDiff {
  readonly files: FileChange[];
  readonly cut: boolean;
}

/** By path. A list that is cut short says so: whoever judges by it must not take the part for the whole. */
export const diffTrees = async (repository: Repository, from: Digest, to: Digest): Promise<TreeDiff> => {
  const changes = await treeChanges(repository, from, to);
  const listed = changes.slice(0, DIFF_FILES_MAX);
  const bytes = await changedBytes(changes, comparing(from, to), objectsOf(repository));
  const files: FileChange[] = [];
  let links = 0;
  for (const [place, change] of listed.entries()) {
    const { path, was, modes, before, after, added, removed } = change;
    const mode = after === undefined ? modes[0] : modes[1];
    const kind = KINDS[mode] ?? 'file';
    const oid = after ?? before;
    const target =
      kind === 'link' && oid !== undefined && ++links <= DIFF_LINKS_SHOWN_MAX
        ? clip(plainLine(await git(['cat-file', 'blob', oid], objectsOf(repository))), TARGET_CHARS_MAX)
        : undefined;
    files.push({
      path: projectPath(repository, path),
      change: change.change,
      ...(was === undefined ? {} : { was: projectPath(repository, was) }),
      kind,
      modeChanged: isFile(modes[0]) && isFile(modes[1]) && isExecutable(modes[0]) !== isExecutable(modes[1]),
      added: kind === 'submodule' ? null : added,
      removed: kind === 'submodule' ? null : removed,
      ...(kind === 'submodule' ? {} : { bytes: bytes[place] ?? 0 }),
      ...(target === undefined ? {} : { target }),
    });
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), cut: changes.length > listed.length };
};
