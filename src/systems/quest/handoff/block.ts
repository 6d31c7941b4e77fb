// The lines below a marker: which of them are fields, what goes on over several lines, and where the block ends.

import { isQuoted } from '../../../handoffs/message.ts';
import { HANDOFF_FIELDS_MAX, HANDOFF_LINES_MAX } from '../../../model/limits/limits.ts';
import { lineEndAfter } from '../../../text/fences.ts';
import type { Piece } from './artifact-paths.ts';
import type { Candidate } from './marker.ts';
import { QUEST_FIELDS, type QuestField } from './quest-contract.ts';
import { DASH, isDashRun, readableLine } from './readable-line.ts';

type Pieces = [Piece, ...Piece[]];

export interface Field {
  readonly key: QuestField;
  /** Where the key stands, and where its value does. */
  readonly at: number;
  readonly pieces: Pieces;
}

/** A key that is none of the contract's: kept, and told. */
export interface OtherField {
  readonly key: string;
  readonly at: number;
  readonly pieces: Pieces;
}

export interface Block {
  readonly fields: readonly Field[];
  readonly others: readonly OtherField[];
  readonly terminator: 'rule' | 'end' | 'end-handoff' | 'fence' | undefined;
  /** Lines behind it that are not blank, and where they begin. */
  readonly trailing: number;
  readonly trailingAt: number;
  /** So much follows that it is not the end of the message. */
  readonly goesOn: boolean;
  /** It has more fields than are read; the rest was not looked at. */
  readonly overLimit: boolean;
  /** What is tolerated, with the first place of each kind. */
  readonly decoration: ReadonlyMap<string, number>;
}

/** Lines that are not blank behind a block; with more it does not end the message. */
export const TRAILING_LINES_MAX = 10;

const FIELD =
  /^(\s*)((?:(?:[-*+•‣◦]|\d{1,9}[.)])\s+)?)(\*{0,3}|_{0,3}|`{0,2})(STATUS|ARTIFACTS|NEXT|SUMMARY)(\*{0,3}|_{0,3}|`{0,2})(\s{0,8})([:=\uff1a\ufe55\u2236])/i;
const OTHER_KEY =
  /^(?:[-*+•‣◦]\s+)?(?:\*\*)?([A-Z][A-Z0-9_]{0,39}|[a-z][a-z0-9_]{0,39})(?:\*\*)?:(?:\*\*)?(?=\s|$)/;
const BULLET = /^\s*(?:[-*+•‣◦]|\d{1,9}[.)])\s/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;
const ENDING = new RegExp(
  `^(${DASH}+)\\s*(?:/\\s*HANDOFF|END(?:[\\s_-]*(?:OF[\\s_-]+)?HANDOFF)?|HANDOFF[\\s_]+END)\\s*${DASH}*$`,
  'i',
);
const ONLY_DASHES = new RegExp(`^${DASH}+$`);
const ENDING_CHARS_MAX = 80;

const DASHES_BEFORE = new RegExp(`^\\s*${DASH}`);

const terminatorOf = (line: string): Block['terminator'] => {
  if (!DASHES_BEFORE.test(line)) return undefined;
  const word = line.trim();
  if (ONLY_DASHES.test(word)) return isDashRun(word) ? 'rule' : undefined;
  if (word.length > ENDING_CHARS_MAX) return undefined;
  const dashes = ENDING.exec(word)?.[1];
  if (dashes === undefined || !isDashRun(dashes)) return undefined;
  return /handoff/i.test(word) ? 'end-handoff' : 'end';
};

interface FieldLine {
  readonly key: QuestField;
  readonly value: string;
  /** In the readable line. */
  readonly keyAt: number;
  readonly decoration: readonly string[];
  readonly spelling: string;
}

const keyNamed = (spelling: string): QuestField | undefined =>
  QUEST_FIELDS.find((key) => key === spelling.toUpperCase());

/** Bold may be closed before the colon, behind it, or at the end of the line. */
const withoutClosing = (value: string, open: string, close: string): string => {
  if (open === '' || close !== '') return value;
  if (value.startsWith(open)) return value.slice(open.length);
  const end = value.trimEnd();
  return end.endsWith(open) ? end.slice(0, -open.length) : value;
};

export const fieldLine = (line: string): FieldLine | undefined => {
  const match = FIELD.exec(line);
  if (match === null) return undefined;
  const [whole, indent, bullet, open = '', spelling = '', close = '', gap, colon] = match;
  const key = keyNamed(spelling);
  if (key === undefined) return undefined;
  const value = withoutClosing(line.slice(whole.length), open, close).trim();
  return {
    key,
    value,
    keyAt: whole.indexOf(spelling),
    spelling,
    decoration: [
      ...(indent === '' ? [] : ['indentation']),
      ...(bullet === '' ? [] : ['bullets']),
      ...(open === '' && close === '' ? [] : ['bold, italics or back-ticks']),
      ...(spelling === spelling.toUpperCase() ? [] : ['lower case']),
      ...(colon === ':' && gap === '' ? [] : ['other than a colon behind the key']),
    ],
  };
};

const ONE_LINE_KEY = {
  upper: /(?:^|\s)[*_`]{0,3}(STATUS|ARTIFACTS|NEXT|SUMMARY)[*_`]{0,3}\s{0,8}[:\uff1a][*_`]{0,3}/g,
  lower: /(?:^|\s)[*_`]{0,3}(status|artifacts|next|summary)[*_`]{0,3}\s{0,8}[:\uff1a][*_`]{0,3}/g,
};

/** `STATUS: … ARTIFACTS: … NEXT: … SUMMARY: …` behind the marker. When all are there the last one takes the rest. */
export const splitOneLine = (rest: string, at: number): Field[] => {
  const keys = /^[*_`]*[a-z]/.test(rest) ? ONE_LINE_KEY.lower : ONE_LINE_KEY.upper;
  const found: { key: QuestField; start: number; valueAt: number }[] = [];
  const seen = new Set<QuestField>();
  for (const match of rest.matchAll(keys)) {
    if (seen.size === QUEST_FIELDS.length) break;
    const key = keyNamed(match[1] ?? '');
    if (key === undefined) continue;
    seen.add(key);
    found.push({ key, start: match.index, valueAt: match.index + match[0].length });
  }
  return found.map(({ key, start, valueAt }, index) => {
    const text = rest.slice(valueAt, found[index + 1]?.start ?? rest.length);
    const pieceAt = at + valueAt + (text.length - text.trimStart().length);
    return { key, at: at + start, pieces: [{ text: text.trim(), at: pieceAt }] };
  });
};

interface Reading {
  readonly fields: Field[];
  readonly others: OtherField[];
  readonly decoration: Map<string, number>;
  current: Field | OtherField | undefined;
  /** Lines since the block's last one that are none of it. */
  outside: number;
  outsideAt: number;
  terminator: Block['terminator'];
  /** A fence that was opened below the marker: around the fields, or behind them. */
  fence: 'around' | 'behind' | undefined;
  lowerKeys: boolean;
}

const note = (reading: Reading, kinds: Iterable<string>, at: number): void => {
  for (const kind of kinds) if (!reading.decoration.has(kind)) reading.decoration.set(kind, at);
};

const isEmpty = (field: Field | OtherField): boolean => field.pieces.every(({ text }) => text === '');

const countOutside = (reading: Reading, at: number): void => {
  if (reading.outside === 0) reading.outsideAt = at;
  reading.outside += 1;
};

const backInside = (reading: Reading, at: number): void => {
  if (reading.outside > 0) note(reading, ['text between the fields'], at);
  reading.outside = 0;
};

/** A line of prose that a summary seems to go on with: nothing else tells it from text behind the block. */
const goesOnWith = (summary: string, line: string): boolean =>
  /^\s/.test(line) ||
  /[,;:(\u2013\u2014-]$/.test(summary) ||
  (/^\p{Ll}/u.test(line) && !/[.!?]$/.test(summary));

/** Whether the line is part of the field that came last. */
const continues = (current: Field | OtherField, line: string, blankBefore: boolean): boolean => {
  const list = current.key !== 'SUMMARY' && current.key !== 'STATUS' && current.key !== 'NEXT';
  if (isEmpty(current)) return !blankBefore || (list && BULLET.test(line));
  const [first] = current.pieces;
  const { text: last } = current.pieces.at(-1) ?? first;
  if (current.key === 'SUMMARY') return !blankBefore && goesOnWith(last, line);
  if (!list) return false;
  const listed = first.text === '' && BULLET.test(last);
  if (listed) return BULLET.test(line);
  if (blankBefore) return false;
  if (current.key !== 'ARTIFACTS') return BULLET.test(line) || /^\s/.test(line);
  const { text: begin } = current.pieces.find(({ text }) => text !== '') ?? first;
  const openArray = begin.startsWith('[') && !last.endsWith(']');
  return openArray || last.endsWith(',') || /^\s+\S/.test(line) || first.text === '';
};

const takeContinuation = (reading: Reading, current: Field | OtherField, text: string, at: number): void => {
  const late = !isEmpty(current);
  current.pieces.push({ text: text.trim(), at });
  if (current.key !== 'SUMMARY' || !late) {
    backInside(reading, at);
    if (current.key !== 'ARTIFACTS' && QUEST_FIELDS.some((key) => key === current.key))
      note(reading, ['a value below its key'], at);
    return;
  }
  // It may as well be text behind the block, so it counts as such.
  note(reading, ['a SUMMARY of several lines'], at);
  countOutside(reading, at);
};

const takeField = (reading: Reading, line: FieldLine, lineAt: number, raw: string): void => {
  const keyAt = lineAt + Math.max(0, raw.indexOf(line.spelling));
  backInside(reading, keyAt);
  const inRaw = line.value === '' ? -1 : raw.indexOf(line.value, keyAt - lineAt + line.spelling.length);
  const field: Field = {
    key: line.key,
    at: keyAt,
    pieces: [{ text: line.value, at: inRaw === -1 ? keyAt : lineAt + inRaw }],
  };
  reading.fields.push(field);
  reading.current = field;
  reading.lowerKeys ||= line.spelling === line.spelling.toLowerCase();
  note(reading, line.decoration, keyAt);
};

const takeOther = (reading: Reading, line: string, lineAt: number): boolean => {
  const match = OTHER_KEY.exec(line.trim());
  if (match === null) return false;
  const [whole, key = ''] = match;
  if (/^[a-z]/.test(key) && !reading.lowerKeys) return false;
  backInside(reading, lineAt);
  const value = line.trim().slice(whole.length).trim();
  const other: OtherField = { key, at: lineAt, pieces: [{ text: value, at: lineAt }] };
  reading.others.push(other);
  reading.current = other;
  return true;
};

const takeFence = (reading: Reading, at: number): void => {
  if (reading.fence === 'around') {
    reading.fence = undefined;
    reading.terminator = 'fence';
  } else if (reading.fence === undefined && reading.fields.length === 0 && reading.outside === 0) {
    reading.fence = 'around';
    note(reading, ['a fence below the marker'], at);
  } else {
    reading.fence = reading.fence === undefined ? 'behind' : undefined;
    countOutside(reading, at);
  }
  reading.current = undefined;
};

const takeOutside = (reading: Reading, at: number): void => {
  reading.current = undefined;
  countOutside(reading, at);
};

const takeTerminator = (reading: Reading, kind: Block['terminator'], at: number): void => {
  const begun = reading.fields.length > 0 || reading.others.length > 0;
  if (begun) reading.terminator = kind;
  note(reading, [begun ? 'a line that closes the block' : 'a rule below the marker'], at);
  reading.current = undefined;
};

interface LinePlace {
  readonly raw: string;
  readonly at: number;
  /** Of its first character that is not blank. */
  readonly solidAt: number;
  readonly blankBefore: boolean;
}

const takeOwnLine = (reading: Reading, text: string, place: LinePlace): void => {
  const { raw, at, solidAt, blankBefore } = place;
  const line = fieldLine(text);
  if (line !== undefined) {
    takeField(reading, line, at, raw);
    return;
  }
  const terminator = terminatorOf(text);
  if (terminator !== undefined) takeTerminator(reading, terminator, solidAt);
  else if ((blankBefore && reading.fields.length > 0) || !takeOther(reading, text, solidAt)) {
    const { current } = reading;
    if (current !== undefined && continues(current, text, blankBefore))
      takeContinuation(reading, current, text, solidAt);
    else takeOutside(reading, solidAt);
  }
};

/** A rule may as well stand between the fields as behind them; a second value for a key must not be overlooked. */
const isFieldBelowRule = (reading: Reading, text: string): boolean => {
  if (reading.terminator !== 'rule') return false;
  const line = fieldLine(text);
  return line !== undefined && line.spelling === line.key;
};

const takeLine = (reading: Reading, raw: string, at: number, blankBefore: boolean): void => {
  const { text, found } = readableLine(raw);
  const solidAt = at + (raw.length - raw.trimStart().length);
  if (reading.terminator !== undefined && !isFieldBelowRule(reading, text)) countOutside(reading, solidAt);
  else if (FENCE.test(text)) takeFence(reading, solidAt);
  else if (reading.fence === 'behind' || isQuoted(text)) takeOutside(reading, solidAt);
  else takeOwnLine(reading, text, { raw, at, solidAt, blankBefore });
  if (reading.outside === 0) note(reading, found, solidAt);
};

export const readBlock = (text: string, { marker, limit }: Candidate): Block => {
  const reading: Reading = {
    fields: splitOneLine(marker.rest, marker.restAt),
    others: [],
    decoration: new Map(marker.decoration.map((kind) => [kind, marker.at])),
    current: undefined,
    outside: 0,
    outsideAt: marker.at,
    terminator: undefined,
    fence: undefined,
    lowerKeys: false,
  };
  if (reading.fields.length > 0) note(reading, ['all on one line'], marker.at);
  let blankBefore = false;
  let lines = 0;
  const isOver = (): boolean =>
    lines > HANDOFF_LINES_MAX || reading.fields.length + reading.others.length > HANDOFF_FIELDS_MAX;
  for (let at = marker.lineEnd + 1; at < limit && reading.outside <= TRAILING_LINES_MAX && !isOver(); ) {
    const lineEnd = Math.min(limit, lineEndAfter(text, at));
    const raw = text.slice(at, lineEnd);
    if (raw.trim() === '') blankBefore = true;
    else {
      lines += 1;
      takeLine(reading, raw, at, blankBefore);
      blankBefore = false;
    }
    at = lineEnd + 1;
  }
  const { fields, others, terminator, outside, outsideAt, decoration } = reading;
  return {
    fields,
    others,
    terminator,
    trailing: outside,
    trailingAt: outsideAt,
    goesOn: outside > TRAILING_LINES_MAX,
    overLimit: isOver(),
    decoration,
  };
};
