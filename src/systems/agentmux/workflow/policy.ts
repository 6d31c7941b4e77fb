// What agentmux leaves open. Each has a default; baton.yaml says another under `policy`, a run with --policy.
import * as z from 'zod';

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
