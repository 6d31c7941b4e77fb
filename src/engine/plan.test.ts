// Each field of what is wanted, from states made by hand: whoever drops one sees it here.
import { describe, expect, it } from 'vitest';
import type { Assignment, Request } from '../model/run/event.ts';
import type { State, Work } from '../model/run/state.ts';
import type { EffectRequest } from '../model/workflow/effect.ts';
import { onlyPeopleAwaited, plan } from './plan.ts';

const OPENED = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:01:00.000Z';
const TREE = `git-tree:${'a'.repeat(40)}` as const;
const START = `git-tree:${'b'.repeat(40)}` as const;
const EFFECT: EffectRequest = {
  ...{ action: 'commit', tree: TREE, parent: null, branch: 'baton/run', message: 'Done' },
};

const workOf = (
  work: Partial<Omit<Work, 'assignment'>> = {},
  assignment: Partial<Assignment> = {},
): Work => ({
  assignment: {
    ...{ id: 'a', line: 'a', scope: '', phase: 'doing', visit: 1, round: 1, role: 'coder', ordinal: 0 },
    ...{ kind: 'agent', contract: 'work', after: [], until: [], inputs: {}, reads: [], writes: [] },
    ...assignment,
  },
  ...{ openedAt: OPENED, attempt: 0, attemptState: 'none', failures: 0, rejections: 0 },
  ...{ rebasePending: false, established: [], answers: [] },
  ...work,
});

const stateOf = (works: readonly Work[], more: Partial<State> = {}): State => ({
  ...{ v: 1, seq: 1, at: OPENED, status: 'running', epoch: 1 },
  run: {
    ...{ name: 'run', workflow: 'relay', workflowVersion: 1, definition: '', request: '', options: {} },
    ...{ base: { commit: null, tree: START }, isolation: 'none', attemptMs: 1, startedAt: OPENED },
  },
  positions: { '': { phase: 'doing', visit: 1 } },
  works: Object.fromEntries(works.map((work) => [work.assignment.id, work])),
  ...{ scopes: {}, rounds: {}, artifacts: {}, facts: {}, counters: {}, requests: {}, answers: {} },
  handoffs: { submitted: 0, accepted: 0, rejected: 0 },
  ...{ peopleAnswered: 0, details: {} },
  ...more,
});

const requestOf = (request: Partial<Request> = {}): Request => ({
  ...{ id: 'a.q', request: 'ask', assignment: 'a', to: 'human', text: 'Which?', args: {} },
  ...{ parks: true, person: true, openedAt: LATER },
  ...request,
});

const judging = {
  ...{ submission: 's', attempt: 1, tool: 'submit', args: {}, sealed: [], needs: [], evidence: {} },
  since: OPENED,
};

describe('an assignment', () => {
  it('is the next attempt, at once', () => {
    expect(plan(stateOf([workOf()])).assignments).toEqual([
      { id: 'a', attempt: 1, started: false, waits: false },
    ]);
  });

  it('that runs is the attempt that runs', () => {
    expect(plan(stateOf([workOf({ attempt: 2, attemptState: 'running' })])).assignments).toEqual([
      { id: 'a', attempt: 2, started: true, waits: false },
    ]);
  });

  it('that failed is started not before its pause is over', () => {
    const failed = workOf({ attempt: 1, attemptState: 'ended', failures: 1, retryAt: LATER });
    expect(plan(stateOf([failed])).assignments).toEqual([
      { id: 'a', attempt: 2, started: false, waits: false, notBefore: LATER },
    ]);
  });

  it('waits while a person plays it, or while it can do nothing without an answer', () => {
    const running = { attempt: 1, attemptState: 'running' } as const;
    const waits = (state: State): unknown => plan(state).assignments.map((one) => one.waits);
    expect(waits(stateOf([workOf(running, { person: true })]))).toEqual([true]);
    expect(waits(stateOf([workOf(running)], { requests: { q: requestOf() } }))).toEqual([true]);
    expect(waits(stateOf([workOf(running)], { requests: { q: requestOf({ parks: false }) } }))).toEqual([
      false,
    ]);
  });

  it.each([
    ['its turn ended and it waits for a verdict', workOf({ attemptState: 'ended', judging }), {}],
    [
      'its turn ended and it waits for an answer',
      workOf({ attemptState: 'ended' }),
      { requests: { q: requestOf() } },
    ],
    [
      'roles are about to be told something',
      workOf(),
      { effects: { e: { id: 'e', request: EFFECT, at: LATER } } },
    ],
    ['its tree is being merged', workOf({ startRequest: { kind: 'merge', base: START, parts: [] } }), {}],
    ['the run has failed', workOf(), { status: 'failed' as const }],
  ])('is not wanted while %s', (_what, work, more) => {
    expect(plan(stateOf([work], more)).assignments).toEqual([]);
  });

  it('that runs is not stopped because roles are about to be told something', () => {
    const running = workOf({ attempt: 1, attemptState: 'running' });
    const effects = { e: { id: 'e', request: EFFECT, at: LATER } };
    expect(plan(stateOf([running], { effects })).assignments).toHaveLength(1);
  });
});

describe('a job', () => {
  it('of the engine bears the date at which its work was opened', () => {
    expect(plan(stateOf([workOf({}, { kind: 'engine', effect: EFFECT })])).jobs).toEqual([
      { id: 'effect a', kind: 'effect', assignment: 'a', request: EFFECT, at: OPENED },
    ]);
  });

  it('that updates a working tree names the tree and what it is compared with', () => {
    const work = workOf({ rebasePending: true, from: TREE, start: START, attemptState: 'running' });
    expect(plan(stateOf([work])).jobs).toEqual([
      {
        ...{ id: `rebase a ${TREE}`, kind: 'effect', assignment: 'a', at: OPENED },
        request: { action: 'rebase', assignment: 'a', tree: TREE, start: START },
      },
    ]);
  });

  it('beside the work bears the date at which it was wanted, also once the run is complete', () => {
    const effects = { e: { id: 'e', request: EFFECT, at: LATER } };
    const side = { id: 'side e', kind: 'side', effect: 'e', request: EFFECT, at: LATER };
    for (const status of ['running', 'complete'] as const)
      expect(plan(stateOf([], { effects, status })).jobs).toEqual([side]);
    expect(plan(stateOf([], { effects, status: 'cancelled' })).jobs).toEqual([]);
  });
});

describe('a question', () => {
  it('is that of the work, since it was opened', () => {
    const ask = { kind: 'approval' as const, text: 'Take it?', choices: [] };
    expect(plan(stateOf([workOf({}, { kind: 'human', ask })])).questions).toEqual([
      { id: 'a', assignment: 'a', ask, since: OPENED },
    ]);
  });

  it('of an agent is waited for, what people are only told is a notice', () => {
    const asked = (request: Request): unknown =>
      plan(stateOf([workOf({ attemptState: 'running' })], { requests: { q: request } })).questions;
    const common = { id: 'a.q', assignment: 'a', since: LATER };
    expect(asked(requestOf())).toEqual([
      { ...common, ask: { kind: 'question', text: 'Which?', choices: [] } },
    ]);
    expect(asked(requestOf({ parks: false }))).toEqual([
      { ...common, ask: { kind: 'escalation', text: 'Which?', choices: [] }, notice: true },
    ]);
  });

  it('is the whole work where a person plays the role, until it is handed in', () => {
    const played = { person: true, tool: 'submit_work' };
    const questions = (work: Partial<Work>): unknown =>
      plan(stateOf([workOf({ attemptState: 'running', ...work }, played)])).questions;
    expect(questions({})).toMatchObject([{ id: 'a', assignment: 'a', since: OPENED, plays: true }]);
    expect(questions({ judging })).toEqual([]);
    expect(questions({ attemptState: 'none' })).toEqual([]);
  });
});

describe('a deadline', () => {
  it('is that of a running attempt', () => {
    const work = { attempt: 3, deadline: LATER };
    expect(plan(stateOf([workOf({ ...work, attemptState: 'running' })])).deadlines).toEqual([
      { id: 'attempt a 3', at: LATER },
    ]);
    expect(plan(stateOf([workOf({ ...work, attemptState: 'ended' })])).deadlines).toEqual([]);
  });

  it('of a phase counts only while somebody other than a person is at work in it', () => {
    const positions = { '': { phase: 'doing', visit: 1, deadline: LATER } };
    expect(plan(stateOf([workOf()], { positions })).deadlines).toEqual([{ id: 'phase doing 1 ', at: LATER }]);
    expect(plan(stateOf([workOf({}, { kind: 'human' })], { positions })).deadlines).toEqual([]);
    const elsewhere = { ...positions, part: { phase: 'doing', visit: 1 } };
    expect(plan(stateOf([workOf({}, { scope: 'part' })], { positions: elsewhere })).deadlines).toEqual([]);
  });
});

describe('only people are awaited', () => {
  it('while nothing else is under way', () => {
    const work = workOf({ attempt: 1, attemptState: 'running' });
    const asking = stateOf([work], { requests: { q: requestOf() } });
    expect(onlyPeopleAwaited(plan(asking))).toBe(true);
    expect(onlyPeopleAwaited(plan(stateOf([work])))).toBe(false);
    const side = { effects: { e: { id: 'e', request: EFFECT, at: LATER } } };
    expect(onlyPeopleAwaited(plan({ ...asking, ...side }))).toBe(false);
  });
});
