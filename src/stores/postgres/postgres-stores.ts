// The runs of one project in PostgreSQL, each by its name.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../errors.ts';
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { LEASE_MS, LEASE_MS_MIN, WORD_LOOK_MS, WORD_WAIT_MS } from '../../model/limits/store.ts';
import type { Problem } from '../../model/problem.ts';
import { checkObjects, JournalCheck } from '../journal-check.ts';
import { EMPTY_HEAD } from '../journal-line.ts';
import type {
  Carried,
  Head,
  Hold,
  KeptBrief,
  Opened,
  Passed,
  StoreKeeper,
  Stores,
  Unheld,
  UnheldRuns,
  Verified,
  Wants,
} from '../store.ts';
import { runMoved } from '../store-refusals.ts';
import { parseAddress } from './address.ts';
import { adoptRun } from './adopt.ts';
import { keptBriefs, type LineWants, linesWith } from './briefs.ts';
import { getObject, objectsIn } from './bytes.ts';
import { Feed } from './feed.ts';
import { fitnessOf, requireFit } from './fitness.ts';
import { Lease, type Seat } from './lease.ts';
import { Chain, digestText, type RunRow, readLines, rowOf } from './lines.ts';
import { Link } from './link.ts';
import { headOf, PostgresReader, runUnknown, snapshotOf } from './postgres-reader.ts';
import { PostgresStore } from './postgres-store.ts';
import { setUp } from './set-up.ts';
import { Words } from './words.ts';

/** What the projects of one database share in one process. */
export interface Database {
  readonly link: Link;
  readonly lease: Lease;
  readonly feed: Feed;
  readonly words: Words;
  /** Once before anything is written. */
  readonly fit: () => Promise<void>;
}

export const openDatabase = (
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Database => {
  const link = new Link(parseAddress(address), env);
  const asked = Number(env['BATON_LEASE_MS']);
  const lease = new Lease(
    link,
    Number.isFinite(asked) && asked >= LEASE_MS_MIN ? Math.floor(asked) : LEASE_MS,
  );
  const feed = new Feed(link);
  let fit: Promise<void> | undefined;
  return {
    ...{ link, lease, feed, words: new Words(link, feed, lease.host) },
    fit: () => {
      fit ??= requireFit(link).catch((cause: unknown) => {
        fit = undefined;
        throw cause;
      });
      return fit;
    },
  };
};

const held = (run: string, by: string): BatonError =>
  new BatonError('RUN_HELD', `run ${run} is held by another process (${by})`, {
    hint: `see it with \`baton status ${run}\`, or end it with \`baton stop ${run}\``,
  });

class ProjectRuns implements Stores {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  async list(): Promise<readonly string[]> {
    await this.#database.fit();
    const rows = await this.#database.link.ask(
      { doing: 'listing runs' },
      (sql) =>
        sql`select name from baton.run where project = ${this.#project} and seq > 0 order by touched desc, id desc`,
    );
    return rows.map((row) => String(row['name']));
  }

  async briefs(): Promise<readonly KeptBrief[]> {
    await this.#database.fit();
    return keptBriefs(this.#database.link, this.#project);
  }

  linesWith(wants: LineWants): Promise<ReadonlyMap<string, readonly string[]>> {
    return linesWith(this.#database.link, this.#project, wants);
  }

  async has(run: string): Promise<boolean> {
    return (await this.head(run)) !== undefined;
  }

  async isHeld(run: string): Promise<boolean> {
    const rows = await this.#database.link.ask(
      { doing: 'asking who holds a run' },
      (sql) => sql`
        select from baton.run r join baton.host h on h.id = r.holder
        where r.project = ${this.#project} and r.name = ${run} and h.lease_until > clock_timestamp()`,
    );
    return rows.length > 0;
  }

  async epoch(run: string): Promise<number | undefined> {
    const [row] = await this.#database.link.ask(
      { doing: `reading run ${run}` },
      (sql) =>
        sql`select epoch::int8 as epoch from baton.run where project = ${this.#project} and name = ${run}`,
    );
    return row === undefined ? undefined : Number(row['epoch']);
  }

  async unheld(passOver: (run: Unheld) => boolean): Promise<UnheldRuns> {
    await this.#database.fit();
    const rows = await this.#database.link.ask(
      { doing: 'looking for runs that nobody holds' },
      (sql) => sql`
        select r.name, r.chain, null::float8 as ms from baton.run r left join baton.host h on h.id = r.holder
          left join baton.brief b on b.run = r.id
        where r.project = ${this.#project} and r.seq > 0 and b.over is distinct from true and (h.id is null or h.lease_until <= clock_timestamp())
        union all
        select null, null, extract(epoch from min(h.lease_until) - clock_timestamp()) * 1000
        from baton.host h where h.lease_until > clock_timestamp() and h.id <> ${this.#database.lease.host}
          and exists (select from baton.run r where r.holder = h.id and r.project = ${this.#project})`,
    );
    const next = rows.find((row) => row['name'] === null)?.['ms'];
    return {
      runs: rows
        .filter((row) => row['name'] !== null)
        .map((row) => ({ run: String(row['name']), chain: digestText(row['chain'] as Buffer) }))
        .filter((one) => !passOver(one)),
      ...(typeof next === 'number' ? { nextMs: next } : {}),
    };
  }

  async take(run: string, { moving = false } = {}): Promise<Hold> {
    await this.#database.fit();
    const { link, lease } = this.#database;
    await lease.renew();
    const ticket = randomUUID();
    const [row] = await link.ask(
      { doing: `taking run ${run}` },
      (sql) => sql`
        select o_outcome as outcome, o_run::int8 as run, o_epoch::int8 as epoch, o_holder as holder
        from baton.take(${this.#project}, ${run}, ${lease.host}, ${ticket}, ${moving})`,
    );
    if (row?.['outcome'] === 'held') throw held(run, String(row['holder']));
    if (row?.['outcome'] === 'moved') throw runMoved(run, String(row['holder']));
    if (row?.['outcome'] !== 'ok')
      throw new BatonError(
        'STORE_UNREACHABLE',
        `run ${run} could not be taken: the lease ran out meanwhile`,
        {
          hint: 'The database answers too slowly. Say it again.',
        },
      );
    const seat = lease.occupy(Number(row['run']), Number(row['epoch']), run);
    return this.#hold(rowOf(this.#project, run, seat.run), seat);
  }

  async movedTo(run: string): Promise<string | undefined> {
    const [row] = await this.#database.link.ask(
      { doing: `asking where run ${run} went` },
      (sql) => sql`select moved from baton.run where project = ${this.#project} and name = ${run}`,
    );
    return typeof row?.['moved'] === 'string' ? row['moved'] : undefined;
  }

  async carry(run: string): Promise<Carried> {
    const { link } = this.#database;
    const row = await this.#row(run);
    const head = await headOf(link, row);
    return {
      head,
      lines: () => readLines(link, row, { from: 0, to: head.seq }),
      objects: await objectsIn(link, row),
      object: (digest) => getObject(link, row, digest, { doing: 'reading an object' }),
    };
  }

  async reader(run: string): Promise<{ store: PostgresReader; notes: readonly Problem[] }> {
    await this.#database.fit();
    const { link, feed } = this.#database;
    const row = await this.#row(run);
    const { snapshot, notes } = await snapshotOf(link, row);
    const head = await headOf(link, row);
    return { store: new PostgresReader(link, feed, row, { head, snapshot }), notes };
  }

  async head(run: string): Promise<Head | undefined> {
    const [row] = await this.#database.link.ask(
      { doing: `reading run ${run}` },
      (sql) => sql`
        select seq::int8 as seq, chain from baton.run where project = ${this.#project} and name = ${run} and seq > 0`,
    );
    return row === undefined
      ? undefined
      : { seq: Number(row['seq']), chain: digestText(row['chain'] as Buffer) };
  }

  async verify(run: string): Promise<Verified> {
    await this.#database.fit();
    const { link } = this.#database;
    const row = await this.#row(run);
    const head = await headOf(link, row);
    const found: Problem[] = [];
    const journal = new JournalCheck(row.place, found, head);
    for await (const line of readLines(link, row, { from: 0, to: head.seq }))
      journal.line(line, 0, line.length);
    if (head.seq > 0 && !journal.placeSeen) journal.differs(head);
    const present = await objectsIn(link, row);
    const objects = { get: (digest: string) => getObject(link, row, digest, { doing: 'reading an object' }) };
    await checkObjects(objects, present, journal.needed, found);
    return {
      ...{ entries: journal.head.seq, chain: journal.head.chain, objects: present.length, torn: [] },
      unreferenced: present.filter((digest) => !journal.mentioned.has(digest)),
      problems: found.slice(0, PROBLEMS_MAX),
    };
  }

  async readWanted(run: string, { wants, onEntry }: Wants): Promise<Passed> {
    const { link } = this.#database;
    const row = await this.#row(run);
    const head = await headOf(link, row);
    const chain = new Chain(row.place);
    let first: string | undefined;
    for await (const line of readLines(link, row, { from: 0, to: head.seq })) {
      const entry = wants(line) ? chain.entry(line) : chain.take(line);
      first ??= chain.head.chain;
      if (entry !== undefined && !onEntry(entry)) return { first };
    }
    chain.requireEnd(head);
    return { first };
  }

  async export(run: string, directory: string, entries?: number): Promise<void> {
    const { link } = this.#database;
    const row = await this.#row(run).catch(() => undefined);
    if (row === undefined) return;
    const head = await headOf(link, row);
    const lines: Buffer[] = [];
    for await (const line of readLines(link, row, { from: 0, to: Math.min(head.seq, entries ?? head.seq) }))
      lines.push(line, Buffer.from('\n'));
    if (lines.length === 0) return;
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'journal.jsonl'), Buffer.concat(lines));
    if (entries !== undefined) return await rm(join(directory, 'objects'), { recursive: true, force: true });
    for (const digest of await objectsIn(link, row)) {
      const hex = digest.slice('sha256:'.length);
      const path = join(directory, 'objects', hex.slice(0, 2), hex.slice(2));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, await getObject(link, row, digest, { doing: 'reading an object' }));
    }
  }

  async say(run: string, text: string): Promise<string | undefined> {
    await this.#database.fit();
    const { link } = this.#database;
    const { id } = await this.#row(run);
    const [said] = await link.ask(
      { doing: `speaking to run ${run}` },
      (sql) => sql`select baton.say(${id}, ${text})::int8 as id`,
    );
    const tell = { doing: 'telling of a word' };
    await link.ask(tell, (sql) => sql`select pg_notify('baton', ${String(id)})`).catch(() => {});
    for (let waited = 0; waited < WORD_WAIT_MS; waited += WORD_LOOK_MS) {
      const [word] = await link.ask(
        { doing: 'waiting for an answer' },
        (sql) => sql`select answer from baton.own_word where id = ${Number(said?.['id'])}`,
      );
      if (typeof word?.['answer'] === 'string') return word['answer'];
      if (!(await this.isHeld(run))) return undefined;
      await sleep(WORD_LOOK_MS);
    }
    return undefined;
  }

  async #row(run: string): Promise<RunRow> {
    const [row] = await this.#database.link.ask(
      { doing: `reading run ${run}` },
      (sql) => sql`select id::int8 as id from baton.run where project = ${this.#project} and name = ${run}`,
    );
    if (row === undefined) throw runUnknown(run);
    return rowOf(this.#project, run, Number(row['id']));
  }

  #hold(row: RunRow, seat: Seat): Hold {
    const { link, lease, words, feed } = this.#database;
    return {
      epoch: seat.epoch,
      open: async (): Promise<Opened> => {
        const { snapshot, notes } = await snapshotOf(link, row);
        const head = await headOf(link, row);
        return {
          store: new PostgresStore({ link, words, feed, run: row, seat, head, snapshot }),
          notes,
          torn: 0,
        };
      },
      release: async () => {
        seat.leave();
        // Where the server is away the lease ends by itself.
        await link
          .ask(
            { doing: `releasing run ${row.name}` },
            (sql) => sql`select baton.release(${row.id}, ${seat.epoch}, ${lease.host})`,
          )
          .catch(() => {});
      },
      moveAway: async (to) => {
        await link.ask(
          { doing: `moving run ${row.name}` },
          (sql) => sql`select baton.move_away(${row.id}, ${seat.epoch}, ${to})`,
        );
      },
      adopt: async (carried) => {
        const store = new PostgresStore({
          link,
          words,
          feed,
          run: row,
          seat,
          head: EMPTY_HEAD,
          snapshot: undefined,
        });
        await adoptRun({ link, row, epoch: seat.epoch }, carried, (bytes) => store.putObject(bytes));
      },
      remove: async () => {
        await link.ask(
          { doing: `removing run ${row.name}` },
          (sql) => sql`select baton.remove(${row.id}, ${seat.epoch})`,
        );
      },
    };
  }
}

const known = new Map<string, Database>();

/** One for all projects of this process that are kept there: they share its connections and its lease. */
export const databaseAt = (address: string, env: Readonly<Record<string, string | undefined>>): Database => {
  const database = known.get(address) ?? openDatabase(address, env);
  known.set(address, database);
  return database;
};

export const keeperOf = ({ link }: Database): StoreKeeper => ({
  setUp: () => setUp(link),
  check: () => fitnessOf(link),
});

export const postgresStores = (database: Database, project: string): Stores =>
  new ProjectRuns(database, project);
