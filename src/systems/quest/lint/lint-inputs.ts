// What a role file says that the role is given: lists of inputs, and the claim that contents are pasted in.
import { QUEST_MARKER, type QuestInput, type QuestRole } from '../handoff/quest-contract.ts';
import { indentOf, isBlank, type PromptDocument, type Section } from './document.ts';
import { type Finding, finding, removeLines, replaceLines } from './finding.ts';

const ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+/;

/** The text of a list item, and where it begins. */
export const itemOf = (text: string): { readonly at: number; readonly text: string } | undefined => {
  const at = ITEM.exec(text)?.[0].length;
  return at === undefined ? undefined : { at, text: text.slice(at) };
};

const stripped = (text: string): string =>
  text
    .replaceAll(/[*_`]/g, '')
    .trim()
    .replace(/[.:;]$/, '');

const isStale = ({ was, match }: QuestInput, text: string): boolean =>
  match === 'whole'
    ? stripped(text).toLowerCase() === was.toLowerCase()
    : text.toLowerCase().includes(was.toLowerCase());

/** The lines of an item: those below it that are indented further. */
const itemEnd = ({ lines }: PromptDocument, from: number, limit: number): number => {
  const indent = indentOf(lines[from]!.text);
  let end = from + 1;
  while (end < limit && !isBlank(lines[end]!) && indentOf(lines[end]!.text) > indent) end += 1;
  return end;
};

const isInputs = ({ title }: Section): boolean => /^inputs?\b/i.test(title);

export const inputFindings = (document: PromptDocument, role: QuestRole): Finding[] => {
  const found: Finding[] = [];
  let seen = 0;
  for (const { heading, end } of document.sections.filter(isInputs)) {
    for (let index = Math.max(heading + 1, seen); index < end; index += 1) {
      const line = document.lines[index]!;
      const item = line.fence === undefined ? itemOf(line.text) : undefined;
      const stale = item && role.inputs.find((input) => isStale(input, item.text));
      if (item === undefined || stale === undefined) continue;
      const last = itemEnd(document, index, end);
      const { now } = stale;
      found.push(
        finding(document, line, {
          code: 'LINT_INPUT_STALE',
          message:
            now === undefined
              ? `expected no JSON among the inputs of the ${role.name}, handoffs are text; got \`${item.text.trim()}\``
              : `expected the input \`${now}\` of the ${role.name}, got \`${item.text.trim()}\``,
          hint: now === undefined ? 'Remove the line.' : `Write \`- ${now}\`.`,
          at: item.at,
          edit:
            now === undefined
              ? removeLines(document, index, last)
              : replaceLines(document, index, last, [line.text.slice(0, item.at) + now]),
        }),
      );
      index = last - 1;
    }
    seen = Math.max(seen, end);
  }
  return found;
};

const CLAIM_TITLE = 'context is in your prompt';

const claims = (text: string): boolean => {
  const lower = text.toLowerCase();
  if (lower.includes(CLAIM_TITLE)) return true;
  const inPrompt =
    lower.includes('in your prompt') && /\b(?:provided|included|pasted|embedded)\b/.test(lower);
  const paste = lower.includes('paste') && /(?:\bnot|n't|\bnever) ask\b/.test(lower);
  return (inPrompt || paste) && !lower.includes('path');
};

const claimTold = (what: string) => ({
  code: 'LINT_CONTEXT_CLAIM' as const,
  message: `expected paths to read, as prompts hold no contents; got ${what}`,
});

/** Sections that say so go whole; a sentence elsewhere is a person's to take out. */
export const contextFindings = (document: PromptDocument): Finding[] => {
  const { lines, sections } = document;
  const found: Finding[] = [];
  const inside = new Set<number>();
  let seen = 0;
  for (const section of sections) {
    if (section.heading < seen || !section.title.toLowerCase().includes(CLAIM_TITLE)) continue;
    const { heading, end, title } = section;
    seen = end;
    for (let index = heading; index < end; index += 1) inside.add(index);
    const isLast = end >= lines.length || lines[end]!.delimiter;
    let from = heading;
    // At the end of a text nothing follows that its blank lines would part.
    while (isLast && from > 0 && isBlank(lines[from - 1]!)) from -= 1;
    const unclosed = lines
      .slice(heading, end)
      .some(({ fence }) => fence !== undefined && document.fences[fence]?.close === undefined);
    const remove = removeLines(document, from, end);
    const before = lines[from - 1];
    // What stood before keeps its end only where the text went on behind it.
    const edit =
      isLast && lines[end - 1]!.end === '' && before !== undefined
        ? { ...remove, start: before.start + before.text.length }
        : remove;
    found.push(
      finding(document, lines[heading], {
        ...claimTold(`the section "${title}"`),
        hint: 'Remove the section.',
        edit: unclosed ? undefined : edit,
      }),
    );
  }
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (line.text === '' || line.delimiter || line.fence !== undefined) continue;
    if (inside.has(index) || !claims(line.text)) continue;
    found.push(
      finding(document, line, {
        ...claimTold(`\`${line.text.trim()}\``),
        hint: 'Take it out, and name the paths instead.',
        at: indentOf(line.text),
      }),
    );
  }
  return found;
};

/** Words of the JSON contract and of the single review that stand elsewhere: a person has to see to them. */
const STRAYS = [
  {
    words: ['next_role', 'artifacts_written'],
    code: 'LINT_JSON_CONTRACT' as const,
    expected: `the words of the ${QUEST_MARKER} block`,
  },
  {
    words: ['handoff JSON'],
    code: 'LINT_INPUT_STALE' as const,
    expected: 'a handoff as text',
  },
  {
    words: ['phase_01_plan/review.md', 'phase_03_review/review.md'],
    code: 'LINT_FIELD_DIFFERS' as const,
    expected: 'review_<claude|codex>.md, one file for each of the two reviewers',
  },
];

/** `seen` are lines about which something was said already. */
export const strayFindings = (document: PromptDocument, seen: ReadonlySet<number>): Finding[] => {
  const strays = STRAYS.filter(({ words }) => words.some((word) => document.text.includes(word)));
  if (strays.length === 0) return [];
  return document.lines.flatMap((line, index) => {
    if (line.text === '' || line.delimiter || seen.has(index)) return [];
    return strays.flatMap(({ words, code, expected }) => {
      const word = words.find((one) => line.text.includes(one));
      if (word === undefined) return [];
      return [
        finding(document, line, {
          code,
          severity: 'warning',
          message: `expected ${expected}, got ${word}`,
          hint: 'Say it in the words of the contract.',
          at: line.text.indexOf(word),
        }),
      ];
    });
  });
};
