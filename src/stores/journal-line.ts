// One journal line. The envelope stays the same in every format: `v` and `seq` first, `prev` and `crc` last. So a
// line of a newer format can be told from a damaged one, and a line can be checked without being parsed.
import { crc32 } from 'node:zlib';
import { BatonError, causeText } from '../errors.ts';
import { type Entry, type EntryDraft, JOURNAL_FORMAT } from '../model/run/entry.ts';
import { sha256 } from '../std/sha256.ts';
import type { Head } from './store.ts';

/** `prev` of the first line: there is none before it. */
export const GENESIS = `sha256:${'0'.repeat(64)}`;
export const EMPTY_HEAD: Head = { seq: 0, chain: GENESIS };
export const NEWLINE = 0x0a;

const START = Buffer.from('{"v":');
const SEQ = Buffer.from(',"seq":');
const COMMA = 0x2c;
const CRC = Buffer.from(',"crc":"');
const END = Buffer.from('"}');
/** `,"crc":"9ae0daaf"}` */
const CRC_LENGTH = CRC.length + 8 + END.length;
const PREV = Buffer.from(',"prev":"');
/** `,"prev":"sha256:…"` */
const PREV_LENGTH = PREV.length + GENESIS.length + 1;
const LINE_LENGTH_MIN = START.length + 1 + SEQ.length + 1 + PREV_LENGTH + CRC_LENGTH;
/** Digits of the largest number that is exact. */
const DIGITS_MAX = 15;

export interface EncodedLine {
  readonly entry: Entry;
  /** With the newline. */
  readonly bytes: Buffer;
  /** Digest of the line without its newline: `prev` of the next one. */
  readonly chain: string;
}

const hex8 = (value: number): string => value.toString(16).padStart(8, '0');

export const encodeLine = (draft: EntryDraft, after: Head): EncodedLine => {
  const { id, at, by, input, events } = draft;
  const head = {
    v: JOURNAL_FORMAT,
    seq: after.seq + 1,
    id,
    at,
    by,
    input,
    events,
    prev: after.chain,
  } as const;
  const bytes = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"crc":"00000000"}\n`);
  const crcAt = bytes.length - 1 - CRC_LENGTH;
  const crc = hex8(crc32(bytes.subarray(0, crcAt)));
  bytes.write(crc, crcAt + CRC.length, 'latin1');
  return { entry: { ...head, crc }, bytes, chain: sha256(bytes.subarray(0, -1)) };
};

/** What can be read off a line whose checksum is right. */
export interface Envelope {
  readonly v: number;
  readonly seq: number;
}

const holds = (bytes: Buffer, at: number, expected: Buffer): boolean => {
  for (let i = 0; i < expected.length; i++) if (bytes[at + i] !== expected[i]) return false;
  return true;
};

/** A number as JSON writes it, up to `end`; -1 where there is none. */
const digitsAt = (bytes: Buffer, from: number, end: number): number => {
  if (end === from || end - from > DIGITS_MAX) return -1;
  let value = 0;
  for (let i = from; i < end; i++) {
    const digit = (bytes[i] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
};

/** Lower-case hex only: another spelling of the same number is another byte, and so a damaged line. */
const crcAt = (bytes: Buffer, at: number): number => {
  let value = 0;
  for (let i = at; i < at + 8; i++) {
    const byte = bytes[i] ?? 0;
    const digit = byte >= 0x61 ? byte - 0x57 : byte - 0x30;
    if (digit < 0 || digit > 15 || (byte < 0x61 && digit > 9)) return -1;
    value = value * 16 + digit;
  }
  return value;
};

/** The envelope of the line in `bytes[start, end)`, without newline; undefined where the line is damaged. */
export const openEnvelope = (bytes: Buffer, start: number, end: number): Envelope | undefined => {
  if (end - start < LINE_LENGTH_MIN) return undefined;
  const body = end - CRC_LENGTH;
  if (!holds(bytes, body, CRC) || !holds(bytes, end - END.length, END)) return undefined;
  if (crc32(bytes.subarray(start, body)) !== crcAt(bytes, body + CRC.length)) return undefined;
  if (!holds(bytes, start, START) || !holds(bytes, body - PREV_LENGTH, PREV)) return undefined;
  const comma = bytes.indexOf(COMMA, start);
  if (!holds(bytes, comma, SEQ)) return undefined;
  const v = digitsAt(bytes, start + START.length, comma);
  const seq = digitsAt(bytes, comma + SEQ.length, bytes.indexOf(COMMA, comma + 1));
  return v < 1 || seq < 1 ? undefined : { v, seq };
};

/** `prev` of a line whose envelope is right. */
export const prevOf = (bytes: Buffer, end: number): string =>
  bytes.toString('latin1', end - CRC_LENGTH - 1 - GENESIS.length, end - CRC_LENGTH - 1);

export const chainOf = (bytes: Buffer, start: number, end: number): string =>
  sha256(bytes.subarray(start, end));

/** The place of a line, for messages. */
export interface LinePlace {
  readonly file: string;
  readonly line: number;
}

/** The entry of a line whose envelope is right. */
export const decodeLine = (bytes: Buffer, start: number, end: number, place: LinePlace): Entry => {
  try {
    return JSON.parse(bytes.toString('utf8', start, end)) as Entry;
  } catch (cause) {
    throw corrupt(place, `is not JSON although its checksum is right: ${causeText(cause)}`);
  }
};

export const corrupt = (place: LinePlace, what: string): BatonError =>
  new BatonError('JOURNAL_CORRUPT', `${place.file} line ${place.line} ${what}`, {
    hint: `Put back ${place.file} from a copy, or start a new run. Baton does not go on from a history that it cannot trust. \`sed -n ${place.line}p\` shows the line.`,
    data: { file: place.file, line: place.line },
  });

export const tooNew = (place: LinePlace, v: number): BatonError =>
  new BatonError(
    'JOURNAL_TOO_NEW',
    `${place.file} line ${place.line} has format ${v}; this program reads formats up to ${JOURNAL_FORMAT}`,
    {
      hint: 'Use the version of Baton that started this run, or a newer one. Nothing was changed.',
      data: { file: place.file, line: place.line, format: v, supported: JOURNAL_FORMAT },
    },
  );
