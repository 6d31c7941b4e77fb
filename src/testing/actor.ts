// An agent in memory: it takes its turns from a script and hands in at the real door.
import type { Agent, Ended, Task } from '../agents/agent.ts';
import { causeText } from '../errors.ts';
import type { Answer } from '../model/run/answer.ts';
import type { Assignment } from '../model/run/event.ts';
import type { DoorApi } from '../runtime/door-api.ts';
import type { Scene, Scripts, Turn } from './script.ts';
import type { WorldInMemory } from './world-in-memory.ts';

const PROJECT_PREFIX = 'project:';

export interface ActorOptions {
  readonly world: WorldInMemory;
  readonly scripts: Scripts;
  readonly door: () => DoorApi;
  readonly assignmentOf: (id: string) => Assignment;
  readonly onScene: (scene: Scene) => void;
}

const put = (files: Map<string, string>, path: string, text: string | null): void => {
  if (text === null) files.delete(path);
  else files.set(path, text);
};

const writeFiles = ({ world }: ActorOptions, { assignment, desk }: Task, turn: Turn): void => {
  const own = desk === undefined ? world.files : world.desks.at(desk);
  for (const [path, text] of Object.entries(turn.write ?? {})) {
    if (!path.startsWith(PROJECT_PREFIX)) {
      if (own === undefined) throw new Error(`${assignment} has no desk any more to write ${path} to`);
      put(own, path, text);
      continue;
    }
    const tree = world.workspaces.get(assignment);
    if (tree === undefined) throw new Error(`${assignment} has no working tree to write ${path} to`);
    put(tree, path.slice(PROJECT_PREFIX.length), text);
  }
};

/** The reply as an agent has it at the end: a verdict or an answer, not that one is being worked out. */
const call = async ({ door }: ActorOptions, task: Task, turn: Turn, tool: string): Promise<Answer> => {
  const { token } = task.door;
  let reply = await door().call(token, turn.tool ?? tool, turn.args ?? {});
  while (reply.status === 'judging' || (reply.status === 'asked' && reply.parks))
    reply = await door().call(token, 'await_verdict', {});
  return reply;
};

const perform = async (options: ActorOptions, task: Task): Promise<Ended | undefined> => {
  const { role, step, item, tool } = sceneOf(options, task);
  let reply: string | undefined;
  for (let first = true; ; first = false) {
    const { attempt, prompt, inputs } = task;
    const scene: Scene = { role, step, item, attempt, prompt, inputs, reply };
    if (first) options.onScene(scene);
    const turn = await options.world.waitFor(() => options.scripts.agentTurn(scene));
    if (turn === undefined) return undefined;
    if (turn.crash !== undefined) return { end: 'failed', why: turn.crash };
    writeFiles(options, task, turn);
    if (turn.say !== undefined) return { end: 'finished', message: turn.say };
    const answer = await call(options, task, turn, tool);
    if (answer.status === 'accepted') return { end: 'finished' };
    // The next turn is for the session that takes over.
    if (answer.status === 'rejected' && answer.over) return { end: 'finished' };
    reply = answer.status === 'answered' ? answer.answer : answer.message;
  }
};

const sceneOf = ({ assignmentOf }: ActorOptions, { assignment }: Task) => {
  const { role, phase: step, item, scope, tool = '' } = assignmentOf(assignment);
  // Inside a scope the item is the one of the scope.
  return { role, step, tool, item: item ?? (scope === '' ? undefined : scope.slice(scope.indexOf('/') + 1)) };
};

export const actor = (options: ActorOptions, onMistake: (cause: unknown) => void): Agent => ({
  spec: 'agent-v1',
  name: 'scripted',
  start: async (task) => {
    let end: (ended: Ended) => void = () => {};
    const ended = new Promise<Ended>((resolve) => {
      end = resolve;
    });
    void perform(options, task).then(
      (how) => how !== undefined && end(how),
      (cause) => {
        onMistake(cause);
        end({ end: 'failed', why: causeText(cause) });
      },
    );
    return { idle: true, ended, stop: async () => end({ end: 'stopped' }) };
  },
});
