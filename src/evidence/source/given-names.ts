// A helper of tests that gives the code one thing more, which does nothing: `log: vi.fn()` in the object that a constructor
// takes. Old tests need it to run on the new code, and it keeps none of them from failing.
import { isName, wordsOf } from './source-words.ts';

/** Behind something idle that begins at `at`; undefined where it is something else. */
type Reader = (words: readonly string[], at: number) => number | undefined;

const DOUBLES: readonly (readonly string[])[] = [
  ...['vi', 'jest', 'mock'].map((library) => [library, '.', 'fn', '(', ')']),
  ...['stub', 'spy', 'fake'].map((kind) => ['sinon', '.', kind, '(', ')']),
  ...['Mock', 'MagicMock', 'AsyncMock'].map((kind) => [kind, '(', ')']),
  ['t', '.', 'mock', '.', 'fn', '(', ')'],
  ['[', ']'],
  ['{', '}'],
];

const follows = (words: readonly string[], at: number, wanted: readonly string[]): boolean =>
  wanted.every((word, step) => words[at + step] === word);

const aDouble: Reader = (words, at) => {
  const found = DOUBLES.find((wanted) => follows(words, at, wanted));
  return found === undefined ? undefined : at + found.length;
};

/** `async (a, b) => {}`, `lambda *_: None`, `func(a string) {}`. */
const aFunction: Reader = (words, at) => {
  const from = words[at] === 'async' ? at + 1 : at;
  const isLambda = words[from] === 'lambda';
  const open = words[from] === 'func' ? from + 1 : from;
  if (!isLambda && words[open] !== '(') return undefined;
  const end = words.indexOf(isLambda ? ':' : ')', open);
  // A default value may do something.
  if (end === -1 || words.slice(open + 1, end).some((word) => word === '(' || word === '=')) return undefined;
  const body = isLambda ? ['None'] : words[from] === 'func' ? ['{', '}'] : ['=', '>', '{', '}'];
  return follows(words, end + 1, body) ? end + 1 + body.length : undefined;
};

const anEntry: Reader = (words, at) =>
  isName(words[at] ?? '') && [':', '='].includes(words[at + 1] ?? '')
    ? anIdleThing(words, at + 2)
    : undefined;

const entries: Reader = (words, at) => {
  if (words[at] !== '{') return undefined;
  let here = at + 1;
  while (words[here] !== '}') {
    const end = anEntry(words, here);
    if (end === undefined) return undefined;
    here = words[end] === ',' ? end + 1 : end;
  }
  return here + 1;
};

const anIdleThing: Reader = (words, at) => aDouble(words, at) ?? aFunction(words, at) ?? entries(words, at);

/** The names that the new text gives something idle; undefined where it differs from the old one in anything else. */
export const givenNames = (before: string, after: string): readonly string[] | undefined => {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const names: string[] = [];
  let at = 0;
  for (let here = 0; here < now.length; ) {
    if (now[here] === old[at] && at < old.length) {
      here += 1;
      at += 1;
      continue;
    }
    const comma = now[here] === ',' ? 1 : 0;
    const end = anEntry(now, here + comma);
    if (end === undefined) return undefined;
    names.push(now[here + comma] ?? '');
    here = comma === 0 && now[end] === ',' ? end + 1 : end;
  }
  return at === old.length && names.length > 0 ? names : undefined;
};
