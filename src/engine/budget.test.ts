// What is withheld because there is nothing left to spend, from states made by hand.
import { describe, expect, it } from 'vitest';
import { type Budget, NOTHING_SPENT, type Spending, spentIn } from '../model/run/budget.ts';
import type { State, Work } from '../model/run/state.ts';
import { relay } from '../workflows/relay/relay.ts';
import { decide } from './decide.ts';
import { onlyPeopleAwaited, plan } from './plan.ts';
import { applyEntry } from './reduce/reduce.ts';

const AT = '2026-01-01T10:00:00.000Z';
const TREE = `git-tree:${'a'.repeat(40)}` as const;

const work = (id: string, role: string, more: Partial<Work> = {}): Work => ({
  assignment: {
    ...{ id, line: id, scope: '', phase: 'doing', visit: 1, round: 1, role, ordinal: 0 },
    ...{ kind: 'agent', contract: 'work', after: [], until: [], inputs: {}, reads: [], writes: [] },
  },
  ...{ openedAt: AT, attempt: 0, attemptState: 'none', failures: 0, rejections: 0 },
  ...{ rebasePending: false, established: [], answers: [] },
  ...more,
});

const stateOf = (budget: Budget, spending: Partial<Spending>, works: readonly Work[]): State => ({
  ...{ v: 1, seq: 1, at: AT, status: 'running', epoch: 1 },
  run: {
    ...{ name: 'r', workflow: 'relay', workflowVersion: 1, definition: '', request: '', options: { budget } },
    ...{ base: { commit: null, tree: TREE }, isolation: 'none', attemptMs: 1, startedAt: AT },
  },
  positions: { '': { phase: 'doing', visit: 1 } },
  works: Object.fromEntries(works.map((one) => [one.assignment.id, one])),
  ...{ scopes: {}, rounds: {}, artifacts: {}, facts: {}, counters: {}, requests: {}, answers: {} },
  handoffs: { submitted: 0, accepted: 0, rejected: 0 },
  ...{ peopleAnswered: 0, details: {} },
  spending: { at: AT, roles: {}, day: { date: '2026-01-01', spent: NOTHING_SPENT }, ...spending },
});

const spent = (tokens: number, usd = 0) => ({ ...NOTHING_SPENT, tokens, usd });
const BOTH = [work('a', 'coder'), work('b', 'reviewer')];

const answered = (state: State, item: string, text: string) =>
  decide(relay, state, { kind: 'answer', item, text, args: {} }, { at: AT, contents: () => undefined })
    .events;

describe('a budget', () => {
  it('of a role withholds that role alone, and asks once for each amount', () => {
    const wanted = plan(
      stateOf({ roles: { coder: { tokens: 10, usd: 1 } } }, { roles: { coder: spent(10, 2) } }, BOTH),
    );
    expect(wanted.assignments.map(({ id }) => id)).toEqual(['b']);
    expect(wanted.questions.map(({ id }) => id)).toEqual([
      'budget.role.coder.tokens',
      'budget.role.coder.usd',
    ]);
    expect(onlyPeopleAwaited(wanted)).toBe(false);
  });

  it('of the run withholds everybody, and lets those at work go on', () => {
    const running = work('c', 'coder', { attempt: 1, attemptState: 'running' });
    const wanted = plan(
      stateOf({ run: { tokens: 10 } }, { roles: { coder: spent(12) } }, [...BOTH, running]),
    );
    expect(wanted.assignments.map(({ id }) => id)).toEqual(['c']);
    expect(wanted.questions).toHaveLength(1);
  });

  it('is used up when the next turn would take more than there is, and no sooner', () => {
    const turns = { coder: { tokens: 4, usd: 0 } };
    const at = (tokens: number) =>
      plan(stateOf({ run: { tokens: 10 } }, { roles: { coder: spent(tokens) }, turns }, BOTH.slice(0, 1)));
    expect(at(6).assignments).toHaveLength(1);
    expect(at(7).assignments).toHaveLength(0);
  });

  it('of a day counts other runs, ends with the day, and is looked at anew by the next holder', () => {
    const others = { date: '2026-01-01', spent: spent(10) };
    const state = stateOf({ day: { tokens: 10 } }, { others }, BOTH);
    const wanted = plan(state);
    expect(wanted.deadlines).toEqual([{ id: 'day 2026-01-01', at: '2026-01-02T00:00:00.000Z' }]);
    for (const event of [
      { kind: 'deadline-passed', deadline: 'day 2026-01-01' } as const,
      { kind: 'holder-changed', epoch: 2, torn: 0 } as const,
    ]) {
      const next = applyEntry(state, { seq: 2, at: AT, events: [event] });
      expect(plan(next).assignments).toHaveLength(2);
    }
  });

  it('is raised to at least what the next turn takes, and by whole tokens', () => {
    const turns = { coder: { tokens: 4, usd: 0 } };
    const state = stateOf({ run: { tokens: 10 } }, { roles: { coder: spent(8) }, turns }, BOTH.slice(0, 1));
    for (const text of ['11', 'usd=50', '12.5', 'more', '-20'])
      expect(answered(state, 'budget.run.tokens', text)).toMatchObject([{ kind: 'submission-refused' }]);
    const raised = answered(state, 'budget.run.tokens', '12');
    expect(raised).toEqual([{ kind: 'budget-raised', of: 'run', unit: 'tokens', limit: 12 }]);
    const next = applyEntry(state, { seq: 2, at: AT, events: raised });
    expect(plan(next)).toMatchObject({ assignments: [{ id: 'a' }], questions: [] });
    // What does not wait any more is not raised.
    expect(answered(next, 'budget.run.tokens', '50')).toMatchObject([{ code: 'ITEM_UNKNOWN' }]);
  });
});

it('does not take what is not known for nothing', () => {
  expect(spentIn(undefined)).toEqual({ tokens: 0, usd: 0, unknownTokens: 1, unknownUsd: 1 });
  expect(spentIn([{ model: 'm', inputTokens: 3, outputTokens: 1 }])).toEqual({
    ...{ tokens: 4, usd: 0, unknownTokens: 0, unknownUsd: 1 },
  });
  expect(spentIn([{ model: 'm', inputTokens: 3, costUsd: 1 }])).toEqual({
    ...{ tokens: 3, usd: 1, unknownTokens: 1, unknownUsd: 0 },
  });
});
