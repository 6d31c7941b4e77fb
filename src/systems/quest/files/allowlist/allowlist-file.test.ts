import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../../model/problem.ts';
import {
  ALLOWLIST_FILE,
  codeReviewDepth,
  fixIterationsMax,
  parseAllowlist,
  permissionsOf,
  planReviewDepth,
} from './allowlist-file.ts';

const WHOLE = {
  version: 2,
  auto_approve_phases: { plan_creation: true, plan_review: true, implementation: false },
  models: { planner: 'claude', fixer: 'gpt-5.5' },
  quest_startup: { branch_mode: 'branch' },
  quest_id_format: 'date-first',
  review_mode: 'full',
  fast_review_thresholds: { max_files: 7, max_loc: 200 },
  role_permissions: {
    planner_agent: { file_write: ['.quest/**'], file_read: ['**'], bash: ['find', 'git diff'] },
    plan_review_a: { file_write: ['.quest/**'] },
    code_review_agent: { bash: ['git diff'] },
  },
  solo: { max_fix_iterations: 2 },
  gates: { require_approval_before_commit: true, max_plan_iterations: 5, max_fix_iterations: 1 },
};

const parse = (value: unknown) => parseAllowlist(JSON.stringify(value, null, 2));
const found = (more: object) =>
  parse({ ...WHOLE, ...more }).problems.map(({ code, severity, field }) => [code, severity, field]);
const value = (more: object = {}) => parse({ ...WHOLE, ...more }).value!;

describe('an allowlist', () => {
  it('is read', () => {
    expect(parse(WHOLE)).toEqual({
      problems: [],
      value: {
        autoApprove: {
          plan_creation: true,
          plan_review: true,
          plan_refinement: false,
          implementation: false,
          code_review: false,
          fix_loop: false,
        },
        maxPlanIterations: 5,
        maxFixIterations: 1,
        soloMaxFixIterations: 2,
        reviewMode: 'full',
        fastReview: { maxFiles: 7, maxLoc: 200 },
        permissions: new Map(Object.entries(WHOLE.role_permissions)),
        models: { planner: 'claude', fixer: 'gpt-5.5' },
        questIdFormat: 'date-first',
      },
    });
  });

  it('that says nothing allows nothing', () => {
    const { value: empty, problems } = parse({});
    expect(problems.map(({ code, severity, field }) => [code, severity, field])).toEqual(
      ['version', 'auto_approve_phases', 'review_mode', 'role_permissions', 'gates'].map((field) => [
        'FIELD_MISSING',
        'warning',
        field,
      ]),
    );
    expect(empty).toMatchObject({
      maxPlanIterations: 4,
      maxFixIterations: 3,
      soloMaxFixIterations: 2,
      reviewMode: 'auto',
      fastReview: { maxFiles: 5, maxLoc: 300 },
      questIdFormat: 'slug-first',
      models: {},
    });
    expect(Object.values(empty!.autoApprove)).toEqual([false, false, false, false, false, false]);
    expect(empty!.permissions).toBeUndefined();
  });

  it.each([0, -1, 1.5, '4', null, true, [], {}])('with the limit %j warns and has the default', (limit) => {
    const gates = { max_plan_iterations: limit, max_fix_iterations: limit };
    const more = { gates, solo: { max_fix_iterations: limit }, fast_review_thresholds: { max_files: limit } };
    expect(found(more)).toEqual([
      ['FIELD_INVALID', 'warning', 'gates.max_plan_iterations'],
      ['FIELD_INVALID', 'warning', 'gates.max_fix_iterations'],
      ['FIELD_INVALID', 'warning', 'solo.max_fix_iterations'],
      ['FIELD_INVALID', 'warning', 'fast_review_thresholds.max_files'],
    ]);
    expect(value(more)).toMatchObject({
      maxPlanIterations: 4,
      maxFixIterations: 3,
      soloMaxFixIterations: 2,
      fastReview: { maxFiles: 5, maxLoc: 300 },
    });
  });

  it('with a limit beyond reason warns and has the highest', () => {
    const more = { gates: { max_plan_iterations: 1_000 } };
    expect(found(more)).toEqual([['FIELD_INVALID', 'warning', 'gates.max_plan_iterations']]);
    expect(value(more).maxPlanIterations).toBe(50);
  });

  it.each([
    [{ auto_approve_phases: { implementation: 'true' } }, 'auto_approve_phases.implementation'],
    [{ auto_approve_phases: [true] }, 'auto_approve_phases'],
    [{ review_mode: 'manual' }, 'review_mode'],
    [{ quest_id_format: 3 }, 'quest_id_format'],
    [{ gates: 3 }, 'gates'],
    [{ role_permissions: { fixer_agent: { bash: 'find' } } }, 'role_permissions.fixer_agent.bash'],
    [{ role_permissions: { fixer_agent: { bash: [''] } } }, 'role_permissions.fixer_agent.bash.0'],
    [{ role_permissions: { fixer_agent: null } }, 'role_permissions.fixer_agent'],
    [{ models: { planner: 'a model' } }, 'models.planner'],
  ])('with %j cannot be used', (more, field) => {
    expect(found(more)).toEqual([['FIELD_INVALID', 'error', field]]);
    expect(parse({ ...WHOLE, ...more }).value).toBeUndefined();
  });

  it('warns of names that it does not know', () => {
    expect(parse({ ...WHOLE, auto_approve_phases: { implementaton: true } }).problems).toMatchObject([
      {
        code: 'FIELD_UNKNOWN',
        severity: 'warning',
        hint: 'Write "implementation".',
        file: ALLOWLIST_FILE,
        line: 4,
      },
    ]);
    expect(found({ models: { critic: 'claude' } })).toEqual([['FIELD_UNKNOWN', 'warning', 'models.critic']]);
  });

  it('may be any text without a crash', () => {
    const near = fc.dictionary(fc.constantFrom(...Object.keys(WHOLE)), fc.jsonValue());
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          near.map((one) => JSON.stringify(one)),
        ),
        (text) => {
          const { value: read, problems } = parseAllowlist(text);
          expect(read === undefined).toBe(problems.some(isError));
        },
      ),
    );
  });
});

describe('what follows from an allowlist', () => {
  it('is how often a fix is tried', () => {
    const gates = { max_fix_iterations: 3 };
    expect(fixIterationsMax(value({ gates }), 'workflow')).toBe(3);
    expect(fixIterationsMax(value({ gates }), 'solo')).toBe(2);
    expect(fixIterationsMax(value(), 'solo')).toBe(1);
  });

  it.each([
    ['auto', { files: 7, loc: 200 }, 'fast'],
    ['auto', { files: 8, loc: 1 }, 'full'],
    ['auto', { files: 1, loc: 201 }, 'full'],
    ['auto', undefined, 'full'],
    ['fast', undefined, 'fast'],
    ['full', { files: 1, loc: 1 }, 'full'],
  ])('is how code is reviewed: %s with %j is %s', (review_mode, change, depth) => {
    expect(codeReviewDepth(value({ review_mode }), change)).toBe(depth);
    expect(planReviewDepth(value({ review_mode }))).toBe(review_mode === 'fast' ? 'fast' : 'full');
  });

  it('is what a role may write and run, by the names of all versions', () => {
    const { planner_agent, plan_review_a, code_review_agent } = WHOLE.role_permissions;
    expect(permissionsOf(value(), 'planner')).toEqual(planner_agent);
    expect(permissionsOf(value(), 'plan-reviewer-a')).toEqual(plan_review_a);
    expect(permissionsOf(value(), 'code-reviewer-b')).toEqual(code_review_agent);
  });

  it('is nothing for a role that is missing', () => {
    expect(permissionsOf(value(), 'fixer')).toBeUndefined();
    expect(permissionsOf(value(), 'plan-reviewer-b')).toBeUndefined();
  });
});
