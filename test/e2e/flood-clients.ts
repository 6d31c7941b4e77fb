// Eight clients that hand in one thing after the other through the door, each call now and then twice at once. What was
// not acknowledged is handed in again when the work is asked for again.
import type { Agent, Ended, Task } from '../../src/agents/agent.ts';
import type { Answer } from '../../src/model/run/answer.ts';
import type { DoorApi } from '../../src/runtime/door-api.ts';

export interface Acknowledged {
  readonly assignment: string;
  readonly submission: string;
  readonly seq: number;
}

const TWICE_EVERY = 7;

export class FloodClients {
  /** The door of whoever holds the run now. */
  door: DoorApi | undefined;
  readonly acknowledged: Acknowledged[] = [];
  readonly files = new Map<string, string>();
  /** Calls that were not answered because the holder ended. */
  unanswered = 0;

  readonly agent: Agent = {
    spec: 'agent-v1',
    name: 'flood',
    start: async (task) => {
      let stopped = (_: Ended): void => {};
      const stop = new Promise<Ended>((resolve) => {
        stopped = resolve;
      });
      return {
        ended: Promise.race([this.#handIn(task), stop]),
        stop: async () => stopped({ end: 'stopped' }),
      };
    },
  };

  async #handIn(task: Task): Promise<Ended> {
    const [, , lane] = task.assignment.split('.');
    const n = Number(task.inputs['round']);
    this.files.set(`tick-${lane}.txt`, `${lane} ${n}\n`);
    const calls = n % TWICE_EVERY === 0 ? [1, 2] : [1];
    const answers = await Promise.all(calls.map(() => this.#call(task, n)));
    return answers.every((answer) => answer?.status === 'accepted')
      ? { end: 'finished' }
      : { end: 'failed', why: JSON.stringify(answers) };
  }

  async #call(task: Task, n: number): Promise<Answer | undefined> {
    try {
      const answer = await this.door?.call(task.door.token, 'submit_tick', { n });
      if (answer?.status === 'accepted')
        this.acknowledged.push({
          assignment: task.assignment,
          submission: answer.submission,
          seq: answer.seq,
        });
      return answer;
    } catch {
      this.unanswered += 1;
      return new Promise(() => {});
    }
  }
}
