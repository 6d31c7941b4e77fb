import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPSULE_BYTES_MAX } from '../model/limits/fence.ts';
import type { State, Work } from '../model/run/state.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { capsuleText, needsCapsule } from './capsule.ts';

const workflow = {
  contracts: {
    code: {
      checks: [
        { name: 'tests-green', says: 'All tests pass.' },
        { name: 'form', says: 'It has its form.' },
      ],
    },
  },
} as unknown as Workflow;

const stateWith = (digest: string): State => ({ artifacts: { plan: { digest } } }) as unknown as State;

const workWith = (more: object): Work =>
  ({
    assignment: { id: 'coding.coder.1', contract: 'code', reads: ['plan', 'nothing'], writes: [] },
    attempt: 2,
    failures: 1,
    from: 'git-tree:2',
    answers: [],
    judged: [{ clause: 'form', status: 'met' }],
    ...more,
  }) as unknown as Work;

const source = (more: object, text: string, digest = 'sha256:1') => ({
  workflow,
  state: stateWith(digest),
  work: workWith(more),
  diff: { text, cut: false },
});

describe('a continuation capsule', () => {
  it('says what can be relied on, what is open, what failed, what was answered and what is done', () => {
    const text = capsuleText(
      source(
        {
          lastWhy: 'codex was killed by SIGKILL',
          lastRejection: { problems: [{ code: 'TEST_FAILED', severity: 'error', message: 'adds fails' }] },
          answers: [{ request: 'q', question: 'Which word?', answer: 'right', seq: 3 }],
        },
        '+one\n',
      ),
    );
    for (const part of [
      'attempt 2',
      'SIGKILL',
      'plan: accepted, sha256:1',
      'tests-green',
      'adds fails',
      'right',
      '+one',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('form: It has its form.');
  });

  it('has at most 16 KB and the same bytes each time, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30_000, unit: 'binary' }),
        fc.array(fc.string({ maxLength: 2_000 }), { maxLength: 60 }),
        (diff, texts) => {
          const work = {
            lastWhy: texts[0],
            lastRejection: { problems: texts.map((message) => ({ code: 'X', severity: 'error', message })) },
            answers: texts.map((answer) => ({ request: 'q', question: answer, answer, seq: 1 })),
          };
          const text = capsuleText(source(work, diff.repeat(4)));
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(CAPSULE_BYTES_MAX);
          expect(capsuleText(source(structuredClone(work), diff.repeat(4)))).toBe(text);
        },
      ),
    );
  });

  it('is for a new session after a failure, and for no other', () => {
    expect(needsCapsule(workWith({}))).toBe(true);
    expect(needsCapsule(workWith({ session: 's' }))).toBe(false);
    expect(needsCapsule(workWith({ failures: 0 }))).toBe(false);
    expect(needsCapsule(workWith({ attempt: 1 }))).toBe(false);
  });
});
