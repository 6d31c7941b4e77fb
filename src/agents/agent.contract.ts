// What every adapter keeps, whatever program is behind it. Run it with your test runner's functions on your own:
// `agentContract('mine', subject, { describe, it, expect })`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStat } from '../std/processes/process-identity.ts';
import { type Agent, type Session, type Task, taskEnvironment } from './agent.ts';

/**
 * What the program behind the agent does. Each notes its process ids, one a line, in the file `processes` of the run
 * directory; `finishes` also writes its environment there, as `environment.json`.
 */
export type Behaviour =
  | 'finishes'
  | 'hangs'
  | 'crashes-halfway'
  | 'floods-stdout'
  | 'ignores-sigterm'
  | 'leaves-grandchild'
  | 'is-missing';

export interface AgentSubject {
  agentFor(behaviour: Behaviour): Agent;
  /** A fresh task in scratch folders. */
  task(): { readonly task: Task; remove(): void };
  /** Behaviours that make no sense for this adapter, each with the reason. */
  readonly gaps?: Partial<Record<Behaviour, string>>;
}

export interface ContractApi {
  describe(name: string, suite: () => void): unknown;
  it(name: string, test: () => Promise<void>): unknown;
  expect(value: unknown): {
    toBe(other: unknown): void;
    toEqual(other: unknown): void;
    toContain(part: unknown): void;
  };
}

const PATIENCE_MS = 60_000;
const POLL_MS = 20;

const until = async (what: string, isSo: () => boolean): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`expected within ${PATIENCE_MS} ms: ${what}`);
    await sleep(POLL_MS);
  }
};

const processesOf = (task: Task): number[] => {
  const file = join(task.runDirectory, 'processes');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').trim().split('\n').filter(Boolean).map(Number);
};

const isAlive = (pid: number): boolean => {
  if (process.platform === 'linux') return processStat(pid) !== undefined;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const aliveOf = (task: Task): number[] => processesOf(task).filter(isAlive);

interface Tried {
  readonly task: Task;
  readonly session: Session;
}

const tryOut = async (
  subject: AgentSubject,
  behaviour: Behaviour,
  body: (tried: Tried) => Promise<void>,
  change: (task: Task) => Task = (task) => task,
): Promise<void> => {
  const scratch = subject.task();
  const task = change(scratch.task);
  const session = await subject.agentFor(behaviour).start(task);
  try {
    await body({ task, session });
  } finally {
    await session.stop();
    scratch.remove();
  }
};

const endings = (subject: AgentSubject, { expect }: ContractApi) => ({
  finishes: {
    'ends as finished, once, and may be stopped afterwards': () =>
      tryOut(subject, 'finishes', async ({ session, task }) => {
        const ended = await session.ended;
        expect(ended.end).toBe('finished');
        await session.stop();
        expect(await session.ended).toEqual(ended);
        expect(aliveOf(task)).toEqual([]);
      }),
    "gets the task's environment and nothing that could change a program's start": () =>
      tryOut(subject, 'finishes', async ({ session, task }) => {
        await session.ended;
        const env = JSON.parse(readFileSync(join(task.runDirectory, 'environment.json'), 'utf8'));
        for (const [name, value] of Object.entries(taskEnvironment(task))) expect(env[name]).toBe(value);
        expect(env['NODE_OPTIONS']).toBe(undefined);
      }),
    'fails with words when its working directory is not there': () =>
      tryOut(
        subject,
        'finishes',
        async ({ session }) => {
          const { end, why } = await session.ended;
          expect(end).toBe('failed');
          expect(why).toContain('is not there');
        },
        (task) => ({ ...task, workingDirectory: join(task.runDirectory, 'nowhere') }),
      ),
  },
  'crashes-halfway': {
    'ends as failed, with how and with its last words': () =>
      tryOut(subject, 'crashes-halfway', async ({ session, task }) => {
        const { end, why } = await session.ended;
        expect(end).toBe('failed');
        expect(why).toContain('SIGKILL');
        expect(why).toContain('about to break');
        expect(aliveOf(task)).toEqual([]);
      }),
  },
  'floods-stdout': {
    'ends as finished, however much it prints': () =>
      tryOut(subject, 'floods-stdout', async ({ session }) => {
        const { end, why } = await session.ended;
        expect({ end, why }).toEqual({ end: 'finished', why: undefined });
      }),
  },
  'leaves-grandchild': {
    'ends only when the last process that it left is gone': () =>
      tryOut(subject, 'leaves-grandchild', async ({ session, task }) => {
        expect((await session.ended).end).toBe('finished');
        expect(processesOf(task).length > 1).toBe(true);
        expect(aliveOf(task)).toEqual([]);
      }),
  },
  'is-missing': {
    'fails with words when its program is not there': () =>
      tryOut(subject, 'is-missing', async ({ session }) => {
        const { end, why } = await session.ended;
        expect(end).toBe('failed');
        expect(why).toContain('could not be started');
      }),
  },
});

const stops = (subject: AgentSubject, { expect }: ContractApi) => ({
  hangs: {
    'is stopped with all its processes, also when told twice': () =>
      tryOut(subject, 'hangs', async ({ session, task }) => {
        if (subject.gaps?.finishes === undefined) await until('a process', () => aliveOf(task).length > 0);
        await Promise.all([session.stop(), session.stop()]);
        expect(aliveOf(task)).toEqual([]);
        expect((await session.ended).end).toBe('stopped');
      }),
    'is stopped also before it has begun': () =>
      tryOut(subject, 'hangs', async ({ session, task }) => {
        await session.stop();
        expect((await session.ended).end).toBe('stopped');
        expect(aliveOf(task)).toEqual([]);
      }),
  },
  'ignores-sigterm': {
    'is stopped although it does not want to': () =>
      tryOut(subject, 'ignores-sigterm', async ({ session, task }) => {
        await until('a process', () => aliveOf(task).length > 0);
        await session.stop();
        expect(aliveOf(task)).toEqual([]);
        expect((await session.ended).end).toBe('stopped');
      }),
  },
});

/**
 * Checks an agent of your own as Baton's own are checked, with the functions of your test runner. `agentFor` gives an agent
 * whose program does as it is named.
 *
 * @example
 * ```ts
 * declare const subject: Parameters<typeof agentContract>[1];
 * declare const runner: Parameters<typeof agentContract>[2]; // { describe, it, expect }
 * agentContract('mine', subject, runner);
 * ```
 */
export const agentContract = (name: string, subject: AgentSubject, api: ContractApi): void => {
  const suites: Partial<Record<Behaviour, Record<string, () => Promise<void>>>> = {
    ...endings(subject, api),
    ...stops(subject, api),
  };
  api.describe(`the agent ${name}`, () => {
    for (const [behaviour, tests] of Object.entries(suites)) {
      if (subject.gaps?.[behaviour as Behaviour] !== undefined) continue;
      for (const [says, test] of Object.entries(tests)) api.it(`that ${behaviour}: ${says}`, test);
    }
  });
};
