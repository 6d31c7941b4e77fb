// What holds for every text, and for every sound block.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError, type Problem } from '../../../model/problem.ts';
import { questDialect } from './quest.ts';

const RUNS = 2_000;

const line = fc.constantFrom(
  '---HANDOFF---',
  '--- handoff --- status: complete next: null',
  'STATUS: complete',
  '- **STATUS:** complete | blocked',
  'status：needs_human.',
  'ARTIFACTS: a.md, `b.md`, <c>, ../d',
  'ARTIFACTS:',
  '- src/a.ts (new)',
  'ARTIFACTS: ["a.md", 1',
  'NEXT: planner | builder',
  'NEXT: @fixer (2)',
  'SUMMARY: x',
  'SUMMARY:',
  'ROLE: developer',
  'TASK_ID: T1',
  'Which one?',
  '## Questions',
  '```',
  '~~~ text',
  '> ---HANDOFF---',
  '---END HANDOFF---',
  '---',
  '{"status": "complete", "artifacts": [1], "next": 2, "summary": ""}',
  '\x1b[1m\x1b]0;x',
  '\u2014HANDOFF\u2014',
  '',
);
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => new TextDecoder().decode(bytes)),
  fc
    .array(fc.oneof({ weight: 4, arbitrary: line }, fc.string({ maxLength: 20 })), { maxLength: 25 })
    .map((all) => all.join('\n')),
  fc
    .array(fc.oneof({ weight: 4, arbitrary: line }, fc.string({ maxLength: 20 })), { maxLength: 25 })
    .map((all) => `\ufeff${all.join('\r\n')}`),
  fc.json({ maxDepth: 4 }),
  fc
    .record({ status: fc.anything(), artifacts: fc.anything(), next: fc.anything(), summary: fc.anything() })
    .map((value) => {
      try {
        return JSON.stringify(value) ?? '';
      } catch {
        return '';
      }
    }),
);
const file = fc.constantFrom('', 'message.md', 'handoff.json', 'dir/handoff_claude.json', 'answer.json');
const role = fc.option(fc.constantFrom('planner', 'arbiter', 'nobody', ''), { nil: undefined });

const isInside = (text: string, { line: at, column }: Problem): boolean => {
  const lines = text.split('\n');
  if (at === undefined || column === undefined) return false;
  return at >= 1 && at <= lines.length && column >= 1 && column <= Math.max(1, lines[at - 1]!.length + 1);
};

describe('every text', () => {
  it('is decoded without a throw, and each problem has a place in it', () => {
    fc.assert(
      fc.property(texts, file, role, (text, name, sender) => {
        const decoded = questDialect.decode({ text, file: name }, { role: sender });
        const outside = (decoded?.problems ?? []).filter((found) => !isInside(text, found));
        expect(outside).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('that has no error has a status and says who is next', () => {
    fc.assert(
      fc.property(texts, file, (text, name) => {
        const decoded = questDialect.decode({ text, file: name });
        if (decoded === undefined || decoded.problems.some(isError)) return;
        expect(decoded.handoff).toBeDefined();
        expect(decoded.handoff).toHaveProperty('to');
        expect(decoded.handoff?.summary).not.toBeNull();
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a message with one sound block', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const prose = fc.array(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    { maxLength: 20 },
  );
  const sound = fc.record({
    above: prose,
    status: fc.constantFrom('complete', 'needs_human', 'blocked'),
    next: fc.constantFrom('null', 'planner', 'code_review'),
    summary: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
    order: fc.shuffledSubarray(['STATUS', 'ARTIFACTS', 'NEXT', 'SUMMARY'], { minLength: 4 }),
    crlf: fc.boolean(),
    fence: fc.boolean(),
  });
  type Sound = typeof sound extends fc.Arbitrary<infer T> ? T : never;

  const messageOf = (
    { above, status, next, summary, order, crlf, fence }: Sound,
    without?: string,
  ): string => {
    const values: Record<string, string> = {
      STATUS: status,
      ARTIFACTS: 'a.md, b.md',
      NEXT: next,
      SUMMARY: summary,
    };
    const block = ['---HANDOFF---', ...order.map((key) => `${key}: ${values[key]}`)].filter(
      (one) => without === undefined || !one.includes(without),
    );
    const lines = [...above, '', ...(fence ? ['```text', ...block, '```'] : block), ''];
    return lines.join(crlf ? '\r\n' : '\n');
  };
  const isSound = (text: string): boolean => {
    const decoded = questDialect.decode({ text, file: 'message.md' });
    return decoded !== undefined && !decoded.problems.some(isError);
  };

  it('is read', () => {
    fc.assert(fc.property(sound, (given) => isSound(messageOf(given))));
  });

  it.each(['---HANDOFF---', 'STATUS', 'NEXT', 'SUMMARY'])('is an error without %s', (part) => {
    fc.assert(fc.property(sound, (given) => !isSound(messageOf(given, part))));
  });

  it('is an error without ARTIFACTS exactly where the work is complete', () => {
    fc.assert(
      fc.property(sound, (given) => isSound(messageOf(given, 'ARTIFACTS')) === (given.status !== 'complete')),
    );
  });
});
