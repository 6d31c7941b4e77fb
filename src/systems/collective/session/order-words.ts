// What the main agent is told after a subagent ended, and what a person is told. Agents' text is quoted as plain lines.
import { clip, plainLine } from '../../../std/terminal-text.ts';
import type { FailureAction, FailureReport } from '../failure/on-failure.ts';
import type { HubDecision } from '../hub/hub.ts';

const CONTEXT_CHARS_MAX = 600;

const workOf = ({ task, phase, from }: Pick<FailureReport, 'task' | 'phase' | 'from'>): string =>
  `${task === null ? 'Work' : `Task ${task}`} of @${from} in ${phase}`;

const contextText = (context: readonly string[]): string =>
  context.length === 0 ? '' : ` Reported: ${clip(plainLine(context.join(' / ')), CONTEXT_CHARS_MAX)}`;

const ESCALATED = {
  exhausted: 'failed and has no retries left',
  'escalate-after': 'failed as often as it may',
  blocked: 'reported "blocked" too often',
  unfinished: 'ended unfinished too often',
} as const;

export interface ActionWords {
  readonly kind: 'retry' | 'tell';
  readonly to: string | null;
  /** For the main agent. */
  readonly text: string;
  /** For a person; empty where there is nothing to decide. */
  readonly notice: string;
}

/** Undefined for what needs no words. */
export const actionWords = (
  action: FailureAction,
  report: Pick<FailureReport, 'task' | 'phase' | 'from'>,
  retryMax: number,
): ActionWords | undefined => {
  const work = workOf(report);
  const quiet = { notice: '', to: null, kind: 'tell' } as const;
  switch (action.kind) {
    case 'retry':
      return {
        ...{ kind: 'retry', to: action.to, notice: '' },
        text: `${work} failed. Start @${action.to} now with what failed (retry ${action.retryCount} of ${retryMax}).${contextText(action.context)}`,
      };
    case 'continue':
      return { ...quiet, to: action.to, text: `${work} is not finished. Let @${action.to} continue.` };
    case 'notify':
      return {
        ...quiet,
        to: action.agent,
        text: `${work}: tell @${action.agent}.${contextText(action.context)}`,
      };
    case 'wait':
      return {
        ...quiet,
        text: `${work} is blocked. Find out what it waits for before you start it again.${contextText(action.context)}`,
      };
    case 'escalate': {
      const text = `${work} ${ESCALATED[action.why]}.${contextText(action.context)}`;
      return { ...quiet, text: `${text} Do not start it again: tell the person, who decides.`, notice: text };
    }
    case 'known':
      return action.why === 'repeated'
        ? undefined
        : { ...quiet, text: `${work} was escalated before. Do not start it again: wait for the person.` };
    default:
      return undefined;
  }
};

/** What the hub found out, where it is more than "come back". */
export const decisionWords = (
  decision: HubDecision,
): (Pick<ActionWords, 'text' | 'notice'> & { readonly kind: 'tell' | 'next' }) | undefined => {
  if (decision.kind === 'ask')
    return { kind: 'tell', text: `${decision.text} Tell the person, who decides.`, notice: decision.text };
  if (decision.kind !== 'dispatch' || decision.why !== 'named') return undefined;
  return { kind: 'next', text: `Next: @${decision.to}.`, notice: '' };
};
