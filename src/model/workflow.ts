// A workflow is data, with pure functions only where data cannot say it. The prover reads the data; `decide` alone
// calls the functions. Built-in workflows use this file and nothing that a user's own could not.
import type * as z from 'zod';
import type { EffectRequest } from './effect.ts';
import type { Ask, Assignment, Run } from './event.ts';
import type { Evidence, EvidenceRequest } from './evidence.ts';
import type { Parsed } from './problem.ts';
import type { Digest } from './sealed.ts';
import type { Verdict } from './verdict.ts';

/** One item of a fan-out or a scope. `after` names items that must be done first, so groups are a graph. */
export interface Item {
  readonly key: string;
  readonly after?: readonly string[];
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Where the work is done by different roles, the role of this item. */
  readonly role?: string;
}

/** What pure functions may see: accepted values, facts that hold now, counters. No clock, no disk. */
export interface View {
  readonly run: string;
  readonly request: string;
  /** The project as it was when the run began. */
  readonly base: Run['base'];
  /** The item of the scope that is looked at, where there is one. */
  readonly scope: string | undefined;
  option(name: string): unknown;
  /** The accepted artifact as its parser reads it; undefined when there is none. */
  value(artifact: string, item?: string): unknown;
  text(artifact: string, item?: string): string | undefined;
  digest(artifact: string, item?: string): Digest | undefined;
  holds(fact: string, item?: string): boolean;
  counter(limit: string): number;
  /** Accepted parts of a fan-out over a tree, in plan order. */
  parts(artifact: string): readonly Part[];
  /** What effects and people left behind: a branch, a commit, a person's commit message. */
  detail(name: string): string | undefined;
  /** What a person said when this phase was last reached by that person's choice. */
  readonly remark: string | undefined;
}

export interface Part {
  readonly item: string;
  readonly start: Digest;
  readonly tree: Digest;
}

/** What a check judges: the candidate, beside what was accepted before. */
export interface SubmissionView {
  readonly assignment: Assignment;
  readonly outcome: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly view: View;
  /** A produced artifact as its parser reads it. */
  value(artifact: string): unknown;
  text(artifact: string): string | undefined;
  digest(artifact: string): Digest | undefined;
  /** The tree that the work started from. */
  readonly start: Digest | undefined;
  /** The accepted parts of this fan-out with this one in its place, in plan order. */
  parts(artifact: string): readonly Part[];
}

export interface Check {
  readonly name: string;
  /** The clause as the sender reads it in its prompt. */
  readonly says: string;
  /** Outcomes it applies to; all when absent. */
  readonly on?: readonly string[];
  needs(submission: SubmissionView): readonly EvidenceRequest[];
  judge(submission: SubmissionView, evidence: (request: EvidenceRequest) => Evidence | undefined): Verdict;
}

export interface ArtifactSpec {
  /** Relative to the run directory; `{item}` where there is one per item. A tree is a git tree. */
  readonly path: string;
  readonly kind: 'file' | 'tree';
  readonly each?: true;
  /** There from the start: the project as it was. */
  readonly given?: true;
  /** Reads a file's text; every problem it finds rejects the submission. */
  readonly parse?: (text: string, file: string) => Parsed<unknown>;
  /** What a file must look like, as its writer reads it in its prompt. */
  readonly shape?: string;
}

/** By default a fact is also about all that its guarantor read and wrote: a changed input makes it stale. */
export interface FactSpec<A extends string> {
  readonly about: readonly A[];
  readonly each?: true;
}

export interface RoleSpec<A extends string> {
  readonly kind?: 'agent' | 'human' | 'engine';
  readonly mayWrite: readonly A[];
  /** Who it is, in its prompt. */
  readonly brief?: string;
}

export interface ContractSpec<R extends string, A extends string, F extends string> {
  readonly from: readonly R[];
  /** The tool that hands the work in; agents' contracts have one. */
  readonly tool?: string;
  readonly says: string;
  readonly args?: z.ZodObject;
  readonly reads?: Readonly<Partial<Record<A, 'required' | 'optional'>>>;
  readonly produces: readonly A[];
  /** The tree artifact that is checked out for this work. */
  readonly worksIn?: A;
  readonly assumes?: readonly F[];
  readonly outcomes: Readonly<Record<string, { readonly guarantees: readonly F[] }>>;
  /** Which outcome a submission claims; needed where there are several. */
  readonly outcome?: (submission: Omit<SubmissionView, 'outcome'>) => string;
  readonly checks?: readonly Check[];
  /** The piece of work in words, for the prompt. */
  readonly asks?: (view: View, assignment: Assignment) => string;
  /** For people: what they are asked. */
  readonly ask?: (view: View) => Ask;
  /** For the engine: what it does. */
  readonly effect?: (view: View) => EffectRequest;
  /** For requests answered by agents: the answer, from what was accepted. */
  readonly answer?: (view: View, item: string | undefined) => string;
}

export interface WorkSpec<R extends string, F extends string, C extends string> {
  readonly role: R | { readonly byItem: readonly R[] };
  readonly contract: C;
  /** A fan-out has declared bounds: with min 0 "all passed" would be true of nobody. */
  readonly over?: { items(view: View): readonly Item[]; readonly min: number; readonly max: number };
  /** An item sits out while this fact holds for it: re-review only what changed, resume, retry are one rule. */
  readonly until?: F;
}

export type When =
  | { readonly all: string }
  | { readonly any: string }
  | { readonly guard: (view: View) => boolean; readonly says: string };

export interface Route<P extends string, L extends string> {
  readonly when: When;
  /** A phase, a scope, or the end. */
  readonly to: P | 'end' | (string & {});
  /** How the run ended, where `to` is the end and the work was given up. */
  readonly as?: 'failed' | 'cancelled';
  readonly counts?: L;
}

export interface PhaseSpec<
  R extends string,
  F extends string,
  C extends string,
  P extends string,
  L extends string,
> {
  readonly work: readonly WorkSpec<R, F, C>[];
  /** Tried in this order once all the work of the phase is done. */
  readonly routes: readonly Route<P, L>[];
}

export interface LimitSpec<P extends string> {
  readonly max: number;
  readonly per?: 'run' | 'item';
  readonly atLimit: P;
  /** A person's choice in `atLimit` sets the count back. */
  readonly resetBy?: 'human';
}

/** Something asked for in the middle of an assignment; the answer is delivered into it. */
export interface RequestSpec<R extends string, C extends string, P extends string> {
  readonly by: readonly R[];
  readonly in: readonly P[];
  readonly to: R;
  readonly says: string;
  /** The contract of the work that answers it; a person needs none. */
  readonly contract?: C;
  /** Per assignment. */
  readonly max: number;
  /** The asker waits for the answer. */
  readonly parks: boolean;
}

/** A scope runs its phases once per item, with facts, counters and a position of its own. */
export interface ScopeSpec<P extends string> {
  items(view: View): readonly Item[];
  readonly min: number;
  readonly max: number;
  readonly order: 'sequential' | { readonly parallel: number };
  readonly phases: readonly P[];
  readonly first: P;
  readonly then: P | 'end';
}

export interface Projection {
  readonly path: string;
  readonly text: string;
}

export interface WorkflowOf<
  R extends string,
  A extends string,
  F extends string,
  C extends string,
  P extends string,
  L extends string,
> {
  readonly name: string;
  readonly version: number;
  readonly says: string;
  /** Where run directories live, relative to the project. */
  readonly directory: string;
  /** The phase, or the scope, that a run begins with. */
  readonly first: string;
  readonly roles: Readonly<Record<R, RoleSpec<NoInfer<A>>>>;
  readonly artifacts: Readonly<Record<A, ArtifactSpec>>;
  readonly facts: Readonly<Record<F, FactSpec<NoInfer<A>>>>;
  readonly contracts: Readonly<Record<C, ContractSpec<NoInfer<R>, NoInfer<A>, NoInfer<F>>>>;
  readonly phases: Readonly<Record<P, PhaseSpec<NoInfer<R>, NoInfer<F>, NoInfer<C>, NoInfer<P>, NoInfer<L>>>>;
  readonly limits: Readonly<Record<L, LimitSpec<NoInfer<P>>>>;
  readonly requests?: Readonly<Record<string, RequestSpec<NoInfer<R>, NoInfer<C>, NoInfer<P>>>>;
  readonly scopes?: Readonly<Record<string, ScopeSpec<NoInfer<P>>>>;
  /** Files made from what was accepted; they can be deleted and written again. */
  readonly projections?: (view: View) => readonly Projection[];
}

export type Workflow = WorkflowOf<string, string, string, string, string, string>;

/** Checks the names against each other as types and hands the definition on. `prove` checks the rest. */
export const defineWorkflow = <
  const R extends string,
  const A extends string,
  const F extends string,
  const C extends string,
  const P extends string,
  const L extends string,
>(
  workflow: WorkflowOf<R, A, F, C, P, L>,
): Workflow => workflow as unknown as Workflow;
