// Which of several agents plays, and when the circle of them waits.
import { expect, it } from 'vitest';
import type { Agent, Ended, Task } from './agent.ts';
import { preferredAgent } from './preferred-agent.ts';

const RESET = '2026-11-16T12:00:00.000Z';

const limited = (name: string, seen: (string | undefined)[]): Agent => ({
  ...{ spec: 'agent-v1', name },
  start: async ({ session }) => {
    seen.push(session === undefined ? name : `${name} resumes ${session}`);
    const ended: Ended = { end: 'failed', why: '429', session: `of ${name}`, resetAt: RESET };
    return { ended: Promise.resolve(ended), stop: async () => {} };
  },
});

const play = async (task: Partial<Task>) => {
  const seen: (string | undefined)[] = [];
  const agent = preferredAgent([limited('a', seen), limited('b', seen)]);
  const session = await agent.start(task as Task);
  return { seen, ended: await session.ended };
};

it('goes on with the next one at once, and in a circle', async () => {
  for (const [failures, name] of [
    [0, 'a'],
    [1, 'b'],
    [2, 'a'],
  ] as const)
    expect((await play({ failures })).seen).toEqual([name]);
  expect((await play({ failures: 0 })).ended.resetAt).toBeUndefined();
});

it('waits for the limit of the last one, after which the first one is asked again', async () => {
  expect((await play({ failures: 1 })).ended.resetAt).toBe(RESET);
});

it('gives a session to the agent that began it, and to no other', async () => {
  const { session = '' } = (await play({ failures: 0 })).ended;
  expect((await play({ failures: 2, session })).seen).toEqual(['a resumes of a']);
  expect((await play({ failures: 1, session })).seen).toEqual(['b']);
});
