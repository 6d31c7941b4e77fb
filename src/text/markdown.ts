// Markdown as far as its lines go: what is a heading, and what only looks like one inside a code fence.

export interface MarkdownLine {
  readonly text: string;
  /** The line end as it stands in the file; empty at the end of a file without one. */
  readonly end: string;
  readonly fenced: boolean;
}

export interface MarkdownText {
  readonly lines: readonly MarkdownLine[];
  /** The mark that would close the code fence that is still open at the end. */
  readonly open: string | undefined;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The mark of a fence that this line opens. */
const opening = (text: string): string | undefined => {
  const [, mark, info] = FENCE.exec(text) ?? [];
  return mark?.startsWith('`') && info?.includes('`') ? undefined : mark;
};

const closes = (text: string, open: string): boolean => {
  const [, mark, rest] = FENCE.exec(text) ?? [];
  return mark !== undefined && mark[0] === open[0] && mark.length >= open.length && rest?.trim() === '';
};

/** The lines, joined with their ends, are the text again. */
export const markdownText = (text: string): MarkdownText => {
  const lines: MarkdownLine[] = [];
  let open: string | undefined;
  for (const [, line, end] of text.matchAll(/([^\n]*?)(\r?\n|$)/g)) {
    if (line === '' && end === '') continue;
    const before = open;
    if (open === undefined) open = opening(line!);
    else if (closes(line!, open)) open = undefined;
    lines.push({ text: line!, end: end!, fenced: before !== undefined || open !== undefined });
  }
  return { lines, open };
};

export interface Heading {
  readonly level: number;
  readonly title: string;
}

/** The heading that a line is, if it is one. Lines inside of fences are not to be asked. */
export const headingOf = (line: string): Heading | undefined => {
  const marks = /^\ufeff? {0,3}(#{1,6})(?=\s|$)/.exec(line);
  if (marks === null) return undefined;
  const title = line
    .slice(marks[0].length)
    .trim()
    .replace(/(?:^|[ \t])#+$/, '');
  return { level: marks[1]!.length, title: title.trim() };
};
