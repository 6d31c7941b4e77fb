// The tests many times in a row, some of them beside a job that keeps every core busy. Ends at the first red one.
//   npm run test:again -- --times 10 --busy 5
//   npm run test:again -- --times 10 --busy 5 --keep DIR      in several sittings: goes on where the last one was ended
//   npm run test:again -- --times 3 test/e2e/kills.test.ts    with words for `npm test`
// DIR keeps the output of each run, and in runs.jsonl its tree, load, duration and result. Only runs of the same files count.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { countedRuns, currentTree, isGreen, keepRun, keptRuns, leftRuns } from './kept-runs.mjs';

const startedIn = process.cwd();
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** They end with this process, whatever ends it. */
const BURN =
  "process.stdin.on('end', () => process.exit()).resume(); (function burn() { for (const end = Date.now() + 100; Date.now() < end; ); setImmediate(burn); })();";

const keepBusy = () =>
  Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BURN], { stdio: ['pipe', 'ignore', 'inherit'] }),
  );

/** They must have been busy to the end. */
const stop = (burners) => {
  const isWhole = burners.every(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  for (const burner of burners) burner.kill();
  if (!isWhole)
    throw new Error('expected the job beside the tests to last as long as they do, and it ended before');
};

const npmTest = async (words, file) => {
  const output = createWriteStream(file);
  const child = spawn('npm', ['test', '--', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  const status = await new Promise((end, reject) => {
    child.on('error', reject);
    child.on('close', end);
  });
  output.end();
  await finished(output);
  return status;
};

/** Vitest's own sum: `Tests  2 failed | 9,012 passed | 3 skipped (9017)`. */
const countsIn = (file) => {
  const text = stripVTControlCharacters(readFileSync(file, 'utf8'));
  const sum = text.match(/^ *Tests +(.*)$/m)?.[1] ?? '';
  const count = (word) => Number(sum.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
  return { passed: count('passed'), failed: count('failed') };
};

const row = (...cells) => console.log(cells.map((cell) => String(cell).padStart(8)).join(''));

const wholeNumber = (name, text, min) => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min) return value;
  console.error(`expected --${name} to be a whole number from ${min}, got ${text}`);
  process.exit(2);
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '10' },
    busy: { type: 'string', default: '0' },
    keep: { type: 'string' },
  },
});
const times = wholeNumber('times', values.times, 1);
const busy = wholeNumber('busy', values.busy, 0);
if (busy > times) {
  console.error(`expected --busy to be at most --times (${times}), got ${busy}`);
  process.exit(2);
}
const folder =
  values.keep === undefined
    ? mkdtempSync(join(tmpdir(), 'baton-test-again-'))
    : resolve(startedIn, values.keep);
mkdirSync(folder, { recursive: true });
const tree = currentTree();

/** One run, kept when it ended. */
const runOnce = async (run, isBusy) => {
  const began = new Date();
  const output = `run-${began.toISOString().replaceAll(':', '')}.log`;
  const burners = isBusy ? keepBusy() : [];
  const exit = await npmTest(positionals, join(folder, output));
  const load = loadavg().map((value) => Number(value.toFixed(2)));
  stop(burners);
  const minutes = Number(((Date.now() - began) / 60_000).toFixed(1));
  const result = { exit, ...countsIn(join(folder, output)), minutes, load };
  row(run, isBusy ? 'yes' : 'no', result.passed, result.failed, minutes, load[1]);
  if (currentTree() !== tree) {
    console.error(
      'The files changed during this run, so it does not count. Start again with the files as they are now.',
    );
    process.exit(1);
  }
  const kept = {
    tree,
    words: positionals.join(' '),
    began: began.toISOString(),
    busy: isBusy,
    output,
    ...result,
  };
  keepRun(folder, kept);
  return kept;
};

const before = countedRuns(keptRuns(folder), tree, positionals);
console.log(`Outputs: ${folder}`);
console.log(`Tree: ${tree}`);
if (values.keep !== undefined)
  console.log(
    `Kept of this tree: ${before.green.length} green in a row, ${before.red} red; ${before.others} runs of other files or words do not count.`,
  );
row('run', 'busy', 'passed', 'failed', 'minutes', 'load 5m');
let run = before.green.length;
for (const isBusy of leftRuns(before.green, times, busy)) {
  run += 1;
  const kept = await runOnce(run, isBusy);
  if (!isGreen(kept)) {
    console.error(`Run ${run} is red (exit ${kept.exit}): ${join(folder, kept.output)}`);
    process.exit(1);
  }
}
const { green, red } = countedRuns(keptRuns(folder), tree, positionals);
const beside = green.filter((one) => one.busy).length;
console.log(
  `${green.length} green runs in a row, ${beside} of them on a busy machine${red > 0 ? `, after ${red} red of the same files` : ''}.`,
);
