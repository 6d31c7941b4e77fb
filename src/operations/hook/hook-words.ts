// The sentences of the Stop hook: what was shown, what was not, and what the agent can do.
import { passedText } from '../../evidence/failures/passed-text.ts';
import type { TestRow, TestRun } from '../../model/evidence.ts';
import { HOOK_NAMES_SHOWN_MAX, STOP_BLOCKS_MAX } from '../../model/limits/hook.ts';
import { TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import { isError, type Problem } from '../../model/problem.ts';
import { problemsText } from '../../model/problem-text.ts';
import { type Digest, treeOid } from '../../model/run/sealed.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import type { Judged } from './judge-work.ts';
import type { TestRelease } from './releases.ts';

const NAME_CHARS_MAX = 120;
const RELEASE = '`baton release TEST --why "…"`';

export const named = (names: readonly string[]): string => {
  const shown = names.slice(0, HOOK_NAMES_SHOWN_MAX).map((name) => clip(plainLine(name), NAME_CHARS_MAX));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const isNewOrChanged = (row: TestRow): boolean => row.base === 'gone' || row.text !== 'same';

/** A test that passes with the change and not without it. */
const discriminates = (row: TestRow): boolean =>
  isNewOrChanged(row) && row.head === 'passed' && (row.oldCode === 'failed' || row.oldCode === 'unloaded');

const provesNothing = (row: TestRow): boolean =>
  row.base === 'gone' && row.head === 'passed' && row.oldCode === 'passed';

const namesOf = (rows: readonly TestRow[]): string[] => rows.map(({ name }) => name);

const countsText = ({ tests, exit, end }: TestRun): string => {
  if (end !== 'exited') return `it was ended: ${end}`;
  if (tests === null) return `exit ${exit}`;
  return tests.failed > 0
    ? `${tests.failed} of ${tests.total} tests failed`
    : `${passedText(tests)}${exit === 0 ? '' : `, exit ${exit}`}`;
};

/** Of work that passed: what failed had failed before. */
const holdingText = (run: TestRun): string => {
  const { tests } = run;
  return tests === null || tests.failed === 0
    ? countsText(run)
    : `${passedText(tests)}, ${tests.failed} failed as before`;
};

/** A problem as prose: what is wrong, then what to do. */
export const sentences = ({ message, hint }: Problem): string => {
  const first = /[.!?:]$/.test(message) ? message : `${message}.`;
  if (hint === undefined) return first;
  return `${first} ${hint.charAt(0).toUpperCase()}${hint.slice(1)}${/[.!?]$/.test(hint) ? '' : '.'}`;
};

const shortTree = (tree: Digest): string => treeOid(tree).slice(0, 12);

/** Which of two things was shown. */
export const provenText = ({ run, rows, waived }: Judged, head: Digest): string => {
  if (waived !== undefined)
    return `Baton: not tested. The project does without tests (baton.yaml, waived.test: ${plainLine(waived.why)}); tree ${shortTree(head)}.`;
  const tested = rows.filter(discriminates);
  const idle = rows.filter(provesNothing);
  const what =
    tested.length > 0
      ? `the change is tested: without it ${named(namesOf(tested))} ${tested.length === 1 ? 'fails' : 'fail'}`
      : 'nothing broke; no test fails without this change';
  const network = run?.sandbox === 'none' ? '; the network was open' : '';
  const counts = run === undefined ? '' : `\`${run.line}\`: ${holdingText(run)} on a clean checkout, `;
  const empty =
    idle.length === 0
      ? ''
      : `\nThese new tests prove nothing, they pass without the change: ${named(namesOf(idle))}.`;
  return `Baton: proven, ${what}. ${counts}tree ${shortTree(head)} (isolation none, no attestation${network}).${empty}`;
};

/** Here there is no plan: what its owner may do in a run, a person does. */
const forPeople = (problems: readonly Problem[]): Problem[] =>
  problems.map(({ hint, ...problem }) =>
    hint === undefined
      ? problem
      : {
          ...problem,
          hint: hint
            .replace(
              /let whoever owns the plan release it(?: \(released\))?/,
              `let a person release it: ${RELEASE}`,
            )
            .replace(
              'whoever owns the plan may release the test',
              `a person may release the test: ${RELEASE}`,
            ),
        },
  );

export const listedText = ({ warnings }: Judged): string =>
  warnings.length === 0 ? '' : `Listed for you:\n${problemsText(forPeople(warnings))}`;

export const releasedText = (used: readonly TestRelease[]): string =>
  used.length === 0
    ? ''
    : `Released: ${used.map(({ test, by, why }) => `${clip(plainLine(test), NAME_CHARS_MAX)} (${by}: ${why})`).join(', ')}.`;

/** What is wrong with the work, for the agent. */
export const faultText = ({ verdict, run }: Judged, head: Digest): string => {
  const counts = run === undefined ? '' : ` \`${run.line}\`: ${countsText(run)}.`;
  const intro = `Baton checked your work on a clean checkout (tree ${shortTree(head)}), against the start of this session.${counts}`;
  return `${intro}\n${problemsText(forPeople(verdict.problems.filter(isError)))}`;
};

export const heldText = (fault: string, notes: readonly string[], times: number): string =>
  [
    clip(fault, TEXT_CHARS_MAX),
    ...notes,
    `Fix this before you stop (held back ${times} of ${STOP_BLOCKS_MAX} times). If you cannot, end your last message with the line "NOT DONE: why".`,
  ]
    .filter((line) => line !== '')
    .join('\n');
