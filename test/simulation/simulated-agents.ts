// Agents that play the roles of a workflow, through the door alone. What they do is the play's; how they fail is ours.
import type { Agent, Ended, Session, Task } from '../../src/agents/agent.ts';
import type { Answer } from '../../src/model/run/answer.ts';
import type { Play } from './play.ts';
import type { SimulatedMount } from './simulated-disk.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { deskAt, type SimulatedWorld } from './simulated-outside.ts';

/** How long an agent takes for a step. */
export const STEP_MS = 1_000;

/** What it works on is not there any more. */
export class Gone extends Error {}

/** What an attempt was told when it began. */
export interface Told {
  readonly assignment: string;
  readonly attempt: number;
  readonly prompt: string;
}

/** One attempt. Once it is over, nothing that it waits for comes any more. */
export class SimulatedSession implements Session {
  over = false;
  readonly ended: Promise<Ended>;
  readonly task: Task;
  readonly #agents: SimulatedAgents;
  /** What it leaves at its end beside its files. */
  #left: Pick<Ended, 'message' | 'session'> = {};
  #end: (ended: Ended) => void = () => {};

  constructor(agents: SimulatedAgents, task: Task) {
    this.#agents = agents;
    this.task = task;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async stop(): Promise<void> {
    this.end({ end: 'stopped' });
  }

  end(ended: Ended): void {
    this.over = true;
    this.#agents.sessions.delete(this);
    this.#end(ended);
  }

  /** Its last message, and whether the same session can go on afterwards. */
  say(message: string, session?: string): void {
    this.#left = { message, ...(session === undefined ? {} : { session }) };
  }

  finish(): void {
    const { usage } = this.#agents.play;
    this.end({ end: 'finished', ...this.#left, ...(usage === undefined ? {} : { usage }) });
  }

  get world(): SimulatedWorld {
    return this.#agents.world;
  }

  /** Where it writes the files of the run: on a desk of its own where it works blind. */
  get desk(): Map<string, string> {
    const { desk } = this.task;
    const files = desk === undefined ? this.world.files : deskAt(this.world, desk);
    if (files === undefined) throw new Gone();
    return files;
  }

  /** What it was told; a session that goes on also knows what it was told before. */
  get knows(): string {
    const { assignment, prompt, session } = this.task;
    if (session === undefined) return prompt;
    const told = this.#agents.told.filter((one) => one.assignment === assignment);
    return told.map((one) => one.prompt).join('\n');
  }

  get files(): Map<string, string> {
    const files = this.world.workspaces.get(this.task.assignment);
    if (files === undefined) throw new Gone();
    return files;
  }

  async pause(ms: number): Promise<void> {
    const { clock, random, weather } = this.world;
    if (random.chance(weather.agentHang) && this.#mayFail()) await new Promise(() => {});
    await clock.sleep(ms + random.below(STEP_MS));
    await this.alive();
    if (!random.chance(weather.agentCrash)) return;
    const crashed = random.chance(0.5);
    if (crashed && !this.#mayFail()) return;
    this.end(crashed ? { end: 'failed', why: 'it crashed' } : { end: 'finished' });
    await this.alive();
  }

  #mayFail(): boolean {
    return this.#agents.mayFail(this.task.assignment);
  }

  async call(tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const { assignment, door } = this.task;
    const answer = await this.#agents.network.call(assignment, { token: door.token, tool, args });
    await this.alive();
    return answer;
  }

  /** Hands in one version after the other until one is accepted. */
  async handIn(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    ...versions: (() => void)[]
  ): Promise<void> {
    for (let turn = 0; ; turn++) {
      versions[Math.min(turn, versions.length - 1)]!();
      await this.pause(STEP_MS);
      const { status } = await this.verdict(await this.call(tool, args));
      // Whoever hands something in and waits is told what came of it, and nothing else.
      if (status === 'asked' || status === 'answered' || status === 'idle')
        this.#agents.misled.push(`${this.task.assignment} handed in with ${tool}, and was told: ${status}`);
      if (status !== 'rejected') return;
      await this.pause(STEP_MS);
    }
  }

  async ask(question: string, tool = 'ask'): Promise<string> {
    let answer = await this.call(tool, { question });
    while (answer.status === 'asked') answer = await this.call('await_verdict');
    if (answer.status !== 'answered') throw new Gone();
    return answer.answer;
  }

  async verdict(first: Answer): Promise<Answer> {
    let answer = first;
    while (answer.status === 'judging') answer = await this.call('await_verdict');
    return answer;
  }

  /** A process that is over does not go on. */
  alive(): Promise<void> | undefined {
    return this.over ? new Promise(() => {}) : undefined;
  }
}

const perform = async (session: SimulatedSession, play: Play): Promise<void> => {
  try {
    await session.pause(STEP_MS);
    await play.act(session);
    session.finish();
  } catch (cause) {
    if (!(cause instanceof Gone)) throw cause;
    session.end({ end: 'failed', why: 'its working tree is gone' });
  }
};

export class SimulatedAgents {
  readonly sessions = new Set<SimulatedSession>();
  readonly world: SimulatedWorld;
  readonly network: SimulatedNetwork;
  readonly told: Told[] = [];
  /** What agents were answered that was no answer to them. */
  readonly misled: string[] = [];
  readonly play: Play;
  /** How often each assignment has failed by accident. */
  readonly #failed = new Map<string, number>();

  constructor(world: SimulatedWorld, network: SimulatedNetwork, play: Play) {
    this.world = world;
    this.network = network;
    this.play = play;
  }

  /** Counts an accident, where the play can bear one more. */
  mayFail(assignment: string): boolean {
    const failed = this.#failed.get(assignment) ?? 0;
    if (failed >= (this.play.accidentsMax ?? Number.POSITIVE_INFINITY)) return false;
    this.#failed.set(assignment, failed + 1);
    return true;
  }

  /** All die at once and nobody is told: orphans found by a new holder, or the power is gone. */
  killAll(): void {
    for (const session of this.sessions) session.over = true;
    this.sessions.clear();
  }

  /** Agents as one holder starts them. After its death it hears nothing of them and does nothing to them. */
  for(mount: SimulatedMount): Agent {
    return {
      spec: 'agent-v1',
      name: 'simulated',
      start: async (task) => {
        mount.assertAlive();
        const session = new SimulatedSession(this, task);
        this.sessions.add(session);
        const { assignment, attempt, prompt } = task;
        this.told.push({ assignment, attempt, prompt });
        void perform(session, this.play);
        return {
          ended: session.ended.then((ended) => (mount.dead ? new Promise<Ended>(() => {}) : ended)),
          stop: () => (mount.dead ? new Promise<void>(() => {}) : session.stop()),
        };
      },
    };
  }
}
