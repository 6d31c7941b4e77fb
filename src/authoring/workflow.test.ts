// What the compiler tells authors in TypeScript, `workflow` tells everybody else, with the place and the word that was meant.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { prove } from '../engine/prove.ts';
import { BatonError } from '../errors.ts';
import { fact, file, role, settings, tree } from '../model/workflow/handles.ts';
import { limit } from '../model/workflow/limit.ts';
import { check } from './check.ts';
import { guard, scope } from './flow.ts';
import { agent, agents, fork, oneOf, person, provedBy } from './step.ts';
import { workflow } from './workflow.ts';

const note = file('note.md');
const passed = fact('passed');
const writer = role('writer');
const short = check({ name: 'short', says: 'it is short', judge: () => [] });
const steps = {
  write: agent(writer, { writes: [note] }),
  review: agent(role('reviewer'), {
    reads: [note],
    outcome: (): string => 'pass',
    guarantees: { pass: [passed] },
  }),
  approve: person(['yes', 'no'], { reads: [note], ask: (view) => view.text(note) }),
};
const flow = {
  write: 'review',
  review: { pass: 'approve', fail: 'write' },
  approve: { yes: 'end', no: 'write' },
};

const told = (more: object): readonly string[] => {
  try {
    workflow('bad', { says: '', steps, flow, ...more } as never);
    return [];
  } catch (cause) {
    expect(cause).toBeInstanceOf(BatonError);
    expect(cause).toMatchObject({ code: 'WORKFLOW_INVALID' });
    return (cause as Error).message.split('\n').slice(1);
  }
};
const withStep = (step: object): object => ({ steps: { ...steps, write: step } });
const withFlow = (more: object): object => ({ flow: { ...flow, ...more } });
const anyAgent = (spec: object): object => agent(writer, spec as never);

const CASES: readonly (readonly [what: string, said: object, expected: string])[] = [
  ['the first step', { first: 'wirte' }, 'first: there is no step "wirte"; did you mean "write"?'],
  [
    'where a route goes',
    withFlow({ write: 'reviw' }),
    'flow.write: there is no step "reviw"; did you mean "review"?',
  ],
  [
    'where it goes at the limit',
    withFlow({ write: { to: 'review', max: 3, then: 'aprove' } }),
    'flow.write: there is no step "aprove"; did you mean "approve"?',
  ],
  [
    'a limit without an end',
    withFlow({ write: { to: 'review', max: 3 } }),
    'flow.write: nothing says where it goes at the limit; add "then"',
  ],
  [
    'a limit that is no number',
    withFlow({ write: { to: 'review', max: 'three', then: 'approve' } }),
    'flow.write: expected max to be a whole number from 1, a limit or a setting, got three',
  ],
  [
    'an outcome',
    withFlow({ review: { pas: 'approve', fail: 'write' } }),
    'steps.review.guarantees.pass: there is no outcome "pass"; did you mean "pas"?',
  ],
  [
    'a choice',
    withFlow({ approve: { yes: 'end', nope: 'write' } }),
    'flow.approve.nope: there is no outcome "nope"; did you mean "no"?',
  ],
  [
    'a choice that goes nowhere',
    withFlow({ approve: { yes: 'end' } }),
    'flow.approve: nothing says where step "approve" goes with "no"',
  ],
  [
    'one way for several outcomes',
    withFlow({ approve: 'end' }),
    'flow.approve: step "approve" has several outcomes ("yes", "no"); say for each where it goes',
  ],
  [
    'a way of no step',
    withFlow({ publish: 'end' }),
    'flow.publish: there is no step "publish"; there are "write", "review", "approve"',
  ],
  [
    'a step without a way',
    withFlow({ write: undefined }),
    'flow.write: nothing says where step "write" goes; add it to "flow"',
  ],
  [
    'a route of another shape',
    withFlow({ write: { done: { go: 'review' } } }),
    'flow.write.done: expected a step, an end, or { to, max, then }, { to, resets }, { if, to, else }, got { go }',
  ],
  [
    'a member',
    withStep(anyAgent({ writs: [note] })),
    'steps.write.writs: there is no member "writs"; did you mean "writes"?',
  ],
  [
    'a name instead of a handle',
    withStep(anyAgent({ writes: ['note'] })),
    'steps.write.writes.0: expected a file or a tree, got the text "note"',
  ],
  [
    'a handle of another kind',
    withStep(anyAgent({ writes: [passed] })),
    'steps.write.writes.0: expected a file or a tree, got a fact',
  ],
  [
    'a handle that nobody declared',
    withStep(anyAgent({ writes: [note], assumes: [undefined] })),
    'steps.write.assumes.0: expected a fact, got undefined',
  ],
  [
    'what is no list',
    withStep(anyAgent({ writes: note })),
    'steps.write.writes: expected a list, got a file',
  ],
  [
    'a clause that a fact rests on',
    withStep(anyAgent({ writes: [note], checks: [short], guarantees: [provedBy(passed, ['shrot'])] })),
    'steps.write.guarantees: there is no check "shrot"; did you mean "short"?',
  ],
  [
    'the outcome of a check',
    withStep(anyAgent({ writes: [note], checks: [{ ...short, on: ['don'] }] })),
    'steps.write.checks.short.on: there is no outcome "don"; did you mean "done"?',
  ],
  [
    'what baton reject chooses',
    { steps: { ...steps, approve: person(['yes', 'no'], { ask: () => '', reject: 'nope' as never }) } },
    'steps.approve.reject: there is no choice "nope"; did you mean "no"?',
  ],
  [
    'a tree that is a file',
    withStep(anyAgent({ worksIn: note })),
    'steps.write.worksIn: expected a tree, got a file',
  ],
  [
    'no step at all',
    withStep({}),
    'steps.write: expected agent(…), agents(…), person(…), engine(…), fork() or scope(…), got [object Object]',
  ],
  [
    'a fan-out without what all must have',
    {
      steps: { ...steps, write: agents(writer, { each: { items: () => [], max: 2 }, outcome: () => 'a' }) },
      flow: { ...flow, write: { all: {}, any: { a: 'review' } } },
    },
    'flow.write: step "write" is done for several items: expected { all: { OUTCOME: … }, any: { … } } with one outcome that all must have, got 0',
  ],
  [
    'handing in by message, without a reader',
    withStep(anyAgent({ handedIn: 'message' })),
    'steps.write.handedIn: expected { says, read }, both functions: how to end, and what an ending says',
  ],
  [
    'an item that ends, outside of a scope',
    withFlow({ write: 'item-failed' }),
    'flow.write: "item-failed" ends an item of a scope, and this step is in none',
  ],
  [
    'a step for blocked items that is not in the scope',
    withStep(
      scope({
        ...{ items: () => [], max: 2, blocked: 'stuk' as 'stuck' },
        steps: { stuck: person(['go'], { ask: () => 'What now?' }) },
        flow: { stuck: 'item-cancelled' },
      }),
    ),
    'steps.write.blocked: there is no step "stuk"; did you mean "stuck"?',
  ],
];

it.each(CASES)('tells of %s', (_, said, expected) => expect(told(said)).toContain(`  ${expected}`));

it('tells of all at once', () =>
  expect(told({ flow: { write: 'reviw', review: 'x', approve: { yes: 'end' } } })).toHaveLength(4));

it('makes a fan-out blind', () => {
  const part = file('part_{item}.md');
  const made = workflow('made', {
    says: '',
    steps: { write: agents(writer, { each: { items: () => [], max: 2, blind: true }, writes: [part] }) },
    flow: { write: 'end' },
  });
  expect(made.phases['write']?.work).toMatchObject([{ over: { min: 1, max: 2, blind: true } }]);
  expect(prove(made).problems).toEqual([]);
});

it('takes roles that a run may do without, always or unless a switch is on', () => {
  const set = settings(z.object({ careful: z.boolean().default(false) }));
  const made = workflow('made', {
    says: '',
    settings: set,
    steps: {
      write: agent(role('writer', undefined, { optional: true }), { writes: [note] }),
      review: agent(role('reviewer', undefined, { optional: set.careful }), { reads: [note] }),
    },
    flow: { write: 'review', review: 'end' },
  });
  expect(made.roles).toEqual({
    writer: { mayWrite: ['note'], optional: true },
    reviewer: { mayWrite: [], optional: { unless: 'careful' } },
  });
});

it('projects what there is, in the order that is written, and owns the rest of the names', () => {
  const { projections, owns } = workflow('made', {
    says: '',
    steps: { write: agent(writer, { writes: [note] }) },
    flow: { write: 'end' },
    projections: {
      'a.md': () => 'a',
      'none.md': () => undefined,
      'plans/plan_*.md': () => ({ 1: 'one', 2: 'two' }),
      'done/*': () => ({}),
    },
  });
  expect(projections?.({} as never)).toEqual([
    { path: 'a.md', text: 'a' },
    { path: 'plans/plan_1.md', text: 'one' },
    { path: 'plans/plan_2.md', text: 'two' },
  ]);
  expect(owns).toEqual(['a.md', 'none.md', 'plans/plan_*.md', 'done/*']);
});

it('refuses two files of one name, and a limit that leads to two places', () => {
  const other = file('other/note.md');
  expect(() =>
    workflow('bad', {
      says: '',
      steps: { ...steps, write: agent(writer, { writes: [note, other] }) },
      flow,
    } as never),
  ).toThrow('expected one file named "note", got two that differ');
  const rounds = limit('rounds', 3);
  expect(() =>
    workflow('bad', {
      ...{ says: '', steps },
      flow: {
        write: { to: 'review', max: rounds, then: 'approve' },
        review: { pass: 'approve', fail: { to: 'write', max: rounds, then: 'review' } },
        approve: flow.approve,
      },
    } as never),
  ).toThrow('expected limit "rounds" to lead to "approve", as elsewhere, got "review"');
});

it('compiles forks, guards, chosen roles and scopes to what is proved', () => {
  const base = tree('base', { starts: 'project' });
  const task = file('task_{item}.md');
  const hands = [role('hands'), role('eyes')];
  const quick = guard('it is quick', () => true);
  const made = workflow('made', {
    says: '',
    steps: {
      ways: fork(),
      ask: person(['go'], { ask: () => '' }),
      items: scope({
        items: () => [{ key: 'a' }],
        max: 3,
        steps: {
          work: agent(
            oneOf(hands, () => 'eyes'),
            { worksIn: base, writes: [task], outcome: (): 'good' | 'bad' => 'good' },
          ),
          seen: person(['again', 'stop'], { ask: () => '' }),
        },
        flow: {
          work: { good: { if: quick, to: 'end', else: 'seen' }, bad: { to: 'work', max: 2, then: 'seen' } },
          seen: { again: 'work', stop: 'cancelled' },
        },
      }),
    },
    flow: { ways: { if: quick, to: 'items', else: 'ask' }, ask: 'items', items: 'end' },
  });
  expect(prove(made).problems).toEqual([]);
  expect(Object.keys(made.phases)).toEqual([
    'ways',
    'ask',
    'work-good',
    'work-hands',
    'work-eyes',
    'work',
    'seen',
  ]);
  expect(made.limits).toEqual({ 'work-bad': { max: 2, per: 'item', atLimit: 'seen', resetBy: 'human' } });
  expect(made.contracts['seen']?.ask?.({} as never)).toMatchObject({
    ...{ kind: 'escalation', choices: ['again', 'stop'], approve: 'again', reject: 'stop' },
  });
});

it('refuses a choice that leads nowhere when it is asked, with the one that was meant', () => {
  const asks = person(['yes', 'no'], { ask: () => ({ text: '', choices: ['yess' as never] }) });
  const made = workflow('made', { says: '', steps: { asks }, flow: { asks: { yes: 'end', no: 'end' } } });
  expect(() => made.contracts['asks']?.ask?.({} as never)).toThrow('did you mean "yes"?');
});

it('tries the ways of a fan-out in the order in which they are written', () => {
  const fanned = agents(writer, {
    each: { items: () => [], max: 2 },
    outcome: (): 'good' | 'bad' => 'good',
  });
  const routesOf = (write: object): unknown =>
    workflow('made', {
      says: '',
      steps: { ...steps, write: fanned },
      flow: { ...flow, write },
    } as never).phases['write']?.routes.map(({ when }) => when);
  const [all, any] = [{ good: 'review' }, { bad: 'approve' }];
  expect(routesOf({ all, any })).toEqual([{ all: 'good' }, { any: 'bad' }]);
  expect(routesOf({ any, all })).toEqual([{ any: 'bad' }, { all: 'good' }]);
});

it('owns the files that it projects, but not one that somebody hands in', () => {
  const made = workflow('made', {
    ...{ says: '', steps, flow },
    projections: { 'note.md': () => undefined, 'README.md': () => '', 'issues/*': () => ({}) },
  } as never);
  expect(made.owns).toEqual(['README.md', 'issues/*']);
});

describe('work that is given up', () => {
  const withExit = (to: unknown) =>
    workflow('made', {
      says: '',
      steps,
      flow: { ...flow, write: { done: 'review', 'gave-up': to } },
    } as never);

  it('has a way of its own, and a person at its end is asked as at a limit', () => {
    const asked = person(['again', 'abandon'], { ask: (view) => view.here.cause?.message ?? '' });
    const made = workflow('made', {
      says: '',
      steps: { ...steps, stuck: asked },
      flow: {
        ...{ write: { done: 'review', 'gave-up': 'stuck', 'time-over': 'stuck' } },
        ...{ review: { pass: 'approve', fail: 'write' }, approve: { yes: 'end', no: 'write' } },
        stuck: { again: 'write', abandon: 'failed' },
      },
    } as never);
    expect(made.phases['write']?.routes).toEqual([
      { when: { all: 'done' }, to: 'review' },
      { when: { exit: 'gave-up' }, to: 'stuck' },
      { when: { exit: 'time-over' }, to: 'stuck' },
    ]);
    expect(prove(made).problems.filter(({ path }) => path?.includes('stuck'))).toEqual([]);
  });

  it('proves nothing there that only its end would have made', () => {
    expect(prove(withExit('review')).problems).toContainEqual(
      expect.objectContaining({ path: ['write', 'review'], message: expect.stringContaining('note') }),
    );
  });

  it.each([
    [
      'a guard',
      { if: guard('x', () => true), to: 'review', else: 'approve' },
      'a guard cannot be asked here',
    ],
    ['a name that is none', 'reviw', 'did you mean "review"?'],
  ])('is told of %s', (_, to, expected) => expect(() => withExit(to)).toThrow(expected));
});
