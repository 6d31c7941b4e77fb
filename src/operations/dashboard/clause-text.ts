// A clause as a page shows it: in a few words, and as the sender reads it.
import type { Check } from '../../model/workflow/workflow.ts';

export interface ClauseText {
  readonly title: string;
  readonly says: string;
}

/** One that is its own title. */
export const plainText = (says: string): ClauseText => ({ title: says, says });

/** By the names of their checks. */
export const clauseTexts = (
  checks: readonly Pick<Check, 'name' | 'title' | 'says'>[],
): ReadonlyMap<string, ClauseText> =>
  new Map(checks.map(({ name, title, says }) => [name, { title: title ?? says, says }]));
