// Stops a run: it is cancelled, its agents are ended, and it can be resumed.
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../errors.ts';
import { SESSION_GRACE_MS } from '../../model/limits/limits.ts';
import type { Place } from '../../runners/commands/place.ts';
import { failed, sayToRun } from '../people/person.ts';
import { statusAt } from '../status/run-status.ts';
import type { StatusDocument } from '../status/status.ts';
import type { RunPlace, System } from '../system.ts';
import { exportRun } from './hold-run.ts';
import { findRun } from './runs.ts';
import { tidyRun } from './tidy-run.ts';

const POLL_MS = 50;
/** A holder gives its agents their grace, and then ends them. */
const RELEASE_MS_MAX = SESSION_GRACE_MS + 10_000;

/** Whoever stops a run may resume it at once, so its holder is waited for. */
const untilReleased = async (system: System, run: RunPlace): Promise<void> => {
  for (let waited = 0; ; waited += POLL_MS) {
    try {
      const hold = await system.stores(run.place).take(run.name);
      await hold.release();
      return;
    } catch (cause) {
      const held = cause instanceof BatonError && cause.code === 'RUN_HELD';
      if (!held || waited >= RELEASE_MS_MAX) throw cause;
    }
    await sleep(POLL_MS);
  }
};

/** As a holder does at the end of a run, where the run has files on this machine. */
const leaveCopy = async (system: System, place: Place, run: RunPlace): Promise<void> => {
  if ((await stat(run.directory).catch(() => undefined)) === undefined) return;
  const { state } = await findRun(system, place, run.name);
  await exportRun(system, run, state).catch(() => {});
};

export const stopRun = async (
  system: System,
  place: Place,
  run: string | undefined,
  person: string,
): Promise<{ readonly message: string; readonly status: StatusDocument }> => {
  const found = await findRun(system, place, run);
  const said = await sayToRun(system, found.workflow, found.run, {
    verb: 'stop',
    item: '',
    text: '',
    exclude: [],
    person,
  });
  if (!said.ok) throw failed(said);
  await untilReleased(system, found.run);
  if (said.held !== true) {
    await tidyRun(system, place, found.run.name);
    await leaveCopy(system, place, found.run);
  }
  return { message: said.message, status: await statusAt(system, found.run) };
};
