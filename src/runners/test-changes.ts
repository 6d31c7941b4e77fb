// What became of the tests between two trees, read from the text of their files.
import { posix } from 'node:path';
import { BatonError } from '../errors.ts';
import { isTestFile } from '../evidence/test-files.ts';
import { compareTests, readTestSource } from '../evidence/test-source.ts';
import type { TestFileChange } from '../model/evidence.ts';
import { TEST_NAMES_CHARS_MAX, TEST_SOURCE_BYTES_MAX, TEST_SOURCES_MAX } from '../model/limits.ts';
import type { Digest } from '../model/sealed.ts';
import type { Repository } from './repository.ts';
import { type TreeChange, treeChanges } from './tree-diff.ts';
import { LINK_MODE, readBlob } from './tree-files.ts';

const shown = (repository: Repository, path: string): string =>
  repository.prefix === '' ? path : posix.relative(repository.prefix, path);

type Tests = ReturnType<typeof readTestSource>;

interface Side {
  readonly path: string;
  readonly oid: string | undefined;
  readonly mode: string;
}

/** A link, and what is too large to be read, has no tests: what was there before is gone. */
const testsOf = async (repository: Repository, { path, oid, mode }: Side): Promise<Tests> => {
  if (oid === undefined || !isTestFile(shown(repository, path)) || mode === LINK_MODE || mode === '160000')
    return [];
  const text = await readBlob(repository, oid, TEST_SOURCE_BYTES_MAX);
  return text === undefined ? [] : readTestSource(path, text);
};

interface Compared {
  readonly shown: TestFileChange;
  readonly before: Tests;
  readonly after: Tests;
}

const kindOf = ({ change }: TreeChange, wasTest: boolean, isTest: boolean): TestFileChange['change'] =>
  change === 'added' || !wasTest ? 'added' : change === 'deleted' || !isTest ? 'deleted' : 'modified';

const compare = async (repository: Repository, change: TreeChange): Promise<Compared> => {
  const old = change.was ?? change.path;
  const before = await testsOf(repository, { path: old, oid: change.before, mode: change.modes[0] });
  const after = await testsOf(repository, { path: change.path, oid: change.after, mode: change.modes[1] });
  const [wasPath, isPath] = [shown(repository, old), shown(repository, change.path)];
  const [wasTest, isTest] = [isTestFile(wasPath), isTestFile(isPath)];
  const kind = kindOf(change, wasTest, isTest);
  return {
    shown: {
      path: kind === 'deleted' ? wasPath : isPath,
      ...(kind === 'modified' && change.was !== undefined ? { was: wasPath } : {}),
      change: kind,
      ...compareTests(before, after),
    },
    before,
    after,
  };
};

/** A test that stands in another changed file now, and says there at least as much, was moved and not removed. */
const withoutMoved = (all: readonly Compared[]): TestFileChange[] => {
  const added = new Map<string, number>();
  for (const { before, after } of all) {
    const old = new Set(before.map(({ name }) => name));
    for (const { name, skipped, assertions = 0 } of after)
      if (!old.has(name) && !skipped) added.set(name, Math.max(assertions, added.get(name) ?? 0));
  }
  return all.map(({ shown, before }) => ({
    ...shown,
    removed: shown.removed.filter((name) => {
      const was = before.filter((test) => test.name === name);
      const now = added.get(name);
      return !(was.length === 1 && now !== undefined && now >= (was[0]!.assertions ?? 0));
    }),
  }));
};

const charsOf = (files: readonly TestFileChange[]): number =>
  files.reduce((sum, file) => sum + JSON.stringify(file).length, 0);

export const testChanges = async (
  repository: Repository,
  from: Digest,
  to: Digest,
): Promise<TestFileChange[]> => {
  const changes = (await treeChanges(repository, from, to)).filter(
    ({ path, was = path }) => isTestFile(shown(repository, path)) || isTestFile(shown(repository, was)),
  );
  const tooMuch = (what: string): BatonError =>
    new BatonError('OUTPUT_EXCEEDED', `expected at most ${what} in what changed of the tests, came more`, {
      hint: 'Hand the change in in smaller pieces.',
    });
  if (changes.length > TEST_SOURCES_MAX) throw tooMuch(`${TEST_SOURCES_MAX} files`);
  const compared: Compared[] = [];
  for (const change of changes) compared.push(await compare(repository, change));
  const files = withoutMoved(compared).sort((a, b) => (a.path < b.path ? -1 : 1));
  if (charsOf(files) > TEST_NAMES_CHARS_MAX) throw tooMuch(`${TEST_NAMES_CHARS_MAX} characters of names`);
  return files;
};
