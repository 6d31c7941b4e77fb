// A run of agentmux, held by the real holder on the real disk. Its agents live in this process and hand in at once;
// working trees, merges and the commit are in memory, because git is not what is measured.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Agent, Ended, Task } from '../src/agents/agent.ts';
import { givenBy } from '../src/engine/given.ts';
import type { Input } from '../src/model/run/input.ts';
import { type Digest, treeDigest } from '../src/model/run/sealed.ts';
import { policyFor } from '../src/operations/runs/run-policy.ts';
import { type Holder, openHolder } from '../src/runtime/holder.ts';
import type { Ports } from '../src/runtime/ports.ts';
import type { Disk } from '../src/std/disk/disk.ts';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { openFileStore } from '../src/stores/file/file-store.ts';
import { AGENT_ROLES } from '../src/systems/agentmux/files/vocabulary.ts';
import { agentmux } from '../src/systems/agentmux/workflow/agentmux.ts';
import { DesksInMemory } from '../src/testing/files-in-memory.ts';
import { clock, runFiles, startOf } from './looping-run.ts';
import { MemoryTrees } from './memory-trees.ts';

const EMPTY: Digest = treeDigest('0'.repeat(40));
const REQUEST = 'Make every part of it better.';

/** What one attempt has in hand. */
export interface Stand {
  readonly task: Task;
  readonly holder: Holder;
  /** Puts a file of the run where its author would. */
  write(path: string, text: string): void;
  /** The files of its working tree. */
  readonly tree: Map<string, string>;
  /** Calls a tool and answers with the milliseconds until it was accepted. */
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<number>;
  /** Resolves when the holder has nothing else to do. */
  quiet(): Promise<void>;
}

/** How each role behaves; who is not named waits until it is stopped. */
export type Plays = Readonly<Record<string, (stand: Stand) => Promise<unknown>>>;

/** As `baton run` makes it. */
export const startInput = (tree: Digest = EMPTY): Extract<Input, { kind: 'start' }> => {
  const start = startOf(agentmux);
  return {
    ...start,
    given: givenBy(agentmux, tree, {
      ...{ request: REQUEST, name: 'bench', at: start.run.startedAt },
      project: () => undefined,
    }),
    run: {
      ...start.run,
      request: REQUEST,
      base: { commit: null, tree },
      options: {
        agents: Object.fromEntries(AGENT_ROLES.map((role) => [role, 'bench'])),
        policy: policyFor([agentmux], agentmux, {}),
        commands: [],
      },
    },
  };
};

const agentOf = (plays: Plays, standFor: (task: Task) => Stand, broke: (cause: unknown) => void): Agent => ({
  spec: 'agent-v1',
  name: 'bench',
  start: async (task) => {
    let end: (ended: Ended) => void = () => {};
    const ended = new Promise<Ended>((resolve) => {
      end = resolve;
    });
    const play = plays[task.role];
    if (play !== undefined)
      void play(standFor(task)).then(
        () => end({ end: 'finished' }),
        (cause: unknown) => broke(cause),
      );
    return { ended, stop: async () => end({ end: 'stopped' }) };
  },
});

export interface AgentmuxRun {
  readonly holder: Holder;
  /** Rejects when an agent broke. */
  readonly broken: Promise<never>;
}

export const openAgentmuxRun = async (
  root: string,
  plays: Plays,
  options: { readonly disk?: Disk } = {},
): Promise<AgentmuxRun> => {
  const directory = join(root, 'run');
  mkdirSync(directory, { recursive: true });
  const trees = new MemoryTrees();
  const files = runFiles(directory);
  let broke: (cause: unknown) => void = () => {};
  const broken = new Promise<never>((_, reject) => {
    broke = reject;
  });
  broken.catch(() => {});
  let holder: Holder;
  const standFor = (task: Task): Stand => ({
    task,
    holder,
    write: (path, text) => {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    },
    tree: trees.of(task.assignment),
    call: async (tool, args = {}) => {
      const start = performance.now();
      const answer = await holder.door.call(task.door.token, tool, args);
      const ms = performance.now() - start;
      if (answer.status !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(answer)}`);
      return ms;
    },
    quiet: async () => {
      await holder.loop.idle();
      await files.written;
      await holder.loop.idle();
    },
  });
  const ports: Ports = {
    clock,
    files,
    desks: new DesksInMemory(),
    workspaces: trees.workspaces(directory),
    outside: trees.outside,
    agentFor: () => agentOf(plays, standFor, broke),
    endOrphans: async () => {},
  };
  holder = await openHolder({
    workflow: agentmux,
    opened: await openFileStore(options.disk ?? nodeDisk, join(root, 'state')),
    ports,
    project: root,
    url: () => 'http://127.0.0.1:0',
    start: startInput(trees.base),
    marker: 'bench',
    leaveWhenWaiting: false,
  });
  return { holder, broken };
};
