// A run in PostgreSQL for whoever only reads it, on any machine.
import { BatonError } from '../../errors.ts';
import { WATCH_POLL_MS } from '../../model/limits/limits.ts';
import { CATCH_UP_MS } from '../../model/limits/store.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { State } from '../../model/run/state.ts';
import { isRecord } from '../../std/is-record.ts';
import { SNAPSHOT_FORMAT } from '../snapshot-format.ts';
import type { Head, SharedTree, Snapshot, StoreReader } from '../store.ts';
import { getObject, readTrees, treesIn } from './bytes.ts';
import type { Feed } from './feed.ts';
import { digestText, journalLost, type RunRow, readEntries } from './lines.ts';
import type { Link } from './link.ts';

export const runUnknown = (run: string): BatonError =>
  new BatonError('RUN_UNKNOWN', `there is no run ${run} in the database`, {
    hint: 'Look with `baton list` which runs there are.',
  });

export const headOf = async (link: Link, { id, name }: RunRow): Promise<Head> => {
  const [row] = await link.ask(
    { doing: `reading run ${name}` },
    (sql) => sql`select seq::int8 as seq, chain from baton.run where id = ${id}`,
  );
  if (row === undefined) throw runUnknown(name);
  return { seq: Number(row['seq']), chain: digestText(row['chain'] as Buffer) };
};

const stateIn = (text: string): State | undefined => {
  try {
    const kept: unknown = JSON.parse(text);
    return isRecord(kept) && kept['v'] === SNAPSHOT_FORMAT ? (kept['state'] as State) : undefined;
  } catch {
    return undefined;
  }
};

/** A cache: one of another format, or that does not fit the journal, is none. */
export const snapshotOf = async (
  link: Link,
  run: RunRow,
): Promise<{ readonly snapshot: Snapshot | undefined; readonly notes: readonly Problem[] }> => {
  const [row] = await link.ask(
    { doing: `reading the snapshot of run ${run.name}` },
    (sql) => sql`
      select s.seq::int8 as seq, s.chain, s.text,
        s.chain = (select sha256(convert_to(e.line, 'UTF8')) from baton.entry e where e.run = s.run and e.seq = s.seq) as fits
      from baton.snapshot s where s.run = ${run.id}`,
  );
  if (row === undefined) return { snapshot: undefined, notes: [] };
  const state = stateIn(String(row['text']));
  if (row['fits'] !== true)
    return {
      snapshot: undefined,
      notes: [
        problem('SNAPSHOT_STALE', `the snapshot of ${run.place} does not fit the journal`, {
          severity: 'warning',
        }),
      ],
    };
  const head = { seq: Number(row['seq']), chain: digestText(row['chain'] as Buffer) };
  return { snapshot: state === undefined ? undefined : { state, head }, notes: [] };
};

export class PostgresReader implements StoreReader {
  readonly #link: Link;
  readonly #run: RunRow;
  readonly #feed: Feed;
  readonly #snapshot: Snapshot | undefined;
  readonly #ends = new Set<() => void>();
  #head: Head;

  constructor(
    link: Link,
    feed: Feed,
    run: RunRow,
    found: { readonly head: Head; readonly snapshot: Snapshot | undefined },
  ) {
    this.#link = link;
    this.#feed = feed;
    this.#run = run;
    this.#head = found.head;
    this.#snapshot = found.snapshot;
  }

  get head(): Head {
    return this.#head;
  }

  async *read(fromSeq: number): AsyncGenerator<Entry> {
    await this.#refresh();
    yield* readEntries(this.#link, this.#run, fromSeq, { head: this.#head, known: this.#snapshot?.head });
  }

  getObject(digest: Digest): Promise<Uint8Array> {
    return getObject(this.#link, this.#run, digest, { doing: 'reading an object' });
  }

  async readSnapshot(): Promise<Snapshot | undefined> {
    return this.#snapshot;
  }

  trees(): Promise<readonly string[]> {
    return treesIn(this.#link, this.#run);
  }

  readTrees(): AsyncGenerator<SharedTree> {
    return readTrees(this.#link, this.#run);
  }

  /** A notice is a hint, and those of a lost connection are gone: the row is looked at now and then, more often until one was heard. */
  watch(listener: (head: Head) => void): () => void {
    let looking = false;
    let looked = performance.now();
    const look = async (): Promise<void> => {
      if (looking) return;
      looking = true;
      looked = performance.now();
      const { seq } = this.#head;
      try {
        await this.#refresh();
      } catch {
        // This is a hint. What is wrong is said to whoever reads.
      }
      looking = false;
      if (this.#head.seq !== seq) listener(this.#head);
    };
    const unfeed = this.#feed.listen(this.#run.id, () => void look());
    const timer = setInterval(() => {
      if (performance.now() - looked >= (this.#feed.heard ? CATCH_UP_MS : 0)) void look();
    }, WATCH_POLL_MS).unref();
    const end = (): void => {
      this.#ends.delete(end);
      clearInterval(timer);
      unfeed();
    };
    this.#ends.add(end);
    return end;
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end();
  }

  async #refresh(): Promise<void> {
    const head = await headOf(this.#link, this.#run);
    if (head.seq < this.#head.seq) throw journalLost(this.#run, this.#head, head.seq);
    this.#head = head;
  }
}
