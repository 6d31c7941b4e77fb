// Which side changed files are on by who uses them, as far as it can be told without a run. Kinds of work are judged by it.
import { posix } from 'node:path';
import { splitSource } from '../../evidence/source/in-source-tests.ts';
import { isOnTestsSide, isSourceFile, mayBeHelper } from '../../evidence/source/test-files.ts';
import { HELPERS_LOOKED_AT_MAX, TEST_SOURCE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Repository } from '../trees/repository.ts';
import type { TreeChange } from '../trees/tree-change.ts';
import { treeChanges } from '../trees/tree-diff.ts';
import { LINK_MODE, listTree, readBlobs } from '../trees/tree-files.ts';
import { dataOfTests } from './data-of-tests.ts';
import { importersOf } from './file-users.ts';
import { codeInTestFolders, projectPath, usedByTestsAlone } from './tests-side.ts';
import { textsOfCode } from './texts-of-code.ts';

interface UsersSide {
  readonly changes: readonly TreeChange[];
  /** What those who use a changed file make it, where its name says something else or nothing. */
  sideOf(path: string): 'code' | 'tests' | undefined;
}

const codeOf = (path: string, text: string): string => splitSource(path, text)?.code ?? text;

/** The code is as it was, and only tests that stand beside it in its file differ. */
const differsInTests = ({ path, was, modes }: TreeChange, before: string, after: string): boolean =>
  before !== after &&
  modes[0] === modes[1] &&
  codeOf(was ?? path, before).trim() === codeOf(path, after).trim();

/** Whether code stands in the folder of a new file: then it is more of that code, as long as it does not look like a helper. */
const standsAmongCode = async (
  repository: Repository,
  base: Digest,
  path: string,
  isNamed: (path: string) => boolean,
): Promise<boolean> => {
  const beside = [...(await listTree(repository, base))].filter(
    ([other, { mode }]) =>
      posix.dirname(other) === posix.dirname(path) &&
      mode !== LINK_MODE &&
      isSourceFile(other) &&
      !isNamed(other),
  );
  if (beside.length > HELPERS_LOOKED_AT_MAX) return true;
  const oids = beside.map(([, { oid }]) => oid);
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  return beside.some(
    ([other, { oid }]) => !mayBeHelper(projectPath(repository, other), texts.get(oid) ?? '', false),
  );
};

/** Changed sources that are tests in part, or that nothing but tests uses: helpers, and new files apart from the code. */
const sourcesOfTests = async (
  repository: Repository,
  [base, head]: readonly [Digest, Digest],
  changes: readonly TreeChange[],
  isNamed: (path: string) => boolean,
): Promise<Set<string>> => {
  const sources = changes
    .filter(({ path, was }) => isSourceFile(path) && !(isNamed(path) && isNamed(was ?? path)))
    .slice(0, HELPERS_LOOKED_AT_MAX);
  const oids = sources.flatMap(({ before, after }) => [before, after].filter((oid) => oid !== undefined));
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  const found = new Set<string>();
  for (const change of sources) {
    const { path, was = path, before, after } = change;
    const [old, now] = [texts.get(before ?? ''), texts.get(after ?? '')];
    if (old !== undefined && now !== undefined && differsInTests(change, old, now)) found.add(path);
    const isNew = before === undefined;
    const isHelper = mayBeHelper(projectPath(repository, was), (isNew ? now : old) ?? '', isNew);
    if (!isHelper && (!isNew || (await standsAmongCode(repository, base, path, isNamed)))) continue;
    const tree = isNew ? head : base;
    const importers = await importersOf(repository, tree, was);
    const tests = await usedByTestsAlone(repository, tree, importers, isNamed);
    if (importers.length > 0 && tests.length === importers.length) found.add(path);
  }
  return found;
};

export const usersSide = async (repository: Repository, base: Digest, head: Digest): Promise<UsersSide> => {
  const trees = [base, head] as const;
  const changes = await treeChanges(repository, base, head);
  const own = (path: string): string => projectPath(repository, path);
  const code = await codeInTestFolders(repository, trees, changes, (path) => isOnTestsSide(own(path)));
  const isNamed = (path: string): boolean => isOnTestsSide(own(path)) && !code.has(path);
  const sources = await sourcesOfTests(repository, trees, changes, isNamed);
  const isTests = (path: string): boolean => isNamed(path) || sources.has(path);
  const data = await dataOfTests(repository, trees, changes, isTests, own);
  const texts = await textsOfCode({ repository, trees, isTests: isNamed, own }, changes);
  return {
    changes,
    sideOf: (path) => {
      if (code.has(path) || data.ofCode.has(path) || texts.has(path)) return 'code';
      const isOfTests = [data.ofTests, data.newOfTests, sources].some((files) => files.has(path));
      return isOfTests ? 'tests' : undefined;
    },
  };
};
