// The tests are re-run by Baton, on the tree as it was before and on the tree that was handed in. Nobody's word counts.
import { isOnTestsSide } from '../../evidence/source/test-files.ts';
import type { CommandEvidence, Evidence, TestRow, TestRun } from '../../model/evidence.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import {
  allOf,
  fromProblems,
  impossible,
  MET,
  unmet,
  unproven,
  type Verdict,
} from '../../model/run/verdict.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check } from '../../model/workflow/workflow.ts';
import type { Clause } from '../clause.ts';
import {
  cannotFail,
  commandOn,
  ENDS,
  installProblem,
  isMissing,
  known,
  listed,
  onOutcomes,
} from '../observed.ts';
import { type Change, runsOf, seenRuns } from './change.ts';
import { endsAsBefore, failsAlike, stillUnloaded, unloadedBefore } from './red-alike.ts';
import { fateOf } from './test-fates.ts';
import { normalName, refText } from './test-names.ts';
import { testsHold } from './tests-hold.ts';

const failureProblems = (evidence: CommandEvidence): Problem[] => {
  const notInstalled = installProblem(evidence);
  if (notInstalled !== undefined) return [notInstalled];
  const { failures = [], failed = 0 } = evidence.tests ?? {};
  if (failures.length === 0)
    return [
      problem(
        'TESTS_FAILED',
        `expected \`${evidence.line}\` to end with 0, it ended with ${evidence.exit}\n${evidence.tail.slice(-2000)}`,
        {
          ...(failed > 1 ? { off: failed } : {}),
          hint:
            (evidence.flaky ?? []).length === 0
              ? 'make the command pass in your working tree, then submit again'
              : `these tests fail by chance, so the exit code says nothing: ${listed(evidence.flaky ?? [])}; make them steady, then submit again`,
        },
      ),
    ];
  return [
    ...failures.map((failure) =>
      problem('TESTS_FAILED', `${failure.name}: ${failure.message}`, {
        ...(failure.file === undefined ? {} : { file: failure.file }),
        ...(failure.line === undefined ? {} : { line: failure.line }),
        hint: `make it pass: ${evidence.line}`,
      }),
    ),
    ...unlisted(evidence),
  ];
};

/** Of very many failures only the first are listed; fixing one of the others is progress as well. */
const unlisted = ({ line, tests }: CommandEvidence): Problem[] => {
  const more = (tests?.failed ?? 0) - (tests?.failures.length ?? 0);
  return more <= 0
    ? []
    : [
        problem('TESTS_FAILED', `${more} more tests fail, which are not listed`, {
          ...{ off: more, hint: `see them all: ${line}` },
        }),
      ];
};

/**
 * What a run of the tests says about one tree. Tests that were not run, not seen or not found are never a pass.
 *
 * @example
 * ```ts
 * const { status } = judgeTests({ kind: 'unavailable', cause: 'there is no test command' }); // 'unproven'
 * ```
 */
export const judgeTests = (evidence: Evidence | undefined): Verdict => {
  if (evidence === undefined || evidence.kind === 'unavailable')
    return unproven(
      problem('EVIDENCE_UNAVAILABLE', `the tests could not be run: ${evidence?.cause ?? 'no evidence'}`, {
        ...(evidence?.hint === undefined ? {} : { hint: evidence.hint }),
      }),
    );
  if (evidence.kind !== 'command')
    return unproven(problem('EVIDENCE_UNAVAILABLE', `expected a test run, got ${evidence.kind}`));
  const notRun =
    evidence.tests === null || evidence.tests.passed === 0
      ? problem('TESTS_NOT_RUN', `\`${evidence.line}\` ended with 0, but no test was seen to pass`, {
          hint: `add a test that shows the change, and let the command run it${
            evidence.tests === null
              ? '; where it names no tests, say in baton.yaml: commands.test: { run: …, basis: exit-code }'
              : ''
          }`,
        })
      : undefined;
  if (evidence.cannotFail !== undefined)
    return unmet(...cannotFail(evidence), ...(notRun === undefined || evidence.exit !== 0 ? [] : [notRun]));
  if (evidence.end !== 'exited') {
    const { code, words } = ENDS[evidence.end];
    return unmet(
      problem(code, `\`${evidence.line}\` ${words}`, {
        hint: 'make the tests end by themselves, within the limits',
      }),
    );
  }
  if (evidence.exit !== 0) return unmet(...failureProblems(evidence));
  if (evidence.tests !== null && evidence.tests.failed > 0) return unmet(...failureProblems(evidence));
  // A report that cannot be read shows no test that passed: taking the exit for it would make less evidence count more.
  if (notRun !== undefined) return unproven(notRun);
  return MET;
};

/** A command that cannot fail says nothing of the code before either. The base may have no tests. */
const blindBefore = (before: CommandEvidence): Problem[] =>
  before.tests?.total !== 0 ? cannotFail(before) : [];

/** One of the four runs as a run of a command. */
export const asCommand = (run: TestRun): CommandEvidence => ({ kind: 'command', ...run });

const isForgiven = (row: TestRow, known: readonly string[] | undefined): boolean =>
  fateOf(row) === 'red-before' &&
  (known === undefined || known.some((name) => normalName(name) === normalName(row.name)));

/**
 * The run without the tests that were red before and are unchanged. Where others fail, or it broke outside of a test, it
 * stays a failed one.
 */
const withoutKnown = (
  run: CommandEvidence,
  rows: readonly TestRow[],
  known: readonly string[] | undefined,
  unloaded: readonly string[],
): CommandEvidence => {
  const { tests, end } = run;
  if (tests === null || end !== 'exited') return run;
  const red = rows.filter((row) => row.head === 'failed' && isForgiven(row, known)).map(({ name }) => name);
  const names = new Set(red.map(normalName));
  // A file that cannot be loaded is told as a test of its own name.
  const files = unloaded.filter(
    (file) => !names.has(normalName(file)) && tests.failures.some(({ name }) => name === file),
  );
  if (red.length + unloaded.length === 0) return run;
  for (const file of files) names.add(normalName(file));
  const failed = Math.max(0, tests.failed - red.length - files.length);
  const stillUnloaded = (tests.unloaded ?? []).filter(({ file }) => !unloaded.includes(file));
  return {
    ...run,
    exit: failed === 0 && stillUnloaded.length === 0 ? 0 : run.exit,
    tests: {
      ...tests,
      failed,
      failures: tests.failures.filter(({ name }) => !names.has(normalName(name))),
    },
  };
};

const stillRed = (rows: readonly TestRow[], known: readonly string[] | undefined): Problem[] =>
  rows
    .filter((row) => isForgiven(row, known))
    .map((row) =>
      problem('TESTS_FAILED', `${refText(row)} fails as it did before the change`, {
        severity: 'warning',
        ...(row.file === undefined ? {} : { file: row.file }),
        hint: 'it counts neither for nor against this change; plan its repair',
      }),
    );

const unsteady = ({ line, flaky = [] }: TestRun, where: string): Problem[] =>
  flaky.length === 0
    ? []
    : [
        problem(
          'TESTS_FAILED',
          `${where}, \`${line}\` was run twice; failed in one run alone: ${listed(flaky)}`,
          { severity: 'warning', hint: 'a test that fails by chance proves little; plan its repair' },
        ),
      ];

/**
 * Files of the tests' side that the command itself rewrote prove nothing: it may have written its own answer. What it
 * rewrites on the base as well is the project's habit.
 */
const rewritten = (
  { line, rewritten: written = [] }: CommandEvidence,
  { rewritten: before = [] }: CommandEvidence,
): Problem[] => {
  const files = written.filter((file) => isOnTestsSide(file) && !before.includes(file));
  return files.length === 0
    ? []
    : [
        problem(
          'TESTS_CANNOT_FAIL',
          `expected \`${line}\` to leave the tests as they are, it rewrote ${listed(files)}`,
          { hint: 'let the command compare only: no update of snapshots while tests are judged' },
        ),
      ];
};

export const TESTS_GREEN: Pick<Clause, 'name' | 'title' | 'says'> = {
  name: 'tests-green',
  title: 'Tests pass on what was handed in',
  says: "the project's test command passes on your work; Baton runs it itself; only a test that failed before and that you did not change may still fail",
};

export const testsGreenClause = (change: Change): Clause => {
  const { base, head, command } = change;
  // Without a base there is nothing to compare with; the tests must pass all the same.
  const alone = base === undefined ? commandOn(command, head) : undefined;
  return {
    ...TESTS_GREEN,
    needs: known(alone ?? runsOf(change)),
    judge: (seen) => {
      if (alone !== undefined) return judgeTests(seen(alone));
      const found = seenRuns(change, seen);
      if (isMissing(found)) return unproven(found);
      const { runs, rows, cut } = found;
      const blind = blindBefore(asCommand(runs.base));
      const changed = rewritten(asCommand(runs.head), asCommand(runs.base));
      // The project named a command that could not fail before there was any work.
      if (blind.length > 0 && changed.length === 0) return impossible(unmet(...blind));
      if (blind.length + changed.length > 0) return unmet(...blind, ...changed);
      const [now, before] = [asCommand(runs.head), asCommand(runs.base)];
      const nothing = failsAlike(now, before);
      if (nothing !== undefined) return unproven(nothing);
      const mayBeRed = change.knownFailures === undefined;
      const unloaded = mayBeRed ? unloadedBefore(now, before) : [];
      const files = unloaded.map(({ file }) => file);
      const ending = mayBeRed ? endsAsBefore(now, before) : undefined;
      const run = ending === undefined ? now : { ...now, exit: 0 };
      const verdict = judgeTests(withoutKnown(run, rows, change.knownFailures, files));
      if (verdict.status !== 'met') return verdict;
      if (cut) return unproven(problem('EVIDENCE_UNAVAILABLE', 'more tests changed than can be compared'));
      return fromProblems([
        ...stillRed(rows, change.knownFailures),
        ...stillUnloaded(unloaded),
        ...(ending === undefined ? [] : [ending]),
        ...unsteady(runs.base, 'on the code before'),
        ...unsteady(runs.head, 'on this code'),
      ]);
    },
  };
};

/**
 * The tests pass, and no test that existed before is lost.
 *
 * @example
 * ```ts
 * const checks = [
 *   testsGreen({
 *     command: 'test',
 *     base: ({ start }) => start,
 *     head: (submission) => submission.digest(tree('work')),
 *   }),
 * ];
 * ```
 */
export const testsGreen = (options: {
  readonly command: string;
  readonly base: (submission: Submission) => Digest | undefined;
  readonly head: (submission: Submission) => Digest | undefined;
  readonly on?: readonly string[];
}): Check => {
  const changeOf = (submission: Submission): Change => ({
    command: options.command,
    base: options.base(submission),
    head: options.head(submission),
    ...{ kind: 'feature', released: [], strict: true, owesTest: false, commands: [] },
  });
  const clausesOf = (submission: Submission): readonly Clause[] => {
    const change = changeOf(submission);
    return change.base === undefined
      ? [testsGreenClause(change)]
      : [testsGreenClause(change), testsHold(change)];
  };
  return {
    name: TESTS_GREEN.name,
    title: TESTS_GREEN.title,
    says: `the project's \`${options.command}\` command passes on your work; Baton runs it itself; no test that passed before may be gone or assert less`,
    ...onOutcomes(options.on),
    needs: (submission) => clausesOf(submission).flatMap(({ needs }) => needs),
    judge: (submission, seen) => allOf(clausesOf(submission).map((clause) => clause.judge(seen))),
  };
};
