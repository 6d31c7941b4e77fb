// A calibration in words: a table of commits, a table of lies, and the lines that would change a wrong refusal.

import { owesTest } from '../../model/workflow/work-kind.ts';
import { LIES } from '../../operations/calibrate/lies.ts';
import { outsideCell } from '../../operations/calibrate/own-head.ts';
import {
  type Advice,
  type Calibration,
  type CommitPlayed,
  whyNotGood,
} from '../../operations/calibrate/report.ts';
import { plainLine, plainText } from '../../std/terminal-text.ts';
import { fitText, padText, textWidth } from '../../std/text-width.ts';
import { elapsed } from './elapsed.ts';
import type { Paint } from './paint.ts';

const SUBJECT_CELLS = 32;
const SHORT_ID = 9;
const GAP = '  ';

type Row = readonly string[];

const table = (rows: readonly Row[]): string[] => {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => textWidth(row[at] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => padText(cell, widths[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
};

const gateCell = ({ gates }: CommitPlayed, gate: string): string => {
  const found = gates.find((one) => one.gate === gate);
  if (found === undefined) return '';
  if (found.outside !== undefined) return outsideCell(found.outside);
  if (found.plain.status === 'met') return 'accepted';
  const clause = found.said.refused[0]?.clause ?? found.said.status;
  return found.said.status === 'met' ? 'declared' : `REFUSED ${clause}`;
};

const caughtCell = ({ lies }: CommitPlayed): string => {
  const judged = lies.flatMap((lie) => lie.gates);
  return judged.length === 0 ? '-' : `${judged.filter(({ caught }) => caught).length}/${judged.length}`;
};

const commitTable = ({ gates, commits }: Calibration): string[] =>
  table([
    ['commit', 'subject', ...gates, 'lies caught', 'time'],
    ...commits.map((commit) => [
      commit.commit.slice(0, SHORT_ID),
      fitText(plainLine(commit.subject), SUBJECT_CELLS),
      ...gates.map((gate) => gateCell(commit, gate)),
      caughtCell(commit),
      elapsed(commit.ms.honest + commit.ms.lies),
    ]),
  ]);

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${part}/${whole} (${Math.floor((part / whole) * 100)}%)`;

/** What is no gate's fault, where there is any. */
const outsideColumn = ({ totals }: Calibration): readonly string[] =>
  totals.every(({ ownRed, nothingRuns }) => ownRed + nothingRuns === 0) ? [] : ['outside of the rate'];

const outsideCount = (ownRed: number, nothingRuns: number): string =>
  [
    ...(ownRed === 0 ? [] : [`${ownRed} red without Baton`]),
    ...(nothingRuns === 0 ? [] : [`${nothingRuns} where nothing runs`]),
  ].join(', ') || '-';

const totalsTable = (found: Calibration): string[] =>
  table([
    ['gate', 'honest accepted', 'with declarations', 'lies caught', ...outsideColumn(found)],
    ...found.totals.map(({ gate, judged, ownRed, nothingRuns, accepted, acceptedDeclared, lies, caught }) => [
      gate,
      percent(accepted, judged),
      percent(acceptedDeclared, judged),
      percent(caught, lies),
      ...outsideColumn(found).map(() => outsideCount(ownRed, nothingRuns)),
    ]),
  ]);

/** Each kind of lie: how often it was caught, and by which clauses. */
const lieTable = ({ gates, commits }: Calibration): string[] => {
  const lies = commits.flatMap((commit) => commit.lies);
  const names = LIES.filter((name) => lies.some(({ lie }) => lie === name));
  if (names.length === 0) return [];
  const rows = names.map((name) => {
    const judged = lies.filter(({ lie }) => lie === name).flatMap((lie) => lie.gates);
    const clauses = [...new Set(judged.flatMap(({ by }) => by?.clause ?? []))];
    const cells = gates.map((gate) => {
      const at = judged.filter((one) => one.gate === gate);
      return at.length === 0 ? '-' : `${at.filter(({ caught }) => caught).length}/${at.length}`;
    });
    return [name, ...cells, clauses.join(', ')];
  });
  return ['', ...table([['lie', ...gates, 'caught by'], ...rows])];
};

const missedLies = ({ commits }: Calibration): string[] =>
  commits.flatMap(({ commit, lies }) =>
    lies.flatMap(({ lie, says, gates }) => {
      const at = gates.filter(({ caught }) => !caught).map(({ gate }) => gate);
      return at.length === 0
        ? []
        : [`NOT CAUGHT  ${commit.slice(0, SHORT_ID)}  ${lie} at ${at.join(', ')}: ${plainLine(says)}`];
    }),
  );

const notCounted = ({ commits }: Calibration): string[] =>
  commits.flatMap(({ commit, lies }) =>
    lies.flatMap(({ lie, notCounted: why }) =>
      why === undefined ? [] : [plainLine(`not counted  ${commit.slice(0, SHORT_ID)}  ${lie}: ${why}`)],
    ),
  );

const WHERE: Readonly<Record<Advice['where'], string>> = {
  'baton.yaml': 'baton.yaml',
  plan: 'declare in the plan',
  release: 'run',
  cause: 'no declaration helps',
  outside: 'outside of the rate',
};

const adviceLines = ({ advice }: Calibration): string[] =>
  advice.flatMap(({ where, commit, gates, lines, why }) => [
    '',
    plainLine(
      `${WHERE[where]} (${gates.join(', ')}${commit === undefined ? '' : `, ${commit.slice(0, SHORT_ID)}`}): ${why}`,
    ),
    ...lines.flatMap((line) => plainText(line).split('\n')).map((line) => `    ${line}`),
  ]);

/** A kind is only a suggestion: whether a test was forgotten is for a person to say. */
const kindLines = ({ commits }: Calibration): string[] => {
  const kinds = new Set(
    commits.flatMap(({ gates }) =>
      gates.flatMap(({ said, declared }) =>
        said.status !== 'met' || owesTest(declared.kind) ? [] : [declared.kind],
      ),
    ),
  );
  return kinds.size === 0
    ? []
    : ['', `kind ${[...kinds].join(', ')}: no test fails without such work. Look whether one was forgotten.`];
};

const skippedLine = ({ skipped, left }: Calibration): string[] => {
  const reasons = new Map<string, number>();
  for (const { why } of skipped) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  const words = [...reasons].map(([why, count]) => `${count} because ${why}`);
  return [
    ...(words.length === 0 ? [] : ['', `skipped: ${words.join('; ')}`]),
    ...(left.length === 0 ? [] : ['', `not played for lack of time: ${left.length} (--minutes gives more)`]),
  ];
};

/** Why the command ends as it does, and what to do next. */
const resultLine = (found: Calibration): string => {
  const wrong = whyNotGood(found);
  return wrong.length === 0
    ? 'The gates judge this history as they should. Next: baton init --agent claude'
    : `Not as it should be: ${wrong.join('; ')}`;
};

export const calibrateText = (found: Calibration, paint: Paint): string => {
  if (found.commits.length === 0 && found.left.length === 0)
    return ['no commit could be played', ...skippedLine(found)].join('\n');
  const reused = found.reused === 0 ? '' : `, ${found.reused} verdicts reused`;
  return [
    ...commitTable(found),
    ...lieTable(found),
    '',
    ...totalsTable(found),
    ...missedLies(found).map((line) => paint.red(line)),
    ...notCounted(found),
    ...adviceLines(found),
    ...kindLines(found),
    ...skippedLine(found),
    '',
    `${found.commits.length} ${found.commits.length === 1 ? 'commit' : 'commits'} in ${elapsed(found.ms)}${reused}; nothing in the repository was changed`,
    resultLine(found),
  ].join('\n');
};
