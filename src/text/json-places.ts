// Where values stand in text that is known to be JSON. Nothing is checked here; what nobody asks for is skipped.
import type { Position } from '../model/validate-with.ts';

export type Path = readonly (string | number)[];

export interface Place {
  readonly path: Path;
  /** The key itself is meant, not its value. */
  readonly atKey?: boolean | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** Lines and columns of offsets, in one pass over the text. Columns count as editors do, in UTF-16 units. */
export const positionsOf = (text: string, offsets: readonly number[]): readonly Position[] => {
  const found = new Map<number, Position>();
  let line = 1;
  let begin = 0;
  let end = text.indexOf('\n');
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    while (end !== -1 && end < offset) {
      line += 1;
      begin = end + 1;
      end = text.indexOf('\n', begin);
    }
    found.set(offset, { line, column: offset - begin + 1 });
  }
  return offsets.map((offset) => found.get(offset)!);
};

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
};

const endOfString = (text: string, from: number): number => {
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at += 1;
  }
  return at;
};

const endOfValue = (text: string, from: number): number => {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return endOfString(text, from);
  let at = from;
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) {
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === COMMA || code === CLOSE_OBJECT || code === CLOSE_LIST || code <= 0x20) break;
    }
    return at;
  }
  let depth = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (code === OPEN_OBJECT || code === OPEN_LIST) depth += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth -= 1;
    at += 1;
    if (depth === 0) break;
  }
  return at;
};

interface Wanted {
  readonly below: Map<string, Wanted>;
  keyAt: number | undefined;
  valueAt: number | undefined;
}

const newWanted = (): Wanted => ({ below: new Map(), keyAt: undefined, valueAt: undefined });

const keyOf = (text: string, from: number, to: number): string => {
  const raw = text.slice(from + 1, to - 1);
  return raw.includes('\\') ? (JSON.parse(text.slice(from, to)) as string) : raw;
};

/** Remembers where the values that are wanted below this one begin. The last of equal keys counts. */
const look = (text: string, from: number, wanted: Wanted): number => {
  const first = text.charCodeAt(from);
  if (wanted.below.size === 0 || (first !== OPEN_OBJECT && first !== OPEN_LIST))
    return endOfValue(text, from);
  let at = skipSpace(text, from + 1);
  for (let index = 0; at < text.length; index += 1) {
    const code = text.charCodeAt(at);
    if (code === CLOSE_OBJECT || code === CLOSE_LIST) return at + 1;
    const keyAt = at;
    let name = '';
    if (first === OPEN_OBJECT) {
      const keyEnd = endOfString(text, at);
      name = keyOf(text, at, keyEnd);
      at = skipSpace(text, skipSpace(text, keyEnd) + 1);
    } else name = String(index);
    const next = wanted.below.get(name);
    if (next === undefined) at = endOfValue(text, at);
    else {
      [next.keyAt, next.valueAt] = [keyAt, at];
      at = look(text, at, next);
    }
    at = skipSpace(text, at);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return at;
};

/** Where values stand: of one that is not there, where the nearest thing around it begins. */
export const placesOf = (text: string, places: readonly Place[]): readonly Position[] => {
  const root = newWanted();
  const begin = Math.min(skipSpace(text, text.startsWith('\ufeff') ? 1 : 0), Math.max(0, text.length - 1));
  for (const { path } of places) {
    let node = root;
    for (const step of path) {
      const below = node.below.get(String(step)) ?? newWanted();
      node.below.set(String(step), below);
      node = below;
    }
  }
  look(text, begin, root);
  const offsets = places.map(({ path, atKey }) => {
    let node = root;
    let offset = begin;
    for (const [index, step] of path.entries()) {
      const below: Wanted | undefined = node.below.get(String(step));
      if (below?.valueAt === undefined) break;
      node = below;
      offset = atKey && index === path.length - 1 ? (below.keyAt ?? below.valueAt) : below.valueAt;
    }
    return offset;
  });
  return positionsOf(text, offsets);
};
