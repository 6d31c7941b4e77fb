// Where a person looks at the panes of a run, and types into them.
import { spawnSync } from 'node:child_process';
import { attachArguments, socketName } from '../../agents/tmux/socket-name.ts';
import { BatonError } from '../../errors.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findRun } from '../runs/runs.ts';
import type { System } from '../system.ts';

export interface Attachable {
  readonly run: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
}

export const attachRun = async (
  system: System,
  place: Place,
  name: string | undefined,
): Promise<Attachable> => {
  const { run } = await findRun(system, place, name);
  const asked = spawnSync('tmux', ['-L', socketName(run.directory), 'has-session'], { stdio: 'ignore' });
  if (asked.status !== 0)
    throw new BatonError('ITEM_UNKNOWN', `expected a run whose agents are in panes now, got ${run.name}`, {
      hint: 'Start one with --agent tmux:claude; `baton logs ASSIGNMENT -f` follows an agent without a pane.',
    });
  return { run: run.name, command: ['tmux', ...attachArguments(run.directory)] };
};
