// A workflow is data, with pure functions only where data cannot say it. The prover reads the data; `decide` alone
// calls the functions. Built-in workflows use this file and nothing that a user's own could not.
import type * as z from 'zod';
import type { Evidence, EvidenceRequest } from '../evidence.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Parsed } from '../problem.ts';
import type { Ask, Assignment } from '../run/event.ts';
import type { Notice, PEOPLE } from '../run/notice.ts';
import type { Rejection } from '../run/rejection.ts';
import type { Verdict } from '../run/verdict.ts';
import type { EffectRequest } from './effect.ts';
import type { HandingIn } from './handing-in.ts';
import type { StartOfRun } from './handles.ts';
import type { Submission, View } from './view.ts';
import type { AcceptedCall, Derived, Projection, PromptSpec, Templates, Traces } from './workflow-texts.ts';

/** What was observed of a request; undefined where nothing was. */
export type Seen = (request: EvidenceRequest) => Evidence | undefined;

/** One item of a fan-out or a scope. `after` names items that must be done first, so groups are a graph. */
export interface Item {
  readonly key: string;
  readonly after?: readonly string[];
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Where the work is done by different roles, the role of this item. */
  readonly role?: string;
}

export interface Check<O extends string = string> {
  readonly name: string;
  /** The clause in a few words, as people read it beside a verdict; what it says where there is none. */
  readonly title?: string;
  /** The clause as the sender reads it in its prompt. */
  readonly says: string;
  /** Outcomes it applies to; all when absent. */
  readonly on?: readonly O[];
  needs(submission: Submission): readonly EvidenceRequest[];
  judge(submission: Submission, seen: Seen): Verdict;
}

export interface ArtifactSpec {
  /** Relative to the run directory; `{item}` where there is one per item. A tree is a git tree. */
  readonly path: string;
  readonly kind: 'file' | 'tree';
  readonly each?: true;
  /**
   * The main line of a tree that each item of a scope has for itself: there it begins, and into it it is merged when its item
   * ends well.
   */
  readonly onto?: string;
  /** There from the start: the project as it was, or a file made from the request. */
  readonly given?: true | ((run: StartOfRun) => string);
  /** What was accepted before is taken away before the work starts: what is there then was written by it. */
  readonly fresh?: true;
  /** Another name under which the file is taken first, when the call says so. */
  readonly alias?: {
    readonly path: string;
    readonly when: (args: Readonly<Record<string, unknown>>) => boolean;
  };
  /** No step reads it: it is written to the disk, file by file, and not loaded. There may be many. */
  readonly archived?: true;
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
  /** A run may do without it, and the workflow asks who plays it; or it may do so unless this switch of its policy is on. */
  readonly optional?: true | { readonly unless: string };
  /** Its work is on the web: programs that keep agents off it let this one. */
  readonly web?: true;
  /** Who it is, in its prompt. */
  readonly brief?: string;
}

export interface ContractSpec<R extends string, A extends string, F extends string> {
  readonly from: readonly R[];
  /** The tool that hands the work in; agents' contracts have one. */
  readonly tool?: string;
  readonly says: string;
  readonly args?: z.ZodObject;
  /** The work is handed in by what an agent says last or leaves in a file; by a call of the tool when absent. */
  readonly handedIn?: HandingIn;
  /** Another tool of the same work: it hands nothing in, and ends the work with this outcome. */
  readonly declines?: {
    readonly tool: string;
    readonly says: string;
    readonly args: z.ZodObject;
    readonly outcome: string;
    /** The workflow counts and bounds it itself, so the same may be said again. */
    readonly repeats?: true;
  };
  readonly reads?: Readonly<Partial<Record<A, 'required' | 'optional'>>>;
  readonly produces: readonly A[];
  /** Files that are taken where they are there. */
  readonly mayProduce?: readonly A[];
  /** Files that the engine makes of what was accepted, sealed with it. */
  readonly derives?: {
    readonly artifacts: readonly A[];
    readonly make: (submission: Submission) => readonly Derived[];
  };
  /** The tree artifact that is checked out for this work. */
  readonly worksIn?: A;
  /** Its prompt shows how that tree differs from this one, or from the base of the run (`true`). */
  readonly reviews?: A | true;
  readonly assumes?: readonly F[];
  readonly outcomes: Readonly<Record<string, { readonly guarantees: readonly F[] }>>;
  /** Which outcome a submission claims; needed where there are several. */
  readonly outcome?: (submission: Omit<Submission, 'outcome'>) => string;
  readonly checks?: readonly Check[];
  /** The clauses that a fact rests on, by name: its basis is the weakest of theirs. Without them: of all. */
  readonly rests?: Readonly<Partial<Record<F, readonly string[]>>>;
  /** Evidence that is wanted beside what the checks need, for what is kept. */
  readonly observes?: (submission: Submission) => readonly EvidenceRequest[];
  /** What of an accepted submission the run keeps beside its files. */
  readonly keeps?: (submission: Submission, seen: Seen) => Readonly<Record<string, string>>;
  /** What is to be done once because it was accepted; nobody waits for it. */
  readonly effects?: (submission: Submission) => readonly EffectRequest[];
  /** Who is told something because it was accepted, and what; nobody waits for it. */
  readonly tells?: {
    readonly to: readonly (R | typeof PEOPLE)[];
    readonly says: (submission: Submission) => readonly Notice[];
  };
  /** Facts about other bytes that this work was seen not to have touched: they are stated again about the new ones. */
  readonly renews?: {
    readonly fact: F;
    readonly needs: (submission: Submission) => readonly EvidenceRequest[];
    readonly items: (submission: Submission, seen: Seen) => readonly string[];
  };
  /** The template of its prompt, and what fills it; without one the prompt is made from this contract. */
  readonly prompt?: (view: View, assignment: Assignment) => PromptSpec;
  /** The piece of work in words, for the prompt. */
  readonly asks?: (view: View, assignment: Assignment) => string;
  /** For people: what they are asked. */
  readonly ask?: (view: View) => Ask;
  /** For people: why this answer cannot be taken, in words; undefined when it can. */
  readonly refuses?: (
    view: View,
    answer: { readonly choice: string; readonly text: string },
  ) => string | undefined;
  /** People hear at once of a rejection by the checks; whoever handed in goes on meanwhile. */
  readonly onRejection?: {
    readonly to: R;
    readonly says: (submission: Submission, rejection: Rejection) => string;
  };
  /** For the engine: what it does. */
  readonly effect?: (view: View) => EffectRequest;
  /** For requests answered by agents: the answer, from what was accepted. */
  readonly answer?: (view: View, item: string | undefined) => string;
  /** For requests answered by agents: what the asker hears when they could not be answered. */
  readonly failed?: (item: string | undefined, why: string) => string;
}

export interface WorkSpec<R extends string, F extends string, C extends string> {
  readonly role: R | { readonly byItem: readonly R[] };
  readonly contract: C;
  /** A fan-out has declared bounds: with min 0 "all passed" would be true of nobody. */
  readonly over?: {
    items(view: View): readonly Item[];
    readonly min: number;
    readonly max: number;
    /** What one of them writes is kept from the others until all are in. */
    readonly blind?: true;
  };
  /** What a work without items is told of itself. */
  readonly inputs?: (view: View) => Readonly<Record<string, unknown>>;
  /** An item sits out while this fact holds for it: re-review only what changed, resume, retry are one rule. */
  readonly until?: F;
}

export type When =
  | { readonly all: string }
  | { readonly any: string }
  | { readonly guard: (view: View) => boolean; readonly says: string }
  | { readonly otherwise: true }
  /** The work was given up, or took too long. Without such a route the run fails. */
  | { readonly exit: Exit };

export type Exit = 'gave-up' | 'time-over';

export type GivenUp = 'failed' | 'cancelled';
/** One item of a scope ends alone; or, where an item is blocked, what it follows begins again. */
export type ItemGivenUp = 'item-failed' | 'item-cancelled' | 'retry-failed';

export interface Route<P extends string, L extends string> {
  readonly when: When;
  /** A phase, a scope, or the end. */
  readonly to: P | 'end' | (string & {});
  /** How the run, or the item alone, ended, where `to` is the end and the work was given up; or that what failed is tried again. */
  readonly as?: GivenUp | ItemGivenUp;
  readonly counts?: L;
  /** Limits that a person sets back by going this way. */
  readonly resets?: readonly L[];
  /** What happened, in the workflow's own words: one of `events`. */
  readonly event?: string;
}

export interface PhaseSpec<
  R extends string,
  F extends string,
  C extends string,
  P extends string,
  L extends string,
> {
  /** Without any, the phase is a fork: it is left at once, by its guards. */
  readonly work: readonly WorkSpec<R, F, C>[];
  /** Tried in this order once all the work of the phase is done. */
  readonly routes: readonly Route<P, L>[];
}

export interface LimitSpec<P extends string> {
  /** A number, the policy that says it, or what was accepted so far, never more than `cap`. */
  readonly max:
    | number
    | { readonly policy: string }
    | { readonly of: (view: View) => number; readonly cap: number };
  readonly per?: 'run' | 'item';
  readonly atLimit: P;
  /** A person's choice in `atLimit` sets the count back. */
  readonly resetBy?: 'human';
}

/** Something asked for in the middle of an assignment; the answer is delivered into it. */
export interface RequestSpec<
  R extends string,
  C extends string,
  P extends string,
  A extends string = string,
  F extends string = string,
> {
  readonly by: readonly R[];
  readonly in: readonly P[];
  readonly to: R;
  readonly says: string;
  /** The contract of the work that answers it; a person needs none. */
  readonly contract?: C;
  /** What is asked with; a question in words when absent. */
  readonly args?: z.ZodObject;
  /** What it is about: the item of the work that answers it. The same again is not asked again. */
  readonly item?: (args: Readonly<Record<string, unknown>>) => string;
  /** What is asked, in words for people; the arguments as they are when absent. */
  readonly text?: (args: Readonly<Record<string, unknown>>) => string;
  /** The request as a file, one per item, sealed with it. */
  readonly file?: {
    readonly artifact: A;
    readonly text: (args: Readonly<Record<string, unknown>>) => string;
  };
  /** While this holds of the item and the request is the same as before, it is answered at once. */
  readonly until?: F;
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
  /** Items are asked for again whenever one has ended: work may show what else there is to do. */
  readonly grows?: true;
  /** Where an item goes that follows one which ended alone: a person decides there. */
  readonly blocked?: P;
}

interface AskedOf {
  readonly at: string;
  readonly view: View;
  readonly assignment: Assignment;
  readonly request: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a workflow may keep a line of. */
export type Happening =
  | {
      readonly kind: 'accepted';
      readonly at: string;
      readonly submission: Submission;
      /** A person's words. */
      readonly said?: string;
    }
  /** By the checks, not for its form: a form that cannot be read is between its sender and Baton. */
  | {
      readonly kind: 'rejected';
      readonly at: string;
      readonly submission: Submission;
      readonly rejection: Rejection;
      /** How often this work was rejected, this time included. */
      readonly times: number;
    }
  | ({ readonly kind: 'asked' } & AskedOf)
  | ({ readonly kind: 'answered'; readonly answer: string } & AskedOf)
  | {
      readonly kind: 'entered';
      readonly at: string;
      readonly view: View;
      readonly phase: string;
      /** The limit that led here, where it was one. */
      readonly limit?: string;
      /** Limits whose count a person set back on the way. */
      readonly resets: readonly string[];
    };

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
  readonly requests?: Readonly<
    Record<string, RequestSpec<NoInfer<R>, NoInfer<C>, NoInfer<P>, NoInfer<A>, NoInfer<F>>>
  >;
  readonly scopes?: Readonly<Record<string, ScopeSpec<NoInfer<P>>>>;
  /** What a project may decide: every number and switch that the workflow leaves open, with its default. */
  readonly policy?: z.ZodObject;
  /** Words for what happens, with the label that people see. */
  readonly events?: Readonly<Record<string, { readonly label: string }>>;
  /** The name of a run that was given none. */
  readonly runName?: (request: string, at: string) => string;
  /** What a role may do, where the workflow has a word in it; the project's own word on the role comes first. */
  readonly permissions?: (view: View, role: string) => Permissions | undefined;
  /** Files made from what was accepted; they can be deleted and written again. */
  readonly projections?: (view: View) => readonly Projection[];
  /** Files of these names (one `*` in the last part) are there only while `projections` makes them. */
  readonly owns?: readonly string[];
  /** Calls that were accepted, one line each, and the file that shows them. What others append there is refused. */
  readonly record?: { readonly path: string; readonly line: (call: AcceptedCall) => string };
  /** Lines that are kept of what happens, for `view.lines`; projections are made of them. */
  readonly chronicle?: (happening: Happening) => readonly string[];
  /** Sightings: files for people to look at, which nothing is judged by. */
  readonly traces?: Traces;
  readonly templates?: Templates;
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
): Workflow => workflow as Workflow;
