import { describe, expect, it } from 'vitest';
import type { Ask } from '../../model/run/event.ts';
import { parseScenario } from './scenario.ts';
import { scriptedPerson } from './scripted-person.ts';

const person = (human: string) => scriptedPerson(parseScenario(`human:\n${human}`, 's.yaml').value!);
const approval: Ask = {
  kind: 'approval',
  text: 'ok?',
  choices: ['commit', 'replan'],
  approve: 'commit',
  reject: 'replan',
};
const question: Ask = { kind: 'question', text: 'which?', choices: [] };
const escalation: Ask = { kind: 'escalation', text: 'stuck', choices: ['retry', 'stop', 'skip'] };

describe('the person of a scenario', () => {
  it('gives its answers by how many the journal has, the same one each time it is asked', () => {
    const say = person(
      '  - approve: { exclude: [a], message: m }\n  - reject: { text: no }\n  - answer: OAuth\n  - answer: skip\n',
    );
    expect(say(0, approval)).toEqual({
      kind: 'approve',
      text: '',
      choice: 'commit',
      exclude: ['a'],
      message: 'm',
    });
    expect(say(0, approval)).toEqual(say(0, approval));
    expect(say(1, approval)).toEqual({ kind: 'reject', text: 'no', choice: 'replan', exclude: [] });
    expect(say(2, question)).toEqual({ kind: 'answer', text: 'OAuth', exclude: [] });
    expect(say(3, escalation)).toEqual({ kind: 'answer', text: 'skip', choice: 'skip', exclude: [] });
    expect(say(4, question)).toBeUndefined();
  });

  it('says words to work that is stuck, or gives it up', () => {
    const stuck: Ask = { kind: 'escalation', text: 'stuck', choices: [], reject: 'give-up' };
    const say = person('  - answer: Use OAuth.\n  - reject: { text: no }\n  - approve: {}\n');
    expect(say(0, stuck)).toEqual({ kind: 'answer', text: 'Use OAuth.', exclude: [] });
    expect(say(1, stuck)).toEqual({ kind: 'reject', text: 'no', choice: 'give-up', exclude: [] });
    expect(() => say(2, stuck)).toThrow('reject | answer: TEXT');
  });

  it.each([
    ['  - approve: {}\n', question, 'answer: TEXT'],
    ['  - reject: {}\n', question, 'answer: TEXT'],
    ['  - answer: x\n', approval, 'approve | reject'],
    ['  - answer: x\n', escalation, 'answer: retry | answer: stop'],
    ['  - approve:\n', escalation, 'answer: retry'],
  ])('with an answer of the wrong kind is an error: %j', (human, ask, words) => {
    expect(() => person(human)(0, ask)).toThrow(expect.objectContaining({ code: 'SCENARIO_INVALID' }));
    expect(() => person(human)(0, ask)).toThrow(words);
  });
});
