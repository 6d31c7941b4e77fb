import { expect, it } from 'vitest';
import { usageByModel } from './usage.ts';

it('adds up what is known of each model, and a figure that one part does not know is unknown', () => {
  expect(
    usageByModel([
      { model: 'a', inputTokens: 1, outputTokens: 2, costUsd: 0.5 },
      { model: 'b', inputTokens: 7 },
      { model: 'a', inputTokens: 3, outputTokens: 4 },
      { model: 'b', inputTokens: 0 },
    ]),
  ).toEqual([
    { model: 'a', inputTokens: 4, outputTokens: 6 },
    { model: 'b', inputTokens: 7 },
  ]);
});
