// Work that nobody waits for. The longer it takes the longer it rests, so that it never takes more than its share of the time.
import { PACED_REST_MS_MAX, PACED_REST_TIMES } from '../../model/limits/runtime.ts';
import type { Clock } from '../ports.ts';

export interface Paced {
  /** Does it now, or after its rest; calls that come meanwhile are joined into one more time. */
  soon(): void;
  stop(): void;
}

export const createPaced = (clock: Clock, work: () => Promise<unknown>): Paced => {
  let state: 'idle' | 'busy' | 'stopped' = 'idle';
  let isWanted = false;
  let wake: (() => void) | undefined;
  const rest = (ms: number, then: () => void): void => {
    wake = clock.at(new Date(Date.parse(clock.now()) + ms).toISOString(), () => {
      wake = undefined;
      then();
    });
  };
  const done = (ms: number): void => {
    if (state === 'stopped') return;
    rest(Math.min(PACED_REST_MS_MAX, ms * PACED_REST_TIMES), () => {
      state = 'idle';
      if (isWanted) begin();
    });
  };
  const begin = (): void => {
    [state, isWanted] = ['busy', false];
    const from = Date.parse(clock.now());
    const spent = (): void => done(Date.parse(clock.now()) - from);
    void work().then(spent, spent);
  };
  return {
    soon: () => {
      if (state === 'idle') begin();
      else isWanted = true;
    },
    stop: () => {
      state = 'stopped';
      wake?.();
    },
  };
};
