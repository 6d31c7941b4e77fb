// Tests that were there stay as they are: not removed, not skipped, not weakened, unless their owner has released them.
// Both the text of the test files and the reports of the runs are looked at, because either alone can be deceived.
import type { CommandEvidence, TestFileChange } from '../model/evidence.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Digest } from '../model/sealed.ts';
import { allOf, fromProblems, MET, unproven, type Verdict } from '../model/verdict.ts';
import type { Check } from '../model/workflow.ts';
import { isReleased, type LostTest, lostTests, releasedTests, silentProblems } from './lost-tests.ts';
import { type Asked, between, commandOn, isMissing, known, observed, onOutcomes } from './observed.ts';
import { lastPart, refText } from './test-names.ts';
import { isKnown } from './tests-green.ts';

const OWNER = 'restore it; whoever owns the tests may release it';

const gone = (name: string, file: string): Problem =>
  problem('TESTS_REMOVED', `expected the test ${refText({ name, file })} to stay, it was removed`, {
    file,
    hint: OWNER,
  });

const goneFile = (file: string): Problem =>
  problem('TESTS_REMOVED', `expected the test file ${file} to stay, it was deleted`, { file, hint: OWNER });

/** What the text of one test file says: marks and assertions, whatever the runs report. */
const markProblems = (file: TestFileChange, mayChange: readonly string[]): Problem[] => {
  const { path, was } = file;
  const kept = (name: string): boolean => !isReleased({ name, files: [path, was] }, mayChange);
  return [
    ...file.skipped.filter(kept).map((name) =>
      problem(
        'TESTS_SKIPPED',
        `expected the test ${refText({ name, file: path })} to run, it is marked as skipped now`,
        {
          file: path,
          hint: 'take the mark away and make the test pass; whoever owns the tests may release it',
        },
      ),
    ),
    ...file.only.filter(kept).map((name) =>
      problem(
        'TESTS_SKIPPED',
        `expected all tests to run, "only" on ${refText({ name, file: path })} skips the others`,
        {
          file: path,
          hint: 'take "only" away',
        },
      ),
    ),
    ...file.weakened
      .filter(({ name }) => kept(name))
      .map(({ name, before, after }) =>
        problem(
          'TESTS_WEAKENED',
          after >= before
            ? `expected assertions that can fail in ${refText({ name, file: path })}, came ${after} that say nothing`
            : `expected at least ${before} assertions in ${refText({ name, file: path })}, came ${after}`,
          { file: path, hint: 'restore its assertions; whoever owns the tests may release it' },
        ),
      ),
  ];
};

const lostProblem = ({ test, how }: LostTest): Problem => {
  const place = test.file === undefined ? {} : { file: test.file };
  if (how === 'renamed')
    return problem(
      'TESTS_REMOVED',
      `the test ${refText(test)} is gone; as many others that pass before and after are in its file now, so it is taken as renamed`,
      { ...place, severity: 'warning', hint: 'keep the names of tests, so that they can be compared' },
    );
  return how === 'skipped'
    ? problem('TESTS_SKIPPED', `expected the test ${refText(test)} to pass as before, it is skipped now`, {
        ...place,
        hint: 'let it run and make it pass; whoever owns the tests may release it',
      })
    : problem(
        'TESTS_REMOVED',
        `expected the test ${refText(test)} to pass as before, it does not run any more`,
        {
          ...place,
          hint: OWNER,
        },
      );
};

interface Runs {
  readonly base: CommandEvidence;
  readonly head: CommandEvidence;
  readonly mixed: CommandEvidence | undefined;
}

/** How often a test of this name passes, whatever suites it is in. */
const passesByName = ({ tests }: CommandEvidence): ReadonlyMap<string, number> => {
  const passes = new Map<string, number>();
  for (const { name, status } of tests?.cases ?? [])
    if (status === 'passed') passes.set(lastPart(name), (passes.get(lastPart(name)) ?? 0) + 1);
  return passes;
};

/** Names that are written down no more, unless the reports have said the same or show the test elsewhere. */
const removedProblems = (
  { base, head }: Runs,
  changes: readonly TestFileChange[],
  lost: readonly LostTest[] | undefined,
  mayChange: readonly string[],
): Problem[] => {
  const [before, after] = [passesByName(base), passesByName(head)];
  const told = new Set((lost ?? []).map(({ test }) => lastPart(test.name)));
  return changes.flatMap((file) => {
    const files = [file.path, file.was];
    if (file.change === 'deleted' && file.removed.length === 0)
      return isReleased({ files }, mayChange) ? [] : [goneFile(file.path)];
    return file.removed.flatMap((name) => {
      if (isReleased({ name, files }, mayChange)) return [];
      const key = lastPart(name);
      if (lost === undefined) return [gone(name, file.path)];
      if (told.has(key)) return [];
      const now = after.get(key) ?? 0;
      if (now === 0 || now < (before.get(key) ?? 0)) return [gone(name, file.path)];
      return [
        problem(
          'TESTS_REMOVED',
          `the test ${refText({ name, file: file.path })} is not written there any more; one of this name still passes`,
          {
            severity: 'warning',
            file: file.path,
            hint: 'leave tests where they are, so that they can be compared',
          },
        ),
      ];
    });
  });
};

/** Without all names, numbers: what the owner has released may be missing. */
const countProblems = (
  { base, head }: Runs,
  changes: readonly TestFileChange[],
  mayChange: readonly string[],
): Problem[] => {
  const released = releasedTests(changes, mayChange);
  const [before, after] = [base.tests?.passed ?? 0, head.tests?.passed ?? 0];
  return after >= before - released
    ? []
    : [
        problem(
          'TESTS_REMOVED',
          `expected at least ${before - released} tests to pass (${before} passed before, ${released} are released), ${after} pass now`,
          { hint: 'restore the tests that were removed or skipped' },
        ),
      ];
};

const judgeKept = (runs: Runs, changes: readonly TestFileChange[], mayChange: readonly string[]): Verdict => {
  const compared = lostTests({ ...runs, changes });
  const lost = compared.lost.filter(
    ({ test, how }) => how !== 'unseen' && !isReleased({ name: test.name, files: [test.file] }, mayChange),
  );
  const marked = new Set(changes.flatMap(({ skipped }) => skipped.map(lastPart)));
  const isMarked = ({ test, how }: LostTest): boolean => how === 'skipped' && marked.has(lastPart(test.name));
  const named = runs.base.tests?.cases === undefined ? undefined : compared.lost;
  const silent = silentProblems(compared, runs.head.line);
  return allOf([
    fromProblems([
      ...changes.flatMap((file) => markProblems(file, mayChange)),
      ...removedProblems(runs, changes, named, mayChange),
      ...lost.filter((one) => !isMarked(one)).map(lostProblem),
      ...(compared.byNumbers ? countProblems(runs, changes, mayChange) : []),
    ]),
    silent.length === 0 ? MET : unproven(...silent),
  ]);
};

export const testsKept = (options: {
  readonly command: string;
  readonly base: Asked<Digest>;
  readonly head: Asked<Digest>;
  /** Files, or names of tests, that the owner of the tests has released. */
  readonly mayChange?: Asked<readonly string[]>;
  readonly on?: readonly string[];
}): Check => {
  const requests = (submission: Parameters<Check['needs']>[0]) => {
    const [from, to] = [options.base(submission), options.head(submission)];
    return {
      changes: between('test-changes', from, to),
      base: commandOn(options.command, from),
      head: commandOn(options.command, to),
      mixed: to === undefined ? undefined : commandOn(options.command, from, to),
    };
  };
  return {
    name: 'tests-kept',
    says: 'no test that was there before is removed, renamed, skipped or weakened, and none is marked "only"; whoever owns the tests may release one',
    ...onOutcomes(options.on),
    needs: (submission) => {
      const { changes, base, head, mixed } = requests(submission);
      return known(changes, base, head, mixed);
    },
    judge: (submission, seen) => {
      const wanted = requests(submission);
      const changes = observed(
        'test-changes',
        seen,
        wanted.changes,
        'nobody can say what became of the tests',
      );
      const base = observed('command', seen, wanted.base, 'nobody can say which tests passed before');
      const head = observed('command', seen, wanted.head, 'the tests could not be run');
      if (isMissing(changes) || isMissing(base) || isMissing(head))
        return unproven(...[changes, base, head].filter(isMissing));
      if (!isKnown(base) || (head.tests === null && (base.tests?.passed ?? 0) > 0))
        return unproven(
          problem('EVIDENCE_UNAVAILABLE', `\`${head.line}\` does not say which tests passed, before or now`, {
            hint: 'let the test command print a report that Baton can read, or write one',
          }),
        );
      const mixed = observed('command', seen, wanted.mixed, '');
      const runs = { base, head, mixed: isMissing(mixed) ? undefined : mixed };
      return judgeKept(runs, changes.files, options.mayChange?.(submission) ?? []);
    },
  };
};
