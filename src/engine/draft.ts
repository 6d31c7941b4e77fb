// Events under construction: each one is applied as soon as it is emitted, so later rules see what earlier ones decided.
import { BatonError } from '../errors.ts';
import { PHASES_PER_INPUT_MAX } from '../model/limits/limits.ts';
import type { Cause, Event } from '../model/run/event.ts';
import type { Actor } from '../model/run/input.ts';
import type { State } from '../model/run/state.ts';
import type { View } from '../model/workflow/view.ts';
import type { Happening, Workflow } from '../model/workflow/workflow.ts';
import { initialState, reduce } from './reduce/reduce.ts';
import { type Contents, viewOf } from './view.ts';

export interface Context {
  /** When the input came. */
  readonly at: string;
  readonly contents: Contents;
  /** Who it came from. */
  readonly by?: Actor;
}

export interface Draft {
  readonly workflow: Workflow;
  readonly context: Context;
  readonly events: readonly Event[];
  readonly state: State;
  emit(...events: Event[]): void;
  view(scope: string): View;
  /** Keeps what the workflow has to say of it. */
  note(happening: () => Happening): void;
  /** Ends the run with a cause that people can act on. */
  fail(cause: Cause): void;
  /** Counts phases entered by this one input, so that a chain of phases with nothing to do ends. */
  enteredPhase(): void;
}

/** Lines about blind work are kept from the others, so it is said whose they are. */
const blindWorkOf = (happening: Happening): { readonly assignment?: string } => {
  const assignment =
    'submission' in happening
      ? happening.submission.assignment
      : 'assignment' in happening
        ? happening.assignment
        : undefined;
  return assignment?.blind === true ? { assignment: assignment.id } : {};
};

export const draftOn = (workflow: Workflow, before: State | undefined, context: Context): Draft => {
  const events: Event[] = [];
  let state = before === undefined ? undefined : { ...before, seq: before.seq + 1, at: context.at };
  let entered = 0;
  const current = (): State => {
    if (state === undefined) throw new BatonError('INTERNAL', 'expected a run that has started, got none');
    return state;
  };
  const draft: Draft = {
    workflow,
    context,
    events,
    get state() {
      return current();
    },
    emit: (...added) => {
      for (const event of added) {
        events.push(event);
        state =
          event.kind === 'run-started'
            ? { ...initialState(event), seq: 1, at: context.at }
            : reduce(current(), event);
      }
    },
    view: (scope) => viewOf(workflow, current(), context.contents, scope),
    note: (happening) => {
      if (workflow.chronicle === undefined) return;
      const happened = happening();
      const lines = workflow.chronicle(happened);
      if (lines.length > 0) draft.emit({ kind: 'noted', lines: [...lines], ...blindWorkOf(happened) });
    },
    fail: (cause) => draft.emit({ kind: 'run-ended', status: 'failed', cause }),
    enteredPhase: () => {
      entered += 1;
      if (entered > PHASES_PER_INPUT_MAX)
        throw new BatonError(
          'LIMIT_REACHED',
          `expected at most ${PHASES_PER_INPUT_MAX} phases entered by one input; the routes of workflow ${workflow.name} go in a circle with nothing to do`,
        );
    },
  };
  return draft;
};
