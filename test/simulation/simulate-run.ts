// One run of a play from start to end on a simulated disk, clock, network and agents. Whenever the holder ends, another
// one is opened over the same disk, until the run is complete. The same plan gives the same history.

import { givenBy } from '../../src/engine/given.ts';
import { BatonError, type ErrorCode } from '../../src/errors.ts';
import type { Input } from '../../src/model/run/input.ts';
import type { Rejection } from '../../src/model/run/rejection.ts';
import type { State } from '../../src/model/run/state.ts';
import { type Holder, type HolderEnd, openHolder } from '../../src/runtime/holder.ts';
import type { Ports } from '../../src/runtime/ports.ts';
import { openFileStore } from '../../src/stores/file/file-store.ts';
import { headPath } from '../../src/stores/file/head-file.ts';
import type { Opened } from '../../src/stores/store.ts';
import type { Play } from './play.ts';
import type { RunPlan } from './run-plan.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { SimulatedAgents } from './simulated-agents.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { Crash, SimulatedDisk, type SimulatedMount } from './simulated-disk.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import type { SimulatedNode } from './simulated-nodes.ts';
import {
  SimulatedWorld,
  simulatedDesks,
  simulatedFiles,
  simulatedOutside,
  simulatedWorkspaces,
} from './simulated-outside.ts';
import { SimulatedPeople } from './simulated-people.ts';
import { fail } from './simulation-failure.ts';

export const DIRECTORY = '/state/project/run';
const ATTEMPT_MS = 10 * 60_000;
const DOWNTIME_MS_MAX = 20_000;
/** Far above what a run needs; whoever reaches them hangs. */
const HOLDERS_MAX = 60;
const STEPS_MAX = 60_000;
/** What a holder may end with because of a bad disk. Anything else is a fault of ours. */
const DISK_CODES: readonly ErrorCode[] = ['STORE_FULL', 'STORE_FAILED', 'FILE_UNWRITABLE'];

export type Trace = (line: string) => void;

/** All that is left when the run is complete. */
export interface Simulated {
  readonly plan: RunPlan;
  readonly disk: SimulatedDisk;
  readonly world: SimulatedWorld;
  readonly network: SimulatedNetwork;
  readonly people: SimulatedPeople;
  readonly agents: SimulatedAgents;
  readonly play: Play;
  /** As the last holder knew it. */
  readonly state: State;
  readonly holders: number;
}

class Simulation {
  readonly clock = new SimulatedClock();
  readonly random: SeededRandom;
  readonly disk: SimulatedDisk;
  readonly world: SimulatedWorld;
  readonly network: SimulatedNetwork;
  readonly agents: SimulatedAgents;
  readonly people: SimulatedPeople;
  readonly plan: RunPlan;
  readonly play: Play;
  readonly trace: Trace | undefined;

  constructor(plan: RunPlan, play: Play, trace: Trace | undefined) {
    this.plan = plan;
    this.play = play;
    this.trace = trace;
    this.random = seededRandom(plan.seed);
    this.clock.says = () => JSON.stringify(plan);
    this.disk = new SimulatedDisk(plan.diskSeed, plan.faults);
    this.world = new SimulatedWorld(this.clock, this.random, plan.weather);
    this.network = new SimulatedNetwork(this.world);
    this.agents = new SimulatedAgents(this.world, this.network, play);
    this.people = new SimulatedPeople(this.world, play);
    if (trace !== undefined) this.disk.onOperation = (n, kind, path) => this.say(`  #${n} ${kind} ${path}`);
  }

  say(line: string): void {
    this.trace?.(`${String(this.clock.elapsedMs).padStart(8)} ${line}`);
  }

  async run(): Promise<Simulated> {
    for (let holders = 1; holders <= HOLDERS_MAX; holders++) {
      const mount = this.disk.mount();
      const end = await this.#hold(mount);
      this.network.listening = undefined;
      if (end?.end === 'ended' && end.state.status === 'complete')
        return { ...this, state: end.state, holders };
      if (mount.dead) this.#bury();
      if (this.random.chance(this.plan.weather.snapshotRot)) this.#rot();
      await this.#pass(this.random.below(DOWNTIME_MS_MAX));
    }
    return fail(`the run did not end with ${HOLDERS_MAX} holders`);
  }

  /** Undefined when the process died, or could not even begin. */
  async #hold(mount: SimulatedMount): Promise<HolderEnd | undefined> {
    const holder = await this.#open(mount);
    if (holder === undefined) return undefined;
    this.network.listening = { door: holder.door, mount };
    this.people.attend(holder, mount);
    let end: HolderEnd | undefined;
    void holder.ended.then((ended) => {
      end = ended;
    });
    await this.#until(
      () => mount.dead || end !== undefined,
      () => JSON.stringify(holder.state, undefined, 1),
    );
    if (mount.dead) return undefined;
    this.say(`holder: ${end?.end} ${end?.end === 'broken' ? end.cause.message : end?.state.status}`);
    if (end?.end === 'broken') this.#requireDiskFault(end.cause);
    return end;
  }

  async #open(mount: SimulatedMount): Promise<Holder | undefined> {
    try {
      const opened = await openFileStore(mount, DIRECTORY, headPath(DIRECTORY));
      const holder = await openHolder({
        workflow: this.play.workflow,
        opened,
        ports: this.#ports(mount),
        project: '/project',
        url: () => 'http://simulated',
        start: startOf(this.world, this.play),
        // A run fails when an agent failed too often or git could not be reached; a person looks at it and resumes it.
        resume: true,
        marker: 'simulated',
        leaveWhenWaiting: false,
      });
      this.#snapshots(holder, opened, mount);
      return holder;
    } catch (cause) {
      this.say(`not opened: ${cause}`);
      if (!mount.dead) this.#requireDiskFault(cause);
      return undefined;
    }
  }

  /** The holder's own snapshots are too rare for a run as short as this one. */
  #snapshots(holder: Holder, { store }: Opened, mount: SimulatedMount): void {
    holder.loop.onEntry((entry, state) => {
      if (this.trace !== undefined)
        this.say(`${entry.seq} ${entry.input.kind} → ${entry.events.map(traced).join(', ')}`);
      if (entry.seq % this.plan.snapshotEvery === 0 && !mount.dead)
        store.writeSnapshot({ state, head: store.head }).catch(() => {});
    });
  }

  #ports(mount: SimulatedMount): Ports {
    const { clock, world, agents } = this;
    return {
      clock: {
        now: () => clock.now(),
        at: (time, call) =>
          clock.at(time, () => {
            if (!mount.dead) call();
          }),
      },
      workspaces: simulatedWorkspaces(world, mount),
      files: simulatedFiles(world, mount),
      desks: simulatedDesks(world, mount),
      outside: simulatedOutside(world, mount),
      agentFor: () => agents.for(mount),
      endOrphans: async () => agents.killAll(),
    };
  }

  /** A dead process leaves its agents behind; a power cut leaves nothing. */
  #bury(): void {
    const fault = this.plan.faults.find(
      (f) => f.at === this.disk.operations && (f.kind === 'power-cut' || f.kind === 'kill'),
    );
    this.say(`--- ${fault?.kind} at ${this.disk.operations}`);
    if (fault?.kind !== 'power-cut') return;
    this.agents.killAll();
    this.world.cutPower();
  }

  /** The snapshot is a cache: whatever is in it must not do harm. */
  #rot(): void {
    let node: SimulatedNode | undefined = this.disk.root;
    for (const name of `${DIRECTORY.slice(1)}/snapshot.json`.split('/'))
      node = node?.kind === 'directory' ? node.current.get(name) : undefined;
    if (node?.kind !== 'file' || node.current.length === 0) return;
    const at = this.random.below(node.current.length);
    const digit = Buffer.from(String(this.random.below(10)));
    for (const bytes of [node.current, node.durable]) if (at < bytes.length) bytes.write(at, digit);
  }

  async #pass(ms: number): Promise<void> {
    let over = false;
    this.clock.after(ms, () => {
      over = true;
    });
    await this.#until(
      () => over,
      () => 'time passes',
    );
  }

  async #until(isDone: () => boolean, where: () => string): Promise<void> {
    while (!isDone()) {
      if (!(await this.clock.step(isDone))) fail(`nothing is under way and nothing will be:\n${where()}`);
      if (this.clock.steps > STEPS_MAX) fail(`the run did not end within ${STEPS_MAX} steps:\n${where()}`);
    }
  }

  #requireDiskFault(cause: unknown): void {
    if (cause instanceof Crash) return;
    const code = cause instanceof BatonError ? cause.code : undefined;
    if (code === undefined || !DISK_CODES.includes(code) || this.plan.faults.length === 0)
      fail(`a holder ended in a way that no disk explains: ${cause instanceof Error ? cause.stack : cause}`);
  }
}

const traced = (event: { readonly kind: string }): string => {
  const { kind, assignment, phase, end, rejection } = event as Record<string, unknown>;
  const { clauses, problems } = (rejection ?? {}) as Partial<Rejection>;
  const why = clauses === undefined ? undefined : `(${clauses.join(', ')}: ${problems?.[0]?.message})`;
  return [kind, assignment, phase, end, why].filter((part) => typeof part === 'string').join(' ');
};

const startOf = (world: SimulatedWorld, play: Play): Extract<Input, { kind: 'start' }> => {
  const { workflow, request, options, project } = play;
  const tree = world.trees.put(new Map(Object.entries(project)));
  return {
    kind: 'start',
    run: {
      name: 'simulated',
      workflow: workflow.name,
      workflowVersion: workflow.version,
      definition: 'simulated',
      request,
      options: { ...options },
      base: { commit: null, tree },
      isolation: 'none',
      attemptMs: ATTEMPT_MS,
      startedAt: world.clock.now(),
    },
    given: givenBy(workflow, tree, {
      ...{ request, name: 'run', at: world.clock.now() },
      project: (path) => project[path],
    }),
  };
};

export const simulateRun = (plan: RunPlan, play: Play, trace?: Trace): Promise<Simulated> =>
  new Simulation(plan, play, trace).run();
