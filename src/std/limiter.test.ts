import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

describe('createLimiter', () => {
  it('runs no more than its limit at once, in order, also after failures', async () => {
    const limited = createLimiter(2);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        limited(async () => {
          order.push(i);
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, i % 3));
          running -= 1;
          if (i % 4 === 0) throw new Error('no');
          return i;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(results.filter((r) => r.status === 'rejected')).toHaveLength(5);
  });
});
