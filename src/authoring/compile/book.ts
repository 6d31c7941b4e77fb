// What a workflow is made of, collected from its steps: each role, artifact and fact once, as the engine knows it.
import { BatonError } from '../../errors.ts';
import type { Archive, Artifact, Fact, File, Optional, Role } from '../../model/workflow/handles.ts';
import type {
  ArtifactSpec,
  ContractSpec,
  FactSpec,
  LimitSpec,
  PhaseSpec,
  RequestSpec,
  RoleSpec,
  Workflow,
} from '../../model/workflow/workflow.ts';

export type Contract = ContractSpec<string, string, string>;
export type Phase = PhaseSpec<string, string, string, string, string>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type MutableRequest = Mutable<RequestSpec<string, string, string>>;

export const isOptional = (entry: Artifact | Optional): entry is Optional => 'optional' in entry;
export const artifactOf = (entry: Artifact | Optional): Artifact =>
  isOptional(entry) ? entry.optional : entry;

const fileSpec = ({ path, parse, example, starts, alias }: File): ArtifactSpec => ({
  path,
  kind: 'file',
  ...(path.includes('{item}') ? { each: true } : {}),
  ...(parse === undefined ? {} : { parse }),
  ...(example === undefined ? {} : { shape: example }),
  ...(starts === 'fresh' ? { fresh: true } : {}),
  ...(typeof starts === 'function' ? { given: starts } : {}),
  ...(alias === undefined ? {} : { alias }),
});

const specOf = (artifact: Artifact | Archive): ArtifactSpec => {
  if (artifact.kind === 'archive') return { path: artifact.path, kind: 'file', each: true, archived: true };
  return artifact.kind === 'file'
    ? fileSpec(artifact)
    : {
        path: '.',
        kind: 'tree',
        ...(artifact.each ? { each: true } : {}),
        ...(artifact.starts === 'project' ? { given: true } : {}),
        ...(typeof artifact.starts === 'object' ? { onto: artifact.starts.name } : {}),
      };
};

interface KnownRole {
  readonly role: Role | undefined;
  readonly kind: 'human' | 'engine' | undefined;
  readonly writes: Set<string>;
}

const roleSpec = ({ role, kind, writes }: KnownRole): RoleSpec<string> => {
  const { optional, web, brief } = role ?? {};
  return {
    mayWrite: [...writes],
    ...(kind === undefined ? {} : { kind }),
    ...(brief === undefined ? {} : { brief }),
    ...(web === undefined ? {} : { web }),
    ...(optional === undefined ? {} : { optional: optional === true ? true : { unless: optional.name } }),
  };
};

/** Two things of one name would be taken for one another. */
const clash = (what: string, name: string, hint: string): BatonError =>
  new BatonError('WORKFLOW_INVALID', `expected one ${what} named "${name}", got two that differ`, { hint });

export class Book {
  readonly #roles = new Map<string, KnownRole>();
  readonly #artifacts = new Map<string, Artifact | Archive>();
  readonly #facts = new Map<string, { about: Set<string>; each: boolean | undefined }>();
  readonly contracts: Record<string, Contract> = {};
  readonly phases: Record<string, Phase> = {};
  readonly limits: Record<string, LimitSpec<string>> = {};
  readonly requests: Record<string, MutableRequest> = {};
  /** Phases that were made beside the steps, and the scope that they are in. */
  readonly made = new Map<string, string | undefined>();

  role(role: Role, writes: readonly string[]): string {
    const known = this.#roles.get(role.name);
    if (known?.role !== undefined && known.role !== role && known.role.brief !== role.brief)
      throw clash('role', role.name, 'declare the role once, and use that constant in both steps');
    this.#remember(role.name, known ?? { role, kind: undefined, writes: new Set() }, writes);
    return role.name;
  }

  /** A person, or Baton itself. */
  special(name: 'human' | 'engine', writes: readonly string[] = []): string {
    const known = this.#roles.get(name) ?? { role: undefined, kind: name, writes: new Set<string>() };
    this.#remember(name, known, writes);
    return name;
  }

  #remember(name: string, known: KnownRole, writes: readonly string[]): void {
    for (const artifact of writes) known.writes.add(artifact);
    this.#roles.set(name, known);
  }

  artifact(artifact: Artifact | Archive): string {
    const known = this.#artifacts.get(artifact.name);
    if (known !== undefined && known !== artifact)
      throw clash(artifact.kind, artifact.name, 'give one of them a `name` of its own');
    this.#artifacts.set(artifact.name, artifact);
    if (artifact.kind === 'tree' && typeof artifact.starts === 'object') this.artifact(artifact.starts);
    return artifact.name;
  }

  fact(fact: Fact, more: { readonly each?: boolean } = {}): string {
    const known = this.#facts.get(fact.name) ?? { about: new Set<string>(), each: undefined };
    for (const artifact of fact.about ?? []) known.about.add(this.artifact(artifact));
    // Said of each item only where nobody says it of the whole.
    if (more.each !== undefined) known.each = known.each !== false && more.each;
    this.#facts.set(fact.name, known);
    return fact.name;
  }

  /** Agents first, as people read them. */
  get roles(): Workflow['roles'] {
    const order = [undefined, 'human', 'engine'] as const;
    const all = [...this.#roles];
    return Object.fromEntries(
      order.flatMap((kind) =>
        all.filter(([, known]) => known.kind === kind).map(([name, known]) => [name, roleSpec(known)]),
      ),
    );
  }

  get artifacts(): Workflow['artifacts'] {
    return Object.fromEntries([...this.#artifacts].map(([name, artifact]) => [name, specOf(artifact)]));
  }

  get facts(): Workflow['facts'] {
    return Object.fromEntries(
      [...this.#facts].map(([name, { about, each }]): [string, FactSpec<string>] => [
        name,
        { about: [...about], ...(each === true ? { each: true } : {}) },
      ]),
    );
  }
}
