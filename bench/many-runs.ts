// Holds some runs in this process and plays each as fast as it goes: `ready` when they are warm, then a line to begin, then how many handoffs
// were accepted in the time. With `bare` instead of a number, the bare work of one run.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openBareWork } from './bare-work.ts';
import { handOffIn, type LoopingRun, openLoopingRun } from './looping-run.ts';
import { PLAN_FILE, writePlan } from './plans.ts';

const WARM_UP = 40;

/** As a new file: one that is written over is brought to the disk first, and here no agent of its own waits for that. */
const writeNewPlan = (directory: string): void => {
  rmSync(join(directory, PLAN_FILE), { force: true });
  writePlan(directory);
};

const untilTold = (): Promise<void> =>
  new Promise((resolve) => {
    createInterface({ input: process.stdin }).once('line', () => resolve());
  });

const openAll = async (
  root: string,
  what: string,
  lineBytes: number,
): Promise<(() => Promise<unknown>)[]> => {
  if (what === 'bare') {
    const bare = openBareWork(root, lineBytes);
    const once = async (): Promise<void> => {
      writeNewPlan(root);
      bare();
    };
    return [once];
  }
  const runs: LoopingRun[] = [];
  for (let n = 0; n < Number(what); n += 1) runs.push(await openLoopingRun(`${root}/${n}`));
  return runs.map((run) => () => handOffIn(run, writeNewPlan));
};

const main = async (root: string, what: string, ms: number, lineBytes: number): Promise<void> => {
  const sides = await openAll(root, what, lineBytes);
  for (let n = 0; n < WARM_UP; n += 1) await Promise.all(sides.map((side) => side()));
  console.log('ready');
  await untilTold();
  const end = performance.now() + ms;
  let done = 0;
  await Promise.all(
    sides.map(async (side) => {
      for (; performance.now() < end; done += 1) await side();
    }),
  );
  console.log(String(done));
  process.exit(0);
};

const [root = '', what = '', ms, lineBytes] = process.argv.slice(2);
void main(root, what, Number(ms), Number(lineBytes));
