// Inputs by number: the same seed and number are the same input, whatever was read before and on how many threads.
import { leastRunningMs } from '../fixtures/running-time.ts';
import { type SeededRandom, seededRandom } from '../simulation/seeded-random.ts';
import { faultOfReading, readText } from './judge-reading.ts';
import { mutateText } from './mutate-text.ts';
import { readSeedTexts, type SeedText } from './seed-texts.ts';

/** As a message, and under the two names that make a file a handoff. */
const FILES = ['message.md', 'handoff.json', 'SESSION_HANDOFF.json'];
/** Without a name, and under names of artifacts: one of them for each input. */
const OTHER_FILES = [
  '',
  'handoff.yaml',
  'handoff_claude.json',
  'plan.yaml',
  'execution_plan.yaml',
  'review_reviewer_logic.yaml',
  'approval.json',
  'CURRENT_TASK.json',
  'GATES_LEDGER.md',
  'EVIDENCE_LOG.md',
  'planner_report.json',
  'executor_report.json',
  'validator_report.json',
];

export interface Fuzzer {
  input(number: number): { readonly text: string; readonly files: readonly string[] };
}

/** Neighbouring numbers must not give neighbouring random numbers. */
export const randomOf = (seed: number, number: number): SeededRandom =>
  seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));

export const newFuzzer = (fixtures: string, seed: number): Fuzzer => {
  const seeds: readonly SeedText[] = readSeedTexts(fixtures);
  return {
    input(number) {
      const random = randomOf(seed, number);
      const chosen = random.pick(seeds);
      const text = mutateText(chosen.text, random, () => random.pick(seeds).text);
      const other = random.chance(0.5) ? chosen.file : random.pick(OTHER_FILES);
      return { text, files: [...new Set([...FILES, other])] };
    },
  };
};

export const INPUT_MS_MAX = 50;

/** What is done with each input, and what is wrong with the outcome. */
export interface Judge {
  read(text: string, file: string): unknown;
  faultOf(text: string, file: string): string | undefined;
}

const HANDOFFS: Judge = { read: readText, faultOf: faultOfReading };

export interface Failure {
  readonly number: number;
  readonly file: string;
  readonly fault: string;
}

export interface FuzzReport {
  inputs: number;
  readings: number;
  chars: number;
  /** Readings that came to a handoff or an artifact are not counted apart; these are the ones over the limit of time. */
  retried: number;
  slowestMs: number;
  slowest: string;
  failures: Failure[];
}

const FAILURES_MAX = 100;

interface FuzzOptions {
  readonly from: number;
  readonly to: number;
  readonly step?: number;
  /** Without it no time counts. */
  readonly timed?: boolean;
  readonly judge?: Judge;
  readonly onProgress?: (inputs: number) => void;
}

const readOne = (
  report: FuzzReport,
  { number, text, file }: { readonly number: number; readonly text: string; readonly file: string },
  judge: Judge,
  timed: boolean,
): void => {
  const start = performance.now();
  const fault = judge.faultOf(text, file);
  let ms = performance.now() - start;
  report.readings += 1;
  const fail = (what: string): void => {
    if (report.failures.length < FAILURES_MAX) report.failures.push({ number, file, fault: what });
  };
  if (fault !== undefined) fail(fault);
  if (!timed || fault?.startsWith('thrown')) return;
  if (ms > INPUT_MS_MAX) {
    report.retried += 1;
    ms = leastRunningMs(INPUT_MS_MAX, () => judge.read(text, file));
    if (ms > INPUT_MS_MAX) fail(`${ms.toFixed(1)} ms for ${Buffer.byteLength(text)} bytes`);
  }
  if (ms > report.slowestMs) {
    report.slowestMs = ms;
    report.slowest = `input ${number} as ${file || 'no file'}, ${Buffer.byteLength(text)} bytes`;
  }
};

const PROGRESS_EVERY = 5_000;

export const fuzzReaders = (
  fuzzer: Fuzzer,
  { from, to, step = 1, timed = false, judge = HANDOFFS, onProgress }: FuzzOptions,
): FuzzReport => {
  const report: FuzzReport = {
    inputs: 0,
    readings: 0,
    chars: 0,
    retried: 0,
    slowestMs: 0,
    slowest: '',
    failures: [],
  };
  for (let number = from; number < to; number += step) {
    const { text, files } = fuzzer.input(number);
    report.inputs += 1;
    report.chars += text.length;
    for (const file of files) readOne(report, { number, text, file }, judge, timed);
    if (report.inputs % PROGRESS_EVERY === 0) onProgress?.(report.inputs);
  }
  return report;
};
