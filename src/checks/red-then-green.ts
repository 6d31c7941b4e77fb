// RED and GREEN are facts about trees, not files with times: the new tests fail on the code before and pass on what is
// handed in. A test that passes on both shows nothing; a failure that has another cause shows nothing either.
import { NAMED_TESTS_MAX } from '../model/limits.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Digest } from '../model/sealed.ts';
import { allOf, fromProblems, MET, unmet, unproven, type Verdict } from '../model/verdict.ts';
import type { Check, SubmissionView } from '../model/workflow.ts';
import { indexFiles, sameFile } from './file-index.ts';
import { isReleased, lostTests, releasedTests, silentProblems } from './lost-tests.ts';
import {
  type Asked,
  between,
  cannotFail,
  commandOn,
  endProblem,
  isMissing,
  known,
  listed,
  observed,
  onOutcomes,
  type Seen,
  tailOf,
} from './observed.ts';
import { changedTestFiles, failuresOnOldCode, type Observed, type RedTest } from './red-tests.ts';
import { isPassing, lastPart, mayBeIn, nameFinder, normalName, refText } from './test-names.ts';
import { blindBefore, isKnown, judgeTests } from './tests-green.ts';

export interface NamedTest {
  readonly file?: string | undefined;
  readonly name?: string | undefined;
}

const WRITE = 'write a test that fails because this change is missing, and passes with it';
const isRed = ({ kind }: RedTest): boolean => kind === 'red' || kind === 'unloaded';

const noRed = (message: string, more: Partial<Problem> = {}): Problem =>
  problem('TESTS_NOT_RED', message, { hint: WRITE, ...more });

/** Why a failure on the code before is not the one that was wanted. */
const otherFailure = ({ kind, name, file, message }: RedTest): Problem =>
  kind === 'broken'
    ? noRed(
        `expected a test to fail on the code before, ${file} could not be loaded there, and nothing says that a file of this change is missing: ${message}`,
        { ...(file === undefined ? {} : { file }), hint: 'let the test fail, not the file it stands in' },
      )
    : noRed(
        `expected a test of a new or changed test file to fail on the code before, ${refText({ name, file })} failed, which did not change`,
        file === undefined ? {} : { file },
      );

/** The run of the new tests on the old code as a whole; undefined when there are failures to look at. */
const noFailure = ({ mixed }: Observed, failures: readonly RedTest[]): Verdict | undefined => {
  if (mixed.end === 'killed') return unproven(endProblem(mixed, 'run it again')!);
  const ended = endProblem(mixed, 'let the tests end by themselves on the code before, too');
  if (ended !== undefined)
    return unmet(ended, noRed('a run that does not end on the code before is no failed test'));
  if (failures.length > 0) return undefined;
  if ((mixed.tests?.failed ?? 0) > 0)
    return unproven(
      problem(
        'EVIDENCE_UNAVAILABLE',
        `\`${mixed.line}\` does not name the ${mixed.tests?.failed} tests that failed`,
        {
          hint: 'let the test command print a report that names them',
        },
      ),
    );
  return mixed.exit === 0
    ? unmet(
        noRed(`expected \`${mixed.line}\` to fail on the code before with the new tests, it ended with 0`),
      )
    : unmet(
        noRed(
          `expected a test to fail on the code before, \`${mixed.line}\` ended with ${mixed.exit} outside of any test\n${tailOf(mixed)}`,
        ),
      );
};

const isUnloadedFor = (test: RedTest, wanted: NamedTest, seen: Observed): boolean => {
  if (test.kind !== 'unloaded' || test.file === undefined) return false;
  if (wanted.file !== undefined) return sameFile(wanted.file, test.file);
  const declared = seen.changes.find(({ path }) => path === test.file)?.declared ?? [];
  return nameFinder(declared.map((name) => ({ name })))({ name: wanted.name ?? '' }).length > 0;
};

const notSeen = (wanted: NamedTest, isPassed: boolean): Problem => {
  const place = wanted.file === undefined ? {} : { file: wanted.file };
  return isPassed
    ? problem(
        'TESTS_NOT_DISCRIMINATING',
        `expected ${refText(wanted)} to fail on the code before, it passes there: it does not discriminate`,
        { ...place, hint: 'test what this change brings, or do not name this test as its proof' },
      )
    : noRed(`expected ${refText(wanted)} to fail on the code before, it was not seen to fail there`, {
        ...place,
        hint: 'name the test as the test command prints it, and let the command run it',
      });
};

/** What is said to show the change is looked for among all tests of those runs, so that a close name beats a loose one. */
const namedProblems = (
  named: readonly NamedTest[],
  failures: readonly RedTest[],
  seen: Observed,
): readonly Problem[] => {
  const others = [...(seen.mixed.tests?.cases ?? []), ...(seen.base.tests?.cases ?? [])];
  const find = nameFinder([
    ...failures.map((test) => ({ name: test.name, file: test.file, failure: test, isPassed: false })),
    ...others
      .filter(({ status }) => status !== 'failed')
      .map(({ name, file, status }) => ({ name, file, failure: undefined, isPassed: status === 'passed' })),
  ]);
  const unloaded = failures.filter(({ kind }) => kind === 'unloaded');
  return named.flatMap((wanted): Problem[] => {
    if (unloaded.some((test) => isUnloadedFor(test, wanted, seen))) return [];
    const { name, file } = wanted;
    const found =
      name === undefined
        ? failures.filter((test) => mayBeIn(test, file)).map((failure) => ({ failure, isPassed: false }))
        : find({ name, file });
    const failed = found.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
    if (failed.some(isRed)) return [];
    return failed.length > 0
      ? failed.map(otherFailure)
      : [
          notSeen(
            wanted,
            found.some(({ isPassed }) => isPassed),
          ),
        ];
  });
};

const judgeRed = (seen: Observed, named: readonly NamedTest[], failures: readonly RedTest[]): Verdict => {
  if (changedTestFiles(seen).length === 0)
    return unmet(noRed('expected a new or changed test, no test file differs from the code before'));
  const none = noFailure(seen, failures);
  const misses = namedProblems(named, failures, seen);
  const plain = misses.filter(({ code }) => code === 'TESTS_NOT_DISCRIMINATING');
  if (none !== undefined) return { status: none.status, problems: [...plain, ...none.problems] };
  if (misses.length > 0) return unmet(...misses);
  if (named.length === 0 && !failures.some(isRed)) return unmet(...failures.map(otherFailure));
  return fromProblems(
    failures
      .filter(({ kind }) => kind === 'unloaded')
      .map(({ file, message }) =>
        problem(
          'TESTS_NOT_RED',
          `${file} cannot be loaded on the code before, where ${message} is missing or lacks something: its tests count as failed there`,
          { severity: 'warning', ...(file === undefined ? {} : { file }) },
        ),
      ),
  );
};

const notGreen = (test: NamedTest): Problem =>
  problem('TESTS_FAILED', `expected ${refText(test)} to pass on what is handed in, it was not seen to pass`, {
    ...(test.file === undefined ? {} : { file: test.file }),
    hint: 'let the test command run it, and make it pass',
  });

/** The same tests pass now: by name where the report has names, else by numbers. */
const judgeGreen = (
  { head, mixed, changes }: Observed,
  named: readonly NamedTest[],
  failures: readonly RedTest[],
): Verdict => {
  const verdict = judgeTests(head);
  if (verdict.status !== 'met') return verdict;
  const cases = head.tests?.cases;
  const red = failures.filter(isRed);
  if (cases === undefined) {
    // Names on the code before and none here: numbers would hide which tests pass.
    if (mixed.tests?.cases !== undefined)
      return unproven(
        problem(
          'EVIDENCE_UNAVAILABLE',
          `\`${head.line}\` named its tests on the code before, and names none now`,
          {
            hint: 'let the report name every test, as it did before',
          },
        ),
      );
    const [before, after] = [mixed.tests?.passed ?? 0, head.tests?.passed ?? 0];
    return after >= before + red.length
      ? MET
      : unmet(
          problem(
            'TESTS_FAILED',
            `expected at least ${before + red.length} tests to pass (${before} passed on the code before, ${red.length} failed there), ${after} pass`,
            { hint: 'let the test command run the new tests, and make them pass' },
          ),
        );
  }
  const find = nameFinder(cases);
  const passes = ({ name = '', file }: NamedTest): boolean => isPassing(find({ name, file }));
  const same = ({ name, file }: RedTest): boolean =>
    isPassing(find({ name, file }).filter((found) => normalName(found.name) === normalName(name)));
  const passed = cases.filter(({ status }) => status === 'passed');
  const inFile = indexFiles(
    passed.flatMap((test) => (test.file === undefined ? [] : [[test.file, true] as const])),
  );
  const placeless = new Set(
    passed.filter((test) => test.file === undefined).map(({ name }) => lastPart(name)),
  );
  // A report without files: a test that was named, passes now and did not pass there is of the file that could not be loaded.
  const before = nameFinder(mixed.tests?.cases ?? []);
  const isNamedNew = ({ name, file }: NamedTest, of: string): boolean =>
    name !== undefined &&
    (file === undefined || sameFile(file, of)) &&
    passes({ name, file }) &&
    !isPassing(before({ name, file }));
  const ofFile = (file = ''): boolean =>
    inFile(file) === true ||
    named.some((test) => isNamedNew(test, file)) ||
    (changes.find(({ path }) => path === file)?.declared ?? []).some((name) => placeless.has(lastPart(name)));
  const lost = red.filter((test) => (test.kind === 'red' ? !same(test) : !ofFile(test.file)));
  const told = new Set(lost.map(({ name }) => lastPart(name)));
  const others = named.filter((test) => test.name !== undefined && !told.has(lastPart(test.name)));
  return fromProblems([...lost, ...others.filter((test) => !passes(test))].map(notGreen));
};

/** What passed before is a guard against regressions: it passes now, by name where the reports have names. */
const judgeGuards = ({ base, head, mixed, changes }: Observed, mayChange: readonly string[]): Verdict => {
  if (!isKnown(base)) return judgeTests(base);
  const compared = lostTests({ base, head, mixed, changes });
  const silent = silentProblems(compared, head.line);
  const names = compared.lost
    .filter(({ how }) => how === 'missing' || how === 'skipped')
    .filter(({ test }) => !isReleased({ name: test.name, files: [test.file] }, mayChange))
    .map(({ test }) => refText(test));
  const [before, after] = [base.tests?.passed ?? 0, head.tests?.passed ?? 0];
  const isFewer = compared.byNumbers && after < before - releasedTests(changes, mayChange);
  const gone =
    names.length === 0 && !isFewer
      ? []
      : [
          problem(
            'TESTS_REMOVED',
            `expected the ${before} tests that passed before to pass, ${names.length === 0 ? `${after} pass now` : `${names.length} were not seen to: ${listed(names)}`}`,
            { hint: 'restore the tests that were removed or skipped' },
          ),
        ];
  return allOf([fromProblems(gone), silent.length === 0 ? MET : unproven(...silent)]);
};

const gathered = (requests: ReturnType<typeof requestsOf>, seen: Seen): Observed | Verdict => {
  const what = (run: string): string => `the tests could not be run on ${run}`;
  const base = observed('command', seen, requests.base, what('the code before'));
  const mixed = observed('command', seen, requests.mixed, what('the code before with the new tests'));
  const head = observed('command', seen, requests.head, what('what is handed in'));
  const changes = observed('test-changes', seen, requests.changes, 'nobody can say which tests are new');
  const diff = observed('diff', seen, requests.diff, 'nobody can say which files were changed');
  if (isMissing(base) || isMissing(mixed) || isMissing(head) || isMissing(changes) || isMissing(diff))
    return unproven(...[base, mixed, head, changes, diff].filter(isMissing));
  return { base, mixed, head, changes: changes.files, files: diff.files };
};

const requestsOf = (command: string, from: Digest | undefined, to: Digest | undefined) => ({
  base: commandOn(command, from),
  mixed: to === undefined ? undefined : commandOn(command, from, to),
  head: commandOn(command, to),
  changes: between('test-changes', from, to),
  diff: between('diff', from, to),
});

const blankless = ({ file, name }: NamedTest): NamedTest => ({
  file: file === undefined || file.trim() === '' ? undefined : file.trim(),
  name: name === undefined || name.trim() === '' ? undefined : name,
});

export const redThenGreen = (options: {
  readonly command: string;
  readonly base: Asked<Digest>;
  readonly head: Asked<Digest>;
  /** What the sender says are its new tests; with none, every test of a new or changed test file counts. */
  readonly named: Asked<readonly NamedTest[]>;
  /** Work that needs no new test says so here, by false. */
  readonly needed?: Asked<boolean>;
  /** Tests that their owner has released, as for `tests-kept`. */
  readonly mayChange?: Asked<readonly string[]>;
  readonly on?: readonly string[];
}): Check => {
  const isNeeded = (submission: SubmissionView): boolean => options.needed?.(submission) !== false;
  const requests = (submission: SubmissionView) =>
    requestsOf(options.command, options.base(submission), options.head(submission));
  return {
    name: 'red-then-green',
    says: `your new tests fail on the code before and pass on yours: Baton runs \`${options.command}\` on the code before, on the code before with your tests, and on what you hand in; a test that passes on the old code, or fails there for another reason, proves nothing`,
    ...onOutcomes(options.on),
    needs: (submission) => (isNeeded(submission) ? known(...Object.values(requests(submission))) : []),
    judge: (submission, seen) => {
      if (!isNeeded(submission)) return MET;
      const found = gathered(requests(submission), seen);
      if ('status' in found) return found;
      const blind = [...cannotFail(found.head), ...cannotFail(found.mixed), ...blindBefore(found.base)];
      if (blind.length > 0) return unmet(blind[0]!);
      const named = (options.named(submission) ?? [])
        .map(blankless)
        .filter(({ file, name }) => file !== undefined || name !== undefined);
      if (named.length > NAMED_TESTS_MAX)
        return unmet(
          problem('LIMIT_REACHED', `expected at most ${NAMED_TESTS_MAX} named tests, came ${named.length}`, {
            hint: 'name the tests that show the change; others need no name',
          }),
        );
      const failures = failuresOnOldCode(found);
      return allOf([
        judgeRed(found, named, failures),
        judgeGreen(found, named, failures),
        judgeGuards(found, options.mayChange?.(submission) ?? []),
      ]);
    },
  };
};
