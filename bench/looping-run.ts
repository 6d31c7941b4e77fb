// A run whose one phase comes back after each acceptance, held by the real holder on the real disk: relay's own plan
// contract, as often as one likes. Agents and git are not there; nothing of them is on the measured path.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from '../src/agents/agent.ts';
import { compose } from '../src/compose.ts';
import { runFilesIn } from '../src/effects/run-files.ts';
import type { Input } from '../src/model/run/input.ts';
import { type Digest, treeDigest } from '../src/model/run/sealed.ts';
import type { State } from '../src/model/run/state.ts';
import { defineWorkflow, type Workflow } from '../src/model/workflow/workflow.ts';
import { sealWork, submissionId } from '../src/runtime/files/seal-work.ts';
import { type Holder, openHolder } from '../src/runtime/holder.ts';
import { createLoop, started } from '../src/runtime/loop.ts';
import type { Ports, RunFiles } from '../src/runtime/ports.ts';
import { replay } from '../src/runtime/replay.ts';
import type { Disk } from '../src/std/disk/disk.ts';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { openFileStore } from '../src/stores/file/file-store.ts';
import type { Brief, Opened } from '../src/stores/store.ts';
import { DesksInMemory } from '../src/testing/files-in-memory.ts';
import { relay } from '../src/workflows/relay/relay.ts';
import { settle, unsynced } from './disks.ts';
import { pause } from './measure.ts';
import { writePlan } from './plans.ts';

const ROUNDS_MAX = 1_000_000;
const ATTEMPT_MS = 60 * 60 * 1000;
const BASE: Digest = treeDigest('0'.repeat(40));

export const { clock } = compose('', '0');

export const looping: Workflow = defineWorkflow({
  ...relay,
  name: 'looping',
  phases: {
    planning: {
      work: [{ role: 'planner', contract: 'plan' }],
      routes: [{ when: { all: 'ready' }, to: 'planning', counts: 'rounds' }],
    },
    stuck: {
      work: [{ role: 'human', contract: 'ruling' }],
      routes: [
        { when: { all: 'again' }, to: 'planning' },
        { when: { all: 'abandon' }, to: 'end', as: 'cancelled' },
      ],
    },
  },
  limits: { rounds: { max: ROUNDS_MAX, atLimit: 'stuck', resetBy: 'human' } },
  requests: {},
} as Workflow);

export const startOf = (workflow: Workflow): Extract<Input, { kind: 'start' }> => ({
  kind: 'start',
  run: {
    name: 'bench',
    workflow: workflow.name,
    workflowVersion: workflow.version,
    definition: 'bench',
    request: 'Make it better, part by part.',
    options: {},
    base: { commit: null, tree: BASE },
    isolation: 'none',
    attemptMs: ATTEMPT_MS,
    startedAt: '2026-11-15T03:00:00.000Z',
  },
  given: [{ artifact: 'base', path: '.', digest: BASE, bytes: 0 }],
});

/** As production has them; how often projections were begun is counted. */
export const runFiles = (directory: string): RunFiles & { writes: number; written: Promise<unknown> } => {
  const files = {
    ...runFilesIn(directory),
    writes: 0,
    written: Promise.resolve() as Promise<unknown>,
    write: (made: Parameters<RunFiles['write']>[0]) => {
      files.writes += 1;
      const done = runFilesIn(directory).write(made);
      files.written = done;
      return done;
    },
  };
  return files;
};

const nowhere = async (): Promise<never> => {
  throw new Error('nothing of this is asked for in a bench');
};

/** Attempts as they are started, one after the other. */
class Attempts {
  #waiting: ((task: Task) => void) | undefined;
  #next: Task | undefined;
  readonly #ends = new Map<string, () => void>();

  start(task: Task): { ended: Promise<{ end: 'finished' }>; stop(): Promise<void> } {
    const ended = new Promise<{ end: 'finished' }>((resolve) => {
      this.#ends.set(task.assignment, () => resolve({ end: 'finished' }));
    });
    if (this.#waiting === undefined) this.#next = task;
    else this.#waiting(task);
    this.#waiting = undefined;
    return { ended, stop: async () => this.end(task.assignment) };
  }

  next(): Promise<Task> {
    const task = this.#next;
    this.#next = undefined;
    if (task !== undefined) return Promise.resolve(task);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  end(assignment: string): void {
    this.#ends.get(assignment)?.();
    this.#ends.delete(assignment);
  }
}

const portsOf = (files: RunFiles, attempts: Attempts): Ports => ({
  clock,
  files,
  workspaces: {
    open: async () => files.directory,
    seal: nowhere,
    close: async () => {},
    sweep: async () => {},
  },
  desks: new DesksInMemory(),
  outside: { observe: nowhere, perform: nowhere },
  agentFor: () => ({
    spec: 'agent-v1',
    name: 'bench',
    start: async (task) => attempts.start(task),
  }),
  endOrphans: async () => {},
});

export interface LoopingRun {
  readonly holder: Holder;
  readonly directory: string;
  readonly journal: string;
  readonly entries: number;
  /** Projections begun so far. */
  readonly projections: number;
  /** The attempt that hands in next; resolves when the holder has nothing else to do. */
  nextAttempt(): Promise<Task>;
  /** Its agent goes home. */
  endAttempt(assignment: string): void;
  stop(): Promise<void>;
}

export interface LoopingOptions {
  readonly disk?: Disk;
  readonly workflow?: Workflow;
  readonly url?: () => string;
  /** Where its journal is, if not in files. */
  readonly opened?: Opened;
  readonly brief?: (state: State) => Brief;
}

export const openLoopingRun = async (root: string, options: LoopingOptions = {}): Promise<LoopingRun> => {
  const directory = join(root, 'run');
  const state = join(root, 'state');
  const workflow = options.workflow ?? looping;
  mkdirSync(directory, { recursive: true });
  const attempts = new Attempts();
  const files = runFiles(directory);
  const holder = await openHolder({
    workflow,
    opened:
      options.opened ??
      (await openFileStore(options.disk ?? nodeDisk, state, join(root, 'heads', 'run.json'))),
    brief: options.brief,
    ports: portsOf(files, attempts),
    project: root,
    url: options.url ?? (() => 'http://127.0.0.1:0'),
    start: startOf(workflow),
    marker: 'bench',
    leaveWhenWaiting: false,
  });
  return {
    holder,
    directory,
    journal: join(state, 'journal.jsonl'),
    get entries() {
      return holder.state.seq;
    },
    get projections() {
      return files.writes;
    },
    nextAttempt: async () => {
      const task = await attempts.next();
      await holder.loop.idle();
      await files.written;
      await holder.loop.idle();
      return task;
    },
    endAttempt: (assignment) => attempts.end(assignment),
    stop: () => holder.stop(),
  };
};

/** One acceptance of a new plan, in milliseconds from the door to the answer. */
export const acceptOnce = async (run: LoopingRun, bytes?: number): Promise<number> => {
  const { assignment, door } = await run.nextAttempt();
  writePlan(run.directory, bytes);
  await pause();
  const start = performance.now();
  const answer = await run.holder.door.call(door.token, 'submit_plan', {});
  const ms = performance.now() - start;
  if (answer.status !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(answer)}`);
  run.endAttempt(assignment);
  return ms;
};

/** One cycle of it, as fast as it goes: a new plan handed in at once by the attempt that has begun. */
export const handOffIn = async (run: LoopingRun, write = writePlan): Promise<void> => {
  const { assignment, door } = await run.nextAttempt();
  write(run.directory);
  const answer = await run.holder.door.call(door.token, 'submit_plan', {});
  if (answer.status !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(answer)}`);
  run.endAttempt(assignment);
};

/** Makes a run that long without waiting for a sync each time. The rules, the entries and the files are the real ones. */
export const growRun = async (root: string, entries: number): Promise<void> => {
  const directory = join(root, 'run');
  mkdirSync(directory, { recursive: true });
  const { store } = await openFileStore(unsynced(nodeDisk), join(root, 'state'));
  const loop = createLoop({ workflow: looping, store, clock, state: await replay(store) });
  await loop.give(startOf(looping), { engine: true });
  const places = {
    files: runFiles(directory),
    desks: new DesksInMemory(),
    workspaces: portsOf(runFiles(directory), new Attempts()).workspaces,
  };
  writePlan(directory);
  while (loop.state!.seq < entries) {
    const [assignment, work] = Object.entries(loop.state!.works).find(([, w]) => w.outcome === undefined)!;
    if (work.attemptState !== 'running') {
      await loop.give({ kind: 'attempt-start', assignment }, { engine: true });
      continue;
    }
    const handedIn = await sealWork({ ...places, loop: started(loop), workflow: looping, store }, work, {});
    const submission = submissionId(assignment, 'submit_plan', {}, handedIn);
    const { attempt } = work;
    await loop.give(
      { kind: 'submit', submission, assignment, attempt, tool: 'submit_plan', args: {}, ...handedIn },
      { role: 'planner', assignment, attempt },
    );
  }
  await store.close();
  await settle(nodeDisk, join(root, 'state', 'journal.jsonl'));
};
