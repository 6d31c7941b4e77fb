// Work the engine does itself: evidence to gather, effects to perform. Keyed, idempotent, started again after a crash.

import { plan } from '../engine/plan.ts';
import { allWorks } from '../engine/reduce/past.ts';
import { BatonError, causeText, diskError } from '../errors.ts';
import type { Evidence } from '../model/evidence.ts';
import { JOBS_MAX } from '../model/limits/limits.ts';
import { problem } from '../model/problem.ts';
import type { JudgedHandoff } from '../model/run/judged-handoff.ts';
import type { State } from '../model/run/state.ts';
import type { WantedJob } from '../model/run/wanted.ts';
import type { EffectResult } from '../model/workflow/effect.ts';
import type { Offers } from '../stores/offers.ts';
import type { StartedLoop } from './loop.ts';
import type { Elsewhere, Outside } from './ports.ts';
import type { Seat } from './seat.ts';

const ENGINE = { engine: true } as const;

type Effect = Extract<WantedJob, { kind: 'effect' }>;
type Side = Extract<WantedJob, { kind: 'side' }>;

export interface Jobs {
  reconcile(wanted: readonly WantedJob[]): void;
  stopAll(): Promise<void>;
  readonly count: number;
}

const observeSafely = async (
  outside: Outside,
  job: Extract<WantedJob, { kind: 'observe' }>,
  signal: AbortSignal,
  elsewhere: Elsewhere | undefined,
): Promise<Evidence> => {
  try {
    return await outside.observe(job.request, signal, elsewhere);
  } catch (cause) {
    return { kind: 'unavailable', cause: causeText(cause) };
  }
};

const acceptedIn = (state: State): JudgedHandoff[] =>
  allWorks(state).flatMap(({ assignment, outcome, judged }) =>
    outcome === undefined || judged === undefined
      ? []
      : [{ assignment: assignment.id, contract: assignment.contract, outcome, clauses: judged }],
  );

const performSafely = async (
  outside: Outside,
  loop: StartedLoop,
  job: Effect | Side,
  whenOurs: () => Promise<void>,
): Promise<EffectResult> => {
  try {
    const journal = { startedAt: loop.state.run.startedAt, ...loop.head };
    const told = job.request.action === 'publish' ? { handoffs: acceptedIn(loop.state) } : {};
    return await outside.perform({ key: job.id, at: job.at, journal, ...told, whenOurs }, job.request);
  } catch (cause) {
    const code = cause instanceof BatonError ? cause.code : (diskError(cause)?.code ?? 'INTERNAL');
    const hint = 'fix the cause, then `baton resume`';
    return {
      outcome: 'failed',
      sealed: [],
      details: {},
      problems: [problem(code, `${job.request.action} failed: ${causeText(cause)}`, { hint })],
    };
  }
};

interface JobsParts {
  readonly seat?: Pick<Seat, 'sound' | 'whenSound'>;
  /** Where somebody else may gather evidence. */
  readonly offers?: Offers | undefined;
}

class JobTable implements Jobs {
  readonly #loop: StartedLoop;
  readonly #outside: Outside;
  readonly #seat: Pick<Seat, 'sound' | 'whenSound'> | undefined;
  readonly #offers: Offers | undefined;
  readonly #running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  #stopping = false;

  constructor(loop: StartedLoop, outside: Outside, { seat, offers }: Pick<JobsParts, 'seat' | 'offers'>) {
    this.#loop = loop;
    this.#seat = seat;
    this.#offers = offers;
    this.#outside = outside;
  }

  get count(): number {
    return this.#running.size;
  }

  reconcile(wanted: readonly WantedJob[]): void {
    const ids = new Set(wanted.map((job) => job.id));
    for (const [id, { abort }] of this.#running) if (!ids.has(id)) abort.abort();
    if (this.#stopping) return;
    for (const job of wanted)
      if (!this.#running.has(job.id) && this.#running.size < JOBS_MAX) this.#start(job);
  }

  async stopAll(): Promise<void> {
    this.#stopping = true;
    const all = [...this.#running.values()];
    for (const { abort } of all) abort.abort();
    await Promise.all(all.map(({ done }) => done));
  }

  #start(job: WantedJob): void {
    const abort = new AbortController();
    const done = this.#run(job, abort.signal)
      // A journal that cannot be written has ended the loop already; whoever listens knows.
      .catch(() => {})
      .finally(() => {
        this.#running.delete(job.id);
        // What is wanted now: what it was before this job would ask for the same job again.
        this.reconcile(plan(this.#loop.state).jobs);
      });
    this.#running.set(job.id, { abort, done });
  }

  async #run(job: WantedJob, signal: AbortSignal): Promise<void> {
    if (job.kind === 'observe') {
      const offers = this.#offers;
      const elsewhere =
        offers === undefined ? undefined : { key: job.key, offers, isLeft: () => this.#stopping };
      const evidence = await observeSafely(this.#outside, job, signal, elsewhere);
      if (!signal.aborted) await this.#loop.give({ kind: 'observe', key: job.key, evidence }, ENGINE);
      return;
    }
    let lost: unknown;
    const whenOurs = async (): Promise<void> => {
      if (this.#seat?.sound !== false) return;
      await this.#seat.whenSound(signal).catch((cause: unknown) => {
        lost = cause;
        throw cause;
      });
    };
    await whenOurs();
    const result = await performSafely(this.#outside, this.#loop, job, whenOurs);
    // An effect that was given up halfway has not failed: whoever has the run now begins it again.
    if (lost !== undefined) throw lost;
    if (job.kind === 'side') {
      const { problems } = result;
      await this.#loop.give({ kind: 'performed', effect: job.effect, problems }, ENGINE);
      return;
    }
    if (job.request.action !== 'rebase')
      await this.#loop.give({ kind: 'perform', assignment: job.assignment, result }, ENGINE);
    else if (result.outcome === 'rebased')
      await this.#loop.give({ kind: 'rebase', assignment: job.assignment }, ENGINE);
    else {
      const { code, message } = result.problems[0] ?? problem('INTERNAL', `${job.id} failed without a word`);
      await this.#loop.give({ kind: 'fail', cause: { code, message } }, ENGINE);
    }
  }
}

export const createJobs = (loop: StartedLoop, outside: Outside, parts: JobsParts = {}): Jobs =>
  new JobTable(loop, outside, parts);
