import { describe, expect, it } from 'vitest';
import { goldenText } from '../workflow/golden.fixture.ts';
import { checkArtifact } from './check-artifact.ts';

const plan = goldenText('inputs/plan.yaml');
const execution = goldenText('derived/04_planning/execution_plan.yaml');
const review = goldenText('inputs/round1_review_reviewer_quality.yaml');

const errors = (path: string, text: string) =>
  checkArtifact(path, text)
    ?.problems.filter(({ severity }) => severity === 'error')
    .map(({ code, file, field, line }) => [code, file, field, line]);

describe('a file of the reference system', () => {
  it.each([
    ['plan.yaml', plan],
    ['some/where/04_planning/plan.yaml', plan],
    ['execution_plan.yaml', execution],
    ['review.yaml', review],
    ['review_reviewer_quality.yaml', review],
    ['approval.json', goldenText('derived/08_completion/approval.json')],
    ['draft.txt', plan],
    ['-', execution],
    ['round1_review.yml.bak', review],
  ])('%s is known and sound', (path, text) => {
    expect(errors(path, text)).toEqual([]);
  });

  it.each([
    ['plan.yaml', 'hello\n'],
    ['plan.yaml', ''],
    ['execution_plan.yaml', 'groups: 3\n'],
    ['review_reviewer_expert.yaml', 'verdict: pass\n'],
    ['review.yaml', ': :\n\t-'],
    ['approval.json', '{"action": "no"}'],
  ])('%s is what its name says, whatever is in it: %j', (path, text) => {
    expect(errors(path, text)?.length).toBeGreaterThan(0);
    expect(errors(path, text)?.every(([, file]) => file === path)).toBe(true);
  });

  it('found by what is in it is checked like one with a name', () => {
    const bad = plan.replace('mode: parallel', 'mode: sideways');
    expect(bad).not.toBe(plan);
    expect(errors('notes', bad)).toEqual([['FIELD_INVALID', 'notes', 'groups[1].mode', 10]]);
    expect(errors('-', 'verdict: fail\nsummary: s\n')).toEqual([['FIELD_MISSING', '-', 'findings', 1]]);
  });
});

describe('another file', () => {
  it.each([
    ['README.md', '# Hello\n'],
    ['a.yaml', 'version: 1\nitems: []\n'],
    ['a.yaml', 'groups:\n- plans:\n  - name: x\n'],
    ['a.json', '[]'],
    ['a', ''],
    ['a', '\0\0'],
    ['my_plan.yaml', 'steps: []\n'],
    ['a.yaml', `${'['.repeat(5000)}`],
  ])('%s with %j is nobody’s', (path, text) => {
    expect(checkArtifact(path, text)).toBeUndefined();
  });
});
