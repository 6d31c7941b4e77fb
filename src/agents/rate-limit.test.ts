import { describe, expect, it } from 'vitest';
import { rateLimitIn } from './rate-limit.ts';

const NOW = Date.parse('2026-01-01T00:00:00.000Z');

describe('a rate limit in what a program says', () => {
  it.each([
    ['API Error: 429 rate_limit_error, retry after 30 seconds', '2026-01-01T00:00:30.000Z'],
    ['Too Many Requests. Please try again in 2m', '2026-01-01T00:02:00.000Z'],
    ['usage limit reached, resets at 2026-01-01T05:00:00Z', '2026-01-01T05:00:00.000Z'],
    ['Claude AI usage limit reached|1767243600', '2026-01-01T05:00:00.000Z'],
    ['429: retry-after: 1500 ms', '2026-01-01T00:00:01.500Z'],
    ['rate limit, retry after 9000000 seconds', '2026-01-02T00:00:00.000Z'],
    ['rate limit, resets at 2020-01-01T00:00:00Z', undefined],
    ['{"error":{"status":"RESOURCE_EXHAUSTED"}}', undefined],
  ])('%s', (words, resetAt) => {
    expect(rateLimitIn(words, NOW)).toEqual(resetAt === undefined ? {} : { resetAt });
  });

  it.each(['exited with 1', 'port 4290 is taken', 'the generated rate is low'])('is not in: %s', (words) => {
    expect(rateLimitIn(words, NOW)).toBeUndefined();
  });
});
