// Helpers of tests that only give something idle to the code, which asks for it now. The old tests run with them as they are
// now: without them they would fail for the lack of a name, and not for what they ask for.
import { mentionsOf } from '../../evidence/failures/lacked-names.ts';
import { givenNames } from '../../evidence/source/given-names.ts';
import { isSourceFile } from '../../evidence/source/test-files.ts';
import { readTestSource } from '../../evidence/source/test-source.ts';
import { TEST_SOURCE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { TestsSide } from '../side/tests-side.ts';
import type { Repository } from '../trees/repository.ts';
import type { TreeChange } from '../trees/tree-change.ts';
import { LINK_MODE, readBlobs } from '../trees/tree-files.ts';

/** What it gives may stand in the place of code that does something. */
const REPLACES =
  /\b(?:vi|jest|mock)\.(?:mock|doMock|unstable_mockModule|module|spyOn|method)\b|\b(?:monkey)?patch\b/;

/** By path from the root of the repository. */
export const givingHelpers = async (
  repository: Repository,
  { changes, isTests }: Pick<TestsSide, 'changes' | 'isTests'>,
): Promise<ReadonlySet<string>> => {
  const isText = ({ modes }: TreeChange): boolean => modes.every((mode) => mode !== LINK_MODE);
  const helpers = changes.filter(
    ({ path, was, before, after }) =>
      isTests(path) && isSourceFile(path) && was === undefined && before !== undefined && after !== undefined,
  );
  const code = changes.filter(({ path }) => !isTests(path));
  if (helpers.length === 0 || code.length === 0 || ![...helpers, ...code].every(isText)) return new Set();
  const oids = [...helpers, ...code].flatMap(({ before, after }) =>
    [before, after].filter((oid) => oid !== undefined),
  );
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  const joined = (which: 'before' | 'after'): string =>
    code.map((change) => texts.get(change[which] ?? '') ?? '').join('\n');
  const [was, is] = [joined('before'), joined('after')];
  // A name that the code had before may be one whose work the helper takes away.
  const isNew = (name: string): boolean => mentionsOf(was, name) === 0 && mentionsOf(is, name) > 0;
  return new Set(
    helpers.flatMap(({ path, before = '', after = '' }) => {
      const [old, now] = [texts.get(before), texts.get(after)];
      if (old === undefined || now === undefined || REPLACES.test(now)) return [];
      // In a file that declares tests, each of them says what it needs.
      if (readTestSource(path, now).length > 0) return [];
      const isGiven = (name: string): boolean => isNew(name) && mentionsOf(old, name) === 0;
      return givenNames(old, now)?.every(isGiven) === true ? [path] : [];
    }),
  );
};
