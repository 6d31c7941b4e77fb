// Eight runs in one process against eight processes with one run each, in handoffs a second; beside both, eight processes that do the bare work
// alone. What eight processes reached before is kept in `kept.ts`, as a part of the same floor.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Bench } from './bench.ts';
import { KEPT_PROCESSES } from './kept.ts';
import { median, type Row } from './measure.ts';

const RUNS = 8;
const ROUNDS = 5;
const ROUND_MS = 2_000;
/** What the two entries of a cycle take in a journal. */
const LINE_BYTES = 5_600;
const TIMES_MIN = 2.5;

interface Player {
  readonly child: ChildProcess;
  readonly lines: Interface;
}

const nextLine = async ({ lines }: Player): Promise<string> => String((await once(lines, 'line'))[0]);

/** Handoffs a second of so many processes together. */
const rateOf = async (program: string, root: string, processes: number, what: string): Promise<number> => {
  const players = Array.from({ length: processes }, (_, n): Player => {
    const place = join(root, String(n));
    mkdirSync(place, { recursive: true });
    const args = [program, place, what, String(ROUND_MS), String(LINE_BYTES)];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    return { child, lines: createInterface({ input: child.stdout }) };
  });
  await Promise.all(players.map(nextLine));
  const counts = players.map(nextLine);
  for (const { child } of players) child.stdin?.write('\n');
  const done = (await Promise.all(counts)).reduce((sum, count) => sum + Number(count), 0);
  return (done * 1000) / ROUND_MS;
};

const perSecond = (rate: number): string => `${rate.toFixed(0)}/s`;

export const hostRows = async ({ scratch, program }: Bench): Promise<Row[]> => {
  const rates: Record<'host' | 'processes' | 'bare', number[]> = { host: [], processes: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const at = (side: string): string => join(scratch, `${side}-${round}`);
    const sides = {
      bare: () => rateOf(program('many-runs'), at('bare'), RUNS, 'bare'),
      host: () => rateOf(program('many-runs'), at('host'), 1, String(RUNS)),
      processes: () => rateOf(program('many-runs'), at('processes'), RUNS, '1'),
    };
    const order = (['bare', 'host', 'processes'] as const).toSorted(() => (round % 2 === 0 ? 1 : -1));
    for (const side of order) rates[side].push(await sides[side]());
  }
  const [host, processes, bare] = [median(rates.host), median(rates.processes), median(rates.bare)];
  const times = host / bare / KEPT_PROCESSES.ofFloor;
  return [
    {
      what: `handoffs of ${RUNS} runs in one host (${ROUNDS} rounds)`,
      ...{
        figure: perSecond(host),
        floor: perSecond(bare),
        ratio: host / bare,
        target: 'printed',
        met: undefined,
      },
    },
    {
      what: `handoffs of ${RUNS} processes with one run each (${ROUNDS} rounds)`,
      ...{ figure: perSecond(processes), floor: perSecond(bare) },
      ...{ ratio: processes / bare, target: 'printed', met: undefined },
    },
    {
      what: `one host against ${RUNS} processes at ${KEPT_PROCESSES.commit}, both as a part of the floor`,
      ...{
        figure: `${(host / bare).toFixed(2)} of it`,
        floor: `${KEPT_PROCESSES.ofFloor} of it`,
        ratio: times,
      },
      ...{ target: `≥ ${TIMES_MIN}×`, met: times >= TIMES_MIN },
    },
  ];
};
