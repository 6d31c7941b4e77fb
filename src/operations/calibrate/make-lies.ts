// The trees of the lies: the head of a commit with some of its files replaced.

import { splitSource } from '../../evidence/source/in-source-tests.ts';
import { TEST_SOURCE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { executedTree } from '../../runners/commands/executed-tree.ts';
import {
  editTree,
  LINK_MODE,
  listTree,
  readBlobs,
  type TreeFile,
  writeBlob,
} from '../../runners/trees/tree-files.ts';
import { type Breaking, type Broken, breakSomething, type Unbroken } from './break-something.ts';
import { changeTests, newTestsIn, type TestLie } from './change-tests.ts';
import { LIES, type LieName, OF_NEW_TESTS, OF_OLD_TESTS } from './lies.ts';
import { languageOf } from './test-spans.ts';

export interface MadeLie {
  readonly lie: LieName;
  /** Undefined where the commit cannot be turned into it. */
  readonly tree: Digest | undefined;
  /** What was done, or why it cannot be. */
  readonly says: string;
}

const withTexts = async (
  { repository, head, scratchDirectory }: Breaking,
  texts: ReadonlyMap<string, string>,
): Promise<Digest> => {
  const before = await listTree(repository, head);
  const files = new Map<string, TreeFile>();
  for (const [path, text] of texts)
    files.set(path, {
      mode: before.get(path)?.mode ?? '100644',
      oid: await writeBlob(repository, text),
    });
  return editTree(repository, head, { scratchDirectory, files });
};

/** The code of one tree with the tests of the other; undefined where that is one of the two. */
const mixed = async (
  { repository, base, head, side, scratchDirectory }: Breaking,
  code: 'base' | 'head',
): Promise<Digest | undefined> => {
  const [tree, testsOf] = code === 'base' ? [base, head] : [head, base];
  const { isTests } = side;
  const made = await executedTree(repository, { tree, testsOf, isTests, scratchDirectory });
  return made.tree === base || made.tree === head ? undefined : made.tree;
};

/** Changed files with new tests, with each version of their text. */
const newTests = async ({ repository, side }: Breaking) => {
  const changed = side.changes.filter(
    ({ after, modes }) => after !== undefined && modes[1] !== LINK_MODE && modes[1] !== '160000',
  );
  const oids = changed.flatMap(({ before, after }) => [before, after].filter((oid) => oid !== undefined));
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  return changed.flatMap(({ path, before, after }) => {
    const text = texts.get(after ?? '');
    if (text === undefined) return [];
    // In Rust any file can have examples.
    const isAsked =
      side.isTestSource(path) || languageOf(path) === 'rust' || splitSource(path, text) !== undefined;
    if (!isAsked) return [];
    const spans = newTestsIn(path, texts.get(before ?? ''), text);
    const hasExamples = spans.some(({ form }) => form === 'example');
    return spans.length === 0
      ? []
      : [{ path, text, hasExamples, starts: new Set(spans.map(({ from }) => from)) }];
  });
};

const ofNewTests = async (breaking: Breaking, lie: LieName, done: TestLie): Promise<MadeLie> => {
  const files = await newTests(breaking);
  const none = { lie, tree: undefined };
  if (files.length === 0) return { ...none, says: 'the commit has no new test whose text can be changed' };
  const made = new Map<string, string>();
  for (const { path, text, starts } of files) {
    const changed = changeTests(path, text, done, ({ from }) => starts.has(from));
    // One honest test that is left would make the lie none.
    if (changed === undefined) return { ...none, says: `a test in ${path} cannot be changed so` };
    made.set(path, changed);
  }
  const count = files.reduce((sum, { starts }) => sum + starts.size, 0);
  return { lie, tree: await withTexts(breaking, made), says: `${count} new or changed tests` };
};

const ofOldTests = async (
  breaking: Breaking,
  lie: LieName,
  done: TestLie,
  broken: Broken | Unbroken,
): Promise<MadeLie> => {
  const none = { lie, tree: undefined };
  if ('why' in broken) return { ...none, says: broken.why };
  const texts = new Map(broken.edits);
  const before = await listTree(breaking.repository, breaking.head);
  const oids = [...broken.tests.keys()].map((path) => before.get(path)?.oid ?? '');
  const blobs = await readBlobs(breaking.repository, oids, TEST_SOURCE_BYTES_MAX);
  for (const [path, names] of broken.tests) {
    const text = texts.get(path) ?? blobs.get(before.get(path)?.oid ?? '') ?? '';
    const changed = changeTests(path, text, done, ({ name }) => names.has(name));
    if (changed === undefined) return { ...none, says: `a test in ${path} cannot be changed so` };
    texts.set(path, changed);
  }
  const count = [...broken.tests.values()].reduce((sum, names) => sum + names.size, 0);
  return {
    lie,
    tree: await withTexts(breaking, texts),
    says: `${broken.name} in ${broken.path} throws; ${count} old tests fail without the lie`,
  };
};

const makeLie = async (breaking: Breaking, lie: LieName, broken: () => Promise<Broken | Unbroken>) => {
  const [toNew, toOld] = [OF_NEW_TESTS[lie], OF_OLD_TESTS[lie]];
  if (toNew !== undefined) return ofNewTests(breaking, lie, toNew);
  if (toOld !== undefined) return ofOldTests(breaking, lie, toOld, await broken());
  if (lie === 'tests-left-out' && (await newTests(breaking)).some(({ hasExamples }) => hasExamples))
    return { lie, tree: undefined, says: 'new examples in its documentation stay with the code' };
  const tree = await mixed(breaking, lie === 'source-taken-back' ? 'base' : 'head');
  const says = tree === undefined ? 'the commit does not change both code and tests' : '';
  return { lie, tree, says };
};

/** One after the other; the search for something to break runs tests, so it is made once, and only where it is needed. */
export const makeLies = async (breaking: Breaking, wanted: (lie: LieName) => boolean): Promise<MadeLie[]> => {
  let search: Promise<Broken | Unbroken> | undefined;
  const broken = (): Promise<Broken | Unbroken> => {
    search ??= breakSomething(breaking);
    return search;
  };
  const made: MadeLie[] = [];
  for (const lie of LIES.filter(wanted)) {
    if (breaking.signal.aborted) break;
    made.push(await makeLie(breaking, lie, broken));
  }
  return made;
};
