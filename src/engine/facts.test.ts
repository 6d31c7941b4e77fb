// A fact is about exact bytes. It never outlives a change of any of them, there is no other way to void it, and it holds
// again when those bytes are back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryOf } from '../../test/fixtures/arbitrary-of.ts';
import { type Event, eventSchema } from '../model/run/event.ts';
import type { Digest, Sealed } from '../model/run/sealed.ts';
import type { State } from '../model/run/state.ts';
import { type Fact, factHolds } from '../model/workflow/fact.ts';
import { applyEntry, reduce } from './reduce/reduce.ts';
import { holdsKey } from './satisfied.ts';

const ARTIFACTS = ['plan', 'tree', 'work/a', 'work/b', 'review'];
const OTHER_BYTES: Digest = `git-tree:${'a'.repeat(40)}`;
const anyArtifact = fc.constantFrom(...ARTIFACTS);
const anyDigest = fc.integer({ min: 0, max: 9 }).map((n): Digest => `sha256:${String(n).repeat(64)}`);
const anyFact: fc.Arbitrary<Fact> = fc.record({
  fact: fc.constantFrom('plan.valid', 'work.done/a', 'work.done/b', 'tree.ready'),
  about: fc.dictionary(anyArtifact, anyDigest, { minKeys: 1, maxKeys: 4 }),
});

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;
const anyEvent = arbitraryOf(eventSchema);
const anyOf = <K extends Event['kind']>(kind: K): fc.Arbitrary<Of<K>> =>
  anyEvent.filter((event): event is Of<K> => event.kind === kind);
const sealedAs = (about: Fact['about']): Sealed[] =>
  Object.entries(about).map(([artifact, digest]) => ({ artifact, path: artifact, digest, bytes: 0 }));

/** A run with these facts, where one piece of work is open. */
const anyRun = fc
  .record({
    start: anyOf('run-started'),
    opened: anyOf('work-opened'),
    facts: fc.array(anyFact, { minLength: 1, maxLength: 4 }),
  })
  .map(({ start, opened, facts }): { state: State; id: string } => {
    const given = facts.flatMap(({ about }) => sealedAs(about));
    const events = [{ ...start, given }, opened];
    const state = applyEntry(undefined, { seq: 1, at: start.run.startedAt, events });
    return {
      state: { ...state, facts: Object.fromEntries(facts.map((fact) => [fact.fact, fact])) },
      id: opened.assignment.id,
    };
  });
const anyReceived = anyOf('submission-received');
const anyAccepted = anyOf('submission-accepted');

describe('a fact', () => {
  it('holds exactly while every digest that it is about is the current one', () => {
    fc.assert(
      fc.property(anyFact, fc.dictionary(anyArtifact, anyDigest), (fact, current) => {
        const now = { ...current };
        const holds = (): boolean => factHolds(fact, (artifact) => now[artifact]);
        Object.assign(now, fact.about);
        expect(holds()).toBe(true);
        for (const artifact of Object.keys(fact.about)) {
          const before = now[artifact]!;
          now[artifact] = OTHER_BYTES;
          expect(holds()).toBe(false);
          delete now[artifact];
          expect(holds()).toBe(false);
          now[artifact] = before;
        }
        for (const artifact of ARTIFACTS.filter((a) => !(a in fact.about))) {
          now[artifact] = `git-tree:${'b'.repeat(40)}`;
          expect(holds()).toBe(true);
        }
      }),
    );
  });

  it('that is not there does not hold', () => {
    expect(factHolds(undefined, () => undefined)).toBe(false);
  });

  it('does not hold while other bytes are accepted, and holds again when its own are back', () => {
    fc.assert(
      fc.property(anyRun, anyReceived, anyAccepted, ({ state, id }, received, accepted) => {
        const accept = (before: State, artifact: string, digest: Digest): State => {
          const sealed = sealedAs({ [artifact]: digest });
          const judged = reduce(before, { ...received, assignment: id, sealed });
          return reduce(judged, { ...accepted, assignment: id, facts: [], derived: [] });
        };
        for (const [key, fact] of Object.entries(state.facts)) {
          if (!holdsKey(state, key)) continue;
          const [artifact, digest] = Object.entries(fact.about)[0]!;
          const changed = accept(state, artifact, OTHER_BYTES);
          expect(holdsKey(changed, key)).toBe(false);
          expect(holdsKey(accept(changed, artifact, digest), key)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('holds after any event exactly while its bytes are the current ones', () => {
    fc.assert(
      fc.property(anyRun, anyEvent, fc.boolean(), ({ state, id }, any, aboutThisWork) => {
        if (any.kind === 'run-started') return;
        const event =
          aboutThisWork && 'assignment' in any && typeof any.assignment === 'string'
            ? ({ ...any, assignment: id } as Event)
            : any;
        const after = reduce(state, event);
        for (const [key, fact] of Object.entries(state.facts)) {
          if (event.kind === 'submission-accepted' && event.facts.some((anew) => anew.fact === key)) continue;
          const current = Object.entries(fact.about).every(
            ([artifact, digest]) => after.artifacts[artifact]?.digest === digest,
          );
          expect(after.facts[key]).toEqual(fact);
          expect(holdsKey(after, key)).toBe(current);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
