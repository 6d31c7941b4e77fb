// Plays a workflow in memory: the real engine, loop, door and checks, with agents, people and evidence that a test gives.
// No process is started, no git is asked, nothing is written to a disk.
import { givenBy } from '../engine/given.ts';
import { plan } from '../engine/plan.ts';
import { prove } from '../engine/prove.ts';
import { BatonError } from '../errors.ts';
import { ATTEMPT_MS_MAX, PLAY_ENTRIES_MAX } from '../model/limits/limits.ts';
import { problemsText } from '../model/problem-text.ts';
import type { Entry } from '../model/run/entry.ts';
import type { Input } from '../model/run/input.ts';
import type { WantedQuestion } from '../model/run/wanted.ts';
import { validateWith } from '../model/validate-with.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { archivedFiles, contentsOf, sealedText } from '../runtime/files/contents.ts';
import { filesOf } from '../runtime/files/projector.ts';
import { type Holder, type HolderEnd, openHolder } from '../runtime/holder.ts';
import { Memory, openMemoryStore } from '../stores/memory/memory-store.ts';
import { actor } from './actor.ts';
import { MomentClock } from './moment-clock.ts';
import { awaitedIn, factsIn, type Played, refusedIn, verdictsIn } from './played.ts';
import { type AgentScript, type PersonScript, requireNames, type Scene, Scripts, wordOf } from './script.ts';
import { type GiveEvidence, WorldInMemory } from './world-in-memory.ts';

const START = '2026-01-01T00:00:00.000Z';

export interface PlayOptions {
  /** What the user wants. */
  readonly request?: string;
  /** By role. */
  readonly agents?: Readonly<Record<string, AgentScript>>;
  /**
   * By step; what an agent asks a person is answered under the name of the request, `ask` for a question. What Baton asks about
   * work that repeats a mistake is answered under `stalemate`, with words or with `give-up`.
   */
  readonly people?: Readonly<Record<string, PersonScript>>;
  /** Answers what would take a command. What it does not answer is unavailable, and nothing that needs it passes. */
  readonly evidence?: GiveEvidence;
  /** Files of the project when the run begins. */
  readonly project?: Readonly<Record<string, string>>;
  /** What the workflow leaves open. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Names of the commands that baton.yaml would have; `test` alone when absent. */
  readonly commands?: readonly string[];
  /** Commands that the project does without, and why. */
  readonly waived?: Readonly<Record<string, { readonly why: string }>>;
  readonly name?: string;
}

const requireProof = (workflow: Workflow): void => {
  const [first, ...more] = prove(workflow).problems;
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new BatonError(
    'WORKFLOW_UNPROVED',
    `workflow ${workflow.name} is not proved: ${first.message}${others}`,
    {
      data: { problems: [first, ...more] },
    },
  );
};

const settingsOf = ({ policy }: Workflow, given: PlayOptions['settings'] = {}): Record<string, unknown> => {
  if (policy === undefined) return {};
  const { value, problems } = validateWith(policy, given);
  if (value !== undefined) return { policy: value };
  throw new BatonError('USAGE_INVALID', `settings: they cannot be used:\n${problemsText(problems)}`);
};

/** A role that a run may do without is played only where the test has a script for it. */
const rolesOf = ({ roles }: Workflow, agents: PlayOptions['agents'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(roles)
      .filter(([name, { kind = 'agent', optional }]) => kind === 'agent' && (!optional || name in agents))
      .map(([name]) => [name, 'scripted']),
  );

const startOf = (
  workflow: Workflow,
  world: WorldInMemory,
  options: PlayOptions,
): Extract<Input, { kind: 'start' }> => {
  const { request = 'Do it.', commands = ['test'], waived } = options;
  const name = options.name ?? workflow.runName?.(request, START) ?? 'run';
  const tree = world.trees.put(new Map(Object.entries(options.project ?? {})));
  return {
    kind: 'start',
    given: givenBy(workflow, tree, { request, name, at: START, project: (path) => options.project?.[path] }),
    run: {
      name,
      workflow: workflow.name,
      workflowVersion: workflow.version,
      definition: 'played in memory',
      request,
      options: {
        agents: rolesOf(workflow, options.agents),
        commands: [...commands],
        ...settingsOf(workflow, options.settings),
        ...(waived === undefined ? {} : { waived }),
      },
      base: { commit: null, tree },
      isolation: 'none',
      attemptMs: ATTEMPT_MS_MAX,
      startedAt: START,
    },
  };
};

/** One run, from its start until somebody's turn is missing. */
class Performance {
  readonly #workflow: Workflow;
  readonly #world: WorldInMemory;
  readonly #scripts: Scripts;
  readonly #clock = new MomentClock(START);
  readonly #memory = new Memory();
  readonly #scenes: Scene[] = [];
  /** The first mistake in the test itself: it ends the test, not the run. */
  #mistake: unknown;
  #end: HolderEnd | undefined;

  constructor(workflow: Workflow, options: PlayOptions) {
    this.#workflow = workflow;
    this.#world = new WorldInMemory(options.evidence ?? (() => undefined));
    this.#scripts = new Scripts(options.agents ?? {}, options.people ?? {});
  }

  async play(options: PlayOptions): Promise<Played> {
    const holder = await this.#open(options);
    void holder.ended.then((end) => {
      this.#end = end;
    });
    try {
      await this.#playOn(holder);
    } catch (cause) {
      this.#mistake ??= cause;
    }
    const awaited = awaitedIn(holder.state);
    const stopped = holder.stop();
    await this.#clock.settle(this.#world.pending);
    await stopped;
    if (this.#mistake !== undefined) throw this.#mistake;
    if (this.#end?.end === 'broken') throw this.#end.cause;
    return this.#played(holder, awaited);
  }

  async #playOn(holder: Holder): Promise<void> {
    for (let goesOn = true; goesOn && this.#mistake === undefined; ) {
      await this.#clock.settle(this.#world.pending);
      this.#requireEnd(holder);
      goesOn = this.#end === undefined && ((await this.#answer(holder)) || this.#moveOn(holder));
    }
  }

  async #open(options: PlayOptions): Promise<Holder> {
    const opened: { holder?: Holder } = {};
    const agent = actor(
      {
        world: this.#world,
        scripts: this.#scripts,
        door: () => required(opened.holder).door,
        assignmentOf: (id) => required(required(opened.holder).state.works[id]).assignment,
        onScene: (scene) => void this.#scenes.push(scene),
      },
      (cause) => {
        this.#mistake ??= cause;
      },
    );
    const holder = await openHolder({
      workflow: this.#workflow,
      opened: await openMemoryStore(this.#memory),
      ports: {
        clock: this.#clock,
        files: this.#world.runFiles(),
        desks: this.#world.desks,
        workspaces: this.#world.workingTrees(),
        outside: this.#world.outside(),
        agentFor: () => agent,
        endOrphans: async () => {},
      },
      project: '/memory/project',
      url: () => 'memory:',
      start: startOf(this.#workflow, this.#world, options),
      marker: 'memory',
      leaveWhenWaiting: false,
    });
    opened.holder = holder;
    return holder;
  }

  /** Gives the answers that the test has to what waits for a person. */
  async #answer(holder: Holder): Promise<boolean> {
    for (const question of plan(holder.state).questions) {
      const name = this.#nameOf(holder, question);
      const turn = this.#scripts.personTurn(name, question.ask);
      if (turn === undefined) continue;
      const input: Input = { kind: 'answer', item: question.id, ...wordOf(name, turn, question.ask) };
      await holder.loop.give(input, { person: 'test' });
      return true;
    }
    return false;
  }

  #nameOf({ state }: Holder, { id, assignment }: WantedQuestion): string {
    return state.requests[id]?.request ?? state.works[assignment]?.assignment.phase ?? '';
  }

  /** An agent that crashed is started again after a pause; nobody waits for it here. */
  #moveOn({ state }: Holder): boolean {
    const [next] = plan(state)
      .assignments.flatMap(({ notBefore }) => notBefore ?? [])
      .sort();
    if (next === undefined) return false;
    this.#clock.moveTo(next);
    return true;
  }

  #requireEnd({ state }: Holder): void {
    if (state.seq > PLAY_ENTRIES_MAX)
      throw new BatonError(
        'USAGE_INVALID',
        `expected a run of at most ${PLAY_ENTRIES_MAX} entries, got more`,
        {
          hint: 'a script that is a function must have no turn left at some time',
        },
      );
  }

  async #played({ state }: Holder, awaited: Played['awaited']): Promise<Played> {
    const { store } = await openMemoryStore(this.#memory);
    const entries: Entry[] = [];
    for await (const entry of store.read(1)) entries.push(entry);
    const files = [...filesOf(this.#workflow, state, await contentsOf(store, this.#workflow, state))];
    for (const sealed of archivedFiles(this.#workflow, state))
      files.push({ path: sealed.path, text: await sealedText(store, sealed) });
    const trees = Object.entries(state.artifacts).filter(([, { path }]) => path === '.');
    return {
      status: state.status,
      cause: state.cause,
      step: state.positions['']?.phase,
      awaited,
      facts: factsIn(state),
      verdicts: verdictsIn(entries),
      files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
      trees: Object.fromEntries(trees.map(([name, { digest }]) => [name, this.#world.filesOf(digest)])),
      scenes: this.#scenes,
      performed: this.#world.performed,
      refused: refusedIn(entries),
      entries,
    };
  }
}

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new BatonError('INTERNAL', 'a turn was taken before the run had begun');
  return value;
};

/**
 * Plays a workflow in memory: the real engine, door and checks, with agents, people and evidence that you script. It goes on
 * until the run ends or somebody has no turn left. No process is started and nothing is written.
 *
 * @example
 * ```ts
 * const note = file('note.md');
 * const write = agent(role('writer'), { prompt: (view) => view.request, writes: [note] });
 * const notes = workflow('notes', { says: 'A note.', steps: { write }, flow: { write: 'end' } });
 *
 * const run = await play(notes, { agents: { writer: [{ write: { 'note.md': 'A note.\n' } }] } });
 * run.status; // 'complete'
 * run.files['note.md']; // 'A note.\n'
 * ```
 */
export const play = async (workflow: Workflow, options: PlayOptions = {}): Promise<Played> => {
  requireProof(workflow);
  requireNames(workflow, options.agents ?? {}, options.people ?? {});
  return new Performance(workflow, options).play(options);
};
