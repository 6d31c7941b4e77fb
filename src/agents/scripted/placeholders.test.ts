import { describe, expect, it } from 'vitest';
import { fillText, fillValue, worded } from './placeholders.ts';

const names = {
  run: '/runs/1',
  attempt: 2,
  topic: '{run}',
  list: [1, { a: true }],
  problems: worded([{ code: 'X' }], '- x'),
};

describe('placeholders', () => {
  it.each([
    ['{run}/a', '/runs/1/a'],
    ['attempt {attempt}{attempt}', 'attempt 22'],
    ['{list}', '[1,{"a":true}]'],
    ['fix:\n{problems}', 'fix:\n- x'],
    ['{topic}', '{run}'],
    ['const f = ({unknown}) => {return {}}', 'const f = ({unknown}) => {return {}}'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code in a scenario looks like this
    ['`${run} ${attempt}`', '`${run} ${attempt}`'],
    ['{ run } {run:1} {constructor} {__proto__}', '{ run } {run:1} {constructor} {__proto__}'],
  ])('%j becomes %j', (text, filled) => {
    expect(fillText(text, names)).toBe(filled);
  });

  it('in arguments keep their type when they are the whole argument', () => {
    const args = {
      n: '{attempt}',
      text: 'no {attempt}',
      deep: [{ l: '{list}', p: '{problems}' }],
      un: '{nothing}',
      x: 1,
    };
    expect(fillValue(args, names)).toEqual({
      n: 2,
      text: 'no 2',
      deep: [{ l: [1, { a: true }], p: [{ code: 'X' }] }],
      un: '{nothing}',
      x: 1,
    });
  });
});
