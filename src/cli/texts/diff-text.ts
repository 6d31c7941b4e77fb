// A change for people: a line for each file, and the diff itself with nothing in it that a terminal would obey.
import type { FileChange } from '../../model/evidence.ts';
import { visibleText } from '../../std/terminal-text.ts';
import { padText, textWidth } from '../../std/text-width.ts';
import type { Paint } from './paint.ts';

const NAME_COLUMNS_MAX = 60;

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const nameOf = ({ path, was }: FileChange): string =>
  visibleText(was === undefined ? path : `${was} → ${path}`).replaceAll(/[\n\t]/g, ' ');

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
  /** There are more than were counted. */
  readonly cut: boolean;
  /** Of all files, where `files` are only the first of them. */
  readonly filesChanged?: number;
  readonly added?: number;
  readonly removed?: number;
}

const totalLine = (stat: Stat): string => {
  const { files, cut, filesChanged = files.length } = stat;
  const { added = sum(files, (file) => file.added), removed = sum(files, (file) => file.removed) } = stat;
  const changed = `${cut ? 'more than ' : ''}${counted(filesChanged, 'file')} changed`;
  return filesChanged === 0
    ? 'no file changed'
    : `${changed}, ${counted(added, 'line')} added, ${removed} removed`;
};

/** One line for each file, at most `shownMax` of them, and one for all. */
export const statLines = (
  stat: Stat,
  paint: Paint,
  shownMax: number = stat.files.length,
): readonly string[] => {
  const shown = stat.files.slice(0, shownMax);
  const width = Math.min(NAME_COLUMNS_MAX, Math.max(0, ...shown.map((file) => textWidth(nameOf(file)))));
  const more = (stat.filesChanged ?? stat.files.length) - shown.length;
  return [
    ...shown.map((file) => ` ${padText(nameOf(file), width)}  ${linesOf(file, paint)}${marksOf(file)}`),
    ...(more > 0 ? [` and ${more} more`] : []),
    totalLine(stat),
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
