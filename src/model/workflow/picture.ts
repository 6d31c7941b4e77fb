// What a workflow looks like, as a document: `baton show --json` prints it, and pages draw it.
import type { GivenUp, ItemGivenUp } from './workflow.ts';

export interface DrawnWay {
  /** The outcome, or the question that is asked; absent where it is the only way. */
  readonly on?: string;
  /** Of several items: all must have the outcome, or one is enough. */
  readonly of?: 'all' | 'any';
  readonly to: string;
  /** How the run, or the item alone, ends there, where it is given up; or that what failed begins again. */
  readonly as?: GivenUp | ItemGivenUp;
  readonly limit?: { readonly name: string; readonly max: number | string; readonly then: string };
  readonly guarantees: readonly string[];
}

export interface DrawnStep {
  readonly name: string;
  readonly kind: 'agent' | 'person' | 'engine' | 'fork';
  /** The scope around it, where there is one. */
  readonly scope?: string;
  readonly roles: readonly string[];
  /** At most so many items side by side. */
  readonly items?: number;
  readonly contract?: string;
  readonly says?: string;
  readonly reads: readonly string[];
  readonly mayRead: readonly string[];
  readonly writes: readonly string[];
  readonly assumes: readonly string[];
  readonly checks: readonly string[];
  readonly ways: readonly DrawnWay[];
}

export interface Picture {
  readonly workflow: string;
  readonly says: string;
  readonly first: string;
  readonly scopes: readonly {
    readonly name: string;
    readonly max: number;
    readonly parallel: number;
    readonly then: string;
  }[];
  readonly steps: readonly DrawnStep[];
}
