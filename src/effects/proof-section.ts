// What a pull request says about its proof: every clause of every accepted handoff with what it rests on, and the journal's head.
import { PROOF_ROWS_MAX } from '../model/limits/runtime.ts';
import type { Judged } from '../model/run/judged.ts';
import type { JudgedHandoff } from '../model/run/judged-handoff.ts';
import { markdownCell } from '../std/markdown-cell.ts';
import { plainLine } from '../std/terminal-text.ts';

const CELL_CHARS_MAX = 200;

const cell = (text: string): string => markdownCell(text, CELL_CHARS_MAX);

const basisWords = ({ basis, waiver, person }: Judged): string => {
  if (waiver !== undefined) return `waived: ${cell(waiver.why)}`;
  return person === undefined ? basis : `${basis} by ${cell(person)}`;
};

const rowsOf = ({ assignment, outcome, clauses }: JudgedHandoff): string[] =>
  clauses.map(
    (one) =>
      `| ${cell(assignment)}: ${cell(outcome)} | ${cell(one.clause)} | ${one.status} | ${basisWords(one)} |`,
  );

export interface JournalHead {
  readonly run: string;
  readonly seq: number;
  readonly chain: string;
}

export const proofSection = (
  handoffs: readonly JudgedHandoff[],
  { run, seq, chain }: JournalHead,
): string => {
  const rows = handoffs.flatMap(rowsOf);
  const left = rows.length - PROOF_ROWS_MAX;
  return [
    '## What was proved',
    '',
    ...(rows.length === 0
      ? ['No clause was judged.']
      : [
          '| handoff | clause | verdict | rests on |',
          '|---|---|---|---|',
          ...rows.slice(0, PROOF_ROWS_MAX),
          ...(left > 0 ? ['', `and ${left} more`] : []),
          '',
          '*measured*: Baton ran it itself. *stated*: a role said so. *waived*: the project does without.',
        ]),
    '',
    `Journal of run ${cell(run)}, entry ${seq}: \`${chain}\`. Check it with \`baton verify ${plainLine(run)}\`.`,
    '',
  ].join('\n');
};
