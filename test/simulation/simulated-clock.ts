// Virtual time. Nothing here waits: when all that can happen now has happened, time jumps to the next timer.
import { writeSync } from 'node:fs';
import type { Clock } from '../../src/runtime/ports.ts';

interface Timer {
  readonly time: number;
  readonly order: number;
  readonly call: () => void;
}

/** Far above what happens between two timers. */
const MOMENT_CALLS_MAX = 200_000;
const BEGIN = Date.parse('2026-11-15T03:00:00.000Z');

/** All microtasks have run when it resolves: nothing in a simulation waits for anything else. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class SimulatedClock implements Clock {
  /** Timers that have gone off. */
  steps = 0;
  #now = BEGIN;
  #text = new Date(BEGIN).toISOString();
  #order = 0;
  #inThisMoment = 0;
  /** What is simulated, for whoever has to repeat it. */
  says: () => string = () => '';
  readonly #timers = new Set<Timer>();

  now(): string {
    this.count();
    return this.#text;
  }

  /**
   * Promises that wait for nothing but each other can go on for ever in one moment, and no timer ends them. Whatever
   * could be part of such a circle is counted; there is no way out of it but to end the process.
   */
  count(): void {
    this.#inThisMoment += 1;
    if (this.#inThisMoment < MOMENT_CALLS_MAX) return;
    writeSync(
      2,
      `the simulation goes in a circle at ${this.#text}: ${this.says()}\n${new Error('here').stack}\n`,
    );
    process.kill(process.pid, 'SIGKILL');
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
    this.#inThisMoment = 0;
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
