// Seeds in, failures out. What `npm test` samples and `npm run test:sim` runs at length.
import { agentmuxBook } from './agentmux-play.ts';
import { checkRun, type RunEnd, requireSameEnd } from './check-run.ts';
import { collectiveBook } from './collective-play.ts';
import { councilBook } from './council-play.ts';
import { h3aBook } from './h3a-play.ts';
import { linesBook } from './lines-play.ts';
import type { PlayBook } from './play.ts';
import { questBook } from './quest-play.ts';
import { relayBook } from './relay-play.ts';
import { CALM, drawPlan, type RunPlan } from './run-plan.ts';
import { simulateRun, type Trace } from './simulate-run.ts';
import type { Fault } from './simulated-disk.ts';
import { SimulationFailure } from './simulation-failure.ts';

const SNAPSHOT_EVERY = 7;

interface Reference {
  readonly ends: readonly RunEnd[];
  readonly operations: number;
}

export interface Result {
  readonly entries: number;
  readonly holders: number;
  readonly operations: number;
}

export interface SimulateOptions {
  readonly trace?: Trace | undefined;
  /** What a power cut leaves on the disk is drawn from it. */
  readonly disk?: number | undefined;
}

export type CrashPoint = Extract<Fault, { when: unknown }>;

export interface Simulation {
  /** A run with everything that the seed says. */
  simulateSeed(seed: number, options?: SimulateOptions): Promise<Result>;
  /** A calm run with one crash. */
  simulateCrash(fault: CrashPoint, options?: SimulateOptions): Promise<Result>;
  /** How many operations there are to crash at. */
  countOperations(): Promise<number>;
}

const undisturbed = <S>(scenario: S): RunPlan<S> => ({
  seed: 1,
  diskSeed: 1,
  scenario,
  weather: CALM,
  faults: [],
  snapshotEvery: SNAPSHOT_EVERY,
});

/** The ends that an undisturbed run may have, found once for each scenario. */
const referencesOf = <S extends object>({ variants, play }: PlayBook<S>) => {
  const known = new Map<string, Promise<Reference>>();
  const find = async (scenarios: readonly S[]): Promise<Reference> => {
    const runs = await Promise.all(
      scenarios.map((scenario) => simulateRun(undisturbed(scenario), play(scenario))),
    );
    const operations = Math.max(...runs.map((run) => run.disk.operations));
    return { ends: await Promise.all(runs.map(checkRun)), operations };
  };
  return (scenario: S): Promise<Reference> => {
    const scenarios = variants(scenario);
    const key = JSON.stringify(scenarios);
    const found = known.get(key) ?? find(scenarios);
    known.set(key, found);
    return found;
  };
};

const simulationOf = <S extends object>(book: PlayBook<S>): Simulation => {
  const referenceOf = referencesOf(book);
  const simulate = async (plan: RunPlan<S>, repeat: string, trace?: Trace): Promise<Result> => {
    try {
      const { ends } = await referenceOf(plan.scenario);
      const run = await simulateRun(plan, book.play(plan.scenario), trace);
      const operations = run.disk.operations;
      requireSameEnd(await checkRun(run), ends);
      return { entries: run.state.seq, holders: run.holders, operations };
    } catch (cause) {
      const words =
        cause instanceof SimulationFailure ? cause.message : cause instanceof Error ? cause.stack : cause;
      throw new SimulationFailure(
        `${words}\n\nrepeat: npm run test:sim -- --play ${book.name} ${repeat}\nplan: ${JSON.stringify(plan)}`,
      );
    }
  };
  return {
    simulateSeed: async (seed, { trace } = {}) => {
      const { operations } = await referenceOf(book.worst);
      return simulate(drawPlan(seed, operations, book.draw), `--seed ${seed}`, trace);
    },
    simulateCrash: (fault, { trace, disk = 1 } = {}) =>
      simulate(
        { ...undisturbed(book.worst), diskSeed: disk, faults: [fault] },
        `--crash ${fault.kind}:${fault.when}:${fault.at}:${disk}`,
        trace,
      ),
    countOperations: async () => (await referenceOf(book.worst)).operations,
  };
};

export const relaySimulation = simulationOf(relayBook);
export const agentmuxSimulation = simulationOf(agentmuxBook);
export const h3aSimulation = simulationOf(h3aBook);
export const questSimulation = simulationOf(questBook);
export const councilSimulation = simulationOf(councilBook);
export const linesSimulation = simulationOf(linesBook);
export const collectiveSimulation = simulationOf(collectiveBook);
