// Reading a handoff costs little more than reading its file, and twice the text no more than twice the time.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HANDOFF_BYTES_MAX } from '../src/model/limits/limits.ts';
import { decodeHandoff } from '../src/systems/read-handoff.ts';
import type { Bench } from './bench.ts';
import { ORDINARY, SHAPES, type Shape, WIDE } from './handoff-texts.ts';
import { interleave, pause, type Row, ratioRow } from './measure.ts';

const TRANSCRIPT_BYTES = 10 * 1024 * 1024;
const READ_LIMIT = 1.5;
const READ_ROUNDS = 40;

const DOUBLING_LIMIT = 2.3;
const DOUBLING_ROUNDS = 12;
/** A shape that takes seconds needs fewer rounds: against those the machine's hiccups are small. */
const DOUBLING_ROUNDS_MIN = 3;
const DOUBLING_BUDGET_MS = 6_000;
/** From the largest downwards; the last doubling ends at what is read at all. */
const SIZES = [8, 4, 2, 1].map((part) => HANDOFF_BYTES_MAX / part);
/** A reading that takes less is repeated, until a sample is long enough for the clock. */
const SAMPLE_MS_MIN = 10;
const READINGS_MAX = 20;

/**
 * Before each reading, so that short texts come from memory as long ones do: one that is still in the caches from the last
 * time would be read faster for each of its bytes, and make the next size look dear.
 */
const CACHES_BYTES = 192 * 1024 * 1024;
const CACHE_LINE_BYTES = 64;
const sweep = Buffer.alloc(CACHES_BYTES, 1);
/** By reading: what is only written may pass the caches by. */
const emptyCaches = (): void => {
  let sum = 0;
  for (let at = 0; at < CACHES_BYTES; at += CACHE_LINE_BYTES) sum += sweep[at]!;
  if (sum === 0) throw new Error('the sweep is empty');
};

/** Processor time, not the clock's: what else the machine does has no part in it. */
const readingMs = (read: () => void): number => {
  let [total, readings] = [0, 0];
  while (readings === 0 || (total < SAMPLE_MS_MIN && readings < READINGS_MAX)) {
    emptyCaches();
    const before = process.cpuUsage();
    read();
    const { user, system } = process.cpuUsage(before);
    total += (user + system) / 1000;
    readings += 1;
  }
  return total / readings;
};

const transcriptRow = async (scratch: string, { what, file, text }: Shape, limit?: number): Promise<Row> => {
  const path = join(scratch, file);
  writeFileSync(path, text(TRANSCRIPT_BYTES));
  const read = (): void => {
    const found = decodeHandoff({ text: readFileSync(path, 'utf8'), file });
    if (found?.handoff?.status !== 'complete') throw new Error('this is no handoff');
  };
  const medians = await interleave(read, () => void readFileSync(path, 'utf8'), {
    rounds: READ_ROUNDS,
    warmUp: 5,
  });
  return ratioRow(`the handoff of 10 MB from a file, ${what}`, medians, limit);
};

/**
 * The sizes take turns, so that what disturbs one disturbs its neighbours. Of each the least counts, for nothing makes a
 * reading cheaper than it is; of the doublings the worst.
 */
const doublingRow = async ({ what, file, text }: Shape): Promise<Row> => {
  const sides = SIZES.map((bytes) => ({ text: text(bytes), samples: [] as number[] }));
  const end = performance.now() + DOUBLING_BUDGET_MS;
  let rounds = -1;
  for (; rounds < DOUBLING_ROUNDS; rounds += 1) {
    if (rounds >= DOUBLING_ROUNDS_MIN && performance.now() > end) break;
    for (const side of sides) {
      await pause();
      const ms = readingMs(() => void decodeHandoff({ text: side.text, file }));
      if (rounds >= 0) side.samples.push(ms);
    }
  }
  const times = sides.map(({ samples }) => Math.min(...samples));
  const ratios = times.slice(1).map((ms, index) => ms / times[index]!);
  const worst = ratios.indexOf(Math.max(...ratios));
  const size = (index: number): string => `${SIZES[index]! / 1024 / 1024} MB`;
  return ratioRow(
    `${what}, processor time of the worst doubling: ${size(worst)} to ${size(worst + 1)}`,
    { oursMs: times[worst + 1]!, floorMs: times[worst]!, rounds },
    DOUBLING_LIMIT,
  );
};

export const handoffRows = async ({ scratch }: Bench): Promise<Row[]> => {
  const rows = [
    await transcriptRow(scratch, ORDINARY, READ_LIMIT),
    await transcriptRow(scratch, WIDE, READ_LIMIT),
  ];
  for (const shape of SHAPES) rows.push(await doublingRow(shape));
  return rows;
};
