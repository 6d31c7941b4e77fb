// What Baton left behind and may remove again, and what it keeps although it is old.

/** A run, or things of one kind that belong to no run. */
export interface Leftover {
  readonly kind: 'run' | 'start' | 'worktree' | 'session' | 'cache' | 'scratch';
  readonly name: string;
  /** How many things this stands for. */
  readonly count: number;
  /** When it was last used, in milliseconds; of several the latest. */
  readonly at: number;
  /** Absolute. */
  readonly paths: readonly string[];
  readonly refs: readonly string[];
  readonly branches: readonly string[];
}

export interface Kept {
  readonly kind: 'run' | 'directory' | 'refs' | 'branch' | 'cache';
  readonly name: string;
  readonly why: string;
}

export interface Found {
  readonly items: readonly Leftover[];
  readonly kept: readonly Kept[];
}
