// A step: one contract, and the place in the flow where it is carried out.
import type * as z from 'zod';
import type { Assignment } from '../model/run/event.ts';
import type { Ending } from '../model/run/input.ts';
import type { Rejection } from '../model/run/rejection.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { EffectRequest } from '../model/workflow/effect.ts';
import type { Handover } from '../model/workflow/handing-in.ts';
import type { Artifact, Fact, File, Optional, Role, Tree } from '../model/workflow/handles.ts';
import type { Submission, View } from '../model/workflow/view.ts';
import type { Check } from '../model/workflow/workflow.ts';
import type { PromptSpec } from '../model/workflow/workflow-texts.ts';
import type { Accepted } from './accepted.ts';

type Args = Readonly<Record<string, unknown>>;

/** An item of a fan-out or of a scope. What it has beside these is what its work is told of it. */
export interface Item {
  readonly key: string;
  /** Keys of items that must be done first. */
  readonly after?: readonly string[] | undefined;
  /** Who does it, where a step names several roles; the role of the key when absent. */
  readonly role?: string;
}

/** One piece of work: for whom, for which item, for the how-many-eth time. */
export interface Work<I = unknown> {
  readonly role: string;
  /** How often this work was begun, this time included. */
  readonly round: number;
  /** How often its step was entered, this time included. */
  readonly visit: number;
  readonly key: string | undefined;
  readonly item: I;
  readonly inputs: Args;
}

export const workOf = <I>({ role, round, visit, item, inputs }: Assignment): Work<I> => ({
  ...{ role, round, visit, inputs },
  key: item,
  // An item is handed out as its key and its inputs; this puts it together again.
  item: (item === undefined ? undefined : { ...inputs, key: item }) as I,
});

/** A fact, and the clauses that it rests on: its basis is the weakest of theirs. */
export interface Proved {
  readonly fact: Fact;
  readonly clauses: readonly string[];
}

/**
 * Says which clauses of the step, by name, a fact rests on; its basis is the weakest of theirs. Without it a fact rests on all
 * of them.
 *
 * @example
 * ```ts
 * const guarantees = [provedBy(fact('work.done'), ['tests-green', 'tests-hold'])];
 * ```
 */
export const provedBy = (fact: Fact, clauses: readonly string[]): Proved => ({ fact, clauses });

export type Guarantee = Fact | Proved;
/** Whatever the outcome is, or by outcome. */
export type Guarantees<O extends string> =
  | readonly Guarantee[]
  | { readonly [K in O]?: readonly Guarantee[] };

export interface CommonSpec<O extends string> {
  /** What is handed over, in one sentence. */
  readonly says?: string;
  /** The name of the contract in journals and commands; the step's own when absent. */
  readonly contract?: string;
  readonly reads?: readonly (Artifact | Optional)[];
  readonly assumes?: readonly Fact[];
  readonly guarantees?: Guarantees<O>;
}

/** How a piece of work is handed in without a call: by what an agent says last, or by a file that it leaves. */
export interface ByMessage<I = unknown> {
  /** Read beside the message, relative to the run directory. */
  readonly file?: string | ((work: Work<I>) => string);
  /** How to end, as the agent reads it in its prompt. */
  readonly says: (work: Work<I>) => string;
  /** What that says. It is given whatever an agent may write, and never throws. */
  readonly read: (ending: Ending, work: Work<I>) => Handover;
}

export interface AgentSpec<O extends string, A extends z.ZodObject, I> extends CommonSpec<NoInfer<O>> {
  /** The piece of work in words, for the prompt that Baton makes of the contract. */
  readonly prompt?: (view: View, work: Work<I>) => string;
  /** A template of the workflow's own, instead of the prompt that Baton makes. */
  readonly template?: (view: View, work: Work<I>) => PromptSpec;
  /** The tree that is checked out for the work. */
  readonly worksIn?: Tree;
  /** The prompt shows how that tree differs from this one, or from where the run began. */
  readonly reviews?: Tree | 'start';
  readonly writes?: readonly (Artifact | Optional)[];
  readonly args?: A;
  /** Which outcome a submission claims, where there are several; or what the only one is called, where not `done`. */
  readonly outcome?: O | ((submission: Omit<Submission<z.infer<A>>, 'outcome'>) => O);
  /** All outcomes that the function may claim, for those whom no compiler tells. */
  readonly outcomes?: readonly O[];
  /** Another tool of the same work: it hands nothing in, and ends the work with its outcome. */
  readonly declines?: {
    readonly tool: string;
    readonly says: string;
    readonly args: z.ZodObject;
    readonly outcome: O;
    /** The workflow counts and bounds it itself, so the same may be said again. */
    readonly repeats?: true;
  };
  readonly checks?: readonly Check<NoInfer<O>>[];
  /** `submit_<contract>` when absent. */
  readonly tool?: string;
  /** By a call of the tool when absent. */
  readonly handedIn?: ByMessage<I>;
  readonly requests?: readonly Request[];
  readonly onAccepted?: Accepted<z.infer<NoInfer<A>>>;
  /** What people are told at once of a rejection; the sender goes on meanwhile. */
  readonly onRejected?: (submission: Submission, rejection: Rejection) => string;
}

export interface Answer {
  readonly kind: 'answer';
  readonly role: Role;
  readonly spec: AnyAgentSpec;
  readonly answer: (view: View, item: string | undefined) => string;
  readonly failed?: (item: string | undefined, why: string) => string;
}

export interface RequestSpec<A = Args> {
  readonly says: string;
  /** Per piece of work. */
  readonly max: number;
  /** The asker waits for the answer. */
  readonly waits: boolean;
  /** What is asked, in words for people; the arguments as they are when absent. */
  readonly text?: (args: A) => string;
  /** What it is about. The same again is answered at once while the answer still holds. */
  readonly about?: {
    readonly item: (args: A) => string;
    /** The request as a file, one per item. */
    readonly file?: File;
    readonly text?: (args: A) => string;
  };
  /** A person answers where nobody else does. */
  readonly by?: Answer;
}

export interface Request {
  readonly kind: 'request';
  readonly name: string;
  readonly args?: z.ZodObject;
  readonly spec: RequestSpec;
}

declare const TYPES: unique symbol;

/** `one` piece of work, or `each` of several. */
export type Mode = 'one' | 'each';

export interface Step<O extends string = string, M extends Mode = Mode> {
  readonly kind: 'agent' | 'person' | 'engine' | 'fork' | 'scope';
  readonly [TYPES]?: { readonly outcomes: O; readonly mode: M };
}

export type AnyAgentSpec = AgentSpec<string, z.ZodObject, Item>;

/**
 * A spec without the types of its outcomes, arguments and item. They are for whoever writes it; what the flow hands to its
 * functions fits them because it is made by the same spec, which no type can say.
 */
export const untyped = (spec: object): AnyAgentSpec => spec as AnyAgentSpec;

/** A role out of a list, chosen by what was accepted. The prover proves the step for every one of them. */
export interface Chosen<N extends string = string> {
  readonly kind: 'chosen';
  readonly among: readonly Role<N>[];
  readonly by: (view: View) => N;
}

/**
 * A role out of a list, chosen by what was accepted. The proof covers every one of them.
 *
 * @example
 * ```ts
 * const [left, right] = [role('left'), role('right')];
 * agent(oneOf([left, right], (view) => (view.has(file('a.md')) ? 'left' : 'right')), { writes: [file('b.md')] });
 * ```
 */
export const oneOf = <const N extends string>(
  among: readonly Role<N>[],
  by: (view: View) => NoInfer<N>,
): Chosen<N> => ({ kind: 'chosen', among, by });

export interface Each<I extends Item = Item> {
  readonly items: (view: View) => readonly I[];
  readonly min?: number;
  readonly max: number;
  /** Nobody sees what the others write before all have handed in. */
  readonly blind?: true;
}

export interface AgentStep<O extends string = string, M extends Mode = Mode> extends Step<O, M> {
  readonly kind: 'agent';
  readonly roles: readonly Role[];
  readonly chosen?: Chosen['by'];
  readonly each?: Each;
  readonly inputs?: (view: View) => Args;
  readonly spec: AnyAgentSpec;
}

type Done<O extends string> = string extends O ? 'done' : O;

/**
 * A step in which one agent does one piece of work and hands it in.
 *
 * @example
 * ```ts
 * const article = file('article.md');
 * const write = agent(role('writer', 'You write short articles.'), {
 *   prompt: (view) => view.request,
 *   writes: [article],
 * });
 * ```
 */
export const agent = <const O extends string, A extends z.ZodObject = z.ZodObject>(
  who: Role | Chosen,
  spec: AgentSpec<O, A, undefined> & { readonly inputs?: (view: View) => Args },
): AgentStep<Done<O>, 'one'> => {
  const { inputs, ...rest } = spec;
  return {
    kind: 'agent',
    roles: who.kind === 'role' ? [who] : who.among,
    ...(who.kind === 'role' ? {} : { chosen: who.by }),
    ...(inputs === undefined ? {} : { inputs }),
    spec: untyped(rest),
  };
};

/**
 * A step in which agents do the same work for several items side by side. An item sits out while what it guarantees still
 * holds.
 *
 * @example
 * ```ts
 * const part = file('part_{item}.md');
 * const write = agents(role('writer'), {
 *   each: { items: () => [{ key: 'one' }, { key: 'two' }], max: 8 },
 *   prompt: (_, { key }) => `Write part ${key}.`,
 *   writes: [part],
 * });
 * ```
 */
export const agents = <const O extends string, I extends Item, A extends z.ZodObject = z.ZodObject>(
  who: Role | readonly Role[],
  spec: AgentSpec<O, A, NoInfer<I>> & { readonly each: Each<I> },
): AgentStep<Done<O>, 'each'> => {
  const { each, ...rest } = spec;
  return { kind: 'agent', roles: 'kind' in who ? [who] : who, each, spec: untyped(rest) };
};

/** What a person is shown; the text alone where there is nothing more to say. */
export interface Asked<O extends string> {
  readonly text: string;
  /** The tree that the change is shown against, where that is not the one that the run began from. */
  readonly base?: Digest;
  /** Those that can be chosen now, where it is not all. */
  readonly choices?: readonly O[];
}

export interface PersonSpec<O extends string> extends CommonSpec<O> {
  readonly ask: (view: View) => string | Asked<O>;
  /** What `baton approve` chooses, where it is not the first. */
  readonly approve?: O;
  /** What `baton reject` chooses, where it is not the last. */
  readonly reject?: O;
  /** Chosen by whoever approves but leaves files out. */
  readonly leavesOut?: O;
  /** Why this answer cannot be taken, in words; undefined when it can. */
  readonly refuses?: (
    view: View,
    answer: { readonly choice: string; readonly text: string },
  ) => string | undefined;
  readonly onAccepted?: Accepted;
}

export interface PersonStep<O extends string = string> extends Step<O, 'one'> {
  readonly kind: 'person';
  readonly choices: readonly O[];
  readonly spec: PersonSpec<string>;
}

/**
 * A step in which a person decides. `baton approve` takes the first choice, `baton reject` the last.
 *
 * @example
 * ```ts
 * const approve = person(['publish', 'change'], { ask: (view) => view.text(file('article.md')) });
 * ```
 */
export const person = <const C extends readonly [string, ...string[]]>(
  choices: C,
  spec: PersonSpec<NoInfer<C[number]>>,
): PersonStep<C[number]> => ({ kind: 'person', choices, spec: spec as PersonSpec<string> });

/** What Baton does itself. */
export interface Action<O extends string = string> {
  readonly says: string;
  readonly outcomes: readonly O[];
  readonly reads: readonly Artifact[];
  readonly writes: readonly Artifact[];
  readonly effect: (view: View) => EffectRequest;
}

export interface EngineSpec<O extends string> extends CommonSpec<O> {
  readonly onAccepted?: Accepted;
}

export interface EngineStep<O extends string = string> extends Step<O, 'one'> {
  readonly kind: 'engine';
  readonly action: Action;
  readonly spec: EngineSpec<string>;
}

/**
 * A step that Baton does itself. What it reads, writes and how it may end comes with the action.
 *
 * @example
 * ```ts
 * const save = engine(record(file('done.md'), () => 'Done.\n'), { guarantees: [fact('saved')] });
 * ```
 */
export const engine = <const O extends string>(
  action: Action<O>,
  spec: EngineSpec<NoInfer<O>> = {},
): EngineStep<O> => ({ kind: 'engine', action, spec: spec as EngineSpec<string> });

export interface ForkStep extends Step<'done', 'one'> {
  readonly kind: 'fork';
}

/**
 * A step without work: the flow asks its guards there and goes on at once.
 *
 * @example
 * ```ts
 * const flow = {
 *   choose: { if: guard('there is a draft', (view) => view.has(file('draft.md'))), to: 'review', else: 'write' },
 * };
 * const steps = { choose: fork() };
 * ```
 */
export const fork = (): ForkStep => ({ kind: 'fork' });
