// The clock of this machine.

// setTimeout takes at most 2^31-1 ms; later times are reached in steps.
const TIMER_MS_MAX = 2 ** 31 - 1;

export const systemClock = {
  now: (): string => new Date().toISOString(),
  /** Calls at that time, or at once where it is over; what it gives back calls it off. */
  at: (time: string, call: () => void): (() => void) => {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const left = Date.parse(time) - Date.now();
      timer = setTimeout(left > TIMER_MS_MAX ? wait : call, Math.min(Math.max(left, 0), TIMER_MS_MAX));
    };
    wait();
    return () => clearTimeout(timer);
  },
};
