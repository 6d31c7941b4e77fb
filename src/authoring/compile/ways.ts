// Where a step goes: each outcome with its route, and how many items must have it.
import type { Exit } from '../../model/workflow/workflow.ts';
import type { End, Go, ItemEnd, ScopeStep, Steps } from '../flow.ts';
import type { AgentStep, EngineStep, Guarantee, PersonStep, Step } from '../step.ts';

export type AnyGo = Go<string>;

export const ENDS: readonly string[] = ['end', 'failed', 'cancelled'] satisfies End[];
export const ITEM_ENDS: readonly string[] = [
  'item-failed',
  'item-cancelled',
  'retry-failed',
] satisfies ItemEnd[];
export const EXITS: readonly Exit[] = ['gave-up', 'time-over'];
const isExit = (name: string): boolean => EXITS.some((exit) => exit === name);

export interface Way {
  readonly outcome: string;
  readonly go: AnyGo;
  readonly of: 'all' | 'any';
  /** Where it stands, for people. */
  readonly path: string;
}

export const isAgent = (step: Step): step is AgentStep => step.kind === 'agent';
export const isPerson = (step: Step): step is PersonStep => step.kind === 'person';
export const isEngine = (step: Step): step is EngineStep => step.kind === 'engine';
export const isScope = (step: Step): step is ScopeStep => step.kind === 'scope';

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isGo = (next: unknown): next is AnyGo =>
  typeof next === 'string' ||
  (isRecord(next) && 'to' in next && ('max' in next || 'resets' in next || 'if' in next));

/** Outcomes that the step itself names; a function of an agent names them only to the compiler. */
export const outcomesSaid = (step: Step): readonly string[] | undefined => {
  if (isPerson(step)) return step.choices;
  if (isEngine(step)) return step.action.outcomes;
  if (isScope(step)) return ['end'];
  if (!isAgent(step)) return ['done'];
  const { outcome, outcomes } = step.spec;
  return typeof outcome === 'function' ? outcomes : [outcome ?? 'done'];
};

const entriesOf = (next: unknown): readonly [string, AnyGo][] =>
  isRecord(next) ? Object.entries(next).map(([outcome, go]) => [outcome, go as AnyGo]) : [];

/** In the order in which they are tried, which is the one in which they are written. */
export const waysOf = (name: string, step: Step, next: unknown): readonly Way[] => {
  const ways = (of: Way['of'], path: string, entries: readonly [string, AnyGo][]): Way[] =>
    entries
      .filter(([outcome]) => !isExit(outcome))
      .map(([outcome, go]) => ({ outcome, go, of, path: `${path}.${outcome}` }));
  if (isGo(next))
    return [{ outcome: outcomesSaid(step)?.[0] ?? 'done', go: next, of: 'all', path: `flow.${name}` }];
  if (isAgent(step) && step.each !== undefined && isRecord(next) && ('all' in next || 'any' in next))
    return Object.entries(next).flatMap(([of, by]) =>
      of === 'all' || of === 'any' ? ways(of, `flow.${name}.${of}`, entriesOf(by)) : [],
    );
  return ways('all', `flow.${name}`, entriesOf(next));
};

/** Where a step goes whose work was given up, or took too long. */
export interface ExitWay extends Way {
  readonly outcome: Exit;
}

export const exitsOf = (name: string, next: unknown): readonly ExitWay[] =>
  isGo(next)
    ? []
    : EXITS.flatMap((exit) =>
        entriesOf(next)
          .filter(([outcome]) => outcome === exit)
          .map(([, go]): ExitWay => ({ outcome: exit, go, of: 'all', path: `flow.${name}.${exit}` })),
      );

export const targetsOf = (go: AnyGo): readonly string[] => {
  if (typeof go === 'string') return [go];
  if ('else' in go) return [...targetsOf(go.to), ...targetsOf(go.else)];
  return 'then' in go ? [go.to, go.then] : [go.to];
};

/** Where limits lead. */
export const limitsIn = (go: AnyGo): readonly string[] => {
  if (typeof go === 'string') return [];
  if ('else' in go) return [...limitsIn(go.to), ...limitsIn(go.else)];
  return 'then' in go ? [go.then] : [];
};

type ByOutcome = Readonly<Record<string, readonly Guarantee[] | undefined>>;

export const guaranteesIn = (step: Step): readonly Guarantee[] | ByOutcome =>
  isAgent(step) || isPerson(step) || isEngine(step) ? (step.spec.guarantees ?? []) : [];

export const isForAll = (given: readonly Guarantee[] | ByOutcome): given is readonly Guarantee[] =>
  Array.isArray(given);

export const guaranteesBy = (step: Step, outcome: string): readonly Guarantee[] => {
  const given = guaranteesIn(step);
  return isForAll(given) ? given : (given[outcome] ?? []);
};

/** A step, with where it stands and where it goes. */
export interface Placed {
  readonly name: string;
  readonly step: Step;
  readonly ways: readonly Way[];
  readonly exits: readonly ExitWay[];
  /** The scope around it. */
  readonly scope: string | undefined;
  /** In a scope whose items go on side by side. */
  readonly parallel: boolean;
}

export const placedIn = (
  steps: Steps,
  flow: Readonly<Record<string, unknown>>,
  scope?: { readonly name: string; readonly parallel: boolean },
): readonly Placed[] =>
  Object.entries(steps).flatMap(([name, step]): readonly Placed[] => {
    const ways = waysOf(name, step, flow[name]);
    const exits = exitsOf(name, flow[name]);
    const own = { name, step, ways, exits, scope: scope?.name, parallel: scope?.parallel === true };
    return isScope(step)
      ? [own, ...placedIn(step.steps, step.flow, { name, parallel: step.parallel > 1 })]
      : [own];
  });
