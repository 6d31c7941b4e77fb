// One whole run: architect, plan, two coders at once, merge, review, summary, approval, commit. In it: the journal with its
// syncs, all judging, prompts, and every file of the run on disk. Not in it: processes, the network, git.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { approveAtOnce, pipelinePlays } from './agentmux-plays.ts';
import { openAgentmuxRun } from './agentmux-run.ts';
import { pairText } from './agentmux-texts.ts';
import type { Bench } from './bench.ts';
import { counted, type SyncCount } from './disks.ts';
import { type Row, referenceRow, samplesOf } from './measure.ts';

const ROUNDS = 30;
const WARM_UP = 10;
/** The middle of what was measured there. */
const REFERENCE_MS = 96.5;
/** It may take half as long again: theirs syncs nothing and judges next to nothing. */
const FACTOR = 1 / 1.5;

export const pipelineRows = async ({ scratch }: Bench): Promise<Row[]> => {
  const count: SyncCount = { syncs: 0 };
  let [number, entries, syncs] = [0, 0, 0];
  const once = async (): Promise<number> => {
    const root = mkdtempSync(join(scratch, 'pipeline-'));
    number += 1;
    const before = count.syncs;
    const plays = pipelinePlays(pairText(number));
    const start = performance.now();
    const run = await openAgentmuxRun(root, plays, { disk: counted(nodeDisk, count) });
    approveAtOnce(run.holder);
    const end = await Promise.race([run.holder.ended, run.broken]);
    const ms = performance.now() - start;
    if (end.end !== 'ended' || end.state.status !== 'complete') throw new Error(JSON.stringify(end));
    [entries, syncs] = [end.state.seq, count.syncs - before];
    rmSync(root, { recursive: true, force: true });
    return ms;
  };
  const samples = await samplesOf(once, { rounds: ROUNDS, warmUp: WARM_UP });
  const what = `whole run, 2 coders, instant agents in process, no git; ${entries} entries, ${syncs} syncs (there none)`;
  return [referenceRow(what, samples, { ms: REFERENCE_MS, factor: FACTOR })];
};
