// Contracts of the first kind: a JSON object that the role is told to answer with.
import { indentOf, isBlank, type Line, linesInside, type PromptDocument, type Section } from './document.ts';

export interface JsonContract {
  /** Lines from `first` to `last` are what the block takes the place of. */
  readonly first: Line;
  readonly last: Line;
  /** The line that opens it. */
  readonly open: Line;
  /** The line with `"role":`. */
  readonly at: Line;
  readonly lines: readonly Line[];
  /** Where it ends is sure, so that it can be replaced. */
  readonly whole: boolean;
}

/** In a TOML string the quotation marks may be escaped. */
const ROLE_KEY = /\\?"role\\?"\s*:/;
const OTHER_KEYS = /\\?"(?:next_role|artifacts_written|status)\\?"\s*:/;

/** The line that announces it goes with it when it speaks of JSON or of an ending. */
const withLeadIn = ({ lines }: PromptDocument, open: Line, section: Section | undefined): Line => {
  let line = lines[open.index - 1];
  while (line !== undefined && isBlank(line)) line = lines[line.index - 1];
  if (line === undefined || section === undefined || line.index <= section.heading.index) return open;
  const text = line.text.trim().toLowerCase();
  const announces = text.endsWith(':') && (text.includes('json') || text.startsWith('end your response'));
  return announces && line.fence === undefined ? line : open;
};

/** `{` … `}` without a fence around it. */
const bareObject = (
  { lines }: PromptDocument,
  at: Line,
  { heading, end }: Section,
): { readonly open: Line; readonly close: Line | undefined } => {
  const before = lines.slice(heading.index + 1, at.index + 1);
  const [first = at] = before;
  const open = before.findLast(({ text }) => text.trimStart().startsWith('{')) ?? first;
  // An object inside of it closes with `}` too; the outer one closes where it was opened.
  const indent = indentOf(open.text);
  const closes = ({ text }: Line): boolean =>
    open === at ? text.trimEnd().endsWith('}') : text.trim() === '}' && indentOf(text) === indent;
  return { open, close: lines.slice(at.index, end).find(closes) };
};

export const jsonContracts = (document: PromptDocument, section: Section | undefined): JsonContract[] => {
  const { lines, fences } = document;
  const found: JsonContract[] = [];
  const contains = ({ index }: Line): boolean =>
    section !== undefined && section.heading.index < index && index < section.end;
  for (const fence of fences) {
    const { open, close } = fence;
    const inner = linesInside(document, fence);
    const at = inner.find(({ text }) => ROLE_KEY.test(text));
    if (at === undefined) continue;
    if (!contains(open) && !inner.some(({ text }) => OTHER_KEYS.test(text))) continue;
    const first = contains(open) ? withLeadIn(document, open, section) : open;
    const last = close ?? lines.at(-1) ?? open;
    found.push({ first, last, open, at, lines: inner, whole: close !== undefined });
  }
  if (section === undefined) return found;
  // One is enough: what else there is comes to light when this one is gone.
  const at = lines
    .slice(section.heading.index + 1, section.end)
    .find(({ text, fence }) => fence === undefined && ROLE_KEY.test(text));
  if (at === undefined) return found;
  const { open, close } = bareObject(document, at, section);
  const last = close ?? at;
  const first = withLeadIn(document, open, section);
  const inner = lines.slice(open.index, last.index + 1);
  return [...found, { first, last, open, at, lines: inner, whole: close !== undefined }];
};
