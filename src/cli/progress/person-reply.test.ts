import { describe, expect, test } from 'vitest';
import type { WaitingItem } from '../../operations/status/status.ts';
import { commandWords, parseCommand, parseReply, replyInWords, replyPrompt } from './person-reply.ts';

const since = '2026-11-15T10:00:00.000Z';
const approval: WaitingItem = {
  ...{ id: 'a', kind: 'approval', text: '', since },
  ...{ choices: ['approve', 'changes'], approve: 'approve', reject: 'changes' },
};
const question: WaitingItem = { id: 'q', kind: 'question', text: '', choices: [], since };
const stuck: WaitingItem = { ...question, kind: 'escalation', reject: 'give-up', page: true };
const ruling: WaitingItem = { id: 'r', kind: 'escalation', text: '', choices: ['retry', 'skip'], since };

describe('what was typed in answer', () => {
  test.each([
    [approval, 'y', { verb: 'approve', text: '' }],
    [approval, ' YES ', { verb: 'approve', text: '' }],
    [approval, 'n', { verb: 'reject', text: '' }],
    [approval, 'no, the label is wrong', { verb: 'reject', text: 'the label is wrong' }],
    [approval, 'changes', { verb: 'answer', text: 'changes' }],
    [approval, 'maybe', undefined],
    [approval, 'nothing', undefined],
    [approval, '', undefined],
    [question, 'y', { verb: 'answer', text: 'y' }],
    [question, 'Use OAuth.', { verb: 'answer', text: 'Use OAuth.' }],
    [question, '   ', undefined],
    [ruling, 'skip', { verb: 'answer', text: 'skip' }],
    [ruling, 'y', undefined],
    [stuck, 'No, use OAuth.', { verb: 'answer', text: 'No, use OAuth.' }],
    [stuck, 'n', { verb: 'answer', text: 'n' }],
    [stuck, 'give up', { verb: 'reject', text: '' }],
    [stuck, 'Give up, it is not worth it', { verb: 'reject', text: 'it is not worth it' }],
  ])('%o %s', (item, line, expected) => {
    expect(parseReply(item, line)).toEqual(expected);
  });

  test('the prompt says what can be typed', () => {
    expect(replyPrompt(approval)).toBe('y / n and why > ');
    expect(replyPrompt(question)).toBe('your answer > ');
    expect(replyPrompt(ruling)).toBe('retry / skip > ');
  });
});

describe('what is typed beside answers', () => {
  test('commands have a colon, so that any word can be an answer', () => {
    expect([':d', ' :diff ', ':e', ':q', 'd', 'e', ':x', '__proto__'].map(parseCommand)).toEqual([
      'diff',
      'diff',
      'edit',
      'quit',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(parseReply(question, 'e')).toEqual({ verb: 'answer', text: 'e' });
  });

  test('words from an editor answer a question, and reject a change', () => {
    expect(replyInWords(question, 'x')).toEqual({ verb: 'answer', text: 'x' });
    expect(replyInWords(approval, 'x')).toEqual({ verb: 'reject', text: 'x' });
  });

  test('only what there is to see is offered', () => {
    const has = { page: true, canSkip: false };
    expect(commandWords(approval, has)).toBe('');
    const about = { work: `git-tree:${'0'.repeat(40)}` as const };
    expect(commandWords({ ...approval, about }, has)).toBe('(:d shows the whole change)');
  });
});
