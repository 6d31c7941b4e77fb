// New tests that fail on the old code only because a name is not there yet are run once more, with the functions that the
// change adds made idle: whoever passes then has not looked at them. Those of which that tells nothing, and that could not
// be loaded, are run alone on the old code.

import { lacksName } from '../../evidence/runs/missing-name.ts';
import { type Idle, withIdleFunctions } from '../../evidence/source/idle/idle-functions.ts';
import type { CommandEvidence, TestRow } from '../../model/evidence.ts';
import { IDLE_RUN_MS_MAX, TEST_SOURCE_BYTES_MAX } from '../../model/limits.ts';
import type { TestCase } from '../../model/measured.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Repository } from '../trees/repository.ts';
import { editTree, LINK_MODE, readBlobs, type TreeFile, writeBlob } from '../trees/tree-files.ts';
import { choiceOf, markLoadedAlone, type RunTests, testKey } from './alone-run.ts';
import type { TestsSide } from './tests-side.ts';

export interface IdleOptions {
  readonly repository: Repository;
  readonly side: TestsSide;
  readonly head: Digest;
  readonly scratchDirectory: string;
  /** The run of the head, and whether the runner can be told which files to run. */
  readonly onHead: CommandEvidence;
  readonly takesFiles: boolean;
  /** Each test that the plan names must show the change; otherwise one is enough. */
  readonly isNamed: boolean;
  readonly run: RunTests;
  /** The tests of a tree on the old code. */
  readonly runOnOldCode: RunTests;
}

const IDLES: readonly Idle[] = ['throws', 'returns', 'empty'];

const isInDoubt = ({ base, oldCode, head, message, brought }: TestRow): boolean =>
  base === 'gone' &&
  head === 'passed' &&
  (oldCode === 'unloaded' ||
    (oldCode === 'gone' && brought === true) ||
    (oldCode === 'failed' && lacksName(message)));

/** It fails on the old code by what it asserts. */
const isShown = ({ base, oldCode, head, message, text, ambiguous }: TestRow): boolean =>
  head === 'passed' &&
  oldCode === 'failed' &&
  !lacksName(message) &&
  (base === 'gone' || (text !== 'same' && ambiguous !== true));

/** The head with the functions that are new in it made idle; undefined where there is none that is known. */
const idleTree = async (options: IdleOptions, idle: Idle): Promise<Digest | undefined> => {
  const { repository, side, head, scratchDirectory } = options;
  const code = side.changes.filter(
    ({ path, after, modes }) => !side.isTests(path) && after !== undefined && modes[1] !== LINK_MODE,
  );
  const oids = code.flatMap(({ before, after }) => [before, after].filter((oid) => oid !== undefined));
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  const files = new Map<string, TreeFile>();
  for (const { path, before, after, modes } of code) {
    const text = texts.get(after ?? '');
    const made =
      text === undefined ? undefined : withIdleFunctions(path, text, texts.get(before ?? ''), idle);
    if (made !== undefined) files.set(path, { mode: modes[1], oid: await writeBlob(repository, made) });
  }
  return files.size === 0 ? undefined : editTree(repository, head, { scratchDirectory, files });
};

/** In Go a panic ends the program, so tests that are not asked for would keep others from being run. */
const idleRuns = async (
  options: IdleOptions,
  doubted: readonly TestRow[],
): Promise<readonly (readonly TestCase[])[]> => {
  const trees = await Promise.all(IDLES.map((idle) => idleTree(options, idle)));
  // Some languages give back something empty in any case.
  const different = [...new Set(trees)].filter((tree) => tree !== undefined);
  const runs = await Promise.all(different.map((tree) => options.run(tree, choiceOf(doubted))));
  return runs.map((run) => run?.tests?.cases ?? []);
};

/** The rows, with a mark at each new test that passes although the new functions are idle. */
export const markIdleTests = async (
  options: IdleOptions,
  rows: readonly TestRow[],
): Promise<readonly TestRow[]> => {
  const doubted = rows.filter(isInDoubt);
  const isSettled = rows.some(isShown) && !options.isNamed;
  const isLong = !options.takesFiles && options.onHead.durationMs > IDLE_RUN_MS_MAX;
  if (doubted.length === 0 || isSettled || isLong) return rows;
  const cases = (await idleRuns(options, doubted)).flat();
  const keysOf = (status: TestCase['status']): Set<string> =>
    new Set(cases.flatMap((one) => (one.status === status ? [testKey(one.file, one.name)] : [])));
  const [passed, failed] = [keysOf('passed'), keysOf('failed')];
  const isIn = (keys: ReadonlySet<string>, { file, name }: TestRow): boolean => keys.has(testKey(file, name));
  const marked = rows.map((row) => (isInDoubt(row) && isIn(passed, row) ? { ...row, silent: true } : row));
  // Who fails with idle functions looks at them.
  if (doubted.some((row) => isIn(failed, row) && !isIn(passed, row)) && !options.isNamed) return marked;
  return markLoadedAlone(options, marked, (row) => isInDoubt(row) && !isIn(failed, row));
};
