// Contracts of the first kind: a JSON object that the role is told to answer with.
import { isBlank, type PromptDocument, type Section } from './document.ts';

export interface JsonContract {
  /** Lines from `from` to before `to` are what the block takes the place of. */
  readonly from: number;
  readonly to: number;
  /** The line that opens it. */
  readonly open: number;
  /** The line with `"role":`. */
  readonly at: number;
  readonly lines: readonly number[];
  /** Where it ends is sure, so that it can be replaced. */
  readonly whole: boolean;
}

/** In a TOML string the quotation marks may be escaped. */
const ROLE_KEY = /\\?"role\\?"\s*:/;
const OTHER_KEYS = /\\?"(?:next_role|artifacts_written|status)\\?"\s*:/;

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);

/** The line that announces it goes with it when it speaks of JSON or of an ending. */
const leadInAt = ({ lines }: PromptDocument, open: number, section: Section | undefined): number => {
  let index = open - 1;
  while (index >= 0 && isBlank(lines[index]!)) index -= 1;
  if (section === undefined || index <= section.heading || index < 0) return open;
  const text = lines[index]!.text.trim().toLowerCase();
  const announces = text.endsWith(':') && (text.includes('json') || text.startsWith('end your response'));
  return announces && lines[index]!.fence === undefined ? index : open;
};

/** `{` … `}` without a fence around it. */
const bareObject = (
  { lines }: PromptDocument,
  at: number,
  section: Section,
): { open: number; close: number | undefined } => {
  let open = at;
  while (open > section.heading + 1 && !lines[open]!.text.trimStart().startsWith('{')) open -= 1;
  let close: number | undefined = at;
  while (close < section.end && !lines[close]!.text.trimEnd().endsWith('}')) close += 1;
  // An object inside of it closes with `}` too; the outer one closes where it was opened.
  const indent = (text: string): number => text.length - text.trimStart().length;
  if (open !== at)
    for (close = at; close < section.end; close += 1)
      if (lines[close]!.text.trim() === '}' && indent(lines[close]!.text) === indent(lines[open]!.text))
        break;
  return { open, close: close < section.end ? close : undefined };
};

export const jsonContracts = (document: PromptDocument, section: Section | undefined): JsonContract[] => {
  const { lines, fences } = document;
  const found: JsonContract[] = [];
  const contains = (index: number): boolean =>
    section !== undefined && section.heading < index && index < section.end;
  for (const { open, close } of fences) {
    const inner = range(open + 1, close ?? lines.length);
    const at = inner.find((index) => ROLE_KEY.test(lines[index]!.text));
    if (at === undefined) continue;
    if (!contains(open) && !inner.some((index) => OTHER_KEYS.test(lines[index]!.text))) continue;
    const from = contains(open) ? leadInAt(document, open, section) : open;
    const to = (close ?? lines.length - 1) + 1;
    found.push({ from, to, open, at, lines: inner, whole: close !== undefined });
  }
  if (section === undefined) return found;
  // One is enough: what else there is comes to light when this one is gone.
  const at = range(section.heading + 1, section.end).find(
    (index) => lines[index]!.fence === undefined && ROLE_KEY.test(lines[index]!.text),
  );
  if (at === undefined) return found;
  const { open, close } = bareObject(document, at, section);
  const end = (close ?? at) + 1;
  const from = leadInAt(document, open, section);
  return [...found, { from, to: end, open, at, lines: range(open, end), whole: close !== undefined }];
};
