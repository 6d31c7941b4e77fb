// Where a workflow text tells its reader to start a role: the line that says so, and the items of the prompt below it.
import {
  type QuestDefinition,
  type QuestRole,
  type QuestSlot,
  roleNamed,
} from '../handoff/quest-contract.ts';
import { indentOf, isBlank, type PromptDocument } from './document.ts';
import { itemOf } from './lint-inputs.ts';

/** An item of the list below a delegation that says something of its prompt. */
export interface PromptItem {
  readonly from: number;
  readonly end: number;
  readonly text: string;
  /** Where the text begins in the line. */
  readonly at: number;
}

export interface Delegation {
  readonly role: QuestRole;
  readonly slot: QuestSlot;
  readonly header: number;
  readonly end: number;
  /** How far its list is indented. */
  readonly indent: number;
  readonly prompts: readonly PromptItem[];
  /** Fences below it, by their place in the document. */
  readonly fences: readonly number[];
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
const blockEnd = ({ lines, fences }: PromptDocument, header: number): number => {
  const { text } = lines[header]!;
  const indent = indentOf(text);
  const isItem = itemOf(text) !== undefined;
  let end = header + 1;
  for (let index = header + 1; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (line.delimiter) break;
    if (isBlank(line)) continue;
    const deeper = indentOf(line.text) > indent;
    // Below a paragraph its list may stand as far to the left as it does.
    const listed = !isItem && indentOf(line.text) === indent && /^\s*[-*+•]\s/.test(line.text);
    if (!deeper && !listed) break;
    // What a fence holds may be indented as it likes.
    if (line.fence !== undefined) index = fences[line.fence]!.close ?? lines.length - 1;
    end = index + 1;
  }
  return end;
};

const promptItems = (
  { lines }: PromptDocument,
  header: number,
  end: number,
): { readonly indent: number | undefined; readonly prompts: readonly PromptItem[] } => {
  const prompts: PromptItem[] = [];
  let indent: number | undefined;
  for (let index = header + 1; index < end; index += 1) {
    const line = lines[index]!;
    const item = line.fence === undefined ? itemOf(line.text) : undefined;
    if (item === undefined) continue;
    indent ??= indentOf(line.text);
    if (indentOf(line.text) !== indent || !PROMPT.test(item.text)) continue;
    let last = index + 1;
    let next = index + 1;
    for (; next < end; next += 1) {
      if (isBlank(lines[next]!)) continue;
      if (lines[next]!.fence === undefined && indentOf(lines[next]!.text) <= indent) break;
      last = next + 1;
    }
    prompts.push({ from: index, end: last, text: item.text, at: item.at });
    index = last - 1;
  }
  return { indent, prompts };
};

const fencesIn = ({ lines }: PromptDocument, from: number, end: number): number[] => [
  ...new Set(lines.slice(from, end).flatMap(({ fence }) => fence ?? [])),
];

/** A line of prose that speaks of one in passing is none. */
const isHeader = (text: string): boolean => {
  const plain = text.trim();
  return [':', ':*', ':**'].some((end) => plain.endsWith(end)) || /\b(?:use|invoke)\b/i.test(plain);
};

export const delegationsOf = (document: PromptDocument, definition: QuestDefinition): Delegation[] => {
  const { lines } = document;
  const headers = lines.flatMap((line, index) => {
    if (line.delimiter || line.fence !== undefined || !isHeader(line.text)) return [];
    const found = headerRole(line.text, definition);
    return found === undefined ? [] : [{ index, ...found }];
  });
  return headers.flatMap(({ index, role, sure }, place) => {
    const end = blockEnd(document, index);
    // One that holds others only leads to them.
    if ((headers[place + 1]?.index ?? lines.length) < end) return [];
    const { indent, prompts } = promptItems(document, index, end);
    const fences = fencesIn(document, index, end);
    if (!sure && prompts.length === 0) return [];
    const header = lines[index]!.text;
    const width = itemOf(header)?.at ?? indentOf(header);
    const slot = header.toLowerCase().includes('codex') ? 'codex' : 'claude';
    return [{ role, slot, header: index, end, indent: indent ?? width, prompts, fences }];
  });
};
