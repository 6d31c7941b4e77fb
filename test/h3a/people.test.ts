// Where people come in: what they are told, what they are asked, and what their words can and cannot do.

import { describe, expect, it } from 'vitest';
import { decodeHandoff } from '../../src/handoffs/decode-handoff.ts';
import { fact } from '../../src/model/workflow/handles.ts';
import { gateStates } from '../../src/systems/h3a/inspect/gate-states.ts';
import { policies } from '../../src/systems/h3a/workflow/nouns.ts';
import { workOf } from '../fixtures/h3a-documents.ts';
import { H3aInMemory } from '../fixtures/h3a-in-memory.ts';
import { shortly } from '../fixtures/h3a-verdicts.ts';

const RED_WORK = { ...workOf('T001'), 'src/t001.js': 'nothing\n' };

const executing = (): H3aInMemory => {
  const run = new H3aInMemory();
  run.planned();
  return run;
};

describe('a rejection that people are told of', () => {
  it('parks nobody: the sender goes on at once', () => {
    const run = executing();
    run.executed({ change: RED_WORK });
    expect(run.notices).toMatchObject([
      {
        id: 'G1.executor.T001.1.rejection',
        ask: { text: expect.stringContaining('H2 of T001 was rejected') },
      },
    ]);
    expect(run.wanted).toEqual(['G1.executor.T001.1']);
    expect(run.state.works['G1.executor.T001.1']?.attemptState).toBe('running');
  });

  it('takes an answer, which reaches the sender, is recorded, and accepts nothing', () => {
    const run = executing();
    run.executed({ change: RED_WORK });
    run.answer(run.notices[0]!.id, 'approve', {}, 'Accept it, please.');
    expect(run.state.works['G1.executor.T001.1']).toMatchObject({
      answers: [{ request: 'G1.executor.T001.1.rejection', answer: 'Accept it, please.' }],
    });
    expect(run.state.works['G1.executor.T001.1']?.outcome).toBeUndefined();
    expect([run.phase, run.notices]).toEqual(['G1', []]);
    expect(run.file('artifacts/escalation/issue_T001.md')).toContain('Accept it, please.');
    expect(run.json('state/SESSION_HANDOFF.json')['status']).toBe('rejected');
    expect(shortly(run.executed({ change: RED_WORK }))).toMatch(/^rejected/);
  });
});

describe('an executor that is blocked', () => {
  const blocked = (): H3aInMemory => {
    const run = executing();
    const id = run.wanted[0]!;
    run.begin(id);
    run.ask(id, 'submit_blocked', {
      blocked_by: ['no access to the database', 'T009'],
      reason: 'It refuses every login.',
    });
    return run;
  };

  it('says by what, at its gate, in a file, and to a person', () => {
    const run = blocked();
    expect(run.ledger.at(-1)).toBe(
      'G1_implementation - ESCALATION - executor - T001: blocked by no access to the database, T009',
    );
    expect(run.file('artifacts/escalation/issue_T001.md')).toContain(
      '- no access to the database\n- T009\n\nIt refuses every login.',
    );
    expect(run.questions).toMatchObject([
      {
        ask: { kind: 'question', text: 'Blocked: no access to the database; T009\nIt refuses every login.' },
      },
    ]);
    expect(gateStates(run.file('state/GATES_LEDGER.md')).of('G1', 'T001')?.state).toBe('escalation');
  });

  it('stands in the handoff as blocked until somebody answers', () => {
    const run = blocked();
    const decoded = () =>
      decodeHandoff({ text: run.file('state/SESSION_HANDOFF.json'), file: 'SESSION_HANDOFF.json' });
    expect(decoded()?.handoff?.status).toBe('blocked');
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({
      payload: { blocked_by: ['no access to the database', 'T009'] },
    });
    run.answer(run.questions[0]!.id, '', {}, 'Use the copy in test/data.');
    expect(decoded()?.handoff?.status).toBe('complete');
    expect(run.file('state/SESSION_HANDOFF.json')).toContain(
      'H1 T001: blocked by no access to the database, T009',
    );
  });

  it('changes a policy only in words that the workflow knows, and it is recorded', () => {
    const run = blocked();
    const item = run.questions[0]!.id;
    expect(run.answer(item, '', { policy: { lines: 'many' } }, 'x')).toMatchObject([
      { code: 'FIELD_INVALID' },
    ]);
    expect(run.answer(item, '', { policy: { coverag: 1 } }, 'x')).toMatchObject([{ code: 'FIELD_INVALID' }]);
    expect(run.answer(item, '', { policy: { lines: 500 } }, 'Go on.')).toMatchObject([
      { kind: 'policy-changed', policy: { lines: 500 } },
      { kind: 'request-answered' },
      { kind: 'noted' },
    ]);
    expect(run.view.setting(policies.lines)).toBe(500);
  });

  it('goes on with the answer, which is recorded', () => {
    const run = blocked();
    run.answer(run.questions[0]!.id, '', {}, 'Use the copy in test/data.');
    expect(run.ledger.at(-1)).toBe(
      'G1_implementation - STARTED - human - T001: blocker answered: Use the copy in test/data.',
    );
    expect(run.state.works['G1.executor.T001.1']?.answers.at(-1)?.answer).toBe('Use the copy in test/data.');
    expect(shortly(run.executed())).toBe('accepted done');
  });

  it.each([{}, { blocked_by: [] }, { blocked_by: [''] }, { blocked_by: 'x' }])(
    '%j names no blocker, and is refused',
    (args) => {
      const run = executing();
      const id = run.wanted[0]!;
      run.begin(id);
      expect(run.ask(id, 'submit_blocked', args)).toMatchObject([
        { kind: 'submission-refused', code: 'FIELD_INVALID' },
      ]);
      expect(run.questions).toEqual([]);
    },
  );

  it('is not the validator’s to be', () => {
    const run = executing();
    run.executed();
    const id = run.wanted[0]!;
    run.begin(id);
    expect(run.ask(id, 'submit_blocked', { blocked_by: ['x'] })).toMatchObject([{ code: 'TOOL_UNKNOWN' }]);
  });
});

describe('the approval', () => {
  it('is of the bytes that were seen: asked again, a person sees only what is different', () => {
    const run = executing();
    run.executed();
    run.validated();
    const first = run.questions[0]!.ask.text;
    expect(first).toContain('5. security_ok: a failure here always rejects');
    run.decided('conditional', 'docs_updated');
    run.executed({ change: { ...workOf('T001'), 'src/t001.js': 'T001, with words\n' } });
    run.validated();
    const again = run.questions[0]!.ask.text;
    expect(again).toContain('src/t001.js');
    expect(again).not.toContain('5. security_ok');
    expect(run.view.holds(fact('approved'))).toBe(false);
    run.approved();
    expect(run.state.status).toBe('complete');
  });

  it('is committed as it was approved, on top of the task before it', () => {
    const run = new H3aInMemory();
    run.planned({ tasks: ['T001', 'T002'] });
    run.executed();
    run.validated();
    const tree = run.state.artifacts['tree']!.digest;
    run.decided('approve');
    expect(run.state.works['committing.engine.T001.1']?.assignment.effect).toMatchObject({
      action: 'commit',
      tree,
      parent: null,
    });
    run.performed();
    const commit = run.state.details['commit'];
    run.planned();
    run.executed();
    run.validated();
    run.decided('approve');
    expect(run.state.works['committing.engine.T002.1']?.assignment.effect).toMatchObject({
      action: 'commit',
      parent: commit,
    });
  });
});

describe('a gate of the project', () => {
  const gate = 'G2.5_performance';
  const gated = (): H3aInMemory => {
    const run = new H3aInMemory({ policy: { gates: [gate] } });
    run.planned();
    run.executed();
    run.validated();
    return run;
  };
  const hand = (run: H3aInMemory, report: unknown) => {
    const path = run.state.works[run.wanted[0]!]!.assignment.writes[0]!.path;
    return run.handIn({ [path]: JSON.stringify(report) });
  };

  it('stands between validation and approval, in the ledger and in state.json', () => {
    const run = gated();
    expect(run.phase).toBe('custom');
    hand(run, { gate, status: 'pass', evidence: ['p95 is 120 ms of 200'] });
    expect(run.ledger).toContain('G2.5_performance - PASSED - validator - T001: custom gate pass');
    expect(run.json('state.json')).toMatchObject({ gates: { [gate]: 'passed' } });
    expect(run.file('state/EVIDENCE_LOG.md')).toContain('- T001: Report of G2.5_performance\n');
    expect(run.phase).toBe('G3');
  });

  it('that fails sends back, and counts as a round', () => {
    const run = gated();
    hand(run, { gate, status: 'fail', evidence: ['p95 is 300 ms of 200'] });
    expect([run.phase, run.state.counters]).toEqual(['G1', { 'remediations/T001': 1 }]);
    expect(run.json('state.json')).toMatchObject({ gates: { [gate]: 'failed' } });
  });

  it.each([
    { gate, status: 'pass', evidence: [] },
    { gate, status: 'pass' },
    { gate, status: 'fine', evidence: ['x'] },
  ])('%j is no report of it', (report) => {
    const run = gated();
    expect(hand(run, report).came).toBe('rejected');
    expect(run.phase).toBe('custom');
  });

  it('has a name that cannot be taken for one of the four', () => {
    for (const gates of [
      ['G2_validation'],
      ['performance'],
      ['G2.5'],
      ['g2.5_x'],
      ['G2.5_a', 'G2.5_b'],
      [gate, gate],
    ])
      expect(() => new H3aInMemory({ policy: { gates } })).toThrow();
  });
});
