// A block in a message is text, written by a model: colours, special spaces, an unquoted `@name`, bold keys. This makes
// YAML of it, line by line, and remembers where each character came from, so that problems point into the message.
import { KNOWN_KEYS, ON_FAILURE_KEYS, tidyKey } from './words.ts';

/** A line with the column, from 0, that each of its characters had. */
interface Traced {
  readonly text: string;
  readonly columns: readonly number[];
}

export interface Repair {
  /** The line in the block, from 0, and the column in it, from 0. */
  readonly line: number;
  readonly column: number;
  readonly what: string;
}

export interface Repaired {
  readonly text: string;
  readonly repairs: readonly Repair[];
  /** The column in the message of a column in the repaired text, both from 0. */
  readonly columnOf: (line: number, column: number) => number;
}

const KEYS: readonly string[] = [...KNOWN_KEYS, ...ON_FAILURE_KEYS, 'handoff'];
const COLOUR = /\u001b\[[0-?]*[ -/]*[@-~]/y;
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;
const SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;

/** Without colours and marks of no width; special spaces and the tabs of an indentation become plain ones. */
const cleaned = (line: string): Traced => {
  const text: string[] = [];
  const columns: number[] = [];
  let indentation = true;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at]!;
    if (char === '\u001b') {
      COLOUR.lastIndex = at;
      at += (COLOUR.exec(line)?.[0].length ?? 1) - 1;
    } else if (!INVISIBLE.test(char)) {
      const kept = SPACE.test(char) ? ' ' : indentation && char === '\t' ? '  ' : char;
      if (kept !== ' ' && kept !== '  ') indentation = false;
      for (const part of kept) {
        text.push(part);
        columns.push(at);
      }
    }
  }
  return { text: text.join(''), columns };
};

const replaced = (line: Traced, from: number, to: number, by: string): Traced => {
  const column = line.columns[from] ?? (line.columns.at(-1) ?? -1) + 1;
  return {
    text: line.text.slice(0, from) + by + line.text.slice(to),
    columns: line.columns.slice(0, from).concat(
      Array.from({ length: by.length }, () => column),
      line.columns.slice(to),
    ),
  };
};

interface Parts {
  readonly keyFrom: number;
  readonly colon: number;
  readonly key: string;
  readonly valueFrom: number;
}

const KEY_CHARS_MAX = 60;

/** Where the key, the colon and the value of a line stand. */
const partsOf = (text: string): Parts | undefined => {
  const keyFrom = /^\s*(?:[-*+]\s+)*/.exec(text)![0].length;
  const head = text.slice(keyFrom, keyFrom + KEY_CHARS_MAX);
  const colon = head.search(/[:\uff1a]/);
  if (colon <= 0) return undefined;
  const key = tidyKey(head.slice(0, colon));
  if (!/^[a-z][a-z0-9_]*$/.test(key)) return undefined;
  let valueFrom = keyFrom + colon + 1;
  // The second half of `**key:** value` belongs to the key.
  const closing = /^[*`_"']+(?=\s|$)/.exec(text.slice(valueFrom, valueFrom + 8));
  const opened = /^[*`_"']/.test(head);
  if (closing !== null && opened) valueFrom += closing[0].length;
  return { keyFrom, colon: keyFrom + colon, key, valueFrom };
};

const isKnown = (key: string): boolean => KEYS.includes(key);

/** The key in plain letters, one colon, one space; only for keys that are known, since others may be text. */
const withPlainKey = (line: Traced, parts: Parts): Traced => {
  const source = line.text.slice(parts.keyFrom, parts.valueFrom);
  const bullet = line.text.slice(0, parts.keyFrom);
  const spaced = /^\s|^$/.test(line.text.slice(parts.valueFrom, parts.valueFrom + 1));
  const quoted = /^(["'])\w+\1:$/.test(source);
  if (!isKnown(parts.key) && !line.text.slice(parts.colon, parts.colon + 1).startsWith('\uff1a')) return line;
  const plain = quoted
    ? source
    : `${source
        .slice(0, parts.colon - parts.keyFrom)
        .replace(/[*`]/g, '')
        .trim()}:`;
  const wanted = spaced ? plain : `${plain} `;
  const keyed = wanted === source ? line : replaced(line, parts.keyFrom, parts.valueFrom, wanted);
  // A bullet of Markdown that YAML does not know.
  const star = bullet.search(/[*+]/);
  return star === -1 ? keyed : replaced(keyed, star, star + 1, ' ');
};

/** Where a comment begins, or the end. */
const commentAt = (text: string, from: number): number => {
  const found = text.slice(from).search(/\s#/);
  return found === -1 ? text.length : from + found;
};

/** The offset after the quotation mark that ends what begins at `from`, or -1. */
const quoteEnd = (text: string, from: number): number => {
  const mark = text[from]!;
  for (let at = from + 1; at < text.length; at += 1) {
    if (mark === '"' && text[at] === '\\') at += 1;
    else if (text[at] === mark) {
      if (mark === "'" && text[at + 1] === "'") at += 1;
      else return at + 1;
    }
  }
  return -1;
};

/** The offset after the bracket that ends what begins at `from`, or -1. */
const flowEnd = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '"' || char === "'") {
      const end = quoteEnd(text, at);
      if (end === -1) return -1;
      at = end - 1;
    } else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
};

const isEmptyOrComment = (text: string): boolean => /^\s*(?:#|$)/.test(text);

/** Whether YAML would not take the value as it stands, although there is but one way to read it. */
const needsQuotes = (text: string, from: number): boolean => {
  const first = text[from]!;
  if (/[@`%]/.test(first) || text.startsWith('**', from)) return true;
  if (first === '"' || first === "'") {
    const end = quoteEnd(text, from);
    return end !== -1 && !isEmptyOrComment(text.slice(end));
  }
  if (first === '[' || first === '{') {
    const end = flowEnd(text, from);
    return end !== -1 && !isEmptyOrComment(text.slice(end));
  }
  return !/[&*|>!]/.test(first) && /:\s/.test(text.slice(from, commentAt(text, from)));
};

/** Names in a list or mapping on one line: `[@a, @b]`. */
const withQuotedNames = (line: Traced, from: number): Traced => {
  if (!/[[{,:]\s*@/.test(line.text.slice(from))) return line;
  const text: string[] = [line.text.slice(0, from)];
  const columns = line.columns.slice(0, from);
  const push = (part: string, column: number | undefined): void => {
    text.push(part);
    for (let i = 0; i < part.length; i += 1) columns.push(column === undefined ? 0 : column);
  };
  let before = '';
  for (let at = from; at < line.text.length; at += 1) {
    const char = line.text[at]!;
    const end = char === '"' || char === "'" ? quoteEnd(line.text, at) : -1;
    const name =
      char === '@' && /[[{,:]/.test(before) ? /^@[^\s,\]}]*/.exec(line.text.slice(at, at + 300))![0] : '';
    if (name !== '') push(JSON.stringify(name), line.columns[at]);
    else if (end !== -1) for (let i = at; i < end; i += 1) push(line.text[i]!, line.columns[i]);
    else push(char, line.columns[at]);
    if (name !== '') at += name.length - 1;
    else if (end !== -1) at = end - 1;
    if (char.trim() !== '') before = name !== '' || end !== -1 ? '"' : char;
  }
  return { text: text.join(''), columns };
};

const withQuotedValue = (line: Traced): Traced => {
  const parts = partsOf(line.text);
  const bulleted = /^\s*(?:-\s+)+/.exec(line.text)?.[0].length;
  const start = parts?.valueFrom ?? bulleted;
  if (start === undefined) return line;
  const from = start + /^\s*/.exec(line.text.slice(start))![0].length;
  if (from >= line.text.length || line.text[from] === '#') return line;
  if (needsQuotes(line.text, from)) {
    const whole = line.text.slice(from, commentAt(line.text, from)).trimEnd();
    return replaced(line, from, from + whole.length, JSON.stringify(whole));
  }
  return /[[{]/.test(line.text[from]!) ? withQuotedNames(line, from) : line;
};

/** The indicator of a text value stands at the end of its line. */
const LINE_END_CHARS = 80;
const BLOCK_TEXT = /(?:^|[:\s-])[|>][-+]?\d?[-+]?\s*(?:#.*)?$/;

const indentOf = (text: string): number => text.length - text.trimStart().length;

const repairedLine = (line: string): Traced => {
  const clean = cleaned(line);
  const parts = partsOf(clean.text);
  return withQuotedValue(parts === undefined ? clean : withPlainKey(clean, parts));
};

/** The block as YAML, with what was changed. Text in `|` and `>` values stays as it is. */
export const repairBlock = (block: string): Repaired => {
  const repairs: Repair[] = [];
  const traced = new Map<number, readonly number[]>();
  let textBelow: number | undefined;
  const lines = block.split('\n').map((raw, index) => {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (textBelow !== undefined && (line.trim() === '' || indentOf(line) > textBelow)) return line;
    textBelow = undefined;
    const fixed = repairedLine(line);
    if (BLOCK_TEXT.test(fixed.text.slice(-LINE_END_CHARS))) textBelow = indentOf(fixed.text);
    if (fixed.text === line) return line;
    const first = fixed.columns.findIndex((column, at) => column !== at || fixed.text[at] !== line[at]);
    const column = first === -1 ? line.length : fixed.columns[first]!;
    repairs.push({ line: index, column, what: fixed.text.trim() });
    traced.set(index, fixed.columns);
    return fixed.text;
  });
  const columnOf = (line: number, column: number): number => {
    const columns = traced.get(line);
    if (columns === undefined) return column;
    return columns[column] ?? (columns.at(-1) ?? -1) + 1;
  };
  return { text: lines.join('\n'), repairs, columnOf };
};
