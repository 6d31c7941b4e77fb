// Finds where a journal ends. Every line is checked: envelope, checksum, sequence, chain. What stands after the last
// line that continues the chain is a tail that was never acknowledged, or the journal is corrupt.

import { ENTRY_BYTES_MAX } from '../../model/limits/limits.ts';
import { JOURNAL_FORMAT } from '../../model/run/entry.ts';
import type { DiskFile } from '../../std/disk/disk.ts';
import {
  chainOf,
  corrupt,
  EMPTY_HEAD,
  type Envelope,
  type LinePlace,
  NEWLINE,
  openEnvelope,
  prevOf,
  tooNew,
} from '../journal-line.ts';
import type { Head } from '../store.ts';
import { readChunks, readRange } from './journal-chunks.ts';

/** A place between two lines. */
export interface Mark {
  /** The line before it. */
  readonly head: Head;
  readonly start: number;
  /** Where the next line begins. */
  readonly offset: number;
}

export const FIRST_MARK: Mark = { head: EMPTY_HEAD, start: 0, offset: 0 };

export interface Scan {
  readonly end: Mark;
  /** A last line that is whole but for its newline: just being written, or cut off right there. */
  readonly unfinished: Mark | undefined;
  /** Bytes after it that belong to no line. */
  readonly tail: Buffer;
}

/** How many places in a tail are tried before it is called corrupt. A crash leaves one or two. */
const CANDIDATES_MAX = 1_000;

export const scanJournal = async (file: DiskFile, path: string, size: number, from: Mark): Promise<Scan> => {
  let { start, offset } = from;
  let { seq, chain } = from.head;
  for await (const { bytes, offset: base, whole } of readChunks(file, offset, size)) {
    if (!whole) break;
    let at = 0;
    while (at < bytes.length) {
      const end = bytes.indexOf(NEWLINE, at);
      const envelope = openEnvelope(bytes, at, end);
      if (envelope === undefined || !continues(envelope, bytes, end, { seq, chain })) break;
      if (envelope.v > JOURNAL_FORMAT) throw tooNew({ file: path, line: seq + 1 }, envelope.v);
      seq += 1;
      chain = chainOf(bytes, at, end);
      start = base + at;
      at = end + 1;
      offset = base + at;
    }
    if (at < bytes.length) break;
  }
  const end: Mark = { head: { seq, chain }, start, offset };
  if (offset >= size) return { end, unfinished: undefined, tail: Buffer.alloc(0) };
  const place = { file: path, line: seq + 1 };
  if (size - offset > ENTRY_BYTES_MAX) throw corrupt(place, 'is damaged, and more follows it than one entry');
  return judgeTail(await readRange(file, offset, size), end, place);
};

const continues = (envelope: Envelope, bytes: Buffer, end: number, after: Head): boolean =>
  envelope.seq === after.seq + 1 && prevOf(bytes, end) === after.chain;

/**
 * A crash tears only the line being written, so no sound line follows it. One exception: a writer that was fenced
 * between its look and its write leaves a line for a place already taken. It was never acknowledged.
 */
const judgeTail = (tail: Buffer, end: Mark, place: LinePlace): Scan => {
  let kept = 0;
  for (const line of soundLines(tail, place)) {
    if (line.seq <= end.head.seq) continue;
    if (line.v > JOURNAL_FORMAT) throw tooNew(place, line.v);
    if (line.start !== 0) throw corrupt(place, 'is damaged, and sound lines follow it');
    if (!continues(line, tail, line.end, end.head)) throw corrupt(place, notContinuing(line, tail, end.head));
    kept = line.end;
  }
  if (kept === 0) return { end, unfinished: undefined, tail };
  const head = { seq: end.head.seq + 1, chain: chainOf(tail, 0, kept) };
  const unfinished = { head, start: end.offset, offset: end.offset + kept };
  return { end, unfinished, tail: tail.subarray(kept) };
};

const notContinuing = (line: SoundLine, tail: Buffer, after: Head): string =>
  line.seq === after.seq + 1
    ? `names ${prevOf(tail, line.end)} as the line before it, which is ${after.chain}`
    : `has sequence number ${line.seq} where ${after.seq + 1} was expected`;

interface SoundLine extends Envelope {
  readonly start: number;
  readonly end: number;
}

/** Sound lines anywhere in the bytes, also where the newline between two of them is gone. */
const soundLines = (bytes: Buffer, place: LinePlace): SoundLine[] => {
  const text = bytes.toString('latin1');
  const starts = [...text.matchAll(/\{"v":\d+,"seq":\d+,"id":/g)].map((match) => match.index);
  const ends = [...text.matchAll(/"prev":"sha256:[0-9a-f]{64}","crc":"[0-9a-f]{8}"\}/g)].map(
    (match) => match.index + match[0].length,
  );
  const found: SoundLine[] = [];
  let candidates = 0;
  for (const start of starts) {
    for (const end of ends) {
      if (end < start) continue;
      if (++candidates > CANDIDATES_MAX)
        throw corrupt(place, 'is damaged in a way that no crash leaves behind');
      const envelope = openEnvelope(bytes, start, end);
      if (envelope !== undefined) found.push({ ...envelope, start, end });
    }
  }
  return found;
};
