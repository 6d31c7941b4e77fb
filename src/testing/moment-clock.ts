// A clock that nobody waits for. What is due happens, one after the other; what is due later happens never, unless time is
// moved there.
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../runtime/ports.ts';

interface Timer {
  readonly time: number;
  readonly call: () => void;
}

export class MomentClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now: number;

  constructor(start: string) {
    this.#now = Date.parse(start);
  }

  now(): string {
    return new Date(this.#now).toISOString();
  }

  at(time: string, call: () => void): () => void {
    const timer = { time: Date.parse(time), call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  moveTo(time: string): void {
    this.#now = Math.max(this.#now, Date.parse(time));
  }

  /** Lets everything happen that can happen now. `others` are promises that need more than a turn of the event loop. */
  async settle(others: ReadonlySet<Promise<unknown>>): Promise<void> {
    for (;;) {
      await setImmediate();
      if (others.size > 0) {
        await Promise.race(others);
        continue;
      }
      // Timers of one moment go off in the order in which they were set.
      const due = [...this.#timers].find(({ time }) => time <= this.#now);
      if (due === undefined) return;
      this.#timers.delete(due);
      this.#now += 1;
      due.call();
    }
  }
}
