// What the door answers to a call. The same shape through MCP, HTTP and `baton submit`.
import * as z from 'zod';
import { problemSchema } from '../problem.ts';

export const answerSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('accepted'),
    message: z.string(),
    submission: z.string(),
    outcome: z.string(),
    seq: z.number().int(),
  }),
  z.object({
    status: z.literal('rejected'),
    message: z.string(),
    submission: z.string(),
    problems: z.array(problemSchema),
    seq: z.number().int(),
    /** The same mistake came again: this session ends, and another one, or a person, takes over. */
    over: z.literal(true).optional(),
  }),
  /** Evidence is being gathered: call `await_verdict`, do not end the turn. */
  z.object({
    status: z.literal('judging'),
    message: z.string(),
    submission: z.string(),
    left: z.array(z.string()),
  }),
  /** Refused at the door: nothing was judged. */
  z.object({
    status: z.literal('refused'),
    message: z.string(),
    code: z.string(),
    hint: z.string().optional(),
  }),
  /** A request was taken; its answer comes later, through `await_verdict` where the request parks. */
  z.object({ status: z.literal('asked'), message: z.string(), request: z.string(), parks: z.boolean() }),
  z.object({ status: z.literal('answered'), message: z.string(), request: z.string(), answer: z.string() }),
  /** `await_verdict` when nothing is pending, and the answer of `status`. */
  z.object({ status: z.literal('idle'), message: z.string() }),
]);
export type Answer = z.infer<typeof answerSchema>;
