// Every code with its meaning, in the groups of the reference. The record is total: a new code does not compile without one.
import type { ErrorCode } from '../../errors.ts';
import { HANDOFFS, PROMPTS } from './handoffs.ts';
import { ENVIRONMENT, INPUT, LIMITS, OURS } from './input.ts';
import { JUDGING, PROOFS } from './judging.ts';
import type { Meaning, Meanings } from './meaning.ts';
import { DOOR, JOURNAL, RUNS } from './runs.ts';

export const ERROR_GROUPS: readonly { readonly title: string; readonly meanings: Meanings }[] = [
  { title: 'Usage and input', meanings: INPUT },
  { title: 'Handoffs', meanings: HANDOFFS },
  { title: 'Prompts that state a contract', meanings: PROMPTS },
  { title: 'Configuration and environment', meanings: ENVIRONMENT },
  { title: 'Runs', meanings: RUNS },
  { title: 'The door', meanings: DOOR },
  { title: 'Judging', meanings: JUDGING },
  { title: 'Journal and store', meanings: JOURNAL },
  { title: 'Limits', meanings: LIMITS },
  { title: 'Proofs of workflows', meanings: PROOFS },
  { title: 'Ours', meanings: OURS },
];

export const ERROR_MEANINGS: Readonly<Record<ErrorCode, Meaning>> = {
  ...INPUT,
  ...HANDOFFS,
  ...PROMPTS,
  ...ENVIRONMENT,
  ...RUNS,
  ...DOOR,
  ...JUDGING,
  ...JOURNAL,
  ...LIMITS,
  ...PROOFS,
  ...OURS,
};
