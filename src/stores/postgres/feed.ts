// Hears from the database which runs have grown, over one connection for all of them. It may miss some, so nobody relies on it.
import type { Link, Sql } from './link.ts';

const CHANNEL = 'baton';

export class Feed {
  readonly #link: Link;
  readonly #listeners = new Map<number, Set<() => void>>();
  #on: Sql | undefined;
  #heard = false;

  constructor(link: Link) {
    this.#link = link;
  }

  /** Whether notices arrive at all: a pooler in transaction mode lets none through. */
  get heard(): boolean {
    return this.#heard;
  }

  listen(run: number, call: () => void): () => void {
    const calls = this.#listeners.get(run) ?? new Set();
    this.#listeners.set(run, calls.add(call));
    this.#subscribe();
    return () => {
      calls.delete(call);
      if (calls.size === 0 && this.#listeners.get(run) === calls) this.#listeners.delete(run);
    };
  }

  #subscribe(): void {
    const { sql } = this.#link;
    if (this.#on === sql) return;
    this.#on = sql;
    this.#heard = false;
    const subscribed = sql.listen(
      CHANNEL,
      (run) => {
        this.#heard = true;
        for (const call of this.#listeners.get(Number(run)) ?? []) call();
      },
      // Also after the connection was lost: what was told meanwhile is caught up with.
      () => {
        for (const calls of this.#listeners.values()) for (const call of calls) call();
        // Whoever hears itself need not look as often.
        void sql.notify(CHANNEL, '0').catch(() => {});
      },
    );
    subscribed.catch(() => {
      if (this.#on === sql) this.#on = undefined;
    });
  }
}
