// What is asked for in the middle of a piece of work, and who answers it.
import type * as z from 'zod';
import type { Role } from '../model/workflow/handles.ts';
import type { AgentSpec, Answer, AnyAgentSpec, Item, Request, RequestSpec } from './step.ts';

/** The contract of an agent that answers: like a step, but outside the flow. */
export const answer = <const O extends string, A extends z.ZodObject = z.ZodObject>(
  who: Role,
  spec: AgentSpec<O, A, Item> & Pick<Answer, 'answer' | 'failed'>,
): Answer => {
  const { answer: say, failed, ...rest } = spec;
  return {
    kind: 'answer',
    role: who,
    spec: rest as unknown as AnyAgentSpec,
    answer: say,
    ...(failed === undefined ? {} : { failed }),
  };
};

export const request = <A extends z.ZodObject = z.ZodObject>(
  name: string,
  spec: RequestSpec<z.infer<A>> & { readonly args?: A },
): Request => {
  const { args, ...rest } = spec;
  return {
    kind: 'request',
    name,
    ...(args === undefined ? {} : { args }),
    spec: rest as unknown as RequestSpec,
  };
};
