// What was used, in words. What is not known is said to be unknown.
import type { ModelUsage } from '../../model/run/usage.ts';
import { plainLine } from '../../std/terminal-text.ts';

const MONEY_DIGITS = 4;

/** Tokens, or US dollars. */
export const amountText = (unit: 'tokens' | 'usd', amount: number): string =>
  unit === 'tokens' ? `${count(amount)} tokens` : `$${amount.toFixed(MONEY_DIGITS)}`;

const count = (value: number | null | undefined): string =>
  value === undefined || value === null ? 'unknown' : value.toLocaleString('en-US');

type Figures = { readonly [K in keyof ModelUsage]: ModelUsage[K] | null };

const modelWords = ({ model, inputTokens, outputTokens, costUsd }: Figures): string => {
  const cost = typeof costUsd === 'number' ? `$${costUsd.toFixed(MONEY_DIGITS)}` : 'cost unknown';
  return `${count(inputTokens)} tokens in, ${count(outputTokens)} out, ${cost} (${plainLine(model ?? 'unknown')})`;
};

export const usageWords = (models: readonly Figures[]): string => models.map(modelWords).join('; ');
