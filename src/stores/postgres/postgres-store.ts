// A run in PostgreSQL, for the process that holds it. Each write is one statement that the database checks against the epoch of the run.
import { BatonError } from '../../errors.ts';
import { CHUNK_BYTES, SHARED_SNAPSHOT_EVERY_ENTRIES } from '../../model/limits/store.ts';
import type { Entry, EntryDraft } from '../../model/run/entry.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { sha256 } from '../../std/sha256.ts';
import { nextLines, onlyOne } from '../next-lines.ts';
import type { Offers } from '../offers.ts';
import { SNAPSHOT_FORMAT } from '../snapshot-format.ts';
import type { Brief, Head, SaidWord, SharedTree, Snapshot, Store } from '../store.ts';
import { storeClosed, storeConflict } from '../store-refusals.ts';
import { getObject, readTrees, treesIn } from './bytes.ts';
import type { Feed } from './feed.ts';
import { fenced, type Seat } from './lease.ts';
import { digestBytes, journalLost, type RunRow, readEntries } from './lines.ts';
import type { Asking, Link, Sql } from './link.ts';
import { postgresOffers } from './offers.ts';
import type { Words } from './words.ts';

export interface StoreParts {
  readonly link: Link;
  readonly words: Words;
  readonly feed: Feed;
  readonly run: RunRow;
  readonly seat: Seat;
  readonly head: Head;
  readonly snapshot: Snapshot | undefined;
}

type Outcome = 'ok' | 'again' | 'fenced' | 'conflict' | 'lost' | 'torn' | 'unlinked';

const NO_BRIEF: Brief = { over: false, text: '' };

export class PostgresStore implements Store {
  readonly lost: Promise<BatonError>;
  readonly offers: Offers;
  readonly snapshotEvery = SHARED_SNAPSHOT_EVERY_ENTRIES;
  readonly #link: Link;
  readonly #run: RunRow;
  readonly #seat: Seat;
  readonly #words: Words;
  readonly #listeners = new Set<(head: Head) => void>();
  #head: Head;
  #snapshot: Snapshot | undefined;
  /** As it was last written here; who holds the run next does not know it. */
  #brief: string | undefined;
  #failure: BatonError | undefined;
  /** Appends happen one after the other. It never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  #poking = false;

  constructor({ link, words, feed, run, seat, head, snapshot }: StoreParts) {
    this.#link = link;
    this.#words = words;
    this.#run = run;
    this.#seat = seat;
    this.#head = head;
    this.#snapshot = snapshot;
    this.lost = seat.lost;
    this.offers = postgresOffers({
      ...{ link, feed, run, epoch: seat.epoch, patienceMs: seat.leaseMs },
      until: () => this.#failure,
    });
    void seat.lost.then((cause) => {
      this.#failure ??= cause;
    });
  }

  get head(): Head {
    return this.#head;
  }

  get held(): boolean {
    return this.#failure === undefined && this.#seat.held;
  }

  async append(draft: EntryDraft, expectedSeq: number, brief?: (entry: Entry) => Brief): Promise<Entry> {
    return onlyOne(await this.appendAll([draft], expectedSeq, brief));
  }

  appendAll(
    drafts: readonly EntryDraft[],
    expectedSeq: number,
    brief?: (last: Entry) => Brief,
  ): Promise<readonly Entry[]> {
    return this.#inOrder(async () => {
      const { seq, chain } = this.#head;
      const { lines, head } = nextLines(drafts, this.#head, expectedSeq);
      const entries = lines.map(({ entry }) => entry);
      const last = entries.at(-1);
      const texts = lines.map(({ bytes }) => bytes.toString('utf8', 0, bytes.length - 1));
      const { over, text } = (last === undefined ? undefined : brief?.(last)) ?? NO_BRIEF;
      const told = text === this.#brief ? null : text;
      const prev = digestBytes(chain);
      await this.#write(`appending entry ${seq + 1}`, (sql, { id }, epoch) =>
        texts.length === 1
          ? sql`select baton.append(${id}, ${epoch}, ${seq}, ${prev}, ${onlyOne(texts)}, ${told}, ${over}) as outcome`
          : sql`select baton.append_all(${id}, ${epoch}, ${seq}, ${prev}, ${texts.join('\n')}, ${told}, ${over}) as outcome`,
      );
      this.#brief = text;
      this.#head = head;
      for (const listener of this.#listeners) queueMicrotask(() => listener(head));
      this.#poke(head);
      return entries;
    });
  }

  read(fromSeq: number): AsyncGenerator<Entry> {
    this.#assertAlive();
    const known = this.#snapshot?.head;
    return readEntries(this.#link, this.#run, fromSeq, {
      head: this.#head,
      known,
      asking: this.#asking('reading'),
    });
  }

  async putObject(bytes: Uint8Array): Promise<Digest> {
    this.#assertAlive();
    const digest = sha256(bytes);
    const key = digestBytes(digest);
    if (bytes.length <= CHUNK_BYTES) {
      await this.#write(
        'writing an object',
        (sql, { id }, epoch) =>
          sql`select baton.put_object(${id}, ${epoch}, ${key}, ${Buffer.from(bytes)}) as outcome`,
      );
      return digest;
    }
    for (let n = 0; n * CHUNK_BYTES < bytes.length; n += 1) {
      const piece = Buffer.from(bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES));
      await this.#write(
        'writing an object',
        (sql, { id }, epoch) =>
          sql`select baton.put_chunk(${id}, ${epoch}, ${key}, ${n}, ${piece}) as outcome`,
      );
    }
    await this.#write(
      'writing an object',
      (sql, { id }, epoch) =>
        sql`select baton.seal_object(${id}, ${epoch}, ${key}, ${bytes.length}) as outcome`,
    );
    return digest;
  }

  async getObject(digest: Digest): Promise<Uint8Array> {
    this.#assertAlive();
    return await getObject(this.#link, this.#run, digest, this.#asking('reading an object'));
  }

  async putTree({ oid, pack }: SharedTree): Promise<void> {
    this.#assertAlive();
    await this.#write(
      'writing a tree',
      (sql, { id }, epoch) =>
        sql`select baton.put_tree(${id}, ${epoch}, ${oid}, ${Buffer.from(pack)}) as outcome`,
    );
  }

  async takeWords(answer: (word: SaidWord) => Promise<string>): Promise<void> {
    this.#assertAlive();
    const rows = await this.#link.ask(
      this.#asking('reading words'),
      (sql) => sql`
        select id::int8 as id, person, body from baton.word where run = ${this.#run.id} and answer is null order by id`,
    );
    for (const row of rows) {
      const said = await answer({ person: String(row['person']), text: String(row['body']) });
      await this.#write(
        'answering',
        (sql, _, epoch) => sql`select baton.answer_word(${Number(row['id'])}, ${epoch}, ${said}) as outcome`,
      );
    }
  }

  onWord(call: () => void): () => void {
    return this.#words.listen(this.#run.id, call);
  }

  trees(): Promise<readonly string[]> {
    return treesIn(this.#link, this.#run);
  }

  readTrees(): AsyncGenerator<SharedTree> {
    return readTrees(this.#link, this.#run);
  }

  async readSnapshot(): Promise<Snapshot | undefined> {
    this.#assertAlive();
    return this.#snapshot;
  }

  writeSnapshot(snapshot: Snapshot): Promise<void> {
    const { head } = this;
    return this.#inOrder(async () => {
      const { seq, chain } = snapshot.head;
      if (seq !== head.seq || chain !== head.chain)
        throw storeConflict(`a snapshot of entry ${seq} was to be written`, head);
      const text = JSON.stringify({ v: SNAPSHOT_FORMAT, state: snapshot.state });
      await this.#write(
        'writing a snapshot',
        // A cache need not be on the disk when the statement ends.
        (sql, { id }, epoch) => sql`
          select set_config('synchronous_commit', 'off', true),
            baton.put_snapshot(${id}, ${epoch}, ${seq}, ${digestBytes(chain)}, ${text}) as outcome`,
      );
      this.#snapshot = snapshot;
    });
  }

  watch(listener: (head: Head) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.#last;
    this.#listeners.clear();
    this.#failure ??= storeClosed(this.#run.place);
  }

  #poke(head: Head): void {
    // Told after the commit, never in it: a notice inside would make all writers of the database wait for each other.
    if (this.#poking) return;
    this.#poking = true;
    void this.#link
      .ask(
        { doing: 'telling of an entry', until: () => this.#failure ?? fenced(this.#run.name) },
        (sql) =>
          sql`select set_config('synchronous_commit', 'off', true), pg_notify('baton', ${String(this.#run.id)})`,
      )
      .catch(() => {})
      .finally(() => {
        this.#poking = false;
        if (this.#failure === undefined && this.#head !== head) this.#poke(this.#head);
      });
  }

  #asking(doing: string): Asking {
    return { doing, until: () => this.#failure };
  }

  /** Asked until the database says what became of it. */
  async #write(
    doing: string,
    statement: (sql: Sql, run: RunRow, epoch: number) => PromiseLike<readonly Record<string, unknown>[]>,
  ): Promise<void> {
    try {
      const [row] = await this.#link.ask(this.#asking(`${doing} of ${this.#run.name}`), (sql) =>
        statement(sql, this.#run, this.#seat.epoch),
      );
      const outcome = String(row?.['outcome']) as Outcome;
      if (outcome !== 'ok' && outcome !== 'again') throw this.#refusal(doing, outcome);
    } catch (cause) {
      this.#failure ??=
        cause instanceof BatonError ? cause : new BatonError('STORE_FAILED', `${doing} failed`, { cause });
      throw this.#failure;
    }
  }

  #refusal(doing: string, outcome: Outcome): BatonError {
    if (outcome === 'fenced') return fenced(this.#run.name);
    if (outcome === 'lost') return journalLost(this.#run, this.#head, this.#head.seq - 1);
    return new BatonError(
      'STORE_FAILED',
      `${doing} of ${this.#run.name} was refused by the database: ${outcome}`,
      {
        hint: 'Nothing that was acknowledged is lost. Look with `baton verify`, then continue with `baton resume`.',
      },
    );
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => {
      this.#assertAlive();
      return work();
    });
    this.#last = done.catch(() => {});
    return done;
  }

  #assertAlive(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
