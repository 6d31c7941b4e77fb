// Changed files of data that only tests read: golden files, tolerances, tables of cases, wherever they lie.
import { posix } from 'node:path';
import { isDataFile, mayUseFiles } from '../../evidence/source/test-files.ts';
import { DATA_LOOKED_AT_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Repository } from '../trees/repository.ts';
import type { TreeChange } from '../trees/tree-change.ts';
import { folderUsers, mentionersOf } from './file-users.ts';

interface DataOfTests {
  /** Only tests mention it. */
  readonly ofTests: ReadonlySet<string>;
  /** It is new, and only tests mention it: what they read, or what the change was to bring. */
  readonly newOfTests: ReadonlySet<string>;
  /** Code mentions it. */
  readonly ofCode: ReadonlySet<string>;
}

/** The base says who uses a file; of a file that is new, the head. */
export const dataOfTests = async (
  repository: Repository,
  [base, head]: readonly [Digest, Digest],
  changes: readonly TreeChange[],
  isNamed: (path: string) => boolean,
  own: (path: string) => string,
): Promise<DataOfTests> => {
  const [ofTests, newOfTests, ofCode] = [new Set<string>(), new Set<string>(), new Set<string>()];
  // What was there before comes first: new files could crowd it out.
  const data = changes
    .filter(({ path, was }) => !isNamed(path) && isDataFile(own(was ?? path)))
    .sort((one, two) => Number(one.before === undefined) - Number(two.before === undefined))
    .slice(0, DATA_LOOKED_AT_MAX);
  for (const [tree, part] of [
    [base, data.filter(({ before }) => before !== undefined)],
    [head, data.filter(({ before }) => before === undefined)],
  ] as const) {
    const users = await mentionersOf(
      repository,
      tree,
      part.map(({ path, was }) => was ?? path),
    );
    for (const { path, was, before } of part) {
      const mentions = [...(users.get(was ?? path) ?? [])].filter(mayUseFiles);
      const folder = posix.basename(posix.dirname(own(was ?? path)));
      const names = [path, ...(was === undefined ? [] : [was])];
      if (mentions.some((user) => !isNamed(user))) for (const name of names) ofCode.add(name);
      else if (mentions.length > 0) {
        const readers = await folderUsers(repository, tree, folder);
        const isCodes = readers.some((user) => mayUseFiles(user) && !isNamed(user));
        // Of what is new and lies where code looks, nobody can say whose it is.
        if (before !== undefined) for (const name of names) (isCodes ? ofCode : ofTests).add(name);
        else if (!isCodes) newOfTests.add(path);
      }
    }
  }
  return { ofTests, newOfTests, ofCode };
};
