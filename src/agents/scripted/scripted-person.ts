// A scenario's answers to what waits for a person. Pure: which answer is next follows from how many the journal has.
import { BatonError } from '../../errors.ts';
import type { Ask } from '../../model/run/event.ts';
import type { HumanAnswer, Scenario } from './scenario.ts';

export interface PersonAnswer {
  readonly kind: 'approve' | 'reject' | 'answer';
  readonly text: string;
  /** The outcome it chooses; absent for words in answer to a question. */
  readonly choice?: string;
  readonly exclude: readonly string[];
  readonly message?: string;
}

export type ScriptedPerson = (answered: number, ask: Ask) => PersonAnswer | undefined;

const kindOf = (answer: HumanAnswer): PersonAnswer['kind'] => {
  if (answer.approve !== undefined) return 'approve';
  return answer.reject === undefined ? 'answer' : 'reject';
};

const wrong = (answered: number, answer: HumanAnswer, ask: Ask): BatonError => {
  const fits = [
    ...(ask.approve === undefined ? [] : ['approve']),
    ...(ask.reject === undefined ? [] : ['reject']),
    ...(ask.choices.length === 0 ? ['answer: TEXT'] : []),
    ...ask.choices.map((choice) => `answer: ${choice}`),
  ];
  const came = `${kindOf(answer)}${answer.answer === undefined ? '' : `: ${JSON.stringify(answer.answer)}`}`;
  return new BatonError(
    'SCENARIO_INVALID',
    `human[${answered}]: expected one of ${fits.join(' | ')} for the ${ask.kind} that waits, got ${came}`,
    { hint: 'The list "human:" is in the order in which things came to wait for a person.' },
  );
};

const choose = (answered: number, answer: HumanAnswer, ask: Ask): PersonAnswer => {
  if (answer.approve !== undefined) {
    const { text = '', exclude = [], message } = answer.approve ?? {};
    if (ask.approve === undefined) throw wrong(answered, answer, ask);
    const choice = { choice: ask.approve, ...(message === undefined ? {} : { message }) };
    return { kind: 'approve', text, exclude, ...choice };
  }
  if (answer.reject !== undefined) {
    if (ask.reject === undefined) throw wrong(answered, answer, ask);
    return { kind: 'reject', text: answer.reject?.text ?? '', exclude: [], choice: ask.reject };
  }
  const text = answer.answer ?? '';
  if (ask.choices.includes(text)) return { kind: 'answer', text, exclude: [], choice: text };
  if (ask.choices.length > 0) throw wrong(answered, answer, ask);
  return { kind: 'answer', text, exclude: [] };
};

/**
 * `person(answered, ask)`: the answer to `ask` when the journal has `answered` answers of people so far; undefined
 * when the list is used up (the run waits); a wrong kind throws SCENARIO_INVALID.
 */
export const scriptedPerson =
  (scenario: Scenario): ScriptedPerson =>
  (answered, ask) => {
    const answer = scenario.human[answered];
    return answer === undefined ? undefined : choose(answered, answer, ask);
  };
