// What was known at each step of a run, by digest: given at the start, produced by an accepted handoff, asked for in a
// request, or merged by Baton. A step that used anything else cannot be explained, and is not attested.
import { BatonError } from '../../errors.ts';
import { type Arrival, type DigestSet, digestSetOf, digestText } from '../../model/attestation.ts';
import { type Evidence, type EvidenceRequest, evidenceKey } from '../../model/evidence.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { Event, Run } from '../../model/run/event.ts';
import type { Sealed } from '../../model/run/sealed.ts';
import type { State } from '../../model/run/state.ts';
import type { EffectRequest } from '../../model/workflow/effect.ts';

type MergeRequest = Extract<EvidenceRequest, { kind: 'merge' }>;

const partsOf = (request: MergeRequest): MergeRequest['parts'] =>
  request.parts.filter(({ item }) => item !== request.subject);

const mergedOf = (request: MergeRequest, parts: MergeRequest['parts']): DigestSet[] =>
  [request.base, ...parts.flatMap(({ start, tree }) => [start, tree])].map(digestSetOf);

/** The bytes that a question of evidence is about. */
export const askedAbout = (request: EvidenceRequest): DigestSet[] => {
  switch (request.kind) {
    case 'command':
      return [request.tree, ...(request.testsOf === undefined ? [] : [request.testsOf])].map(digestSetOf);
    case 'merge':
      return mergedOf(request, request.parts);
    case 'test-runs':
    case 'canary':
    case 'probe':
      return [request.base, request.head].map(digestSetOf);
    default:
      return [request.from, request.to].map(digestSetOf);
  }
};

/** The bytes that the engine's own work takes. */
export const takenBy = (effect: EffectRequest): readonly (readonly [string, DigestSet])[] => {
  switch (effect.action) {
    case 'merge':
      return [
        ['base', digestSetOf(effect.base)],
        ...effect.parts.flatMap(({ item, start, tree }) => [
          [`start/${item}`, digestSetOf(start)] as const,
          [`part/${item}`, digestSetOf(tree)] as const,
        ]),
      ];
    case 'exclude':
      return [
        ['base', digestSetOf(effect.base)],
        ['tree', digestSetOf(effect.tree)],
      ];
    case 'commit':
      return [
        ['tree', digestSetOf(effect.tree)],
        ...(effect.parent === null ? [] : [['git-commit:parent', { gitCommit: effect.parent }] as const]),
      ];
    case 'publish':
      return [['git-commit:published', { gitCommit: effect.commit }]];
    default:
      return [];
  }
};

const arrivalsAtStart = (run: Run, given: readonly Sealed[]): Arrival[] => {
  const { commit, tree } = run.base;
  return [
    ...(commit === null
      ? []
      : [{ kind: 'given', name: 'git-commit:base', digest: { gitCommit: commit } } as const]),
    { kind: 'given', name: 'base', digest: digestSetOf(tree) },
    ...given.map(
      ({ artifact, digest }) => ({ kind: 'given', name: artifact, digest: digestSetOf(digest) }) as const,
    ),
  ];
};

/** Every merge that was asked for and not answered yet, by its key. */
const mergesWanted = (state: State): Map<string, MergeRequest> =>
  new Map(
    Object.values(state.works)
      .flatMap((work) => [...(work.judging?.needs ?? []), ...(work.startRequest ? [work.startRequest] : [])])
      .flatMap((request) => (request.kind === 'merge' ? [[evidenceKey(request), request] as const] : [])),
  );

export class Trail {
  readonly #known = new Set<string>();
  /** Trees that Baton merged to look, each with what it was made of. */
  readonly #merged = new Map<string, DigestSet[]>();
  #since: Arrival[] = [];

  knows(digest: DigestSet): boolean {
    return this.#known.has(digestText(digest));
  }

  learn(digest: DigestSet): void {
    this.#known.add(digestText(digest));
  }

  /** What came since it was last asked. */
  takeSince(): Arrival[] {
    const since = this.#since;
    this.#since = [];
    return since;
  }

  require(seq: number, name: string, digest: DigestSet): void {
    if (this.knows(digest)) return;
    throw new BatonError(
      'RUN_INCONSISTENT',
      `entry ${seq} rests on ${name} (${digestText(digest)}), which nothing before it in the run has made`,
      { hint: 'The workflow used bytes from elsewhere; a statement about them would explain nothing.' },
    );
  }

  /** Before the entry's events are applied: merges are observed first, and used by its events. */
  noteInput(state: State | undefined, { input }: Entry): void {
    if (state === undefined || input.kind !== 'observe' || input.evidence.kind !== 'merge') return;
    const request = mergesWanted(state).get(input.key);
    if (request !== undefined) this.#noteMerge(request, input.evidence);
  }

  noteEvent(event: Event): void {
    if (event.kind === 'run-started')
      for (const arrival of arrivalsAtStart(event.run, event.given)) this.#arrive(arrival);
    if (event.kind === 'request-opened' && event.sealed !== undefined)
      this.#arrive({
        kind: 'request',
        name: event.sealed.artifact,
        digest: digestSetOf(event.sealed.digest),
        by: event.request.assignment,
      });
    if (event.kind === 'position-ended' && event.merged !== undefined)
      this.#useMerged(digestSetOf(event.merged.main.digest), event.merged.main.artifact);
    if (event.kind === 'work-rebased') this.#useMerged(digestSetOf(event.start), `start/${event.assignment}`);
  }

  #noteMerge(request: MergeRequest, evidence: Extract<Evidence, { kind: 'merge' }>): void {
    const others = digestText(digestSetOf(evidence.others));
    this.#merged.set(others, mergedOf(request, partsOf(request)));
    if (evidence.conflicts.length === 0)
      this.#merged.set(digestText(digestSetOf(evidence.tree)), mergedOf(request, request.parts));
  }

  #useMerged(digest: DigestSet, name: string): void {
    const of = this.#merged.get(digestText(digest));
    if (of?.every((one) => this.knows(one))) this.#arrive({ kind: 'merge', name, digest, of });
  }

  #arrive(arrival: Arrival): void {
    if (this.knows(arrival.digest)) return;
    this.learn(arrival.digest);
    this.#since.push(arrival);
  }
}
