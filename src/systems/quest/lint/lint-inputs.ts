// What a role file says that the role is given: lists of inputs, and the claim that contents are pasted in.
import { QUEST_MARKER, type QuestInput, type QuestRole } from '../handoff/quest-contract.ts';
import { indentOf, isBlank, type Line, type PromptDocument, type Section } from './document.ts';
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

/** The last line of an item: below it are those that are indented further. */
const lastOfItem = ({ lines }: PromptDocument, first: Line, limit: number): Line => {
  const indent = indentOf(first.text);
  let last = first;
  for (
    let line = lines[first.index + 1];
    line !== undefined && line.index < limit;
    line = lines[line.index + 1]
  ) {
    if (isBlank(line) || indentOf(line.text) <= indent) break;
    last = line;
  }
  return last;
};

const isInputs = ({ title }: Section): boolean => /^inputs?\b/i.test(title);

export const inputFindings = (document: PromptDocument, role: QuestRole): Finding[] => {
  const found: Finding[] = [];
  let seen = 0;
  for (const { heading, end } of document.sections.filter(isInputs)) {
    seen = Math.max(seen, heading.index + 1);
    for (const line of document.lines.slice(seen, end)) {
      if (line.index < seen) continue;
      const item = line.fence === undefined ? itemOf(line.text) : undefined;
      const stale = item && role.inputs.find((input) => isStale(input, item.text));
      if (item === undefined || stale === undefined) continue;
      const last = lastOfItem(document, line, end);
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
              ? removeLines(line, last)
              : replaceLines(document, line, last, [line.text.slice(0, item.at) + now]),
        }),
      );
      seen = last.index + 1;
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
  const inside = new Set<Line>();
  let seen = 0;
  for (const section of sections) {
    if (section.heading.index < seen || !section.title.toLowerCase().includes(CLAIM_TITLE)) continue;
    const { heading, end, title } = section;
    seen = end;
    const whole = lines.slice(heading.index, end);
    for (const line of whole) inside.add(line);
    const isLast = lines[end]?.delimiter ?? true;
    let first = heading;
    let before = lines[first.index - 1];
    // At the end of a text nothing follows that its blank lines would part.
    while (isLast && before !== undefined && isBlank(before)) {
      first = before;
      before = lines[first.index - 1];
    }
    const unclosed = whole.some(({ fence }) => fence !== undefined && fence.close === undefined);
    const last = whole.at(-1) ?? heading;
    const remove = removeLines(first, last);
    // What stood before keeps its end only where the text went on behind it.
    const edit =
      isLast && last.end === '' && before !== undefined
        ? { ...remove, start: before.start + before.text.length }
        : remove;
    found.push(
      finding(document, heading, {
        ...claimTold(`the section "${title}"`),
        hint: 'Remove the section.',
        edit: unclosed ? undefined : edit,
      }),
    );
  }
  for (const line of lines) {
    if (line.text === '' || line.delimiter || line.fence !== undefined) continue;
    if (inside.has(line) || !claims(line.text)) continue;
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
export const strayFindings = (document: PromptDocument, seen: ReadonlySet<Line>): Finding[] => {
  const strays = STRAYS.filter(({ words }) => words.some((word) => document.text.includes(word)));
  if (strays.length === 0) return [];
  return document.lines.flatMap((line) => {
    if (line.text === '' || line.delimiter || seen.has(line)) return [];
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
