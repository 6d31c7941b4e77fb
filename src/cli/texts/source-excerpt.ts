// The line that a problem is in, with a caret below the place, like a compiler shows it.
import { textWidth } from '../../std/text-width.ts';

/** What is shown of a long line, around the place. */
const SHOWN_CHARS = 100;
const BEFORE_CHARS = 40;

const UNSEEN = /[\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;
const HALVES = /[\ud800-\udfff]/gu;

/** What a terminal must not obey is a blank, what nobody sees is left out: the line and the part before the place alike. */
const readable = (text: string): string =>
  text.replaceAll(CONTROLS, ' ').replaceAll(UNSEEN, '').replaceAll(HALVES, '\ufffd');

/** No place is inside of a character of two units. */
const wholeCharacter = (text: string, at: number): number =>
  at > 0 && /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '')
    ? at - 1
    : at;

const excerpt = (whole: string, line: number, column: number | undefined): string => {
  const at = Math.min(Math.max(0, (column ?? 1) - 1), whole.length);
  const from = wholeCharacter(whole, Math.max(0, Math.min(at - BEFORE_CHARS, whole.length - SHOWN_CHARS)));
  const to = wholeCharacter(whole, Math.min(whole.length, from + SHOWN_CHARS));
  const shown = readable(whole.slice(from, to)).trimEnd();
  const [head, tail] = [from > 0 ? '…' : '', to < whole.length ? '…' : ''];
  const number = String(line);
  const first = `    ${number} | ${head}${shown}${tail}`.trimEnd();
  if (column === undefined) return first;
  const indent = textWidth(head + readable(whole.slice(from, wholeCharacter(whole, at))));
  return `${first}\n    ${' '.repeat(number.length)} | ${' '.repeat(indent)}^`;
};

/** Of one text. Problems come mostly in its order, so the search for a line goes on where the last one ended. */
export const sourceExcerpts = (
  text: string,
): ((line: number, column: number | undefined) => string | undefined) => {
  let [known, start] = [1, 0];
  return (line, column) => {
    if (line < known) [known, start] = [1, 0];
    for (; known < line; known += 1) {
      const end = text.indexOf('\n', start);
      if (end === -1) return undefined;
      start = end + 1;
    }
    const end = text.indexOf('\n', start);
    const whole = text.slice(start, end === -1 ? text.length : end).replace(/\r$/, '');
    return excerpt(whole, line, column);
  };
};
