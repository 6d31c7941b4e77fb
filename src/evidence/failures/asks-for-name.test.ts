import { describe, expect, it } from 'vitest';
import { mayOnlyAsk } from './asks-for-name.ts';

const added = new Set(['median', 'mode']);

describe('a new test that asks for what the change adds', () => {
  it.each([
    ["'undefined' !== 'function'", "assert.equal(typeof sieve.median, 'function');"],
    ['The expression evaluated to a falsy value:\n\n  assert.ok(sieve.median)\n', 'assert.ok(sieve.median);'],
    ['expected undefined to be defined', 'expect(sieve.median).toBeDefined();'],
    ['expect(received).toBeDefined()\n\nReceived: undefined', 'expect(sieve.mode).toBeDefined();'],
    ['expected Module{…} to have property "median"', "expect(sieve).toHaveProperty('median');"],
  ])('may do no more than that where it says %j', (message, text) => {
    expect(mayOnlyAsk(message, text, added)).toBe(true);
  });

  it.each([
    ['a value', 'expected 2 to be 3', 'expect(median([2, 3])).toBe(3);'],
    ['another part that is not there', 'undefined !== true', 'assert.equal(parse(text).marked, true);'],
    [
      'something false beside it',
      'falsy value:\n\n  assert.ok(log.called)\n',
      'median(); assert.ok(log.called);',
    ],
    ['nothing', undefined, 'assert.ok(sieve.median);'],
  ])('does more where it says that of %s', (_, message, text) => {
    expect(mayOnlyAsk(message, text, added)).toBe(false);
  });
});
