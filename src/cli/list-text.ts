import type { ListedRun } from '../operations/list-runs.ts';
import { plainLine } from '../std/terminal-text.ts';
import { padText, textWidth } from '../std/text-width.ts';

const columnsOf = (rows: readonly (readonly string[])[]): number[] =>
  (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => textWidth(row[at]!))));

/** A run that is not over goes on only while a process holds it. */
const heldWords = ({ status, held }: ListedRun): string =>
  held === false && (status === 'running' || status === 'waiting') ? 'nobody holds it' : '';

/** One line per run, its columns below each other. */
export const listText = (runs: readonly ListedRun[]): string => {
  if (runs.length === 0) return 'no runs yet; start one: baton run "REQUEST"';
  const rows = runs.map((listed) =>
    [listed.run, listed.workflow, listed.status, listed.phase, heldWords(listed)].map(plainLine),
  );
  const widths = columnsOf(rows);
  return rows
    .map((row) =>
      row
        .map((cell, at) => padText(cell, widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
