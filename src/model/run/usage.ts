// What an agent program reports of its use of models. What it does not tell is absent, which is not 0.
import * as z from 'zod';

const countSchema = z.number().int().nonnegative();

/** The model of figures that came without one. */
export const MODEL_UNKNOWN = 'unknown';

export const modelUsageSchema = z.object({
  model: z.string(),
  /** All of the input, also what came from a cache. */
  inputTokens: countSchema.optional(),
  cachedInputTokens: countSchema.optional(),
  /** All of the output, also what nobody saw. */
  outputTokens: countSchema.optional(),
  reasoningTokens: countSchema.optional(),
  costUsd: z.number().nonnegative().optional(),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;

/** Programs report a few; a longer list is cut. */
export const USAGE_MODELS_MAX = 20;

/** What the attempts of a role reported, and how many of them reported nothing since one did. */
export const roleUsageSchema = z.object({
  models: z.array(modelUsageSchema),
  unreported: countSchema,
});

const FIGURES = ['inputTokens', 'cachedInputTokens', 'outputTokens', 'reasoningTokens', 'costUsd'] as const;

/** A figure that one side does not know is not known of both together. */
const added = (one: ModelUsage, other: ModelUsage): ModelUsage => ({
  model: one.model,
  ...Object.fromEntries(
    FIGURES.flatMap((figure) => {
      const [a, b] = [one[figure], other[figure]];
      return a === undefined || b === undefined ? [] : [[figure, Math.min(a + b, Number.MAX_SAFE_INTEGER)]];
    }),
  ),
});

/** One line a model. */
export const usageByModel = (usages: readonly ModelUsage[]): ModelUsage[] => {
  const models = new Map<string, ModelUsage>();
  for (const usage of usages) {
    const before = models.get(usage.model);
    models.set(usage.model, before === undefined ? usage : added(before, usage));
  }
  return [...models.values()];
};
