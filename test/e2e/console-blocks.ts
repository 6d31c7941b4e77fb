// The ```console blocks of a page: what is typed, and what must be printed. `$ ` begins a command, `> ` goes on with it.
export interface Typed {
  readonly command: string;
  readonly printed: string;
}

/** Where a block stands in the page, and what is in it. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly typed: readonly Typed[];
}

const typedIn = (text: string): Typed[] => {
  const typed: { command: string; printed: string }[] = [];
  for (const line of text.split('\n')) {
    const last = typed.at(-1);
    if (line.startsWith('$ ')) typed.push({ command: line.slice(2), printed: '' });
    else if (last === undefined)
      throw new Error(`expected a line with "$ " first, got ${JSON.stringify(line)}`);
    else if (/^>(?: |$)/.test(line) && last.printed === '') last.command += `\n${line.slice(2)}`;
    else last.printed += `${line}\n`;
  }
  return typed;
};

export const consoleBlocks = (page: string): Block[] =>
  [...page.matchAll(/^```console\n([\s\S]*?)\n```$/gm)].map((match) => {
    const start = match.index + '```console\n'.length;
    const text = match[1] ?? '';
    return { start, end: start + text.length, typed: typedIn(text) };
  });

const shown = ({ command, printed }: Typed): string =>
  `$ ${command.replaceAll('\n', '\n> ').replaceAll(/^> $/gm, '>')}\n${printed}`;

/** The page with other output in its blocks. */
export const withPrinted = (page: string, blocks: readonly Block[]): string =>
  blocks.reduceRight(
    (text, { start, end, typed }) =>
      `${text.slice(0, start)}${typed.map(shown).join('').trimEnd()}${text.slice(end)}`,
    page,
  );
