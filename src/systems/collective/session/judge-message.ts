// The last message of an agent → its handoff, if it may be used. Who wrote it is what the host says, not the block.
import type { Handoff } from '../../../model/handoff.ts';
import { isError, type Problem, problem } from '../../../model/problem.ts';
import { decodeCollective } from '../handoff/decode.ts';
import { type Phase, phaseNamed } from '../hub/phases.ts';
import { agentNamed, type Registry } from '../registry/registry.ts';
import { taskIdOf } from '../tasks/task-id.ts';

export interface JudgedMessage {
  /** `none`: no handoff, from an agent that owes none. */
  readonly verdict: 'accepted' | 'refused' | 'none';
  readonly handoff: Handoff | undefined;
  readonly problems: readonly Problem[];
}

const MISSING = problem(
  'HANDOFF_MISSING',
  'expected a yaml block with the key handoff at the end of the message, got none',
  { hint: 'End your message with the block: phase, from, to, status.' },
);

const senderProblems = (from: string | null, agent: string | undefined, registry: Registry): Problem[] => {
  if (agent === undefined || from === null) return [];
  const name = (text: string): string => agentNamed(registry, text)?.name ?? text;
  return name(from) === name(agent)
    ? []
    : [
        problem('HANDOFF_CONTRADICTION', `from: expected @${agent}, who wrote this message, got @${from}`, {
          field: 'from',
          hint: `Write "@${agent}".`,
        }),
      ];
};

/** A message that owes no handoff is read for one all the same. */
export const judgeMessage = (
  text: string,
  agent: string | undefined,
  registry: Registry,
  owes: boolean,
): JudgedMessage => {
  const decoded = decodeCollective({ text, file: 'message.md' });
  if (decoded === undefined)
    return { verdict: owes ? 'refused' : 'none', handoff: undefined, problems: owes ? [MISSING] : [] };
  const { handoff } = decoded;
  const problems = [...decoded.problems, ...senderProblems(handoff?.from ?? null, agent, registry)];
  const isUsable = handoff !== undefined && !problems.some(isError);
  return { verdict: isUsable ? 'accepted' : 'refused', handoff, problems };
};

/** The task that a block is about: what it says itself, or the one task that it depends on or affects. */
export const taskOf = ({ task, context, details, dependencies }: Handoff): string | null => {
  const said = [task, context['task'], context['task_id'], details['task'], details['task_id']];
  const named = said.map((value) => taskIdOf(value)).find((id) => id !== undefined);
  if (named !== undefined) return named;
  const [only, ...more] = dependencies;
  return only === undefined || more.length > 0 ? null : (taskIdOf(only) ?? null);
};

/** A summary in Markdown names no phase: its agent's own, else Implementation. */
export const phaseOf = ({ phase }: Handoff, agent: string, registry: Registry): Phase =>
  phaseNamed(phase) ?? agentNamed(registry, agent)?.phases[0] ?? 'Implementation';
