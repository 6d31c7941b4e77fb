// Work that is handed in without a call: what the attempt said last becomes the call that it stands for.
import { isError, type Problem, problem } from '../../model/problem.ts';
import type { Assignment } from '../../model/run/event.ts';
import type { Ending, Input } from '../../model/run/input.ts';
import type { Work } from '../../model/run/state.ts';
import { validateWith } from '../../model/validate-with.ts';
import type { ContractSpec } from '../../model/workflow/workflow.ts';
import type { Draft } from '../draft.ts';
import { awaitedBy } from '../satisfied.ts';
import { decline } from './decline.ts';
import { judgeWork } from './judge.ts';
import { receive } from './receive.ts';
import { openRequest } from './requests.ts';

type Submit = Extract<Input, { kind: 'submit' }>;
type AnyContract = ContractSpec<string, string, string>;

/** Each attempt's end is a submission of its own, also where it says the same as the one before. */
export const handOverId = (attempt: number, digest: string): string => `attempt ${attempt} ${digest}`;

const judge = (draft: Draft, input: Submit, args: Submit['args'], problems: readonly Problem[]): void => {
  receive(draft, { ...input, args });
  judgeWork(draft, input.assignment, problems);
};

/** A question that cannot be asked is a rejection, so that the sender learns why and goes on. */
const ask = (draft: Draft, input: Submit, request: string, question: string): void => {
  const { assignment, attempt } = input;
  openRequest(draft, {
    ...{ kind: 'request', assignment, attempt, request, text: question, args: { question } },
  });
  const work = draft.state.works[assignment];
  if (work === undefined || awaitedBy(draft.state, work).length > 0) return;
  const answer = work.answers.findLast((one) => one.question === question)?.answer;
  const why =
    answer === undefined
      ? 'expected work that is done, got a question that cannot be asked any more'
      : `expected work that is done, got a question that was answered: ${answer}`;
  judge(draft, input, {}, [problem('REQUEST_LIMIT', why, { hint: 'decide with what you know' })]);
};

/** Work that is declined. Whoever may not decline, or says it in another form, is told so as after any other ending. */
const giveBack = (
  draft: Draft,
  input: Submit,
  args: Submit['args'],
  declines: AnyContract['declines'],
): void => {
  if (declines === undefined) {
    const why = 'expected work that is done, got that it cannot be done';
    const hint = 'do it, or ask what you need to know';
    judge(draft, input, {}, [problem('HANDOFF_STATUS_UNKNOWN', why, { hint })]);
    return;
  }
  const { problems } = validateWith(declines.args.strict(), args);
  if (problems.some(isError)) judge(draft, input, {}, problems);
  else decline(draft, { ...input, args: { ...args } }, declines);
};

/** Whether work of this contract is handed in by a call. A person has no last message, and always calls. */
export const isCalled = ({ handedIn }: AnyContract, { person }: Assignment): boolean =>
  handedIn === undefined || person === true;

export const handOver = (
  draft: Draft,
  input: Submit,
  ending: Ending,
  { assignment }: Work,
  contract: AnyContract,
): void => {
  const said = contract.handedIn?.read(ending, assignment);
  if (said === undefined) return;
  if (said.call === 'ask') ask(draft, input, said.request, said.question);
  else if (said.call === 'hand-in')
    judge(draft, input, { ...said.args }, [...said.problems, ...input.problems]);
  else giveBack(draft, input, said.args, contract.declines);
};
