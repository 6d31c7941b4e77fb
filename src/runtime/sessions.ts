// Agents at work: compares what should be under way with what is, starts what is missing, ends what is not wanted.
import type { Door, Ended, Session, Task } from '../agents/agent.ts';
import { plan } from '../engine/plan.ts';
import { seenBy } from '../engine/veil.ts';
import { viewOf } from '../engine/view.ts';
import { BatonError, causeText } from '../errors.ts';
import { SESSION_GRACE_MS } from '../model/limits.ts';
import type { Problem } from '../model/problem.ts';
import type { Input } from '../model/run/input.ts';
import type { Digest } from '../model/run/sealed.ts';
import { type State, type Work, workOf } from '../model/run/state.ts';
import type { Wanted } from '../model/run/wanted.ts';
import { partsOfKey } from '../model/workflow/names.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { capsuleText, needsCapsule } from '../prompts/capsule.ts';
import { changeSection } from '../prompts/change-section.ts';
import { deskSection } from '../prompts/desk-section.ts';
import { promptFor, resumedPrompt } from '../prompts/prompt.ts';
import { type Places, renderPrompt } from '../prompts/templated-prompt.ts';
import type { Store } from '../stores/store.ts';
import { contentsOf } from './contents.ts';
import { filesOfWork } from './desks.ts';
import type { HandOver } from './hand-over.ts';
import type { StartedLoop } from './loop.ts';
import type { Ports, WorkFiles } from './ports.ts';
import { filesOf } from './projector.ts';
import { readyFiles } from './ready-files.ts';
import type { Tokens } from './tokens.ts';
import { toolsOf } from './tools.ts';
import type { RunningSession } from './traces.ts';

export interface SessionsOptions {
  readonly workflow: Workflow;
  readonly loop: StartedLoop;
  readonly store: Pick<Store, 'getObject'>;
  readonly ports: Ports;
  readonly tokens: Tokens;
  readonly project: string;
  /** Where the door listens. */
  readonly url: () => string;
  readonly agentsMax: number;
  readonly marker: string;
  /** Writes every file that this work may read, from sealed bytes. */
  readonly writeFiles: (state: State) => Promise<readonly Problem[]>;
  readonly after: (ms: number, call: () => void) => () => void;
  /** One more is at work. */
  readonly onStarted: () => void;
  /** A file was put down that no projection makes. */
  readonly sawFile: (path: string) => Promise<void>;
  /** Takes what an attempt said last, where its work is handed in that way. */
  readonly handOver: HandOver;
}

interface Running {
  readonly assignment: string;
  readonly attempt: number;
  session: Session | undefined;
  stopGrace: (() => void) | undefined;
  gone: Promise<void>;
}

export interface Sessions {
  reconcile(wanted: Wanted, now: string): void;
  /** Ends everything, at once or after the grace that agents have to end their turn. */
  stopAll(graceMs: number): Promise<void>;
  readonly count: number;
  /** Who is at work. */
  readonly running: readonly RunningSession[];
}

const ENGINE = { engine: true } as const;

const keyOf = (assignment: string, attempt: number): string => `${assignment}#${attempt}`;

class SessionTable implements Sessions {
  readonly #options: SessionsOptions;
  readonly #running = new Map<string, Running>();
  readonly #starting = new Set<string>();
  /** Also those whose session has ended, until their end is in the journal. */
  readonly #plays = new Set<Promise<void>>();
  readonly #timers = new Map<string, () => void>();
  #stopping = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#running.size;
  }

  get running(): readonly RunningSession[] {
    return [...this.#running.values()].map(({ assignment: id, session }) => ({ id, pid: session?.pid }));
  }

  reconcile(wanted: Wanted, now: string): void {
    this.#stopUnwanted(wanted);
    if (this.#stopping) return;
    for (const { id, started, notBefore } of wanted.assignments) {
      if (started || this.#starting.has(id) || this.#isRunning(id)) continue;
      if (this.#running.size + this.#starting.size >= this.#options.agentsMax) return;
      if (notBefore !== undefined && notBefore > now) this.#wait(id, notBefore);
      else void this.#begin(id).catch(() => {});
    }
  }

  async stopAll(graceMs: number): Promise<void> {
    this.#stopping = true;
    for (const cancel of this.#timers.values()) cancel();
    const all = [...this.#running.values()];
    await this.#grace(all, graceMs);
    await Promise.all(all.map((one) => one.session?.stop()));
    await Promise.all(this.#plays);
  }

  async #grace(all: readonly Running[], graceMs: number): Promise<void> {
    if (graceMs === 0 || all.length === 0) return;
    let cancel: () => void = () => {};
    const over = new Promise<void>((resolve) => {
      cancel = this.#options.after(graceMs, resolve);
    });
    await Promise.race([Promise.all(all.map((one) => one.gone)), over]);
    cancel();
  }

  #isRunning(assignment: string): boolean {
    return [...this.#running.values()].some((one) => one.assignment === assignment);
  }

  /** An agent whose work is over may end its turn by itself, for a while. */
  #stopUnwanted(wanted: Wanted): void {
    const keep = new Set(wanted.assignments.map((a) => keyOf(a.id, a.attempt)));
    for (const [key, one] of this.#running) {
      if (keep.has(key)) {
        one.stopGrace?.();
        one.stopGrace = undefined;
      } else if (one.stopGrace === undefined) {
        one.stopGrace = this.#options.after(
          one.session?.idle ? 0 : SESSION_GRACE_MS,
          () => void one.session?.stop(),
        );
      }
    }
  }

  #wait(id: string, until: string): void {
    if (this.#timers.has(id)) return;
    const cancel = this.#options.ports.clock.at(until, () => {
      this.#timers.delete(id);
      void this.#begin(id).catch(() => {});
    });
    this.#timers.set(id, cancel);
  }

  async #begin(assignment: string): Promise<void> {
    this.#starting.add(assignment);
    try {
      // The attempt is in the journal before there is a process: an orphan always has an entry.
      const { entry } = await this.#options.loop.give(this.#startOf(assignment), ENGINE);
      const event = entry?.events.find((e) => e.kind === 'attempt-started');
      if (event === undefined || this.#stopping) return;
      const one: Running = {
        assignment,
        attempt: event.attempt,
        session: undefined,
        stopGrace: undefined,
        gone: Promise.resolve(),
      };
      this.#running.set(keyOf(assignment, event.attempt), one);
      one.gone = this.#play(one);
      this.#plays.add(one.gone);
      void one.gone.finally(() => this.#plays.delete(one.gone)).catch(() => {});
    } finally {
      this.#starting.delete(assignment);
    }
  }

  /** A desk is named in the journal before it is made, so that none is left that nobody knows. */
  #startOf(assignment: string): Extract<Input, { kind: 'attempt-start' }> {
    const { loop, ports } = this.#options;
    const work = loop.state.works[assignment];
    const isNew = work?.assignment.blind === true && work.desk === undefined;
    return { kind: 'attempt-start', assignment, ...(isNew ? { desk: ports.desks.newName() } : {}) };
  }

  async #play(one: Running): Promise<void> {
    const ended = await this.#playToEnd(one);
    one.stopGrace?.();
    // Before its working tree goes, and before its end is known: else a new attempt would be begun.
    const { handedOver, ended: taken } = await this.#handOver(one, ended);
    const draft = await this.#draftOf(one, taken);
    this.#running.delete(keyOf(one.assignment, one.attempt));
    if (!this.#isRunning(one.assignment))
      await this.#options.ports.workspaces.close(one.assignment).catch(() => {});
    const { end, why, session, usage, resetAt } = taken;
    await this.#options.loop
      .give(
        {
          kind: 'attempt-end',
          assignment: one.assignment,
          attempt: one.attempt,
          end,
          ...(why === undefined ? {} : { why }),
          ...(session === undefined ? {} : { session }),
          ...(resetAt === undefined ? {} : { resetAt }),
          ...(draft === undefined ? {} : { draft }),
          ...(handedOver ? { handedOver } : {}),
          ...(usage === undefined ? {} : { usage: [...usage] }),
        },
        ENGINE,
      )
      .catch(() => {});
    // An end that was journalled before (a deadline) makes no entry, and still there is room for the next attempt now.
    this.reconcile(plan(this.#options.loop.state), this.#options.ports.clock.now());
  }

  /** What failed work left in its tree, so that whoever is next goes on from there. */
  async #draftOf({ assignment }: Running, { end }: Ended): Promise<Digest | undefined> {
    const { loop, ports } = this.#options;
    const work = loop.state.works[assignment];
    const isBegun = work?.from !== undefined && work.assignment.writes.some(({ kind }) => kind === 'tree');
    if (end !== 'failed' || !isBegun || work.outcome !== undefined) return undefined;
    const sealed = await ports.workspaces.seal(assignment).catch(() => undefined);
    // A merge that was laid down meanwhile is what the next one begins with.
    return loop.state.works[assignment]?.from === work.from ? sealed?.digest : undefined;
  }

  /** What could not be taken is how the attempt ended. */
  async #handOver(
    { assignment, attempt }: Running,
    ended: Ended,
  ): Promise<{ readonly handedOver: boolean; readonly ended: Ended }> {
    try {
      return { handedOver: await this.#options.handOver(assignment, attempt, ended), ended };
    } catch (cause) {
      const why = `what it handed in could not be taken: ${causeText(cause)}`;
      return { handedOver: false, ended: { ...ended, end: 'failed', why } };
    }
  }

  async #playToEnd(one: Running): Promise<Ended> {
    try {
      const task = await taskFor(this.#options, one.assignment, one.attempt);
      one.session = await this.#options.ports.agentFor(task.role).start(task);
      this.#options.onStarted();
      if (this.#stopping) await one.session.stop();
      return await one.session.ended;
    } catch (cause) {
      return { end: 'failed', why: `it could not be started: ${causeText(cause)}` };
    }
  }
}

export const createSessions = (options: SessionsOptions): Sessions => new SessionTable(options);

/** What the agent is told; put down beside the other files where the workflow has a name for it. */
const promptOf = async (
  options: SessionsOptions,
  state: State,
  work: Work,
  places: Places,
  files: WorkFiles,
): Promise<string> => {
  const { workflow, ports, store } = options;
  const { assignment } = work;
  const { handedIn } = workflow.contracts[assignment.contract] ?? {};
  // Only an agent of a program has a session.
  if (work.session !== undefined && handedIn !== undefined)
    return resumedPrompt(work, handedIn, state.notices?.[assignment.role] ?? []);
  const contents = await contentsOf(store, workflow, state);
  const view = viewOf(workflow, state, contents, assignment.scope, assignment.id);
  const spec = workflow.contracts[assignment.contract]?.prompt?.(view, assignment);
  if (spec === undefined) return promptFor(workflow, view, work, places);
  const made = new Map(
    filesOf(workflow, state, contents, assignment.id).map(({ path, text }) => [path, text]),
  );
  const rendered = renderPrompt({ workflow, view, work }, spec, places, {
    read: (path, root) => (root === 'run' ? made.get(path) : ports.readProject?.(path)),
  });
  const text = options.loop.redact(rendered.text);
  // For people to read: the agent has the prompt itself. It says what was rejected, so others must not read it either.
  if (spec.file !== undefined) {
    await files.write([{ path: spec.file, text }]);
    if (places.desk === undefined) await options.sawFile(spec.file);
  }
  return text;
};

/** What there is to review, for those who review. */
const changeText = async (
  { workflow, ports }: SessionsOptions,
  { run, artifacts }: State,
  { assignment, from: to }: Work,
): Promise<string> => {
  const reviews = workflow.contracts[assignment.contract]?.reviews;
  const from = reviews === true ? run.base.tree : artifacts[reviews ?? '']?.digest;
  if (from === undefined || to === undefined || ports.workspaces.diff === undefined) return '';
  const diff = await ports.workspaces.diff(from, to);
  return `\n${changeSection({ request: run.request, base: run.base, from, diff })}`;
};

/** For a session that takes over from one that failed. */
const capsuleOf = async ({ workflow, ports }: SessionsOptions, state: State, work: Work): Promise<string> => {
  if (!needsCapsule(work)) return '';
  const { start, from } = work;
  const begun = start ?? from;
  const diff =
    begun === undefined || from === undefined ? undefined : await ports.workspaces.diff?.(begun, from);
  return capsuleText({ workflow, state, work, diff });
};

/** Files that this work may write, under each of their names. */
const outputsOf = ({ contracts, artifacts }: Workflow, { assignment }: Work): string[] => {
  const left = contracts[assignment.contract]?.handedIn?.file?.(assignment);
  const files = assignment.writes.filter(({ kind }) => kind !== 'tree');
  const aliases = files.flatMap(({ artifact }) => artifacts[partsOfKey(artifact).name]?.alias?.path ?? []);
  return [...files.map(({ path }) => path), ...aliases, ...(left === undefined ? [] : [left])];
};

const taskFor = async (options: SessionsOptions, assignment: string, attempt: number): Promise<Task> => {
  const { workflow, loop, ports, tokens } = options;
  const state = loop.state;
  const work = workOf(state, assignment);
  const tree = work.from;
  // What the work relies on must be there as it was accepted, or it does not start.
  const [unwritten] = await options.writeFiles(state);
  if (unwritten !== undefined) throw new BatonError(unwritten.code, unwritten.message);
  const files = filesOfWork(ports, state, work);
  await readyFiles({ workflow, files, store: options.store }, seenBy(state, assignment), work);
  const workingDirectory =
    tree === undefined ? files.directory : await ports.workspaces.open(assignment, tree, work.start ?? tree);
  const { role, ordinal, inputs } = work.assignment;
  const desk = files === ports.files ? {} : { desk: files.directory };
  const places = { runDirectory: ports.files.directory, workingDirectory, ...desk };
  const door: Door = {
    url: options.url(),
    mcpUrl: `${options.url()}/mcp/${assignment}`,
    token: tokens.issue({ role, assignment, attempt }),
  };
  return {
    run: state.run.name,
    runDirectory: ports.files.directory,
    project: options.project,
    ...desk,
    workingDirectory,
    assignment,
    role,
    ordinal,
    attempt,
    failures: work.failures,
    prompt: loop.redact(
      [
        await promptOf(options, state, work, places, files),
        deskSection(workflow, work.assignment, places),
        await changeText(options, state, work),
        await capsuleOf(options, state, work),
      ].join(''),
    ),
    redact: loop.redact,
    inputs,
    tools: toolsOf(workflow, work.assignment).map((tool) => tool.name),
    outputs: outputsOf(workflow, work),
    door,
    ...(workflow.roles[role]?.web ? { web: true as const } : {}),
    ...(work.session === undefined ? {} : { session: work.session }),
    ...(workflow.contracts[work.assignment.contract]?.handedIn === undefined
      ? {}
      : { byMessage: true as const }),
    marker: `${options.marker}/${assignment}#${attempt}`,
  };
};
