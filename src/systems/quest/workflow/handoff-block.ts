// Handing in by message, ready for any workflow: the agent ends with Quest's block, or leaves it as handoff.json.
import * as z from 'zod';
import type { ByMessage, Request, Work } from '../../../authoring/step.ts';
import { QUEST_MARKER } from '../handoff/quest-contract.ts';
import { readEnding } from './ending.ts';

/** What a block says, as the arguments of the step: `args: handoffArgs`. A person, who calls, need only sum it up. */
export const handoffArgs = z.object({
  status: z.literal('complete').optional(),
  next: z.string().nullable().optional(),
  summary: z.string(),
  artifacts: z.array(z.string()).optional(),
  from: z.enum(['message', 'file']).optional(),
});

/**
 * Ends a step with this outcome when its agent says that it is blocked.
 *
 * @example
 * ```ts
 * const question = request('question', { says: 'Asks a person.', max: 3, waits: true });
 * agent(role('writer'), {
 *   args: handoffArgs,
 *   handedIn: handoffBlock({ asks: question }),
 *   outcome: (): 'done' | 'blocked' => 'done',
 *   declines: blockedAs('blocked'),
 *   requests: [question],
 * });
 * ```
 */
export const blockedAs = <const O extends string>(outcome: O) => ({
  tool: 'give_up',
  says: 'The work cannot be done.',
  args: z.object({ reason: z.string() }),
  outcome,
});

export interface HandoffBlockOptions {
  /** Where the questions of an agent go that says `needs_human`; it must be one of the step's requests. */
  readonly asks: Request;
  /** Who the agent is to Quest: NEXT must be one that this role may name. Without it NEXT may be anybody. */
  readonly role?: string | ((work: Work) => string | undefined);
  /** What NEXT may be, in words for the prompt. */
  readonly next?: string | ((work: Work) => string);
  /** The block as the prompt shows it, where it says more than the general one. */
  readonly lines?: (work: Work) => readonly string[] | undefined;
  /** A file that is read before the message, relative to the run directory; with several items, one for each. */
  readonly file?: string | ((work: Work) => string);
}

/** What may depend on the piece of work. */
const forWork = (
  said: string | ((work: Work) => string | undefined) | undefined,
  work: Work,
): string | undefined => (typeof said === 'function' ? said(work) : said);

const endingText = (options: HandoffBlockOptions, work: Work): string => {
  const next = forWork(options.next, work) ?? 'null';
  const file = forWork(options.file, work);
  return [
    'End your last message with this block, and write nothing below it:',
    '',
    '```text',
    ...(options.lines?.(work) ?? [
      QUEST_MARKER,
      'STATUS: complete | needs_human | blocked',
      'ARTIFACTS: <the files that you wrote, separated by commas; none if there are none>',
      `NEXT: ${next}`,
      'SUMMARY: <one line>',
    ]),
    '```',
    '',
    'Write one STATUS: `complete` when the work is done; `needs_human` with your questions above the block, each on a line of its own; `blocked` when it cannot be done, with the reason as SUMMARY. What you hand in is checked: if it is rejected, you are told every problem and go on.',
    ...(file === undefined
      ? []
      : [
          '',
          `You may also write it to ${file}: {"status": …, "artifacts": […], "next": …, "summary": …}. The file counts; STATUS and NEXT must be the same in both.`,
        ]),
  ].join('\n');
};

/**
 * Lets an agent hand in by its last message, which ends with a block of STATUS, ARTIFACTS, NEXT and SUMMARY.
 *
 * @example
 * ```ts
 * const question = request('question', { says: 'Asks a person.', max: 3, waits: true });
 * agent(role('writer'), {
 *   args: handoffArgs,
 *   handedIn: handoffBlock({ asks: question, file: 'handoff.json' }),
 *   requests: [question],
 * });
 * ```
 */
export const handoffBlock = (options: HandoffBlockOptions): ByMessage => ({
  ...(options.file === undefined ? {} : { file: options.file }),
  says: (work) => endingText(options, work),
  read: (ending, work) =>
    readEnding(ending, { role: forWork(options.role, work), request: options.asks.name }),
});
