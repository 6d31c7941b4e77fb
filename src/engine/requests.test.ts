// Requests answered by agents: asked in the middle of an assignment, done beside it, delivered into it.

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Event } from '../model/run/event.ts';
import type { Input } from '../model/run/input.ts';
import type { State } from '../model/run/state.ts';
import { file } from '../model/workflow/handles.ts';
import { defineWorkflow } from '../model/workflow/workflow.ts';
import { decide } from './decide.ts';
import { plan } from './plan.ts';
import { prove } from './prove.ts';
import { applyEntry } from './reduce/reduce.ts';

const workflow = defineWorkflow({
  name: 'asking',
  version: 1,
  says: 'Two writers and a researcher.',
  directory: '.baton/runs',
  first: 'writing',
  roles: {
    writer: { mayWrite: ['text'] },
    researcher: { mayWrite: ['summary'] },
    human: { mayWrite: [], kind: 'human' },
  },
  artifacts: {
    text: { path: '{item}.md', kind: 'file', each: true },
    summary: { path: 'research/{item}/summary.md', kind: 'file', each: true },
  },
  facts: {
    'text.written': { about: ['text'], each: true },
    'research.done': { about: ['summary'], each: true },
  },
  contracts: {
    text: {
      from: ['writer'],
      tool: 'submit_text',
      says: 'A text.',
      produces: ['text'],
      outcomes: { done: { guarantees: ['text.written'] } },
    },
    research: {
      from: ['researcher'],
      tool: 'submit_research',
      says: 'An answer.',
      produces: ['summary'],
      outcomes: { done: { guarantees: ['research.done'] } },
      answer: (view, item) => view.text(file('summary'), item),
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
  requests: {
    research: {
      by: ['writer'],
      in: ['writing'],
      to: 'researcher',
      says: 'Finds out.',
      contract: 'research',
      max: 2,
      parks: true,
    },
    blocked: {
      by: ['writer'],
      in: ['writing'],
      to: 'human',
      says: 'Something blocks the work.',
      args: z.object({ by: z.string() }),
      text: ({ by }) => `Blocked: ${String(by)}`,
      max: 5,
      parks: true,
    },
  },
});

const AT = '2026-11-15T00:00:00.000Z';

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
      ...{ name: 'r', workflow: 'asking', workflowVersion: 1, definition: 'x', request: 'x', options: {} },
      ...{
        base: { commit: null, tree: `git-tree:${'0'.repeat(40)}` },
        isolation: 'none',
        attemptMs: 1000,
        startedAt: AT,
      },
    },
  });
  const now = (): State => state!;
  const start = (assignment: string): void => void give({ kind: 'attempt-start', assignment });
  const hand = (assignment: string, tool: string, text: string): readonly Event[] => {
    const { attempt, assignment: asked } = now().works[assignment]!;
    const { artifact, path } = asked.writes[0]!;
    const digest = `sha256:${Buffer.from(assignment + text)
      .toString('hex')
      .padEnd(64, '0')
      .slice(-64)}`;
    const sealed = [{ artifact, path, digest, bytes: text.length, text }];
    return give({
      kind: 'submit',
      submission: assignment + text,
      assignment,
      attempt,
      tool,
      args: {},
      sealed,
      problems: [],
    });
  };
  const ask = (assignment: string, text: string): readonly Event[] =>
    give({
      kind: 'request',
      assignment,
      attempt: now().works[assignment]!.attempt,
      request: 'research',
      text,
      args: { topic: text },
    });
  return { give, now, start, hand, ask, wanted: () => plan(now()).assignments.map((a) => a.id) };
};

describe('a request that an agent answers', () => {
  it('is proved', () => {
    expect(prove(workflow).problems).toEqual([]);
  });

  it('opens an assignment beside the phase, parks the asker, and is delivered to it', () => {
    const run = running();
    run.start('writing.writer.a.1');
    run.start('writing.writer.b.1');
    run.ask('writing.writer.a.1', 'how?');
    expect(run.wanted()).toEqual([
      'writing.writer.a.1',
      'writing.writer.b.1',
      'writing.researcher.research-a-1.1',
    ]);
    expect(run.now().works['writing.researcher.research-a-1.1']?.assignment.inputs).toMatchObject({
      topic: 'how?',
    });
    // An asker that ends its turn while it waits is parked, and nobody's failure.
    run.give({ kind: 'attempt-end', assignment: 'writing.writer.a.1', attempt: 1, end: 'finished' });
    expect(run.wanted()).toEqual(['writing.writer.b.1', 'writing.researcher.research-a-1.1']);
    run.start('writing.researcher.research-a-1.1');
    run.hand('writing.researcher.research-a-1.1', 'submit_research', 'like this');
    expect(run.now().works['writing.writer.a.1']?.answers).toMatchObject([
      { question: 'how?', answer: 'like this' },
    ]);
    expect(run.now().works['writing.writer.a.1']?.failures).toBe(0);
    expect(run.wanted()).toEqual(['writing.writer.a.1', 'writing.writer.b.1']);
  });

  it('of two askers at once is two pieces of work with files of their own', () => {
    const run = running();
    run.start('writing.writer.a.1');
    run.start('writing.writer.b.1');
    run.ask('writing.writer.a.1', 'how?');
    run.ask('writing.writer.b.1', 'how?');
    const paths = Object.values(run.now().works).flatMap((w) => w.assignment.writes.map((x) => x.path));
    expect(paths).toEqual([
      'a.md',
      'b.md',
      'research/research-a-1/summary.md',
      'research/research-b-1/summary.md',
    ]);
  });

  it('with arguments and to a person is one request too, before and after its answer, until another thing is asked', () => {
    const run = running();
    const assignment = 'writing.writer.a.1';
    run.start(assignment);
    const tell = (by: string) =>
      run.give({ kind: 'request', assignment, attempt: 1, request: 'blocked', text: by, args: { by } });
    expect(tell('the words')).toMatchObject([
      { kind: 'request-opened', request: { id: `${assignment}.blocked1` } },
    ]);
    expect(tell('the words')).toEqual([]);
    run.give({ kind: 'answer', item: `${assignment}.blocked1`, text: 'these', args: {} });
    expect(tell('the words')).toEqual([]);
    expect(tell('the pen')).toMatchObject([
      { kind: 'request-opened', request: { id: `${assignment}.blocked2` } },
    ]);
  });

  it('asked twice is one request, and beyond the limit it is refused with words', () => {
    const run = running();
    run.start('writing.writer.a.1');
    run.ask('writing.writer.a.1', 'how?');
    expect(run.ask('writing.writer.a.1', 'how?')).toEqual([]);
    run.ask('writing.writer.a.1', 'why?');
    expect(run.ask('writing.writer.a.1', 'when?')).toMatchObject([
      { kind: 'submission-refused', code: 'REQUEST_LIMIT' },
    ]);
  });

  it('does not keep its phase from ending, and is over with it', () => {
    const run = running();
    run.start('writing.writer.a.1');
    run.start('writing.writer.b.1');
    run.ask('writing.writer.a.1', 'how?');
    run.hand('writing.writer.a.1', 'submit_text', 'x');
    run.hand('writing.writer.b.1', 'submit_text', 'y');
    expect(run.now().status).toBe('complete');
    expect(run.wanted()).toEqual([]);
  });
});
