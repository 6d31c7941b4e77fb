// Work that is handed in without a call: what the attempt said last becomes the call that it stands for.
import { type Problem, problem } from '../../model/problem.ts';
import type { Input } from '../../model/run/input.ts';
import type { Work } from '../../model/run/state.ts';
import type { Ending, HandingIn } from '../../model/workflow/handing-in.ts';
import type { ContractSpec } from '../../model/workflow/workflow.ts';
import type { Draft } from '../draft.ts';
import { awaitedBy } from '../satisfied.ts';
import { decline } from './decline.ts';
import { judgeWork } from './judge.ts';
import { receive } from './receive.ts';
import { openRequest } from './requests.ts';

type Submit = Extract<Input, { kind: 'submit' }>;

/** Each attempt's end is a submission of its own, also where it says the same as the one before. */
export const handOverId = (attempt: number, digest: string): string => `attempt ${attempt} ${digest}`;

const textIn = (args: Submit['args'], name: keyof Ending): string | undefined => {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
};

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

export const handOver = (
  draft: Draft,
  input: Submit,
  work: Work,
  contract: ContractSpec<string, string, string>,
  handingIn: HandingIn,
): void => {
  const ending = { message: textIn(input.args, 'message'), file: textIn(input.args, 'file') };
  const said = handingIn.read(ending, work.assignment);
  if (said.call === 'ask') ask(draft, input, said.request, said.question);
  else if (said.call === 'hand-in')
    judge(draft, input, { ...said.args }, [...said.problems, ...input.problems]);
  else if (contract.declines !== undefined)
    decline(draft, { ...input, args: { ...said.args } }, contract.declines);
  else
    judge(draft, input, {}, [
      problem('HANDOFF_STATUS_UNKNOWN', 'expected work that is done, got that it cannot be done', {
        hint: 'do it, or ask what you need to know',
      }),
    ]);
};
