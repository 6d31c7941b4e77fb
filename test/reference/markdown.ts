// Small pieces of Markdown.

export const GENERATED =
  '<!-- Made by `npm run reference` from the code; a test compares the two. Change the code, not this page. -->';

/** Text inside of a table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
