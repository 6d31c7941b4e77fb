import { describe, expect, it } from 'vitest';
import { decodeJson, errorsOf, fixture, warningsOf } from './fixtures.fixture.ts';

describe('the sets of documents', () => {
  it.each([
    [
      'a',
      'A',
      { from: 'executor', to: 'validator', task: 'T001', status: 'complete', at: '2025-09-29T14:45:00Z' },
    ],
    ['a-untouched', 'A', { from: 'planner', to: null, task: null, status: 'pending', at: null }],
    ['a-and-b', 'A+B', { from: 'executor', to: 'validator', task: 'T001', status: 'complete' }],
    [
      'c',
      'C',
      { from: 'planner', to: 'executor', task: 'task-001', status: 'pending', at: '2025-10-01T10:30:00Z' },
    ],
    ['d', 'D', { from: 'validator', to: 'human', task: 'T001', status: 'complete', at: null }],
    ['e', 'E', { from: 'planner', to: 'executor', task: 'T001', status: 'complete' }],
  ])('%s is read into the one model', (name, variant, handoff) => {
    const decoded = decodeJson(fixture(`variants/${name}.json`));
    expect(errorsOf(decoded.problems)).toEqual([]);
    expect(decoded).toMatchObject({ variant, handoff });
  });

  it('name the same things by the same names', () => {
    expect(decodeJson(fixture('variants/c.json')).handoff).toMatchObject({
      artifacts: ['state/CURRENT_TASK.json', 'state/ROADMAP.md'],
      details: { handoff_id: 'H1', payload: { action_required: 'Implement task-001 by its TDD plan' } },
    });
    expect(decodeJson(fixture('variants/d.json')).handoff).toMatchObject({
      artifacts: ['validator_report.json'],
      details: { handoff_id: 'H3', payload: { verdict: 'pass', g3_approval_required: true } },
    });
  });

  it('of the prompts keep who comes after the receiver', () => {
    const mutated = { ...fixture('variants/c.json'), status: 'complete', next_agent: 'validator' };
    const decoded = decodeJson(mutated);
    expect([errorsOf(decoded.problems), decoded.handoff?.to, decoded.handoff?.details['next_agent']]).toEqual(
      [[], 'executor', 'validator'],
    );
  });

  it('that nobody has touched yet hand nothing over', () => {
    expect(warningsOf(decodeJson(fixture('variants/a-untouched.json')).problems)).toEqual([
      'HANDOFF_MISSING next_agent',
    ]);
  });

  it('tell a gate that failed as failed', () => {
    expect(decodeJson({ ...fixture('variants/a.json'), gate_status: 'G1_failed' }).handoff?.status).toBe(
      'failed',
    );
    const validated = { ...fixture('variants/a.json'), current_agent: 'validator', next_agent: 'system' };
    expect(decodeJson({ ...validated, gate_status: 'G2_passed' }).handoff?.status).toBe('complete');
    expect(decodeJson({ ...validated, gate_status: 'G2_failed' }).handoff?.status).toBe('failed');
    expect(decodeJson({ ...validated, gate_status: 'G2_complete' }).handoff).toBeUndefined();
  });

  it('have the reason of a rejection in either place', () => {
    const a = fixture('variants/a.json');
    const payload = { ...(a['payload'] as object), rejection_reason: 'no evidence' };
    const decoded = decodeJson({ ...a, status: 'rejected', payload });
    expect([errorsOf(decoded.problems), decoded.handoff?.details['rejection_reason']]).toEqual([
      [],
      'no evidence',
    ]);
  });
});
