// A person plays the role: the assignment is in the inbox, the work is done in the given directory and handed in with
// `baton submit`. There is no process to watch, so the session only waits until it is stopped.
import type { Agent, Ended } from '../agent.ts';

export const humanAgent = (): Agent => ({
  spec: 'agent-v1',
  name: 'human',
  start: async () => {
    let end: (ended: Ended) => void = () => {};
    const ended = new Promise<Ended>((resolve) => {
      end = resolve;
    });
    return {
      ended,
      stop: async () => end({ end: 'stopped' }),
    };
  },
});
