// Code fences of a message, found by hopping from mark to mark: what is between them is never looked at in lines.

export interface Fence {
  /** Where the opening line begins. */
  readonly start: number;
  readonly bodyStart: number;
  /** Where the closing line begins; the end of the text when there is none. */
  readonly bodyEnd: number;
  /** After the closing line and its line end. */
  readonly end: number;
  /** What stands behind the opening mark, trimmed. */
  readonly info: string;
  readonly closed: boolean;
  /** Nothing but white space follows. */
  readonly endsMessage: boolean;
}

/** What may stand between the beginning of a line and a mark that counts: indentation and list signs. */
export const MARK_PREFIX_CHARS_MAX = 200;
/** A closing mark may be this much further in than its opening one. */
const CLOSING_INDENT_MAX = 3;
const TAB_COLUMNS = 4;
const MARK_CHARS_MIN = 3;

const NEWLINE = 10;
const BACKTICK = 96;
const TILDE = 126;
const NO_BREAK_SPACE = 0xa0;

const LIST_PREFIX = /^\s*(?:(?:[-*+•‣◦]|\d{1,9}[.)])\s+)*$/;
const BLANK = /^\s*$/;

/** The beginning of this line, or -1 when it is further away than a mark's prefix may be long. */
export const nearLineStart = (text: string, at: number): number => {
  const from = Math.max(0, at - MARK_PREFIX_CHARS_MAX - 1);
  const newline = text.slice(from, at).lastIndexOf('\n');
  if (newline !== -1) return from + newline + 1;
  return from === 0 && at <= MARK_PREFIX_CHARS_MAX ? 0 : -1;
};

export const lineEndAfter = (text: string, at: number): number => {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline;
};

/** What `trim` takes off. */
const isBlankCode = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  (code >= NO_BREAK_SPACE && /\s/.test(String.fromCharCode(code)));

const runEnd = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  let end = at + MARK_CHARS_MIN;
  while (text.charCodeAt(end) === code) end += 1;
  return end;
};

/** The prefix of a mark when it fits the pattern, else undefined. The usual case, none at all, costs nothing. */
const prefixOf = (text: string, at: number, pattern: RegExp): string | undefined => {
  if (at === 0) return '';
  const before = text.charCodeAt(at - 1);
  if (before === NEWLINE) return '';
  if (before > 32 && before < NO_BREAK_SPACE) return undefined;
  const start = nearLineStart(text, at);
  if (start === -1) return undefined;
  const prefix = text.slice(start, at);
  return pattern.test(prefix) ? prefix : undefined;
};

const columnsOf = (prefix: string): number =>
  prefix === '' ? 0 : prefix.replaceAll('\t', ' '.repeat(TAB_COLUMNS)).length;

export interface Opening {
  /** Where its line begins. */
  readonly start: number;
  readonly mark: '```' | '~~~';
  readonly markChars: number;
  readonly columns: number;
  /** Where what stands behind the mark begins. */
  readonly infoAt: number;
  /** Where its line ends, before the line end. */
  readonly lineEnd: number;
}

/** The opening line whose mark begins here, or undefined when the mark is only part of some text. */
export const openingAt = (text: string, at: number): Opening | undefined => {
  const prefix = prefixOf(text, at, LIST_PREFIX);
  if (prefix === undefined) return undefined;
  const end = runEnd(text, at);
  const lineEnd = lineEndAfter(text, end);
  const ticks = text.charCodeAt(at) === BACKTICK;
  // Back-ticks behind back-ticks are code inside of a line.
  if (ticks && lineEnd > end && text.slice(end, lineEnd).includes('`')) return undefined;
  return {
    start: at - prefix.length,
    mark: ticks ? '```' : '~~~',
    markChars: end - at,
    columns: columnsOf(prefix),
    infoAt: end,
    lineEnd,
  };
};

/** The end of the line that closes a fence with the mark that begins here, or -1. */
const closingEnd = (text: string, at: number, open: Opening): number => {
  const prefix = prefixOf(text, at, BLANK);
  if (prefix === undefined || columnsOf(prefix) > open.columns + CLOSING_INDENT_MAX) return -1;
  let end = runEnd(text, at);
  if (end - at < open.markChars) return -1;
  while (end < text.length && text.charCodeAt(end) !== NEWLINE) {
    if (!isBlankCode(text.charCodeAt(end))) return -1;
    end += 1;
  }
  return end;
};

/** Where the closing line of a fence begins and ends, looked for before `limit`. */
export const closingAfter = (
  text: string,
  open: Opening,
  limit = text.length,
): { start: number; lineEnd: number } | undefined => {
  let at = open.lineEnd + 1;
  while (at < limit) {
    const mark = text.indexOf(open.mark, at);
    if (mark === -1 || mark >= limit) return undefined;
    const lineEnd = closingEnd(text, mark, open);
    if (lineEnd !== -1) {
      const first = mark === 0 || text.charCodeAt(mark - 1) === NEWLINE;
      return { start: first ? mark : nearLineStart(text, mark), lineEnd };
    }
    at = lineEndAfter(text, mark) + 1;
  }
  return undefined;
};

/** Beginnings and ends of all fences, in pairs: two numbers each, for a message may be nothing but fences. */
export interface FenceBounds {
  readonly pairs: Int32Array;
  readonly count: number;
  /** The last one is never closed. */
  readonly open: boolean;
}

const grown = (pairs: Int32Array): Int32Array => {
  const larger = new Int32Array(pairs.length * 2);
  larger.set(pairs);
  return larger;
};

/** One pass over the marks. A mark that is not the first thing of its line is nothing, nor is the rest of that line. */
export const fenceBounds = (text: string): FenceBounds => {
  let pairs: Int32Array = new Int32Array(64);
  let count = 0;
  let at = 0;
  let ticks = text.indexOf('```');
  let tildes = text.indexOf('~~~');
  for (;;) {
    if (ticks !== -1 && ticks < at) ticks = text.indexOf('```', at);
    if (tildes !== -1 && tildes < at) tildes = text.indexOf('~~~', at);
    const mark = ticks === -1 || (tildes !== -1 && tildes < ticks) ? tildes : ticks;
    if (mark === -1) return { pairs, count, open: false };
    const open = openingAt(text, mark);
    if (open === undefined) {
      at = lineEndAfter(text, mark) + 1;
      continue;
    }
    const close = closingAfter(text, open);
    at = close === undefined ? text.length : Math.min(text.length, close.lineEnd + 1);
    if (count * 2 === pairs.length) pairs = grown(pairs);
    pairs[count * 2] = open.start;
    pairs[count * 2 + 1] = at;
    count += 1;
    if (close === undefined) return { pairs, count, open: true };
  }
};

/** The mark of the line that begins here. */
export const markOfLine = (text: string, start: number): number => {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === BACKTICK || code === TILDE) return at;
    at += 1;
  }
  return at;
};
