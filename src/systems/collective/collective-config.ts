// What a project says of its collective in baton.yaml: who there is, which tasks, how many at once, what follows a failure.
import * as z from 'zod';
import type { WorkflowFactory } from '../../handoffs/foreign-system.ts';
import type { Parsed } from '../../model/problem.ts';
import { validateWith } from '../../model/validate-with.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { DEFAULT_FAILURE_POLICY, failurePolicySchema } from './failure/failure-policy.ts';
import { TASKS_AT_ONCE_MAX } from './limits.ts';
import { collectiveConfigSchema, registryOf } from './registry/registry.ts';
import { collectiveOf } from './workflow/collective.ts';

export const collectiveSettingsSchema = z.strictObject({
  ...collectiveConfigSchema.shape,
  on_failure: failurePolicySchema.optional().describe('How often failed work is tried again, and by whom.'),
  tag: z.string().min(1).optional().describe('The tag of Task Master whose tasks are done.'),
  parallel: z.int().min(1).max(TASKS_AT_ONCE_MAX).optional().describe('Tasks at once.'),
});

const make = (data: unknown): Parsed<Workflow> => {
  const { value, problems } = validateWith(collectiveSettingsSchema, data ?? {});
  if (value === undefined) return { value: undefined, problems };
  const { on_failure: failures = DEFAULT_FAILURE_POLICY, tag, parallel, ...given } = value;
  const registry = registryOf(given);
  if (registry.value === undefined) return { value: undefined, problems: registry.problems };
  const more = { ...(tag === undefined ? {} : { tag }), ...(parallel === undefined ? {} : { parallel }) };
  return { value: collectiveOf({ registry: registry.value, failures, ...more }), problems: [] };
};

const programs = (data: unknown): Readonly<Record<string, string>> => {
  const { value } = validateWith(collectiveSettingsSchema, data ?? {});
  const agents = value === undefined ? [] : [...(registryOf(value).value?.agents.values() ?? [])];
  return Object.fromEntries(
    agents.flatMap(({ name, program }) => (program === undefined ? [] : [[name, program]])),
  );
};

export const collectiveFactory: WorkflowFactory = { version: 1, make, programs };
