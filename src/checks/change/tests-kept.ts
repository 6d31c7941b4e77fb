// The text of tests that were there says as much as before. The runs cannot see a test that was weakened and still passes;
// a later change could use it.
import { declaredFor } from '../../evidence/matching/table-names.ts';
import type { TestFileChange, TestRow } from '../../model/evidence.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { fromProblems, unproven } from '../../model/run/verdict.ts';
import type { Clause } from '../clause.ts';
import { between, isMissing, known, observed } from '../observed.ts';
import { type Change, isOwed, isReleased, runsOf, seenRuns } from './change.ts';
import { fateOf } from './test-fates.ts';
import { lastPart, refText } from './test-names.ts';

const OWNER = 'restore its assertions, or let whoever owns the plan release it (released)';

/** A test that changed together with the code may say less: that it did change is told by the runs. */
const judgedElsewhere = (rows: readonly TestRow[]): ReadonlySet<string> =>
  new Set(rows.filter((row) => fateOf(row) === 'respecified').map(({ name }) => lastPart(name)));

/** Whether a declaration makes a test that the base has. */
const makesOld =
  (rows: readonly TestRow[]): ((declared: string) => boolean) =>
  (declared) =>
    rows.some(
      ({ base, name }) =>
        base !== 'gone' &&
        (lastPart(name) === lastPart(declared) || declaredFor(name, [declared]).length > 0),
    );

const invertedProblem = (path: string, name: string): Problem =>
  problem(
    'TESTS_SKIPPED',
    `expected the test ${refText({ name, file: path })} to pass, it is marked as one that fails`,
    {
      ...{ file: path, test: name },
      hint: 'take the mark away and fix the code, or let whoever owns the plan release it (released)',
    },
  );

const weakenedProblem = (
  path: string,
  { name, before, after }: TestFileChange['weakened'][number],
  isNewAllowed: boolean,
): Problem => {
  const isNew = before === 0 && after === 0;
  return problem(
    'TESTS_WEAKENED',
    isNew
      ? `expected assertions that can fail in the new test ${refText({ name, file: path })}, got none`
      : after >= before
        ? `expected assertions that can fail in ${refText({ name, file: path })}, got ${after} that say nothing`
        : `expected at least ${before} assertions in ${refText({ name, file: path })}, got ${after}`,
    {
      ...{ file: path, test: name, hint: OWNER },
      ...(isNew && isNewAllowed ? { severity: 'warning' as const } : {}),
    },
  );
};

const fileProblems = (
  file: TestFileChange,
  change: Change,
  told: ReadonlySet<string>,
  isOld: (declared: string) => boolean,
): Problem[] => {
  const { path, was } = file;
  const kept = (name: string): boolean => !isReleased({ name, files: [path, was] }, change.released);
  return [
    ...file.only.filter(kept).map((name) =>
      problem(
        'TESTS_SKIPPED',
        `expected all tests to run, "only" on ${refText({ name, file: path })} skips the others`,
        {
          ...{ file: path, test: name },
          hint: 'take "only" away',
        },
      ),
    ),
    ...(file.inverted ?? [])
      .filter((name) => kept(name) && isOld(name))
      .map((name) => invertedProblem(path, name)),
    ...file.weakened
      .filter(({ name }) => kept(name) && !told.has(lastPart(name)))
      .map((one) => weakenedProblem(path, one, !isOwed(change))),
    ...file.removed
      .filter((name) => name.startsWith('doctest: ') && kept(name))
      .map((name) =>
        problem(
          'TESTS_REMOVED',
          `expected the example in the documentation of ${path} to stay as it is: ${name}`,
          {
            ...{ file: path, test: name },
            hint: 'restore it, or let whoever owns the plan release it (released)',
          },
        ),
      ),
  ];
};

export const TESTS_KEPT: Pick<Clause, 'name' | 'title' | 'says'> = {
  name: 'tests-kept',
  title: 'No test asserts less than before',
  says: 'no test asserts less than before, none is marked "only", and examples in documentation stay unchanged, unless the plan releases them',
};

export const testsKept = (change: Change): Clause => {
  const textChanges = between('test-changes', change.base, change.head);
  return {
    ...TESTS_KEPT,
    needs: known(runsOf(change), textChanges),
    judge: (seen) => {
      const runs = seenRuns(change, seen);
      const changes = observed('test-changes', seen, textChanges, 'nobody can say what became of the tests');
      if (isMissing(runs) || isMissing(changes)) return unproven(...[runs, changes].filter(isMissing));
      const [told, isOld] = [judgedElsewhere(runs.rows), makesOld(runs.rows)];
      return fromProblems(changes.files.flatMap((file) => fileProblems(file, change, told, isOld)));
    },
  };
};
