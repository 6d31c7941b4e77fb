// Random histories over relay and over small random workflows. In every state that is reached: work is wanted exactly
// while its facts do not hold, no fact outlives its bytes, and the state is what its events say.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomHistory, type Step } from '../../test/fixtures/random-history.ts';
import { playable } from '../../test/fixtures/runnable-workflows.ts';
import { diceOf } from '../../test/fixtures/workflows/random.ts';
import { evidenceKey } from '../model/evidence.ts';
import type { Event } from '../model/run/event.ts';
import { type State, stateSchema, type Work } from '../model/run/state.ts';
import { decide } from './decide.ts';
import { plan } from './plan.ts';
import { copying, inPlace } from './reduce/changes.ts';
import { applyEntry } from './reduce/reduce.ts';

const STEPS = 120;
const RUNS = 300;
/** In this history work is accepted, and then wanted again because others changed its bytes. */
const LAPSES = 184;

// What the words mean, said once more and from the state alone.
const holds = (state: State, key: string): boolean => {
  const fact = state.facts[key];
  if (fact === undefined) return false;
  for (const artifact of Object.keys(fact.about))
    if (state.artifacts[artifact]?.digest !== fact.about[artifact]) return false;
  return true;
};
const isDone = (state: State, { outcome, established, assignment }: Work): boolean =>
  outcome === undefined
    ? assignment.until.length > 0 && assignment.until.every((key) => holds(state, key))
    : established.every(({ fact }) => holds(state, fact));
const isHere = (state: State, { assignment: { scope, phase, visit } }: Work): boolean =>
  state.positions[scope]?.phase === phase && state.positions[scope]?.visit === visit;
const mayBegin = (state: State, work: Work): boolean =>
  work.assignment.after.every((id) => state.works[id] !== undefined && isDone(state, state.works[id]));
const isWanted = (state: State, work: Work): boolean =>
  state.status === 'running' &&
  isHere(state, work) &&
  !isDone(state, work) &&
  mayBegin(state, work) &&
  (work.assignment.request === undefined || state.requests[work.assignment.request] !== undefined);

const isWaiting = (state: State, work: Work): boolean =>
  work.judging !== undefined ||
  Object.values(state.requests).some((r) => r.assignment === work.assignment.id);
const hasItsTree = (work: Work): boolean =>
  work.startRequest === undefined &&
  (work.start !== undefined ||
    work.assignment.after.length === 0 ||
    work.assignment.writes.every(({ kind }) => kind === 'file'));

const checkWanted = (state: State): void => {
  const { assignments, questions, jobs, deadlines } = plan(state);
  const ids = (of: readonly { readonly id: string }[]): Set<string> => new Set(of.map(({ id }) => id));
  const [agents, people, engine] = [ids(assignments), ids(questions), ids(jobs)];
  for (const work of Object.values(state.works)) {
    const { id, kind, ask, effect } = work.assignment;
    const wanted = isWanted(state, work);
    const parked = work.attemptState === 'ended' && isWaiting(state, work);
    expect(agents.has(id), `${id} is wanted of an agent`).toBe(
      wanted && kind === 'agent' && !parked && hasItsTree(work),
    );
    if (ask !== undefined) expect(people.has(id), `${id} is wanted of a person`).toBe(wanted);
    if (effect !== undefined)
      expect(engine.has(`effect ${id}`), `${id} is wanted of the engine`).toBe(wanted);
    const lacks = work.judging?.needs.filter(
      (need) => work.judging?.evidence[evidenceKey(need)] === undefined,
    );
    for (const need of wanted ? (lacks ?? []) : [])
      expect(engine.has(`observe ${evidenceKey(need)}`), `${id} lacks evidence`).toBe(true);
  }
  for (const id of [...agents]) expect(state.works[id]).toBeDefined();
  for (const { id } of deadlines) expect(agents.has(id.split(' ')[1]!) || id === '').toBe(true);
};

/** Something always goes on: an agent, a person, a job. Otherwise the run would hang. */
const checkNotStuck = (state: State): void => {
  if (state.status !== 'running') return;
  const { assignments, questions, jobs } = plan(state);
  expect(assignments.length + questions.length + jobs.length).toBeGreaterThan(0);
};

/** A fact that held and whose bytes changed holds no more, unless it was established anew. */
const checkFacts = ({ before, after, events }: Step): void => {
  if (before === undefined) return;
  const anew = new Set(
    events.flatMap((e) => (e.kind === 'submission-accepted' ? e.facts.map(({ fact }) => fact) : [])),
  );
  for (const [key, fact] of Object.entries(before.facts)) {
    const changed = Object.keys(fact.about).some(
      (artifact) => before.artifacts[artifact]?.digest !== after.artifacts[artifact]?.digest,
    );
    if (holds(before, key) && changed && !anew.has(key))
      expect(holds(after, key), `${key} outlives its bytes`).toBe(false);
  }
  for (const key of anew) if (events.filter(isAcceptance).length === 1) expect(holds(after, key)).toBe(true);
};
const isAcceptance = (event: Event): boolean => event.kind === 'submission-accepted';

const checkPure = (
  workflow: Parameters<typeof decide>[0],
  { before, input, at, events, after }: Step,
): void => {
  const again = decide(workflow, before, input, { at, contents: () => undefined });
  expect(again.events).toEqual(events);
  // The loop takes it for the state that a replay of the journal would give.
  if (events.length > 0) expect(again.state).toEqual(after);
};

interface Seen {
  steps: number;
  accepted: number;
  complete: number;
  lapsed: number;
}

/** Work that was accepted in this visit and is wanted again, because its bytes were changed by others. */
const lapsedIn = (state: State): number =>
  Object.values(state.works).filter((w) => w.outcome !== undefined && isWanted(state, w)).length;

const playOne = (seed: number, seen: Seen): void => {
  const found = playable(seed);
  if (found === undefined) return;
  const { workflow, play } = found;
  const history = new RandomHistory(workflow, play, diceOf(seed + 1), (step) => {
    checkWanted(step.after);
    checkNotStuck(step.after);
    checkFacts(step);
    checkPure(workflow, step);
    seen.steps += 1;
    seen.lapsed += lapsedIn(step.after) > 0 ? 1 : 0;
  });
  history.run(STEPS);
  const { state } = history;
  // The order of keys counts too: works stand in the order in which they were opened.
  for (const changes of [copying, () => inPlace]) {
    let replayed: State | undefined;
    for (const entry of history.events) replayed = applyEntry(replayed, entry, changes());
    expect(JSON.stringify(replayed)).toBe(JSON.stringify(state));
  }
  expect(stateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  seen.accepted += state!.handoffs.accepted;
  seen.complete += state!.status === 'complete' ? 1 : 0;
};

describe('random histories', () => {
  it('work is wanted exactly while its facts do not hold', () => {
    const seen: Seen = { steps: 0, accepted: 0, complete: 0, lapsed: 0 };
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), (seed) => playOne(seed, seen)),
      { numRuns: RUNS, examples: [[LAPSES]] },
    );
    // The histories must be worth something: long, with acceptances, with ends, with work that is wanted again.
    expect(seen.steps).toBeGreaterThan(RUNS * 20);
    expect(seen.accepted).toBeGreaterThan(RUNS * 2);
    expect(seen.complete).toBeGreaterThan(RUNS / 20);
    expect(seen.lapsed).toBeGreaterThan(0);
  });
});
