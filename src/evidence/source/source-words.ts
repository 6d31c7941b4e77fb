// Source text of any language as words: enough to tell whether two pieces of code say the same.

const WORDS =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|\S/gu;
const COMMENT = /^(?:\/\/|\/\*)/;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

export const isName = (word: string): boolean => NAME.test(word);

/** Strings are one word each; comments and blanks are none. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(WORDS)].map(([word]) => word).filter((word) => !COMMENT.test(word));

export const SHELL = /\.(?:bats|sh|bash|zsh|ksh)$/i;
const SHELL_WORDS = /'[^']*'|[\p{L}_][\p{L}\p{N}_]*|\d+|\s+|\S/gu;

/** In a shell a line is a command, two slashes begin no comment, and in double quotes there are commands, too. */
const shellWords = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => [...(line.match(SHELL_WORDS) ?? []), '\n']);

/** The words of a file of this name. */
export const wordsIn = (path: string, text: string): string[] =>
  SHELL.test(path) ? shellWords(text) : wordsOf(text);

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
