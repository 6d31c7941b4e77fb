// What a workflow is made of, each declared once: files, trees, facts, roles, settings, limits. A handle carries the
// name that journals know and the type that functions see, so that a misspelt one is an unknown identifier.
import type * as z from 'zod';
import type { Parsed } from '../problem.ts';

/** Who does a piece of work. */
export interface Role<N extends string = string> {
  readonly kind: 'role';
  readonly name: N;
  /** Who it is, in its prompt. */
  readonly brief?: string;
  /** A run may do without it; or may do so unless this switch is on. */
  readonly optional?: true | Setting<boolean>;
  /** Its work is on the web: programs that keep agents off it let this one. */
  readonly web?: true;
}

/**
 * Who works, with a sentence for the prompt.
 *
 * @example
 * ```ts
 * const reviewer = role('reviewer', 'You review articles. You do not change them.');
 * ```
 */
export const role = <const N extends string>(
  name: N,
  brief?: string,
  more: Pick<Role, 'optional' | 'web'> = {},
): Role<N> => ({ kind: 'role', name, ...(brief === undefined ? {} : { brief }), ...more });

export interface StartOfRun {
  readonly name: string;
  readonly request: string;
  readonly at: string;
  /** A file of the project as it is now; undefined where there is none. */
  readonly project: (path: string) => string | undefined;
}

/** `V` is what its parser reads; the text itself where there is none. One per item where `{item}` is in the path. */
export interface File<V = unknown> {
  readonly kind: 'file';
  readonly name: string;
  /** Relative to the run directory. */
  readonly path: string;
  /** Reads the text; every problem that it finds rejects the submission. */
  readonly parse?: (text: string, file: string) => Parsed<V>;
  /** What it must look like, as its writer reads it in the prompt. */
  readonly example?: string;
  /** What is there when work on it begins: what was accepted last (when absent), nothing, or this text of the run's start. */
  readonly starts?: 'fresh' | ((run: StartOfRun) => string);
  /** Another path at which it is looked for first, when the call says so. */
  readonly alias?: {
    readonly path: string;
    readonly when: (args: Readonly<Record<string, unknown>>) => boolean;
  };
}

const nameOf = (path: string): string =>
  (path.split('/').at(-1) ?? path).replace(/\.[^.]*$/, '').replaceAll(/[_-]?\{item\}[_-]?/g, '');

/**
 * A file that is handed over, relative to the run directory. With `{item}` in its path there is one per item.
 *
 * @example
 * ```ts
 * const plan = file('plan.yaml', { parse: yaml(z.object({ title: z.string() })), example: 'title: Tides\n' });
 * const part = file('parts/{item}.md');
 * ```
 */
export const file = <V = string>(
  path: string,
  more: Partial<Pick<File<V>, 'name' | 'parse' | 'example' | 'starts' | 'alias'>> = {},
): File<V> => ({ kind: 'file', path, ...more, name: more.name ?? nameOf(path) });

/**
 * A git tree. `each`: one per item. `starts: 'project'`: the project as it was when the run began. `starts` with another tree: each
 * item of a scope begins there, and what it has when it ends well is merged into it.
 */
export interface Tree {
  readonly kind: 'tree';
  readonly name: string;
  readonly each?: true;
  readonly starts?: 'project' | Tree;
}

/**
 * A git tree that is handed over. `each`: one per item. `starts: 'project'`: it begins as the project is. In a scope, `starts` names
 * the main line: each item begins there with its own tree, which is merged into the main line when the item ends well.
 *
 * @example
 * ```ts
 * const main = tree('main', { starts: 'project' });
 * const work = tree('work', { each: true, starts: main });
 * ```
 */
export const tree = (name: string, more: Pick<Tree, 'each' | 'starts'> = {}): Tree => ({
  kind: 'tree',
  name,
  ...more,
});

/** Files that are kept and that no step reads: they are on the disk and in the store, and are never loaded. */
export interface Archive {
  readonly kind: 'archive';
  readonly name: string;
  /** Relative to the run directory; `{item}` is the name of a file in it, which may have folders. */
  readonly path: string;
}

/**
 * A folder for what is kept of earlier rounds. `put` and `keep` write into it; people and other programs read it.
 *
 * @example
 * ```ts
 * const rounds = archive('history');
 * ```
 */
export const archive = (folder: string, name: string = nameOf(folder)): Archive => ({
  kind: 'archive',
  name,
  path: `${folder}/{item}`,
});

export type Artifact = File | Tree;

export interface Optional {
  readonly optional: Artifact;
}

/**
 * In `reads`: it may be missing. In `writes`: it is handed in only where the work made it.
 *
 * @example
 * ```ts
 * const reads = [file('article.md'), optional(file('review.md'))];
 * ```
 */
export const optional = (artifact: Artifact): Optional => ({ optional: artifact });

/** Holds for the bytes that its guarantor read and wrote, and those it is about, until one of them changes. */
export interface Fact {
  readonly kind: 'fact';
  readonly name: string;
  readonly about?: readonly Artifact[];
}

/**
 * A statement that a step guarantees and another one relies on. It holds for the bytes that its guarantor read and wrote, and
 * those in `about`, until one of them changes.
 *
 * @example
 * ```ts
 * const passed = fact('review.passed', { about: [file('article.md')] });
 * ```
 */
export const fact = (name: string, more: Pick<Fact, 'about'> = {}): Fact => ({ kind: 'fact', name, ...more });

/** What a workflow leaves open and a project decides. */
export interface Setting<V = unknown> {
  readonly kind: 'setting';
  readonly name: string;
  readonly initial: V;
}

export const SCHEMA: unique symbol = Symbol('schema');

export type Settings<S extends z.ZodObject = z.ZodObject> = {
  readonly [K in keyof z.infer<S>]: Setting<z.infer<S>[K]>;
} & { readonly [SCHEMA]: S };

/**
 * What a workflow leaves open and a project decides: a handle for each key of the schema. Every key needs a default.
 *
 * @example
 * ```ts
 * const set = settings(z.object({ rounds: z.number().default(3) }));
 * const review = { fail: { to: 'write', max: set.rounds, then: 'stuck' } };
 * ```
 */
export const settings = <S extends z.ZodObject>(schema: S): Settings<S> => {
  const initial: Readonly<Record<string, unknown>> = schema.parse({});
  const handles = Object.keys(schema.shape).map((name) => [
    name,
    { kind: 'setting', name, initial: initial[name] },
  ]);
  return { ...Object.fromEntries(handles), [SCHEMA]: schema } as Settings<S>;
};

/** A count that several routes share, by its name. */
export interface Counter {
  readonly kind: 'limit';
  readonly name: string;
}

/** Something that the run remembers beside its files: a commit, a person's words. */
export interface Memo {
  readonly kind: 'memo';
  readonly name: string;
}

/**
 * Something that a run remembers beside its files, as `view.memo` reads it.
 *
 * @example
 * ```ts
 * const branch = memo('branch');
 * const ask = (view: View) => `It is on ${view.memo(branch) ?? 'no branch'}.`;
 * ```
 */
export const memo = (name: string): Memo => ({ kind: 'memo', name });

/** The message that a person gave with an approval. */
export const message: Memo = memo('message');
/** The last commit that the run made. */
export const lastCommit: Memo = memo('commit');
