// What the tools take. The messages are the ones that agents of this workflow know.
import * as z from 'zod';
import type { EffectRequest } from '../../../model/workflow/effect.ts';
import { preferencesSchema } from '../../../text/preference.ts';
import { isReviewer, REVIEWERS } from '../files/vocabulary.ts';

const INDEX_TEXT = 'subplan_index must be an integer >= 1.';

export const preferenceArgs = z.object({ preferences: preferencesSchema });

export const architectureArgs = z.object({
  reviewers: z
    .array(
      z.string().refine(isReviewer, {
        error: ({ input }) =>
          `Unknown reviewer role '${String(input)}'. Allowed: [${REVIEWERS.map((role) => `'${role}'`).join(', ')}]`,
      }),
    )
    .max(REVIEWERS.length)
    .optional()
    .describe(`Who is to review the change: some of ${REVIEWERS.join(', ')}. Without it: reviewer_logic.`),
  preferences: preferencesSchema,
});

export const reviewArgs = z.object({
  role: z
    .string()
    .optional()
    .describe('Your role. Then review_<role>.yaml is read; without it review.yaml, where you review alone.'),
  preferences: preferencesSchema,
});

export const doneArgs = z.object({
  subplan_index: z
    .number({ error: INDEX_TEXT })
    .int(INDEX_TEXT)
    .min(1, INDEX_TEXT)
    .describe('The index of the sub-plan that is done.'),
});

export const PREFERENCES_DIRECTORY = '.agentmux/prompts/agents';

/** What a person approved as a preference goes to the files that roles are told, by role. */
export const preferenceEffects = ({
  args,
}: {
  readonly args: z.infer<typeof preferenceArgs>;
}): readonly EffectRequest[] => {
  const byRole = new Map<string, string[]>();
  for (const { target_role, bullet } of args.preferences ?? [])
    byRole.set(target_role, [...(byRole.get(target_role) ?? []), bullet]);
  const entries = [...byRole].map(([role, bullets]) => ({ role, bullets }));
  return entries.length === 0 ? [] : [{ action: 'preferences', directory: PREFERENCES_DIRECTORY, entries }];
};
