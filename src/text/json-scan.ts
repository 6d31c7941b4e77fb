// One pass over JSON text, strictly by its grammar. The parser of the platform gives values but no places, takes the last
// of two equal keys without a word, and does not always say where it stopped; this one is asked for all of that.
import { JSON_DEPTH_MAX } from '../model/limits/limits.ts';

export interface JsonFault {
  readonly offset: number;
  readonly message: string;
  readonly kind: 'syntax' | 'depth';
}

export interface JsonVisitor {
  /** An object or a list begins. */
  enter(): void;
  /** The value that comes belongs to this key or index. */
  step(name: string | number, nameAt: number, valueAt: number): void;
  /** The value of that step ended. */
  leave(name: string | number, valueAt: number, valueEnd: number): void;
  /** The object or list ended. */
  exit(): void;
}

const CODE = {
  tab: 0x09,
  newline: 0x0a,
  return: 0x0d,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

const skipSpace = (text: string, from: number): number => {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== CODE.space && code !== CODE.newline && code !== CODE.return && code !== CODE.tab) break;
  }
  return at;
};

/** Thrown inside of this file only, so that deep levels can stop at once. */
class Stop {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    this.fault = fault;
  }
}

const SHOWN_CHARS = 20;

const stop = (text: string, offset: number, expected: string): never => {
  const came =
    offset >= text.length
      ? 'the end of the text'
      : JSON.stringify(text.slice(offset, offset + SHOWN_CHARS).split('\n', 1)[0]);
  throw new Stop({ offset, message: `expected ${expected}, got ${came}`, kind: 'syntax' });
};

const ESCAPED = /["\\/bfnrt]/;
const HEX4 = /^[0-9a-fA-F]{4}$/;

/** Where a string that begins at its quote ends, behind the other quote. */
const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CODE.quote) return at + 1;
    if (code < CODE.space) stop(text, at, 'no raw control character inside of a string');
    if (code !== CODE.backslash) continue;
    const next = text[at + 1] ?? '';
    if (next === 'u') {
      if (!HEX4.test(text.slice(at + 2, at + 6))) stop(text, at, 'four hexadecimal digits behind \\u');
      at += 5;
    } else if (ESCAPED.test(next)) at += 1;
    else stop(text, at, 'an escape that JSON knows');
  }
  return stop(text, text.length, 'the closing quote of a string');
};

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const endOfDigits = (text: string, from: number): number => {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at === from ? stop(text, at, 'a digit') : at;
};

const endOfNumber = (text: string, from: number): number => {
  let at = text.charCodeAt(from) === CODE.minus ? from + 1 : from;
  if (text[at] === '0') at += 1;
  else at = endOfDigits(text, at);
  if (text[at] === '.') at = endOfDigits(text, at + 1);
  if (text[at] === 'e' || text[at] === 'E') {
    at += 1;
    if (text[at] === '+' || text[at] === '-') at += 1;
    at = endOfDigits(text, at);
  }
  return at;
};

const endOfWord = (text: string, from: number): number => {
  for (const word of ['true', 'false', 'null']) if (text.startsWith(word, from)) return from + word.length;
  return stop(text, from, 'a value');
};

/** The text of a key. Only one with a backslash has to be decoded. */
export const keyText = (text: string, from: number, to: number): string => {
  const raw = text.slice(from + 1, to - 1);
  return raw.includes('\\') ? String(JSON.parse(text.slice(from, to))) : raw;
};

const endOfObject = (text: string, from: number, depth: number, visitor: JsonVisitor): number => {
  visitor.enter();
  let at = skipSpace(text, from + 1);
  if (text.charCodeAt(at) !== CODE.closeObject)
    for (;;) {
      if (text.charCodeAt(at) !== CODE.quote) stop(text, at, 'a key in double quotes');
      const keyEnd = endOfString(text, at);
      const name = keyText(text, at, keyEnd);
      const colon = skipSpace(text, keyEnd);
      if (text.charCodeAt(colon) !== CODE.colon) stop(text, colon, '":" behind a key');
      const valueAt = skipSpace(text, colon + 1);
      visitor.step(name, at, valueAt);
      const valueEnd = endOfValue(text, valueAt, depth + 1, visitor);
      visitor.leave(name, valueAt, valueEnd);
      at = skipSpace(text, valueEnd);
      const code = text.charCodeAt(at);
      if (code === CODE.closeObject) break;
      if (code !== CODE.comma) stop(text, at, '"," or "}"');
      at = skipSpace(text, at + 1);
    }
  visitor.exit();
  return at + 1;
};

const endOfList = (text: string, from: number, depth: number, visitor: JsonVisitor): number => {
  visitor.enter();
  let at = skipSpace(text, from + 1);
  if (text.charCodeAt(at) !== CODE.closeList)
    for (let index = 0; ; index += 1) {
      visitor.step(index, at, at);
      const valueEnd = endOfValue(text, at, depth + 1, visitor);
      visitor.leave(index, at, valueEnd);
      at = skipSpace(text, valueEnd);
      const code = text.charCodeAt(at);
      if (code === CODE.closeList) break;
      if (code !== CODE.comma) stop(text, at, '"," or "]"');
      at = skipSpace(text, at + 1);
    }
  visitor.exit();
  return at + 1;
};

const endOfValue = (text: string, from: number, depth: number, visitor: JsonVisitor): number => {
  const code = text.charCodeAt(from);
  if (code === CODE.quote) return endOfString(text, from);
  if (code === CODE.openObject || code === CODE.openList) {
    if (depth >= JSON_DEPTH_MAX)
      throw new Stop({
        offset: from,
        message: `expected at most ${JSON_DEPTH_MAX} levels of nesting, got more`,
        kind: 'depth',
      });
    return code === CODE.openObject
      ? endOfObject(text, from, depth, visitor)
      : endOfList(text, from, depth, visitor);
  }
  return isDigit(code) || code === CODE.minus ? endOfNumber(text, from) : endOfWord(text, from);
};

/** Undefined when the text from here on is one JSON value and nothing else. */
export const scanJson = (text: string, from: number, visitor: JsonVisitor): JsonFault | undefined => {
  try {
    const end = skipSpace(text, endOfValue(text, skipSpace(text, from), 0, visitor));
    if (end < text.length) stop(text, end, 'nothing behind the value');
    return undefined;
  } catch (cause) {
    if (cause instanceof Stop) return cause.fault;
    throw cause;
  }
};
