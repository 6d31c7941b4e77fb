// One system of agents that others invented: what Baton can read of it, and what it can run.
import type { Parsed } from '../model/problem.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import type { Dialect } from './dialect.ts';
import type { Inspector } from './inspector.ts';

/** Makes a workflow of what a project says of the system in baton.yaml. The same data give the same workflow. */
export interface WorkflowFactory {
  /** Raised when the same data give another workflow than before. */
  readonly version: number;
  make(data: unknown): Parsed<Workflow>;
  /** Who plays each role, where the data say it. */
  programs(data: unknown): Readonly<Record<string, string>>;
}

/** Figures of runs, as programs, people and tables read them. */
export interface OwnFigures {
  readonly json: unknown;
  readonly markdown: string;
  readonly csv: string;
}

export interface ForeignSystem {
  readonly name: string;
  /** How its agents hand over. */
  readonly dialect?: Dialect;
  /** What its files must be. */
  readonly inspector?: Inspector;
  /** The whole of it, as Baton runs it. */
  readonly workflow?: Workflow;
  /** The same, made of what a project says under the name of the system in baton.yaml. */
  readonly factory?: WorkflowFactory;
  /** What the lines that its runs keep add up to. */
  readonly figures?: (lines: readonly string[]) => OwnFigures;
}

export const dialectsOf = (systems: readonly ForeignSystem[]): readonly Dialect[] =>
  systems.flatMap(({ dialect }) => dialect ?? []);

/** The first that knows a file checks it. */
export const inspectorsOf = (systems: readonly ForeignSystem[]): readonly Inspector[] =>
  systems.flatMap(({ inspector }) => inspector ?? []);
