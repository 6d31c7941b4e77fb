// How an item of a scope ends: well, and its tree is in the main line; or alone, and those that follow it are blocked.
import { BatonError } from '../../errors.ts';
import type { Cause, Event } from '../../model/run/event.ts';
import type { State } from '../../model/run/state.ts';
import { keyOf } from '../../model/workflow/names.ts';
import type { Route, ScopeSpec } from '../../model/workflow/workflow.ts';
import type { Draft } from '../draft.ts';
import { endedAlone, followedBy, followersOf } from '../items.ts';
import { scopeItemOf, scopeNameOf } from '../scope-item.ts';

type Merging = Extract<Event, { kind: 'position-ended' }>['merged'];

/** The main line with the tree of this item; undefined where it has none that is not in it. */
const mergedAt = (state: State, scope: string): Merging => {
  const own = Object.entries(state.unmerged ?? {}).find(([, joined]) => joined.scope === scope);
  if (own === undefined) return undefined;
  const [artifact, { main, onto, tree }] = own;
  const now = state.artifacts[main];
  if (now === undefined || now.digest !== onto)
    throw new BatonError(
      'WORKFLOW_INVALID',
      `${scope} ends with ${artifact}, which was not judged on the main line "${main}" as it stands`,
      { hint: 'let an item end after a step of an agent, which is judged on the main line' },
    );
  return { artifact, main: { ...now, digest: tree } };
};

/** A person goes on without it, and so without all that follow it. */
const cancelWith = (draft: Draft, name: string, item: string): void => {
  for (const follower of followersOf(draft.state, name, item))
    if (draft.state.positions[`${name}/${follower}`]?.phase !== 'end')
      draft.emit({ kind: 'position-ended', scope: `${name}/${follower}`, as: 'cancelled' });
};

/** What the blocked item follows and ended alone begins again, with counts of its own at nothing. */
const retry = (draft: Draft, name: string, item: string, blocked: string | undefined): void => {
  const { state, workflow } = draft;
  const again = [...followedBy(state, name, item)].filter((before) => endedAlone(state, name, before));
  const waiting = (state.scopes[name]?.items ?? [])
    .map(({ key }) => key)
    .filter((key) => state.positions[`${name}/${key}`]?.phase === blocked)
    .filter((key) => again.some((before) => followedBy(state, name, key).has(before)));
  draft.emit({ kind: 'scope-retried', scope: name, items: [...again, ...waiting] });
  const counters = again.flatMap((key) =>
    Object.entries(workflow.limits)
      .filter(([, { per }]) => per === 'item')
      .map(([limit]) => keyOf(limit, key)),
  );
  for (const counter of counters)
    if ((draft.state.counters[counter] ?? 0) > 0) draft.emit({ kind: 'counter-reset', counter });
};

export const endItem = (
  draft: Draft,
  scope: string,
  { blocked }: ScopeSpec<string>,
  how: { readonly as: Route<string, string>['as']; readonly cause: Cause | undefined },
): void => {
  const { as, cause } = how;
  const [name, item = ''] = [scopeNameOf(scope), scopeItemOf(scope)];
  if (as === 'retry-failed') {
    retry(draft, name, item, blocked);
    return;
  }
  const wasBlocked = blocked !== undefined && draft.state.positions[scope]?.phase === blocked;
  const merged = as === undefined ? mergedAt(draft.state, scope) : undefined;
  const ended = as === 'item-failed' ? 'failed' : as === 'item-cancelled' ? 'cancelled' : undefined;
  draft.emit({
    ...{ kind: 'position-ended', scope },
    ...(ended === undefined ? {} : { as: ended }),
    ...(cause === undefined ? {} : { cause }),
    ...(merged === undefined ? {} : { merged }),
  });
  if (ended !== undefined && wasBlocked) cancelWith(draft, name, item);
};
