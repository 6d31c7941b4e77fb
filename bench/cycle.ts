// A full cycle of a run, from one handoff to the next attempt begun, against the same work done bare: what it costs the processor, and how
// often it waits for the disk.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { openBareWork } from './bare-work.ts';
import type { Bench } from './bench.ts';
import { counted, type SyncCount } from './disks.ts';
import { handOffIn, openLoopingRun } from './looping-run.ts';
import { interleave, type Row, ratioRow } from './measure.ts';

/** The clock of processor time is coarse, so several cycles are one round. */
const CYCLES = 25;
const ROUNDS = 41;
const WARM_UP = 30;
const PROCESSOR_MAX = 1.6;
const SYNCS_MAX = 1.2;

/** Milliseconds of the processor for each cycle. */
const processorMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  for (let n = 0; n < CYCLES; n += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / CYCLES;
};

export const cycleRows = async ({ scratch }: Bench): Promise<Row[]> => {
  const count: SyncCount = { syncs: 0 };
  const run = await openLoopingRun(join(scratch, 'cycle'), { disk: counted(nodeDisk, count) });
  for (let n = 0; n < CYCLES; n += 1) await handOffIn(run);
  const [bytes, syncs] = [statSync(run.journal).size, count.syncs];
  for (let n = 0; n < CYCLES; n += 1) await handOffIn(run);
  const each = (total: number): number => total / CYCLES;
  const lineBytes = Math.round(each(statSync(run.journal).size - bytes));
  const synced = each(count.syncs - syncs);
  const bare = openBareWork(join(scratch, 'cycle-bare'), lineBytes);
  const medians = await interleave(
    () => processorMs(() => handOffIn(run)),
    () => processorMs(bare.once),
    { rounds: ROUNDS, warmUp: WARM_UP },
  );
  bare.close();
  await run.stop();
  return [
    ratioRow('processor time of a full cycle, accepted and the next attempt begun', medians, PROCESSOR_MAX),
    {
      what: 'syncs of a full cycle',
      figure: synced.toFixed(2),
      floor: '1',
      target: `≤ ${SYNCS_MAX}`,
      met: synced <= SYNCS_MAX,
    },
  ];
};
