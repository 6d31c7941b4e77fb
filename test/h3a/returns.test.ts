// Handoffs that come back from their receiver, people who carry them, and a task that is blocked.

import { describe, expect, it } from 'vitest';
import { isError } from '../../src/model/problem.ts';
import { fact } from '../../src/model/workflow/handles.ts';
import { promptFor } from '../../src/prompts/prompt.ts';
import { h3aInspector } from '../../src/systems/h3a/inspect/inspector.ts';
import { h3a } from '../../src/systems/h3a/workflow/h3a.ts';
import { H3aInMemory } from '../fixtures/h3a-in-memory.ts';
import { shortly } from '../fixtures/h3a-verdicts.ts';

const WHY = { clause: 'tdd_plan.red', reason: 'The module that it names does not exist.' };

/** The receiver of what was handed over last rejects it. */
const rejects = (run: H3aInMemory, args: Readonly<Record<string, unknown>> = WHY) => {
  const id = run.wanted[0]!;
  if (run.state.works[id]?.attemptState !== 'running') run.begin(id);
  return run.give({
    ...{ kind: 'submit', submission: `no ${run.state.seq}`, assignment: id },
    ...{ attempt: run.state.works[id]!.attempt, tool: 'submit_rejection' },
    ...{ args: { ...args }, sealed: [], problems: [] },
  });
};

const problemsOf = (run: H3aInMemory) => h3aInspector.run(run.files).filter(isError);
const promptOf = (run: H3aInMemory): string =>
  promptFor(
    h3a,
    { ...run.view, here: { ...run.view.here, item: 'T001' } },
    run.state.works[run.wanted[0]!]!,
    {
      ...{ runDirectory: 'runs/r', workingDirectory: '.' },
    },
  );

describe('an executor that rejects H1', () => {
  const run = new H3aInMemory();
  run.planned();
  const tree = run.state.artifacts['tree']!.digest;
  rejects(run);

  it('sends it back to the planner, and hands in nothing', () => {
    expect([run.phase, run.wanted]).toEqual(['G0', ['G0.planner.T001.2']]);
    expect(run.state.artifacts['tree']!.digest).toBe(tree);
    expect(run.state.counters['plansReturned/T001']).toBe(1);
  });

  it('leaves what a rejection leaves: a line at its gate, four fields, a file', () => {
    const words = 'tdd_plan.red: The module that it names does not exist.';
    expect(run.ledger).toContain(`G1_implementation - REJECTED - executor - Reason: H1 ${words} (T001)`);
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({
      ...{ handoff_id: 'H1', status: 'rejected', rejection_reason: words, rejected_by: 'executor' },
      ...{ gate_status: 'G0_failed', gate_transition: 'G0_failed → G0_in_progress' },
    });
    expect(run.file('artifacts/escalation/handoff_rejection_H1.md')).toContain(words);
    expect(problemsOf(run)).toEqual([]);
  });

  it('is told to the planner, who plans anew', () => {
    expect(promptOf(run)).toContain('Your H1 came back from executor: tdd_plan.red: The module');
    expect(shortly(run.planned())).toBe('accepted ready');
    expect(shortly(run.executed())).toBe('accepted done');
  });

  it('says which clause, and why', () => {
    const other = new H3aInMemory();
    other.planned();
    for (const args of [{}, { clause: 'x' }, { clause: '', reason: 'y' }, { ...WHY, more: 1 }])
      expect(rejects(other, args)).toMatchObject([{ kind: 'submission-refused', code: 'FIELD_INVALID' }]);
    expect(other.phase).toBe('G1');
  });

  it('does so as often as policy.returns says; then a person decides', () => {
    const often = new H3aInMemory({ policy: { returns: 1 } });
    often.planned();
    rejects(often);
    often.planned();
    rejects(often, { clause: 'files_affected', reason: 'They belong to another team.' });
    expect(often.phase).toBe('disputed');
    expect(often.ledger.at(-1)).toContain('the executor sent the plan back as often as it may');
    often.decided('executor', 'Do it as it is.');
    expect(often.phase).toBe('G1');
    expect(shortly(often.executed({ entry: { iteration_count: 3 } }))).toBe('accepted done');
  });
});

describe('a validator that rejects H2', () => {
  const run = new H3aInMemory();
  run.planned();
  run.executed();
  rejects(run, { clause: 'commands_run', reason: 'lint is missing' });

  it('sends it back to the executor, at its own gate, and is no verdict', () => {
    expect(run.phase).toBe('G1');
    expect(run.ledger).toContain(
      'G2_validation - REJECTED - validator - Reason: H2 commands_run: lint is missing (T001)',
    );
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({
      ...{ handoff_id: 'H2', status: 'rejected', rejected_by: 'validator', gate_status: 'G1_failed' },
    });
    expect(run.state.counters).toMatchObject({ 'workReturned/T001': 1 });
    expect(run.state.counters['remediations/T001']).toBeUndefined();
    expect(problemsOf(run)).toEqual([]);
  });

  it('and the executor goes on in the next round', () => {
    expect(promptOf(run)).toContain('Your H2 came back from validator: commands_run: lint is missing');
    expect(shortly(run.executed())).toBe('accepted done');
    expect(shortly(run.validated())).toBe('accepted pass');
  });
});

describe('a handoff that is rejected', () => {
  it('shows its gate as passed nowhere', () => {
    const run = new H3aInMemory();
    run.planned({ task: { tdd_plan: { red: 'Write tests', green: 'x', refactor: 'y' } } });
    for (const path of ['state/SESSION_HANDOFF.json', 'state/GATES_LEDGER.md', 'state.json'])
      expect(run.file(path)).not.toMatch(/G0_passed|G0_planning - PASSED|"G0_planning": "passed"/);
  });
});

describe('people who carry H2 and H3', () => {
  const carried = (policy: Readonly<Record<string, string>>): H3aInMemory => {
    const run = new H3aInMemory({ policy });
    run.planned();
    return run;
  };

  it('stand between, after the evidence and never instead of it', () => {
    const run = carried({ bridge_h2: 'person', bridge_h3: 'person' });
    expect(shortly(run.executed({ entry: { iteration_count: 7 } }))).toBe('rejected h2-report');
    run.executed();
    expect([run.phase, run.view.holds(fact('tests.green'))]).toEqual(['bridgeH2', true]);
    run.decided('go', 'Looks fine.');
    expect(run.ledger).toContain(
      'G2_validation - STARTED - human - T001: H2 carried over by a person: Looks fine.',
    );
    run.validated();
    expect([run.phase, run.view.holds(fact('validated'))]).toEqual(['bridgeH3', true]);
    run.decided('go');
    expect(run.phase).toBe('G3');
  });

  it('send back with words, to whoever handed it over', () => {
    const run = carried({ bridge_h2: 'person' });
    run.executed();
    run.decided('back', 'Smaller, please.');
    expect([run.phase, promptOf(run).includes('Smaller, please.')]).toEqual(['G1', true]);
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({
      ...{ handoff_id: 'H2', status: 'rejected', rejected_by: 'human' },
    });
    const other = carried({ bridge_h3: 'person' });
    other.executed();
    other.validated();
    other.decided('back', 'Look at the edges.');
    expect(other.phase).toBe('G2');
  });
});

describe('a task that is blocked', () => {
  it('says so in CURRENT_TASK.json until somebody answers; sealed is what the planner handed in', () => {
    const run = new H3aInMemory();
    run.planned();
    const id = run.wanted[0]!;
    const sealed = run.state.artifacts['task']!;
    run.begin(id);
    run.ask(id, 'submit_blocked', { blocked_by: ['no API key'] });
    expect(run.json('state/CURRENT_TASK.json')).toMatchObject({
      status: 'blocked',
      blocked_by: ['no API key'],
    });
    expect(run.state.artifacts['task']).toEqual(sealed);
    expect(problemsOf(run)).toEqual([]);
    run.answer(run.questions[0]!.id, '', {}, 'It is in the vault.');
    expect(run.file('state/CURRENT_TASK.json')).toBe(sealed.text);
    expect(problemsOf(run)).toEqual([]);
  });
});
