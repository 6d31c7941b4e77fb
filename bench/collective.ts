// Five hundred tasks with three handoffs each: what a handoff costs at the end of the run and at its beginning, what the holder
// keeps in memory, and how long `baton status` takes. The engine, the door, the store on the disk and all files are the real
// ones; agents, git and test runs are in memory, and what they cost does not depend on how long the run is.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { runFilesIn } from '../src/effects/run-files.ts';
import { givenBy } from '../src/engine/given.ts';
import { plan } from '../src/engine/plan.ts';
import type { Input } from '../src/model/run/input.ts';
import { placeOf } from '../src/operations/project/state-directory.ts';
import { type Holder, openHolder } from '../src/runtime/holder.ts';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { fileStores } from '../src/stores/file/file-stores.ts';
import { TASKS_FILE } from '../src/systems/collective/tasks/read-tasks.ts';
import { collective } from '../src/systems/collective/workflow/collective.ts';
import { blockOf, routesTo, taskOf, tasksText } from '../src/systems/collective/workflow/scripts.fixture.ts';
import { actor } from '../src/testing/actor.ts';
import { type AgentScript, type Scene, Scripts } from '../src/testing/script.ts';
import { testEvidence } from '../src/testing/test-evidence.ts';
import { WorldInMemory } from '../src/testing/world-in-memory.ts';
import type { Bench } from './bench.ts';
import { emptyProject } from './empty-project.ts';
import { clock } from './looping-run.ts';
import { interleave, median, type Row, ratioRow } from './measure.ts';

const TASKS = 500;
const SHORT_TASKS = 3;
const HANDOFFS_PER_TASK = 3;
/** The program is compiled while a run before is played: else the beginning would pay for it, and any end would be cheap. */
const WARM_UP_TASKS = 250;
/** What is compared is the second and the last part of so many: the first one begins with nothing. */
const PARTS = 10;
/** Flat means flat: neither dearer nor cheaper. */
const [RATIO_MIN, RATIO_MAX] = [0.85, 1.15];
const STATUS_MS_MAX = 300;
const STATUS_ROUNDS = 11;
const ATTEMPT_MS = 60 * 60 * 1000;
/** Few files that change again and again: the trees in memory do not grow with the run. */
const FILES = 8;

const START = '2026-11-16T08:00:00.000Z';

/** Each task changes one file; tasks that are at work at once change others. */
const codes: AgentScript = (scene) => {
  const number = Number(taskOf(scene));
  const [file, version] = [number % FILES, Math.floor(number / FILES) % 2];
  return {
    write: { [`project:src/part${file}.js`]: `export const part = ${version};\n` },
    say: blockOf(scene),
  };
};

const AGENTS: Readonly<Record<string, AgentScript>> = {
  'routing-agent': routesTo('@workflow-agent'),
  'workflow-agent': routesTo('@module-development-agent'),
  'module-development-agent': codes,
};

const startOf = (name: string, tasks: number, world: WorldInMemory): Extract<Input, { kind: 'start' }> => {
  const project: Readonly<Record<string, string>> = {
    [TASKS_FILE]: tasksText(...Array.from({ length: tasks }, (_, index) => ({ id: index + 1 }))),
  };
  const tree = world.trees.put(new Map(Object.entries(project)));
  const request = 'Do the tasks';
  return {
    kind: 'start',
    given: givenBy(collective, tree, { request, name, at: START, project: (path) => project[path] }),
    run: {
      ...{
        name,
        workflow: collective.name,
        workflowVersion: collective.version,
        definition: 'bench',
        request,
      },
      options: {
        agents: Object.fromEntries(Object.keys(AGENTS).map((role) => [role, 'scripted'])),
        commands: ['test'],
        policy: { auto_commit: true, handoffs_per_task: 30, probe: 'off' },
      },
      ...{ base: { commit: null, tree }, isolation: 'none', attemptMs: ATTEMPT_MS, startedAt: START },
    },
  };
};

interface Measured {
  /** When each piece of work was begun, by the clock and by the processor time of this process. */
  readonly times: readonly number[];
  readonly processor: readonly number[];
  /** Bytes in use after a collection, at the end of each part of the run. */
  readonly heaps: readonly number[];
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const heapBytes = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** From the first task to the commit. */
const playTasks = async (
  project: string,
  env: NodeJS.ProcessEnv,
  name: string,
  tasks: number,
): Promise<Measured> => {
  const place = placeOf(project, env);
  const directory = join(project, '.collective', name);
  mkdirSync(directory, { recursive: true });
  const taken = await fileStores(nodeDisk, place.stateDirectory).take(name);
  const world = new WorldInMemory(testEvidence());
  const times: number[] = [];
  const processor: number[] = [];
  const heaps: number[] = [];
  const held: { holder?: Holder } = {};
  const part = Math.floor((tasks * HANDOFFS_PER_TASK) / PARTS);
  const agent = actor(
    {
      world,
      scripts: new Scripts(AGENTS, {}),
      door: () => held.holder!.door,
      assignmentOf: (id) => held.holder!.state.works[id]!.assignment,
      onScene: (_: Scene) => {
        if (times.length > 0 && times.length % part === 0) heaps.push(heapBytes());
        times.push(performance.now());
        processor.push(processorMs());
      },
    },
    (cause) => console.error(cause),
  );
  const holder = await openHolder({
    workflow: collective,
    opened: await taken.open(),
    ports: {
      ...{ clock, files: runFilesIn(directory), desks: world.desks },
      ...{ workspaces: world.workingTrees(), outside: world.outside() },
      ...{ agentFor: () => agent, endOrphans: async () => {} },
    },
    ...{ project, url: () => 'http://127.0.0.1:0', start: startOf(name, tasks, world) },
    ...{ marker: 'bench', leaveWhenWaiting: true },
  });
  held.holder = holder;
  const end = await holder.ended;
  if (end.end !== 'ended' || end.state.status !== 'complete')
    throw new Error(`the run ended otherwise: ${JSON.stringify(plan(holder.state))}`);
  await taken.release();
  heaps.push(heapBytes());
  return { times, processor, heaps };
};

/** From one piece of work to the next; several are at work at once, so it is what one costs. */
const costsOf = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Handoffs of a task follow each other at different costs: the median of whole rounds of them. */
const costOf = (costs: readonly number[]): number => {
  const rounds: number[] = [];
  for (let at = 0; at + HANDOFFS_PER_TASK <= costs.length; at += HANDOFFS_PER_TASK)
    rounds.push(mean(costs.slice(at, at + HANDOFFS_PER_TASK)));
  return median(rounds);
};

const flat = (ratio: number): Pick<Row, 'ratio' | 'target' | 'met'> => ({
  ratio,
  target: `${RATIO_MIN}–${RATIO_MAX}×`,
  met: ratio >= RATIO_MIN && ratio <= RATIO_MAX,
});

const costRow = (
  what: string,
  times: readonly number[],
  target: (ratio: number) => Pick<Row, 'met'> & Partial<Row>,
): Row => {
  const costs = costsOf(times);
  const part = Math.floor(costs.length / PARTS);
  const [early, late] = [costOf(costs.slice(part, 2 * part)), costOf(costs.slice(-part))];
  return {
    what: `a handoff at the end of ${TASKS * HANDOFFS_PER_TASK} against one at the beginning, ${what} (${part} each)`,
    ...{ figure: `${late.toFixed(1)} ms`, floor: `${early.toFixed(1)} ms`, target: 'printed' },
    ...{ ratio: late / early, ...target(late / early) },
  };
};

const memoryRow = ({ heaps }: Measured): Row => {
  const [early, late] = [heaps[1] ?? 0, heaps.at(-1) ?? 0];
  const mb = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return {
    what: `memory of the holder after the last task against two of ${PARTS} parts of them (heap after a collection)`,
    ...{ figure: mb(late), floor: mb(early), ...flat(late / early) },
  };
};

const statusRows = async (
  { baton }: Bench,
  { project, env }: { readonly project: string; readonly env: NodeJS.ProcessEnv },
): Promise<Row[]> => {
  const status = (name: string) => () => {
    const { status: exit, stderr } = spawnSync(process.execPath, [baton, 'status', name], {
      ...{ cwd: project, env, encoding: 'utf8' },
    });
    if (exit !== 0) throw new Error(`baton status ${name} ended with ${exit}: ${stderr}`);
  };
  const medians = await interleave(status('long'), status('short'), { rounds: STATUS_ROUNDS });
  const { oursMs } = medians;
  return [
    ratioRow(`baton status of ${TASKS} tasks against ${SHORT_TASKS}, the whole program`, medians),
    {
      what: `baton status of ${TASKS} tasks, the whole program (${STATUS_ROUNDS} rounds)`,
      ...{ figure: `${oursMs.toFixed(0)} ms`, floor: '' },
      ...{ target: `≤ ${STATUS_MS_MAX} ms`, met: oursMs <= STATUS_MS_MAX },
    },
  ];
};

export const collectiveRows = async (bench: Bench): Promise<Row[]> => {
  const project = emptyProject(bench.scratch);
  const env = { ...process.env, BATON_STATE: join(bench.scratch, 'state') };
  await playTasks(project, env, 'short', SHORT_TASKS);
  await playTasks(project, env, 'warm-up', WARM_UP_TASKS);
  const measured = await playTasks(project, env, 'long', TASKS);
  return [
    // Other programs of the machine slow the clock, not the processor time.
    costRow('processor time', measured.processor, flat),
    costRow('by the clock', measured.times, () => ({ met: undefined })),
    memoryRow(measured),
    ...(await statusRows(bench, { project, env })),
  ];
};
