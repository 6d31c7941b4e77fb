// The picture of a workflow: where each outcome of each step goes. It covers exactly the outcomes and names only steps.
import { ITEMS_AT_ONCE } from '../model/limits/limits.ts';
import type { Setting } from '../model/workflow/handles.ts';
import type { Limit } from '../model/workflow/limit.ts';
import type { View } from '../model/workflow/view.ts';
import type { Item, Mode, Step } from './step.ts';

/** A question to what was accepted; the prover takes both ways. */
export interface Guard {
  readonly kind: 'guard';
  readonly says: string;
  readonly holds: (view: View) => boolean;
}

/**
 * A question that a flow asks about what was accepted. The proof takes both ways.
 *
 * @example
 * ```ts
 * const isLarge = guard('the plan is large', (view) => view.text(file('plan.md')).length > 5_000);
 * const next = { if: isLarge, to: 'review', else: 'code' };
 * ```
 */
export const guard = (says: string, holds: (view: View) => boolean): Guard => ({
  kind: 'guard',
  says,
  holds,
});

/** The end of the run, or of the item of a scope; or the whole run given up. */
export type End = 'end' | 'failed' | 'cancelled';
/** One item of a scope given up, while the others go on; or, in the `blocked` step of a scope, what failed before it tried again. */
export type ItemEnd = 'item-failed' | 'item-cancelled' | 'retry-failed';

export type Go<T extends string> =
  | T
  | End
  | ItemEnd
  /** At most so often, then `then`; a person who decides there begins the count anew. */
  | { readonly to: T | End; readonly max: number | Setting<number> | Limit; readonly then: T }
  /** A person who goes this way begins every count anew. */
  | { readonly to: T | End; readonly resets: true }
  | { readonly if: Guard; readonly to: Go<T>; readonly else: Go<T> };

/** Where a step goes whose agents gave up, or whose time is over; the run fails when absent. */
export interface Exits<T extends string> {
  readonly 'gave-up'?: Go<T>;
  readonly 'time-over'?: Go<T>;
}

type ByOutcome<O extends string, T extends string> = { readonly [K in O]: Go<T> };

/** Of several items: one outcome that all must have, the others as soon as any has it, in this order. */
type OfItems<O extends string, T extends string> = {
  [P in O]: { readonly all: ByOutcome<P, T>; readonly any: ByOutcome<Exclude<O, P>, T> };
}[O];

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

type NextOf<X, T extends string> =
  X extends Step<infer O, infer M>
    ? IsUnion<O> extends true
      ? (M extends 'each' ? OfItems<O, T> : ByOutcome<O, T>) & Exits<T>
      : Go<T> | (ByOutcome<O, T> & Required<Pick<Exits<T>, 'gave-up'>> & Exits<T>)
    : never;

type Names<S> = Extract<keyof S, string>;
export type Steps = Readonly<Record<string, Step>>;
export type StepNames<S extends Steps> = Names<S>;
export type Flow<S> = { readonly [K in keyof S]: NextOf<S[K], Names<S>> };

export interface ScopeStep extends Step<'end', Extract<Mode, 'one'>> {
  readonly kind: 'scope';
  readonly steps: Steps;
  readonly flow: Readonly<Record<string, unknown>>;
  readonly items: (view: View) => readonly Item[];
  readonly max: number;
  readonly parallel: number;
  readonly grows: boolean;
  readonly blocked?: string;
}

/**
 * Runs its steps once per item, each item with its own facts, counts and position. Items side by side write trees of their own
 * (`tree(…, { each: true, starts: main })`).
 *
 * @example
 * ```ts
 * const code = agent(role('coder'), { prompt: (view) => `Do ${view.here.item}.`, writes: [file('{item}.md')] });
 * const tasks = scope({
 *   items: () => [{ key: 'one' }, { key: 'two', after: ['one'] }],
 *   max: 10,
 *   steps: { code },
 *   flow: { code: 'end' },
 * });
 * ```
 */
export const scope = <S extends Steps>(spec: {
  readonly items: (view: View) => readonly Item[];
  readonly max: number;
  /** Items at once, three with `true`; one after the other when absent. */
  readonly parallel?: number | true;
  /** Items are asked for again whenever one has ended. */
  readonly grows?: true;
  /** The step of a person for items that follow one which ended alone. */
  readonly blocked?: NoInfer<StepNames<S>>;
  readonly steps: S;
  readonly flow: Flow<NoInfer<S>>;
}): ScopeStep => ({
  kind: 'scope',
  steps: spec.steps,
  flow: spec.flow,
  items: spec.items,
  max: spec.max,
  parallel: spec.parallel === true ? ITEMS_AT_ONCE : (spec.parallel ?? 1),
  grows: spec.grows === true,
  ...(spec.blocked === undefined ? {} : { blocked: spec.blocked }),
});
