// What agentmux leaves open. Each has a default; baton.yaml says another under `policy`, a run with --policy.
import * as z from 'zod';
import { isNamed, waivedBy, withoutCommand } from '../../checks/waived.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { View } from '../../model/view.ts';

const REVIEW_ROUNDS_MAX = 100;

/** A part of a branch's name; git has the last word. */
const branchText = z
  .string()
  .max(200)
  .regex(/^[^\s~^:?*[\\\x00-\x1f\x7f]*$/, 'expected a part of the name of a branch');

export const policy = z.strictObject({
  product_manager: z
    .boolean()
    .default(false)
    .describe('Begin with a product manager who clarifies the request.'),
  max_review_iterations: z
    .number()
    .int()
    .min(0)
    .max(REVIEW_ROUNDS_MAX)
    .default(3)
    .describe('Fix rounds before a person has to decide.'),
  skip_final_approval: z
    .boolean()
    .default(false)
    .describe('Commit without asking a person, once every reviewer has passed the change.'),
  single_coder: z.boolean().default(false).describe('One coder does all sub-plans in one working tree.'),
  tests: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      "Re-run the project's tests on what coders hand in; auto: a project without a test command must waive it; off: they are waived.",
    ),
  branch_prefix: branchText.default('feature/').describe('What the name of the branch begins with.'),
  base_branch: branchText.default('main').describe('What a pull request is to be merged into.'),
  draft: z.boolean().default(true).describe('Open pull requests as drafts.'),
  push: z.boolean().default(true).describe('Push the branch to origin, where there is one.'),
});
export type Policy = z.infer<typeof policy>;

/** The values are decided when a run starts; before that there are only the defaults. */
export const policyOf = <K extends keyof Policy>(view: View, name: K): Policy[K] =>
  (view.policy(name) ?? policy.parse({})[name]) as Policy[K];

/** Whether tests are evidence in this run. */
export const testsCount = (view: View): boolean => {
  const wanted = policyOf(view, 'tests');
  return wanted === 'required' || (wanted === 'auto' && isNamed(view, 'test'));
};

/** What holds where they are not: a person switched them off, the project waives them, or they are missing. */
export const withoutTests = (view: View): Verdict =>
  policyOf(view, 'tests') === 'off'
    ? waivedBy({ why: 'policy.tests is off', by: 'policy' })
    : withoutCommand(view, 'test');
