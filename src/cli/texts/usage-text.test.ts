import { expect, it } from 'vitest';
import { usageWords } from './usage-text.ts';

it('says what is unknown, and shows no escape of a model name', () => {
  expect(usageWords([{ model: 'm\u001b[31m', inputTokens: 12_345, costUsd: 0 }])).toBe(
    '12,345 tokens in, unknown out, $0.0000 (m)',
  );
  expect(usageWords([{ model: 'm', inputTokens: null, outputTokens: 0, costUsd: null }])).toBe(
    'unknown tokens in, 0 out, cost unknown (m)',
  );
});
