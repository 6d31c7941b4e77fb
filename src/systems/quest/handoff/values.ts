// What one field says: the word, what was tolerated about it, or why it cannot be read.

export interface Word {
  readonly word: string;
  readonly decoration: readonly string[];
}

const PAIRS: readonly (readonly [string, string])[] = [
  ['**', '**'],
  ['__', '__'],
  ['`', '`'],
  ['"', '"'],
  ["'", "'"],
  ['\u201c', '\u201d'],
  ['\u2018', '\u2019'],
  ['*', '*'],
  ['_', '_'],
];
const WORD_CHARS_MAX = 200;

/** Without marks around it, a sign before it and a full stop behind it. Long text is no word and stays as it is. */
export const wordOf = (value: string): Word => {
  if (value.length > WORD_CHARS_MAX) return { word: value, decoration: [] };
  const decoration = new Set<string>();
  let word = value.trim();
  for (let before = ''; before !== word; ) {
    before = word;
    for (const [open, close] of PAIRS)
      if (word.length > open.length + close.length && word.startsWith(open) && word.endsWith(close)) {
        word = word.slice(open.length, -close.length).trim();
        decoration.add(open === '"' || open === "'" ? 'quotes' : 'bold, italics or back-ticks');
      }
    if (/[^.][.\u3002]$/.test(word)) {
      word = word.slice(0, -1).trim();
      decoration.add('a trailing full stop');
    }
  }
  if (/^@\w/.test(word)) {
    word = word.slice(1);
    decoration.add('@ before a name');
  }
  return { word, decoration: [...decoration] };
};

/** `fixer (2 issues)`: the word and the note. */
export const splitNote = (value: string): { word: string; note: string | undefined } => {
  const match = value.length > WORD_CHARS_MAX ? null : /^([^\s([]+)\s+[([]([^()[\]]*)[)\]]\.?$/.exec(value);
  return match === null ? { word: value, note: undefined } : { word: match[1]!, note: match[2]! };
};

/** Several words where one is meant, as a template has them. */
export const isChoice = (value: string, isKnown: (word: string) => boolean): boolean => {
  if (/[|\uff5c]/.test(value)) return true;
  if (value.length > WORD_CHARS_MAX) return false;
  const words = value.split(/\s*[,/]\s*|\s+or\s+|\s+and\s+/i).map((word) => wordOf(word).word);
  return words.length > 1 && words.filter(isKnown).length > 1;
};

export const shown = (value: string): string =>
  JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
