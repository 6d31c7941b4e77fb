// A fix round is judged from where it began, too: what the round before brought may not be lost in it.
import { describe, expect, it } from 'vitest';
import type { EvidenceRequest } from '../../model/evidence.ts';
import { BASE, HEAD, submission, testChanges, tree } from '../evidence.fixture.ts';
import type { Change } from './change.ts';
import { changeWith, row, runs } from './change-cases.fixture.ts';
import { roundKept } from './round-kept.ts';

const START = tree(3);

const judge = (cells: string, more: Partial<Change> = {}) => {
  const check = roundKept(() => changeWith({ start: START, ...more }));
  const seen = (request: EvidenceRequest) =>
    request.kind === 'test-runs' ? runs([row(cells)]) : testChanges();
  return { needs: check.needs(submission()), status: check.judge(submission(), seen).status };
};

describe('round-kept', () => {
  it('compares with the tree that the round began with', () => {
    expect(judge('++++').needs).toContainEqual({
      kind: 'test-runs',
      command: 'test',
      base: START,
      head: HEAD,
    });
  });

  it.each([
    ['a test of the round before that is removed and would fail', '+-..', 'unmet'],
    ['one that is hollowed out', '+-++', 'unmet'],
    ['one that changed together with the code', '+--+', 'met'],
    ['one that is kept', '++++', 'met'],
  ])('%s: %s is %s', (_, cells, status) => {
    expect(judge(cells).status).toBe(status);
  });

  it('asks for nothing in the first round', () => {
    for (const start of [undefined, BASE])
      expect(judge('+-..', { start })).toEqual({ needs: [], status: 'met' });
  });
});
