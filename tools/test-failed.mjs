// The files that failed in the last run of the tests, once more and by themselves. Green means that they are unsteady: CI goes on, and
// names them. `npm test` itself runs nothing twice.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runWithScratch } from './test-scratch.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const KEPT = 'node_modules/.cache/baton-failed-tests.json';
/** More than these are no accident. */
const FILES_MAX = 3;

const fail = (why) => {
  console.error(why);
  process.exit(1);
};

if (!existsSync(KEPT)) fail('The tests did not run to their end, so none of them is run again.');
const { config, files, strayErrors } = JSON.parse(readFileSync(KEPT, 'utf8'));
if (strayErrors > 0) fail(`expected no errors outside of tests, got ${strayErrors}: nothing is run again`);
if (files.length === 0) fail('No file failed, so none is run again.');
if (files.length > FILES_MAX)
  fail(`expected at most ${FILES_MAX} files that failed, got ${files.length}: nothing is run again`);
console.log(`Once more, by themselves: ${files.join(', ')}`);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', config];
const status = runWithScratch(process.execPath, [...vitest, ...files]);
if (status !== 0) fail(`Failed again: ${files.join(', ')}`);
console.log(`UNSTEADY: failed, then passed by themselves: ${files.join(', ')}`);
