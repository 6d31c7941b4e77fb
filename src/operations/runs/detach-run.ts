// Starts a run in a process of its own session, and comes back when its first entry is there.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../errors.ts';
import { PRIVATE_DIRECTORY_MODE, PRIVATE_FILE_MODE } from '../../std/disk/disk.ts';
import { clipStart, plainText } from '../../std/terminal-text.ts';
import type { RunPlace } from '../system.ts';

export interface DetachOptions {
  readonly run: RunPlace;
  /** Program and words of the process that will hold the run. */
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const POLL_MS = 20;
const START_MS_MAX = 60_000;
const LOG_CHARS_SHOWN = 2_000;

const hasEntry = (run: RunPlace): boolean =>
  (statSync(join(run.stateDirectory, 'journal.jsonl'), { throwIfNoEntry: false })?.size ?? 0) > 0;

const notStarted = (run: RunPlace, log: string, why: string): BatonError =>
  new BatonError(
    'RUN_FAILED',
    `run ${run.name} ${why}:\n${clipStart(plainText(readFileSync(log, 'utf8')), LOG_CHARS_SHOWN).trim()}`,
    {
      hint: `All that it printed is in ${log}.`,
    },
  );

const untilStarted = async (run: RunPlace, log: string, exited: () => boolean): Promise<void> => {
  for (let waited = 0; !hasEntry(run); waited += POLL_MS) {
    if (exited()) throw notStarted(run, log, 'could not be started');
    if (waited >= START_MS_MAX)
      throw notStarted(run, log, `has no entry after ${START_MS_MAX / 1000} seconds`);
    await sleep(POLL_MS);
  }
};

export const detachRun = async ({ run, command, cwd, env }: DetachOptions): Promise<void> => {
  const directory = join(run.stateDirectory, 'logs');
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY_MODE });
  const log = join(directory, 'holder.log');
  const output = openSync(log, 'a', PRIVATE_FILE_MODE);
  let exited = false;
  const child = spawn(command[0], command.slice(1), {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.once('exit', () => {
    exited = true;
  });
  child.once('error', () => {
    exited = true;
  });
  try {
    await untilStarted(run, log, () => exited);
  } finally {
    closeSync(output);
    child.unref();
  }
};
