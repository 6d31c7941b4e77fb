// The two outputs that an executor keeps: the named test fails in the one and passes in the other, with the counts of a run
// that there was.

import { nameFinder } from '../../../checks/change/test-names.ts';
import { sameFile } from '../../../checks/file-index.ts';
import { parseTestOutput } from '../../../evidence/reports/parse-test-output.ts';
import type { CommandEvidence, TestCounts } from '../../../model/evidence.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import { EXECUTOR_FILES } from '../files/files.ts';
import { valueAt } from '../files/task-file.ts';
import { isText, withoutLine } from '../handoff/values.ts';
import { type Compared, listedValues } from './compared.ts';
import type { Entry } from './report-claims.ts';

export interface Outputs {
  readonly entry: Entry;
  /** Whether a test is owed that fails without the work. */
  readonly owesTest: boolean;
  /** What Baton saw; undefined where nothing is run. */
  readonly head: CommandEvidence | undefined;
  readonly oldCode: CommandEvidence | undefined;
  /** Tests that the task names as failing already. */
  readonly known: readonly string[];
  /** By the name of the artifact. */
  readonly text: (artifact: 'red' | 'green') => string | undefined;
  /** The output of GREEN is that of all tests, not of a narrower run that the executor names. */
  readonly isWhole: boolean;
}

const countText = ({ passed, failed, skipped }: TestCounts): string =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;

const claim = (
  artifact: 'red' | 'green',
  values: Pick<Compared, 'claimed' | 'measured' | 'same' | 'source'>,
): Compared => ({
  name: EXECUTOR_FILES[artifact].split('/').at(-1) ?? artifact,
  ...values,
  ...{ file: EXECUTOR_FILES[artifact], path: [] },
  hint: 'Run the tests, and keep what they print as it is.',
});

interface Wanted {
  readonly name: string;
  readonly file: string | undefined;
}

const wantedIn = (entry: Entry): Wanted | undefined => {
  const [file, name] = ['test_file', 'test_name'].map((key) =>
    withoutLine(valueAt(entry.record, 'tdd_phases', 'red', key)),
  );
  return isText(name) ? { name, file: isText(file) ? file : undefined } : undefined;
};

/** By name; or as its whole file, which could not be loaded without the code that it tests. */
const fails = ({ failures }: TestCounts, { name: wanted, file: own }: Wanted): boolean =>
  nameFinder(failures.map(({ name }) => ({ name })))({ name: wanted }).length > 0 ||
  (own !== undefined &&
    failures.some(({ name, file }) =>
      [name, file, name.split(/\s/)[0]].some((one) => one !== undefined && sameFile(one, own)),
    ));

/** What a run of Baton's printed, read as what an executor keeps is read: some runners name packages, and few tests. */
const printedBy = (run: CommandEvidence | undefined): TestCounts | null =>
  run === undefined ? null : parseTestOutput(run.tail);

/** `shop (test "cart") does not compile`: all tests of the package are red, whichever of its parts is named. */
const brokenPart = (name: string): string => name.replace(/^(\S+) \([^)]*\)(?= does not compile$)/, '$1');

/** The same failures as Baton's own run printed, as where a package cannot be built without the new code. */
const failsAsPrinted = ({ failures }: TestCounts, printed: TestCounts | null): boolean =>
  failures.some(({ name }) => printed?.failures.some((one) => brokenPart(one.name) === brokenPart(name)));

const COUNTS = ['total', 'passed', 'failed', 'skipped'] as const;

/** Whoever counts may leave the known failures out. */
const sameCounts = (green: TestCounts, run: TestCounts, known: readonly string[]): boolean => {
  const excused = run.failures.filter(({ name }) => known.includes(name)).length;
  const without = { ...run, total: run.total - excused, failed: run.failed - excused };
  return [run, without].some((counts) => COUNTS.every((key) => green[key] === counts[key]));
};

/** What is new may have no place on the old code; `red-then-green` says whether that counts. */
const isMeasured = (red: TestCounts, oldCode: CommandEvidence | undefined): boolean =>
  oldCode?.exit === 0 && oldCode.tests?.failed === 0 && sameCounts(red, oldCode.tests, []);

const redClaims = (red: TestCounts, { entry, head, oldCode }: Outputs): Compared[] => {
  const wanted = wantedIn(entry);
  const most = Math.max(head?.tests?.total ?? 0, oldCode?.tests?.total ?? 0);
  return [
    claim('red', {
      claimed: countText(red),
      measured: 'a test that fails',
      same: red.failed > 0 || isMeasured(red, oldCode),
      source: oldCode?.tests
        ? `is what RED must show; the new tests on the old code came to ${countText(oldCode.tests)}`
        : 'is what RED must show',
    }),
    ...(most === 0
      ? []
      : [
          claim('red', {
            ...{ claimed: `${red.total} tests`, measured: `${most} tests`, same: red.total <= most },
            source: 'were seen to run at most',
          }),
        ]),
    ...(wanted === undefined || red.failed === 0 || red.failures.length === 0
      ? []
      : [
          claim('red', {
            claimed: `failing: ${listedValues(red.failures.map(({ name }) => name))}`,
            measured: wanted.name,
            same: fails(red, wanted) || failsAsPrinted(red, printedBy(oldCode)),
            source: 'is the test that the report names',
          }),
        ]),
  ];
};

const greenClaims = (green: TestCounts, { entry, head, known, isWhole }: Outputs): Compared[] => {
  const wanted = wantedIn(entry);
  const run = head?.tests;
  const others = green.failures.filter(({ name }) => !known.includes(name)).length;
  const failed = green.failures.length === 0 ? green.failed : others;
  const { cases } = green;
  return [
    claim('green', {
      claimed: countText(green),
      measured: run ? countText(run) : 'no failing test',
      same:
        failed === 0 &&
        green.passed > 0 &&
        (!run ||
          (isWhole
            ? [run, printedBy(head)].some((counts) => counts && sameCounts(green, counts, known))
            : green.passed <= run.passed)),
      source: run ? 'was measured on what is handed in' : 'is what GREEN is',
    }),
    ...(wanted === undefined || cases === undefined
      ? []
      : [
          claim('green', {
            claimed: `passing: ${listedValues(cases.filter((one) => one.status === 'passed').map(({ name }) => name))}`,
            measured: wanted.name,
            same: nameFinder(cases)(wanted).some(({ status }) => status === 'passed'),
            source: 'is the test that the report names',
          }),
        ]),
  ];
};

/** Whether the project's runner prints something that can be read: then what was kept of it can be, too. */
const isReadable = ({ head, oldCode }: Outputs): boolean =>
  [head, oldCode].some((run) => run !== undefined && parseTestOutput(run.tail) !== null);

export const outputClaims = (
  outputs: Outputs,
): { readonly compared: readonly Compared[]; readonly problems: readonly Problem[] } => {
  const compared: Compared[] = [];
  const problems: Problem[] = [];
  for (const artifact of ['red', 'green'] as const) {
    if (artifact === 'red' && !outputs.owesTest) continue;
    const text = outputs.text(artifact) ?? '';
    if (text.trim() === '') continue;
    const read = parseTestOutput(text);
    if (read !== null)
      compared.push(...(artifact === 'red' ? redClaims(read, outputs) : greenClaims(read, outputs)));
    else if (isReadable(outputs))
      problems.push(
        problem(
          'REPORT_UNKNOWN',
          `expected the output of a test run in ${EXECUTOR_FILES[artifact]}, got text that shows no test`,
          {
            ...{ file: EXECUTOR_FILES[artifact], line: 1, column: 1 },
            hint: 'Run the tests, and keep what they print as it is.',
          },
        ),
      );
  }
  return { compared, problems };
};
