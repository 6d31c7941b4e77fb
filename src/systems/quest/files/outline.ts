// Markdown by its headings: sections, paragraphs and list items of a text that an agent wrote. Every line is cut to a
// length, so no pattern here can take long, whatever is in it.
import { plainLine } from '../../../std/terminal-text.ts';
import { headingOf, markdownText } from '../../../text/markdown.ts';
import { PLAN_CHARS_MAX, PLAN_LINE_CHARS_MAX } from './limits.ts';

export interface OutlineLine {
  readonly text: string;
  readonly fenced: boolean;
}

export interface Section {
  /** 0 for what stands before the first heading. */
  readonly level: number;
  readonly title: string;
  /** Where its heading stands, from 1. */
  readonly line: number;
  /** Up to the next heading, of whatever level. */
  readonly body: readonly OutlineLine[];
}

const FRONT_MATTER = /^---\s*$/;
const FRONT_MATTER_LINES_MAX = 200;

/** The number of lines that a block of YAML at the beginning takes. */
const frontMatter = (lines: readonly OutlineLine[]): number => {
  if (!FRONT_MATTER.test(lines[0]?.text ?? '')) return 0;
  const end = lines.slice(1, FRONT_MATTER_LINES_MAX).findIndex(({ text }) => FRONT_MATTER.test(text));
  return end === -1 ? 0 : end + 2;
};

const TITLE_CHARS_MAX = 200;

/** `2. **Risks:**` is called Risks. */
const plainTitle = (title: string): string => {
  const text = plainLine(title.slice(0, TITLE_CHARS_MAX))
    .replaceAll(/[*_`]/g, '')
    .replace(/^\d{1,3}(?:\.\d{1,3}){0,3}[.)]?\s+/, '')
    .trim();
  return text.endsWith(':') ? text.slice(0, -1).trimEnd() : text;
};

/** In the order of the text; the first one is what stands before all headings. */
export const sectionsOf = (text: string): readonly Section[] => {
  const lines = markdownText(text.slice(0, PLAN_CHARS_MAX)).lines.map((line) => ({
    text: line.text.slice(0, PLAN_LINE_CHARS_MAX),
    fenced: line.fenced,
  }));
  const skipped = frontMatter(lines);
  const sections: { level: number; title: string; line: number; body: OutlineLine[] }[] = [
    { level: 0, title: '', line: 1, body: [] },
  ];
  for (const [index, line] of lines.entries()) {
    if (index < skipped) continue;
    const heading = line.fenced ? undefined : headingOf(line.text);
    if (heading === undefined) sections.at(-1)?.body.push(line);
    else sections.push({ level: heading.level, title: plainTitle(heading.title), line: index + 1, body: [] });
  }
  return sections;
};

/** This section and those below it. */
export const withInner = (sections: readonly Section[], from: number): readonly Section[] => {
  const first = sections[from];
  if (first === undefined) return [];
  const end = sections.findIndex(({ level }, index) => index > from && level <= first.level);
  return sections.slice(from, end === -1 ? sections.length : end);
};

/** The first section that has one of the titles; earlier titles are preferred. */
export const sectionTitled = (sections: readonly Section[], ...titles: readonly RegExp[]): number => {
  for (const title of titles) {
    const found = sections.findIndex((section) => section.level > 0 && title.test(section.title));
    if (found !== -1) return found;
  }
  return -1;
};

const ITEM = /^( {0,8}|\t{0,2})(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/s;
const BLANK = /^\s*$/;
/** Rules, tables, comments and quotations are no prose. */
const NOT_PROSE = /^\s{0,3}(?:[-*_]\s?){3,}$|^\s*(?:\||<!--|<\/?[a-z]|>)/i;

/** The items of the outermost list, each with the lines that continue it. Items inside of items are left out. */
export const listItems = (lines: readonly OutlineLine[], max: number): readonly string[] => {
  const items: string[] = [];
  let indent: number | undefined;
  let open = false;
  for (const { text, fenced } of lines) {
    const [, space, words] = (fenced ? null : ITEM.exec(text)) ?? [];
    if (space !== undefined && words !== undefined && !NOT_PROSE.test(text)) {
      indent ??= space.length;
      open = space.length <= indent;
      if (!open) continue;
      if (items.length === max) break;
      items.push(words);
    } else if (fenced || BLANK.test(text) || NOT_PROSE.test(text)) open = false;
    else if (open) items.push(`${items.pop() ?? ''} ${text.trim()}`.slice(0, PLAN_LINE_CHARS_MAX));
  }
  return items.map((item) => plainLine(item)).filter((item) => item !== '');
};

/** The items of a section and of those below it; where there are no lists, the titles of those below it. */
export const itemsBelow = (sections: readonly Section[], from: number, max: number): readonly string[] => {
  const [first, ...inner] = withInner(sections, from);
  if (first === undefined) return [];
  const items: string[] = [];
  for (const { body } of [first, ...inner]) {
    items.push(...listItems(body, max - items.length));
    if (items.length >= max) break;
  }
  if (items.length > 0) return items;
  return inner
    .map(({ title }) => title)
    .filter((title) => title !== '')
    .slice(0, max);
};

/** The first lines of prose that stand together; lists and code are none. */
export const firstParagraph = (lines: readonly OutlineLine[]): string | undefined => {
  const found: string[] = [];
  let chars = 0;
  for (const { text, fenced } of lines) {
    const isProse = !fenced && !BLANK.test(text) && !ITEM.test(text) && !NOT_PROSE.test(text);
    if (isProse) found.push(text.trim());
    else if (found.length > 0) break;
    chars += isProse ? text.length : 0;
    if (chars > PLAN_LINE_CHARS_MAX) break;
  }
  const paragraph = plainLine(found.join(' '));
  return paragraph === '' ? undefined : paragraph;
};

/** Cut to so many words, with a sign that it was cut. */
export const clipWords = (text: string, wordsMax: number): string => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.length <= wordsMax ? words.join(' ') : `${words.slice(0, wordsMax).join(' ')} …`;
};

const BOLD_LABEL =
  /^\s{0,3}(?:[-*+]\s+)?(?:\*\*|__)([^*_]{1,200}?)(?::(?:\*\*|__)|(?:\*\*|__):|(?:\*\*|__))(.*)$/s;

export interface Labelled {
  readonly label: string;
  readonly rest: string;
}

/** `**Problem:** text`, `**Problem**: text`, `- **Problem** text`. */
export const boldLabel = (line: OutlineLine): Labelled | undefined => {
  const [, label, rest = ''] = (line.fenced ? null : BOLD_LABEL.exec(line.text)) ?? [];
  return label === undefined ? undefined : { label: plainTitle(label), rest: plainLine(rest) };
};
