// What happens to one simulated run, all of it drawn from the seed: the scenario, the weather, the faults.
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import type { Fault } from './simulated-disk.ts';

/** Chances of everything that is not the disk. */
export interface Weather {
  readonly dropRequest: number;
  readonly dropAnswer: number;
  readonly duplicate: number;
  /** An agent dies, or ends its turn too early, between two of its steps. */
  readonly agentCrash: number;
  readonly agentHang: number;
  readonly slowVerdict: number;
  /** A person says the same again although it was acknowledged. */
  readonly personRepeats: number;
  /** A byte of the snapshot is another one when a new holder comes. */
  readonly snapshotRot: number;
}

export interface RunPlan<S = object> {
  readonly seed: number;
  /** What a power cut leaves on the disk is drawn from it. */
  readonly diskSeed: number;
  readonly scenario: S;
  readonly weather: Weather;
  readonly faults: readonly Fault[];
  /** Entries between two snapshots that are written beside the holder's own. */
  readonly snapshotEvery: number;
}

export const CALM: Weather = {
  dropRequest: 0,
  dropAnswer: 0,
  duplicate: 0,
  agentCrash: 0,
  agentHang: 0,
  slowVerdict: 0,
  personRepeats: 0,
  snapshotRot: 0,
};

const FAULTS_MAX = 6;
/** A second fault this close hits the recovery from the first. */
const RECOVERY_OPERATIONS = 12;
const FULL_OPERATIONS_MAX = 12;

const faultAt = (random: SeededRandom, at: number): Fault => {
  const when = random.pick(['before', 'after'] as const);
  const operations = 1 + random.below(FULL_OPERATIONS_MAX);
  return random.pick<Fault>([
    { kind: 'power-cut', at, when },
    { kind: 'power-cut', at, when },
    { kind: 'kill', at, when },
    { kind: 'kill', at, when },
    { kind: 'short-write', at },
    { kind: 'failed-sync', at },
    { kind: 'full', at, operations },
    { kind: 'read-only', at, operations },
  ]);
};

const drawFaults = (random: SeededRandom, operations: number): Fault[] => {
  const faults: Fault[] = [];
  const count = random.below(FAULTS_MAX + 1);
  for (let at = 0; faults.length < count; ) {
    const close = faults.length > 0 && random.chance(0.5);
    at = close ? at + 1 + random.below(RECOVERY_OPERATIONS) : 1 + random.below(operations);
    faults.push(faultAt(random, at));
  }
  return faults;
};

const drawWeather = (random: SeededRandom): Weather => {
  if (random.chance(0.3)) return CALM;
  const up = (max: number): number => (random.chance(0.5) ? random.next() * max : 0);
  return {
    dropRequest: up(0.3),
    dropAnswer: up(0.3),
    duplicate: up(0.5),
    agentCrash: up(0.12),
    agentHang: up(0.04),
    slowVerdict: up(0.8),
    personRepeats: up(0.5),
    snapshotRot: up(0.5),
  };
};

/** `operations` is how many an undisturbed run makes: faults fall all over it. */
export const drawPlan = <S>(
  seed: number,
  operations: number,
  draw: (random: SeededRandom) => S,
): RunPlan<S> => {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ 0x5eed);
  return {
    seed,
    diskSeed: seed,
    scenario: draw(random),
    weather: drawWeather(random),
    faults: drawFaults(random, operations),
    snapshotEvery: 1 + random.below(20),
  };
};
