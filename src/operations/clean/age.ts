// An age as people write it: 30d, 12h.
import { BatonError } from '../../errors.ts';
import { CLEAN_AGE_MS_MAX } from '../../model/limits/limits.ts';

const SECOND = 1_000;
const UNITS: Readonly<Record<string, number>> = {
  s: SECOND,
  m: 60 * SECOND,
  h: 3_600 * SECOND,
  d: 24 * 3_600 * SECOND,
  w: 7 * 24 * 3_600 * SECOND,
};

/** In milliseconds. */
export const requireAge = (text: string): number => {
  const [, amount = '', unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text.trim()) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (ms <= CLEAN_AGE_MS_MAX) return ms;
  throw new BatonError(
    'USAGE_INVALID',
    `expected --older-than with a number and a unit (s, m, h, d, w), at most 100 years; got ${JSON.stringify(text)}`,
    { hint: 'baton clean --older-than 30d' },
  );
};
