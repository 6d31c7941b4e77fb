// What Quest leaves to a project. `.ai/allowlist.json`, where a project has one, is asked first.
import * as z from 'zod';
import { probeShape } from '../../../checks/change/probe-policy.ts';

/** Rounds that nobody may raise any further. */
export const PLAN_ITERATIONS_CAP = 20;
export const FIX_ITERATIONS_CAP = 20;

const slot = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'expected a name such as claude');
const slots = z
  .tuple([slot, slot])
  .refine(([one, other]) => one !== other, 'expected two names that differ')
  .default(['claude', 'codex']);

export const policy = z.strictObject({
  intake: z
    .enum(['ask', 'high-risk'])
    .default('ask')
    .describe('Whether a person confirms every route, or only those of a high risk.'),
  plan_slots: slots.describe('The two plan reviewers: review_<slot>.md and handoff_<slot>.json.'),
  code_slots: slots.describe('The two code reviewers: review_<slot>.md and handoff_<slot>.json.'),
  plan_iterations: z
    .number()
    .int()
    .min(1)
    .max(PLAN_ITERATIONS_CAP)
    .default(4)
    .describe('Plans that are written before a person decides what to do.'),
  fix_iterations: z
    .number()
    .int()
    .min(1)
    .max(FIX_ITERATIONS_CAP)
    .default(3)
    .describe('Rounds of fixing before the rest is deferred or a person decides.'),
  solo_fix_iterations: z
    .number()
    .int()
    .min(1)
    .max(FIX_ITERATIONS_CAP)
    .default(2)
    .describe('The same in solo mode; never more than fix_iterations.'),
  auto_refine: z
    .boolean()
    .default(true)
    .describe('Whether a plan that the arbiter sends back is planned again without asking a person.'),
  auto_build: z
    .boolean()
    .default(false)
    .describe('Whether a plan that a person approved is built without asking again.'),
  auto_fix: z.boolean().default(false).describe('Whether findings are fixed without asking a person.'),
  auto_commit: z
    .boolean()
    .default(false)
    .describe('Whether a reviewed change is committed without asking a person.'),
  ...probeShape('off'),
});
