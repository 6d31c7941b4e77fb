// New tests that could not be loaded on the old code are run there once more without what stands beside them: a test that
// passes then was kept from loading by something else, and shows nothing.
import { keepTests, type SourceText } from '../../evidence/matching/kept-tests.ts';
import { functionOf, lastTestName, normalTestName } from '../../evidence/matching/side-tests.ts';
import type { CommandEvidence, TestRow } from '../../model/evidence.ts';
import { ALONE_RUNS_MAX, TEST_SOURCE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { TestCase } from '../../model/measured.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { projectPath, type TestsSide } from '../side/tests-side.ts';
import type { Repository } from '../trees/repository.ts';
import { isKept } from '../trees/tree-change.ts';
import { editTree, LINK_MODE, readBlobs, type TreeFile, writeBlob } from '../trees/tree-files.ts';

/** The files that are run, and of Go the functions. */
export interface Choice {
  readonly only: readonly string[];
  readonly functions: readonly string[];
}

export type RunTests = (tree: Digest, choice: Choice) => Promise<CommandEvidence | undefined>;

export interface AloneOptions {
  readonly repository: Repository;
  readonly side: TestsSide;
  readonly head: Digest;
  readonly scratchDirectory: string;
  /** Each test must show the change; otherwise one is enough. */
  readonly isNamed: boolean;
  readonly runOnOldCode: RunTests;
}

export const testKey = (file: string | undefined, name: string): string =>
  JSON.stringify([file ?? null, normalTestName(name)]);

const goFunction = (name: string): string => name.split('/', 1)[0] ?? '';

export const choiceOf = (rows: readonly TestRow[]): Choice => ({
  only: [...new Set(rows.flatMap(({ file }) => file ?? []))],
  functions: rows.every(({ file }) => file?.endsWith('_test.go'))
    ? [...new Set(rows.map(({ name }) => goFunction(name)))]
    : [],
});

/** How its file declares a test; cases and subtests have no text of their own. */
export const declaredAs = ({ name, file = '' }: TestRow): string =>
  lastTestName(file.endsWith('_test.go') ? goFunction(name) : file.endsWith('.py') ? functionOf(name) : name);

export interface TestFile extends SourceText {
  readonly at: string;
  readonly mode: string;
}

/** The changed files that declare tests, as the head has them. */
export const testFiles = async ({
  repository,
  side,
}: Pick<AloneOptions, 'repository' | 'side'>): Promise<readonly TestFile[]> => {
  const changed = side.changes
    .filter(isKept)
    .filter(({ path, modes }) => side.isTestSource(path) && modes[1] !== LINK_MODE);
  const texts = await readBlobs(
    repository,
    changed.map(({ after }) => after),
    TEST_SOURCE_BYTES_MAX,
  );
  return changed.flatMap(({ path, after, modes }) => {
    const text = texts.get(after);
    return text === undefined
      ? []
      : [{ path: projectPath(repository, path), at: path, mode: modes[1], text }];
  });
};

/** The head with these of its new tests only; undefined where nothing can be left out. */
const treeWith = async (
  { repository, head, scratchDirectory }: AloneOptions,
  files: readonly TestFile[],
  rows: readonly TestRow[],
): Promise<Digest | undefined> => {
  const wanted = new Map<string, Set<string>>();
  for (const row of rows)
    wanted.set(row.file ?? '', (wanted.get(row.file ?? '') ?? new Set()).add(declaredAs(row)));
  const isWanted = (path: string, test: string): boolean =>
    wanted.get(path)?.has(lastTestName(test)) === true;
  const made = new Map<string, TreeFile>();
  const kept = keepTests(files, isWanted);
  for (const [at, file] of files.entries()) {
    const { text } = kept[at] ?? file;
    if (text !== file.text) made.set(file.at, { mode: file.mode, oid: await writeBlob(repository, text) });
  }
  return made.size === 0 ? undefined : editTree(repository, head, { scratchDirectory, files: made });
};

const keyed = (cases: readonly TestCase[]): ReadonlyMap<string, TestCase['status']> =>
  new Map(cases.map((one) => [testKey(one.file, one.name), one.status]));

/**
 * All of them first, then halves of those that cannot be loaded together, until one is found that cannot be loaded by itself.
 */
export const markLoadedAlone = async (
  options: AloneOptions,
  rows: readonly TestRow[],
  isInDoubt: (row: TestRow) => boolean,
): Promise<readonly TestRow[]> => {
  const doubted = rows.filter(
    (row) => isInDoubt(row) && row.oldCode === 'unloaded' && row.file !== undefined && row.silent !== true,
  );
  if (doubted.length === 0) return rows;
  const files = await testFiles(options);
  const passed = new Set<string>();
  const waiting: (readonly TestRow[])[] = [doubted];
  for (let runs = 0; runs < ALONE_RUNS_MAX; runs += 1) {
    const group = waiting.pop();
    if (group === undefined) break;
    const tree = await treeWith(options, files, group);
    const run = tree === undefined ? undefined : await options.runOnOldCode(tree, choiceOf(group));
    const cells = keyed(run?.tests?.cases ?? []);
    const statusOf = ({ file, name }: TestRow) => cells.get(testKey(file, name));
    for (const row of group) if (statusOf(row) === 'passed') passed.add(testKey(row.file, row.name));
    const left = group.filter((row) => statusOf(row) === undefined);
    const isShown =
      group.some((row) => statusOf(row) === 'failed') || (left.length === 1 && group.length === 1);
    if (isShown && !options.isNamed) break;
    if (left.length === 0 || group.length === 1) continue;
    const half = Math.ceil(left.length / 2);
    waiting.push(...[left.slice(half), left.slice(0, half)].filter((part) => part.length > 0));
  }
  return rows.map((row) =>
    passed.has(testKey(row.file, row.name)) && doubted.includes(row) ? { ...row, silent: true } : row,
  );
};

/** Its old version fails on the new code, and something in its file keeps the new one from loading on the old code. */
const isOpen = ({ base, oldTests, oldCode, head, text, file }: TestRow): boolean =>
  base !== 'gone' &&
  oldTests === 'failed' &&
  oldCode === 'unloaded' &&
  head === 'passed' &&
  text !== 'same' &&
  file !== undefined;

/**
 * Old tests that changed, and that could not be loaded on the old code, are run there without what stands beside them. That
 * counts only where they pass in the same form on the new code.
 */
export const settleAlone = async (
  options: AloneOptions & { readonly runOnNewCode: RunTests },
  rows: readonly TestRow[],
): Promise<readonly TestRow[]> => {
  const open = rows.filter(isOpen);
  if (open.length === 0) return rows;
  const files = await testFiles(options);
  const settled = new Map<string, Pick<TestRow, 'oldCode' | 'message'>>();
  const waiting: (readonly TestRow[])[] = [open];
  for (let runs = 0; runs < ALONE_RUNS_MAX; runs += 1) {
    const group = waiting.pop();
    if (group === undefined) break;
    const tree = await treeWith(options, files, group);
    if (tree === undefined) continue;
    const choice = choiceOf(group);
    const { tests } = (await options.runOnOldCode(tree, choice)) ?? { tests: null };
    const known = keyed(tests?.cases ?? []);
    const control =
      known.size === 0 ? known : keyed((await options.runOnNewCode(tree, choice))?.tests?.cases ?? []);
    const messages = new Map(
      (tests?.failures ?? []).map(({ name, message }) => [normalTestName(name), message]),
    );
    for (const { file, name } of group) {
      const [oldCode, key] = [known.get(testKey(file, name)), testKey(file, name)];
      if (control.get(key) !== 'passed' || (oldCode !== 'passed' && oldCode !== 'failed')) continue;
      const message = oldCode === 'failed' ? messages.get(normalTestName(name)) : undefined;
      settled.set(key, { oldCode, ...(message === undefined ? {} : { message }) });
    }
    const left = group.filter(({ file, name }) => !known.has(testKey(file, name)));
    if (left.length === 0 || group.length === 1) continue;
    const half = Math.ceil(left.length / 2);
    waiting.push(...[left.slice(half), left.slice(0, half)].filter((part) => part.length > 0));
  }
  return rows.map((row) => (isOpen(row) ? { ...row, ...settled.get(testKey(row.file, row.name)) } : row));
};
