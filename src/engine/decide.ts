// What follows from an input. The only place where a workflow's own functions run; no clock, no disk, no randomness.
import { causeText } from '../errors.ts';
import type { Event } from '../model/run/event.ts';
import type { Input } from '../model/run/input.ts';
import type { State } from '../model/run/state.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { type Context, type Draft, draftOn } from './draft.ts';
import { endAttempt, passDeadline, startAttempt, takeOver } from './rules/attempts.ts';
import { deadlinesNow, enter, reopen } from './rules/enter.ts';
import { answer } from './rules/people.ts';
import { askPermission } from './rules/permits.ts';
import { openRequest } from './rules/requests.ts';
import { refuseCall } from './rules/stalemate.ts';
import { observe, perform, submit } from './rules/submit.ts';

const end = (
  draft: Draft,
  status: 'failed' | 'cancelled',
  cause: { code: string; message: string } | undefined,
): void => {
  if (draft.state.status === 'running')
    draft.emit({ kind: 'run-ended', status, ...(cause === undefined ? {} : { cause }) });
};

const resumedDeadlines = (draft: Draft): { deadlines?: Record<string, string> } => {
  const deadlines = deadlinesNow(draft);
  return Object.keys(deadlines).length === 0 ? {} : { deadlines };
};

const follow = (draft: Draft, input: Input): void => {
  switch (input.kind) {
    case 'start':
      draft.emit({ kind: 'run-started', run: input.run, given: input.given });
      enter(draft, '', draft.workflow.first);
      return;
    case 'take-over':
      takeOver(draft, input);
      return;
    case 'resume':
      if (draft.state.status !== 'failed' && draft.state.status !== 'cancelled') return;
      draft.emit({ kind: 'run-resumed', ...resumedDeadlines(draft) });
      reopen(draft);
      return;
    case 'stop':
      end(draft, 'cancelled', input.cause);
      return;
    case 'fail':
      end(draft, 'failed', input.cause);
      return;
    case 'attempt-start':
      startAttempt(draft, input);
      return;
    case 'attempt-end':
      endAttempt(draft, input);
      return;
    case 'submit':
      submit(draft, input);
      return;
    case 'refuse':
      refuseCall(draft, input);
      return;
    case 'observe':
      observe(draft, input);
      return;
    case 'perform':
      perform(draft, input);
      return;
    case 'performed':
      if (draft.state.effects?.[input.effect] !== undefined)
        draft.emit({ kind: 'effect-performed', effect: input.effect, problems: input.problems });
      return;
    case 'rebase':
      if (draft.state.works[input.assignment]?.rebasePending)
        draft.emit({ kind: 'rebase-performed', assignment: input.assignment });
      return;
    case 'request':
      openRequest(draft, input);
      return;
    case 'permission':
      askPermission(draft, input);
      return;
    case 'answer':
      answer(draft, input);
      return;
    case 'deadline':
      passDeadline(draft, input);
      return;
  }
};

/** What follows from an input, and the state with it. No events: nothing happened, and nothing is to be journalled. */
export interface Decision {
  readonly events: readonly Event[];
  /** The same as if the events were read from the journal and applied. */
  readonly state: State;
}

export const decide = (
  workflow: Workflow,
  before: State | undefined,
  input: Input,
  context: Context,
): Decision => {
  const draft = draftOn(workflow, before, context);
  follow(draft, input);
  const { events, state } = draft;
  return { events, state };
};

/** A workflow's function threw: the run fails visibly, with its cause, and nothing of the half-made decision stays. */
export const decideSafely = (
  workflow: Workflow,
  before: State | undefined,
  input: Input,
  context: Context,
): Decision => {
  try {
    return decide(workflow, before, input, context);
  } catch (cause) {
    if (before === undefined) throw cause;
    const code =
      cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
        ? cause.code
        : 'WORKFLOW_INVALID';
    return decide(
      workflow,
      before,
      {
        kind: 'fail',
        cause: { code, message: `workflow ${workflow.name} broke on "${input.kind}": ${causeText(cause)}` },
      },
      context,
    );
  }
};
