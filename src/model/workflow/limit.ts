// How often a way may be gone: a number, what a project says, or what was accepted, never more than a cap.
import type { Counter, Setting } from './handles.ts';
import type { View } from './view.ts';

/** A count that several routes share, or that `view.count` is asked for. */
export interface Limit extends Counter {
  readonly max: number | Setting<number> | Capped;
}

/** So often as what was accepted says, at least once, and never more often than the cap. */
export interface Capped {
  readonly of: (view: View) => number;
  readonly cap: number;
}

/**
 * A count that several ways share, or that `view.count` is asked for.
 *
 * @example
 * ```ts
 * const fixes = limit('fixes', 3);
 * const review = { fail: { to: 'fix', max: fixes, then: 'stuck' } };
 * ```
 */
export const limit = (name: string, max: Limit['max']): Limit => ({ kind: 'limit', name, max });
