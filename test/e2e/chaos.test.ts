// Hosts on a network of their own while hosts are killed, stopped and cut off, and the server with them: every run ends well, nothing that
// was acknowledged is lost, and nothing is taken twice. `npm run test:chaos` plays five minutes; BATON_CHAOS_MS, _HOSTS, _RUNS and _SEED
// choose others.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { entriesOf, judgeJournals, takings, zombieEffects, zombieEntries } from '../chaos/journals.ts';
import { missingForNetwork } from '../chaos/network.ts';
import { type Faults, rage } from '../chaos/storm.ts';
import { openWorld, type World } from '../chaos/world.ts';
import { HAS_SERVER } from '../postgres/database.ts';
import { seededRandom } from '../simulation/seeded-random.ts';

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const SEED = setting('BATON_CHAOS_SEED', 1);
/** Long enough for heartbeats to be answered in time also where something else keeps every core busy. */
const LEASE_MS = 4_000;
const STORM_MS = setting('BATON_CHAOS_MS', 25_000);
const HOSTS = setting('BATON_CHAOS_HOSTS', 3);
const RUNS = setting('BATON_CHAOS_RUNS', 5);
/** Runs are begun during this part of the storm. */
const BEGUN_BY = 0.6;
const LOOK_MS = 500;

const MISSING = HAS_SERVER ? missingForNetwork() : 'postgres (Debian: apt-get install postgresql)';
if (MISSING !== undefined) console.error(`missing: ${MISSING}; not shown: hosts under chaos`);

const names = Array.from({ length: RUNS }, (_, n) => `run-${n + 1}`);

const beginAll = async (world: World): Promise<void> => {
  for (const name of names) {
    await world.begin(name);
    await sleep((STORM_MS * BEGUN_BY) / RUNS);
  }
};

const untilComplete = async (world: World): Promise<void> => {
  for (;;) {
    expect(world.hosts.flatMap(({ died }) => died)).toEqual([]);
    const statuses = await world.statuses();
    if (names.every((name) => statuses[name] === 'complete')) return;
    const ended = names.filter((name) => ['failed', 'cancelled'].includes(statuses[name] ?? ''));
    expect(ended, JSON.stringify(statuses)).toEqual([]);
    await sleep(LOOK_MS);
  }
};

/** By the office, which never held one of them, and by one that may have held it and lost it. */
const unverified = async (world: World): Promise<string[]> => {
  const wrong: string[] = [];
  for (const [n, name] of names.entries())
    for (const machine of [world.office, world.hosts[n % HOSTS] ?? world.office]) {
      const { exit, stdout, stderr } = await machine.baton(['verify', name, '--json']);
      if (exit !== 0) wrong.push(`${name} at ${machine.node.address}: ${stdout}${stderr}`);
    }
  return wrong;
};

const tell = (faults: Faults, entries: number, takeovers: number, told: number): void =>
  console.log(
    `chaos: seed ${SEED}, ${HOSTS} hosts, ${RUNS} runs, ${STORM_MS / 1000} s; ` +
      `${Object.entries(faults)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')}; ${takeovers} takings, ${entries} entries, ${told} answers held against them`,
  );

/** Only a hang takes that long. */
const timeout = 600_000 + 10 * STORM_MS;

it.skipIf(MISSING !== undefined)(
  'every run ends well while hosts and the server come and go',
  { timeout },
  async () => {
    const world = await openWorld({ hosts: HOSTS, leaseMs: LEASE_MS });
    onTestFinished(() => world.close());
    const notes: string[] = [];
    try {
      for (const host of world.hosts) host.start();
      const [faults] = await Promise.all([
        rage(world, {
          ...{ leaseMs: LEASE_MS, ms: STORM_MS, random: seededRandom(SEED) },
          note: (line) => notes.push(line),
        }),
        beginAll(world),
      ]);
      await untilComplete(world);
      for (const host of world.hosts) await host.kill();
      const entries = await entriesOf(world.admin);
      const taken = await takings(world.admin);
      const { told, accepted, wrong } = judgeJournals(entries, world.folder);
      tell(faults, [...entries.values()].flat().length, taken.length, told);
      expect(wrong).toEqual([]);
      expect(accepted).toBeGreaterThanOrEqual(RUNS * 6);
      expect(told).toBeGreaterThan(RUNS);
      expect(await zombieEntries(world.admin, world.hosts)).toEqual([]);
      expect(zombieEffects(taken, world.hosts)).toEqual([]);
      expect(await unverified(world)).toEqual([]);
    } catch (cause) {
      for (const host of world.hosts) console.error(`${host.node.address}:\n${host.said()}`);
      console.error(`seed ${SEED}\n${notes.join('\n')}`);
      throw cause;
    }
  },
);
