// The tests many times in a row, some of them beside a job that keeps every core busy. Ends at the first red one.
//   npm run test:again -- --times 10 --busy 5
//   npm run test:again -- --times 3 test/e2e/kills.test.ts    with words for `npm test`
// The output of each run is kept in a folder, which is named at the start (--keep names another).
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';

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
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
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
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'baton-test-again-'));
mkdirSync(folder, { recursive: true });
console.log(`Outputs: ${folder}`);
row('run', 'busy', 'passed', 'failed', 'minutes');
for (let run = 1; run <= times; run++) {
  // Spread over all of them.
  const isBusy = Math.floor((run * busy) / times) > Math.floor(((run - 1) * busy) / times);
  const burners = isBusy ? keepBusy() : [];
  const file = join(folder, `run-${run}.log`);
  const began = performance.now();
  const status = await npmTest(positionals, file);
  stop(burners);
  const { passed, failed } = countsIn(file);
  row(run, isBusy ? 'yes' : 'no', passed, failed, ((performance.now() - began) / 60_000).toFixed(1));
  if (status !== 0 || passed === 0 || failed > 0) {
    console.error(`Run ${run} is red (exit ${status}): ${file}`);
    process.exit(1);
  }
}
