// RED and GREEN are facts about trees: a new or changed test fails on the code before and passes on what is handed in. A
// test that passes on both shows nothing; a file that cannot be loaded there counts only where the change is the reason.
import { isOnTestsSide } from '../../evidence/source/test-files.ts';
import type { FileChange, TestRow, TestRunsEvidence } from '../../model/evidence.ts';
import { NAMED_TESTS_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import {
  allOf,
  fromProblems,
  impossible,
  MET,
  unmet,
  unproven,
  type Verdict,
} from '../../model/run/verdict.ts';
import type { Clause } from '../clause.ts';
import { between, cannotFail, endProblem, isMissing, known, listed, observed } from '../observed.ts';
import { type Change, isOwed, type NamedTest, namedTests, runsOf, seenRuns } from './change.ts';
import { missingFileFinder } from './red-reasons.ts';
import { isBrought, isSilent, showsChange } from './test-fates.ts';
import { mayBeIn, nameFinder, refText } from './test-names.ts';
import { asCommand } from './tests-green.ts';

const WRITE =
  'write a test that fails because this change is missing, and passes with it; tests in files with other names go in `tests` of baton.yaml';

const noRed = (message: string, more: Partial<Problem> = {}): Problem =>
  problem('TESTS_NOT_RED', message, { hint: WRITE, ...more });

const placeOf = (file: string | undefined): Partial<Problem> => (file === undefined ? {} : { file });

interface Judged {
  readonly change: Change;
  readonly found: TestRunsEvidence;
  /** Whether the file of a row cannot be loaded on the old code because of what this change adds. */
  readonly lacksChange: (row: TestRow) => boolean;
}

/** Files that say which packages there are: with other packages a test may fail to load for their lack alone. */
const MANIFEST =
  /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|pyproject\.toml|requirements[\w.-]*\.txt|poetry\.lock|uv\.lock|Pipfile(?:\.lock)?|setup\.(?:py|cfg)|go\.(?:mod|sum)|Cargo\.(?:toml|lock))$/;

const covers = (entry: string, file: string | undefined): boolean =>
  entry === '*' || entry === file || (entry.endsWith('/') && file?.startsWith(entry) === true);

/**
 * Old and new code differ in this change alone. So a file that loads with the one and not with the other lacks something
 * that the change adds; where packages changed too, what is printed must name it.
 */
const lacksChangeOf = (
  { runs }: TestRunsEvidence,
  files: readonly FileChange[],
): ((row: TestRow) => boolean) => {
  const hasNewPackages = files.some(({ path }) => MANIFEST.test(path));
  if (!hasNewPackages) return () => true;
  const missing = missingFileFinder(files.filter(({ path }) => !MANIFEST.test(path) && !isOnTestsSide(path)));
  const printed = missing(runs.oldCode.tail) !== undefined;
  return ({ file }) =>
    printed ||
    (runs.oldCode.tests?.unloaded ?? []).some(
      (entry) => covers(entry.file, file) && missing(entry.message) !== undefined,
    );
};

/** A fix may make a test green that was red before: that shows it as well as a new one. */
const turnsGreen = ({ kind }: Change, { base, oldCode, head }: TestRow): boolean =>
  kind === 'fix' && base === 'failed' && oldCode === 'failed' && head === 'passed';

const isRed = ({ change, lacksChange }: Judged, row: TestRow): boolean =>
  turnsGreen(change, row) ||
  (showsChange(row) && (row.oldCode === 'failed' || isBrought(row) || lacksChange(row)));

/** It fails without the change, and still fails with it: that is told by tests-green. */
const isUnfinished = (row: TestRow): boolean =>
  row.head === 'failed' && showsChange({ ...row, head: 'passed' });

const notSeen = (wanted: NamedTest, rows: readonly TestRow[]): Problem => {
  const more = placeOf(wanted.file);
  if (rows.some(({ oldCode, head }) => oldCode === 'passed' && head === 'passed'))
    return problem(
      'TESTS_NOT_DISCRIMINATING',
      `expected ${refText(wanted)} to fail on the code before, it passes there: it does not discriminate`,
      { ...more, hint: 'test what this change brings, or do not name this test as its proof' },
    );
  const [row] = rows;
  const how =
    row === undefined
      ? 'no run has a test of this name'
      : `on the code before it is ${row.oldCode}, on what is handed in ${row.head}`;
  return noRed(`expected ${refText(wanted)} to fail on the code before and to pass now: ${how}`, {
    ...more,
    hint: 'name the test as the test command prints it, and let the command run it',
  });
};

const namedProblems = (judged: Judged, named: readonly NamedTest[]): Problem[] => {
  const find = nameFinder(judged.found.rows);
  return named.flatMap((wanted): Problem[] => {
    const rows =
      wanted.name === undefined
        ? judged.found.rows.filter((row) => mayBeIn(row, wanted.file))
        : find({ name: wanted.name, file: wanted.file });
    return rows.some((row) => isRed(judged, row) || isUnfinished(row)) ? [] : [notSeen(wanted, rows)];
  });
};

/** Tests that are new and pass without the change: no fault, but nobody should take them for its proof. */
const provesNothing = ({ found }: Judged): Problem[] => {
  const idle = found.rows.filter(
    ({ base, oldCode, head }) => base === 'gone' && head === 'passed' && oldCode === 'passed',
  );
  const skipped = found.rows.filter(({ base, head }) => base === 'gone' && head === 'skipped');
  return [
    ...(idle.length === 0
      ? []
      : [
          problem(
            'TESTS_NOT_DISCRIMINATING',
            `new tests that pass without the change, too: ${listed(idle.map(refText))}`,
            { severity: 'warning' },
          ),
        ]),
    ...(skipped.length === 0
      ? []
      : [
          problem('TESTS_SKIPPED', `new tests that do not run: ${listed(skipped.map(refText))}`, {
            severity: 'warning',
          }),
        ]),
  ];
};

const noneRed = (judged: Judged): Problem => {
  const { runs, rows } = judged.found;
  const unloaded = rows.find((row) => showsChange(row) && row.oldCode === 'unloaded');
  if (unloaded !== undefined)
    return noRed(
      `expected a test to fail on the code before, ${unloaded.file ?? refText(unloaded)} could not be loaded there, and nothing says that this change is the reason`,
      { ...placeOf(unloaded.file), hint: 'let the test fail, not the file it stands in' },
    );
  const silent = rows.filter((row) => row.head === 'passed' && isSilent(row));
  const [first] = silent;
  if (first !== undefined)
    return noRed(
      `expected a new test that asserts something of what the change adds, got only tests that pass where it does nothing: ${listed(silent.map(refText))}`,
      { ...placeOf(first.file), hint: 'assert what the new code gives back, or does' },
    );
  const fresh = rows.filter(({ base, head }) => base === 'gone' && head === 'passed');
  return noRed(
    fresh.length === 0
      ? `expected a new or changed test that fails on the code before and passes now, got none (\`${runs.oldCode.line}\`)`
      : `expected a new or changed test to fail on the code before, all pass there: ${listed(fresh.map(refText))}`,
  );
};

/** The run of the new tests on the old code must have come to its end. */
const judgeRun = ({ runs }: TestRunsEvidence): Verdict => {
  const run = asCommand(runs.oldCode);
  const [blind] = cannotFail(asCommand(runs.head));
  if (blind !== undefined)
    return cannotFail(asCommand(runs.base)).length > 0 ? impossible(unmet(blind)) : unmet(blind);
  const ended = endProblem(run, 'let the tests end by themselves on the code before, too');
  if (ended === undefined) return MET;
  return run.end === 'killed'
    ? unproven(ended)
    : unmet(ended, noRed('a run that does not end on the code before is no failed test'));
};

/** Without names, numbers: more tests fail on the old code than did before, and as many more pass now. */
const judgeNumbers = ({ runs }: TestRunsEvidence): Verdict => {
  const [base, old, head] = [runs.base.tests, runs.oldCode.tests, runs.head.tests];
  const red = (old?.failed ?? 0) - (base?.failed ?? 0);
  const isShown = head !== null && old !== null && red > 0 && head.passed >= old.passed + red;
  return isShown
    ? MET
    : unmet(
        noRed(
          `expected more tests to fail on the code before with the new tests than without, got ${old?.failed ?? 'an unknown number'} and ${base?.failed ?? 'an unknown number'}`,
        ),
      );
};

export const RED_THEN_GREEN: Pick<Clause, 'name' | 'title' | 'says'> = {
  name: 'red-then-green',
  title: 'A new test fails before and passes after',
  says: 'a feature or a fix has a new or changed test that fails on the old code and passes on yours; Baton runs your tests on the old code; a test that passes there, or fails for another reason, proves nothing',
};

export const redThenGreen = (change: Change): Clause => {
  const diff = between('diff', change.base, change.head);
  const named = namedTests(change);
  return {
    ...RED_THEN_GREEN,
    needs: isOwed(change) || named.length > 0 ? known(runsOf(change), diff) : [],
    judge: (seen) => {
      if (!isOwed(change) && named.length === 0) return MET;
      if (named.length > NAMED_TESTS_MAX)
        return unmet(
          problem('LIMIT_REACHED', `expected at most ${NAMED_TESTS_MAX} named tests, got ${named.length}`, {
            hint: 'name the tests that show the change; others need no name',
          }),
        );
      const found = seenRuns(change, seen);
      const files = observed('diff', seen, diff, 'nobody can say which files were changed');
      if (isMissing(found) || isMissing(files)) return unproven(...[found, files].filter(isMissing));
      const ran = judgeRun(found);
      if (ran.status !== 'met') return ran;
      const judged = { change, found, lacksChange: lacksChangeOf(found, files.files) };
      if (found.byNumbers && !found.rows.some((row) => isRed(judged, row))) return judgeNumbers(found);
      const misses = namedProblems(judged, named);
      const isShown = found.rows.some((row) => isRed(judged, row) || isUnfinished(row));
      return allOf([
        fromProblems(misses.length > 0 || isShown || !isOwed(change) ? misses : [noneRed(judged)]),
        fromProblems(provesNothing(judged)),
      ]);
    },
  };
};
