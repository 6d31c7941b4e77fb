import type { ListedRun } from '../../operations/status/list-runs.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import { padText, textWidth } from '../../std/text-width.ts';
import { ago } from './elapsed.ts';

const HEADS = ['RUN', 'WORKFLOW', 'STATUS', 'PHASE', 'CHANGED', '', 'REQUEST'];
const REQUEST_CHARS_MAX = 60;

const columnsOf = (rows: readonly (readonly string[])[]): number[] =>
  (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => textWidth(row[at] ?? ''))));

/** A run that is not over goes on only while a process holds it. */
const heldWords = ({ status, held }: ListedRun): string =>
  held === false && (status === 'running' || status === 'waiting') ? 'not running now' : '';

/** What waits, or that nothing goes on. */
const remark = (listed: ListedRun): string =>
  [listed.waiting > 0 ? `waits for you: ${listed.waiting}` : '', heldWords(listed)]
    .filter((words) => words !== '')
    .join(', ');

const cellsOf = (listed: ListedRun, now: number): readonly string[] => [
  listed.run,
  listed.workflow,
  listed.status,
  listed.phase,
  `${ago(now - Date.parse(listed.at))} ago`,
  remark(listed),
  clip(listed.request.trim().split('\n', 1)[0] ?? '', REQUEST_CHARS_MAX),
];

/** One line per run, its columns below each other. `now` is the time in milliseconds. */
export const listText = (runs: readonly ListedRun[], now: number): string => {
  if (runs.length === 0) return 'no runs yet; start one: baton run "REQUEST"';
  const rows = [HEADS, ...runs.map((listed) => cellsOf(listed, now).map(plainLine))];
  const widths = columnsOf(rows);
  return rows
    .map((row) =>
      row
        .map((cell, at) => padText(cell, widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
