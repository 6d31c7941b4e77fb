// How many cells of a terminal a text takes, well enough to cut a line before the terminal would wrap it.

const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}\u200b]$/u;
const EMOJI = /^\p{Emoji_Presentation}$/u;

const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];

const cellsOf = (char: string): number => {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (NOTHING.test(char)) return 0;
  return EMOJI.test(char) || WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
};

export const textWidth = (text: string): number => {
  let cells = 0;
  for (const char of text) cells += cellsOf(char);
  return cells;
};

/** The text, cut to so many cells; a cut is shown. */
export const fitText = (text: string, cellsMax: number): string => {
  // Most lines are short, and no character takes more than two cells.
  if (text.length * 2 <= cellsMax || textWidth(text) <= cellsMax) return text;
  let cells = 0;
  let kept = '';
  for (const char of text) {
    cells += cellsOf(char);
    if (cells > cellsMax - 1) break;
    kept += char;
  }
  return cellsMax < 1 ? '' : `${kept}…`;
};

/** Filled up with spaces to so many cells. */
export const padText = (text: string, cells: number): string =>
  text + ' '.repeat(Math.max(0, cells - textWidth(text)));
