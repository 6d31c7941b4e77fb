// Who knocks, and what the door says to whom it does not let in.

import { closedBecause } from '../engine/rules/closed.ts';
import type { ErrorCode } from '../errors.ts';
import { REFUSALS_JOURNALLED_MAX } from '../model/limits/limits.ts';
import type { Answer } from '../model/run/answer.ts';
import type { Actor } from '../model/run/input.ts';
import { type State, workOf } from '../model/run/state.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import type { Store } from '../stores/store.ts';
import type { Permits, Visitor } from './door-api.ts';
import type { Loop, StartedLoop } from './loop.ts';
import type { Desks, RunFiles, Workspaces } from './ports.ts';
import type { Bearer, Tokens } from './tokens.ts';
import { toolsOf } from './tools.ts';

export type Refused = Extract<Answer, { status: 'refused' }>;

export interface DoorOptions {
  readonly workflow: Workflow;
  readonly loop: StartedLoop;
  readonly store: Store;
  readonly tokens: Tokens;
  readonly files: RunFiles;
  readonly desks: Desks;
  readonly workspaces: Workspaces;
  /** How long a call waits for its verdict before it answers `judging`; `await_verdict` always waits the full time. */
  readonly submitWaitMs?: number | undefined;
  /** Puts to a person what no rule of a role decides; without it nobody is asked. */
  readonly permits?: Permits;
  /** Calls back after so many milliseconds; returns how to take it back. */
  readonly after: (ms: number, call: () => void) => () => void;
}

export const refused = (code: ErrorCode, message: string, hint?: string): Refused => ({
  status: 'refused',
  code,
  message,
  ...(hint === undefined ? {} : { hint }),
});

export const actorOf = ({ role, assignment, attempt }: Bearer): Actor => ({ role, assignment, attempt });

export const identify = (tokens: Tokens, token: string | undefined): Bearer | Refused => {
  if (token === undefined || token === '')
    return refused(
      'TOKEN_MISSING',
      'expected a token, got none',
      'an agent gets it from Baton in BATON_TOKEN; people use approve, reject and answer',
    );
  const bearer = tokens.read(token);
  if (bearer === undefined)
    return refused('TOKEN_INVALID', 'this is not a token of Baton', 'use BATON_TOKEN as it is');
  if (!bearer.genuine)
    return refused(
      'TOKEN_INVALID',
      'this token was not issued by the process that holds the run: it is forged, or of an attempt that ended with an earlier holder',
      'stop working; if the work is still wanted, a new attempt has been started',
    );
  return bearer;
};

export const admitted = (workflow: Workflow, state: State, bearer: Bearer): Visitor | Refused => {
  const closed = closedBecause(state, bearer.assignment, bearer.attempt);
  if (closed !== undefined) return refused(closed.code, closed.message, 'end your turn');
  const { assignment } = workOf(state, bearer.assignment);
  return {
    assignment: assignment.id,
    role: assignment.role,
    attempt: bearer.attempt,
    // Made when they are asked for: a call needs none of them.
    get tools() {
      return toolsOf(workflow, assignment);
    },
  };
};

export type TurnAway = (by: Actor, answer: Refused, tool?: string) => Promise<Refused>;

/** Who is refused is journalled, up to a limit: a flood of knocks must not fill the disk. */
export const createTurnAway = (loop: Loop): TurnAway => {
  let refusals = 0;
  return async (by, answer, tool) => {
    refusals += 1;
    if (refusals <= REFUSALS_JOURNALLED_MAX && loop.state !== undefined)
      await loop.give(
        {
          kind: 'refuse',
          code: answer.code,
          message: answer.message,
          ...(tool === undefined ? {} : { tool }),
        },
        by,
      );
    return answer;
  };
};
