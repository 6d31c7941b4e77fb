// Arguments that a test hands over because the code asks for them now: `show(90, sep=":")`.
import { isName } from '../source/source-words.ts';

const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

/** Where the argument that begins there ends: at the comma behind it, or at the bracket around it. */
const argumentEnd = (words: readonly string[], from: number): number => {
  let depth = 0;
  for (let at = from; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (depth === 0 && (word === ',' || CLOSING.has(word))) return at;
    if (OPENING.has(word)) depth += 1;
    else if (CLOSING.has(word)) depth -= 1;
  }
  return words.length;
};

/** The words of a test of Python without the keywords that are new. */
export const withoutNewArguments = (
  words: readonly string[],
  isNew: (name: string) => boolean,
): readonly string[] => {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [before, word = '', next, value] = words.slice(Math.max(at - 1, 0), at + 3);
    const isKeyword = (before === ',' || before === '(') && isName(word) && next === '=' && value !== '=';
    if (at === 0 || !isKeyword || !isNew(word)) {
      kept.push(words[at] ?? '');
      continue;
    }
    at = argumentEnd(words, at);
    // The comma before it, or the one behind it, goes with it.
    if (kept.at(-1) === ',') kept.pop();
    else if (words[at] === ',') continue;
    at -= 1;
  }
  return kept;
};
