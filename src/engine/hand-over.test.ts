// What an attempt leaves at its end, as the engine takes it: handed in, asked, declined, and in every case answered.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DrivenRun } from '../../test/fixtures/driven-run.ts';
import { request } from '../authoring/request.ts';
import { agent, person } from '../authoring/step.ts';
import { workflow } from '../authoring/workflow.ts';
import { REJECTIONS_MAX } from '../model/limits/limits.ts';
import { problem } from '../model/problem.ts';
import type { Handover } from '../model/workflow/handing-in.ts';
import { role } from '../model/workflow/handles.ts';

const WRITE = 'write.writer.1';
const question = request('question', { says: 'Asks.', max: 1, waits: true });

/** Reads whatever the test says; the message itself is of no interest here. */
const runWith = (said: Handover, exits: object = {}): DrivenRun =>
  new DrivenRun(
    workflow('made', {
      says: '',
      steps: {
        write: agent(role('writer'), {
          handedIn: { says: () => 'End.', read: () => said },
          outcome: (): 'done' | 'blocked' => 'done',
          outcomes: ['done', 'blocked'],
          declines: {
            ...{ tool: 'give_up', says: '', outcome: 'blocked' as const },
            args: z.object({ reason: z.string() }),
          },
          requests: [question],
        }),
        stuck: person(['again', 'abandon'], { ask: (view) => view.here.cause?.message ?? 'blocked' }),
      },
      flow: {
        write: { done: 'end', blocked: 'stuck', ...exits },
        stuck: { again: 'write', abandon: 'cancelled' },
      },
    } as never),
  );

/** One attempt that ends by itself. */
const end = (run: DrivenRun): void => {
  run.give({ kind: 'attempt-start', assignment: WRITE });
  const { attempt } = run.state.works[WRITE] ?? { attempt: 0 };
  run.give({
    ...{ kind: 'submit', submission: `attempt ${attempt} x`, assignment: WRITE, attempt },
    ...{ tool: 'submit_write', args: {}, ending: { message: 'x' }, sealed: [], problems: [] },
  });
  run.give({ kind: 'attempt-end', assignment: WRITE, attempt, end: 'finished', handedOver: true });
  run.help('Try again.');
};

describe('an ending', () => {
  it('that hands in is judged, and nothing of it is a failure', () => {
    const run = runWith({ call: 'hand-in', args: {}, problems: [] });
    end(run);
    expect(run.state.status).toBe('complete');
    const bad = runWith({ call: 'hand-in', args: {}, problems: [problem('HANDOFF_MISSING', 'none')] });
    end(bad);
    expect(bad.state.works[WRITE]).toMatchObject({ rejections: 1, failures: 0 });
    expect(bad.wanted).toEqual([WRITE]);
  });

  it('that asks is parked, and told where it cannot ask any more', () => {
    const run = runWith({ call: 'ask', request: 'question', question: 'Which?' });
    end(run);
    expect(run.wanted).toEqual([]);
    run.give({ kind: 'answer', item: `${WRITE}.question1`, text: 'This.', args: {} });
    expect(run.wanted).toEqual([WRITE]);
    end(run);
    expect(run.state.works[WRITE]?.lastRejection?.problems[0]).toMatchObject({
      code: 'REQUEST_LIMIT',
      message: expect.stringContaining('This.'),
    });
  });

  it('that declines goes its way', () => {
    const run = runWith({ call: 'decline', args: { reason: 'No key.' } });
    end(run);
    expect(run.state.positions['']?.phase).toBe('stuck');
  });

  it('that declines in another form is rejected, so that it cannot go on without end', () => {
    const run = runWith({ call: 'decline', args: { why: 'No key.' } });
    end(run);
    expect(run.state.works[WRITE]?.lastRejection?.problems.map(({ code }) => code)).toContain(
      'FIELD_MISSING',
    );
    for (let times = 1; times < REJECTIONS_MAX; times += 1) end(run);
    expect(run.state).toMatchObject({ status: 'failed', cause: { code: 'LIMIT_REACHED' } });
  });

  it('that is rejected too often takes the way for work that is given up, where there is one', () => {
    const run = runWith(
      { call: 'hand-in', args: {}, problems: [problem('HANDOFF_MISSING', 'none')] },
      { 'gave-up': 'stuck' },
    );
    for (let times = 0; times < REJECTIONS_MAX; times += 1) end(run);
    expect(run.state).toMatchObject({
      status: 'running',
      positions: { '': { phase: 'stuck', cause: { code: 'LIMIT_REACHED' } } },
    });
  });
});
