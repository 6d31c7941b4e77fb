// Whether two versions of a source file differ in their layout alone, or in names alone.
import { tokensOf } from './js-tokens.ts';
import { isName, sameWords, wordsOf } from './source-words.ts';

const SCRIPT = /\.[cm]?[jt]s$/i;
/** Languages in which blanks and line ends say nothing; in Python and in shells they do. */
const FREE = /\.(?:go|rs|java|kt|cs|c|cc|cpp|h|hpp|swift|css|scss)$/i;
/** Behind these words a line end is the end of a statement. */
const ENDS_EARLY = /\b(?:return|throw|break|continue|yield|async)[ \t]*(?:\/\/[^\n]*)?\r?\n/g;
const CLOSING = /^[)\]}]$/;

const withoutLastCommas = (words: readonly string[]): string[] =>
  words.filter(
    (word, at) => word !== ',' || !CLOSING.test(words[at + 1] ?? '') || /^[,[({]$/.test(words[at - 1] ?? ''),
  );

/** Quotes do not count, what stands between them does. */
const scriptWords = (text: string): string[] =>
  withoutLastCommas(
    tokensOf(text).map(({ kind, text: word }) => (kind === 'string' ? JSON.stringify(word) : word)),
  );

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** A formatter could have made one of the other. */
export const differInLayout = (path: string, before: string, after: string): boolean => {
  if (countOf(before, ENDS_EARLY) !== countOf(after, ENDS_EARLY)) return false;
  if (SCRIPT.test(path)) return sameWords(scriptWords(before), scriptWords(after));
  return FREE.test(path) && sameWords(wordsOf(before), wordsOf(after));
};

/** What names modules: it changes with a file's name, and is sorted anew. */
const IMPORTS =
  /^[ \t]*(?:import\b[^;]*?\bfrom\s*['"][^'"\n]+['"]|import\s*['"(][^'"\n]*['"]\)?|export\b[^;=]*?\bfrom\s*['"][^'"\n]+['"]|from\s+\S+\s+import\b[^\n(]*(?:\([^)]*\))?|import\s+[^\n]*|(?:pub(?:\([^)]*\))?\s+)?(?:use|mod)\s[^;{]*(?:\{[^;]*)?;)[ \t]*;?/gm;
const IN_TEXTS = /[\p{L}\p{N}_$]+|\S/gu;

const isText = (word: string): boolean => word.length > 1 && /^["'`]/.test(word);

/** Pairs of names, one for one. A name may stay where it is one of something else; two names may not change places. */
class Names {
  readonly #forth = new Map<string, string>();
  readonly #back = new Map<string, string>();

  pair(one: string, other: string): boolean {
    if (one === other) return true;
    const isSwapped = this.#forth.get(other) === one;
    const isOne =
      (this.#forth.get(one) ?? other) === other && (this.#back.get(other) ?? one) === one && !isSwapped;
    this.#forth.set(one, other);
    this.#back.set(other, one);
    return isOne;
  }
}

const WORD = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

const sameTexts = (one: string, other: string, names: Names): boolean => {
  const [before, after] = [one.match(IN_TEXTS) ?? [], other.match(IN_TEXTS) ?? []];
  return (
    before.length === after.length &&
    before.every((word, at) => {
      const now = after[at] ?? '';
      return WORD.test(word) && WORD.test(now) ? names.pair(word, now) : word === now;
    })
  );
};

/** The same but for names, each of which became one other name, in the code and in texts. */
export const sameButNames = (before: readonly string[], after: readonly string[]): boolean => {
  const [names, texts] = [new Names(), new Names()];
  return (
    before.length === after.length &&
    before.every((word, at) => {
      const other = after[at] ?? '';
      if (isText(word) && isText(other)) return sameTexts(word, other, texts);
      return isName(word) && isName(other) ? names.pair(word, other) : word === other;
    })
  );
};

/** Whether more differs than names. Imports are free. */
export const differBeyondNames = (before: string, after: string): boolean => {
  const words = (text: string): string[] => withoutLastCommas(wordsOf(text.replace(IMPORTS, '')));
  return !sameButNames(words(before), words(after));
};
