// Whose turn it is after a rejection: each of the four is reached, and by the right way.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DrivenRun } from '../../test/fixtures/driven-run.ts';
import { agent, person } from '../authoring/step.ts';
import { workflow } from '../authoring/workflow.ts';
import { withoutCommand } from '../checks/waived.ts';
import { problem } from '../model/problem.ts';
import { MET, unmet, unproven, type Verdict } from '../model/run/verdict.ts';
import { file, role } from '../model/workflow/handles.ts';
import type { Submission } from '../model/workflow/view.ts';
import { plan } from './plan.ts';

const WRITE = 'write.writer.1';
const WRONG = unmet(problem('FIELD_INVALID', 'wrong'));
const UNKNOWN = unproven(problem('EVIDENCE_UNAVAILABLE', 'nobody knows'));

/** Each judge is a clause of its own. */
const runWith = (...judges: readonly ((submission: Submission) => Verdict)[]): DrivenRun =>
  new DrivenRun(
    workflow('made', {
      says: '',
      steps: {
        write: agent(role('writer'), {
          prompt: () => 'Write it.',
          checks: judges.map((judge, at) => ({ name: `c${at}`, says: '', needs: () => [], judge })),
        }),
      },
      flow: { write: 'end' },
    }),
  );

const rejectionOf = (run: DrivenRun, id = WRITE) => run.state.works[id]?.lastRejection;
const blameOf = (...judges: readonly ((submission: Submission) => Verdict)[]) => {
  const run = runWith(...judges);
  run.submit(WRITE);
  return rejectionOf(run)?.blame;
};

const breaks = (): Verdict => {
  throw new TypeError('it has no plan');
};
const unnamed = ({ view }: Submission): Verdict => withoutCommand(view, 'lint');

describe('blame', () => {
  it('is the sender where something is wrong', () => {
    expect(blameOf(() => WRONG)).toBe('sender');
  });

  it('is the environment where evidence is missing', () => {
    expect(blameOf(() => UNKNOWN)).toBe('environment');
  });

  it('is the contract where the project names no command for what is asked, and does not waive it', () => {
    expect(blameOf(unnamed)).toBe('contract');
  });

  it('is the contract where a check breaks, which is no pass and does not end the run', () => {
    const run = runWith(breaks, () => MET);
    run.submit(WRITE);
    expect(run.state.status).toBe('running');
    expect(rejectionOf(run)).toMatchObject({
      ...{ status: 'unproven', blame: 'contract', clauses: ['c0'] },
      problems: [{ code: 'WORKFLOW_INVALID', message: 'the check c0 broke: it has no plan' }],
    });
  });

  it('is the contract where a check breaks before it says what it needs', () => {
    const run = new DrivenRun(
      workflow('made', {
        says: '',
        steps: {
          write: agent(role('writer'), {
            prompt: () => 'Write it.',
            checks: [{ name: 'c', says: '', needs: () => [breaks()] as never, judge: () => MET }],
          }),
        },
        flow: { write: 'end' },
      }),
    );
    run.submit(WRITE);
    expect(rejectionOf(run)).toMatchObject({ status: 'unproven', blame: 'contract' });
  });

  it('stays with the sender while there is something that it can do', () => {
    expect(blameOf(unnamed, () => WRONG)).toBe('sender');
    expect(blameOf(breaks, () => WRONG)).toBe('sender');
    expect(blameOf(unnamed, () => UNKNOWN)).toBe('contract');
  });

  it('reaches the person whom it concerns, after three', () => {
    const run = runWith(breaks);
    for (let times = 0; times < 3; times += 1) run.submit(WRITE);
    const [page] = Object.values(run.state.requests);
    expect(page?.text).toContain('Whose turn it seems to be: whoever asks for it');
  });
});

describe('a receiver that sends work back', () => {
  const planFile = file('plan.md');
  const planned = (): DrivenRun => {
    const run = new DrivenRun(
      workflow('made', {
        says: '',
        steps: {
          plan: agent(role('planner'), { prompt: () => 'Plan it.', writes: [planFile] }),
          write: agent(role('writer'), {
            prompt: () => 'Write it.',
            reads: [planFile],
            outcome: (): 'done' | 'back' => 'done',
            outcomes: ['done', 'back'],
            declines: {
              ...{ tool: 'send_back', says: '', outcome: 'back' as const },
              args: z.object({ clause: z.string(), reason: z.string() }),
            },
          }),
          ruling: person(['plan', 'write', 'abandon'], { ask: () => 'Who goes on?' }),
        },
        flow: {
          plan: 'write',
          write: { done: 'end', back: 'ruling' },
          ruling: { plan: 'plan', write: 'write', abandon: 'cancelled' },
        },
      } as never),
    );
    run.submit('plan.planner.1', { 'plan.md': 'Do it.\n' });
    return run;
  };
  const back = (run: DrivenRun, reason: string, clause = 'goal') => {
    const id = run.wanted[0]!;
    if (run.state.works[id]?.attemptState !== 'running') run.begin(id);
    const { attempt } = run.state.works[id]!;
    return run.give({
      ...{ kind: 'submit', submission: `back ${run.state.seq}`, assignment: id, attempt, tool: 'send_back' },
      ...{ args: { clause, reason }, sealed: [], problems: [] },
    });
  };
  const ruled = (run: DrivenRun, choice: string) => run.answer(plan(run.state).questions[0]!.id, choice);
  it('is let through once, and must name something new about the same files', () => {
    const run = planned();
    back(run, 'It names no module.');
    ruled(run, 'write');
    expect(run.wanted).toEqual(['write.writer.2']);
    back(run, 'No module: it names no module!', 'Goal');
    expect(rejectionOf(run, 'write.writer.2')).toMatchObject({
      ...{ status: 'unmet', blame: 'receiver' },
      problems: [{ code: 'DECLINE_REPEATED' }],
    });
    expect(run.state.positions['']?.phase).toBe('write');
    back(run, 'The module that it names is licensed otherwise.');
    expect(run.state.positions['']?.phase).toBe('ruling');
  });

  it('may say the same of other files', () => {
    const run = planned();
    back(run, 'It names no module.');
    ruled(run, 'plan');
    run.submit('plan.planner.2', { 'plan.md': 'Do it otherwise.\n' });
    back(run, 'It names no module.');
    expect(run.state.positions['']?.phase).toBe('ruling');
  });

  it('reaches a person when it only repeats itself', () => {
    const run = planned();
    back(run, 'It names no module.');
    ruled(run, 'write');
    for (let times = 0; times < 3; times += 1) back(run, 'It names no module.');
    const [page] = Object.values(run.state.requests);
    expect(page).toMatchObject({ stuck: true, assignment: 'write.writer.2' });
    expect(page?.text).toContain('writer, who received the work and rejects it without naming anything new');
  });
});
