// Where the YAML blocks of a message stand. Lines decide, not Markdown's nesting: an outer fence that nobody closed,
// which the collective's own documents have, must not hide the block inside of it. One pass, whatever the text.
import { HANDOFF_YAML_BYTES_MAX } from '../../../model/limits/limits.ts';
import { KNOWN_KEYS, REQUIRED_KEYS, tidyKey, withoutMarks } from './words.ts';

export interface Block {
  /** Where the line of the opening fence begins. */
  readonly fence: number;
  /** Where its text begins and ends. */
  readonly start: number;
  readonly end: number;
  /** Where the text goes on after the closing fence. */
  readonly after: number;
  readonly closed: boolean;
}

interface FenceLine {
  readonly start: number;
  readonly next: number;
  readonly mark: string;
  readonly indent: number;
  /** It begins an item of a list, which a closing one never does. */
  readonly inList: boolean;
  readonly info: string;
}

/** What may stand before a fence or a key: indentation and the marks of lists. More is no such line. */
const LEAD_CHARS_MAX = 200;
const LEAD = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*$/;

export const lineStartAt = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;

export const lineEndAt = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
};

/** What stands before a mark, or undefined where that is text or a quotation. */
const leadOf = (text: string, start: number, at: number): string | undefined => {
  if (at === start) return '';
  if (at - start > LEAD_CHARS_MAX) return undefined;
  const lead = withoutMarks(text.slice(start, at));
  return LEAD.test(lead) ? lead : undefined;
};

const runEnd = (text: string, at: number): number => {
  let end = at;
  while (text.charCodeAt(end) === text.charCodeAt(at)) end += 1;
  return end;
};

const fenceLineAt = (text: string, at: number, end: number, lineEnd: number): FenceLine | undefined => {
  const start = lineStartAt(text, at);
  const lead = leadOf(text, start, at);
  if (lead === undefined) return undefined;
  const info = withoutMarks(text.slice(end, Math.min(lineEnd, end + LEAD_CHARS_MAX))).trim();
  if (text[at] === '`' && info.includes('`')) return undefined;
  const next = Math.min(lineEnd + 1, text.length);
  return { start, next, mark: text.slice(at, end), indent: lead.length, inList: lead.trim() !== '', info };
};

const PIECE_CHARS = 64 * 1024;

/** Piece by piece, so that a text of many megabytes goes through memory once for both marks. */
const hasFence = (text: string): boolean => {
  for (let from = 0; from < text.length; from += PIECE_CHARS) {
    // A mark may stand across the end of a piece.
    const piece = text.slice(from, from + PIECE_CHARS + 2);
    if (piece.includes('```') || piece.includes('~~~')) return true;
  }
  return false;
};

/** A message may be nothing but marks: those without a word are passed over while they have nothing to close. */
function* fenceLines(text: string, isOpen: () => boolean): Generator<FenceLine> {
  if (!hasFence(text)) return;
  let ticks = text.indexOf('```');
  let tildes = text.indexOf('~~~');
  while (ticks !== -1 || tildes !== -1) {
    const at = ticks === -1 || (tildes !== -1 && tildes < ticks) ? tildes : ticks;
    const end = runEnd(text, at);
    const lineEnd = lineEndAt(text, end);
    const line = end === lineEnd && !isOpen() ? undefined : fenceLineAt(text, at, end, lineEnd);
    if (line !== undefined) yield line;
    if (ticks !== -1 && ticks < lineEnd) ticks = text.indexOf('```', lineEnd);
    if (tildes !== -1 && tildes < lineEnd) tildes = text.indexOf('~~~', lineEnd);
  }
}

const isYaml = (info: string): boolean => /^\{?\.?ya?ml\b/i.test(info);

const CLOSING_INDENT_MAX = 3;

const closes = (line: FenceLine, open: FenceLine): boolean =>
  line.info === '' &&
  !line.inList &&
  line.mark[0] === open.mark[0] &&
  line.mark.length >= open.mark.length &&
  line.indent <= open.indent + CLOSING_INDENT_MAX;

/** Every block with the tag `yaml`, in order. One that a further one begins inside of was never closed. */
export function* yamlBlocks(text: string): Generator<Block> {
  let open: FenceLine | undefined;
  const ended = ({ start, next }: FenceLine, end: number, after: number, closed: boolean): Block => ({
    fence: start,
    start: next,
    end,
    after,
    closed,
  });
  for (const line of fenceLines(text, () => open !== undefined)) {
    if (isYaml(line.info)) {
      // Deeper than a fence may stand it is text of a value.
      if (open !== undefined && line.indent > open.indent + CLOSING_INDENT_MAX) continue;
      if (open !== undefined) yield ended(open, line.start, line.start, false);
      open = line;
    } else if (open !== undefined && closes(line, open)) {
      yield ended(open, line.start, line.next, true);
      open = undefined;
    }
  }
  if (open !== undefined) yield ended(open, text.length, text.length, false);
}

/** A longer mark than that of a block, which only wraps what has fences of its own. */
const OUTER_MARKS_MIN = 4;

/**
 * Fences around fences that are closed before the message ends: what is inside of them is shown, not said. One that nobody closes
 * hides nothing, and neither does one that is the end of the message.
 */
export const examplesIn = (text: string): readonly Pick<Block, 'start' | 'end'>[] => {
  const found: { readonly start: number; readonly end: number }[] = [];
  let outer: FenceLine | undefined;
  for (const line of fenceLines(text, () => true)) {
    if (outer === undefined) {
      if (line.mark.length >= OUTER_MARKS_MIN && !isYaml(line.info)) outer = line;
    } else if (closes(line, outer)) {
      if (text.slice(line.next).trim() !== '') found.push({ start: outer.start, end: line.next });
      outer = undefined;
    }
  }
  return found;
};

const KEY_CHARS_MAX = 40;

/** The key that a line begins with. */
const keyOf = (line: string): string | undefined => {
  const head = line.slice(0, KEY_CHARS_MAX);
  const colon = head.search(/[:\uff1a]/);
  return colon <= 0 ? undefined : tidyKey(head.slice(0, colon));
};

interface Line {
  readonly start: number;
  readonly indent: number;
  readonly head: string;
}

const isContent = (head: string): boolean => head !== '' && !/^(?:#|%|---|\.\.\.)/.test(head);

function* contentLines(text: string, start: number, end: number): Generator<Line> {
  for (let at = start; at < end; ) {
    const lineEnd = Math.min(lineEndAt(text, at), end);
    const raw = withoutMarks(text.slice(at, Math.min(lineEnd, at + LEAD_CHARS_MAX)));
    const head = raw.trim();
    if (isContent(head)) yield { start: at, indent: raw.length - raw.trimStart().length, head };
    at = lineEnd + 1;
  }
}

export type Root = 'handoff' | 'keys';

/**
 * What stands at the root of a text of YAML, by its lines alone, so that a broken one is known for what it was to be:
 * the key `handoff`, or the required keys without it. Where nothing closes the text it must begin with that: what is
 * further down may be anything.
 */
export const rootOf = (
  text: string,
  { start, end, closed }: Pick<Block, 'start' | 'end' | 'closed'>,
): Root | undefined => {
  if (end - start < 'handoff:'.length) return undefined;
  let indent: number | undefined;
  const seen = new Set<string>();
  // A longer one is refused, whatever stands further down.
  const read = Math.min(end, start + HANDOFF_YAML_BYTES_MAX);
  for (const line of contentLines(text, start, read)) {
    const first = indent === undefined;
    indent ??= line.indent;
    if (first && /^\{\s*["']?handoff["']?\s*:/i.test(line.head)) return 'handoff';
    if (line.indent > indent) continue;
    const key = keyOf(line.head);
    if (key === 'handoff') return 'handoff';
    if (key !== undefined && KNOWN_KEYS.includes(key)) seen.add(key);
    else if (first && !closed) return undefined;
  }
  return REQUIRED_KEYS.every((key) => seen.has(key)) ? 'keys' : undefined;
};

export interface NearMiss {
  readonly offset: number;
  readonly quoted: boolean;
}

/** A block that is no block is looked for near the end alone: further up it is an example. */
const NEAR_CHARS_MAX = 64 * 1024;
const LOOKS_MAX = 64;
const LINES_AFTER_MAX = 12;

const keysBelow = (text: string, from: number): Set<string> => {
  const keys = new Set<string>();
  for (
    let at = lineEndAt(text, from) + 1, lines = 0;
    at < text.length && lines < LINES_AFTER_MAX;
    lines += 1
  ) {
    const end = lineEndAt(text, at);
    const head = text.slice(at, Math.min(end, at + LEAD_CHARS_MAX)).replace(/^[\s>*+-]*/, '');
    keys.add(keyOf(head) ?? '');
    at = end + 1;
  }
  return keys;
};

/** The last place that looks like a block and is none: in a quotation, in a fence without the tag, or in no fence. */
export const nearMiss = (text: string): NearMiss | undefined => {
  const base = Math.max(0, text.length - NEAR_CHARS_MAX);
  const near = text.slice(base);
  let at = near.lastIndexOf('handoff:');
  for (let looks = 0; at !== -1 && looks < LOOKS_MAX; looks += 1) {
    const start = lineStartAt(near, at);
    const lead = at - start > LEAD_CHARS_MAX ? undefined : withoutMarks(near.slice(start, at));
    if (lead !== undefined && /^[\s>*+-]*$/.test(lead)) {
      const keys = keysBelow(near, at);
      if (REQUIRED_KEYS.filter((key) => keys.has(key)).length >= 2)
        return { offset: base + at, quoted: lead.includes('>') };
    }
    at = start === 0 ? -1 : near.lastIndexOf('handoff:', start - 1);
  }
  return undefined;
};
