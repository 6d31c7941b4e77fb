import { describe, expect, it } from 'vitest';
import { problem } from '../../model/problem.ts';
import { sentences } from './hook-words.ts';

describe('a problem as prose', () => {
  it.each([
    ['no test ran', 'add one', 'no test ran. Add one.'],
    ['no test ran.', 'Add one.', 'no test ran. Add one.'],
    ['no test ran', undefined, 'no test ran.'],
  ])('%j with the hint %j', (message, hint, expected) => {
    expect(sentences(problem('TESTS_NOT_RUN', message, hint === undefined ? {} : { hint }))).toBe(expected);
  });
});
