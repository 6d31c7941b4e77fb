// What a workflow keeps of what happens, and what people are told beside the work.

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DrivenRun } from '../../test/fixtures/driven-run.ts';
import { problem } from '../model/problem.ts';
import type { Event } from '../model/run/event.ts';
import { fromProblems } from '../model/run/verdict.ts';
import { file } from '../model/workflow/handles.ts';
import { defineWorkflow, type Happening, type Workflow } from '../model/workflow/workflow.ts';
import { plan } from './plan.ts';
import { prove } from './prove.ts';
import { applyEntry } from './reduce/reduce.ts';

const lineOf = (happening: Happening): readonly string[] => {
  switch (happening.kind) {
    case 'accepted':
      return [
        `accepted ${happening.submission.assignment.contract} ${happening.submission.outcome} ${happening.said ?? ''}`.trim(),
      ];
    case 'rejected':
      return [
        `rejected ${happening.submission.assignment.contract} ${happening.times} ${happening.rejection.clauses.join()}`,
      ];
    case 'asked':
      return [`asked ${happening.request} ${JSON.stringify(happening.args)}`];
    case 'answered':
      return [`answered ${happening.request} ${happening.answer}`];
    case 'entered':
      return happening.phase === 'writing' || happening.phase === 'stuck'
        ? [
            `entered ${happening.phase} ${happening.view.here.visit} ${happening.limit ?? '-'} ${happening.resets.join()}`.trim(),
          ]
        : [];
  }
};

const workflow: Workflow = defineWorkflow({
  name: 'notes',
  version: 1,
  says: 'A writer and a person.',
  directory: '.baton/runs',
  first: 'writing',
  roles: { writer: { mayWrite: ['note'] }, human: { mayWrite: [], kind: 'human' } },
  artifacts: {
    note: {
      path: 'note.md',
      kind: 'file',
      parse: (text, file) =>
        text.includes('\0')
          ? { value: undefined, problems: [problem('FIELD_INVALID', 'expected text', { file })] }
          : { value: text, problems: [] },
    },
  },
  facts: { 'note.written': { about: ['note'] }, done: { about: ['note'] } },
  contracts: {
    note: {
      from: ['writer'],
      tool: 'submit_note',
      says: 'A note.',
      produces: ['note'],
      outcomes: { done: { guarantees: ['note.written'] } },
      checks: [
        {
          name: 'polite',
          says: 'it says please',
          needs: () => [],
          judge: (submission) =>
            fromProblems(
              submission.text(file('note')).includes('please')
                ? []
                : [problem('FIELD_INVALID', 'expected please')],
            ),
        },
      ],
      onRejection: { to: 'human', says: (_, { problems }) => `rejected: ${problems[0]?.message}` },
    },
    approval: {
      from: ['human'],
      says: 'Good?',
      produces: [],
      assumes: ['note.written'],
      outcomes: { yes: { guarantees: ['done'] }, no: { guarantees: [] } },
      ask: () => ({ kind: 'approval', text: 'Good?', choices: ['yes', 'no'], approve: 'yes', reject: 'no' }),
      refuses: (view, { choice, text }) =>
        choice === 'yes' && text.includes('bug')
          ? `expected no, since there is a bug in ${view.digest(file('note')).slice(0, 7)}`
          : undefined,
    },
    ruling: {
      from: ['human'],
      says: 'What now?',
      produces: [],
      outcomes: { again: { guarantees: [] } },
      ask: () => ({ kind: 'escalation', text: 'What now?', choices: ['again'] }),
    },
  },
  phases: {
    writing: {
      work: [{ role: 'writer', contract: 'note' }],
      routes: [{ when: { all: 'done' }, to: 'approving' }],
    },
    approving: {
      work: [{ role: 'human', contract: 'approval' }],
      routes: [
        { when: { all: 'yes' }, to: 'end' },
        { when: { all: 'no' }, to: 'writing', counts: 'rounds' },
      ],
    },
    stuck: {
      work: [{ role: 'human', contract: 'ruling' }],
      routes: [{ when: { all: 'again' }, to: 'writing' }],
    },
  },
  limits: { rounds: { max: 1, atLimit: 'stuck', resetBy: 'human' } },
  requests: {
    help: {
      by: ['writer'],
      in: ['writing'],
      to: 'human',
      says: 'Asks.',
      args: z.object({ about: z.string().min(1) }),
      text: ({ about }) => `Help with ${String(about)}, please.`,
      max: 2,
      parks: true,
    },
  },
  chronicle: lineOf,
});

const FIRST = 'writing.writer.1';
const kinds = (events: readonly Event[]) => events.map(({ kind }) => kind);
const write = (run: DrivenRun, text: string) => run.submit(run.wanted[0]!, { 'note.md': text });
const notices = (run: DrivenRun) => plan(run.state).questions.filter(({ notice }) => notice === true);

describe('the chronicle', () => {
  it('is proved with the rest', () => {
    expect(prove(workflow).problems).toEqual([]);
  });

  it('keeps a line of everything that a workflow has words for, in order', () => {
    const run = new DrivenRun(workflow);
    write(run, 'now!');
    write(run, 'now, please');
    run.answer('approving.human.1', 'no', {}, 'Shorter.');
    write(run, 'please');
    run.answer('approving.human.2', 'no', {}, 'Longer.');
    run.answer('stuck.human.1', 'again', {}, 'Once more.');
    expect(run.view.lines).toEqual([
      'entered writing 1 -',
      'rejected note 1 polite',
      'accepted note done',
      'accepted approval no Shorter.',
      'entered writing 2 -',
      'accepted note done',
      'accepted approval no Longer.',
      'entered stuck 1 rounds',
      'accepted ruling again Once more.',
      'entered writing 3 - rounds',
    ]);
  });

  it('says nothing of a form that cannot be read', () => {
    const run = new DrivenRun(workflow);
    expect(kinds(write(run, '\0'))).toContain('submission-rejected');
    expect([run.view.lines, notices(run)]).toEqual([['entered writing 1 -'], []]);
  });

  it('counts how often the same work was rejected', () => {
    const run = new DrivenRun(workflow);
    write(run, 'a');
    write(run, 'b');
    expect(run.view.lines.slice(1)).toEqual(['rejected note 1 polite', 'rejected note 2 polite']);
  });

  it('is in the journal: reduced again, without the workflow, the lines are the same', () => {
    const run = new DrivenRun(workflow);
    write(run, 'a');
    write(run, 'please');
    const again = applyEntry(undefined, { seq: 1, at: run.state.at, events: run.events });
    expect(again.lines).toEqual(run.state.lines);
    expect(run.events.filter(({ kind }) => kind === 'noted')).toHaveLength(3);
  });

  it('of a workflow that keeps none there are no events', () => {
    const { chronicle: _, ...silent } = workflow;
    const run = new DrivenRun(silent);
    write(run, 'a');
    expect(kinds(run.events)).not.toContain('noted');
  });
});

describe('a request with words of its own', () => {
  it('is asked, noted and answered in them', () => {
    const run = new DrivenRun(workflow);
    run.begin(FIRST);
    run.ask(FIRST, 'help', { about: 'commas' });
    const [question] = plan(run.state).questions;
    expect(question?.ask.text).toBe('Help with commas, please.');
    run.answer(question!.id, '', {}, 'Use fewer.');
    expect(run.view.lines.slice(1)).toEqual(['asked help {"about":"commas"}', 'answered help Use fewer.']);
  });

  it('has none for arguments that do not fit: they are refused', () => {
    const run = new DrivenRun(workflow);
    run.begin(FIRST);
    expect(run.ask(FIRST, 'help', { about: '' })).toMatchObject([
      { kind: 'submission-refused', code: 'FIELD_INVALID' },
    ]);
  });
});

describe('what people are told of a rejection', () => {
  it('is there at once and parks nobody', () => {
    const run = new DrivenRun(workflow);
    write(run, 'a');
    expect(notices(run)).toMatchObject([
      {
        id: `${FIRST}.rejection`,
        assignment: FIRST,
        ask: { kind: 'escalation', text: 'rejected: expected please', choices: [] },
      },
    ]);
    expect(plan(run.state).assignments).toMatchObject([{ id: FIRST, started: true, waits: false }]);
  });

  it('does not keep a sender from being started again when its attempt has ended', () => {
    const run = new DrivenRun(workflow);
    write(run, 'a');
    run.give({ kind: 'attempt-end', assignment: FIRST, attempt: 1, end: 'finished' });
    expect(run.wanted).toEqual([FIRST]);
    expect(run.state.works[FIRST]).toMatchObject({ failures: 1 });
  });

  it('is replaced by the next rejection', () => {
    const run = new DrivenRun(workflow);
    write(run, 'a');
    const [first] = notices(run);
    write(run, 'b');
    const [second, ...more] = notices(run);
    expect([second?.id, more]).toEqual([first?.id, []]);
    expect(second!.since > first!.since).toBe(true);
  });

  it('vanishes when the work is accepted', () => {
    const run = new DrivenRun(workflow);
    write(run, 'a');
    write(run, 'please');
    expect([notices(run), run.state.requests]).toEqual([[], {}]);
  });

  it('can be answered: the sender hears it, nothing is accepted by it, and it counts as no answer that was waited for', () => {
    const run = new DrivenRun(workflow);
    write(run, 'a');
    run.answer(`${FIRST}.rejection`, 'approve', {}, 'Just take it.');
    expect(run.state.works[FIRST]).toMatchObject({ answers: [{ answer: 'Just take it.' }] });
    expect(run.state.works[FIRST]?.outcome).toBeUndefined();
    expect([run.state.peopleAnswered, notices(run)]).toEqual([0, []]);
    expect(run.view.lines.at(-1)).toBe('answered rejection Just take it.');
    expect(run.answer(`${FIRST}.rejection`, '', {}, 'Again.')).toMatchObject([{ code: 'ITEM_UNKNOWN' }]);
  });
});

describe('an answer that a contract refuses', () => {
  it('is refused with its words, and the run waits on', () => {
    const run = new DrivenRun(workflow);
    write(run, 'please');
    const events = run.answer('approving.human.1', 'yes', {}, 'There is a bug.');
    expect(events).toMatchObject([
      {
        kind: 'submission-refused',
        code: 'CHOICE_INVALID',
        message: 'expected no, since there is a bug in sha256:',
      },
    ]);
    expect(run.state.positions['']?.phase).toBe('approving');
    expect(plan(run.state).questions).toHaveLength(1);
    run.answer('approving.human.1', 'yes', {}, 'Good.');
    expect(run.state.status).toBe('complete');
  });

  it('is not asked about a choice that does not exist', () => {
    const run = new DrivenRun(workflow);
    write(run, 'please');
    expect(run.answer('approving.human.1', 'maybe', {}, 'bug')).toMatchObject([
      { message: expect.stringContaining('expected one of yes, no') },
    ]);
  });
});
