// The items of a scope that is under way: which have ended how, and which cannot begin because one that they follow ended alone.
import type { State } from '../model/run/state.ts';
import type { Blocked, ItemEnding } from '../model/workflow/view.ts';
import { scopeItemOf, scopeNameOf } from './scope-item.ts';

type Item = State['scopes'][string]['items'][number];

const itemsOf = (state: State, scope: string): readonly Item[] => state.scopes[scope]?.items ?? [];

const positionOf = (state: State, scope: string, key: string) => state.positions[`${scope}/${key}`];

export const endedWell = (state: State, scope: string, key: string): boolean => {
  const position = positionOf(state, scope, key);
  return position?.phase === 'end' && position.as === undefined;
};

export const endedAlone = (state: State, scope: string, key: string): boolean =>
  positionOf(state, scope, key)?.as !== undefined;

/** All that an item follows, directly or not. */
export const followedBy = (state: State, scope: string, key: string): ReadonlySet<string> => {
  const items = itemsOf(state, scope);
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const before of items.find((item) => item.key === name)?.after ?? [])
      if (!found.has(before)) {
        found.add(before);
        visit(before);
      }
  };
  visit(key);
  return found;
};

/** Items that follow it, directly or not, in their order. */
export const followersOf = (state: State, scope: string, key: string): readonly string[] =>
  itemsOf(state, scope)
    .map((item) => item.key)
    .filter((other) => followedBy(state, scope, other).has(key));

/** Why an item that has not ended cannot begin; undefined where nothing that it follows ended alone. */
const blockedItem = (state: State, scope: string, key: string): Blocked | undefined => {
  if (positionOf(state, scope, key)?.phase === 'end') return undefined;
  const by = [...followedBy(state, scope, key)].filter((before) => endedAlone(state, scope, before));
  return by.length === 0 ? undefined : { by, waiting: followersOf(state, scope, key) };
};

export const blockedAt = (state: State, position: string): Blocked | undefined => {
  const key = scopeItemOf(position);
  return key === undefined ? undefined : blockedItem(state, scopeNameOf(position), key);
};

export interface BlockedItem {
  readonly scope: string;
  readonly item: string;
  /** Items that it follows and that ended alone. */
  readonly by: readonly string[];
}

/** All items that cannot begin, in their order. */
export const blockedIn = (state: State): readonly BlockedItem[] =>
  Object.keys(state.scopes).flatMap((scope) =>
    itemsOf(state, scope).flatMap(({ key }) => {
      const blocked = blockedItem(state, scope, key);
      return blocked === undefined ? [] : [{ scope, item: key, by: blocked.by }];
    }),
  );

/** By key, whoever ended first. */
export const endingsOf = (state: State, scope: string): Readonly<Record<string, ItemEnding>> =>
  Object.fromEntries(
    Object.entries(state.positions)
      .filter(([position, { phase }]) => phase === 'end' && position.startsWith(`${scope}/`))
      .map(([position, { as }]): [string, ItemEnding] => [position.slice(scope.length + 1), as ?? 'done'])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
