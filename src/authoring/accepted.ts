// What follows when work is accepted: files that Baton makes of it, what the run remembers, what is to be done once.
import type { EvidenceRequest } from '../model/evidence.ts';
import type { PEOPLE } from '../model/run/notice.ts';
import type { EffectRequest } from '../model/workflow/effect.ts';
import type { Archive, Fact, File, Role } from '../model/workflow/handles.ts';
import type { Submission } from '../model/workflow/view.ts';
import type { Seen } from '../model/workflow/workflow.ts';

type Args = Readonly<Record<string, unknown>>;

export interface Put {
  readonly artifact: File | Archive;
  readonly text: string;
  readonly item?: string;
}

export interface Keep {
  readonly artifact: Archive;
  readonly item: string;
  readonly copyOf: { readonly artifact: File; readonly item?: string };
}

/**
 * A file that Baton writes of what was accepted, in `onAccepted.files`.
 *
 * @example
 * ```ts
 * const log = file('log.md');
 * const onAccepted = { writes: [log], files: () => [put(log, 'It was accepted.\n')] };
 * ```
 */
export const put = (artifact: File | Archive, text: string, item?: string): Put => ({
  artifact,
  text,
  ...(item === undefined ? {} : { item }),
});

/**
 * A copy of a file as it is handed in or was accepted last, under a name in an archive, in `onAccepted.files`.
 *
 * @example
 * ```ts
 * const plan = file('plan.md');
 * const rounds = archive('history');
 * const onAccepted = { writes: [rounds], files: () => [keep(rounds, 'round-1/plan.md', plan)] };
 * ```
 */
export const keep = (into: Archive, name: string, artifact: File, item?: string): Keep => ({
  artifact: into,
  item: name,
  copyOf: { artifact, ...(item === undefined ? {} : { item }) },
});

/** Who can be told something: a role, or the people who follow the run. */
export type Receiver = Role | typeof PEOPLE;

export interface Told {
  readonly to: Receiver;
  readonly text: string;
}

/**
 * A notice, in `onAccepted.tells`: it stands in the next prompt of the role, or in `baton status` and `baton inbox` for people.
 * Nobody waits for it.
 *
 * @example
 * ```ts
 * const onAccepted = { tellsWhom: ['people'], tells: () => [tell('people', 'The plan was accepted.')] };
 * ```
 */
export const tell = (to: Receiver, text: string): Told => ({ to, text });

/** What follows from accepting. What may be written stands beside the function, because the prover calls none. */
export interface Accepted<A = Args> {
  readonly writes?: readonly (File | Archive)[];
  /** The texts of what it writes, and copies. */
  readonly files?: (submission: Submission<A>) => readonly (Put | Keep)[];
  /** Evidence that is wanted beside what the checks need, for what is remembered. */
  readonly needs?: (submission: Submission<A>) => readonly EvidenceRequest[];
  /** What the run keeps beside its files, for `view.memo`. */
  readonly remember?: (submission: Submission<A>, seen: Seen) => Readonly<Record<string, string>>;
  /** What is to be done once; nobody waits for it. */
  readonly effects?: (submission: Submission<A>) => readonly EffectRequest[];
  /** All that `tells` may name as a receiver. */
  readonly tellsWhom?: readonly Receiver[];
  /** What they are told; nobody waits for it. */
  readonly tells?: (submission: Submission<A>) => readonly Told[];
  /** Items whose fact, about other bytes, this work was seen not to have touched: it is stated again. */
  readonly renews?: {
    readonly fact: Fact;
    readonly needs: (submission: Submission<A>) => readonly EvidenceRequest[];
    readonly items: (submission: Submission<A>, seen: Seen) => readonly string[];
  };
}
