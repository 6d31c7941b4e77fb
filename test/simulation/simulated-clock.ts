// Virtual time. Nothing here waits: when all that can happen now has happened, time jumps to the next timer.
import type { Clock } from '../../src/runtime/ports.ts';

interface Timer {
  readonly time: number;
  readonly order: number;
  readonly call: () => void;
}

const BEGIN = Date.parse('2026-11-15T03:00:00.000Z');

/** All microtasks have run when it resolves: nothing in a simulation waits for anything else. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class SimulatedClock implements Clock {
  /** Timers that have gone off. */
  steps = 0;
  #now = BEGIN;
  #text = new Date(BEGIN).toISOString();
  #order = 0;
  readonly #timers = new Set<Timer>();

  now(): string {
    return this.#text;
  }

  get elapsedMs(): number {
    return this.#now - BEGIN;
  }

  at(time: string, call: () => void): () => void {
    return this.#set(Date.parse(time), call);
  }

  after(ms: number, call: () => void): () => void {
    return this.#set(this.#now + ms, call);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Lets everything happen that can happen now; then moves on to the next timer. False when there is none. */
  async step(isDone: () => boolean): Promise<boolean> {
    await turn();
    if (isDone()) return true;
    const next = this.#next();
    if (next === undefined) return false;
    this.#timers.delete(next);
    this.steps += 1;
    if (next.time > this.#now) {
      this.#now = next.time;
      this.#text = new Date(next.time).toISOString();
    }
    next.call();
    return true;
  }

  /** Among timers of the same moment the one that was set first goes off first. */
  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers)
      if (
        next === undefined ||
        timer.time < next.time ||
        (timer.time === next.time && timer.order < next.order)
      )
        next = timer;
    return next;
  }

  #set(time: number, call: () => void): () => void {
    const timer: Timer = { time, order: this.#order++, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}
