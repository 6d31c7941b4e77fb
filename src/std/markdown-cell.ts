// Anybody's text in a cell of a Markdown table: one line, and nothing in it that would become more than text.
import { clip, plainLine } from './terminal-text.ts';

/** A mention of a person or a team would tell them; a mark that cannot be seen keeps it a word. */
const NO_MENTION = '@\u200b';

export const markdownCell = (text: string, charsMax: number): string =>
  clip(plainLine(text), charsMax)
    .replace(/[\\`*_{}[\]()#+!|~]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll('@', NO_MENTION);
