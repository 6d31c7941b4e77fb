// Waiting for the place in a run where something is killed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { runState, type Scratch, type Started } from '../e2e/scratch.ts';
import { processesOf } from './processes.ts';

/** Often enough to meet a step of some 50 ms; each time all processes of the machine may be read. */
const POLL_MS = 5;

export const journalText = (world: Scratch, run: string): string => {
  const path = join(runState(world, run), 'journal.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

export const until = async (holder: Started, isThere: () => boolean): Promise<void> => {
  while (!isThere()) {
    expect(holder.child.exitCode, holder.printed().stderr).toBeNull();
    await sleep(POLL_MS);
  }
};

/** With whatever a sandbox puts around it. */
export const agentsOf = (world: Scratch, run: string, assignment: string): number[] =>
  processesOf(world.root)
    .filter(
      ({ command, environ }) =>
        command.includes('player.cjs') &&
        environ.includes(`BATON_RUN=${run}\0`) &&
        environ.includes(`BATON_ASSIGNMENT=${assignment}\0`),
    )
    .map(({ pid }) => pid);
