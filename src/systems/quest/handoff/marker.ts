// The line that a handoff begins with, and which of several counts.

import { isQuoted, type Message, wordFromEnd } from '../../../handoffs/message.ts';
import { type Fence, lineEndAfter, MARK_PREFIX_CHARS_MAX, nearLineStart } from '../../../text/fences.ts';
import { DASH, hasUnicodeDash, isDashRun, readableLine } from './readable-line.ts';

const WORD = 'HANDOFF';

export interface Marker {
  /** Where its line begins, and where the marker itself does. */
  readonly lineStart: number;
  readonly at: number;
  /** What stands on the same line behind it, and where that begins; empty for a marker on a line of its own. */
  readonly rest: string;
  readonly restAt: number;
  readonly lineEnd: number;
  readonly quoted: boolean;
  readonly spaced: boolean;
  readonly lowerCase: boolean;
  /** `BEGIN HANDOFF` or `HANDOFF START`. */
  readonly begins: boolean;
  readonly decoration: readonly string[];
}

const BEFORE = new RegExp(
  `^(\\s*)((?:(?:[-*+•‣◦]|\\d{1,9}[.)])\\s+)?)((?:#{2,6}\\s+)?)(\\*{0,3}|_{0,3}|\`{0,2})(${DASH}+)(\\s*)((?:BEGIN\\s+)?)$`,
  'i',
);
const AFTER = new RegExp(`^((?:\\s+START)?)(\\s*)(${DASH}+)(\\*{0,3}|_{0,3}|\`{0,2})(?:\\s+|$)`, 'i');
/** What may follow on the marker's own line: the fields of the one-line form. */
export const ONE_LINE_START = /^[*_`]{0,3}(?:STATUS|ARTIFACTS|NEXT|SUMMARY)[*_`]{0,3}\s{0,8}[:\uff1a]/i;

const decorationOf = (
  before: RegExpExecArray,
  after: RegExpExecArray,
  word: string,
  found: readonly string[],
): string[] => {
  const [, indent, bullet, heading, marks, dashes, space] = before;
  const unusual = hasUnicodeDash(dashes!) || hasUnicodeDash(after[3]!);
  return [
    ...found,
    ...(indent === '' ? [] : ['indentation']),
    ...(bullet === '' ? [] : ['bullets']),
    ...(heading === '' ? [] : ['a heading']),
    ...(marks === '' && after[4] === '' ? [] : ['bold, italics or back-ticks']),
    ...(unusual ? ['other dashes than hyphens'] : []),
    ...(!unusual && (dashes!.length !== 3 || after[3]!.length !== 3) ? ['other than three hyphens'] : []),
    ...(space === '' && after[2] === '' ? [] : ['spaces in the marker']),
    ...(word === WORD ? [] : ['lower case']),
    ...(before[7] === '' && after[1] === '' ? [] : ['words beside HANDOFF in the marker']),
  ];
};

/** The marker around this occurrence of its word, or undefined when the word is part of something else. */
export const markerAt = (text: string, wordAt: number): Marker | undefined => {
  const lineStart = nearLineStart(text, wordAt);
  if (lineStart === -1) return undefined;
  const prefix = readableLine(text.slice(lineStart, wordAt));
  const quoted = isQuoted(prefix.text);
  const before = BEFORE.exec(quoted ? prefix.text.slice(prefix.text.lastIndexOf('>') + 1) : prefix.text);
  if (before === null || !isDashRun(before[5]!)) return undefined;
  const wordEnd = wordAt + WORD.length;
  const lineEnd = lineEndAfter(text, wordEnd);
  const behind = readableLine(text.slice(wordEnd, lineEnd));
  const after = AFTER.exec(behind.text.slice(0, MARK_PREFIX_CHARS_MAX));
  if (after === null || !isDashRun(after[3]!)) return undefined;
  const rest = behind.text.slice(after[0].length).trim();
  if (rest !== '' && !ONE_LINE_START.test(rest)) return undefined;
  const word = text.slice(wordAt, wordEnd);
  const found = [...new Set([...prefix.found, ...behind.found])];
  return {
    lineStart,
    at: lineStart + Math.max(0, text.slice(lineStart, wordAt).search(new RegExp(DASH))),
    rest,
    restAt: rest === '' ? lineEnd : Math.max(wordEnd, text.indexOf(rest.slice(0, 1), wordEnd)),
    lineEnd,
    quoted,
    spaced: before[6] !== '' || after[2] !== '',
    lowerCase: word === word.toLowerCase(),
    begins: before[7] !== '' || after[1] !== '',
    decoration: decorationOf(before, after, word, found),
  };
};

export interface Candidate {
  readonly marker: Marker;
  /** The fence that holds it; it ends the message. */
  readonly fence: Fence | undefined;
  /** Where its lines end at the latest. */
  readonly limit: number;
}

export interface Located {
  /** The last marker that may be the sender's own. */
  readonly candidate: Candidate | undefined;
  /** The last one that is there at all. */
  readonly shown: Marker | undefined;
}

/** The end of the first line of a fence that has anything on it. */
const firstLineEnd = (text: string, fence: Fence): number => {
  const solid = /\S/g;
  solid.lastIndex = fence.bodyStart;
  return lineEndAfter(text, solid.exec(text)?.index ?? text.length);
};

/**
 * From the end: markers in quotations, and in fences that do not end the message, are somebody else's or an example. In
 * a fence that is left open only its first line can be meant.
 */
export const locateMarker = (message: Message): Located => {
  const { text } = message;
  let shown: Marker | undefined;
  let below = text.length;
  for (const wordAt of wordFromEnd(text, WORD)) {
    if (wordAt >= below) continue;
    const marker = markerAt(text, wordAt);
    if (marker === undefined) continue;
    shown ??= marker;
    if (marker.quoted) continue;
    const fence = message.fenceAt(marker.lineStart);
    const last = fence === undefined || fence.closed ? text.length : firstLineEnd(text, fence);
    if (fence === undefined || (fence.closed ? fence.endsMessage : wordAt < last))
      return { candidate: { marker, fence, limit: fence?.bodyEnd ?? text.length }, shown };
    below = fence.closed ? fence.start : last;
  }
  return { candidate: undefined, shown };
};
