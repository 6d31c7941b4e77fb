// One process that holds many runs: it takes those that nobody holds and that can be played here, until it is stopped.
import { setMaxListeners } from 'node:events';
import { onlyPeopleAwaited, plan } from '../../engine/plan.ts';
import { BatonError, causeText } from '../../errors.ts';
import { HOST_AGAIN_MS, HOST_LOOK_MS, HOST_OPENS_MAX, HOST_SWEEP_MS } from '../../model/limits/store.ts';
import type { State } from '../../model/run/state.ts';
import type { Place } from '../../runners/commands/place.ts';
import type { HolderEnd } from '../../runtime/holder.ts';
import type { Unheld } from '../../stores/store.ts';
import { requireConfig } from '../project/load-config.ts';
import { playRun } from '../runs/play-run.ts';
import { asItWasStarted } from '../runs/resume-run.ts';
import { type ReadRun, readRun } from '../runs/runs.ts';
import { isOver } from '../status/brief.ts';
import type { System } from '../system.ts';
import { missingHere } from './fit-here.ts';
import { endLeftBehind } from './left-behind.ts';

export type HostEvent =
  | { readonly kind: 'took'; readonly run: string }
  /** It is over, or waits for people and this host does not. */
  | { readonly kind: 'left'; readonly run: string; readonly status: State['status'] | 'waiting' }
  /** This process has no say in it any more; the run itself goes on, or waits for another host. */
  | { readonly kind: 'lost'; readonly run: string; readonly code: string; readonly message: string }
  | { readonly kind: 'unfit'; readonly run: string; readonly code: string; readonly message: string }
  /** The store does not answer; runs that are held wait for it. */
  | { readonly kind: 'away'; readonly code: string; readonly message: string }
  | { readonly kind: 'back' }
  | { readonly kind: 'ended-left-behind'; readonly processes: number };

export interface HostOptions {
  readonly system: System;
  readonly place: Place;
  /** So many at once. */
  readonly runsMax: number;
  /** Ends when nothing is left that could be done here; a run that waits for people is left to them. */
  readonly untilDone: boolean;
  readonly onEvent: (event: HostEvent) => void;
  readonly signal: AbortSignal;
}

/** A lease that is about to run out is looked at just after. */
const AFTER_LEASE_MS = 50;

/** Says nothing of whether the run can be played here: another one has it, or the store was away for a moment. */
const PASSING = new Set(['RUN_HELD', 'JOURNAL_FENCED', 'STORE_UNREACHABLE']);

/** In any order, so that several hosts do not all try for the same one. */
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

const wordsOf = (cause: unknown): { readonly code: string; readonly message: string } => ({
  code: cause instanceof BatonError ? cause.code : 'INTERNAL',
  message: causeText(cause),
});

class Host {
  readonly #options: HostOptions;
  readonly #held = new Map<string, Promise<void>>();
  /** What is not looked at again while its journal ends there, or until that time. */
  readonly #passed = new Map<string, { readonly chain: string; readonly until: number }>();
  readonly #told = new Set<string>();
  readonly #waiting = new Set<string>();
  #swept = Number.NEGATIVE_INFINITY;
  #away = false;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  async attend(): Promise<void> {
    const { signal, untilDone } = this.#options;
    while (!signal.aborted) {
      await this.#sweep();
      const { left, nextMs = HOST_LOOK_MS } = await this.#look();
      if (untilDone && left === 0 && this.#held.size === 0) break;
      await this.#pause(Math.min(nextMs + AFTER_LEASE_MS, HOST_LOOK_MS));
    }
    await Promise.all(this.#held.values());
  }

  /** How many runs there are that somebody may still have to take. */
  async #look(): Promise<{ readonly left: number; readonly nextMs?: number }> {
    const { system, place, onEvent } = this.#options;
    const now = performance.now();
    try {
      const { runs, ...next } = await system.stores(place).unheld(({ run, chain }) => {
        const passed = this.#passed.get(run);
        return this.#held.has(run) || (passed !== undefined && passed.chain === chain && passed.until > now);
      });
      if (this.#away) onEvent({ kind: 'back' });
      this.#away = false;
      return { left: await this.#takeOf(shuffled(runs)), ...next };
    } catch (cause) {
      // A store that is away now may be there at the next look.
      if (!this.#away) onEvent({ kind: 'away', ...wordsOf(cause) });
      this.#away = true;
      return { left: 1 };
    }
  }

  /** A few are opened side by side; says for how many there is no room. */
  async #takeOf(free: readonly Unheld[]): Promise<number> {
    const { runsMax, signal } = this.#options;
    const waiting = [...free];
    const takeNext = async (): Promise<void> => {
      while (this.#held.size < runsMax && !signal.aborted) {
        const next = waiting.pop();
        if (next === undefined) return;
        await this.#consider(next);
      }
    };
    await Promise.all(Array.from({ length: HOST_OPENS_MAX }, takeNext));
    return waiting.length;
  }

  /** Comes back when the run is up, or not to be had. */
  async #consider(free: Unheld): Promise<void> {
    const { system, place } = this.#options;
    const { run } = free;
    try {
      const found = await readRun(system, place, run);
      if (found === undefined || isOver(found.state)) return this.#pass(free, Number.POSITIVE_INFINITY);
      // It waits for a person, and was left for that: until there is another entry nothing can be done for it here.
      if (this.#waiting.delete(run) && onlyPeopleAwaited(plan(found.state)))
        return this.#pass(free, Number.POSITIVE_INFINITY);
      await this.#take(found, free);
    } catch (cause) {
      this.#refuse(free, cause);
    }
  }

  async #take(found: ReadRun, free: Unheld): Promise<void> {
    const { system, place, untilDone, signal, onEvent } = this.#options;
    const { run } = free;
    const config = await requireConfig(place.project, place.env);
    const plain = { ...{ system, place, config, signal }, leaveWhenWaiting: untilDone };
    const options = await asItWasStarted(plain, found);
    const missing = await missingHere(plain, found, options);
    if (missing !== undefined)
      throw new BatonError('FILE_MISSING', `${missing}, which it needs, is not on PATH here`);
    await new Promise<void>((resolve) => {
      let isUp = false;
      const onState = (): void => {
        if (!isUp) onEvent({ kind: 'took', run });
        isUp = true;
        resolve();
      };
      const held = playRun({ ...plain, onState }, options)
        .then(({ end }) => this.#ended(free, end))
        .catch((cause: unknown) => {
          if (isUp) onEvent({ kind: 'lost', run, ...wordsOf(cause) });
          this.#refuse(free, cause, isUp);
        })
        .finally(() => {
          this.#held.delete(run);
          resolve();
        });
      this.#held.set(run, held);
    });
  }

  #ended(free: Unheld, end: HolderEnd): void {
    const { onEvent } = this.#options;
    const { run } = free;
    if (end.end === 'broken') onEvent({ kind: 'lost', run, ...wordsOf(end.cause) });
    else if (end.end !== 'stopped')
      onEvent({ kind: 'left', run, status: end.end === 'waiting' ? 'waiting' : end.state.status });
    if (end.end === 'waiting') this.#waiting.add(run);
  }

  /** What another one holds by now is its business; what cannot be played here is tried again later. */
  #refuse(free: Unheld, cause: unknown, told = false): void {
    const { code, message } = wordsOf(cause);
    if (PASSING.has(code)) return;
    this.#pass(free, performance.now() + HOST_AGAIN_MS);
    const key = `${free.run} ${message}`;
    if (told || this.#told.has(key)) return;
    this.#told.add(key);
    this.#options.onEvent({ kind: 'unfit', run: free.run, code, message });
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#swept < HOST_SWEEP_MS) return;
    this.#swept = performance.now();
    const processes = await endLeftBehind(this.#options.place);
    if (processes > 0) this.#options.onEvent({ kind: 'ended-left-behind', processes });
  }

  #pass({ run, chain }: Unheld, until: number): void {
    this.#passed.set(run, { chain, until });
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#options;
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
    });
  }
}

export const hostRuns = (options: HostOptions): Promise<void> => {
  // Every run that is held listens for its end.
  setMaxListeners(0, options.signal);
  return new Host(options).attend();
};
