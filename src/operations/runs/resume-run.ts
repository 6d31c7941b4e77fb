// Goes on with a run that is there: because a person says so, or because no process holds it.
import { BatonError } from '../../errors.ts';
import type { RoleOptions } from '../../model/agents/role-config.ts';
import { bringTrees } from './bring-trees.ts';
import { type PlayOptions, playRun, type RunCircumstances, type RunEnd, requireProof } from './play-run.ts';
import { isolationOfRun } from './run-isolation.ts';
import { findRun, type ReadRun } from './runs.ts';

/** What the run itself says of who plays it, with its trees brought here. */
export const asItWasStarted = async (
  { system, place }: RunCircumstances,
  found: ReadRun,
): Promise<PlayOptions> => {
  const { run, workflow, state } = found;
  requireProof(workflow);
  await bringTrees(system, found);
  return {
    ...{ workflow, run, baseCommit: state.run.base.commit },
    specs: (state.run.options['agents'] ?? {}) as Record<string, string>,
    roleOptions: (state.run.options['roleOptions'] ?? {}) as Record<string, RoleOptions>,
    isolation: await isolationOfRun(state, place),
  };
};

export const resumeRun = async (
  circumstances: RunCircumstances,
  name: string | undefined,
): Promise<RunEnd> => {
  const found = await findRun(circumstances.system, circumstances.place, name);
  const { run, state } = found;
  // What it owes is done by whoever continues it.
  if (state.status === 'complete' && Object.keys(state.effects ?? {}).length === 0)
    throw new BatonError('RUN_ENDED', `run ${run.name} is complete; there is nothing to continue`);
  return playRun(circumstances, { ...(await asItWasStarted(circumstances, found)), resume: true });
};
