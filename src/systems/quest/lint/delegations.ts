// Where a workflow text tells its reader to start a role: the line that says so, and the items of the prompt below it.
import {
  type QuestDefinition,
  type QuestRole,
  type QuestSlot,
  roleNamed,
} from '../handoff/quest-contract.ts';
import { type Fence, indentOf, isBlank, type Line, type PromptDocument } from './document.ts';
import { itemOf } from './lint-inputs.ts';

/** An item of the list below a delegation that says something of its prompt. */
export interface PromptItem {
  readonly first: Line;
  readonly last: Line;
  readonly text: string;
  /** Where the text begins in the line. */
  readonly at: number;
}

export interface Delegation {
  readonly role: QuestRole;
  readonly slot: QuestSlot;
  readonly header: Line;
  readonly end: number;
  /** How far its list is indented. */
  readonly indent: number;
  readonly prompts: readonly PromptItem[];
  /** Fences below it. */
  readonly fences: readonly Fence[];
}

const TASK_TOOL = /Task tool with (?:the )?[`"'*]*([A-Za-z][\w-]*)[`"'*]* agent/;
const SUBAGENT = /subagent_type\s{0,4}[=:]\s{0,4}["'`]([\w-]+)/;
const INVOKE = /\*\*Invoke (?:the )?([A-Za-z][A-Za-z ]{0,30}):?\*\*/;
const PROMPT = /^\**(?:require the )?prompt\b/i;

const headerRole = (
  text: string,
  definition: QuestDefinition,
): { readonly role: QuestRole; readonly sure: boolean } | undefined => {
  const named = TASK_TOOL.exec(text)?.[1] ?? SUBAGENT.exec(text)?.[1];
  const invoked = INVOKE.exec(text)?.[1];
  const role =
    (named === undefined ? undefined : roleNamed(definition, named)) ??
    (invoked === undefined ? undefined : roleNamed(definition, invoked));
  return role === undefined ? undefined : { role, sure: named !== undefined };
};

/** Before this line the delegation ends. */
const blockEnd = ({ lines }: PromptDocument, header: Line): number => {
  const indent = indentOf(header.text);
  const isItem = itemOf(header.text) !== undefined;
  let last = header;
  for (let line = lines[header.index + 1]; line !== undefined; line = lines[line.index + 1]) {
    if (line.delimiter) break;
    if (isBlank(line)) continue;
    const deeper = indentOf(line.text) > indent;
    // Below a paragraph its list may stand as far to the left as it does.
    const listed = !isItem && indentOf(line.text) === indent && /^\s*[-*+•]\s/.test(line.text);
    if (!deeper && !listed) break;
    // What a fence holds may be indented as it likes.
    if (line.fence !== undefined) line = line.fence.close ?? lines.at(-1) ?? line;
    last = line;
  }
  return last.index + 1;
};

/** The last line that belongs to an item: what is below it and indented further. */
const lastOfItem = ({ lines }: PromptDocument, first: Line, end: number): Line => {
  const indent = indentOf(first.text);
  let last = first;
  for (
    let line = lines[first.index + 1];
    line !== undefined && line.index < end;
    line = lines[line.index + 1]
  ) {
    if (isBlank(line)) continue;
    if (line.fence === undefined && indentOf(line.text) <= indent) break;
    last = line;
  }
  return last;
};

const promptItems = (
  document: PromptDocument,
  header: Line,
  end: number,
): { readonly indent: number | undefined; readonly prompts: readonly PromptItem[] } => {
  const prompts: PromptItem[] = [];
  let indent: number | undefined;
  let next = header.index + 1;
  for (const line of document.lines.slice(next, end)) {
    if (line.index < next) continue;
    const item = line.fence === undefined ? itemOf(line.text) : undefined;
    if (item === undefined) continue;
    indent ??= indentOf(line.text);
    if (indentOf(line.text) !== indent || !PROMPT.test(item.text)) continue;
    const last = lastOfItem(document, line, end);
    prompts.push({ first: line, last, text: item.text, at: item.at });
    next = last.index + 1;
  }
  return { indent, prompts };
};

const fencesIn = ({ lines }: PromptDocument, from: number, end: number): Fence[] => [
  ...new Set(lines.slice(from, end).flatMap(({ fence }) => fence ?? [])),
];

/** A line of prose that speaks of one in passing is none. */
const isHeader = (text: string): boolean => {
  const plain = text.trim();
  return [':', ':*', ':**'].some((end) => plain.endsWith(end)) || /\b(?:use|invoke)\b/i.test(plain);
};

export const delegationsOf = (document: PromptDocument, definition: QuestDefinition): Delegation[] => {
  const { lines } = document;
  const headers = lines.flatMap((line) => {
    if (line.delimiter || line.fence !== undefined || !isHeader(line.text)) return [];
    const found = headerRole(line.text, definition);
    return found === undefined ? [] : [{ header: line, ...found }];
  });
  return headers.flatMap(({ header, role, sure }, place) => {
    const end = blockEnd(document, header);
    // One that holds others only leads to them.
    if ((headers[place + 1]?.header.index ?? lines.length) < end) return [];
    const { indent, prompts } = promptItems(document, header, end);
    const fences = fencesIn(document, header.index, end);
    if (!sure && prompts.length === 0) return [];
    const width = itemOf(header.text)?.at ?? indentOf(header.text);
    const slot = header.text.toLowerCase().includes('codex') ? 'codex' : 'claude';
    return [{ role, slot, header, end, indent: indent ?? width, prompts, fences }];
  });
};
