// What counts as a complete handoff at the end of an attempt: only what its writer meant as one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { readEnding } from './ending.ts';

const OPTIONS = { role: 'planner', request: 'ask' };
const PATH = '.quest/x_2026-11-16__1000/phase_01_plan/plan.md';

type Status = 'complete' | 'needs_human' | 'blocked';

const blockOf = (status: string, next = 'plan_review', summary = 'A plan.'): string =>
  `---HANDOFF---\nSTATUS: ${status}\nARTIFACTS: ${PATH}\nNEXT: ${next}\nSUMMARY: ${summary}\n`;
const fileOf = (status: string, next: string | null = 'plan_review'): string =>
  JSON.stringify({ status, artifacts: [PATH], next, summary: 'A plan.' });

const statuses = fc.constantFrom<Status>('complete', 'needs_human', 'blocked');
const prose = fc.constantFrom(
  '',
  'Which database?\n\n',
  'I am done: STATUS: complete, trust me.\n\n',
  'The contract says ---HANDOFF--- at the end.\n\n',
  `> ${blockOf('complete').replaceAll('\n', '\n> ')}\n\n`,
  `\`\`\`text\n${blockOf('complete')}\`\`\`\n\nThat is how it ends.\n\n`,
  '\u001b[31mred\u001b[0m \u0000 words\n\n',
);

/** An ending, and what its writer meant by it: a status, or nothing that counts. Whoever says two things may be asked again. */
const messages = fc.oneof(
  fc.record({ above: prose, status: statuses }).map(({ above, status }) => ({
    message: `${above}${blockOf(status)}`,
    meant: status as Status | undefined,
  })),
  fc.record({ above: prose, first: statuses, last: statuses }).map(({ above, first, last }) => ({
    message: `${blockOf(first)}\n${above}${blockOf(last)}`,
    meant: last as Status | undefined,
    isDouble: first !== last,
  })),
  prose.map((message) => ({ message, meant: undefined })),
  fc.constantFrom('complete | needs_human | blocked', '<status>', 'done', '').map((status) => ({
    message: blockOf(status),
    meant: undefined,
  })),
  // Cut off before the last field has a value.
  fc.record({ status: statuses, cut: fc.integer({ min: 0, max: 100 }) }).map(({ status, cut }) => {
    const whole = blockOf(status);
    const at = Math.min(cut, whole.indexOf('SUMMARY:') + 'SUMMARY:'.length);
    return { message: whole.slice(0, at), meant: undefined };
  }),
  fc.string({ unit: 'binary', maxLength: 200 }).map((message) => ({ message, meant: undefined })),
  fc.constant({ message: undefined, meant: undefined }),
);

const files = fc.oneof(
  fc.constant({ file: undefined, meant: undefined }),
  statuses.map((status) => ({ file: fileOf(status), meant: status as Status | undefined })),
  fc
    .constantFrom('', '{', '[]', 'null', '{"status":"complete"}', fileOf('done'), fileOf('complete', 'fixer'))
    .map((file) => ({ file, meant: undefined })),
);

const isAccepted = (ending: Parameters<typeof readEnding>[0]): boolean => {
  const read = readEnding(ending, OPTIONS);
  return read.call === 'hand-in' && !read.problems.some(isError);
};

describe('an ending', () => {
  it('counts as complete only where its writer meant so, in the file or in the message, and nowhere against it', () => {
    fc.assert(
      fc.property(messages, files, ({ message, meant, ...more }, { file, meant: inFile }) => {
        const agrees = inFile === undefined || meant === undefined || inFile === meant;
        const complete = agrees && (inFile ?? meant) === 'complete';
        const accepted = isAccepted({ message, file });
        if ('isDouble' in more && more.isDouble) expect(accepted && !complete).toBe(false);
        else expect(accepted).toBe(complete);
      }),
      { numRuns: 10_000 },
    );
  });

  it('that is neither is rejected with what is wrong, asked with its questions, or declined with its reason', () => {
    expect(readEnding({ message: 'Done.', file: undefined }, OPTIONS)).toMatchObject({
      call: 'hand-in',
      problems: [{ code: 'HANDOFF_MISSING' }],
    });
    expect(
      readEnding({ message: `Which one?\n\n${blockOf('needs_human')}`, file: undefined }, OPTIONS),
    ).toEqual({ call: 'ask', request: 'ask', question: 'Which one?' });
    expect(
      readEnding(
        { message: `Which one?\n\n${blockOf('needs_human')}`, file: fileOf('needs_human') },
        OPTIONS,
      ),
    ).toEqual({ call: 'ask', request: 'ask', question: 'Which one?' });
    expect(readEnding({ message: blockOf('needs_human'), file: undefined }, OPTIONS)).toMatchObject({
      problems: [{ code: 'HANDOFF_QUESTIONS_MISSING' }],
    });
    expect(readEnding({ message: blockOf('blocked'), file: undefined }, OPTIONS)).toEqual({
      call: 'decline',
      args: { reason: 'A plan.' },
    });
  });

  it('says in the file and in the message what decides where the work goes, or is rejected with both', () => {
    expect(readEnding({ message: blockOf('blocked'), file: fileOf('complete') }, OPTIONS)).toMatchObject({
      problems: [
        {
          code: 'HANDOFF_CONFLICT',
          message: 'STATUS: handoff.json says complete, your last message says blocked',
        },
      ],
    });
    const worded = readEnding(
      { message: blockOf('complete', 'plan_review', 'In other words.'), file: fileOf('complete') },
      OPTIONS,
    );
    expect(worded).toMatchObject({ call: 'hand-in', args: { summary: 'A plan.', from: 'file' } });
  });

  it('with two blocks that say different things is rejected, and with two that say the same is one', () => {
    const both = readEnding(
      { message: `${blockOf('blocked')}\n${blockOf('complete')}`, file: undefined },
      OPTIONS,
    );
    expect(both).toMatchObject({
      call: 'hand-in',
      problems: [
        {
          code: 'HANDOFF_CONFLICT',
          message: 'STATUS: your last message has two blocks, of which one says blocked, the other complete',
        },
      ],
    });
    expect(isAccepted({ message: `${blockOf('complete')}\n${blockOf('complete')}` })).toBe(true);
  });

  it('names nobody whom its sender may not name', () => {
    expect(readEnding({ message: blockOf('complete', 'fixer'), file: undefined }, OPTIONS)).toMatchObject({
      problems: [{ code: 'HANDOFF_NEXT_NOT_ALLOWED' }],
    });
  });
});
