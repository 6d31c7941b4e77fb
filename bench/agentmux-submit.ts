// What agents of agentmux wait for: from the door to the answer, in a holder with a real journal. A run of its own each
// time, in one process; nothing else is under way while a call is measured.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { architect, codes } from './agentmux-plays.ts';
import { openAgentmuxRun, type Plays, type Stand } from './agentmux-run.ts';
import { planText, REVIEW } from './agentmux-texts.ts';
import type { Bench } from './bench.ts';
import { pause, type Row, referenceRow, type Sample, sampleOf, samplesOf } from './measure.ts';

const WARM_UP = 10;
const COLD_ROUNDS = 6;

const PLAN_REFERENCE_MS = { 1: 2.1, 10: 10.1, 100: 89.7 } as const;
const REVIEW_REFERENCE_MS = 0.9;
const DONE_REFERENCE_MS = 0.05;

const ROUNDS = { 1: 30, 10: 24, 100: 45 } as const;

let made = 0;

/** By tool, of a run that ends with the last of these tools. */
const measure = async (
  scratch: string,
  subplans: number,
  last: 'submit_plan' | 'submit_review',
): Promise<Readonly<Record<string, Sample>>> => {
  const root = mkdtempSync(join(scratch, 'submit-'));
  made += 1;
  const number = made;
  const samples: Record<string, Sample> = {};
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const timed = async (stand: Stand, tool: string, args = {}): Promise<void> => {
    await stand.quiet();
    await pause();
    samples[tool] = await sampleOf(() => stand.call(tool, args));
    if (tool === last) finish();
  };
  const plays: Plays = {
    architect,
    planner: (stand) => {
      stand.write('04_planning/plan.yaml', planText(number, subplans));
      return timed(stand, 'submit_plan');
    },
    ...(last === 'submit_plan'
      ? {}
      : {
          coder: (stand) => timed(stand, 'submit_done', codes(stand)),
          reviewer_logic: (stand) => {
            stand.write('07_review/review_reviewer_logic.yaml', REVIEW);
            return timed(stand, 'submit_review', { role: 'reviewer_logic' });
          },
        }),
  };
  const run = await openAgentmuxRun(root, plays);
  await Promise.race([finished, run.broken]);
  await run.holder.stop();
  rmSync(root, { recursive: true, force: true });
  return samples;
};

/** The first call of a process: nothing of it was compiled before. */
export const firstSubmitPlan = async (scratch: string, subplans: number): Promise<number> =>
  (await measure(scratch, subplans, 'submit_plan'))['submit_plan']!.ms;

const rounds = async <T>(count: number, once: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let round = -WARM_UP; round < count; round += 1) {
    const one = await once();
    if (round >= 0) all.push(one);
  }
  return all;
};

const planRows = async (scratch: string): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const subplans of [1, 10, 100] as const) {
    const all = await rounds(ROUNDS[subplans], () => measure(scratch, subplans, 'submit_plan'));
    const bytes = planText(1, subplans).length;
    const what = `submit_plan, ${subplans} sub-plan${subplans === 1 ? '' : 's'} (${(bytes / 1000).toFixed(1)} KB), synced, next phase opened`;
    rows.push(
      referenceRow(
        what,
        all.map((samples) => samples['submit_plan']!),
        { ms: PLAN_REFERENCE_MS[subplans], ...(subplans === 100 ? { factor: 4 } : {}) },
      ),
    );
  }
  return rows;
};

const coldRow = async ({ scratch, program }: Bench): Promise<Row> => {
  const once = (): number => {
    const root = mkdtempSync(join(scratch, 'cold-'));
    const child = spawnSync(process.execPath, [program('cold'), 'agentmux', root, '0'], { encoding: 'utf8' });
    if (child.status !== 0) throw new Error(child.stderr);
    return Number(child.stdout);
  };
  const samples = await samplesOf(once, { rounds: COLD_ROUNDS, warmUp: 0 });
  const what = 'submit_plan, 100 sub-plans, the first of a process (not the same: there a warm one)';
  return referenceRow(what, samples, { ms: PLAN_REFERENCE_MS[100] });
};

export const submitRows = async (bench: Bench): Promise<Row[]> => {
  const plans = await planRows(bench.scratch);
  const calls = await rounds(ROUNDS[1], () => measure(bench.scratch, 1, 'submit_review'));
  const row = (tool: string, what: string, ms: number): Row =>
    referenceRow(
      `${tool}, ${what}`,
      calls.map((samples) => samples[tool]!),
      { ms },
    );
  return [
    ...plans,
    await coldRow(bench),
    row('submit_review', 'a pass (not the same: there it is not synced)', REVIEW_REFERENCE_MS),
    row(
      'submit_done',
      'changes and merge judged (not the same: there a line is appended, not synced)',
      DONE_REFERENCE_MS,
    ),
  ];
};
