// One system of agents that others invented: what Baton can read of it, and what it can run.
import type { Workflow } from '../model/workflow/workflow.ts';
import type { Dialect } from './dialect.ts';
import type { Inspector } from './inspector.ts';

export interface ForeignSystem {
  readonly name: string;
  /** How its agents hand over. */
  readonly dialect?: Dialect;
  /** What its files must be. */
  readonly inspector?: Inspector;
  /** The whole of it, as Baton runs it. */
  readonly workflow?: Workflow;
}

export const dialectsOf = (systems: readonly ForeignSystem[]): readonly Dialect[] =>
  systems.flatMap(({ dialect }) => dialect ?? []);

/** The first that knows a file checks it. */
export const inspectorsOf = (systems: readonly ForeignSystem[]): readonly Inspector[] =>
  systems.flatMap(({ inspector }) => inspector ?? []);
