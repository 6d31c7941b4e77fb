// How many bytes of each file a change touches. Lines alone do not tell: sixty megabytes fit into one of them.
import { PATCH_BYTES_MAX } from '../../model/limits/limits.ts';
import { type GitOptions, git, gitBeginning } from '../../std/processes/git.ts';

export interface Changed {
  readonly change: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Null for what is not text. */
  readonly added: number | null;
}

const NEWLINE = 10;
const [PLUS, MINUS] = ['+'.charCodeAt(0), '-'.charCodeAt(0)];
const HEAD = Buffer.from('diff --git ');
const HUNK = Buffer.from('@@ ');

const startsWith = (patch: Buffer, at: number, text: Buffer): boolean =>
  patch.compare(text, 0, text.length, at, Math.min(at + text.length, patch.length)) === 0;

/** Bytes of added and removed lines of each file of a patch without context, in its order. */
export const bytesInPatch = (patch: Buffer): number[] => {
  const counts: number[] = [];
  let isInHunk = false;
  for (let at = 0; at < patch.length; ) {
    const newline = patch.indexOf(NEWLINE, at);
    const end = newline === -1 ? patch.length : newline;
    if (startsWith(patch, at, HEAD)) {
      counts.push(0);
      isInHunk = false;
    } else if (startsWith(patch, at, HUNK)) isInHunk = true;
    else if (isInHunk && (patch[at] === PLUS || patch[at] === MINUS))
      counts.push((counts.pop() ?? 0) + end - at - 1);
    at = end + 1;
  }
  return counts;
};

/** What is not text is as large as it is. */
const sizesOf = async (oids: readonly string[], at: GitOptions): Promise<Map<string, number>> => {
  if (oids.length === 0) return new Map();
  const asked = { ...at, input: `${oids.join('\n')}\n` };
  const lines = (await git(['cat-file', '--batch-check=%(objectname) %(objectsize)'], asked)).split('\n');
  return new Map(lines.map((line) => line.split(' ')).map(([oid = '', size]) => [oid, Number(size)]));
};

/** In the order of `changes`, which is git's own. A patch that is cut short counts up to there, which is far enough. */
export const changedBytes = async (
  changes: readonly Changed[],
  diffArgs: readonly string[],
  at: GitOptions,
): Promise<number[]> => {
  const { bytes } = await gitBeginning(['diff-tree', '-r', '-p', '-U0', ...diffArgs], at, PATCH_BYTES_MAX);
  const counts = bytesInPatch(bytes);
  const binary = changes.flatMap(({ added, after, before }) =>
    added === null ? (after ?? before ?? []) : [],
  );
  const sizes = await sizesOf([...new Set(binary)], at);
  let place = 0;
  return changes.map(({ change, added, after, before }) => {
    // A file that becomes a link, or a link that becomes one, is shown as two changes.
    const shown = change === 'type' ? 2 : 1;
    const own = counts.slice(place, place + shown).reduce((sum, count) => sum + count, 0);
    place += shown;
    return added === null ? (sizes.get(after ?? before ?? '') ?? 0) : own;
  });
};
