// Hears what people say to the runs of this process: one look for all of them, and at once where the database tells.
import { WORDS_LOOK_HEARD_MS, WORDS_LOOK_MS } from '../../model/limits/store.ts';
import type { Feed } from './feed.ts';
import type { Link } from './link.ts';

export class Words {
  readonly #link: Link;
  readonly #feed: Feed;
  readonly #host: string;
  readonly #calls = new Map<number, () => void>();
  #timer: NodeJS.Timeout | undefined;
  #looked = 0;

  constructor(link: Link, feed: Feed, host: string) {
    this.#link = link;
    this.#feed = feed;
    this.#host = host;
  }

  /** Called when somebody may have said something to the run. */
  listen(run: number, call: () => void): () => void {
    const unfeed = this.#feed.listen(run, call);
    this.#calls.set(run, call);
    this.#timer ??= setInterval(() => void this.#look(), WORDS_LOOK_MS).unref();
    return () => {
      unfeed();
      if (this.#calls.get(run) === call) this.#calls.delete(run);
      if (this.#calls.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  async #look(): Promise<void> {
    if (performance.now() - this.#looked < (this.#feed.heard ? WORDS_LOOK_HEARD_MS : 0)) return;
    this.#looked = performance.now();
    const rows = await this.#link
      .ask(
        { doing: 'looking for words' },
        (sql) => sql`
          select distinct w.run::int8 as run from baton.word w join baton.run r on r.id = w.run
          where w.answer is null and r.holder = ${this.#host}`,
      )
      // A server that is away is looked at again.
      .catch(() => []);
    for (const row of rows) this.#calls.get(Number(row['run']))?.();
  }
}
