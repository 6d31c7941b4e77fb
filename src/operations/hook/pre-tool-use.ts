// `baton hook pre-tool-use`: whether the role of an attempt may do what its program is about to do. Baton wrote into the attempt's
// settings what the role may do. What cannot be read is a no.
import * as z from 'zod';
import { realPath } from '../../agents/permissions/real-path.ts';
import { BatonError, causeText } from '../../errors.ts';
import { HOOK_INPUT_BYTES_MAX } from '../../model/limits/hook.ts';
import { DECISION_CHARS_MAX, PERMISSION_HOOK_MS_MAX } from '../../model/limits/permissions.ts';
import { type Decision, decide } from '../../model/permissions/decide.ts';
import { type Policy, policyIn } from '../../model/permissions/permissions.ts';
import type { Wish } from '../../model/permissions/wish.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import { actionOf, type HostTools, hostNamed, isHostsOwn, readCall, type ToolCall } from './host-tools.ts';

/** Printed as one JSON document. An empty one leaves it to the host's own rules. */
export type ToolAnswer = object;

const NO_WORD: ToolAnswer = {};

const answered = ({ answer }: HostTools, allowed: boolean, because: string): ToolAnswer =>
  answer(allowed, clip(plainLine(`Baton: ${because}`), DECISION_CHARS_MAX));

/** Undefined: nobody can be asked, and the rule stands. */
export type AskPerson = (wish: Wish, waitMs: number) => Promise<Decision | undefined>;

const decided = async (
  host: HostTools,
  policy: Policy,
  call: ToolCall,
  place: string,
  askPerson: AskPerson | undefined,
): Promise<ToolAnswer> => {
  const action = actionOf(host, call, place);
  if (action === undefined) return NO_WORD;
  const byRule = decide(policy, action);
  const { wish } = byRule;
  const byPerson =
    wish === undefined || policy.asks === undefined ? undefined : await askPerson?.(wish, policy.asks.waitMs);
  const { allowed, because } = byPerson ?? byRule;
  return allowed && isHostsOwn(host, action) ? NO_WORD : answered(host, allowed, because);
};

export interface AskedBy {
  /** What Baton wrote into the host's settings. */
  readonly policy: string | undefined;
  /** The name of the host's program. */
  readonly host?: string | undefined;
  /** Where the host works. */
  readonly directory: string;
  readonly askPerson?: AskPerson | undefined;
  /** How long the host has to say what it asks. */
  readonly timeMsMax?: number;
}

const FIRST_HOST = 'claude';

const hostOf = ({ host: name = FIRST_HOST }: AskedBy): HostTools => {
  const host = hostNamed(name);
  if (host !== undefined) return host;
  throw new BatonError('USAGE_INVALID', `expected the name of a program, got ${JSON.stringify(name)}`);
};

/** `input` is what the host says; undefined when there is more than the limit. */
export const toolAnswer = async (by: AskedBy, input: string | undefined): Promise<ToolAnswer> => {
  const host = hostOf(by);
  const { policy, directory, askPerson } = by;
  if (policy === undefined) return answered(host, false, 'nothing says what this role may do');
  if (input === undefined)
    return answered(
      host,
      false,
      `the call has more than ${HOOK_INPUT_BYTES_MAX} bytes, so nobody can tell what it does`,
    );
  try {
    const place = realPath(directory) ?? directory;
    return await decided(host, policyIn(policy), readCall(host, input), place, askPerson);
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : causeText(cause);
    return answered(host, false, `what is asked cannot be read: ${why}`);
  }
};

/** A host that does not say what it asks is not waited for. */
export const hookPreToolUse = async (
  by: AskedBy,
  input: Promise<string | undefined>,
): Promise<ToolAnswer> => {
  const host = hostOf(by);
  const late = Symbol('late');
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof late>((resolve) => {
    timer = setTimeout(resolve, by.timeMsMax ?? PERMISSION_HOOK_MS_MAX, late);
  });
  try {
    const read = await Promise.race([input, over]);
    return read === late
      ? answered(host, false, 'the host did not say in time what it asks')
      : await toolAnswer(by, read);
  } catch (cause) {
    return answered(host, false, `what is asked cannot be read: ${causeText(cause)}`);
  } finally {
    clearTimeout(timer);
  }
};
