import { describe, expect, test } from 'vitest';
import { RelayInMemory, testsWere, treeOf } from '../../../test/fixtures/relay-in-memory.ts';
import type { CommandEvidence, Evidence } from '../../model/evidence.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { Event } from '../../model/run/event.ts';
import { runsWith } from '../../testing/test-evidence.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { recomputeVerdicts } from './recompute-verdicts.ts';

const storeOf = (entries: readonly Entry[]) => ({
  read: async function* () {
    yield* structuredClone(entries);
  },
  getObject: () => Promise.reject(new Error('nothing here is large')),
});

const played = (): RelayInMemory => {
  const run = new RelayInMemory();
  run.plan();
  run.submitTree('coding.coder.alpha.1', 'work/alpha', 2);
  run.observe(testsWere(2));
  run.code();
  return run;
};

/** The journal with one event replaced, as a forger would write it. */
const forged = (change: (event: Event) => Event | undefined): Entry[] =>
  played().entries.map((entry) => ({
    ...entry,
    events: entry.events.map((event) => change(event) ?? event),
  }));

const problemsOf = async (entries: readonly Entry[]) =>
  (await recomputeVerdicts(storeOf(entries), relay, undefined)).problems.map(({ code, severity, line }) => ({
    ...{ code, severity, line },
  }));

describe('verdicts, decided once more', () => {
  test('are those of the journal, and so is the state', async () => {
    const run = played();
    const { problems, state, trees, stateAt } = await recomputeVerdicts(storeOf(run.entries), relay, 3);
    expect(problems).toEqual([]);
    expect(state).toEqual(run.state);
    expect(stateAt?.seq).toBe(3);
    expect([...trees.keys()].sort()).toEqual([1, 2, 3, 4, 9].map(treeOf));
  });

  test('a rejection that was made an acceptance is found', async () => {
    const entries = forged((event) =>
      event.kind === 'submission-rejected'
        ? {
            ...{ kind: 'submission-accepted', submission: event.submission, assignment: event.assignment },
            ...{ outcome: 'done', facts: [], details: {} },
          }
        : undefined,
    );
    const found = await problemsOf(entries);
    expect(found[0]).toMatchObject({ code: 'VERDICT_DIFFERS', severity: 'error' });
  });

  test('evidence that was made green is found: the rejection does not follow from it', async () => {
    const green = <T extends { readonly evidence: Evidence }>(one: T): T =>
      one.evidence.kind === 'test-runs'
        ? { ...one, evidence: runsWith(testsWere(0) as CommandEvidence) }
        : one;
    const entries = played().entries.map((entry) => ({
      ...entry,
      input: entry.input.kind === 'observe' ? green(entry.input) : entry.input,
      events: entry.events.map((event) => (event.kind === 'evidence-observed' ? green(event) : event)),
    }));
    expect((await problemsOf(entries)).some(({ severity }) => severity === 'error')).toBe(true);
  });

  test('a fact that nothing established is found', async () => {
    const entries = forged((event) =>
      event.kind === 'submission-accepted' && event.outcome === 'ready'
        ? { ...event, facts: [...event.facts, { fact: 'review.passed', about: {} }] }
        : undefined,
    );
    expect((await problemsOf(entries))[0]).toMatchObject({
      code: 'VERDICT_DIFFERS',
      severity: 'error',
      line: 3,
    });
  });

  test('other consequences of the same verdict are a warning', async () => {
    const entries = forged((event) =>
      event.kind === 'work-opened' && event.assignment.role === 'reviewer'
        ? { ...event, assignment: { ...event.assignment, inputs: { more: 1 } } }
        : undefined,
    );
    expect(await problemsOf(entries)).toEqual([
      expect.objectContaining({ code: 'VERDICT_DIFFERS', severity: 'warning' }),
    ]);
  });
});
