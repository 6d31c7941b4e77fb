// The tests that were there still hold: each is judged by what the old and the new version of it do on the old and on the
// new code, in every language, without reading test code.
import type { TestCell, TestRow, TestRunsEvidence } from '../../model/evidence.ts';
import { isMeant } from '../../model/path-patterns.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { allOf, fromProblems, MET, unproven, type Verdict } from '../../model/run/verdict.ts';
import { owesTest, type WorkKind } from '../../model/workflow/work-kind.ts';
import type { Clause } from '../clause.ts';
import { between, isMissing, known, observed } from '../observed.ts';
import { type Change, isReleased, runsOf, seenRuns } from './change.ts';
import { type Fate, fateOf } from './test-fates.ts';
import { refText } from './test-names.ts';

const RELEASE = 'restore it, or let whoever owns the plan release it (released)';

/** Work that owes no new test changes no behaviour either. */
const keepsBehaviour = (kind: WorkKind): boolean => !owesTest(kind);

interface Told {
  readonly code: Problem['code'];
  readonly severity: Problem['severity'];
  readonly says: string;
  readonly hint: string;
}

const missingHow = ({ head }: TestRow): string =>
  head === 'skipped' ? 'is skipped now' : 'was removed or renamed';

/** What a test did, in words that need no key. */
const DID: Readonly<Record<TestCell, string>> = {
  passed: 'passes',
  failed: 'fails',
  skipped: 'is skipped',
  gone: 'is not there',
  unloaded: 'cannot be loaded',
  unknown: 'is not reported',
};

/** What differs of a test that cannot be compared: its own file, or files of the tests' side that it may use. */
interface Differing {
  readonly files: ReadonlySet<string>;
  readonly support: readonly string[];
}

const SUPPORT_TOLD_MAX = 3;

const supportTold = (support: readonly string[]): string =>
  support.length <= SUPPORT_TOLD_MAX
    ? support.join(', ')
    : `${support.slice(0, SUPPORT_TOLD_MAX).join(', ')} and ${support.length - SUPPORT_TOLD_MAX} more`;

const toldOfUnclear = (row: TestRow, { files, support }: Differing): Told => {
  const told = { code: 'TESTS_CHANGED', severity: 'error' } as const;
  const old = `the old version ${DID[row.oldTests]} on the new code`;
  if (row.head !== 'passed')
    return {
      ...told,
      says: `it ${missingHow(row)}; ${old}, so nobody knows if it still holds`,
      hint: RELEASE,
    };
  const runs = `${old}, the new one ${DID[row.oldCode]} on the old code, so Baton cannot compare them`;
  if (support.length === 0 || row.file === undefined || files.has(row.file))
    return {
      ...told,
      says: `its text changed, and ${runs}; keep its text, or have it released`,
      hint: RELEASE,
    };
  const changed = supportTold(support);
  return {
    ...told,
    says: `its file is the same, but the tests' support changed (${changed}), and ${runs}; keep these files, or have them released`,
    hint: `restore ${changed}, or let whoever owns the plan release what changed (released)`,
  };
};

const toldOf = (
  row: TestRow,
  fate: Fate,
  { strict, kind }: Change,
  differing: Differing,
): Told | undefined => {
  const listed = strict ? 'error' : 'warning';
  switch (fate) {
    case 'hollow':
      return {
        code: 'TESTS_HOLLOW',
        severity: 'error',
        says: `as it was, it fails on the new code (${row.message ?? 'no message'}); the new version passes on the old code as well, so it checks nothing that the change is about`,
        hint: 'restore the test as it was and fix the code, or let whoever owns the plan release it',
      };
    case 'removed':
      return {
        code: row.head === 'skipped' ? 'TESTS_SKIPPED' : 'TESTS_REMOVED',
        severity: 'error',
        says: `it ${missingHow(row)}; the old version fails on the new code`,
        hint: RELEASE,
      };
    case 'dropped':
      return {
        code: row.head === 'skipped' ? 'TESTS_SKIPPED' : 'TESTS_REMOVED',
        severity: listed,
        says: `it ${missingHow(row)}; the old version would still pass`,
        hint: RELEASE,
      };
    case 'respecified':
      return {
        code: 'TESTS_CHANGED',
        severity: keepsBehaviour(kind) ? 'error' : listed,
        says: keepsBehaviour(kind)
          ? `as it was, it fails on the new code; work of the kind "${kind}" keeps behaviour as it is`
          : 'test and behaviour changed together: the old version fails on the new code, the new version on the old code',
        hint: keepsBehaviour(kind)
          ? 'keep the behaviour, or let whoever owns the plan say that this is another kind of work'
          : 'check that the new behaviour is wanted; whoever owns the plan may release the test',
      };
    case 'unclear':
      return toldOfUnclear(row, differing);
    default:
      return undefined;
  }
};

const problemOf = (row: TestRow, { code, severity, says, hint }: Told): Problem =>
  problem(code, `expected the test ${refText(row)} to hold: ${says}`, {
    severity,
    test: row.name,
    ...(row.file === undefined ? {} : { file: row.file }),
    hint,
  });

/** A function of Go whose file is the same says what its subtests say: each of them is told, or released, by itself. */
const isToldBelow = (row: TestRow, rows: readonly TestRow[], { files }: Differing): boolean =>
  row.file?.endsWith('.go') === true &&
  !files.has(row.file) &&
  fateOf(row) === 'respecified' &&
  rows.some((other) => other.name.startsWith(`${row.name}/`) && fateOf(other) === 'respecified');

const rowProblems = (change: Change, rows: readonly TestRow[], differing: Differing): Problem[] =>
  rows.flatMap((row) => {
    const told = toldOf(row, fateOf(row), change, differing);
    if (told === undefined || isToldBelow(row, rows, differing)) return [];
    if (isReleased({ name: row.name, files: [row.file] }, change.released)) return [];
    return [problemOf(row, told)];
  });

/** Reports that only count: nothing is lost where the tests are the same, or where no old one fails and none is missing. */
const judgeNumbers = ({ runs }: TestRunsEvidence, isChanged: boolean): Verdict => {
  if (!isChanged) return MET;
  const [base, old, head] = [runs.base.tests, runs.oldTests.tests, runs.head.tests];
  const isKept =
    base !== null &&
    old !== null &&
    head !== null &&
    old.failed <= base.failed &&
    old.passed >= base.passed &&
    head.passed >= base.passed;
  return isKept
    ? MET
    : unproven(
        problem(
          'EVIDENCE_UNAVAILABLE',
          `\`${runs.head.line}\` does not name its tests, and the tests changed: before ${base?.passed ?? 'an unknown number'} passed, the old tests on the new code ${old?.passed ?? 'an unknown number'}, now ${head?.passed ?? 'an unknown number'}`,
          {
            hint: 'let commands.test in baton.yaml be one plain call of a test runner, or name the report that it writes: test: { run: …, report: … }',
          },
        ),
      );
};

const unknownRows = ({ rows, cut }: TestRunsEvidence, line: string): Problem[] => {
  const names = rows.filter((row) => fateOf(row) === 'unknown').map(refText);
  return [
    ...(names.length === 0
      ? []
      : [
          problem(
            'EVIDENCE_UNAVAILABLE',
            `\`${line}\` does not say what became of ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`,
            { hint: 'let the report name every test in every run' },
          ),
        ]),
    ...(cut
      ? [
          problem('EVIDENCE_UNAVAILABLE', 'more tests changed than can be compared', {
            hint: 'hand the change in in smaller pieces',
          }),
        ]
      : []),
  ];
};

export const TESTS_HOLD: Pick<Clause, 'name' | 'title' | 'says'> = {
  name: 'tests-hold',
  title: 'Old tests still hold',
  says: 'every old test still holds; Baton runs the old tests on your code, and your tests on the old code; a test that was weakened, emptied, mocked, skipped or removed to pass is rejected, unless the plan releases it',
};

export const testsHold = (change: Change): Clause => {
  const textChanges = between('test-changes', change.base, change.head);
  return {
    ...TESTS_HOLD,
    needs: known(runsOf(change), textChanges),
    judge: (seen) => {
      const found = seenRuns(change, seen);
      const changes = observed('test-changes', seen, textChanges, 'nobody can say which tests changed');
      if (isMissing(found) || isMissing(changes)) return unproven(...[found, changes].filter(isMissing));
      const isChanged = changes.files.length > 0 || found.support.length > 0;
      const unknown = unknownRows(found, found.runs.head.line);
      const differing = {
        files: new Set(changes.files.flatMap(({ path, was }) => [path, ...(was === undefined ? [] : [was])])),
        support: found.support.filter((file) => !isMeant(file, change.released)),
      };
      return allOf([
        fromProblems(rowProblems(change, found.rows, differing)),
        found.byNumbers ? judgeNumbers(found, isChanged) : MET,
        unknown.length === 0 || (found.byNumbers && !found.cut) ? MET : unproven(...unknown),
      ]);
    },
  };
};
