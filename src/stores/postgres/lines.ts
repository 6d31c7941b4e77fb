// The lines of a run as they come out of the database, each checked as those of a file are.
import { BatonError } from '../../errors.ts';
import { ENTRY_BYTES_MAX } from '../../model/limits/limits.ts';
import { LINES_PER_READ } from '../../model/limits/store.ts';
import { type Entry, JOURNAL_FORMAT } from '../../model/run/entry.ts';
import { chainOf, corrupt, decodeLine, EMPTY_HEAD, openEnvelope, prevOf, tooNew } from '../journal-line.ts';
import type { Head } from '../store.ts';
import type { Asking, Link } from './link.ts';

const PREFIX = 'sha256:';

export const digestBytes = (digest: string): Buffer => Buffer.from(digest.slice(PREFIX.length), 'hex');
export const digestText = (bytes: Uint8Array): string => `${PREFIX}${Buffer.from(bytes).toString('hex')}`;

/** A run in the database. */
export interface RunRow {
  readonly id: number;
  readonly name: string;
  /** In messages, where a file would have its path. */
  readonly place: string;
}

export const rowOf = (project: string, name: string, id: number): RunRow => ({
  ...{ id, name },
  place: `run ${name} of ${project} in the database`,
});

/** Lines after `from` up to and with `to`, without newlines; whole batches of bounded size. */
export async function* readLines(
  link: Link,
  run: RunRow,
  { from, to }: { readonly from: number; readonly to: number },
  asking: Asking = { doing: 'reading the journal' },
): AsyncGenerator<Buffer> {
  for (let seq = from; seq < to; ) {
    const rows = await link.ask(
      asking,
      (sql) => sql`
        select line from (
          select seq, line, sum(octet_length(line)) over (order by seq) as bytes
          from baton.entry where run = ${run.id} and seq > ${seq} and seq <= ${to} order by seq limit ${LINES_PER_READ}
        ) batch where bytes <= ${ENTRY_BYTES_MAX}::int or seq = ${seq + 1} order by seq`,
    );
    if (rows.length === 0) throw corrupt({ file: run.place, line: seq + 1 }, 'is missing');
    for (const row of rows) yield Buffer.from(String(row['line']));
    seq += rows.length;
  }
}

/** Checks one line after the other. */
export class Chain {
  head: Head;
  readonly #place: string;

  constructor(place: string, head: Head = EMPTY_HEAD) {
    this.#place = place;
    this.head = head;
  }

  take(line: Buffer): undefined {
    const seq = this.head.seq + 1;
    const place = { file: this.#place, line: seq };
    const envelope = openEnvelope(line, 0, line.length);
    if (envelope === undefined) throw corrupt(place, 'is damaged: its checksum is wrong');
    if (envelope.v > JOURNAL_FORMAT) throw tooNew(place, envelope.v);
    if (envelope.seq !== seq) throw corrupt(place, `has the sequence number ${envelope.seq}`);
    if (prevOf(line, line.length) !== this.head.chain)
      throw corrupt(place, 'does not name the line before it: that line was changed or removed');
    this.head = { seq, chain: chainOf(line, 0, line.length) };
  }

  entry(line: Buffer): Entry {
    this.take(line);
    return decodeLine(line, 0, line.length, { file: this.#place, line: this.head.seq });
  }

  /** What was read to the end must end as the run's row says. */
  requireEnd(head: Head): void {
    if (this.head.seq === head.seq && this.head.chain !== head.chain)
      throw corrupt(
        { file: this.#place, line: head.seq },
        'was changed: the end of the journal has another digest',
      );
  }
}

/** Entries from `fromSeq` to `head`. `known` is a place whose digest is known, to begin at. */
export async function* readEntries(
  link: Link,
  run: RunRow,
  fromSeq: number,
  {
    head,
    known = EMPTY_HEAD,
    asking,
  }: { readonly head: Head; readonly known?: Head | undefined; readonly asking?: Asking },
): AsyncGenerator<Entry> {
  const begin = known.seq < fromSeq ? known : EMPTY_HEAD;
  const chain = new Chain(run.place, begin);
  for await (const line of readLines(link, run, { from: begin.seq, to: head.seq }, asking)) {
    if (chain.head.seq + 1 < fromSeq) chain.take(line);
    else yield chain.entry(line);
  }
  chain.requireEnd(head);
}

export const journalLost = (run: RunRow, told: Head, found: number): BatonError =>
  new BatonError(
    'JOURNAL_LOST',
    `${run.place} ends with entry ${found}, but entry ${told.seq} (${told.chain}) was acknowledged`,
    {
      hint: 'The database was put back, or a standby took over that was behind. Find what is missing before anybody goes on.',
      data: { seq: found, acknowledged: told.seq },
    },
  );
