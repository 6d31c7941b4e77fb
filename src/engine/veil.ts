// Blind work: what one hands in is kept from the others until all are in. The state has it at once, because it is judged and
// counted; here is the state as the others see it.
import type { Sealed } from '../model/run/sealed.ts';
import type { State, Veil, Work } from '../model/run/state.ts';
import type { Changes } from './reduce/changes.ts';
import { isDone } from './satisfied.ts';

/** It belongs to the phase where its part of the run stands; also while the run is stopped, because it may be resumed. */
const isHere = ({ positions }: State, { assignment }: Work): boolean => {
  const { phase, visit } = positions[assignment.scope] ?? {};
  return phase === assignment.phase && visit === assignment.visit;
};

/** Whether a part of the run stands in a blind phase of which not all work is done. */
const isBlindAt = (state: State, scope: string): boolean => {
  if (state.status === 'complete') return false;
  const here = Object.values(state.works).filter(
    (work) => work.assignment.scope === scope && work.assignment.request === undefined && isHere(state, work),
  );
  return (
    here.some(({ assignment }) => assignment.blind === true) && !here.every((work) => isDone(state, work))
  );
};

/** All blind work whose phase is open, whether it was handed in or not. */
export const blindWorks = (state: State): readonly Work[] => {
  const here = Object.values(state.works).filter(
    (work) => work.assignment.blind === true && isHere(state, work),
  );
  const open = new Set(
    [...new Set(here.map(({ assignment }) => assignment.scope))].filter((scope) => isBlindAt(state, scope)),
  );
  return here.filter(({ assignment }) => open.has(assignment.scope));
};

/** Whether what this work writes is kept from the others now. */
export const isKeptBack = (state: State, work: Work): boolean =>
  work.assignment.blind === true && isHere(state, work) && isBlindAt(state, work.assignment.scope);

interface Veiled<T> {
  by: string;
  was?: T | undefined;
  others?: Record<string, T> | undefined;
}
type VeiledKeys<T> = Readonly<Record<string, Veiled<T>>>;

const restored = <T>(
  now: Readonly<Record<string, T>>,
  veiled: VeiledKeys<T>,
  reader: string | undefined,
): Record<string, T> => {
  const seen = { ...now };
  for (const [key, { by, was, others = {} }] of Object.entries(veiled)) {
    if (by === reader) continue;
    const own = (reader === undefined ? undefined : others[reader]) ?? was;
    if (own === undefined) delete seen[key];
    else seen[key] = own;
  }
  return seen;
};

/** Both lists are in the same order: read from their ends, each line is known, also among others that say the same. */
const linesUnder = (lines: readonly string[], veil: Veil, reader: string | undefined): string[] => {
  const seen: string[] = [];
  let at = veil.lines.length - 1;
  for (const line of lines.toReversed()) {
    const own = veil.lines[at];
    const isVeiled = own?.line === line;
    if (isVeiled) at -= 1;
    if (!isVeiled || own.by === reader) seen.push(line);
  }
  return seen.reverse();
};

/** The position as it was when the phase was entered: with the words that led there. */
const positionsUnder = ({ positions }: State, scope: string, { remark }: Veil): State['positions'] => {
  const { remark: _, ...position } = positions[scope] ?? {};
  if (remark === undefined || !('phase' in position)) return positions;
  return {
    ...positions,
    [scope]: { ...position, ...(remark.was === undefined ? {} : { remark: remark.was }) },
  };
};

const under = (state: State, scope: string, veil: Veil, reader: string | undefined): State => ({
  ...state,
  positions: positionsUnder(state, scope, veil),
  artifacts: restored(state.artifacts, veil.artifacts, reader),
  facts: restored(state.facts, veil.facts, reader),
  details: restored(state.details, veil.details, reader),
  ...(state.lines === undefined ? {} : { lines: linesUnder(state.lines, veil, reader) }),
});

/** What views are made of, as everybody may see it, or as this piece of work may: with what it wrote itself. */
export const seenBy = (state: State, reader?: string): State => {
  // Nothing is kept back; long runs are looked at often, so nobody searches them for it.
  if (state.veils === undefined && state.cause === undefined) return state;
  const open = new Set(blindWorks(state).map(({ assignment }) => assignment.scope));
  if (open.size === 0) return state;
  // Why a run has failed may be what was wrong with the work of one.
  const { cause: _, ...seen } = state;
  return Object.entries(state.veils ?? {})
    .filter(([scope]) => open.has(scope))
    .reduce<State>((now, [scope, veil]) => under(now, scope, veil, reader), seen);
};

/** Bytes that are no longer those of their artifact, and are still seen. */
export const versionsBefore = ({ veils = {} }: State): readonly Sealed[] =>
  Object.values(veils).flatMap(({ artifacts }) =>
    Object.values(artifacts).flatMap(({ was, others = {} }) => [was ?? [], ...Object.values(others)].flat()),
  );

/** What a piece of work is about to change, by name. */
export interface Hidden {
  readonly artifacts?: readonly string[];
  readonly facts?: readonly string[];
  readonly details?: readonly string[];
  readonly lines?: readonly string[];
  readonly remark?: true;
}

const hideKeys = <T>(
  changes: Changes,
  veiled: VeiledKeys<T>,
  now: Readonly<Record<string, T>>,
  keys: readonly string[],
  by: string,
): Record<string, Veiled<T>> => {
  let next: VeiledKeys<T> = veiled;
  for (const key of keys) next = changes.set(next, key, hidden(next[key], now[key], by));
  return next;
};

/** What was before the phase stays, whoever wrote since; who is written over still sees its own. */
const hidden = <T>(known: Veiled<T> | undefined, now: T | undefined, by: string): Veiled<T> => {
  if (known === undefined) return now === undefined ? { by } : { by, was: now };
  const others = known.by === by || now === undefined ? known.others : { ...known.others, [known.by]: now };
  return {
    by,
    ...(known.was === undefined ? {} : { was: known.was }),
    ...(others === undefined ? {} : { others }),
  };
};

/** Keeps what was before. To be called with a state that may be written to, before it is. */
export const hide = (next: State, changes: Changes, work: Work, about: Hidden): void => {
  if (work.assignment.blind !== true || !isHere(next, work)) return;
  const { id, scope } = work.assignment;
  const { artifacts = [], facts = [], details = [], lines = [] } = about;
  const veil = changes.of(next.veils?.[scope] ?? { artifacts: {}, facts: {}, details: {}, lines: [] });
  veil.artifacts = hideKeys(changes, veil.artifacts, next.artifacts, artifacts, id);
  veil.facts = hideKeys(changes, veil.facts, next.facts, facts, id);
  veil.details = hideKeys(changes, veil.details, next.details, details, id);
  if (lines.length > 0) veil.lines = [...veil.lines, ...lines.map((line) => ({ by: id, line }))];
  const said = next.positions[scope]?.remark;
  if (about.remark) veil.remark ??= said === undefined ? {} : { was: said };
  next.veils = changes.set(next.veils ?? {}, scope, veil);
};

/** Nothing of an earlier phase is kept back any more. */
export const lift = (next: State, changes: Changes, scope: string): void => {
  if (next.veils?.[scope] !== undefined) next.veils = changes.drop(next.veils, [scope]);
};
