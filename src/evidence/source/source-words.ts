// Source text of any language as words: enough to tell whether two pieces of code say the same.

const WORDS =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|\S/gu;
const COMMENT = /^(?:\/\/|\/\*)/;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

export const isName = (word: string): boolean => NAME.test(word);

/** Strings are one word each; comments and blanks are none. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(WORDS)].map(([word]) => word).filter((word) => !COMMENT.test(word));

/** The same text with blanks in the place of strings and comments, line ends among them. */
export const withoutTexts = (text: string): string =>
  text.replace(WORDS, (word) =>
    /^["'`]|^\/[/*]/.test(word) && word.length > 1 ? ' '.repeat(word.length) : word,
  );

/** One name stands for another, everywhere. */
export type Renaming = ReadonlyMap<string, string>;
export const NO_RENAMING: Renaming = new Map();

export const sameWords = (
  before: readonly string[],
  after: readonly string[],
  renaming: Renaming = NO_RENAMING,
): boolean =>
  before.length === after.length &&
  before.every((word, at) => word === after[at] || (isName(word) && renaming.get(word) === after[at]));

/** The same but for names, each of which became one other name everywhere. */
export const sameButNames = (before: readonly string[], after: readonly string[]): boolean => {
  if (before.length !== after.length) return false;
  const [forth, back] = [new Map<string, string>(), new Map<string, string>()];
  return before.every((word, at) => {
    const other = after[at];
    if (other === undefined || !isName(word) || !isName(other)) return word === other;
    const isOne = (forth.get(word) ?? other) === other && (back.get(other) ?? word) === word;
    forth.set(word, other);
    back.set(other, word);
    return isOne;
  });
};
