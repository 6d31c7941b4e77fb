// An acceptance inside the holder, from the door to the answer, against the same work done bare.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { openBareWork } from './bare-work.ts';
import type { Bench } from './bench.ts';
import { counted, type SyncCount } from './disks.ts';
import { acceptOnce, growRun, type LoopingRun, openLoopingRun } from './looping-run.ts';
import { interleave, type Row, ratioRow } from './measure.ts';
import { INLINE_BYTES, SMALL_BYTES, writePlan } from './plans.ts';

const ROUNDS = 301;
const WARM_UP = 1_000;
const COLD_ROUNDS = 15;
const FLAT_ROUNDS = 201;
const COUNTED_ROUNDS = 25;
const FLAT_TOLERANCE = 0.15;
const SHORT = 10;
const LONG = 10_000;
/** A short run is made anew before it is no longer short. */
const SHORT_MAX = 40;

/** How long the line of an acceptance is: the floor writes as much. */
const lineBytesOf = async (run: LoopingRun): Promise<number> => {
  await acceptOnce(run);
  const lines = readFileSync(run.journal, 'utf8').split('\n');
  return Buffer.byteLength(lines.findLast((line) => line.includes('"kind":"submit"'))!) + 1;
};

const warm = async ({ scratch }: Bench, run: LoopingRun, lineBytes: number): Promise<Row> => {
  const bare = openBareWork(join(scratch, 'accept-bare'), lineBytes);
  const options = { rounds: ROUNDS, warmUp: WARM_UP };
  const medians = await interleave(() => acceptOnce(run), bare.once, options);
  bare.close();
  return ratioRow('2 KB submission accepted, from the door to the answer', medians, 1.5);
};

const cold = async ({ scratch, program }: Bench, lineBytes: number): Promise<Row> => {
  const once = (side: string): number => {
    const root = mkdtempSync(join(scratch, 'cold-'));
    const child = spawnSync(process.execPath, [program('cold'), side, root, String(lineBytes)], {
      encoding: 'utf8',
    });
    if (child.status !== 0) throw new Error(child.stderr);
    return Number(child.stdout);
  };
  const medians = await interleave(
    () => once('holder'),
    () => once('bare'),
    { rounds: COLD_ROUNDS },
  );
  return ratioRow('the cold first one of a fresh process', medians);
};

const countedRow = async ({ scratch }: Bench, bytes: number, name: string): Promise<Row[]> => {
  const count: SyncCount = { syncs: 0 };
  const run = await openLoopingRun(join(scratch, `counted-${bytes}`), { disk: counted(nodeDisk, count) });
  let [syncs, projections] = [0, 0];
  for (let round = 0; round < COUNTED_ROUNDS; round += 1) {
    const { assignment, door } = await run.nextAttempt();
    writePlan(run.directory, bytes);
    const before = { syncs: count.syncs, projections: run.projections };
    const answer = await run.holder.door.call(door.token, 'submit_plan', {});
    if (answer.status !== 'accepted') throw new Error(JSON.stringify(answer));
    syncs = Math.max(syncs, count.syncs - before.syncs);
    projections = Math.max(projections, run.projections - before.projections);
    run.endAttempt(assignment);
  }
  await run.stop();
  return [
    {
      what: `syncs until the answer, ${name}`,
      figure: String(syncs),
      floor: '1',
      target: '≤ 1',
      met: syncs <= 1,
    },
    {
      what: `projections begun before the answer, ${name}`,
      figure: String(projections),
      floor: '0',
      target: '0',
      met: projections === 0,
    },
  ];
};

const shortRun = (scratch: string): { take(): Promise<LoopingRun>; stop(): Promise<void> } => {
  let made = 0;
  let run: LoopingRun | undefined;
  return {
    take: async () => {
      if (run !== undefined && run.entries < SHORT_MAX) return run;
      await run?.stop();
      made += 1;
      const root = join(scratch, `short-${made}`);
      await growRun(root, SHORT);
      run = await openLoopingRun(root);
      return run;
    },
    stop: async () => run?.stop(),
  };
};

const flat = async ({ scratch }: Bench): Promise<Row> => {
  await growRun(join(scratch, 'long'), LONG);
  const long = await openLoopingRun(join(scratch, 'long'));
  const short = shortRun(scratch);
  const medians = await interleave(
    () => acceptOnce(long),
    async () => acceptOnce(await short.take()),
    { rounds: FLAT_ROUNDS, warmUp: 10 },
  );
  await long.stop();
  await short.stop();
  const row = ratioRow(
    `the same at entry ${LONG.toLocaleString('en')} against entry ${SHORT}`,
    medians,
    1.15,
  );
  return { ...row, target: '±15 %', met: Math.abs(row.ratio! - 1) <= FLAT_TOLERANCE };
};

export const acceptRows = async (bench: Bench): Promise<Row[]> => {
  const run = await openLoopingRun(join(bench.scratch, 'accept'));
  const lineBytes = await lineBytesOf(run);
  const accepted = await warm(bench, run, lineBytes);
  await run.stop();
  return [
    accepted,
    await cold(bench, lineBytes),
    ...(await countedRow(bench, SMALL_BYTES, '2 KB')),
    ...(await countedRow(bench, INLINE_BYTES, '64 KB')),
    await flat(bench),
  ];
};
