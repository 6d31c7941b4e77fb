// Files that git takes for deleted and added, because a renaming changed much of their few lines: the same words, but for
// names that changed everywhere alike.
import { posix } from 'node:path';
import { sameButNames } from '../../evidence/source/layout.ts';
import { wordsOf } from '../../evidence/source/source-words.ts';
import { SMALL_RENAME_BYTES_MAX, SMALL_RENAMES_MAX } from '../../model/limits/limits.ts';
import type { Repository } from './repository.ts';
import type { TreeChange } from './tree-change.ts';
import { readBlobs } from './tree-files.ts';

/** Fewer words may be the same by chance. */
const WORDS_MIN = 12;

const isFile = (mode: string): boolean => mode === '100644' || mode === '100755';

export const withSmallRenames = async (
  repository: Repository,
  changes: readonly TreeChange[],
): Promise<TreeChange[]> => {
  const deleted = changes.filter(({ change, modes }) => change === 'deleted' && isFile(modes[0]));
  const added = changes.filter(({ change, modes }) => change === 'added' && isFile(modes[1]));
  if (deleted.length === 0 || added.length === 0 || deleted.length * added.length > SMALL_RENAMES_MAX)
    return [...changes];
  const oids = [...deleted.map(({ before }) => before), ...added.map(({ after }) => after)];
  const texts = await readBlobs(
    repository,
    oids.filter((oid) => oid !== undefined),
    SMALL_RENAME_BYTES_MAX,
  );
  const words = new Map([...texts].map(([oid, text]) => [oid, wordsOf(text)]));
  const left = new Set(deleted);
  const renamed = new Map<TreeChange, TreeChange>();
  for (const one of added) {
    const now = words.get(one.after ?? '') ?? [];
    const was = [...left].find(
      ({ path, before }) =>
        posix.extname(path) === posix.extname(one.path) &&
        now.length >= WORDS_MIN &&
        sameButNames(words.get(before ?? '') ?? [], now),
    );
    if (was === undefined) continue;
    left.delete(was);
    renamed.set(one, {
      ...one,
      ...{ was: was.path, change: 'renamed', before: was.before, modes: [was.modes[0], one.modes[1]] },
      removed: was.removed,
    });
  }
  const gone = new Set([...renamed.values()].map(({ was }) => was));
  return changes.flatMap((change) =>
    change.change === 'deleted' && gone.has(change.path) ? [] : [renamed.get(change) ?? change],
  );
};
