// The quick way to the block that counts, against the plain one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanMessage } from '../../../handoffs/message.ts';
import { decodeQuestText } from './decode-text.ts';
import { locateByLine, plainFences } from './line-by-line.fixture.ts';
import { locateMarker } from './marker.ts';

const RUNS = 3_000;

const token = fc.oneof(
  { weight: 6, arbitrary: fc.constant('\n') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '```',
      '~~~',
      '````',
      '~~~~~',
      '```text',
      '~~~ yaml',
      '``` x`y',
      '```x```',
      '`',
      '``',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '---HANDOFF---',
      '--- handoff ---',
      '\u2014HANDOFF\u2014',
      '**---HANDOFF---**',
      '---END HANDOFF---',
      '---HANDOFF',
      'handoff',
      '---HANDOFF--- STATUS: complete NEXT: null SUMMARY: x ARTIFACTS: a',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'STATUS: complete\n',
      'STATUS: blocked\n',
      'ARTIFACTS: a.md\n',
      'NEXT: null\n',
      'SUMMARY: done\n',
      'prose\n',
      'Prose about it.\n',
      '---\n',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '> ',
      '>',
      '- ',
      '1. ',
      '    ',
      '  ',
      '\t',
      '\r\n',
      ' ',
      '\u00a0',
      '\ufeff',
      '\x1b[1m',
    ),
  },
  { weight: 1, arbitrary: fc.constant(' '.repeat(250)) },
);
const messages = fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join(''));

describe('the marker that counts', () => {
  it('is the one that a plain reader of lines finds', () => {
    fc.assert(
      fc.property(messages, (text) => {
        const message = scanMessage(text);
        expect(locateMarker(message)).toEqual(locateByLine(message));
      }),
      { numRuns: RUNS },
    );
  });

  it('leads to the same verdict', () => {
    fc.assert(
      fc.property(messages, (text) => {
        const written = { text, file: 'message.md' };
        expect(decodeQuestText(written)).toEqual(decodeQuestText(written, {}, locateByLine));
      }),
      { numRuns: RUNS },
    );
  });

  const BLOCK = '---HANDOFF---\nSTATUS: complete\nARTIFACTS: a.md\nNEXT: null\nSUMMARY: x\n';
  const TIMES = 300;
  it.each([
    ['every line a fence', `${'```\n'.repeat(TIMES)}${BLOCK}`],
    ['every line a fence, and one more', `${'```\n'.repeat(TIMES + 1)}${BLOCK}`],
    ['fences of both kinds', `${'```\n~~~\n````x\n'.repeat(TIMES)}${BLOCK}`],
    ['a fence left open', `\`\`\`\nlog\n${'text\n'.repeat(TIMES)}${BLOCK}`],
    ['blocks in a fence left open', `~~~\n${BLOCK.repeat(TIMES)}`],
    ['blocks in fences', `\`\`\`\n${BLOCK}\`\`\`\n`.repeat(TIMES)],
    ['blocks in fences, and text', `${`\`\`\`\n${BLOCK}\`\`\`\n`.repeat(TIMES)}text`],
    ['quotations', `${'> text\n'.repeat(TIMES)}${BLOCK}`],
    ['quoted blocks', BLOCK.replaceAll(/^(?=.)/gm, '> ').repeat(TIMES)],
    ['only dashes', `${'-'.repeat(TIMES)}\n${BLOCK}${'---\n'.repeat(9)}`],
    ['lines of dashes', `${BLOCK}${'---\n'.repeat(TIMES)}`],
    ['only markers', '---HANDOFF---\n'.repeat(TIMES)],
    ['markers on one line', '---HANDOFF--- '.repeat(TIMES)],
  ])('is the same in a message of %s', (_, text) => {
    const written = { text, file: 'message.md' };
    const message = scanMessage(text);
    expect(locateMarker(message)).toEqual(locateByLine(message));
    expect(decodeQuestText(written)).toEqual(decodeQuestText(written, {}, locateByLine));
  });

  it('is found wherever the message is cut for searching', () => {
    const block = '---HANDOFF---\nSTATUS: blocked\nNEXT: null\nSUMMARY: x\n';
    for (let shift = -20; shift <= 20; shift += 1) {
      const text = `${'x'.repeat(100)}\n${block}ARTIFACTS: ${'a'.repeat(64 * 1024 - block.length + shift)}`;
      const message = scanMessage(text);
      expect(locateMarker(message).candidate?.marker.lineStart).toBe(101);
    }
  });
});

describe('the fences of a message', () => {
  it('are those that a plain reader of lines finds, at every place', () => {
    fc.assert(
      fc.property(messages, (text) => {
        const message = scanMessage(text);
        const { lines, fences } = plainFences(text);
        lines.forEach(({ start }, index) => {
          if (start >= text.length) return;
          const plain = fences.find(
            ({ first, last }) => index >= first && (last === undefined || index <= last),
          );
          const found = message.fenceAt(start);
          expect(found?.start).toBe(plain && lines[plain.first]!.start);
          expect(found?.closed).toBe(plain && plain.last !== undefined);
        });
      }),
      { numRuns: RUNS },
    );
  });
});
