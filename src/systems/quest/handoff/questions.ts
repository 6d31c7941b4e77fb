// The questions to a person: they stand as plain text above the block.

import { isQuoted, type Message } from '../../../handoffs/message.ts';
import type { Handoff } from '../../../model/handoff.ts';
import { TEXT_CHARS_MAX } from '../../../model/limits/limits.ts';
import { clip } from '../../../std/terminal-text.ts';
import { lineEndAfter } from '../../../text/fences.ts';
import { readableLine } from './readable-line.ts';

/** Questions are asked at the end of a message, not in all that was said before. */
const ABOVE_CHARS_MAX = 32 * 1024;
export const QUESTIONS_MAX = 50;

const ITEM = /^\s*(?:[-*+•‣◦]|\d{1,9}[.)])\s+/;
const LABEL = /^(?:\*\*|__)?Q(?:uestion)?\s?\d{1,3}\s?[:.)-](?:\*\*|__)?\s*/i;
const HEADING = /^(?:#{1,6}\s+)?(?:\*\*|__)?(?:[\w-]+\s){0,3}questions?\b[^?]{0,60}$/i;
const ASKS = /[?\uff1f][)\]"'*_`\u201d\u2019\s]*$/;
const ASKS_WITH_NOTE = /[?\uff1f][*_]{0,3}\s+\([^()]*\)\.?$/;

export const QUESTIONS_HEADING = 'Questions:';

interface Asked {
  readonly texts: string[];
  /** A sentence that may go on. */
  open: string;
  listed: boolean;
}

const isUnfinished = (text: string): boolean => !/[.!?:;\uff1f\u3002]["')*_`]*$/.test(text);

const asks = (text: string): boolean => ASKS.test(text) || ASKS_WITH_NOTE.test(text);

const readItem = (line: string, asked: Asked): void => {
  const text = line.replace(ITEM, '').replace(LABEL, '').trim();
  if (text !== '' && (asked.listed || /[?\uff1f]/.test(text))) asked.texts.push(text);
  asked.open = '';
};

const readProse = (line: string, asked: Asked): void => {
  const labelled = LABEL.test(line);
  const text = line.replace(LABEL, '').trim();
  const sentence = asked.open === '' || labelled ? text : `${asked.open} ${text}`;
  asked.open = '';
  if (HEADING.test(line) && !asks(line)) {
    asked.listed = true;
    return;
  }
  if (asks(sentence) || (labelled && text !== '')) asked.texts.push(sentence);
  else if (isUnfinished(text)) asked.open = sentence.length > TEXT_CHARS_MAX ? '' : sentence;
  if (!labelled) asked.listed = false;
};

const readAbove = (message: Message, from: number, to: number): string[] => {
  const asked: Asked = { texts: [], open: '', listed: false };
  const { text } = message;
  for (let at = from; at < to; ) {
    const fence = message.fenceAt(at);
    const lineEnd = Math.min(to, lineEndAfter(text, at));
    const line = readableLine(text.slice(at, lineEnd)).text.trimEnd();
    if (fence !== undefined || line.trim() === '' || isQuoted(line)) asked.open = '';
    else if (ITEM.test(line)) readItem(line, asked);
    else readProse(line.trim(), asked);
    at = fence === undefined ? lineEnd + 1 : Math.max(lineEnd + 1, fence.end);
  }
  return asked.texts;
};

/** Lines that ask, and the items of a list that is headed as questions. */
export const questionsAbove = (message: Message, end: number): Handoff['questions'] => {
  const { text } = message;
  const near = Math.max(0, end - ABOVE_CHARS_MAX);
  const from = near === 0 ? 0 : Math.min(end, lineEndAfter(text, near) + 1);
  return readAbove(message, from, end)
    .slice(-QUESTIONS_MAX)
    .map((question, index) => ({
      id: `q${index + 1}`,
      text: clip(question, TEXT_CHARS_MAX),
      blocking: true,
    }));
};
