import { describe, expect, it } from 'vitest';
import { handoffOf } from '../../../model/handoff.ts';
import { decodeJson, errorsOf, fixture } from './fixtures.fixture.ts';
import { h3aDialect } from './h3a.ts';

describe('writing a handoff', () => {
  it('writes the union of the two forms, with two spaces and a last line end', () => {
    const { text, lost, missing } = h3aDialect.encode(decodeJson(fixture('handoffs/h1.json')).handoff!);
    expect([lost, missing]).toEqual([[], []]);
    expect(text.split('\n').slice(0, 11)).toEqual([
      '{',
      '  "run_id": "20250929-134215-8b6f8b9a-...",',
      '  "handoff_id": "H1",',
      '  "from_agent": "planner",',
      '  "to_agent": "executor",',
      '  "current_agent": "planner",',
      '  "next_agent": "executor",',
      '  "handoff_time": "2025-09-29T14:05:30Z",',
      '  "gate_transition": "G0_passed → G1_pending",',
      '  "gate_status": "G0_passed",',
      '  "payload": {',
    ]);
    expect(text.endsWith('}\n')).toBe(true);
    const again = h3aDialect.decode({ text, file: 'SESSION_HANDOFF.json' })!;
    expect([again.variant, errorsOf(again.problems)]).toEqual(['A+B', []]);
  });

  it('names what it cannot hold', () => {
    const handoff = handoffOf({
      status: 'complete',
      from: 'builder',
      to: 'code_reviewer',
      summary: 'Built it',
      artifacts: ['src/x.ts'],
      questions: [{ id: 'q1', text: 'Which port?', blocking: true }],
      phase: 'Testing',
      metrics: { tests: 3 },
      dependencies: ['a'],
      onFailure: { retry: 1 },
      context: { a: 1 },
      details: { priority: 'high', payload: { own: 1 }, handoff_id: 'X' },
    });
    const { text, lost, missing } = h3aDialect.encode(handoff);
    expect(lost).toEqual([
      'questions',
      'phase',
      'metrics',
      'dependencies',
      'onFailure',
      'context',
      'details.priority',
      'details.payload.own',
      'details.handoff_id',
    ]);
    expect(missing).toEqual([
      'handoff_time',
      'run_id',
      'handoff_id',
      'gate_transition',
      'verification_checklist',
      'payload.task_id',
    ]);
    expect(JSON.parse(text)).toEqual({
      from_agent: 'builder',
      to_agent: 'code_reviewer',
      current_agent: 'builder',
      next_agent: 'code_reviewer',
      payload: { summary: 'Built it', files_to_review: ['src/x.ts'] },
    });
  });

  it('tells a status by a verdict where the contract has one, or none is named', () => {
    const verdictOf = (status: 'failed' | 'retry' | 'needs_human'): unknown =>
      (
        JSON.parse(h3aDialect.encode(handoffOf({ status, from: 'x', to: null })).text) as {
          payload: { verdict: unknown };
        }
      ).payload.verdict;
    expect([verdictOf('failed'), verdictOf('retry'), verdictOf('needs_human')]).toEqual([
      'fail',
      'needs_remediation',
      'escalation',
    ]);
  });

  it('leaves out nothing that would turn failed work into done work', () => {
    const { text, lost } = h3aDialect.encode(
      handoffOf({ status: 'failed', from: 'executor', to: 'validator', details: { handoff_id: 'H2' } }),
    );
    expect(lost).toEqual(['status']);
    expect(h3aDialect.decode({ text, file: 'SESSION_HANDOFF.json' })?.handoff).toBeUndefined();
  });

  it('holds what cannot be written as lost, and does not throw', () => {
    const endless: Record<string, unknown> = {};
    endless['self'] = endless;
    const details = { run_id: endless, verification_checklist: 1n, payload: { notes: undefined } };
    expect(h3aDialect.encode(handoffOf({ status: 'complete', details })).lost).toEqual([
      'details.run_id',
      'details.verification_checklist',
      'details.payload.notes',
    ]);
  });
});
