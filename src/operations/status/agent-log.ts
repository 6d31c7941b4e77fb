// What an agent's programs printed in one attempt, as it was kept; with `follow` also what is still to come.
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attemptLogName, attemptOfLog } from '../../agents/attempt-log.ts';
import { BatonError } from '../../errors.ts';
import { LOG_CHUNK_BYTES, WATCH_POLL_MS } from '../../model/limits/limits.ts';
import type { Place } from '../../runners/commands/place.ts';
import { nearest } from '../../std/nearest.ts';
import { readRun, requireRun } from '../runs/runs.ts';
import type { System } from '../system.ts';

export interface AgentLogOptions {
  readonly system: System;
  readonly place: Place;
  /** `coding.coder.one.1`, or `RUN/coding.coder.one.1`. */
  readonly assignment: string;
  /** The last one, where none is given. */
  readonly attempt?: number | undefined;
  readonly follow: boolean;
  readonly onBytes: (bytes: Buffer) => void;
  readonly signal?: AbortSignal;
}

export interface AgentLog {
  readonly run: string;
  readonly assignment: string;
  readonly attempt: number;
}

interface Kept extends AgentLog {
  readonly path: string;
}

const keptIn = async (place: Place, run: string): Promise<readonly Kept[]> => {
  const directory = join(place.stateDirectory, run, 'logs');
  const names = await readdir(directory).catch(() => []);
  return names.flatMap((name) => {
    const found = attemptOfLog(name);
    return found === undefined ? [] : [{ run, ...found, path: join(directory, name) }];
  });
};

const unknown = ({ assignment, attempt }: AgentLogOptions, all: readonly Kept[]): BatonError => {
  const names = [...new Set(all.map((kept) => kept.assignment))];
  const near = nearest(assignment, names);
  const which = attempt === undefined ? '' : ` of attempt ${attempt}`;
  return new BatonError(
    'ITEM_UNKNOWN',
    `expected an assignment with output${which} (${names.join(', ') || 'there is none'}), got ${JSON.stringify(assignment)}`,
    { hint: near === undefined ? 'see `baton status` for assignments' : `did you mean ${near}?` },
  );
};

/** In the run that was written to last, unless the name says which. */
const find = async (options: AgentLogOptions): Promise<Kept> => {
  const { system, place, assignment, attempt } = options;
  const slash = assignment.lastIndexOf('/');
  const runs =
    slash === -1
      ? await system.stores(place).list()
      : [await requireRun(system, place, assignment.slice(0, slash))];
  const id = attemptLogName(assignment.slice(slash + 1), 0).replace(/\.0\.log$/, '');
  const all: Kept[] = [];
  for (const run of runs) {
    const kept = await keptIn(place, run);
    const own = kept
      .filter((one) => one.assignment === id && (attempt === undefined || one.attempt === attempt))
      .sort((a, b) => b.attempt - a.attempt)[0];
    if (own !== undefined) return own;
    all.push(...kept);
  }
  throw unknown(options, all);
};

const isUnderWay = async ({ system, place }: AgentLogOptions, kept: Kept): Promise<boolean> => {
  const found = await readRun(system, place, kept.run);
  const work = Object.values(found?.state.works ?? {}).find(
    ({ assignment }) =>
      attemptLogName(assignment.id, kept.attempt) === attemptLogName(kept.assignment, kept.attempt),
  );
  return (
    work?.attempt === kept.attempt &&
    work.attemptState === 'running' &&
    (await system.stores(place).isHeld(kept.run))
  );
};

export const readAgentLog = async (options: AgentLogOptions): Promise<AgentLog> => {
  const kept = await find(options);
  const { onBytes, signal, follow } = options;
  const file = await open(kept.path, 'r');
  try {
    const buffer = Buffer.alloc(LOG_CHUNK_BYTES);
    const readOn = async (): Promise<void> => {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
        if (bytesRead === 0) return;
        onBytes(Buffer.from(buffer.subarray(0, bytesRead)));
      }
    };
    await readOn();
    while (follow && signal?.aborted !== true) {
      // Asked before the file is read: what was printed last is not missed.
      const goesOn = await isUnderWay(options, kept);
      await readOn();
      if (!goesOn) break;
      await sleep(WATCH_POLL_MS);
    }
  } finally {
    await file.close();
  }
  const { run, assignment, attempt } = kept;
  return { run, assignment, attempt };
};
