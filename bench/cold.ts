// One acceptance, or the same work done bare, as the first thing that a process does. Prints its milliseconds.

import { firstSubmitPlan } from './agentmux-submit.ts';
import { openBareWork } from './bare-work.ts';
import { acceptOnce, openLoopingRun } from './looping-run.ts';

const [side, root, lineBytes] = process.argv.slice(2) as [string, string, string];

const bare = async (): Promise<number> => openBareWork(root, Number(lineBytes)).once();

const holder = async (): Promise<number> => acceptOnce(await openLoopingRun(root));

const SIDES: Readonly<Record<string, () => Promise<number>>> = {
  bare,
  holder,
  agentmux: () => firstSubmitPlan(root, 100),
};

void SIDES[side]!().then((ms) => {
  process.stdout.write(String(ms), () => process.exit(0));
});
