// Decides once more what was decided: every input of a journal, with the same workflow on the same state. What comes out
// must be what was written down.
import { isDeepStrictEqual } from 'node:util';
import { decideSafely } from '../../engine/decide.ts';
import { applyEntry } from '../../engine/reduce/reduce.ts';
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { Event } from '../../model/run/event.ts';
import type { Input } from '../../model/run/input.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { createTexts, largeFor } from '../../runtime/files/contents.ts';
import type { StoreReader } from '../../stores/store.ts';

/** The bytes that the input had stand once, in its events. */
const asGiven = ({ input, events }: Entry): Input => {
  for (const event of events) {
    if (input.kind === 'submit' && event.kind === 'submission-received')
      return { ...input, sealed: event.sealed };
    if (input.kind === 'start' && event.kind === 'run-started') return { ...input, given: event.given };
  }
  return input;
};

/** As it stands in a journal: without what JSON leaves out. */
const asWritten = (events: readonly Event[]): unknown => JSON.parse(JSON.stringify(events));

const same = (a: readonly Event[], b: readonly Event[]): boolean =>
  isDeepStrictEqual(asWritten(a), asWritten(b));

const VERDICTS: readonly Event['kind'][] = ['submission-accepted', 'submission-rejected'];
const verdictsIn = (events: readonly Event[]): Event[] =>
  events.filter((event) => VERDICTS.includes(event.kind));

const kindsOf = (events: readonly Event[]): string =>
  events.map((event) => event.kind).join(', ') || 'nothing';

/** A verdict that differs is an error. What follows from one may differ between versions, and is told as a warning. */
const compare = (entry: Entry, again: readonly Event[]): Problem | undefined => {
  if (same(entry.events, again)) return undefined;
  const judged = !same(verdictsIn(entry.events), verdictsIn(again));
  const [was, now] = [kindsOf(entry.events), kindsOf(again)];
  const what =
    was === now
      ? `the same kinds of events (${was}) with other contents`
      : `${now}, but the journal says ${was}`;
  return problem(
    'VERDICT_DIFFERS',
    `entry ${entry.seq} (${entry.input.kind}), decided once more, gives ${what}`,
    {
      severity: judged ? 'error' : 'warning',
      line: entry.seq,
      hint: 'The journal was written by another version of Baton or of the workflow, or it was forged.',
    },
  );
};

export interface Recomputed {
  readonly state: State | undefined;
  readonly problems: readonly Problem[];
  /** Sealed trees, each with the entry that sealed it. */
  readonly trees: ReadonlyMap<Digest, number>;
  /** The state as it was at this entry, if it was asked for. */
  readonly stateAt: State | undefined;
}

const treesOf = (entry: Entry): readonly Digest[] =>
  entry.events
    .flatMap((event) =>
      event.kind === 'submission-received' ? event.sealed : event.kind === 'run-started' ? event.given : [],
    )
    .map((sealed) => sealed.digest)
    .filter((digest) => digest.startsWith('git-tree:'));

/** Without a workflow nothing is decided once more: the journal is only read. */
export const recomputeVerdicts = async (
  store: Pick<StoreReader, 'read' | 'getObject'>,
  workflow: Workflow | undefined,
  atSeq: number | undefined,
): Promise<Recomputed> => {
  const contentsFor = createTexts(store);
  const problems: Problem[] = [];
  const trees = new Map<Digest, number>();
  let state: State | undefined;
  let stateAt: State | undefined;
  for await (const entry of store.read(1)) {
    if (workflow !== undefined) {
      const input = asGiven(entry);
      const contents = await contentsFor(largeFor(workflow, state, input));
      const { at, by } = entry;
      const found = compare(entry, decideSafely(workflow, state, input, { at, contents, by }).events);
      if (found !== undefined && problems.length < PROBLEMS_MAX) problems.push(found);
    }
    for (const digest of treesOf(entry)) if (!trees.has(digest)) trees.set(digest, entry.seq);
    state = applyEntry(state, entry);
    if (entry.seq === atSeq) stateAt = state;
  }
  return { state, problems, trees, stateAt };
};
