// Faults in an order that a seed decides: hosts that are killed, stopped for longer than their lease, cut off silently or made deaf, and a
// server that is killed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import type { Machine } from './machine.ts';
import type { World } from './world.ts';

/** How often each comes, beside the others. */
const WEIGHTS = { kill: 3, stop: 3, cut: 3, deafen: 2, server: 1 } as const;
type Kind = keyof typeof WEIGHTS;
const KINDS = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as Kind),
);
/** So many hosts are well at any time. */
const WELL_MIN = 2;

export type Faults = Record<Kind, number>;

/** Begun at once; undone after so long. */
const strike = async (world: World, kind: Kind, machine: Machine, ms: number): Promise<void> => {
  switch (kind) {
    case 'kill':
      await machine.kill();
      await sleep(ms);
      return machine.start();
    case 'stop':
      machine.signal('SIGSTOP');
      await sleep(ms);
      return machine.signal('SIGCONT');
    case 'cut':
    case 'deafen':
      if (kind === 'cut') machine.node.unplug();
      else machine.node.deafen();
      await sleep(ms);
      return machine.node.plug();
    case 'server':
      await world.cluster.kill();
      await sleep(ms);
      return world.cluster.start();
  }
};

export interface Storm {
  readonly leaseMs: number;
  readonly ms: number;
  readonly random: SeededRandom;
  readonly note: (line: string) => void;
}

/** Resolves when the time is over and everything that was struck is well again. */
export const rage = async (world: World, { leaseMs, ms, random, note }: Storm): Promise<Faults> => {
  const faults: Faults = { kill: 0, stop: 0, cut: 0, deafen: 0, server: 0 };
  const struck = new Set<Machine | 'server'>();
  const under: Promise<void>[] = [];
  const since = performance.now();
  while (performance.now() - since < ms) {
    await sleep(leaseMs * (0.1 + 0.7 * random.next()));
    const kind = random.pick(KINDS);
    const machine = random.pick(world.hosts);
    const target = kind === 'server' ? 'server' : machine;
    // Of every stop some are shorter than a lease, so that nobody takes over, and most are longer.
    const length = leaseMs * (kind === 'server' ? 1.5 * random.next() : 0.5 + 2 * random.next());
    const well = world.hosts.filter((host) => !struck.has(host)).length;
    if (struck.has(target) || (target !== 'server' && well <= WELL_MIN)) continue;
    struck.add(target);
    faults[kind] += 1;
    const whom = target === 'server' ? '' : ` ${machine.node.address}`;
    note(`${Math.round(performance.now() - since)} ms: ${kind}${whom} for ${Math.round(length)} ms`);
    under.push(strike(world, kind, machine, length).finally(() => struck.delete(target)));
  }
  await Promise.all(under);
  return faults;
};
