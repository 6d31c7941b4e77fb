// One family of clauses for every gate: the Stop hook, relay, agentmux and h3a judge a change by the same rule.
import type { EvidenceRequest } from '../../model/evidence.ts';
import { isError } from '../../model/problem.ts';
import { problemText } from '../../model/problem-text.ts';
import { MET, type Verdict } from '../../model/run/verdict.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check, Seen } from '../../model/workflow/workflow.ts';
import { type Clause, checkOf, commandTitle } from '../clause.ts';
import { judgeCommand } from '../measures/command-green.ts';
import { commandOn, known } from '../observed.ts';
import { RUNNER_SOUND, runnerSound } from '../runner-sound.ts';
import type { Change } from './change.ts';
import { changeProbed } from './change-probed.ts';
import { KIND_KEPT, kindKept } from './kind-kept.ts';
import { RED_THEN_GREEN, redThenGreen } from './red-then-green.ts';
import { TESTS_GREEN, testsGreenClause } from './tests-green.ts';
import { TESTS_HOLD, testsHold } from './tests-hold.ts';
import { TESTS_KEPT, testsKept } from './tests-kept.ts';
import { WORK_CHANGED, workChanged } from './work-changed.ts';

/** Commands that run at every gate where the project names them. */
const BESIDE_TESTS = ['lint', 'types'] as const;

const commandSays = (command: string): Pick<Clause, 'name' | 'title' | 'says'> => ({
  name: `${command}-green`,
  title: commandTitle(command),
  says: `the project's \`${command}\` command, if it names one, exits with 0 on your work or reports no new problem; Baton runs it itself, with settings at least as strict as before; a new comment that silences a whole file is rejected`,
});

const commandClause =
  (command: string) =>
  (change: Change): Clause => {
    const isNamed = change.commands.includes(command);
    const run = commandOn(command, change.head, undefined, change.base, change.released);
    return {
      ...commandSays(command),
      needs: isNamed ? known(run) : [],
      judge: (seen): Verdict => (isNamed ? judgeCommand(command, seen, run) : MET),
    };
  };

/** A test command that names no tests is measured, and says less: what rests on it says so. */
const restsOnExit = (needs: readonly EvidenceRequest[], seen: Seen): boolean =>
  needs.some((need) => {
    const found = seen(need);
    if (found?.kind === 'test-runs') return found.runs.head.basis === 'exit-code';
    return found?.kind === 'command' && found.basis === 'exit-code';
  });

const withExitBasis =
  (make: (change: Change) => Clause) =>
  (change: Change): Clause => {
    const clause = make(change);
    return {
      ...clause,
      judge: (seen) => {
        const verdict = clause.judge(seen);
        return verdict.basis === undefined && restsOnExit(clause.needs, seen)
          ? { ...verdict, basis: 'exit-code' }
          : verdict;
      },
    };
  };

type Part = readonly [Pick<Clause, 'name' | 'title' | 'says'>, (change: Change) => Clause];

const PARTS: readonly Part[] = [
  [WORK_CHANGED, workChanged],
  [KIND_KEPT, kindKept],
  [TESTS_GREEN, withExitBasis(testsGreenClause)],
  [RUNNER_SOUND, runnerSound],
  [TESTS_HOLD, withExitBasis(testsHold)],
  [TESTS_KEPT, testsKept],
  [RED_THEN_GREEN, withExitBasis(redThenGreen)],
  ...BESIDE_TESTS.map((command): Part => [commandSays(command), commandClause(command)]),
];

/** Clauses that say nothing where a project has no tests. */
export const NEED_TESTS: readonly string[] = [
  TESTS_GREEN,
  RUNNER_SOUND,
  TESTS_HOLD,
  TESTS_KEPT,
  RED_THEN_GREEN,
].map(({ name }) => name);

/** Names of all clauses, in the order in which they are judged. */
export const CHANGE_CLAUSES: readonly string[] = PARTS.map(([{ name }]) => name);

export const changeClauses = (change: Change): readonly Clause[] => PARTS.map(([, make]) => make(change));

/** What of an accepted change whoever looks at it next must know: one line each. */
export const listedOf = (change: Change, seen: Seen): readonly string[] =>
  [...changeClauses(change), changeProbed(change)]
    .flatMap((clause) => clause.judge(seen).problems)
    .filter((found) => !isError(found))
    .map(problemText);

const LISTED_CHARS_MAX = 8_000;

/** The same as one text, for what a run keeps. */
export const listedText = (change: Change, seen: Seen): string =>
  listedOf(change, seen).join('\n').slice(0, LISTED_CHARS_MAX);

/**
 * Every check of a change: the tests pass and still mean what they meant, a test shows the change, and the other commands of
 * the project end with 0. `without` leaves clauses out by name.
 *
 * @example
 * ```ts
 * const checks = changeChecks(changeOfTree(tree('work')), { without: ['tests-kept'] });
 * ```
 */
export const changeChecks = <const O extends string = never>(
  changeOf: (submission: Submission) => Change,
  options: { readonly on?: readonly O[]; readonly without?: readonly string[] } = {},
): readonly Check<O>[] =>
  PARTS.filter(([{ name }]) => options.without?.includes(name) !== true).map(([named, make]) =>
    checkOf(named, (submission) => make(changeOf(submission)), options.on),
  );
