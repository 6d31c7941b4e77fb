// What is worth a person's attention when a run goes from one state to the next. Pure.
import { noticesForPeople } from '../../engine/notices.ts';
import { plan } from '../../engine/plan.ts';
import { NOTIFIED_CHARS_MAX } from '../../model/limits/runtime.ts';
import type { State } from '../../model/run/state.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';

/** One document, the same for every way it is sent. */
export interface News {
  readonly version: 1;
  readonly event: 'waiting' | 'notice' | 'ended';
  readonly run: string;
  readonly workflow: string;
  readonly at: string;
  readonly title: string;
  readonly text: string;
  /** What waits, as `baton inbox` names it. */
  readonly item?: string;
  readonly kind?: 'approval' | 'question' | 'escalation';
  /** How the run ended. */
  readonly status?: State['status'];
  /** Its page, without a code that would sign anybody in. */
  readonly address?: string;
}

type Said = Omit<News, 'version' | 'run' | 'workflow' | 'at'>;

const words = (text: string): string => clip(plainLine(text), NOTIFIED_CHARS_MAX);

const waitingIn = (state: State, before: State): Said[] => {
  const known = new Set(plan(before).questions.map(({ id }) => id));
  return plan(state)
    .questions.filter(({ id, notice }) => notice === undefined && !known.has(id))
    .map(({ id, ask }) => ({
      ...{ event: 'waiting', item: id, kind: ask.kind },
      ...{ title: `${state.run.name} waits for you`, text: words(ask.text) },
    }));
};

const noticesIn = (state: State, before: State): Said[] =>
  noticesForPeople(state)
    .slice(noticesForPeople(before).length)
    .map(({ text }) => ({ event: 'notice', title: `${state.run.name} tells you`, text: words(text) }));

const endIn = (state: State, before: State): Said[] =>
  state.status === before.status || state.status === 'running'
    ? []
    : [
        {
          ...{ event: 'ended', status: state.status, title: `${state.run.name} is ${state.status}` },
          text: words(state.cause?.message ?? state.run.request),
        },
      ];

/** Without a state before, everything that waits is news. */
export const newsIn = (state: State, before: State): News[] =>
  [...waitingIn(state, before), ...noticesIn(state, before), ...endIn(state, before)].map((said) => ({
    ...{ version: 1, run: state.run.name, workflow: state.run.workflow, at: state.at },
    ...said,
  }));
