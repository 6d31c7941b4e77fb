// The envelope of each handoff, as it stands in SESSION_HANDOFF.json.
import { describe, expect, it } from 'vitest';
import { H3aInMemory } from '../../../../test/fixtures/h3a-in-memory.ts';
import { receiverOf } from './envelopes.ts';

const HANDOFF = 'state/SESSION_HANDOFF.json';

describe('who receives', () => {
  it.each([
    ['H1', 'ready', 'executor'],
    ['H2', 'done', 'validator'],
    ['H3', 'pass', 'system'],
    ['H3', 'pass_with_notes', 'system'],
    ['H3', 'needs_remediation', 'executor'],
    ['H3', 'fail', 'executor'],
    ['H3', 'escalation', 'human'],
  ] as const)('%s %s: %s', (id, outcome, receiver) => {
    expect(receiverOf(id, outcome)).toBe(receiver);
  });
});

describe('what is in it', () => {
  const run = new H3aInMemory();
  run.planned({ args: { summary: 'Planned.' } });
  const h1 = run.json(HANDOFF);
  run.executed({ args: { summary: 'Done.' } });
  const h2 = run.json(HANDOFF);
  run.validated('fail', { args: { summary: 'Not yet.' } });
  const h3 = run.json(HANDOFF);

  it('H1: the task, its plan, its criteria', () => {
    expect(h1).toMatchObject({
      handoff_id: 'H1',
      gate_transition: 'G0_passed → G1_pending',
      payload: {
        task_id: 'T001',
        goal: 'Bring T001 into src/t001.js',
        tdd_plan: { refactor: 'Nothing: it is one line' },
      },
    });
    expect((h1['payload'] as { definition_of_done: unknown[] }).definition_of_done).toHaveLength(3);
    expect(h1['verification_checklist']).toHaveLength(5);
  });

  it('H2: what was done, and where its evidence is', () => {
    expect(h2).toMatchObject({
      handoff_id: 'H2',
      gate_transition: 'G1_passed → G2_pending',
      payload: {
        summary: 'Done.',
        tdd_evidence: {
          red_phase: 'artifacts/executor/test_output_red.txt',
          refactor_phase: 'nothing was needed',
        },
        files_changed: ['src/t001.js', 'test/t001.test.js'],
        coverage_delta: '+0.0%',
        iteration_count: 1,
      },
    });
  });

  it('H3: the verdict, ten results, the plan', () => {
    expect(h3).toMatchObject({
      handoff_id: 'H3',
      to_agent: 'executor',
      gate_transition: 'G2_failed → G1_pending',
      payload: {
        verdict: 'fail',
        approval_for_next_task: false,
        remediation_plan: { issue: 'The empty name is not handled' },
        verification_summary: {
          tests: '✅ PASS - looked at',
          dod_checklist: '❌ FAIL - one is open',
          accessibility: '⚪ N/A - no user interface',
        },
      },
    });
    expect(
      Object.keys((h3['payload'] as { verification_summary: object }).verification_summary),
    ).toHaveLength(10);
  });

  it('says nothing that nobody said', () => {
    const bare = new H3aInMemory();
    bare.planned({ task: { context: undefined } });
    expect(bare.json(HANDOFF)['payload']).not.toHaveProperty('context');
  });
});
