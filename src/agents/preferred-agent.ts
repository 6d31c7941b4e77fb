// A role that several agents can play: the first as long as it works, after a failure (a limit, a crash, a program that is not
// there) the next one, and so on in a circle. Which one it is follows from the journal alone.
import type { Agent, Ended, Session, Task } from './agent.ts';

/** A session is of the agent that began it; no other one can resume it. */
const SESSION = /^(\d+)@([\s\S]+)$/;

const ownSession = (task: Task, index: number): Task => {
  const { session, ...rest } = task;
  const [, of, own] = SESSION.exec(session ?? '') ?? [];
  return own === undefined || Number(of) !== index ? rest : { ...rest, session: own };
};

/** While there is another one, it goes on at once; after the last one the circle waits. */
const marked = (ended: Ended, index: number, isLast: boolean): Ended => {
  const { resetAt, session, ...rest } = ended;
  return {
    ...rest,
    ...(session === undefined ? {} : { session: `${index}@${session}` }),
    ...(isLast && resetAt !== undefined ? { resetAt } : {}),
  };
};

const severalAgents = (agents: readonly Agent[]): Agent => ({
  spec: 'agent-v1',
  name: agents.map(({ name }) => name).join(', then '),
  start: async (task): Promise<Session> => {
    const index = (task.failures ?? 0) % agents.length;
    const agent = agents[index];
    if (agent === undefined) throw new Error('expected an agent, got an empty list');
    const session = await agent.start(ownSession(task, index));
    return {
      ...session,
      ended: session.ended.then((ended) => marked(ended, index, index === agents.length - 1)),
    };
  },
});

export const preferredAgent = (agents: readonly Agent[]): Agent => {
  const [only, ...others] = agents;
  return only !== undefined && others.length === 0 ? only : severalAgents(agents);
};
