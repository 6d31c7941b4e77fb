import { expect, it } from 'vitest';
import { wordsOf } from '../source/source-words.ts';
import { withoutNewArguments } from './new-arguments.ts';

const isNew = (name: string): boolean => name === 'sep';

it.each([
  ['show(90, sep=":") == "1:30"', 'show(90) == "1:30"'],
  ['show(sep=":", minutes=90)', 'show(minutes=90)'],
  ['show(sep=":")', 'show()'],
  ['show(90, sep=join(",", [1, 2]), width=3)', 'show(90, width=3)'],
  ['show(90, width=3)', 'show(90, width=3)'],
  // What is no argument stays.
  ['sep = 3', 'sep = 3'],
  ['check(a, sep == b)', 'check(a, sep == b)'],
])('%s', (now, before) => {
  expect(withoutNewArguments(wordsOf(now), isNew)).toEqual(wordsOf(before));
});
