// The simulation at length: a crash at every operation of a run, then seeded runs with many faults at once; relay, agentmux,
// h3a, quest, a council whose members work blind, tasks side by side that write code, and a collective.
//   npm run test:sim                                      all of it
//   npm run test:sim -- --play agentmux                   one of them
//   npm run test:sim -- --runs 500 --from 1 --stride 10   so many seeds; a crash at every tenth operation
//   npm run test:sim -- --play relay --seed 123           one seed, with its whole history
//   npm run test:sim -- --play relay --crash power-cut:before:17
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * How many seeds, and which crashes are tried: at each operation or at every n-th, before it or after it. What is there
 * after one operation is there before the next, so a long run is crashed on one side only.
 */
const PLAYS = {
  relay: { runs: 10_000, stride: 1, sides: ['before', 'after'] },
  agentmux: { runs: 2_000, stride: 1, sides: ['after'] },
  h3a: { runs: 200, stride: 23, sides: ['after'] },
  quest: { runs: 1_000, stride: 1, sides: ['after'] },
  council: { runs: 2_000, stride: 1, sides: ['after'] },
  lines: { runs: 2_000, stride: 1, sides: ['after'] },
  collective: { runs: 1_000, stride: 1, sides: ['after'] },
};
const DISKS_PER_CRASH = 3;
const FAILURES_SHOWN = 3;
const FAILURE_CHARS = 4_000;

/** Each thread takes every n-th of the same list, so that one seed means one history whatever the machine. */
const crashes = (operations, stride, sides) =>
  Array.from({ length: Math.ceil(operations / stride) }, (_, index) => index * stride + 1).flatMap((at) =>
    sides.flatMap((when) => [
      { kind: 'kill', when, at },
      ...Array.from({ length: DISKS_PER_CRASH }, (_, disk) => ({
        kind: 'power-cut',
        when,
        at,
        disk: disk + 1,
      })),
    ]),
  );

const simulationIn = async (file, play) =>
  (await import(pathToFileURL(file).href)).default[`${play}Simulation`];

const work = async ({ file, play, thread, threads, from, runs, stride }) => {
  const simulation = await simulationIn(file, play);
  const positions = stride === 0 ? 0 : await simulation.countOperations();
  const points = stride === 0 ? [] : crashes(positions, stride, PLAYS[play].sides);
  const totals = {
    runs: 0,
    positions,
    crashPoints: points.length,
    holders: 0,
    entries: 0,
    operations: 0,
    failures: [],
  };
  const count = async (run) => {
    totals.runs += 1;
    try {
      const { holders, entries, operations } = await run();
      totals.holders += holders;
      totals.entries += entries;
      totals.operations += operations;
    } catch (cause) {
      totals.failures.push(String(cause?.message ?? cause));
    }
  };
  for (let i = thread; i < points.length; i += threads) {
    const { disk, ...fault } = points[i];
    await count(() => simulation.simulateCrash(fault, { disk }));
  }
  for (let seed = from + thread; seed < from + runs; seed += threads)
    await count(() => simulation.simulateSeed(seed));
  parentPort.postMessage(totals);
};

const inThread = (data) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: data });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

const one = async (file, { play = 'relay', seed, crash }) => {
  const simulation = await simulationIn(file, play);
  const options = { trace: (line) => console.log(line) };
  if (seed !== undefined) return simulation.simulateSeed(Number(seed), options);
  const [kind, when, at, disk] = crash.split(':');
  return simulation.simulateCrash({ kind, when, at: Number(at) }, { ...options, disk: Number(disk ?? 1) });
};

const words = ({ positions, crashPoints }, stride, runs) =>
  `${crashPoints} with one crash (${stride === 0 ? 'none' : stride === 1 ? 'each' : `every ${stride}th`} of ${positions} operations), ${runs} seeded`;

const all = async (file, play, { runs, from, stride }) => {
  const threads = availableParallelism();
  const began = performance.now();
  const results = await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      inThread({ file, play, thread, threads, runs, from, stride }),
    ),
  );
  const sum = (name) => results.reduce((total, result) => total + result[name], 0);
  const failures = results.flatMap((result) => result.failures);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${play}: ${sum('runs')} runs, ${words(results[0], stride, runs)}; ${sum('holders')} holders, ` +
      `${sum('entries')} entries, ${sum('operations')} disk operations in ${seconds.toFixed(1)} s on ${threads} threads ` +
      `(${(sum('runs') / seconds).toFixed(0)} runs/s): ${failures.length} failed`,
  );
  for (const failure of failures.slice(0, FAILURES_SHOWN))
    console.error(`\n${failure.slice(0, FAILURE_CHARS)}`);
  return failures.length === 0;
};

const main = async () => {
  const { values } = parseArgs({
    options: {
      play: { type: 'string' },
      runs: { type: 'string', default: process.env.SIM_RUNS },
      from: { type: 'string', default: '1' },
      stride: { type: 'string' },
      seed: { type: 'string' },
      crash: { type: 'string' },
    },
  });
  const { bundled } = await import('./bundled-main.mjs');
  const file = await bundled('test/simulation/simulate.ts');
  if (values.seed !== undefined || values.crash !== undefined) {
    console.log(await one(file, values));
    return;
  }
  for (const play of values.play === undefined ? Object.keys(PLAYS) : [values.play]) {
    const runs = Number(values.runs ?? PLAYS[play].runs);
    const stride = Number(values.stride ?? PLAYS[play].stride);
    if (!(await all(file, play, { runs, stride, from: Number(values.from) }))) process.exitCode = 1;
  }
};

if (isMainThread) await main();
else await work(workerData);
