// Agents that play the roles of relay, through the door alone. What they hand in depends on what they were given and
// told, never on how often they were started: so a disturbed run must come to the same end.
import type { Agent, Ended, Session, Task } from '../../src/agents/agent.ts';
import type { Answer } from '../../src/model/answer.ts';
import { INLINE_BYTES_MAX } from '../../src/model/limits.ts';
import type { Scenario } from './run-plan.ts';
import type { SimulatedMount } from './simulated-disk.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { RED, type SimulatedWorld } from './simulated-outside.ts';
import { bothSides, isMarked } from './simulated-trees.ts';

const BAD_PLAN = 'version: 2\nitems: []\n';
const PLAN = `version: 1
summary: Say things
items:
  - {key: a, title: Say a, task: say a}
  - {key: b, title: Say b, task: say b}
`;
const FAIL =
  'verdict: fail\nsummary: not yet\nfindings:\n  - {location: fix-1, issue: it is missing, recommendation: add it}\n';
const FAIL_WITHOUT_FINDINGS = 'verdict: fail\nsummary: not yet\n';
const PASS = 'verdict: pass\nsummary: good\n';
export const QUESTION = 'How loud is b to be?';

const STEP_MS = 1_000;
/** The slower coder takes this much longer, so that the order of the two is known where nothing is disturbed. */
const SLOWER_MS = 20_000;

class Gone extends Error {}

/** One attempt. Once it is over, nothing that it waits for comes any more. */
class SimulatedSession implements Session {
  over = false;
  readonly ended: Promise<Ended>;
  readonly task: Task;
  readonly #agents: SimulatedAgents;
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

  get world(): SimulatedWorld {
    return this.#agents.world;
  }

  get files(): Map<string, string> {
    const files = this.world.workspaces.get(this.task.assignment);
    if (files === undefined) throw new Gone();
    return files;
  }

  async pause(ms: number): Promise<void> {
    const { clock, random, weather } = this.world;
    if (random.chance(weather.agentHang)) await new Promise(() => {});
    await clock.sleep(ms + random.below(STEP_MS));
    await this.alive();
    if (!random.chance(weather.agentCrash)) return;
    this.end(random.chance(0.5) ? { end: 'failed', why: 'it crashed' } : { end: 'finished' });
    await this.alive();
  }

  async call(tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const { assignment, door } = this.task;
    const answer = await this.#agents.network.call(assignment, { token: door.token, tool, args });
    await this.alive();
    return answer;
  }

  /** Hands in one version after the other until one is accepted. */
  async handIn(tool: string, ...versions: (() => void)[]): Promise<void> {
    for (let turn = 0; ; turn++) {
      versions[Math.min(turn, versions.length - 1)]!();
      await this.pause(STEP_MS);
      const { status } = await this.verdict(await this.call(tool));
      if (status !== 'rejected') return;
      await this.pause(STEP_MS);
    }
  }

  async ask(question: string): Promise<string> {
    let answer = await this.call('ask', { question });
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

const plans = (session: SimulatedSession): Promise<void> => {
  const write = (text: string) => () => void session.world.files.set('plan.yaml', text);
  return session.handIn('submit_plan', write(BAD_PLAN), write(PLAN));
};

const addLine = (files: Map<string, string>, path: string, line: string): void => {
  const content = files.get(path) ?? '';
  const lines = new Set(isMarked(content) ? bothSides(content) : content.split('\n'));
  files.set(
    path,
    [...lines.add(line)]
      .filter((text) => text !== '')
      .sort()
      .join('\n'),
  );
};

const codes = async (session: SimulatedSession, scenario: Scenario): Promise<void> => {
  const item = String(session.task.inputs['item']);
  const loudness = item === 'b' ? await session.ask(QUESTION) : 'quiet';
  if (item !== scenario.first) await session.pause(SLOWER_MS);
  const change = (red: boolean) => (): void => {
    const { files } = session;
    files.set(`src/${item}`, `${item}, ${loudness}`);
    files.set(`test/${item}`, `says ${item}`);
    if (scenario.conflict) addLine(files, 'shared', `and ${item}`);
    if (red) files.set(RED, 'red');
    else files.delete(RED);
  };
  await session.handIn('submit_done', change(item === 'a'), change(false));
};

const fixes = (session: SimulatedSession): Promise<void> => {
  const round = String(session.task.inputs['round']);
  return session.handIn('submit_done', () => void session.files.set(`fix-${round}`, `round ${round}`));
};

const reviews = (session: SimulatedSession, scenario: Scenario): Promise<void> => {
  const { files } = session.world;
  const write = (text: string) => () => void files.set('review.yaml', text);
  if (session.files.has('fix-1')) return session.handIn('submit_review', write(PASS));
  const padding = scenario.large ? `# ${'x'.repeat(INLINE_BYTES_MAX)}\n` : '';
  return session.handIn('submit_review', write(FAIL_WITHOUT_FINDINGS), write(`${padding}${FAIL}`));
};

const act = (session: SimulatedSession, scenario: Scenario): Promise<void> => {
  const { role, assignment } = session.task;
  if (role === 'planner') return plans(session);
  if (role === 'reviewer') return reviews(session, scenario);
  return assignment.startsWith('fixing.') ? fixes(session) : codes(session, scenario);
};

const play = async (session: SimulatedSession, scenario: Scenario): Promise<void> => {
  try {
    await session.pause(STEP_MS);
    await act(session, scenario);
    session.end({ end: 'finished' });
  } catch (cause) {
    if (!(cause instanceof Gone)) throw cause;
    session.end({ end: 'failed', why: 'its working tree is gone' });
  }
};

export class SimulatedAgents {
  readonly sessions = new Set<SimulatedSession>();
  readonly world: SimulatedWorld;
  readonly network: SimulatedNetwork;
  readonly #scenario: Scenario;

  constructor(world: SimulatedWorld, network: SimulatedNetwork, scenario: Scenario) {
    this.world = world;
    this.network = network;
    this.#scenario = scenario;
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
        void play(session, this.#scenario);
        return {
          ended: session.ended.then((ended) => (mount.dead ? new Promise<Ended>(() => {}) : ended)),
          stop: () => (mount.dead ? new Promise<void>(() => {}) : session.stop()),
        };
      },
    };
  }
}
