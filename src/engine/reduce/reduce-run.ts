// Events about the run as a whole: its scopes, its policy, its counters, and that it goes on.
import type { Event } from '../../model/run/event.ts';
import type { State } from '../../model/run/state.ts';
import { forgetHeard, tellProblems } from '../notices.ts';
import { lift } from '../veil.ts';
import type { Changes } from './changes.ts';
import { bringBack, setAside } from './past.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;
type Merging = NonNullable<Of<'position-ended'>['merged']>;

/** A scope that is entered again begins anew with every item. */
export const openScope = (state: State, event: Of<'scope-opened'>, changes: Changes): State => {
  const next = changes.of(state);
  forgetHeard(next, changes, '');
  bringBack(
    next,
    changes,
    Object.keys(next.past?.items ?? {}).filter((one) => one.startsWith(`${event.scope}/`)),
  );
  next.scopes = changes.set(next.scopes, event.scope, { items: event.items, then: event.then });
  next.positions = {
    ...Object.fromEntries(
      Object.entries(next.positions).filter(([scope]) => !scope.startsWith(`${event.scope}/`)),
    ),
    '': { phase: event.scope, visit: 0 },
  };
  return next;
};

export const growScope = (state: State, { scope, items }: Of<'scope-grown'>): State => {
  const known = state.scopes[scope];
  return known === undefined
    ? state
    : { ...state, scopes: { ...state.scopes, [scope]: { ...known, items } } };
};

export const endScope = (state: State, event: Of<'scope-ended'>): State => {
  const { [event.scope]: _, ...scopes } = state.scopes;
  return { ...state, scopes };
};

export const performEffect = (state: State, changes: Changes, event: Of<'effect-performed'>): State => {
  if (state.effects?.[event.effect] === undefined) return state;
  const next = changes.of(state);
  next.effects = changes.drop(next.effects ?? {}, [event.effect]);
  tellProblems(next, changes, event.problems);
  return next;
};

/** The tree of an item, until the item ends well. */
export const keepApart = (
  state: State,
  changes: Changes,
  scope: string,
  { joins }: Of<'submission-accepted'>,
): void => {
  if (joins === undefined) return;
  const { artifact, ...joined } = joins;
  state.unmerged = changes.set(state.unmerged ?? {}, artifact, { ...joined, scope });
};

/** What is in the main line now is no line of its own any more. */
const join = (state: State, changes: Changes, { artifact, main }: Merging): void => {
  state.artifacts = changes.set(state.artifacts, main.artifact, main);
  state.unmerged = changes.drop(state.unmerged ?? {}, [artifact]);
};

export const endPosition = (state: State, changes: Changes, event: Of<'position-ended'>): State => {
  const { scope, as, cause, merged } = event;
  const next = changes.of(state);
  forgetHeard(next, changes, scope);
  next.positions = changes.set(next.positions, scope, {
    ...{ phase: 'end', visit: 0 },
    ...(as === undefined ? {} : { as }),
    ...(cause === undefined ? {} : { cause }),
  });
  if (merged !== undefined) join(next, changes, merged);
  lift(next, changes, scope);
  setAside(next, changes, scope);
  return next;
};

/** Without a position they wait again for what they follow; their trees stay as they were accepted last. */
export const retryItems = (state: State, changes: Changes, { scope, items }: Of<'scope-retried'>): State => {
  const next = changes.of(state);
  const again = items.map((item) => `${scope}/${item}`);
  bringBack(next, changes, again);
  next.positions = changes.drop(next.positions, again);
  return next;
};

/** What was rejected under the old values may be handed in again as it is, and is no mistake that repeats. */
export const changePolicy = (state: State, { policy }: Of<'policy-changed'>): State => {
  const { options } = state.run;
  const before = typeof options['policy'] === 'object' ? options['policy'] : {};
  const answers = Object.fromEntries(
    Object.entries(state.answers).map(([line, all]) => [
      line,
      all.filter(({ status }) => status === 'accepted'),
    ]),
  );
  const works = Object.fromEntries(
    Object.entries(state.works).map(([id, { tally: _, ...work }]) => [id, work]),
  );
  return {
    ...state,
    answers,
    works,
    run: { ...state.run, options: { ...options, policy: { ...before, ...policy } } },
  };
};

export const resumeRun = (state: State, { deadlines = {} }: Of<'run-resumed'>): State => {
  const { cause: _, ...rest } = state;
  const positions = Object.fromEntries(
    Object.entries(state.positions).map(([scope, position]) => {
      const deadline = deadlines[scope];
      return [scope, deadline === undefined ? position : { ...position, deadline }];
    }),
  );
  const works = Object.fromEntries(
    Object.entries(state.works).map(([id, { retryAt: __, tally: ___, ...work }]) => [
      id,
      { ...work, failures: 0, rejections: 0 },
    ]),
  );
  return { ...rest, positions, works, status: 'running', resumed: true };
};

export const setCounter = (state: State, changes: Changes, counter: string, count: number): State => ({
  ...state,
  counters: changes.set(state.counters, counter, count),
});
