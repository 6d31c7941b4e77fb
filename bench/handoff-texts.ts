// Messages of any length that are nothing but one shape, and ordinary ones.

const SECTION = `## Step

I looked at the parser first, because the report names it. The tests of last week still pass - all 214 of them.
Then I changed \`src/parse.ts\`; see the diff below, and the notes in [the plan](docs/plan.md).

- the empty input is an error now
- a line without a colon is kept as it is (that was the fault)

\`\`\`ts
export const parse = (text: string): Entry[] =>
  text.split('\\n').flatMap((line) => (line === '' ? [] : [entryOf(line)]));
\`\`\`

> The reviewer asked for a test of the last line.

$ npm test -- --run
 PASS  src/parse.test.ts (12 tests) 48 ms
 PASS  src/entry.test.ts (31 tests) 112 ms

`;

const WIDE_SECTION = `${SECTION}Das Ergebnis — siehe oben — ist „gut“ ✓\n\n`;

const BLOCK = `---HANDOFF---
STATUS: complete
ARTIFACTS: src/parse.ts, src/parse.test.ts
NEXT: code_review
SUMMARY: The parser keeps lines without a colon.
`;

const FIELDS = '  from: "@a-agent"\n  to: "@b-agent"\n  status: complete\n';

/** Of so many bytes, or one piece less. Flat, as a text is that was read from a file. */
const filled = (piece: string, bytes: number, before = '', after = ''): string => {
  const [size, around] = [Buffer.byteLength(piece), Buffer.byteLength(before) + Buffer.byteLength(after)];
  const times = Math.max(0, Math.floor((bytes - around) / size));
  return Buffer.from(before + piece.repeat(times) + after).toString('utf8');
};

const manyKeys = (bytes: number): string => {
  const lines: string[] = ['{"handoff_id": "H1", "status": "complete"'];
  for (let size = lines[0]!.length, key = 0; size < bytes - 32; key += 1) {
    const line = `,\n"key_${key}": ${key}`;
    lines.push(line);
    size += line.length;
  }
  return Buffer.from(`${lines.join('')}}\n`).toString('utf8');
};

export interface Shape {
  readonly what: string;
  readonly file: string;
  text(bytes: number): string;
}

const message = (what: string, text: Shape['text']): Shape => ({ what, file: 'message.md', text });

/** A transcript with the block at its end, as nearly all are. */
export const ORDINARY = message('ordinary text', (bytes) => filled(SECTION, bytes, '', BLOCK));

/** The same with letters that make each character of the text two bytes wide in memory. */
export const WIDE = message('ordinary text, not all of it ASCII', (bytes) =>
  filled(WIDE_SECTION, bytes, '', BLOCK),
);

export const SHAPES: readonly Shape[] = [
  ORDINARY,
  message('ordinary text without a handoff', (bytes) => filled(SECTION, bytes)),
  message('every line a fence', (bytes) => filled('```\n', bytes, '', BLOCK)),
  message('every line a fence with a word', (bytes) => filled('```ts\n', bytes, '', BLOCK)),
  message('a fence left open at the start', (bytes) => filled(SECTION, bytes, '~~~~\n', BLOCK)),
  message('quotations', (bytes) => filled('> ---HANDOFF---\n> STATUS: complete\n', bytes)),
  message('only dashes', (bytes) => filled('---\n', bytes)),
  message('one line of dashes', (bytes) => filled('-', bytes)),
  message('only markers', (bytes) => filled('---HANDOFF---\n', bytes)),
  message('markers in fences that are closed', (bytes) => filled('```\n---HANDOFF---\n```\nx\n', bytes)),
  message('the word of the marker on one line', (bytes) => filled('HANDOFF ', bytes)),
  message('one long line', (bytes) => filled('word ', bytes, '', `\n${BLOCK}`)),
  message('blank lines', (bytes) => filled(' \n', bytes, BLOCK)),
  message('many yaml fences', (bytes) => filled(`\`\`\`yaml\nhandoff:\n${FIELDS}\`\`\`\n\n`, bytes)),
  message('many yaml fences, none closed', (bytes) => filled(`\`\`\`yaml\nnote: x\n`, bytes)),
  message('one yaml fence with many keys', (bytes) =>
    filled('  key: value\n', bytes, `\`\`\`yaml\nhandoff:\n${FIELDS}`, '```\n'),
  ),
  message('many artifacts in one block', (bytes) => filled('- a/b.md\n', bytes, `${BLOCK}ARTIFACTS:\n`)),
  message('many fields in one block', (bytes) => filled('STATUS: complete\n', bytes, '---HANDOFF---\n')),
  { what: 'JSON with many keys', file: 'SESSION_HANDOFF.json', text: manyKeys },
  { what: 'handoff.json with many keys', file: 'handoff.json', text: manyKeys },
];
