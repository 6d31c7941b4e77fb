// A change for people: a line for each file, and the diff itself with nothing in it that a terminal would obey.
import type { FileChange } from '../model/evidence.ts';
import { plainLine, visibleText } from '../std/terminal-text.ts';
import { padText, textWidth } from '../std/text-width.ts';
import type { Paint } from './paint.ts';

const NAME_COLUMNS_MAX = 60;

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const nameOf = ({ path, was }: FileChange): string =>
  visibleText(plainLine(was === undefined ? path : `${was} → ${path}`));

const marksOf = (file: FileChange): string => {
  const words = [
    ...(file.change === 'modified' ? [] : [file.change]),
    ...(file.kind === 'file' ? [] : [file.kind]),
    ...(file.modeChanged ? ['mode changed'] : []),
  ];
  return words.length === 0 ? '' : `  (${words.join(', ')})`;
};

const linesOf = ({ added, removed }: FileChange, paint: Paint): string =>
  added === null || removed === null ? 'binary' : `${paint.green(`+${added}`)} ${paint.red(`-${removed}`)}`;

const sum = (files: readonly FileChange[], of: (file: FileChange) => number | null): number =>
  files.reduce((total, file) => total + (of(file) ?? 0), 0);

export interface Stat {
  readonly files: readonly FileChange[];
  readonly cut: boolean;
}

/** One line for each file, at most `shownMax` of them, and one for all. */
export const statLines = (
  { files, cut }: Stat,
  paint: Paint,
  shownMax: number = files.length,
): readonly string[] => {
  const shown = files.slice(0, shownMax);
  const width = Math.min(NAME_COLUMNS_MAX, Math.max(0, ...shown.map((file) => textWidth(nameOf(file)))));
  const more = files.length - shown.length;
  const total = [
    `${cut ? 'more than ' : ''}${counted(files.length, 'file')} changed`,
    `${counted(
      sum(files, ({ added }) => added),
      'line',
    )} added`,
    `${sum(files, ({ removed }) => removed)} removed`,
  ].join(', ');
  return [
    ...shown.map((file) => ` ${padText(nameOf(file), width)}  ${linesOf(file, paint)}${marksOf(file)}`),
    ...(more > 0 ? [` and ${more} more`] : []),
    files.length === 0 ? 'no file changed' : total,
  ];
};

const toneOf = (line: string, isInHunk: boolean): keyof Paint | undefined => {
  if (line.startsWith('@@')) return 'cyan';
  if (!isInHunk) return 'bold';
  return line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : undefined;
};

/** For a terminal: every control character is shown as a sign. */
export const patchText = (patch: string, paint: Paint): string => {
  let isInHunk = false;
  return patch
    .split('\n')
    .map((line) => {
      if (line.startsWith('diff --git ')) isInHunk = false;
      else if (line.startsWith('@@')) isInHunk = true;
      const text = visibleText(line);
      const tone = toneOf(line, isInHunk);
      return tone === undefined || text === '' ? text : paint[tone](text);
    })
    .join('\n');
};
