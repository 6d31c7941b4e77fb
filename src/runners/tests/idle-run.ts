// New tests that fail on the old code only because a name is not there yet are run once more, with the functions that the
// change adds made idle: whoever passes then has not looked at them. Those of which that tells nothing, and that could not
// be loaded, are run alone on the old code.

import { mayOnlyAsk } from '../../evidence/failures/asks-for-name.ts';
import { lacksName } from '../../evidence/failures/missing-name.ts';
import { lastTestName } from '../../evidence/matching/side-tests.ts';
import { addedFunctions, type Idle, withIdleFunctions } from '../../evidence/source/idle/idle-functions.ts';
import { readTestSource } from '../../evidence/source/test-source.ts';
import type { CommandEvidence, TestRow } from '../../model/evidence.ts';
import { IDLE_RUN_MS_MAX, TEST_SOURCE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { TestCase } from '../../model/measured.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { TestsSide } from '../side/tests-side.ts';
import type { Repository } from '../trees/repository.ts';
import { editTree, LINK_MODE, readBlobs, type TreeFile, writeBlob } from '../trees/tree-files.ts';
import {
  choiceOf,
  declaredAs,
  markLoadedAlone,
  type RunTests,
  settleAlone,
  testFiles,
  testKey,
} from './alone-run.ts';

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

interface CodeFile {
  readonly path: string;
  readonly mode: string;
  readonly text: string;
  readonly before: string | undefined;
}

/** Changed code, as the head has it and as it was. */
const codeFiles = async ({ repository, side }: IdleOptions): Promise<readonly CodeFile[]> => {
  const code = side.changes.filter(
    ({ path, after, modes }) => !side.isTests(path) && after !== undefined && modes[1] !== LINK_MODE,
  );
  const oids = code.flatMap(({ before, after }) => [before, after].filter((oid) => oid !== undefined));
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  return code.flatMap(({ path, before, after, modes }) => {
    const text = texts.get(after ?? '');
    return text === undefined ? [] : [{ path, mode: modes[1], text, before: texts.get(before ?? '') }];
  });
};

/** New tests that may only ask whether something is there, although no name is missing: by what they say and print. */
const askingTests = async (
  options: IdleOptions,
  code: readonly CodeFile[],
  rows: readonly TestRow[],
): Promise<ReadonlySet<TestRow>> => {
  const added = new Set(code.flatMap(({ path, text, before }) => addedFunctions(path, text, before)));
  const fresh = rows.filter((row) => isShown(row) && row.base === 'gone');
  if (added.size === 0 || fresh.length === 0) return new Set();
  const files = new Map((await testFiles(options)).map(({ path, text }) => [path, text]));
  const textOf = (row: TestRow): string => {
    const text = files.get(row.file ?? '') ?? '';
    const declared = readTestSource(row.file ?? '', text).find(
      ({ name }) => lastTestName(name) === declaredAs(row),
    );
    return declared?.range === undefined ? text : text.slice(declared.range.from, declared.range.to);
  };
  return new Set(fresh.filter((row) => mayOnlyAsk(row.message, textOf(row), added)));
};

/** The head with the functions that are new in it made idle; undefined where there is none that is known. */
const idleTree = async (
  { repository, head, scratchDirectory }: IdleOptions,
  code: readonly CodeFile[],
  idle: Idle,
): Promise<Digest | undefined> => {
  const files = new Map<string, TreeFile>();
  for (const { path, mode, text, before } of code) {
    const made = withIdleFunctions(path, text, before, idle);
    if (made !== undefined) files.set(path, { mode, oid: await writeBlob(repository, made) });
  }
  return files.size === 0 ? undefined : editTree(repository, head, { scratchDirectory, files });
};

/** In Go a panic ends the program, so tests that are not asked for would keep others from being run. */
const idleRuns = async (
  options: IdleOptions,
  code: readonly CodeFile[],
  doubted: readonly TestRow[],
): Promise<readonly (readonly TestCase[])[]> => {
  const trees = await Promise.all(IDLES.map((idle) => idleTree(options, code, idle)));
  // Some languages give back something empty in any case.
  const different = [...new Set(trees)].filter((tree) => tree !== undefined);
  const runs = await Promise.all(different.map((tree) => options.run(tree, choiceOf(doubted))));
  return runs.map((run) => run?.tests?.cases ?? []);
};

/** The rows, with a mark at each new test that passes although the new functions are idle. Old tests that changed are settled first. */
export const markIdleTests = async (
  options: IdleOptions,
  told: readonly TestRow[],
): Promise<readonly TestRow[]> => {
  if (!options.takesFiles && options.onHead.durationMs > IDLE_RUN_MS_MAX) return told;
  const rows = await settleAlone({ ...options, runOnNewCode: options.run }, told);
  if (!rows.some((row) => isInDoubt(row) || isShown(row))) return rows;
  const code = await codeFiles(options);
  const asking = await askingTests(options, code, rows);
  const isDoubted = (row: TestRow): boolean => isInDoubt(row) || asking.has(row);
  const doubted = rows.filter(isDoubted);
  const isSettled = rows.some((row) => isShown(row) && !asking.has(row)) && !options.isNamed;
  if (doubted.length === 0 || isSettled) return rows;
  const cases = (await idleRuns(options, code, doubted)).flat();
  const keysOf = (status: TestCase['status']): Set<string> =>
    new Set(cases.flatMap((one) => (one.status === status ? [testKey(one.file, one.name)] : [])));
  const [passed, failed] = [keysOf('passed'), keysOf('failed')];
  const isIn = (keys: ReadonlySet<string>, { file, name }: TestRow): boolean => keys.has(testKey(file, name));
  const mark = (row: TestRow): Partial<TestRow> => (asking.has(row) ? { asksOnly: true } : { silent: true });
  const marked = rows.map((row) => (isDoubted(row) && isIn(passed, row) ? { ...row, ...mark(row) } : row));
  // Who fails with idle functions looks at them.
  if (doubted.some((row) => isIn(failed, row) && !isIn(passed, row)) && !options.isNamed) return marked;
  return markLoadedAlone(options, marked, (row) => isInDoubt(row) && !isIn(failed, row));
};
