// Whether a program failed because its model would not take more just now, and until when.
import { LIMIT_WAIT_MS_MAX } from '../model/limits/fence.ts';

const LIMITED =
  /\b429\b|rate.?limit|too many requests|usage limit|quota (?:exceeded|exhausted)|RESOURCE_EXHAUSTED|overloaded/i;
const SECONDS =
  /(?:retry.?after|try again in|resets? in|retry in)[^0-9]{0,12}(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|sec|seconds?|m|min|minutes?|h|hours?)?\b/i;
const MOMENT =
  /(?:resets?(?: at)?|reset_at|until)\W{0,6}(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))/i;
const EPOCH = /(?:resets?(?: at)?|reset_at|limit reached)\W{0,6}(\d{10})\b/i;

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

const unitOf = (word = 's'): number =>
  UNIT_MS[
    /^mill/i.test(word) ? 'ms' : word.toLowerCase() === 'ms' ? 'ms' : (word[0]?.toLowerCase() ?? 's')
  ] ?? 1_000;

const resetIn = (words: string, now: number): number | undefined => {
  const [, moment] = MOMENT.exec(words) ?? [];
  if (moment !== undefined) return Date.parse(moment);
  const [, epoch] = EPOCH.exec(words) ?? [];
  if (epoch !== undefined) return Number(epoch) * 1_000;
  const [, count, unit] = SECONDS.exec(words) ?? [];
  return count === undefined ? undefined : now + Number(count) * unitOf(unit);
};

export interface RateLimit {
  /** When it is over, where the words tell. */
  readonly resetAt?: string;
}

/** Read from the program's own words: hostile, so the wait is bounded. Undefined where it was something else. */
export const rateLimitIn = (words: string, now: number): RateLimit | undefined => {
  if (!LIMITED.test(words)) return undefined;
  const reset = resetIn(words, now);
  if (reset === undefined || Number.isNaN(reset) || reset <= now) return {};
  return { resetAt: new Date(Math.min(reset, now + LIMIT_WAIT_MS_MAX)).toISOString() };
};
