// A sample of the simulation; `npm run test:sim` plays the whole: a crash at each operation, and thousands of seeds.
import { describe, expect, it } from 'vitest';
import {
  agentmuxSimulation,
  type CrashPoint,
  collectiveSimulation,
  councilSimulation,
  h3aSimulation,
  linesSimulation,
  questSimulation,
  relaySimulation,
  type Simulation,
} from './simulate.ts';

/** Seconds where nobody else wants the machine. */
const TEST_MS_MAX = 300_000;
const RELAY_SEEDS = 50;
/** `npm run test:sim` takes every operation. */
const RELAY_STRIDE = 5;
const AGENTMUX_SEEDS = 6;
/** Not a divisor of anything: it falls on all kinds of operations. */
const AGENTMUX_STRIDE = 197;
const H3A_SEEDS = 3;
const H3A_STRIDE = 523;
const COUNCIL_SEEDS = 10;
const COUNCIL_STRIDE = 61;
const LINES_SEEDS = 5;
const LINES_STRIDE = 197;
const COLLECTIVE_SEEDS = 5;
const COLLECTIVE_STRIDE = 61;
const QUEST_SEEDS = 4;
const QUEST_STRIDE = 191;

const crashes = async (
  simulation: Simulation,
  kind: CrashPoint['kind'],
  times: readonly CrashPoint['when'][],
  stride = 1,
): Promise<number> => {
  const operations = await simulation.countOperations();
  for (let at = 1; at <= operations; at += stride)
    for (const when of times) {
      const { holders } = await simulation.simulateCrash({ kind, when, at });
      expect(holders).toBeGreaterThan(1);
    }
  return operations;
};

/** Whole histories of the same seed, twice. */
const histories = (simulation: Simulation, seed: number): Promise<string[]> =>
  Promise.all(
    [0, 1].map(async () => {
      const lines: string[] = [];
      await simulation.simulateSeed(seed, { trace: (line) => lines.push(line) });
      return lines.join('\n');
    }),
  );

describe('relay on a simulated disk, clock, network and agents', { timeout: TEST_MS_MAX }, () => {
  it(`comes to the same end after a power cut before and after every ${RELAY_STRIDE}th operation`, async () => {
    expect(await crashes(relaySimulation, 'power-cut', ['before', 'after'], RELAY_STRIDE)).toBeGreaterThan(
      100,
    );
  });

  it(`comes to the same end after a kill after every ${RELAY_STRIDE}th operation`, async () => {
    expect(await crashes(relaySimulation, 'kill', ['after'], RELAY_STRIDE)).toBeGreaterThan(50);
  });

  it(`comes to the same end with many faults at once, in ${RELAY_SEEDS} seeded runs`, async () => {
    for (let seed = 1; seed <= RELAY_SEEDS; seed++) await relaySimulation.simulateSeed(seed);
  });

  it('one seed is one history', async () => {
    const [one, other] = await histories(relaySimulation, 11);
    expect(one).toBe(other);
    expect(one?.length).toBeGreaterThan(1_000);
  });
});

describe('agentmux on a simulated disk, clock, network and agents', { timeout: TEST_MS_MAX }, () => {
  it(`comes to the same end after a power cut or a kill at every ${AGENTMUX_STRIDE}th operation`, async () => {
    for (const kind of ['power-cut', 'kill'] as const)
      expect(await crashes(agentmuxSimulation, kind, ['after'], AGENTMUX_STRIDE)).toBeGreaterThan(500);
  });

  it(`comes to the same end with many faults at once, in ${AGENTMUX_SEEDS} seeded runs`, async () => {
    for (let seed = 1; seed <= AGENTMUX_SEEDS; seed++) await agentmuxSimulation.simulateSeed(seed);
  });

  it('one seed is one history', async () => {
    const [one, other] = await histories(agentmuxSimulation, 11);
    expect(one).toBe(other);
    expect(one?.length).toBeGreaterThan(1_000);
  });
});

describe('h3a on a simulated disk, clock, network and agents', { timeout: TEST_MS_MAX }, () => {
  it(`comes to the same end after a power cut or a kill at every ${H3A_STRIDE}rd operation`, async () => {
    for (const kind of ['power-cut', 'kill'] as const)
      expect(await crashes(h3aSimulation, kind, ['after'], H3A_STRIDE)).toBeGreaterThan(500);
  });

  it(`comes to the same end with many faults at once, in ${H3A_SEEDS} seeded runs`, async () => {
    for (let seed = 1; seed <= H3A_SEEDS; seed++) await h3aSimulation.simulateSeed(seed);
  });

  it('one seed is one history', async () => {
    const [one, other] = await histories(h3aSimulation, 11);
    expect(one).toBe(other);
    expect(one?.length).toBeGreaterThan(1_000);
  });
});

describe('quest on a simulated disk, clock, network and agents', { timeout: TEST_MS_MAX }, () => {
  it(`comes to the same end after a power cut or a kill at every ${QUEST_STRIDE}st operation`, async () => {
    for (const kind of ['power-cut', 'kill'] as const)
      expect(await crashes(questSimulation, kind, ['after'], QUEST_STRIDE)).toBeGreaterThan(500);
  });

  it(`comes to the same end with many faults at once, in ${QUEST_SEEDS} seeded runs`, async () => {
    for (let seed = 1; seed <= QUEST_SEEDS; seed++) await questSimulation.simulateSeed(seed);
  });

  it('one seed is one history', async () => {
    const [one, other] = await histories(questSimulation, 11);
    expect(one).toBe(other);
    expect(one?.length).toBeGreaterThan(1_000);
  });
});

describe('a blind council on a simulated disk, clock, network and agents', { timeout: TEST_MS_MAX }, () => {
  it(`shows nobody what another said, after a power cut or a kill at every ${COUNCIL_STRIDE}st operation`, async () => {
    for (const kind of ['power-cut', 'kill'] as const)
      expect(await crashes(councilSimulation, kind, ['after'], COUNCIL_STRIDE)).toBeGreaterThan(100);
  });

  it(`shows nobody what another said, with many faults at once, in ${COUNCIL_SEEDS} seeded runs`, async () => {
    for (let seed = 1; seed <= COUNCIL_SEEDS; seed++) await councilSimulation.simulateSeed(seed);
  });
});

describe('tasks side by side on a simulated disk, clock, network and agents', {
  timeout: TEST_MS_MAX,
}, () => {
  it(`end in the same main line after a power cut or a kill at every ${LINES_STRIDE}th operation`, async () => {
    for (const kind of ['power-cut', 'kill'] as const)
      expect(await crashes(linesSimulation, kind, ['after'], LINES_STRIDE)).toBeGreaterThan(100);
  });

  it(`end in the same main line with many faults at once, in ${LINES_SEEDS} seeded runs`, async () => {
    for (let seed = 1; seed <= LINES_SEEDS; seed++) await linesSimulation.simulateSeed(seed);
  });
});

describe('a collective on a simulated disk, clock, network and agents', { timeout: TEST_MS_MAX }, () => {
  it(`comes to the same end after a power cut or a kill at every ${COLLECTIVE_STRIDE}st operation`, async () => {
    for (const kind of ['power-cut', 'kill'] as const)
      expect(await crashes(collectiveSimulation, kind, ['after'], COLLECTIVE_STRIDE)).toBeGreaterThan(300);
  });

  it(`comes to the same end with many faults at once, in ${COLLECTIVE_SEEDS} seeded runs`, async () => {
    for (let seed = 1; seed <= COLLECTIVE_SEEDS; seed++) await collectiveSimulation.simulateSeed(seed);
  });
});
