// Budgets of tokens and money, and what was spent of them. What a program does not tell is counted as unknown, never as 0.
import * as z from 'zod';
import { nameSchema } from '../workflow/names.ts';
import type { ModelUsage } from './usage.ts';

const amountSchema = z.strictObject({
  tokens: z.number().int().positive().optional().describe('Tokens, those of the input and of the output.'),
  usd: z.number().positive().optional().describe('US dollars.'),
});

/** As baton.yaml has it, and as a run keeps it. */
export const budgetSchema = z.strictObject({
  run: amountSchema.optional().describe('What a run may use.'),
  day: amountSchema.optional().describe('What all runs of the project may use in a day (UTC).'),
  roles: z.record(nameSchema, amountSchema).optional().describe('What a role may use in a run, by its name.'),
});
export type Budget = z.output<typeof budgetSchema>;

/** The option of a run under which its budget is kept. */
export const BUDGET = 'budget';

/** What waits for a person because a budget is used up: `budget.run.tokens`, `budget.role.coder.usd`. */
export const BUDGET_ITEM = 'budget.';

export const UNITS = ['tokens', 'usd'] as const;
export type Unit = (typeof UNITS)[number];

/** What is known, and of how many attempts something is not. */
export const spentSchema = z.object({
  tokens: z.number().nonnegative(),
  usd: z.number().nonnegative(),
  unknownTokens: z.number().int().nonnegative(),
  unknownUsd: z.number().int().nonnegative(),
});
export type Spent = z.infer<typeof spentSchema>;

export const NOTHING_SPENT: Spent = { tokens: 0, usd: 0, unknownTokens: 0, unknownUsd: 0 };

export const addSpent = (one: Spent, other: Spent): Spent => ({
  tokens: Math.min(one.tokens + other.tokens, Number.MAX_SAFE_INTEGER),
  usd: one.usd + other.usd,
  unknownTokens: one.unknownTokens + other.unknownTokens,
  unknownUsd: one.unknownUsd + other.unknownUsd,
});

/** Of one attempt. */
export const spentIn = (usage: readonly ModelUsage[] | undefined): Spent => {
  if (usage === undefined) return { ...NOTHING_SPENT, unknownTokens: 1, unknownUsd: 1 };
  const sum = (of: (one: ModelUsage) => number | undefined): number =>
    usage.reduce((total, one) => total + (of(one) ?? 0), 0);
  const lacks = (of: (one: ModelUsage) => number | undefined): number =>
    usage.some((one) => of(one) === undefined) ? 1 : 0;
  return {
    tokens: sum(({ inputTokens = 0, outputTokens = 0 }) => inputTokens + outputTokens),
    usd: sum(({ costUsd }) => costUsd),
    unknownTokens: Math.max(
      lacks(({ inputTokens }) => inputTokens),
      lacks(({ outputTokens }) => outputTokens),
    ),
    unknownUsd: lacks(({ costUsd }) => costUsd),
  };
};

/** The least that a prompt takes, where the program told it turn by turn. */
export const turnSchema = z.object({ tokens: z.number().nonnegative(), usd: z.number().nonnegative() });
export type Turn = z.infer<typeof turnSchema>;

/** What all runs of the project but this one have used on a day, when somebody looked. */
export const daySpentSchema = z.object({ date: z.string(), spent: spentSchema });
export type DaySpent = z.infer<typeof daySpentSchema>;

export const spendingSchema = z.object({
  /** When something was counted last. */
  at: z.string(),
  roles: z.record(z.string(), spentSchema),
  /** The last day on which something was counted, and how much that day. */
  day: daySpentSchema,
  /** By role: the least that its next prompt takes. */
  turns: z.record(z.string(), turnSchema).optional(),
  others: daySpentSchema.optional(),
});
export type Spending = z.infer<typeof spendingSchema>;
