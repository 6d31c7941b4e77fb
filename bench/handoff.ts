// Reading a handoff costs little more than reading its file, and twice the text no more than twice the time.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHandoff } from '../src/dialects/decode-handoff.ts';
import { HANDOFF_BYTES_MAX } from '../src/model/limits.ts';
import type { Bench } from './bench.ts';
import { ORDINARY, SHAPES, type Shape, WIDE } from './handoff-texts.ts';
import { interleave, median, pause, type Row, ratioRow, type Sample, sampleOf } from './measure.ts';

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
const QUIET_PART = 3;

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

/** Of the third of the rounds in which the machine was least busy. */
const quietMs = (samples: readonly Sample[]): number =>
  median(
    samples
      .toSorted((a, b) => a.busyMs - b.busyMs)
      .slice(0, Math.ceil(samples.length / QUIET_PART))
      .map(({ ms }) => ms),
  );

/** The sizes take turns, so that what disturbs one disturbs its neighbours. The worst doubling counts. */
const doublingRow = async ({ what, file, text }: Shape): Promise<Row> => {
  const sides = SIZES.map((bytes) => ({ text: text(bytes), samples: [] as Sample[] }));
  const end = performance.now() + DOUBLING_BUDGET_MS;
  let rounds = -1;
  for (; rounds < DOUBLING_ROUNDS; rounds += 1) {
    if (rounds >= DOUBLING_ROUNDS_MIN && performance.now() > end) break;
    for (const side of sides) {
      await pause();
      const sample = await sampleOf(() => void decodeHandoff({ text: side.text, file }));
      if (rounds >= 0) side.samples.push(sample);
    }
  }
  const times = sides.map(({ samples }) => quietMs(samples));
  const ratios = times.slice(1).map((ms, index) => ms / times[index]!);
  const worst = ratios.indexOf(Math.max(...ratios));
  const size = (index: number): string => `${SIZES[index]! / 1024 / 1024} MB`;
  return ratioRow(
    `${what}, the worst doubling up to 32 MB: ${size(worst)} to ${size(worst + 1)}`,
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
