// How agents of a collective hand in: the YAML block at the end of the last message, the same as a file, or a call.
import * as z from 'zod';
import type { ByMessage, Work } from '../../../authoring/step.ts';
import type { Decoded } from '../../../handoffs/dialect.ts';
import type { Handoff } from '../../../model/handoff.ts';
import { isError, type Problem, problem } from '../../../model/problem.ts';
import type { Handover } from '../../../model/workflow/handing-in.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import { examplesIn } from '../handoff/blocks.ts';
import { decodeCollective } from '../handoff/decode.ts';
import { type CollectiveStatus, PHASES } from '../handoff/words.ts';
import { type Phase, phaseNamed } from '../hub/phases.ts';
import { agentNamed, type Registry } from '../registry/registry.ts';

const onFailureArgs = z.object({
  retry: z.int().min(0).optional(),
  route_to: z.string().optional(),
  notify: z.string().optional(),
  escalate_after: z.int().min(0).optional(),
  context: z.string().optional(),
});

const said = {
  phase: z.enum(PHASES).optional(),
  summary: z.string().optional(),
  retry_count: z.int().min(0).optional(),
  metrics: z.record(z.string(), z.unknown()).optional(),
  dependencies: z.array(z.string()).optional(),
  on_failure: onFailureArgs.optional(),
  context: z.record(z.string(), z.unknown()).optional(),
};

/** Work that is complete. `to` is who goes on; the hub decides where it is missing or null. */
export const handoffArgs = z.object({ ...said, to: z.string().nullable().optional() });
/** Work that failed or cannot go on. Nothing is handed in with it. */
export const failureArgs = z.object({ ...said, status: z.enum(['failed', 'blocked']) });

/** What a handoff says, whichever way it came. */
export interface CollectiveHandoff {
  readonly phase: Phase;
  readonly status: CollectiveStatus;
  readonly to: string | null | undefined;
  readonly retry_count: number | undefined;
  readonly onFailure: Handoff['onFailure'];
  readonly summary: string | undefined;
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
}

/** An agent that names no phase is in its own. */
const phaseOf = (named: string | null | undefined, role: string, registry: Registry): Phase =>
  phaseNamed(named ?? null) ?? agentNamed(registry, role)?.phases[0] ?? 'Implementation';

const onFailureOf = (given: z.infer<typeof onFailureArgs> | undefined): Handoff['onFailure'] =>
  given === undefined
    ? null
    : {
        ...(given.retry === undefined ? {} : { retry: given.retry }),
        ...(given.route_to === undefined ? {} : { routeTo: given.route_to.replace(/^@/, '') }),
        ...(given.notify === undefined ? {} : { notify: given.notify.replace(/^@/, '') }),
        ...(given.escalate_after === undefined ? {} : { escalateAfter: given.escalate_after }),
        ...(given.context === undefined ? {} : { context: given.context }),
      };

const anyArgs = z.looseObject({
  ...said,
  to: z.string().nullable().optional(),
  status: z.enum(['failed', 'blocked']).optional(),
});

const NOBODY = /^@?none$/i;

export const handoffOf = (
  submission: Pick<Submission, 'args' | 'assignment'>,
  registry: Registry,
): CollectiveHandoff => {
  const args = anyArgs.parse(submission.args);
  const to = args.to === undefined || args.to === null || NOBODY.test(args.to) ? null : args.to;
  return {
    phase: phaseOf(args.phase, submission.assignment.role, registry),
    status: args.status ?? 'complete',
    to: to === null ? null : to.replace(/^@/, ''),
    retry_count: args.retry_count,
    onFailure: onFailureOf(args.on_failure),
    summary: args.summary,
    metrics: args.metrics ?? {},
    context: args.context ?? {},
  };
};

const MESSAGE = 'your last message';
const FILE = 'the handoff file';

const argsOf = (handoff: Handoff): Readonly<Record<string, unknown>> => {
  const { phase, summary, attempt, metrics, dependencies, onFailure, context } = handoff;
  const known = phaseNamed(phase);
  return {
    ...(known === undefined ? {} : { phase: known }),
    ...(summary === null ? {} : { summary }),
    ...(attempt === null ? {} : { retry_count: attempt }),
    ...{ metrics, dependencies, context },
    ...(onFailure === null
      ? {}
      : {
          on_failure: {
            ...(onFailure.retry === undefined ? {} : { retry: onFailure.retry }),
            ...(onFailure.routeTo === undefined ? {} : { route_to: onFailure.routeTo }),
            ...(onFailure.notify === undefined ? {} : { notify: onFailure.notify }),
            ...(onFailure.escalateAfter === undefined ? {} : { escalate_after: onFailure.escalateAfter }),
            ...(onFailure.context === undefined ? {} : { context: onFailure.context }),
          },
        }),
  };
};

const rejected = (...problems: readonly Problem[]): Handover => ({ call: 'hand-in', args: {}, problems });

const missing = (): Problem =>
  problem(
    'HANDOFF_MISSING',
    `expected ${MESSAGE} to end with a yaml block whose key is handoff, found none`,
    {
      file: MESSAGE,
      hint: 'End with the block: phase, from, to, status.',
    },
  );

const wrapped = (): Problem =>
  problem(
    'HANDOFF_MISSING',
    `expected ${MESSAGE} to end with a yaml block, got one inside of another fence, which is an example`,
    { file: MESSAGE, hint: 'End with the block, in no other fence.' },
  );

/** Whoever shows a block, and goes on, has not handed in. */
const isExample = (text: string, { offset }: Decoded): boolean =>
  offset !== undefined && examplesIn(text).some(({ start, end }) => start <= offset && offset < end);

const unfinished = (status: string): Problem =>
  problem(
    'HANDOFF_CONTRADICTION',
    `status: expected complete, failed or blocked at the end of your turn, got ${status}`,
    {
      field: 'status',
      hint: 'Go on, and end when the work is complete; or say that it failed or is blocked, and why.',
    },
  );

/** Who wrote it is known; a block that says another one is somebody else's. */
const senderProblems = ({ from }: Handoff, role: string, registry: Registry): Problem[] =>
  from === null || agentNamed(registry, from)?.name === role
    ? []
    : [
        problem('HANDOFF_CONTRADICTION', `from: expected @${role}, who writes this, got @${from}`, {
          field: 'from',
          hint: `Write "@${role}".`,
        }),
      ];

const usable = (decoded: Decoded | undefined): Handoff | undefined =>
  decoded === undefined || decoded.problems.some(isError) ? undefined : decoded.handoff;

const name = (to: string | null | undefined): string => to ?? 'None';

const conflicts = (file: Handoff, message: Handoff): Problem[] =>
  (['status', 'to'] as const)
    .filter((field) => name(file[field]) !== name(message[field]))
    .map((field) =>
      problem(
        'HANDOFF_CONFLICT',
        `${field}: ${FILE} says ${name(file[field])}, ${MESSAGE} says ${name(message[field])}`,
        { field, hint: 'Say the same in both.' },
      ),
    );

/** Two blocks of one sender that say different things: nobody can know which is meant. */
const twoMinds = (
  text: string,
  decoded: Decoded | undefined,
  role: string,
  registry: Registry,
): Problem[] => {
  const [last, at] = [usable(decoded), decoded?.offset ?? 0];
  const before = usable(decodeCollective({ text: text.slice(0, at), file: '' }));
  if (last === undefined || before === undefined || senderProblems(before, role, registry).length > 0)
    return [];
  return (['status', 'to'] as const)
    .filter((field) => name(before[field]) !== name(last[field]))
    .map((field) =>
      problem(
        'HANDOFF_CONFLICT',
        `${field}: ${MESSAGE} has two blocks, of which one says ${name(before[field])}, the other ${name(last[field])}`,
        { field, hint: 'End with one block.' },
      ),
    );
};

const handoverOf = (
  handoff: Handoff,
  work: Work,
  registry: Registry,
  warnings: readonly Problem[],
): Handover => {
  const wrong = senderProblems(handoff, work.role, registry);
  if (wrong.length > 0) return rejected(...wrong);
  const { status, to } = handoff;
  if (status === 'failed' || status === 'blocked')
    return { call: 'decline', args: { ...argsOf(handoff), status } };
  if (status !== 'complete') return rejected(unfinished(status));
  const args = { ...argsOf(handoff), ...(to === undefined ? {} : { to }) };
  return { call: 'hand-in', args, problems: warnings };
};

const SHOWN = (role: string): string =>
  [
    '```yaml',
    'handoff:',
    '  phase: "Implementation"   # Research, Planning, Infrastructure, Implementation, Testing, Integration, QA or Complete',
    `  from: "@${role}"`,
    '  to: "None"                # who goes on; "None": the hub decides',
    // An echo of this is no handoff: one of them must be chosen.
    '  status: "complete | failed | blocked"',
    '  metrics: {}               # what you measured; it is compared with what Baton measures',
    '  on_failure:               # only where it failed',
    '    context: "what went wrong"',
    '```',
  ].join('\n');

const fileOf = ({ inputs }: Work): string => `handoffs/${String(inputs['task'] ?? 'task')}.yaml`;

/** By the block of the last message or by the handoff file of the task. Never throws. */
export const byBlock = (registry: Registry): ByMessage => ({
  file: fileOf,
  says: (work) =>
    [
      'End your last message with this block:',
      '',
      SHOWN(work.role),
      '',
      `Above it, sum up what you did. You may also write the block to ${fileOf(work)}; status and to must be the same in both. Everything in the block is checked: if it is rejected, you are told every problem and go on.`,
    ].join('\n'),
  read: (ending, work) => {
    const inFile =
      ending.file === undefined ? undefined : decodeCollective({ text: ending.file, file: 'handoff.yaml' });
    const said = ending.message ?? '';
    const decoded = decodeCollective({ text: said, file: '' });
    const shown = decoded !== undefined && isExample(said, decoded);
    const inMessage = shown ? undefined : decoded;
    const [file, message] = [usable(inFile), usable(inMessage)];
    const found = [
      ...(file !== undefined && message !== undefined ? conflicts(file, message) : []),
      ...twoMinds(ending.message ?? '', inMessage, work.role, registry),
    ];
    if (found.length > 0) return rejected(...found);
    const chosen = file ?? message;
    if (chosen !== undefined) {
      const summary = chosen.summary ?? message?.summary ?? null;
      const warnings = (file === undefined ? inMessage : inFile)?.problems ?? [];
      return handoverOf({ ...chosen, summary }, work, registry, warnings);
    }
    const problems = [...(inFile?.problems ?? []), ...(inMessage?.problems ?? [])].filter(isError);
    return rejected(...(problems.length > 0 ? problems : [shown ? wrapped() : missing()]));
  },
});
