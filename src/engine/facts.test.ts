// A fact is about exact bytes. It never outlives a change of any of them, and there is no other way to void it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryOf } from '../../test/fixtures/arbitrary-of.ts';
import { type Event, eventSchema } from '../model/event.ts';
import { type Fact, factHolds } from '../model/fact.ts';
import type { Digest } from '../model/sealed.ts';
import type { State } from '../model/state.ts';
import { applyEntry, reduce } from './reduce.ts';
import { holdsKey } from './satisfied.ts';

const ARTIFACTS = ['plan', 'tree', 'work/a', 'work/b', 'review'];
const anyArtifact = fc.constantFrom(...ARTIFACTS);
const anyDigest = fc.integer({ min: 0, max: 9 }).map((n): Digest => `sha256:${String(n).repeat(64)}`);
const anyFact: fc.Arbitrary<Fact> = fc.record({
  fact: fc.constantFrom('plan.valid', 'work.done/a', 'work.done/b', 'tree.ready'),
  about: fc.dictionary(anyArtifact, anyDigest, { minKeys: 1, maxKeys: 4 }),
});
const anyStart = arbitraryOf(eventSchema).filter(
  (event): event is Extract<Event, { kind: 'run-started' }> => event.kind === 'run-started',
);

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
          now[artifact] = `git-tree:${'a'.repeat(40)}`;
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

  it('does not outlive the acceptance of other bytes, and no other event touches it', () => {
    fc.assert(
      fc.property(
        anyStart,
        fc.array(anyFact, { minLength: 1, maxLength: 4 }),
        arbitraryOf(eventSchema),
        (start, facts, event) => {
          const begun = applyEntry(undefined, { seq: 1, at: start.run.startedAt, events: [start] });
          const artifacts = Object.fromEntries(
            facts.flatMap(({ about }) =>
              Object.entries(about).map(([artifact, digest]) => [
                artifact,
                { artifact, path: artifact, digest, bytes: 0 },
              ]),
            ),
          );
          const state: State = {
            ...begun,
            artifacts,
            facts: Object.fromEntries(facts.map((f) => [f.fact, f])),
          };
          const after = reduce(state, event);
          if (event.kind === 'run-started') return;
          for (const [key, fact] of Object.entries(state.facts)) {
            const same = Object.keys(fact.about).every(
              (a) => after.artifacts[a]?.digest === state.artifacts[a]?.digest,
            );
            const anew = event.kind === 'submission-accepted' && event.facts.some((f) => f.fact === key);
            if (!anew) expect(holdsKey(after, key)).toBe(holdsKey(state, key) && same);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
