// Checks the lines of a journal one after the other: checksum, place, link, and the digests that they name.
// It goes on after a problem, so that one look tells all of them.
import { BatonError } from '../errors.ts';
import { type Problem, problem } from '../model/problem.ts';
import { JOURNAL_FORMAT } from '../model/run/entry.ts';
import type { Digest } from '../model/run/sealed.ts';
import { isRecord } from '../std/is-record.ts';
import { sha256 } from '../std/sha256.ts';
import { chainOf, corrupt, decodeLine, EMPTY_HEAD, openEnvelope, prevOf, tooNew } from './journal-line.ts';
import type { Head } from './store.ts';

/** One pass over the journal. */
export class JournalCheck {
  head: Head = EMPTY_HEAD;
  placeSeen = false;
  /** Objects that must be there, and by which line. */
  readonly needed = new Map<Digest, number>();
  readonly mentioned = new Set<Digest>();
  readonly #path: string;
  readonly #found: Problem[];
  readonly #place: Head | undefined;
  /** After a damaged line its digest means nothing. */
  #linked = true;

  constructor(path: string, found: Problem[], place: Head | undefined) {
    this.#path = path;
    this.#found = found;
    this.#place = place;
  }

  /** A last line that has no end. */
  torn(bytes: number): void {
    this.#report('JOURNAL_TORN', `is not whole: its last ${bytes} bytes have no newline`);
  }

  /** Where the head of the journal is kept apart from it: it names another end. */
  differs(head: Head): void {
    const { message, hint } = corrupt(
      { file: this.#path, line: head.seq },
      `does not have the digest ${head.chain}`,
    );
    this.#found.push(
      problem('JOURNAL_CUT', message, { file: this.#path, line: head.seq, ...(hint && { hint }) }),
    );
  }

  /** The next line, without its newline. */
  line(bytes: Buffer, start: number, end: number): void {
    const seq = this.head.seq + 1;
    const place = { file: this.#path, line: seq };
    const envelope = openEnvelope(bytes, start, end);
    if (envelope === undefined) this.#report('JOURNAL_CORRUPT', 'is damaged: its checksum is wrong');
    else if (envelope.v > JOURNAL_FORMAT) throw tooNew(place, envelope.v);
    else {
      if (envelope.seq !== seq) this.#report('JOURNAL_CORRUPT', `has the sequence number ${envelope.seq}`);
      if (this.#linked && prevOf(bytes, end) !== this.head.chain) {
        this.#report('JOURNAL_CORRUPT', 'does not name the line before it: that line was changed or removed');
      }
      this.#noteDigests(bytes, start, end, seq);
    }
    this.#linked = envelope !== undefined;
    this.head = { seq, chain: chainOf(bytes, start, end) };
    if (this.#place?.seq === seq) this.placeSeen = this.#place.chain === this.head.chain;
  }

  #noteDigests(bytes: Buffer, start: number, end: number, line: number): void {
    const text = bytes.toString('latin1', start, end);
    for (const [digest] of text.matchAll(/sha256:[0-9a-f]{64}/g)) this.mentioned.add(digest);
    try {
      this.#noteSealed(decodeLine(bytes, start, end, { file: this.#path, line }), line);
    } catch (cause) {
      if (!(cause instanceof BatonError)) throw cause;
      this.#report(cause.code, cause.message);
    }
  }

  /** Sealed bytes stand beside their digest once in a line, or else in objects/. */
  #noteSealed(value: unknown, line: number): void {
    const inline = new Set<Digest>();
    const elsewhere = new Set<Digest>();
    const walk = (part: unknown): void => {
      if (!isRecord(part)) return;
      const { digest, bytes, text } = part;
      if (typeof digest === 'string' && typeof bytes === 'number' && digest.startsWith('sha256:')) {
        (text === undefined ? elsewhere : inline).add(digest);
        if (typeof text === 'string' && sha256(text) !== digest)
          this.#report('JOURNAL_CORRUPT', `has text whose digest is not ${digest}`);
      }
      for (const inner of Object.values(part)) walk(inner);
    };
    walk(value);
    for (const digest of elsewhere)
      if (!inline.has(digest) && !this.needed.has(digest)) this.needed.set(digest, line);
  }

  #report(code: Problem['code'], what: string): void {
    const line = this.head.seq + 1;
    const { message, hint } = corrupt({ file: this.#path, line }, what);
    this.#found.push(problem(code, message, { file: this.#path, line, ...(hint && { hint }) }));
  }
}

/** Each object that is there, and each that must be. */
export const checkObjects = async (
  objects: { get(digest: Digest): Promise<Uint8Array> },
  present: readonly Digest[],
  needed: ReadonlyMap<Digest, number>,
  found: Problem[],
): Promise<void> => {
  for (const digest of new Set([...present, ...needed.keys()])) {
    try {
      await objects.get(digest);
    } catch (cause) {
      if (!(cause instanceof BatonError)) throw cause;
      const line = needed.get(digest);
      const by = line === undefined ? '' : ` (sealed by line ${line})`;
      found.push(
        problem(cause.code, `${cause.message}${by}`, cause.hint === undefined ? {} : { hint: cause.hint }),
      );
    }
  }
};
