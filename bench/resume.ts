// A new holder of a run whose last one was killed, in this process: open the store, replay, take over.

import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SNAPSHOT_EVERY_ENTRIES } from '../src/model/limits/limits.ts';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { relay } from '../src/workflows/relay/relay.ts';
import type { Bench } from './bench.ts';
import { settle } from './disks.ts';
import { openLoopingRun } from './looping-run.ts';
import { interleave, pause, type Row, ratioRow } from './measure.ts';
import { writeRelayHistory } from './relay-history.ts';

const SHORT = 10;
const LONG = 10_000;
/** Killed just before the next snapshot: as much as there ever is to replay. */
const LONG_UNLUCKY = LONG - (LONG % SNAPSHOT_EVERY_ENTRIES) + SNAPSHOT_EVERY_ENTRIES - 1;
const ROUNDS = 41;

/** The run is put back to what it was after each round: a copy would have to be synced as a whole. */
const killedRun = async (root: string, entries: number): Promise<() => Promise<number>> => {
  const state = join(root, 'state');
  await writeRelayHistory(state, entries);
  const journal = join(state, 'journal.jsonl');
  const size = statSync(journal).size;
  const kept = [join(state, 'snapshot.json'), join(root, 'heads', 'run.json')].map((path) => ({
    path,
    bytes: existsSync(path) ? readFileSync(path) : undefined,
  }));
  return async () => {
    await pause();
    const start = performance.now();
    const run = await openLoopingRun(root, { workflow: relay });
    const ms = performance.now() - start;
    if (run.entries !== entries + 1) throw new Error(`resumed at ${run.entries}`);
    await run.stop();
    truncateSync(journal, size);
    for (const { path, bytes } of kept)
      if (bytes === undefined) rmSync(path, { force: true });
      else writeFileSync(path, bytes);
    // What was put back is on the disk long since when a run is resumed.
    const back = kept.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [path]));
    for (const path of [journal, ...back]) await settle(nodeDisk, path);
    await nodeDisk.syncDirectory(state);
    return ms;
  };
};

export const resumeRows = async ({ scratch }: Bench): Promise<Row[]> => {
  const short = await killedRun(join(scratch, 'short'), SHORT);
  const rowFor = async (entries: number, more: string, limit?: number): Promise<Row> => {
    const long = await killedRun(join(scratch, `long-${entries}`), entries);
    const medians = await interleave(long, short, { rounds: ROUNDS, warmUp: 10 });
    const name = `resume of ${entries.toLocaleString('en')} entries against ${SHORT}, in one process`;
    return ratioRow(`${name}${more}`, medians, limit);
  };
  return [
    await rowFor(LONG, '', 1.5),
    await rowFor(LONG_UNLUCKY, `, ${SNAPSHOT_EVERY_ENTRIES - 1} after the snapshot`),
  ];
};
