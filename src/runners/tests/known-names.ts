// A new version of a test may fail on the old code with "is not a function" of a name that the change does not add:
// then it asks the old code for something else, and lacks nothing.
import { lackedNames, mentionsOf } from '../../evidence/failures/lacked-names.ts';
import type { TestRow } from '../../model/evidence.ts';
import { TEST_SOURCE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { TestsSide } from '../side/tests-side.ts';
import type { Repository } from '../trees/repository.ts';
import { readBlobs } from '../trees/tree-files.ts';

const isConcerned = ({ oldTests, oldCode, head, text }: TestRow): boolean =>
  oldTests === 'failed' && oldCode === 'failed' && head === 'passed' && text !== 'same';

/** What changed beside the tests, before and after; undefined where one of the texts cannot be read. */
const changedTexts = async (
  repository: Repository,
  { changes, isTests }: TestsSide,
): Promise<{ readonly before: string; readonly after: string } | undefined> => {
  const code = changes.filter(({ path }) => !isTests(path));
  const oids = code.flatMap(({ before, after }) => [before, after].filter((oid) => oid !== undefined));
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  if (oids.some((oid) => !texts.has(oid))) return undefined;
  const joined = (which: 'before' | 'after'): string =>
    code.map((change) => texts.get(change[which] ?? '') ?? '').join('\n');
  return { before: joined('before'), after: joined('after') };
};

/** The rows, with a mark where all names that the failure lacks are mentioned no more often than before the change. */
export const markKnownNames = async (
  repository: Repository,
  side: TestsSide,
  rows: readonly TestRow[],
): Promise<readonly TestRow[]> => {
  const isAsked = (row: TestRow): boolean => isConcerned(row) && lackedNames(row.message) !== undefined;
  const texts = rows.some(isAsked) ? await changedTexts(repository, side) : undefined;
  if (texts === undefined) return rows;
  const isKnown = (name: string): boolean => mentionsOf(texts.after, name) <= mentionsOf(texts.before, name);
  return rows.map((row) =>
    isAsked(row) && lackedNames(row.message)?.every(isKnown) ? { ...row, lacksNothingNew: true } : row,
  );
};
