// execution_plan.yaml read back: every rule, all at once, each with its place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseExecutionPlan } from './execution-plan.ts';
import type { BrokenPlan } from './plan.fixture.ts';

const FILE = '04_planning/execution_plan.yaml';
const parse = (source: string) => parseExecutionPlan(source, FILE);

const small = (): BrokenPlan => ({
  groups: [
    { group_id: 'core', mode: 'serial', plans: [{ file: 'plan_1.md', name: 'One' }] },
    {
      group_id: 'rest',
      mode: 'parallel',
      plans: [
        { file: 'plan_2.md', name: 'Two' },
        { file: 'plan_3.md', name: 'Three' },
      ],
    },
  ],
  needs_design: false,
  needs_docs: true,
  doc_files: ['docs/x.md'],
});

const set = (path: string, value: unknown) => (plan: BrokenPlan) => {
  const steps = path.split('.');
  const last = steps.pop()!;
  const at = steps.reduce((inside, step) => inside[step], plan);
  if (value === undefined) delete at[last];
  else at[last] = value;
};

describe('an execution plan', () => {
  it('is read when it is right', () => {
    expect(parse(stringify(small()))).toEqual({ value: small(), problems: [] });
  });

  it('may leave out what is for information, and have more', () => {
    const { groups } = small();
    expect(parse(stringify({ groups, version: 1 }))).toEqual({
      value: { groups, needs_design: false, needs_docs: false, doc_files: [] },
      problems: [],
    });
  });

  it.each([
    ['groups must be a non-empty list.', set('groups', undefined)],
    ['groups must be a non-empty list.', set('groups', [])],
    ['groups must be a non-empty list.', set('groups', { a: 1 })],
    ['groups[1] must be a mapping.', set('groups.0', 'core')],
    ['groups[1].group_id must be a non-empty string.', set('groups.0.group_id', undefined)],
    ['groups[1].group_id must be a non-empty string.', set('groups.0.group_id', 7)],
    ['groups[1].group_id must be a non-empty string.', set('groups.0.group_id', ' ')],
    ["groups[2].group_id 'core' came before.", set('groups.1.group_id', 'core')],
    ["groups[1].mode must be 'serial' or 'parallel' (got 'both').", set('groups.0.mode', 'both')],
    ["groups[1].mode must be 'serial' or 'parallel' (got 'None').", set('groups.0.mode', undefined)],
    ['groups[1].plans must be a non-empty list.', set('groups.0.plans', [])],
    ['groups[1].plans must be a non-empty list.', set('groups.0.plans', 'plan_1.md')],
    ['groups[1].plans[1] must be a mapping, not a name alone.', set('groups.0.plans.0', 'plan_1.md')],
    ['groups[1].plans[1] must be a mapping.', set('groups.0.plans.0', 1)],
    ['groups[1].plans[1].file must be a non-empty string.', set('groups.0.plans.0.file', undefined)],
    ['groups[1].plans[1].file must be a non-empty string.', set('groups.0.plans.0.file', 1)],
    ['groups[1].plans[1].name must be a non-empty string.', set('groups.0.plans.0.name', ' ')],
    ['groups[1].plans[1].name must be a non-empty string.', set('groups.0.plans.0.name', 2024)],
    [
      "groups[1].plans[1].file must be plan_<N>.md with N from 1 (got 'x.md').",
      set('groups.0.plans.0.file', 'x.md'),
    ],
    ['groups[1].plans[1].file must be plan_<N>.md', set('groups.0.plans.0.file', '../plan_1.md')],
    ['groups[1].plans[1].file must be plan_<N>.md', set('groups.0.plans.0.file', 'plan_0.md')],
    ['groups[1].plans[1].file must be plan_<N>.md', set('groups.0.plans.0.file', 'plan_01.md')],
    ['groups[1].plans[1].file must be plan_<N>.md', set('groups.0.plans.0.file', 'plan_1.md\n')],
    ['groups[2].plans[1].file uses plan_1.md again.', set('groups.1.plans.0.file', 'plan_1.md')],
    ['plan indices must be contiguous from 1..5; missing: 3, 4.', set('groups.1.plans.1.file', 'plan_5.md')],
    ["needs_design must be true or false (got 'None').", set('needs_design', null)],
    ['doc_files must be a list.', set('doc_files', 'docs/x.md')],
    ['doc_files[1] must be a non-empty string.', set('doc_files', [1])],
  ])('is refused: %s', (words, change) => {
    const plan = small();
    change(plan);
    const { value, problems } = parse(stringify(plan));
    expect(value).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message.startsWith(`execution_plan.yaml: ${words}`)).toBe(true);
    expect(problems[0]).toMatchObject({ file: FILE, line: expect.any(Number), column: expect.any(Number) });
  });

  it.each(['', '- a', 'a: [', 'text'])('is no plan: %j', (source) => {
    const { value, problems } = parse(source);
    expect(value).toBeUndefined();
    expect(problems[0]?.message).toMatch(/^execution_plan\.yaml: /);
  });

  it('has all its faults reported at once', () => {
    const source =
      'groups:\n- {group_id: 1, mode: x, plans: [a, {file: b}]}\n- 5\nneeds_docs: 1\ndoc_files: [""]\n';
    expect(parse(source).problems.map(({ line }) => line)).toEqual([2, 2, 2, 2, 2, 3, 4, 5]);
  });

  it('of any shape is answered, never thrown at', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('groups', 'groups.0', 'groups.1.plans', 'x'),
        (value, path) => {
          const plan = small();
          set(path, value)(plan);
          const read = parse(JSON.stringify(plan));
          expect(read.value === undefined).toBe(read.problems.length > 0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
