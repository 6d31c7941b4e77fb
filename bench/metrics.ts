// Metrics of a thousand runs: every journal read, checked and counted, against reading the same bytes and parsing every
// line of them; and the whole program once, from its start to its last byte.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metrics } from '../src/operations/metrics/metrics.ts';
import { placeOf } from '../src/operations/project/state-directory.ts';
import type { System } from '../src/operations/system.ts';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { fileStores } from '../src/stores/file/file-stores.ts';
import { writeTable } from '../test/fixtures/synthetic-table.ts';
import type { Bench } from './bench.ts';
import { emptyProject } from './empty-project.ts';
import { interleave, median, type Row, ratioRow } from './measure.ts';

const RUNS = 1_000;
const ROUNDS = 9;
const PROGRAM_ROUNDS = 5;
/** A chain costs a digest of every line, which the floor does not make. */
const RATIO_MAX = 2.5;
const PROGRAM_MS_MAX = 2_000;

/** What metrics need of the world: no agent, no workflow, no git. */
const system = {
  clock: { now: () => new Date().toISOString(), at: () => () => {} },
  workflows: [],
  stores: ({ stateDirectory }) => fileStores(nodeDisk, stateDirectory),
} as Partial<System> as System;

const parseAll = (stateDirectory: string): number => {
  let lines = 0;
  for (const name of readdirSync(stateDirectory)) {
    const text = readFileSync(join(stateDirectory, name, 'journal.jsonl'), 'utf8');
    for (const line of text.split('\n')) if (line !== '') lines += JSON.parse(line).v;
  }
  return lines;
};

export const metricsRows = async ({ scratch, baton }: Bench): Promise<Row[]> => {
  const project = emptyProject(scratch);
  const env = { ...process.env, BATON_STATE: join(scratch, 'state') };
  const { stateDirectory } = placeOf(project, env);
  writeTable(stateDirectory);
  const ours = async (): Promise<void> => {
    const { document } = await metrics({ system, cwd: project, env, runs: [] });
    if (document.runs.counted !== RUNS) throw new Error(`counted ${document.runs.counted} runs`);
  };
  const floor = (): void => {
    if (parseAll(stateDirectory) < RUNS) throw new Error('the floor read too little');
  };
  const figures = await interleave(ours, floor, { rounds: ROUNDS });
  const times = Array.from({ length: PROGRAM_ROUNDS }, () => {
    const since = performance.now();
    const { status } = spawnSync(process.execPath, [baton, 'metrics', '--json'], { cwd: project, env });
    if (status !== 0) throw new Error(`baton metrics ended with ${status}`);
    return performance.now() - since;
  });
  const programMs = median(times);
  return [
    ratioRow(`metrics of ${RUNS.toLocaleString('en')} runs, the chains verified`, figures, RATIO_MAX),
    {
      what: `baton metrics of ${RUNS.toLocaleString('en')} runs, the whole program (${PROGRAM_ROUNDS} rounds)`,
      figure: `${programMs.toFixed(0)} ms`,
      floor: '',
      target: `< ${PROGRAM_MS_MAX} ms`,
      met: programMs < PROGRAM_MS_MAX,
    },
  ];
};
