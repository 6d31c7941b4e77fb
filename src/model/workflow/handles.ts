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

export const role = <const N extends string>(
  name: N,
  brief?: string,
  more: Pick<Role, 'optional' | 'web'> = {},
): Role<N> => ({ kind: 'role', name, ...(brief === undefined ? {} : { brief }), ...more });

export interface StartOfRun {
  readonly name: string;
  readonly request: string;
  readonly at: string;
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

export const file = <V = string>(
  path: string,
  more: Partial<Pick<File<V>, 'name' | 'parse' | 'example' | 'starts' | 'alias'>> = {},
): File<V> => ({ kind: 'file', path, ...more, name: more.name ?? nameOf(path) });

/** A git tree. `each`: one per item. `starts: 'project'`: the project as it was when the run began. */
export interface Tree {
  readonly kind: 'tree';
  readonly name: string;
  readonly each?: true;
  readonly starts?: 'project';
}

export const tree = (name: string, more: Pick<Tree, 'each' | 'starts'> = {}): Tree => ({
  kind: 'tree',
  name,
  ...more,
});

export type Artifact = File | Tree;

export interface Optional {
  readonly optional: Artifact;
}

/** In `reads`: may be missing. In `writes`: handed in only where the work made it. */
export const optional = (artifact: Artifact): Optional => ({ optional: artifact });

/** Holds for the bytes that its guarantor read and wrote, and those it is about, until one of them changes. */
export interface Fact {
  readonly kind: 'fact';
  readonly name: string;
  readonly about?: readonly Artifact[];
}

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

/** A handle for each key of the schema; every key has a default. */
export const settings = <S extends z.ZodObject>(schema: S): Settings<S> => {
  const initial: Readonly<Record<string, unknown>> = schema.parse({});
  const handles = Object.keys(schema.shape).map((name) => [
    name,
    { kind: 'setting', name, initial: initial[name] },
  ]);
  return { ...Object.fromEntries(handles), [SCHEMA]: schema } as Settings<S>;
};

/** A count that several routes share, or that `view.count` is asked for. */
export interface Limit {
  readonly kind: 'limit';
  readonly name: string;
  readonly max: number | Setting<number>;
}

export const limit = (name: string, max: number | Setting<number>): Limit => ({ kind: 'limit', name, max });

/** Something that the run remembers beside its files: a commit, a person's words. */
export interface Memo {
  readonly kind: 'memo';
  readonly name: string;
}

export const memo = (name: string): Memo => ({ kind: 'memo', name });

/** The message that a person gave with an approval. */
export const message: Memo = memo('message');
/** The last commit that the run made. */
export const lastCommit: Memo = memo('commit');
