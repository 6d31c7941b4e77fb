// One lease for all runs that this process holds, and the heartbeat that renews it. The lease only says when others may try; the epoch
// of a run is what keeps a process out that was taken over.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { BatonError } from '../../errors.ts';
import { BEATS_PER_LEASE } from '../../model/limits/store.ts';
import type { Link } from './link.ts';

/** A run of this process: which one, and under which number it was taken. */
export interface Seat {
  readonly run: number;
  readonly epoch: number;
  readonly leaseMs: number;
  /** Whether the lease is certain to be running. While it is not, somebody else may be about to take the run. */
  readonly held: boolean;
  readonly failure: BatonError | undefined;
  readonly lost: Promise<BatonError>;
  leave(): void;
}

interface Occupied {
  readonly seat: Seat;
  readonly name: string;
  readonly lose: (cause: BatonError) => void;
  /** The beat that was last begun before it was taken: what that one answers knows nothing of it. */
  readonly after: number;
}

export const fenced = (run: string): BatonError =>
  new BatonError('JOURNAL_FENCED', `run ${run} was taken over by another process`, {
    hint: `It goes on there. See it with \`baton status ${run}\`.`,
  });

export class Lease {
  readonly host = randomUUID();
  readonly #link: Link;
  readonly #ms: number;
  readonly #seats = new Map<number, Occupied>();
  /** By the monotonic clock, counted from before it was asked for. */
  #until = 0;
  #begun = 0;
  #beating: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(link: Link, ms: number) {
    this.#link = link;
    this.#ms = ms;
  }

  get held(): boolean {
    return performance.now() < this.#until;
  }

  /** Comes back with a lease that has just been renewed. */
  renew(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  occupy(run: number, epoch: number, name: string): Seat {
    let lose: (cause: BatonError) => void = () => {};
    let failure: BatonError | undefined;
    const lost = new Promise<BatonError>((resolve) => {
      lose = (cause) => {
        failure ??= cause;
        resolve(failure);
      };
    });
    const lease = this;
    const seat: Seat = {
      ...{ run, epoch, lost, leaseMs: this.#ms },
      get held() {
        return failure === undefined && lease.held;
      },
      get failure() {
        return failure;
      },
      leave: () => {
        if (this.#seats.get(run)?.seat === seat) this.#seats.delete(run);
        if (this.#seats.size === 0) this.#rest();
      },
    };
    this.#seats.set(run, { seat, name, lose, after: this.#begun });
    this.#timer ??= setInterval(() => void this.renew().catch(() => {}), this.#ms / BEATS_PER_LEASE).unref();
    return seat;
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #beat(): Promise<void> {
    let [asked, number] = [0, 0];
    const own = await this.#link.ask(
      {
        doing: 'renewing the lease',
        answerMsMax: this.#ms / BEATS_PER_LEASE,
        ...(this.#seats.size === 0 ? {} : { until: () => (this.#seats.size === 0 ? fenced('') : undefined) }),
      },
      (sql) => {
        asked = performance.now();
        this.#begun += 1;
        number = this.#begun;
        return sql`select o_run::int8 as run, o_epoch::int8 as epoch from baton.beat(${this.host}, ${`${hostname()} ${process.pid}`}, ${this.#ms}::int)`;
      },
    );
    this.#until = Math.max(this.#until, asked + this.#ms);
    const epochs = new Map(own.map((row) => [Number(row['run']), Number(row['epoch'])]));
    for (const [run, { seat, name, lose, after }] of this.#seats) {
      if (after < number && epochs.get(run) !== seat.epoch) {
        this.#seats.delete(run);
        lose(fenced(name));
      }
    }
    if (this.#seats.size === 0) this.#rest();
  }
}
