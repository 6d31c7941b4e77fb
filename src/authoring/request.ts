// What is asked for in the middle of a piece of work, and who answers it.
import type * as z from 'zod';
import type { Role } from '../model/workflow/handles.ts';
import { type AgentSpec, type Answer, type Item, type Request, type RequestSpec, untyped } from './step.ts';

/**
 * The work of an agent that answers a request: like a step, but outside the flow.
 *
 * @example
 * ```ts
 * const finding = file('found/{item}.md');
 * const found = answer(role('researcher'), { writes: [finding], answer: (view, item) => view.text(finding, item) });
 * ```
 */
export const answer = <const O extends string, A extends z.ZodObject = z.ZodObject>(
  who: Role,
  spec: AgentSpec<O, A, Item> & Pick<Answer, 'answer' | 'failed'>,
): Answer => {
  const { answer: say, failed, ...rest } = spec;
  return {
    kind: 'answer',
    role: who,
    spec: untyped(rest),
    answer: say,
    ...(failed === undefined ? {} : { failed }),
  };
};

/**
 * Something that an agent may ask for in its work. A person answers it, unless `by` says who does.
 *
 * @example
 * ```ts
 * const look = request('look_up', {
 *   says: 'Finds something out.',
 *   args: z.object({ topic: z.string() }),
 *   max: 3,
 *   waits: true,
 *   text: ({ topic }) => `What do we know about ${topic}?`,
 * });
 * ```
 */
export const request = <A extends z.ZodObject = z.ZodObject>(
  name: string,
  spec: RequestSpec<z.infer<A>> & { readonly args?: A },
): Request => {
  const { args, ...rest } = spec;
  return {
    kind: 'request',
    name,
    ...(args === undefined ? {} : { args }),
    spec: rest as RequestSpec,
  };
};
