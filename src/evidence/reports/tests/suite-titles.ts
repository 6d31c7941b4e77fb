// Titles of suites: they name tests and say nothing of what they ask for. A suite may get another title, and all tests of a
// file may get one suite around them, or lose it.
import { type Renaming, sameWords } from '../../source/source-words.ts';

const SUITES = new Set(['describe', 'suite', 'context']);
const TITLE = '#title';

/** Where titles stand among the words of a file that are no tests; commas are not among them. */
const titlesAt = (frame: readonly string[]): number[] =>
  frame.flatMap((word, at) =>
    /^["'`]/.test(word) && frame[at - 1] === '(' && SUITES.has(frame[at - 2] ?? '') && frame[at - 3] !== '.'
      ? [at]
      : [],
  );

const blanked = (frame: readonly string[], titles: readonly number[]): string[] =>
  frame.map((word, at) => (titles.includes(at) ? TITLE : word));

/** The words without the only suite, where it reaches to the end and has no arguments but a title and a body. */
const unwrapped = (frame: readonly string[]): readonly string[] | undefined => {
  const [at, ...more] = titlesAt(frame);
  if (at === undefined || more.length > 0) return undefined;
  const opening = [
    ['(', ')', '=', '>', '{'],
    ['function', '(', ')', '{'],
  ].find((words) => words.every((word, index) => frame[at + 1 + index] === word));
  if (opening === undefined || frame.at(-1) !== ')' || frame.at(-2) !== '}') return undefined;
  return [...frame.slice(0, at - 2), ...frame.slice(at + 1 + opening.length, -2)];
};

const WRAPPERS = new Set([...SUITES, 'test', 'it']);
const LAST_WORDS = new Set(['await', 'return', ';']);

/** Behind a title: the words of a body that holds nothing but tests; undefined where it holds more. */
const endOfHolder = (frame: readonly string[], from: number): number | undefined => {
  let at = frame[from] === 'async' ? from + 1 : from;
  if (frame[at] === 'function') at += 1;
  if (frame[at] !== '(') return undefined;
  // `(t)` or nothing.
  at += frame[at + 1] === ')' ? 2 : 3;
  if (frame[at - 1] !== ')') return undefined;
  if (frame[at] === '=' && frame[at + 1] === '>') at += 2;
  if (frame[at] !== '{') return undefined;
  for (at += 1; LAST_WORDS.has(frame[at] ?? ''); at += 1);
  return frame[at] === '}' && frame[at + 1] === ')' ? at + 2 : undefined;
};

/** The words without suites, and tests with subtests, that hold tests alone: one that goes says nothing of the others. */
const withoutHolders = (frame: readonly string[]): readonly string[] => {
  const left: string[] = [];
  for (let at = 0; at < frame.length; ) {
    const isCall = WRAPPERS.has(frame[at] ?? '') && frame[at + 1] === '(' && left.at(-1) !== '.';
    const end = isCall && /^["'`#]/.test(frame[at + 2] ?? '') ? endOfHolder(frame, at + 3) : undefined;
    if (end === undefined) left.push(frame[at] ?? '');
    at = end ?? at + 1;
  }
  return left.length === frame.length ? left : withoutHolders(left);
};

const plain = (title: string): string => title.slice(1, -1).replace(/\s+/g, ' ').trim();

const titlesIn = (frame: readonly string[]): string[] => titlesAt(frame).map((at) => plain(frame[at] ?? ''));

/** The name that a test has under the titles of now; undefined where titles do not go together one by one. */
export const retitled = (
  old: readonly string[],
  now: readonly string[],
): ((name: string) => string) | undefined => {
  const [was, is] = [titlesIn(old), titlesIn(now)];
  const [only] = was;
  if (was.length === 0 && is.length === 1) return (name) => `${is[0]} > ${name}`;
  if (only !== undefined && was.length === 1 && is.length === 0)
    return (name) => (name.startsWith(`${only} > `) ? name.slice(only.length + 3) : name);
  const isOneToOne = new Set(was).size === was.length && new Set(is).size === is.length;
  if (was.length !== is.length || !isOneToOne) return undefined;
  const titles = new Map(was.map((title, at) => [title, is[at] ?? title]));
  return (name) => {
    const parts = name.split(' > ');
    return parts.map((part, at) => (at < parts.length - 1 ? (titles.get(part) ?? part) : part)).join(' > ');
  };
};

/** The same words around the tests, whatever the titles of suites are. */
export const sameFrames = (old: readonly string[], now: readonly string[], renaming: Renaming): boolean =>
  sameWords(blanked(old, titlesAt(old)), blanked(now, titlesAt(now)), renaming) ||
  sameWords(unwrapped(old) ?? [TITLE], now, renaming) ||
  sameWords(old, unwrapped(now) ?? [TITLE], renaming) ||
  sameWords(withoutHolders(old), withoutHolders(now), renaming);
