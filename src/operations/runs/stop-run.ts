// Stops a run: it is cancelled, its agents are ended, and it can be resumed.
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../errors.ts';
import { SESSION_GRACE_MS } from '../../model/limits.ts';
import type { Place } from '../../runners/commands/place.ts';
import { failed, sayToRun } from '../people/person.ts';
import type { RunPlace, System } from '../system.ts';
import { statusAt } from './run-status.ts';
import { findRun } from './runs.ts';
import type { StatusDocument } from './status.ts';
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
  if (said.held !== true) await tidyRun(system, place, found.run.name);
  return { message: said.message, status: await statusAt(system, found.run) };
};
