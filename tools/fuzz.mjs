// Mutated handoffs and artifacts, or reports, through every reader, on all processors; and the property tests with random
// seeds.
//   npm run fuzz                             the property tests with one random seed, then 2,000,000 inputs
//   npm run fuzz -- 50000 --seed 7           so many, of another seed
//   npm run fuzz -- --seed 7 --input 1234    one input, with what is wrong with it
//   npm run fuzz -- --reports                100,000 mutated reports of tools instead
//   npm run fuzz -- 20 --properties          the property tests alone, with so many random seeds
//   npm run fuzz -- --properties --seed 7    the property tests with that seed
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { fuzzProperties } from './fuzz-properties.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const FIXTURES = join(root, 'test', 'fixtures');
const INPUTS = 2_000_000;
const REPORTS = 100_000;
const ROUNDS = 20;
const FAILURES_SHOWN = 20;
const FAULT_CHARS = 2_000;
const PROGRESS_MS = 30_000;

const bundle = async (outfile) => {
  const { build } = await import('esbuild');
  const { ALIASES } = await import('./bundle.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/fuzz/all-fuzzers.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    alias: ALIASES,
    sourcemap: 'inline',
    logLevel: 'warning',
  });
};

const fuzzerIn = async (file) => (await import(pathToFileURL(file).href)).default;

const work = async ({ file, kind, seed, from, to, step }) => {
  const { fuzzReaders, fuzzerOf } = await fuzzerIn(file);
  const { fuzzer, judge } = fuzzerOf(kind, FIXTURES, seed);
  const onProgress = (inputs) => parentPort.postMessage({ inputs });
  const report = fuzzReaders(fuzzer, { from, to, step, timed: true, judge, onProgress });
  parentPort.postMessage({ report });
};

const inThread = (data, onProgress) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: data });
    worker.on('message', ({ report, inputs }) =>
      report === undefined ? onProgress(inputs) : resolve(report),
    );
    worker.once('error', reject);
  });

const one = async ({ file, kind, seed }, number) => {
  const { fuzzReaders, fuzzerOf } = await fuzzerIn(file);
  const { fuzzer, judge } = fuzzerOf(kind, FIXTURES, seed);
  const { text, files } = fuzzer.input(number);
  console.log(JSON.stringify(text));
  console.log(`${text.length} characters, read as ${files.map((name) => name || 'no file').join(', ')}`);
  return [fuzzReaders(fuzzer, { from: number, to: number + 1, timed: true, judge })];
};

const all = async (what, inputs) => {
  const threads = availableParallelism();
  const done = Array.from({ length: threads }, () => 0);
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
  const timer = setInterval(
    () => console.error(`${done.reduce((sum, count) => sum + count, 0)} inputs, ${seconds()} s …`),
    PROGRESS_MS,
  );
  try {
    return await Promise.all(
      done.map((_, thread) =>
        inThread({ ...what, from: thread, to: inputs, step: threads }, (count) => {
          done[thread] = count;
        }),
      ),
    );
  } finally {
    clearInterval(timer);
  }
};

const tell = (reports, { kind, seed }, seconds) => {
  const sum = (name) => reports.reduce((total, report) => total + report[name], 0);
  const slowest = reports.toSorted((a, b) => b.slowestMs - a.slowestMs)[0];
  const failures = reports.flatMap((report) => report.failures).sort((a, b) => a.number - b.number);
  console.log(
    `${kind}, seed ${seed}: ${sum('inputs')} inputs, ${sum('readings')} readings, ${(sum('chars') / 1e6).toFixed(0)} M characters ` +
      `in ${seconds.toFixed(0)} s; slowest ${slowest.slowestMs.toFixed(1)} ms (${slowest.slowest}; ` +
      `${sum('retried')} were timed again): ${failures.length} failed`,
  );
  for (const { number, file, fault } of failures.slice(0, FAILURES_SHOWN))
    console.error(
      `\n${kind === 'reports' ? '--reports ' : ''}--seed ${seed} --input ${number}, as ${file || 'no file'}: ${fault.slice(0, FAULT_CHARS)}`,
    );
  if (failures.length > 0) process.exitCode = 1;
};

const properties = (options) => {
  if (!fuzzProperties(root, options)) process.exitCode = 1;
};

const readers = async (values, seed, inputs) => {
  const directory = mkdtempSync(join(tmpdir(), 'baton-fuzz-'));
  const file = join(directory, 'fuzz.cjs');
  const what = { file, kind: values.reports ? 'reports' : 'handoffs', seed };
  try {
    await bundle(file);
    const began = performance.now();
    const reports =
      values.input === undefined ? await all(what, inputs) : await one(what, Number(values.input));
    tell(reports, what, (performance.now() - began) / 1000);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      input: { type: 'string' },
      reports: { type: 'boolean', default: false },
      properties: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed ?? 1);
  const count = Number(positionals[0] ?? (values.properties ? ROUNDS : values.reports ? REPORTS : INPUTS));
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1) {
    console.error('expected a number of inputs and a number as seed');
    process.exitCode = 2;
    return;
  }
  if (values.properties) {
    properties({ rounds: count, seed: values.seed === undefined ? undefined : seed });
    return;
  }
  if (values.seed === undefined && values.input === undefined && !values.reports) properties({ rounds: 1 });
  await readers(values, seed, count);
};

if (isMainThread) await main();
else await work(workerData);
