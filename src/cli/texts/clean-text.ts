import type { CleanFailure, CleanPlan, SizedLeftover } from '../../operations/clean/clean.ts';
import { plainLine } from '../../std/terminal-text.ts';
import { padText, textWidth } from '../../std/text-width.ts';
import { ago } from './elapsed.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];
const STEP = 1024;

/** `12 kB`, `1.4 MB`; as exact as somebody who wants room needs it. */
export const bytesText = (bytes: number): string => {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP)));
  const value = bytes / STEP ** unit;
  return `${value >= 10 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
};

const several = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const WHAT: Readonly<Record<SizedLeftover['kind'], (item: SizedLeftover) => string>> = {
  run: ({ name }) => name,
  start: ({ name }) => `${name} (cut off before its first entry)`,
  worktree: ({ name, count }) => `${several(count, 'working tree')} of run ${name}`,
  session: ({ name, count }) => `${count} ${name}`,
  cache: ({ name, count }) => `${count} ${name}`,
  scratch: ({ name, count }) => `${count} ${name}`,
};

const alsoOf = ({ kind, refs, branches }: SizedLeftover): string =>
  [
    kind === 'run' && refs.length > 0 ? several(refs.length, 'ref') : '',
    branches.length > 0 ? `branch ${branches.join(', ')}` : '',
  ]
    .filter((words) => words !== '')
    .join(', ');

const table = (rows: readonly (readonly string[])[]): string => {
  const plain = rows.map((row) => row.map(plainLine));
  const widths = (plain[0] ?? []).map((_, at) => Math.max(...plain.map((row) => textWidth(row[at] ?? ''))));
  return plain
    .map((row) => `  ${row.map((cell, at) => padText(cell, widths[at] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
};

const rowOf = (item: SizedLeftover, now: number): readonly string[] => [
  item.kind,
  WHAT[item.kind](item),
  `${ago(now - item.at)} old`,
  item.bytes === undefined ? '' : bytesText(item.bytes),
  alsoOf(item),
];

export const roomOf = ({ items }: Pick<CleanPlan, 'items'>): number =>
  items.reduce((sum, { bytes = 0 }) => sum + bytes, 0);

/** `verb` is what is, or would be, done to the first list. `now` is the time in milliseconds. */
export const cleanText = (plan: CleanPlan, verb: string, now: number): string =>
  [
    plan.items.length === 0
      ? 'nothing to remove'
      : `${verb} (${bytesText(roomOf(plan))}):\n${table(plan.items.map((item) => rowOf(item, now)))}`,
    ...(plan.more ? ['there are more runs; run `baton clean` again'] : []),
    ...(plan.kept.length === 0
      ? []
      : [`kept:\n${table(plan.kept.map(({ kind, name, why }) => [kind, name, why]))}`]),
  ].join('\n');

export const failuresText = (failures: readonly CleanFailure[]): string =>
  failures.map(({ kind, name, message }) => `not removed: ${kind} ${name}: ${message}`).join('\n');
