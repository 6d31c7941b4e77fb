// Seeds in, failures out. What `npm test` samples and `npm run test:sim` runs at length.
import { checkRun, type RunEnd, requireSameEnd } from './check-run.ts';
import { CALM, drawPlan, type RunPlan, type Scenario } from './run-plan.ts';
import { simulateRun, type Trace } from './simulate-run.ts';
import type { Fault } from './simulated-disk.ts';
import { SimulationFailure } from './simulation-failure.ts';

const SNAPSHOT_EVERY = 7;

const undisturbed = (scenario: Scenario): RunPlan => ({
  seed: 1,
  diskSeed: 1,
  scenario,
  weather: CALM,
  faults: [],
  snapshotEvery: SNAPSHOT_EVERY,
});

interface Reference {
  readonly ends: readonly RunEnd[];
  readonly operations: number;
}

const references = new Map<string, Promise<Reference>>();

const findReference = async (scenario: Scenario): Promise<Reference> => {
  const runs = await Promise.all(
    // Who is disturbed may be overtaken: with a conflict either order has an end of its own.
    (['a', 'b'] as const).map((first) => simulateRun(undisturbed({ ...scenario, first }))),
  );
  const operations = Math.max(...runs.map((run) => run.disk.operations));
  return { ends: await Promise.all(runs.map(checkRun)), operations };
};

/** The ends that an undisturbed run may have. */
const referenceOf = (scenario: Scenario): Promise<Reference> => {
  const key = `${scenario.conflict} ${scenario.large}`;
  const known = references.get(key) ?? findReference(scenario);
  references.set(key, known);
  return known;
};

const WORST: Scenario = { conflict: true, first: 'a', large: true };

export interface Result {
  readonly entries: number;
  readonly holders: number;
  readonly operations: number;
}

const simulate = async (plan: RunPlan, repeat: string, trace?: Trace): Promise<Result> => {
  try {
    const { ends } = await referenceOf(plan.scenario);
    const run = await simulateRun(plan, trace);
    const operations = run.disk.operations;
    requireSameEnd(await checkRun(run), ends);
    return { entries: run.state.seq, holders: run.holders, operations };
  } catch (cause) {
    const words =
      cause instanceof SimulationFailure ? cause.message : cause instanceof Error ? cause.stack : cause;
    throw new SimulationFailure(
      `${words}\n\nrepeat: npm run test:sim -- ${repeat}\nplan: ${JSON.stringify(plan)}`,
    );
  }
};

export interface SimulateOptions {
  readonly trace?: Trace | undefined;
  /** What a power cut leaves on the disk is drawn from it. */
  readonly disk?: number | undefined;
}

/** A run with everything that the seed says. */
export const simulateSeed = async (seed: number, { trace }: SimulateOptions = {}): Promise<Result> => {
  const { operations } = await referenceOf(WORST);
  return simulate(drawPlan(seed, operations), `--seed ${seed}`, trace);
};

/** How many operations there are to crash at. */
export const countOperations = async (): Promise<number> =>
  (await simulateRun(undisturbed(WORST))).disk.operations;

export type CrashPoint = Extract<Fault, { when: unknown }>;

/** A calm run with one crash. */
export const simulateCrash = (
  fault: CrashPoint,
  { trace, disk = 1 }: SimulateOptions = {},
): Promise<Result> =>
  simulate(
    { ...undisturbed(WORST), diskSeed: disk, faults: [fault] },
    `--crash ${fault.kind}:${fault.when}:${fault.at}:${disk}`,
    trace,
  );
