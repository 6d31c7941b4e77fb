// An accepted handoff with what each of its clauses rests on, for whoever reads about the work elsewhere.
import type { Judged } from './judged.ts';

export interface JudgedHandoff {
  readonly assignment: string;
  readonly contract: string;
  readonly outcome: string;
  readonly clauses: readonly Judged[];
}
