// The collective's older form, still valid: a summary in Markdown that ends with `**Next Agent:** name`. And the text
// around a block, which is the summary that the block belongs to.

import { isQuoted, type Message } from '../../../handoffs/message.ts';
import { TEXT_CHARS_MAX } from '../../../model/limits/limits.ts';
import { plainText } from '../../../std/terminal-text.ts';
import { headingOf } from '../../../text/markdown.ts';
import { type AgentRead, readAgent } from './agent-name.ts';
import { lineStartAt } from './blocks.ts';
import { type CollectiveStatus, withoutMarks } from './words.ts';

/** Lines of text behind the handoff that are still its end. */
export const TRAILING_LINES_MAX = 10;
const LABEL_CHARS_MAX = 300;
const SPACE = 32;
const LABEL = /^[\s*+\-#•_`]*next[ _-]?agent[\s*_`"]*[:\uff1a][\s*_`]*/i;
const BOLD = /^[\s\-+#•*]*(?:\*\*|__)/;

export interface NextAgent {
  readonly start: number;
  readonly end: number;
  /** Where the name begins. */
  readonly valueAt: number;
  readonly value: string;
  readonly agent: AgentRead;
  /** It stands out as a field does; plain text that begins like one may be a sentence. */
  readonly bold: boolean;
}

const nextAgentIn = (line: string, start: number): NextAgent | undefined => {
  if (!/agent/i.test(line.slice(0, LABEL_CHARS_MAX)) || isQuoted(line.slice(0, LABEL_CHARS_MAX)))
    return undefined;
  const head = line.slice(0, LABEL_CHARS_MAX);
  const label = LABEL.exec(head) ?? LABEL.exec(withoutMarks(head));
  if (label === null) return undefined;
  const value = withoutMarks(head)
    .slice(LABEL.exec(withoutMarks(head))?.[0].length ?? 0)
    .trim();
  return {
    start,
    end: start + line.length,
    valueAt: start + Math.min(label[0].length, Math.max(0, line.length - 1)),
    value,
    agent: value === '' ? { fault: 'not-text', decorated: false } : readAgent(value, false, false),
    bold: BOLD.test(withoutMarks(head)),
  };
};

export interface FoundSummary {
  readonly next: NextAgent;
  /** The first line of text behind it, and how many there are. */
  readonly trailingAt: number | undefined;
}

/** A line in a fence is the sender's own only if the fence ends the message, or begins with it and never ends. */
const isOwn = (message: Message, next: NextAgent): boolean => {
  const fence = message.fenceAt(next.start);
  if (fence === undefined) return true;
  if (!fence.closed) return message.text.slice(fence.bodyStart, next.start).trim() === '';
  return fence.endsMessage;
};

const isFenceLine = (line: string): boolean =>
  /^\s*(?:`{3,}|~{3,})[^`]*$/.test(line.slice(0, LABEL_CHARS_MAX));

/** Where the text ends that stands before this place, white space left out. */
const textEnd = (text: string, before: number): number => {
  let end = before;
  while (end > 0 && text.charCodeAt(end - 1) <= SPACE) end -= 1;
  return end;
};

/** From the end upwards: beyond the lines that may follow it is no longer the end of the message. */
export const findSummary = (message: Message): FoundSummary | undefined => {
  const { text } = message;
  let trailing = 0;
  let trailingAt: number | undefined;
  let closing = 0;
  for (let end = textEnd(text, text.length); end > 0 && trailing <= TRAILING_LINES_MAX; ) {
    const start = lineStartAt(text, end);
    const line = text.slice(start, end);
    const next = nextAgentIn(line, start);
    if (next !== undefined && (next.bold || next.agent.fault === undefined) && isOwn(message, next))
      return { next, trailingAt };
    // The line that closes a fence around it all is no text.
    if (closing === 0 && isFenceLine(line)) closing += 1;
    else [trailing, trailingAt] = [trailing + 1, start];
    end = textEnd(text, start);
  }
  return undefined;
};

interface Lines {
  readonly kept: string;
  readonly headings: readonly string[];
  readonly next: NextAgent | undefined;
}

/** The text of a part of a message without its headings, its fences and the line that names the next agent. */
const linesOf = (text: string, from: number, to: number): Lines => {
  let start = Math.max(from, to - TEXT_CHARS_MAX);
  if (start > from) {
    const newline = text.indexOf('\n', start);
    start = newline === -1 || newline >= to ? start : newline + 1;
  }
  const kept: string[] = [];
  const headings: string[] = [];
  let next: NextAgent | undefined;
  for (let at = start; at < to; ) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 || newline > to ? to : newline;
    const line = text.slice(at, end);
    const found = nextAgentIn(line, at);
    const heading = headingOf(withoutMarks(line));
    if (found !== undefined && (found.bold || found.agent.fault === undefined)) next = found;
    else if (heading !== undefined) headings.push(heading.title);
    else if (!isFenceLine(line)) kept.push(line);
    at = end + 1;
  }
  return { kept: plainText(kept.join('\n')).replaceAll('\ufeff', '').trim(), headings, next };
};

export interface Surroundings {
  readonly summary: string | null;
  /** What the summary itself says of the next agent. */
  readonly next: NextAgent | undefined;
}

/** The summary that stands above a block. */
export const surroundingsOf = (text: string, from: number, to: number): Surroundings => {
  const { kept, next } = linesOf(text, from, to);
  return { summary: kept === '' ? null : kept, next };
};

const HEADING_STATUSES: readonly (readonly [RegExp, CollectiveStatus])[] = [
  [/\bfail(?:ed|ure)?\W*$/i, 'failed'],
  [/\bblocked\W*$/i, 'blocked'],
  [/\bin[ _-]progress\W*$/i, 'in_progress'],
  [/\b(?:pending|not started)\W*$/i, 'pending'],
  [/\bretry(?:ing)?\W*$/i, 'retry'],
];

const HEADING_END_CHARS = 40;

/** The whole summary in Markdown, and the status that its last heading ends with: complete where it says no other. */
export const readSummary = (
  text: string,
  { next }: FoundSummary,
): { summary: string | null; status: CollectiveStatus } => {
  const above = linesOf(text, 0, next.start);
  const below = linesOf(text, Math.min(next.end + 1, text.length), text.length);
  const kept = [above.kept, below.kept].filter((part) => part !== '').join('\n\n');
  const title = above.headings.at(-1)?.slice(-HEADING_END_CHARS) ?? '';
  const status = HEADING_STATUSES.find(([pattern]) => pattern.test(title))?.[1] ?? 'complete';
  return { summary: kept === '' ? null : kept, status };
};
