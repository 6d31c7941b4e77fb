// Reads the accepted handoffs off a journal, in their order, each with what it rested on.
import { applyEntry, reduce } from '../../engine/reduce/reduce.ts';
import { BatonError } from '../../errors.ts';
import {
  type DigestSet,
  digestSetOf,
  digestText,
  type Predicate,
  type Resource,
} from '../../model/attestation.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { Event } from '../../model/run/event.ts';
import type { Actor } from '../../model/run/input.ts';
import { type State, type Work, workOf } from '../../model/run/state.ts';
import { canonicalJson } from '../../std/canonical-json.ts';
import { isRecord } from '../../std/is-record.ts';
import { sha256 } from '../../std/sha256.ts';
import type { StoreReader } from '../../stores/store.ts';
import { attestEvidence } from './attest-evidence.ts';
import { Trail, takenBy } from './attest-trail.ts';

type Accepted = Extract<Event, { kind: 'submission-accepted' }>;

/** One accepted handoff; what ties it to the other statements comes later. */
export interface Step extends Omit<Predicate, 'run' | 'number' | 'previous' | 'last' | 'entry'> {
  readonly subject: Resource[];
  readonly seq: number;
  readonly at: string;
}

export interface Steps {
  readonly steps: readonly Step[];
  readonly state: State;
  /** Digest of each line, by its sequence number; of the last one the store knows. */
  readonly chains: ReadonlyMap<number, string>;
}

const resource = (name: string, digest: DigestSet): Resource => ({ name, digest });

/** Each once; what two names have in common is kept under both. */
const distinct = (resources: readonly Resource[]): Resource[] => [
  ...new Map(resources.map((one) => [`${digestText(one.digest)} ${one.name}`, one])).values(),
];

const recordOf = (run: State['run'], option: string, role: string): unknown => {
  const found = run.options[option];
  return isRecord(found) && Object.hasOwn(found, role) ? found[role] : undefined;
};

/** A scenario is a file of this machine: its path is nobody else's business. */
const agentOf = (run: State['run'], role: string): string | null => {
  const spec = recordOf(run, 'agents', role);
  if (typeof spec !== 'string') return null;
  return spec.startsWith('scripted:') ? 'scripted' : spec;
};

const modelOf = (run: State['run'], role: string): string | null => {
  const options = recordOf(run, 'roleOptions', role);
  const model = isRecord(options) ? options['model'] : undefined;
  return typeof model === 'string' ? model : null;
};

const senderOf = (
  { run }: State,
  { assignment }: Work,
  by: Actor | undefined,
): Predicate['handoff']['by'] => {
  if (by !== undefined && 'person' in by) return { kind: 'person', person: by.person };
  if (assignment.kind === 'engine') return { kind: 'engine', action: assignment.effect?.action ?? 'effect' };
  return { kind: 'agent', agent: agentOf(run, assignment.role), model: modelOf(run, assignment.role) };
};

const handoffOf = (
  state: State,
  work: Work,
  event: Accepted,
  by: Actor | undefined,
): Predicate['handoff'] => {
  const { assignment, judging } = work;
  const sender = senderOf(state, work, by);
  const decided = assignment.kind === 'human' && sender.kind === 'person';
  return {
    submission: event.submission,
    assignment: assignment.id,
    role: assignment.role,
    attempt: judging?.attempt ?? work.attempt,
    contract: assignment.contract,
    outcome: event.outcome,
    tool: judging?.tool ?? '',
    by: sender,
    arguments: sha256(canonicalJson(judging?.args ?? {})),
    details: event.details,
    decision: decided ? { person: sender.person, choice: event.outcome, text: event.remark ?? '' } : null,
  };
};

/** A commit is what it is called; what seals nothing has produced the record of itself. */
const subjectOf = (work: Work, event: Accepted, handoff: Predicate['handoff']): Resource[] => {
  const sealed = [...(work.judging?.sealed ?? []), ...(event.derived ?? [])];
  const products = sealed.map(({ artifact, digest }) => resource(artifact, digestSetOf(digest)));
  const { branch = '', commit } = event.details;
  if (work.assignment.effect?.action === 'commit' && commit !== undefined)
    products.push(resource(`git-commit:${branch}`, { gitCommit: commit }));
  if (products.length > 0) return distinct(products);
  return [resource(`handoff:${handoff.assignment}`, { sha256: sha256(canonicalJson(handoff)).slice(7) })];
};

const materialsOf = (state: State, work: Work, event: Accepted, subject: readonly Resource[]): Resource[] => {
  const { assignment } = work;
  const own = new Set(subject.map(({ digest }) => digestText(digest)));
  const read = assignment.reads.flatMap((key) => {
    const sealed = state.artifacts[key];
    return sealed === undefined ? [] : [resource(key, digestSetOf(sealed.digest))];
  });
  const about = event.facts
    .flatMap((fact) => Object.entries(fact.about).map(([key, digest]) => resource(key, digestSetOf(digest))))
    .filter(({ digest }) => !own.has(digestText(digest)));
  const asked = Object.entries(assignment.ask?.about ?? {}).map(([key, digest]) =>
    resource(key, digestSetOf(digest)),
  );
  const start = work.start === undefined ? [] : [resource('start', digestSetOf(work.start))];
  const taken = assignment.effect === undefined ? [] : takenBy(assignment.effect);
  return distinct([
    ...start,
    ...read,
    ...taken.map(([name, digest]) => resource(name, digest)),
    ...asked,
    ...about,
  ]);
};

/** As the journal has them; one that is older than bases says nothing of its clauses. */
const clausesOf = ({ judged = [] }: Accepted): Predicate['clauses'] =>
  judged.map(({ clause, basis, evidence, person, waiver }) => ({
    name: clause,
    basis,
    evidence,
    ...(person === undefined ? {} : { person }),
    ...(waiver === undefined ? {} : { waiver }),
  }));

const factsOf = ({ facts, judged = [] }: Accepted): Predicate['facts'] =>
  facts.map(({ fact, about, basis, rests }) => ({
    fact,
    about: Object.entries(about).map(([key, digest]) => resource(key, digestSetOf(digest))),
    ...(basis === undefined ? {} : { basis }),
    rests: rests ?? judged.map(({ clause }) => clause),
  }));

export const readSteps = async (store: Pick<StoreReader, 'read'>, entries: number): Promise<Steps> => {
  const trail = new Trail();
  const senders = new Map<string, Actor>();
  const chains = new Map<number, string>();
  const steps: Step[] = [];
  let state: State | undefined;

  const stepOf = (before: State, entry: Entry, event: Accepted): Step => {
    const work = workOf(before, event.assignment);
    const handoff = handoffOf(before, work, event, senders.get(event.submission));
    const subject = subjectOf(work, event, handoff);
    const since = trail.takeSince();
    const materials = materialsOf(before, work, event, subject);
    for (const { name, digest } of materials) trail.require(entry.seq, name, digest);
    for (const { digest } of subject) trail.learn(digest);
    const evidence = attestEvidence(work.judging);
    for (const { key, about, observed } of evidence) {
      for (const digest of about) trail.require(entry.seq, key, digest);
      for (const digest of observed.made ?? []) trail.learn(digest);
    }
    const policy = sha256(canonicalJson(before.run.options['policy'] ?? {}));
    return {
      subject,
      seq: entry.seq,
      at: entry.at,
      handoff,
      policy,
      ...(before.usage === undefined ? {} : { usage: before.usage }),
      facts: factsOf(event),
      clauses: clausesOf(event),
      evidence,
      since,
      materials,
    };
  };

  for await (const entry of store.read(1)) {
    if (entry.seq > 1) chains.set(entry.seq - 1, entry.prev);
    if (entry.seq > entries) break;
    trail.noteInput(state, entry);
    let at = state === undefined ? undefined : { ...state, seq: entry.seq, at: entry.at };
    for (const event of entry.events) {
      trail.noteEvent(event);
      if (event.kind === 'submission-received') senders.set(event.submission, entry.by);
      if (event.kind === 'submission-accepted' && at !== undefined) steps.push(stepOf(at, entry, event));
      at = at === undefined ? undefined : reduce(at, event);
    }
    state = applyEntry(state, entry);
  }
  if (state === undefined) throw new BatonError('RUN_UNKNOWN', 'expected a run with an entry, it has none');
  return { steps, state, chains };
};
