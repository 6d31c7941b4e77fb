import { describe, expect, it } from 'vitest';
import { CLEAN_AGE_MS } from '../../model/limits/limits.ts';
import { requireAge } from './age.ts';

describe('an age', () => {
  it.each([
    ['0s', 0],
    ['90m', 5_400_000],
    ['12h', 43_200_000],
    ['30d', CLEAN_AGE_MS],
    [' 2w ', 1_209_600_000],
  ])('%j', (text, ms) => {
    expect(requireAge(text)).toBe(ms);
  });

  it.each(['', '1', 'd', '1.5d', '-1d', '1y', '1 d', '1d2h', '6000w', '9999999999s'])(
    '%j is none',
    (text) => {
      expect(() => requireAge(text)).toThrow(
        expect.objectContaining({
          code: 'USAGE_INVALID',
          message: expect.stringContaining(JSON.stringify(text)),
        }),
      );
    },
  );
});
