// What holds for every text: nothing is thrown, problems point into it, what is taken away is missed, time is linear.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastRunningMs } from '../../../../test/fixtures/running-time.ts';
import { problemSchema } from '../../../model/problem.ts';
import {
  anyHeldHandoff,
  blockOf,
  decodeFile,
  decodeMessage,
  errorsOf,
  isInside,
  messageOf,
} from './block.fixture.ts';
import { yamlBlocks } from './blocks.ts';
import { collectiveDialect } from './collective.ts';
import { encodeCollective } from './encode.ts';
import { isNobody, PHASES, STATUSES } from './words.ts';

const PIECES = [
  '```yaml\n',
  '````yaml\n',
  '````\n',
  '- ```\n',
  '```\n',
  '~~~yaml\n',
  '~~~\n',
  '````markdown\n',
  '> ',
  '- ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '\u00a0',
  '\ufeff',
  '\u001b[31m',
  'handoff:\n',
  'handoff:',
  '  phase: "Testing"\n',
  '  from: "@a"\n',
  '  from: @a\n',
  '  to: None\n',
  '  to: @b (x)\n',
  '  status: complete\n',
  '  status: **Complete.**\n',
  '  status：failed\n',
  '  metrics:\n',
  '    tests_failed: 2\n',
  '    scenarios: [X]\n',
  '  dependencies: [@a, "b", 15.30]\n',
  '  on_failure: {retry: 2, route_to: @c}\n',
  '  context: |\n',
  '    text @a: b\n',
  '  x: &a [*a, *b]\n',
  '  timestamp: 2025-01-06\n',
  '## TESTING FAILED\n',
  '**Next Agent:** None\n',
  'Next Agent: a | b\n',
  '"',
  "'",
  '{',
  ']',
  ': ',
  '# ',
  '✅',
  'text',
];
const anyMessage = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .tuple(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    .map(([pieces, noise]) => messageOf(`${blockOf()}${pieces.join('')}${noise}`)),
);

describe('every text', () => {
  it.each(['message.md', 'handoff.yaml', ''])(
    'is read without a throw, and problems point into it (%j)',
    (file) => {
      fc.assert(
        fc.property(anyMessage, (text) => {
          const decoded = collectiveDialect.decode({ text, file }, { agents: ['a'], role: 'b' });
          for (const found of decoded?.problems ?? []) {
            expect(problemSchema.safeParse(found).success).toBe(true);
            expect(isInside(text, found), JSON.stringify([text, found])).toBe(true);
          }
          if (decoded?.offset !== undefined) expect(decoded.offset).toBeLessThanOrEqual(text.length);
          if (decoded !== undefined)
            expect(decoded.handoff !== undefined || errorsOf(decoded).length > 0).toBe(true);
        }),
        { numRuns: 500 },
      );
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  it('has its blocks where a plain reader of lines finds them', () => {
    /** Line by line, without any thought of speed. */
    const plainBlocks = (text: string): [start: number, end: number][] => {
      const found: [number, number][] = [];
      let open: { mark: string; indent: number; start: number } | undefined;
      let at = 0;
      for (const line of text.split('\n')) {
        const [, lead, mark, info] = /^(\s*(?:[-*+]\s+)*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
        const end = at + line.length + 1;
        if (lead !== undefined && !(mark!.startsWith('`') && info!.includes('`'))) {
          if (/^\s*ya?ml\b/.test(info!) && (open === undefined || lead.length <= open.indent + 3)) {
            if (open !== undefined) found.push([open.start, at]);
            open = { mark: mark!, indent: lead.length, start: Math.min(end, text.length) };
          } else if (
            open !== undefined &&
            info!.trim() === '' &&
            lead.trim() === '' &&
            mark![0] === open.mark[0] &&
            mark!.length >= open.mark.length &&
            lead.length <= open.indent + 3
          ) {
            found.push([open.start, at]);
            open = undefined;
          }
        }
        at = end;
      }
      if (open !== undefined) found.push([open.start, text.length]);
      return found;
    };
    const plain = PIECES.filter((piece) => !/[\u001b\ufeff]/.test(piece));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...plain), { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        expect([...yamlBlocks(text)].map(({ start, end }) => [start, end])).toEqual(plainBlocks(text));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a sound message', () => {
  const lineOf = (text: string, begin: RegExp): string => text.split('\n').find((line) => begin.test(line))!;

  it.each([
    ['the fence', /^```yaml$/],
    ['phase', /^ {2}phase:/],
    ['from', /^ {2}from:/],
    ['to', /^ {2}to:/],
    ['status', /^ {2}status:/],
  ])('is an error without %s', (_what, begin) => {
    fc.assert(
      fc.property(anyHeldHandoff, (handoff) => {
        const { text } = encodeCollective(handoff);
        const without = text.replace(`${lineOf(text, begin)}\n`, '');
        const decoded = collectiveDialect.decode({ text: without, file: 'message.md' });
        // Nothing found at all is for the caller to say.
        if (decoded !== undefined) expect(errorsOf(decoded).length).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the validator in the schema’s document', () => {
  /** What it says first of a block, or undefined when it finds nothing. */
  const complaint = (block: Readonly<Record<string, unknown>>): string | undefined => {
    const lacking = ['phase', 'from', 'to', 'status'].find((field) => !block[field]);
    if (lacking !== undefined) return `Missing required field: ${lacking}`;
    if (!PHASES.some((phase) => phase === block['phase'])) return `Invalid phase: ${block['phase']}`;
    if (!STATUSES.some((status) => status === block['status'])) return `Invalid status: ${block['status']}`;
    const name = ['from', 'to']
      .map((field) => String(block[field]))
      .find((text) => text !== 'None' && !text.startsWith('@'));
    return name === undefined ? undefined : `Agent name must start with @: ${name}`;
  };
  const anyWord = fc.constantFrom(
    '',
    'x',
    'None',
    '@a',
    '@b-c',
    'a',
    'complete',
    'Testing',
    'Complete',
    'failed',
    0,
    7,
    false,
    true,
  );
  const anyBlock = fc.record(
    { phase: anyWord, from: anyWord, to: anyWord, status: anyWord },
    { requiredKeys: [] },
  );

  it('refuses nothing that a file with it does not refuse in the same words', () => {
    fc.assert(
      fc.property(anyBlock, (block) => {
        const said = complaint(block);
        if (said === undefined || (typeof block.to === 'string' && block.to !== 'None' && isNobody(block.to)))
          return;
        const decoded = decodeFile(`handoff: ${JSON.stringify(block)}\n`);
        expect(
          decoded.problems.some(({ severity, message }) => severity === 'error' && message.includes(said)),
        ).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('time', () => {
  const sound = messageOf(blockOf(), '');
  const repeated = (piece: string) => (chars: number) => piece.repeat(Math.ceil(chars / piece.length));
  const expectWithin = (ms: number, text: string): void =>
    expect(leastRunningMs(ms, () => decodeMessage(text))).toBeLessThan(ms);

  it.each<[string, (chars: number) => string]>([
    ['fences', repeated('```\n')],
    ['opening fences', repeated('```yaml\n')],
    ['fences of two kinds', repeated('~~~yaml\n```\n')],
    ['blocks', repeated(sound)],
    ['quoted blocks', repeated(sound.replace(/^/gm, '> '))],
    ['back-ticks', repeated('`')],
    ['spaces and marks', repeated(`${' '.repeat(150)}\`\`\`\n`)],
    ['a fence left open', (chars) => `\`\`\`yaml\nhandoff:\n${repeated('  some text\n')(chars)}`],
    ['empty lines', repeated('\n')],
    ['escapes', repeated('\u001b[')],
    ['roots', repeated('handoff:\n')],
    ['next agents', repeated('**Next Agent:** <x>\n')],
  ])('does not run away with the text: %s', (_what, shape) => {
    // Linear time is some tenths of a second; quadratic time would be hours. How it grows is measured where nothing else runs.
    expectWithin(10_000, shape(2 * 1024 * 1024));
  });

  it.each<[string, (chars: number) => string]>([
    [
      'keys',
      (chars) =>
        `  metrics:\n${Array.from({ length: chars / 24 }, (_, i) => `    key_${i}: ${i}`).join('\n')}\n`,
    ],
    [
      'unknown keys',
      (chars) => `${Array.from({ length: chars / 24 }, (_, i) => `  key_${i}:`).join('\n')}\n`,
    ],
    ['names', (chars) => `  dependencies: [${repeated('@a, ')(chars)}@b]\n`],
    ['commas', (chars) => `  dependencies: [${repeated(',')(chars)}]\n`],
    ['quotation marks', (chars) => `  dependencies: [${repeated('"a ')(chars)}]\n`],
    ['nesting', (chars) => `  metrics: ${repeated('[')(chars)}\n`],
    [
      'indents',
      (chars) =>
        `${Array.from({ length: Math.sqrt(chars) }, (_, i) => `${' '.repeat(i + 2)}a:`).join('\n')}\n`,
    ],
    ['aliases', (chars) => `  context:\n    a: &a [1]\n${repeated('    b: *a\n')(chars)}`],
    ['one long text', (chars) => `  context:\n    a: @${repeated('\u00a0x: ')(chars)}\n`],
    ['tabs', repeated('\tx: 1\n')],
  ])('is short for one block of any size: %s', (_what, shape) => {
    for (const chars of [8 * 1024, 60 * 1024, 1024 * 1024])
      expectWithin(5_000, messageOf(`${blockOf()}${shape(chars)}`));
  });
});
