// Gates as sections of Markdown: a heading that names the gate, and lines that say what came of it.

import { isTime } from '../handoff/values.ts';
import { type GateState, stateOfWords } from './ledger-words.ts';

export interface Block {
  readonly gate: string;
  readonly title: string;
  readonly line: number;
  readonly fields: Map<string, string>;
}

const HEADING = /^#{2,4} +(?:Gate:? +)?(G\d{1,4}(?:\.\d{1,4})?)\b(.{0,400})/;
const LINE_CHARS_MAX = 2_000;
const KEY_CHARS_MAX = 40;

/** Undefined for headings of other sections. */
export const blockHeading = (line: string, number: number): Block | undefined => {
  const [, gate, title = ''] = HEADING.exec(line.slice(0, LINE_CHARS_MAX)) ?? [];
  return gate === undefined ? undefined : { gate, title, line: number, fields: new Map() };
};

/** `**Status:** ✅ PASSED` and `- Status: PASSED`. The last one counts. */
export const readBlockLine = (block: Block, line: string): void => {
  const colonAt = line.indexOf(':');
  if (colonAt <= 0 || colonAt > KEY_CHARS_MAX) return;
  const plain = line
    .slice(0, LINE_CHARS_MAX)
    .replaceAll('*', '')
    .replace(/^\s*-\s/, '')
    .trim();
  const colon = plain.indexOf(':');
  if (colon <= 0) return;
  const key = plain.slice(0, colon).toLowerCase();
  if (/^[a-z ]+$/.test(key)) block.fields.set(key, plain.slice(colon + 1).trim());
};

const AGENT_KEYS = ['agent', 'owner', 'approver', 'validator', 'executor', 'planner'];

export interface BlockEvent {
  readonly gate: string;
  readonly state: GateState;
  readonly at: string | null;
  readonly agent: string | null;
  readonly notes: string;
  readonly line: number;
  readonly notation: 'block';
}

/** Undefined when the section does not say what came of the gate. */
export const blockEvent = ({ gate, title, line, fields }: Block): BlockEvent | undefined => {
  const state = stateOfWords(fields.get('decision') ?? fields.get('status') ?? '');
  if (state === undefined) return undefined;
  const time = fields.get('timestamp') ?? fields.get('completed') ?? '';
  const agent = AGENT_KEYS.map((key) => fields.get(key)).find((name) => name !== undefined);
  const notes = `${fields.get('task') ?? ''} ${title} ${fields.get('notes') ?? ''}`.trim();
  return {
    gate,
    state,
    at: isTime(time) ? time : null,
    agent: agent ?? null,
    notes,
    line,
    notation: 'block',
  };
};
