// Ratios in one run: what disturbs the machine disturbs both sides, because they take turns.
import { KEPT, keptRatio } from './kept.ts';

export interface Row {
  readonly what: string;
  readonly figure: string;
  readonly floor: string;
  /** Absent where a number is only printed, or counted. */
  readonly ratio?: number;
  readonly target: string;
  /** Undefined where there is nothing to meet. */
  readonly met: boolean | undefined;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return (low + high) / 2;
};

/** Where only a part of what it does counts, it answers with its own milliseconds. */
const PERCENTILE = 0.95;

/** What all but a twentieth stay below. */
export const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * PERCENTILE)] ?? Number.NaN;

export type Side = () => unknown;

const PAUSE_MS = 2;

/** Before a measured stretch, so that each begins with a whole time slice: else who comes second pays for both. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

const timed = async (side: Side): Promise<number> => {
  const start = performance.now();
  const own = await side();
  return typeof own === 'number' ? own : performance.now() - start;
};

export interface Medians {
  readonly oursMs: number;
  readonly floorMs: number;
  readonly rounds: number;
}

/** Who goes first changes each round: the second may find caches warm, or the disk busy. */
export const interleave = async (
  ours: Side,
  floor: Side,
  { rounds, warmUp = 1 }: { readonly rounds: number; readonly warmUp?: number },
): Promise<Medians> => {
  const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  for (let round = -warmUp; round < rounds; round += 1) {
    const floorFirst = round % 2 === 0;
    const before = floorFirst ? await timed(floor) : undefined;
    const oursMs = await timed(ours);
    const floorMs = before ?? (await timed(floor));
    if (round < 0) continue;
    times.ours.push(oursMs);
    times.floor.push(floorMs);
  }
  return { oursMs: median(times.ours), floorMs: median(times.floor), rounds };
};

const ms = (value: number): string => `${value.toFixed(value < 10 ? 3 : 1)} ms`;

/** A row whose figure may be at most so many times its floor. Without a limit it is only printed. */
export const ratioRow = (what: string, { oursMs, floorMs, rounds }: Medians, limit?: number): Row => {
  const ratio = oursMs / floorMs;
  return {
    what: `${what} (${rounds} rounds)`,
    figure: ms(oursMs),
    floor: ms(floorMs),
    ratio,
    target: limit === undefined ? 'printed' : `≤ ${limit}×`,
    met: limit === undefined ? undefined : ratio <= limit,
  };
};

/** One round, and how long a fixed piece of work took right before and after it: how busy the machine was. */
export interface Sample {
  readonly ms: number;
  readonly busyMs: number;
}

const YARD = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ index, text: `line ${index}` })));

const yardMs = (): number => {
  const start = performance.now();
  JSON.parse(YARD);
  return performance.now() - start;
};

export const sampleOf = async (side: Side): Promise<Sample> => {
  const before = yardMs();
  const ms = await timed(side);
  return { ms, busyMs: before + yardMs() };
};

export const samplesOf = async (
  side: Side,
  { rounds, warmUp = 1 }: { readonly rounds: number; readonly warmUp?: number },
): Promise<Sample[]> => {
  const samples: Sample[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const sample = await sampleOf(side);
    if (round >= 0) samples.push(sample);
  }
  return samples;
};

/** Figures of the reference system are given, not measured here: a machine of the same kind, each alone. */
export interface Reference {
  readonly ms: number;
  /** How many times faster; below 1 it may be slower. Only printed where it is not the same work. */
  readonly factor?: number;
}

const QUIET_PART = 3;

const span = (value: number): string => (value < 0.1 ? `${(value * 1000).toFixed(1)} µs` : ms(value));

/**
 * A row against a figure of the reference system. There is nothing to take turns with, so a third of the rounds counts: not
 * the fastest, but those in which the fixed piece of work beside them took least.
 */
export const referenceRow = (
  what: string,
  samples: readonly Sample[],
  { ms: theirs, factor }: Reference,
): Row => {
  const quiet = samples
    .toSorted((a, b) => a.busyMs - b.busyMs)
    .slice(0, Math.ceil(samples.length / QUIET_PART))
    .map((sample) => sample.ms);
  const [ours, least] = [median(quiet), Math.min(...samples.map((sample) => sample.ms))];
  return {
    what: `${what} (${quiet.length} of ${samples.length} rounds)`,
    figure: `${span(ours)}, min ${span(least)}`,
    floor: `${span(theirs)} *`,
    ratio: ours / theirs,
    target: factor === undefined ? 'printed' : `≤ ${Number((1 / factor).toFixed(2))}×`,
    met: factor === undefined ? undefined : ours * factor <= theirs,
  };
};

const HEAD = ['what', 'figure', 'floor', 'ratio', `in ${KEPT.version}`, 'target', 'met'];

const times = (ratio: number | undefined): string => (ratio === undefined ? '' : `${ratio.toFixed(2)}×`);

const cellsOf = (row: Row): string[] => [
  row.what,
  row.figure,
  row.floor,
  times(row.ratio),
  times(keptRatio(row.what)),
  row.target,
  row.met === undefined ? '' : row.met ? 'yes' : 'NO',
];

export const tableOf = (rows: readonly Row[]): string => {
  const lines = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const [head, ...rest] = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join(' | ')
      .trimEnd(),
  );
  return [head, widths.map((width) => '-'.repeat(width)).join('-|-'), ...rest].join('\n');
};
