// The blocks that a prompt shows as what to end with: the marker and the four lines, or what was made of them.
import { QUEST_FIELDS, QUEST_MARKER, type QuestField } from '../handoff/quest-contract.ts';
import { indentOf, isBlank, type PromptDocument } from './document.ts';

export interface StatedField {
  readonly index: number;
  /** Where the value begins in the line. */
  readonly at: number;
  readonly value: string;
  /** Lines that belong to it, its own included. */
  readonly end: number;
  /** The key stands there exactly as it should. */
  readonly plain: boolean;
}

export interface StatedBlock {
  readonly marker: number;
  /** The marker is written exactly. */
  readonly exact: boolean;
  readonly fields: ReadonlyMap<QuestField, readonly StatedField[]>;
  /** A line such as `---` that closes it. */
  readonly terminator: number | undefined;
  /** All on the marker's own line. */
  readonly oneLine: boolean;
  readonly end: number;
}

const MARKER = /^-{3,}\s*HANDOFF\s*-{3,}/i;
const TERMINATOR = /^-{3,}(?:\s*END[\s_]*(?:HANDOFF)?\s*-{3,})?$/i;
/** A longer line is no mere end. */
const TERMINATOR_CHARS_MAX = 40;
const DECORATION = /^(?:[-*•]\s+)?[*_`]*/;

const isTerminator = (text: string): boolean => text.length <= TERMINATOR_CHARS_MAX && TERMINATOR.test(text);

/** `KEY: value`, with or without the decoration that models put around it. */
const fieldOf = (text: string): { field: QuestField; at: number; plain: boolean } | undefined => {
  const indent = text.length - text.trimStart().length;
  const decoration = DECORATION.exec(text.slice(indent))?.[0].length ?? 0;
  const begin = indent + decoration;
  const colon = text.indexOf(':', begin);
  if (colon === -1 || colon - begin > 20) return undefined;
  const key = text.slice(begin, colon).replaceAll(/[*_`\s]/g, '');
  const field = QUEST_FIELDS.find((one) => one === key.toUpperCase());
  if (field === undefined) return undefined;
  const value = text.slice(colon + 1);
  const plain = decoration === 0 && text.slice(begin, colon) === field && !value.startsWith('**');
  return { field, at: colon + 1 + (value.length - value.trimStart().length), plain };
};

/** Where the block's lines stop at the latest. */
const limitOf = (document: PromptDocument, marker: number): number => {
  const { lines, fences } = document;
  const fence = lines[marker]!.fence;
  return (fence === undefined ? undefined : fences[fence]?.close) ?? lines.length;
};

const blockAt = (document: PromptDocument, marker: number, limit: number): StatedBlock => {
  const { lines } = document;
  const { fence, text: marked } = lines[marker]!;
  const fields = new Map<QuestField, StatedField[]>();
  const text = marked.trim();
  const rest = text.slice(MARKER.exec(text)![0].length);
  const exact = text === QUEST_MARKER;
  let terminator: number | undefined;
  let last: { list: StatedField[]; field: StatedField } | undefined;
  let index = marker + 1;
  for (; index < limit; index += 1) {
    const line = lines[index]!;
    if (line.delimiter || MARKER.test(line.text.trim())) break;
    if (isTerminator(line.text.trim())) {
      terminator = index;
      index += 1;
      break;
    }
    const found = fieldOf(line.text);
    if (found !== undefined) {
      const field = {
        index,
        at: found.at,
        value: line.text.slice(found.at).trim(),
        end: index + 1,
        plain: found.plain,
      };
      const list = fields.get(found.field) ?? [];
      fields.set(found.field, list);
      list.push(field);
      last = { list, field };
    } else if (isBlank(line)) {
      if (fence === undefined) break;
    } else if (last !== undefined && continues(line.text, marked)) {
      // Further artifacts, each on a line of its own.
      const longer = { ...last.field, value: `${last.field.value}, ${bare(line.text)}`, end: index + 1 };
      last.list[last.list.length - 1] = longer;
      last.field = longer;
    } else if (fence === undefined) break;
  }
  return { marker, exact, fields, terminator, oneLine: rest.trim() !== '', end: index };
};

const continues = (text: string, marked: string): boolean =>
  indentOf(text) > indentOf(marked) || /^[-*•]\s/.test(text.trimStart());

const bare = (text: string): string => text.trim().replace(/^[-*•]\s+/, '');

/** A line that is the marker alone, or the marker with the fields behind it. */
const isMarker = (text: string): boolean => {
  const trimmed = text.trim();
  const mark = MARKER.exec(trimmed)?.[0];
  if (mark === undefined) return false;
  const rest = trimmed.slice(mark.length);
  return rest === '' || (rest.startsWith(' ') && rest.includes('STATUS:'));
};

export const statedBlocks = (document: PromptDocument): StatedBlock[] => {
  const blocks: StatedBlock[] = [];
  for (let index = 0; index < document.lines.length; index += 1) {
    const line = document.lines[index]!;
    if (
      line.text.length < QUEST_MARKER.length ||
      line.delimiter ||
      index < (blocks.at(-1)?.end ?? 0) ||
      !isMarker(line.text)
    )
      continue;
    blocks.push(blockAt(document, index, limitOf(document, index)));
  }
  return blocks;
};
