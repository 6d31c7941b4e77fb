// What people answer: words to a question, or the outcome of a decision.
import type { Ask } from '../../model/event.ts';
import type { Input } from '../../model/input.ts';
import { TEXT_CHARS_MAX } from '../../model/limits.ts';
import type { Draft } from '../draft.ts';
import { isActive } from '../satisfied.ts';
import { acceptSubmission } from './judge.ts';

type Of<K extends Input['kind']> = Extract<Input, { kind: K }>;

const refuse = (draft: Draft, code: string, message: string): void =>
  draft.emit({ kind: 'submission-refused', code, message });

const leavesOut = ({ args }: Of<'answer'>): boolean =>
  Array.isArray(args['exclude']) && args['exclude'].length > 0;

/** Who approves but leaves files out has chosen something else than who approves. */
const choiceOf = (ask: Ask, input: Of<'answer'>): string | undefined =>
  leavesOut(input) && input.choice === ask.approve && ask.exclude !== undefined ? ask.exclude : input.choice;

const refusalOf = (ask: Ask, input: Of<'answer'>): string | undefined => {
  const choice = choiceOf(ask, input);
  if (choice === undefined || !ask.choices.includes(choice))
    return `expected one of ${ask.choices.join(', ')}, got ${input.choice ?? 'none'}`;
  // Taking it in silence would commit what a person wanted left out.
  if (leavesOut(input) && choice !== ask.exclude)
    return `${input.item} cannot leave files out; reject it and say which files must go`;
  return choice === ask.exclude && !leavesOut(input)
    ? 'expected the files to leave out: --exclude FILE'
    : undefined;
};

export const answer = (draft: Draft, input: Of<'answer'>): void => {
  const text = input.text.slice(0, TEXT_CHARS_MAX);
  if (draft.state.requests[input.item]?.person) {
    draft.emit({ kind: 'request-answered', request: input.item, answer: text });
    return;
  }
  const work = draft.state.works[input.item];
  const ask = work?.assignment.ask;
  if (work === undefined || ask === undefined || !isActive(draft.state, work)) {
    refuse(draft, 'ITEM_UNKNOWN', `nothing called "${input.item}" waits for a person`);
    return;
  }
  const refusal = refusalOf(ask, input);
  if (refusal !== undefined) {
    refuse(draft, 'CHOICE_INVALID', refusal);
    return;
  }
  const { message } = input.args;
  draft.emit({
    kind: 'submission-received',
    submission: `answer ${input.item} ${draft.state.seq}`,
    assignment: input.item,
    attempt: work.attempt,
    tool: 'answer',
    args: { ...input.args, text },
    sealed: [],
    needs: [],
  });
  acceptSubmission(draft, input.item, choiceOf(ask, input)!, {
    remark: text,
    details: typeof message === 'string' && message.trim() !== '' ? { message } : {},
  });
};
