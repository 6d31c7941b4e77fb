// What a workflow allows after a failure. An agent's `on_failure` may ask for less, never for more.
import * as z from 'zod';
import type { Handoff } from '../../../model/handoff.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import { PHASES } from '../handoff/words.ts';
import { FAILURE_RETRIES, FAILURE_RETRIES_MAX } from '../limits.ts';

export const failureLimitsSchema = z.strictObject({
  retry: z.int().min(0).max(FAILURE_RETRIES_MAX).describe('How often a failed piece of work is tried again.'),
  escalate_after: z
    .int()
    .min(1)
    .optional()
    .describe('Failures after which the hub decides, also when retries are left.'),
  route_to: z.string().optional().describe('Who gets the failed work when its agent names nobody.'),
});
export type FailureLimits = z.infer<typeof failureLimitsSchema>;

export const failurePolicySchema = z.strictObject({
  default: failureLimitsSchema.default({ retry: FAILURE_RETRIES }),
  phases: z.partialRecord(z.enum(PHASES), failureLimitsSchema).default({}),
});
export type FailurePolicy = z.infer<typeof failurePolicySchema>;

/** As the collective's workflow agent has it: tests go back twice, code three times, a broken integration waits. */
export const DEFAULT_FAILURE_POLICY: FailurePolicy = {
  default: { retry: FAILURE_RETRIES },
  phases: {
    Implementation: { retry: 3, route_to: 'research-agent' },
    Testing: { retry: 2, route_to: 'implementation-agent' },
    QA: { retry: 2, route_to: 'implementation-agent' },
    Integration: { retry: 0 },
  },
};

export const limitsFor = (policy: FailurePolicy, phase: string): FailureLimits => {
  const known = PHASES.find((one) => one === phase);
  return (known === undefined ? undefined : policy.phases[known]) ?? policy.default;
};

/** The limits in force for one piece of work. */
export interface LimitsInForce {
  readonly retry: number;
  readonly escalateAfter: number | null;
}

const smaller = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a === null || a === undefined ? (b ?? null) : b === null || b === undefined ? a : Math.min(a, b);

const raised = (field: string, asked: number | undefined, allowed: number | null | undefined): Problem[] =>
  asked === undefined || allowed === undefined || allowed === null || asked <= allowed
    ? []
    : [
        problem(
          'HANDOFF_CONTRADICTION',
          `on_failure.${field}: expected at most ${allowed}, the workflow's own limit, got ${asked}`,
          { severity: 'warning', field: `on_failure.${field}`, hint: `${allowed} is used.` },
        ),
      ];

/** `before` is what this piece of work was held to so far: what an agent once lowered stays low. */
export const limitsInForce = (
  workflow: FailureLimits,
  onFailure: Handoff['onFailure'],
  before: LimitsInForce | undefined,
): { readonly limits: LimitsInForce; readonly problems: readonly Problem[] } => {
  const retry = Math.min(workflow.retry, onFailure?.retry ?? workflow.retry, before?.retry ?? workflow.retry);
  const said = smaller(workflow.escalate_after, onFailure?.escalateAfter);
  return {
    limits: { retry, escalateAfter: smaller(said, before?.escalateAfter) },
    problems: [
      ...raised('retry', onFailure?.retry, workflow.retry),
      ...raised('escalate_after', onFailure?.escalateAfter, workflow.escalate_after),
    ],
  };
};
