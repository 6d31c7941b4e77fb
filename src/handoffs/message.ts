// A message as a reader of handoffs sees it: which places stand in a fence or in a quotation, and where a place is.
// Messages have up to 32 MB, of which a handoff is the last kilobyte, so everything is found out only when it is asked for.
import type { Position } from '../model/validate-with.ts';
import {
  closingAfter,
  type Fence,
  type FenceBounds,
  fenceBounds,
  markOfLine,
  openingAt,
} from '../text/fences.ts';

export interface Message {
  readonly text: string;
  /** The fence that this place is in, its own two lines included. Marks inside of quotations make no fence. */
  fenceAt(offset: number): Fence | undefined;
  /** One-based; columns are counted in UTF-16 units. A place behind the text is its last one. */
  lineOf(offset: number): Position;
  /** Those of several places, in one pass. */
  linesOf(offsets: readonly number[]): readonly Position[];
}

const QUOTED = /^\s*(?:(?:[-*+•‣◦]|\d{1,9}[.)])\s+)*>/;

/** Whether a line is part of a block quotation, itself or inside of a list. */
export const isQuoted = (line: string): boolean => QUOTED.test(line);

const isBlankFrom = (text: string, from: number): boolean => {
  const solid = /\S/g;
  solid.lastIndex = from;
  return solid.exec(text) === null;
};

const fenceFrom = (text: string, start: number): Fence | undefined => {
  const open = openingAt(text, markOfLine(text, start));
  if (open === undefined) return undefined;
  const close = closingAfter(text, open);
  const bodyStart = Math.min(text.length, open.lineEnd + 1);
  const end = close === undefined ? text.length : Math.min(text.length, close.lineEnd + 1);
  return {
    start,
    bodyStart,
    bodyEnd: close?.start ?? text.length,
    end,
    info: text.slice(open.infoAt, open.lineEnd).trim(),
    closed: close !== undefined,
    endsMessage: isBlankFrom(text, end),
  };
};

/** The last fence that begins at or before the place, by halving. */
const indexBefore = ({ pairs, count }: FenceBounds, offset: number): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pairs[middle * 2]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** One pass over the line ends, up to the last place that is asked for. */
const positionsOf = (text: string, offsets: readonly number[]): readonly Position[] => {
  const inside = offsets.map((offset) => Math.max(0, Math.min(offset, text.length - 1)));
  const found = new Map<number, Position>();
  let line = 1;
  let start = 0;
  for (const wanted of inside.toSorted((a, b) => a - b)) {
    for (;;) {
      const newline = text.indexOf('\n', start);
      if (newline === -1 || newline >= wanted) break;
      line += 1;
      start = newline + 1;
    }
    found.set(wanted, { line, column: wanted - start + 1 });
  }
  return inside.map((offset) => found.get(offset)!);
};

export const scanMessage = (text: string): Message => {
  let bounds: FenceBounds | undefined;
  // Questions about one place come together, and a fence may be the whole message.
  let known: Fence | undefined;
  return {
    text,
    fenceAt(offset) {
      if (known !== undefined && offset >= known.start && offset < known.end) return known;
      bounds ??= fenceBounds(text);
      const index = indexBefore(bounds, offset);
      if (index === -1 || offset >= bounds.pairs[index * 2 + 1]!) return undefined;
      known = fenceFrom(text, bounds.pairs[index * 2]!);
      return known;
    },
    lineOf: (offset) => positionsOf(text, [offset])[0]!,
    linesOf: (offsets) => positionsOf(text, offsets),
  };
};

/** How much of a message is searched at once, from its end. */
const CHUNK_CHARS = 64 * 1024;

/** Where a word is found, whatever its case, last first. */
export function* wordFromEnd(text: string, word: string): Generator<number> {
  const pattern = new RegExp(word, 'gi');
  for (let to = text.length; to > 0; to -= CHUNK_CHARS) {
    const from = Math.max(0, to - CHUNK_CHARS);
    const found: number[] = [];
    for (const match of text.slice(from, to + word.length - 1).matchAll(pattern))
      if (from + match.index < to) found.push(from + match.index);
    for (const at of found.reverse()) yield at;
  }
}
