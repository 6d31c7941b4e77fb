// Wishes that no rule of a role's permissions decides: asked once, decided by a person, or refused when the time is over.
import { describe, expect, it } from 'vitest';
import { PERMISSIONS_ASKED_MAX } from '../model/limits/permissions.ts';
import type { Event } from '../model/run/event.ts';
import type { Input } from '../model/run/input.ts';
import type { State } from '../model/run/state.ts';
import { defineWorkflow } from '../model/workflow/workflow.ts';
import { decide } from './decide.ts';
import { permitFor } from './permits.ts';
import { onlyPeopleAwaited, plan } from './plan.ts';
import { applyEntry } from './reduce/reduce.ts';

const workflow = defineWorkflow({
  ...{ name: 'wishing', version: 1, says: 'Two writers.', directory: '.baton/runs', first: 'writing' },
  roles: { writer: { mayWrite: ['text'] }, human: { mayWrite: [], kind: 'human' } },
  artifacts: { text: { path: '{item}.md', kind: 'file', each: true } },
  facts: { 'text.written': { about: ['text'], each: true } },
  contracts: {
    text: {
      from: ['writer'],
      tool: 'submit_text',
      says: 'A text.',
      produces: ['text'],
      outcomes: { done: { guarantees: ['text.written'] } },
    },
  },
  phases: {
    writing: {
      work: [
        {
          role: 'writer',
          contract: 'text',
          over: { items: () => [{ key: 'a' }, { key: 'b' }], min: 1, max: 2 },
        },
      ],
      routes: [{ when: { all: 'done' }, to: 'end' }],
    },
  },
  limits: {},
});

const AT = '2026-11-15T00:00:00.000Z';
const A = 'writing.writer.a.1';
const B = 'writing.writer.b.1';

const running = () => {
  let state: State | undefined;
  const give = (input: Input): readonly Event[] => {
    const { events } = decide(workflow, state, input, { at: AT, contents: () => undefined });
    if (events.length > 0) state = applyEntry(state, { seq: (state?.seq ?? 0) + 1, at: AT, events });
    return events;
  };
  give({
    kind: 'start',
    given: [],
    run: {
      ...{ name: 'r', workflow: 'wishing', workflowVersion: 1, definition: 'x', request: 'x', options: {} },
      ...{ base: { commit: null, tree: `git-tree:${'0'.repeat(40)}` } },
      ...{ isolation: 'none', attemptMs: 1000, startedAt: AT },
    },
  });
  const now = (): State => state!;
  const start = (assignment: string): void => void give({ kind: 'attempt-start', assignment });
  const wish = (assignment: string, key: string): readonly Event[] => {
    const { attempt } = now().works[assignment]!;
    return give({ kind: 'permission', assignment, attempt, key, text: `wish ${key}`, waitMs: 5_000 });
  };
  const answer = (item: string, choice: string, text = choice): readonly Event[] =>
    give({ kind: 'answer', item, choice, text, args: {} });
  const permit = (assignment: string, key: string) => permitFor(now(), now().works[assignment]!, key)?.permit;
  start(A);
  start(B);
  return { give, now, start, wish, answer, permit };
};

describe('a wish', () => {
  it('waits for a person, who may allow it, once and for its own work', () => {
    const run = running();
    expect(run.wish(A, 'k')).toMatchObject([
      { kind: 'request-opened', request: { id: `${A}.permission1`, permit: { key: 'k' } } },
    ]);
    expect(run.wish(A, 'k')).toEqual([]);
    const wanted = plan(run.now());
    expect(wanted.questions).toMatchObject([
      {
        id: `${A}.permission1`,
        ask: { kind: 'question', text: 'wish k', choices: ['allow', 'always', 'refuse'], approve: 'allow' },
      },
    ]);
    expect(wanted.deadlines).toContainEqual({
      id: `permission ${A}.permission1`,
      at: '2026-11-15T00:00:05.000Z',
    });
    // The other one is at work.
    expect(onlyPeopleAwaited(wanted)).toBe(false);
    expect(run.answer(`${A}.permission1`, 'allow', 'for this once')).toMatchObject([
      { kind: 'request-answered', permit: 'allow', answer: 'allowed: for this once' },
    ]);
    expect(run.permit(A, 'k')).toBe('allow');
    expect(run.permit(B, 'k')).toBeUndefined();
    expect(run.now().peopleAnswered).toBe(1);
    // It is not an answer to a question of the agent's.
    expect(run.now().works[A]?.answers).toEqual([]);
    expect(run.wish(A, 'k')).toEqual([]);
    expect(plan(run.now()).questions).toEqual([]);
  });

  it('may be allowed for the role in all of the run', () => {
    const run = running();
    run.wish(A, 'k');
    run.answer(`${A}.permission1`, 'always');
    expect(run.permit(B, 'k')).toBe('always');
    expect(run.wish(B, 'k')).toEqual([]);
    expect(run.permit(B, 'other')).toBeUndefined();
  });

  it('is answered by nothing else than a choice', () => {
    const run = running();
    run.wish(A, 'k');
    expect(run.answer(`${A}.permission1`, 'maybe')).toMatchObject([
      { kind: 'submission-refused', code: 'CHOICE_INVALID' },
    ]);
    expect(run.give({ kind: 'answer', item: `${A}.permission1`, text: 'allow', args: {} })).toMatchObject([
      { kind: 'submission-refused', code: 'CHOICE_INVALID' },
    ]);
    expect(run.permit(A, 'k')).toBeUndefined();
  });

  it('is refused when its time is over, for this attempt; the next one may ask again', () => {
    const run = running();
    run.wish(A, 'k');
    const deadline = `permission ${A}.permission1`;
    expect(run.give({ kind: 'deadline', deadline })).toMatchObject([
      { kind: 'deadline-passed' },
      { kind: 'request-answered', permit: 'late', answer: 'refused: nobody decided in time' },
    ]);
    expect(run.give({ kind: 'deadline', deadline })).toEqual([]);
    expect(run.permit(A, 'k')).toBe('late');
    expect(run.now().peopleAnswered).toBe(0);
    run.give({ kind: 'take-over', torn: 0 });
    run.start(A);
    expect(run.permit(A, 'k')).toBeUndefined();
    expect(run.wish(A, 'k')).toMatchObject([{ request: { id: `${A}.permission2` } }]);
  });

  it('survives its asker: the work waits for the decision, and the next attempt has it at once', () => {
    const run = running();
    run.wish(A, 'k');
    run.give({ kind: 'take-over', torn: 0 });
    expect(plan(run.now()).assignments.map(({ id }) => id)).toEqual([B]);
    expect(run.now().works[A]?.failures).toBe(0);
    run.answer(`${A}.permission1`, 'refuse', 'not yours');
    expect(plan(run.now()).assignments.map(({ id }) => id)).toEqual([A, B]);
    run.start(A);
    expect(run.wish(A, 'k')).toEqual([]);
    expect(permitFor(run.now(), run.now().works[A]!, 'k')).toMatchObject({
      permit: 'refuse',
      why: 'refused: not yours',
    });
  });

  it('beyond the limit is put to nobody', () => {
    const run = running();
    for (let nth = 1; nth <= PERMISSIONS_ASKED_MAX; nth += 1) {
      run.wish(A, `k${nth}`);
      run.answer(`${A}.permission${nth}`, 'refuse');
    }
    expect(run.wish(A, 'more')).toMatchObject([{ kind: 'submission-refused', code: 'REQUEST_LIMIT' }]);
    expect(run.wish(B, 'more')).toMatchObject([{ kind: 'request-opened' }]);
  });

  it('of an attempt that is over is refused', () => {
    const run = running();
    run.give({ kind: 'attempt-end', assignment: A, attempt: 1, end: 'stopped' });
    expect(run.wish(A, 'k')).toMatchObject([{ kind: 'submission-refused', code: 'TOKEN_STALE' }]);
  });
});
