// plan.yaml as a whole: all faults at once, each with its place, and whatever comes, no throw. Single rules: plan-rules.test.ts.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { isError, type Problem } from '../../../model/problem.ts';
import { anyPlan, broken, smallPlan } from './plan.fixture.ts';
import { PLAN_SHAPE, parseHandedInPlan, parsePlan, planSchema } from './plan-file.ts';

const FILE = '04_planning/plan.yaml';

const parse = (source: string) => parsePlan(source, FILE);
const errorsOf = (source: string): readonly Problem[] => parse(source).problems.filter(isError);
const TOP = ['version', 'plan_overview', 'needs_design', 'needs_docs', 'doc_files', 'groups', 'subplans'];

describe('a plan', () => {
  it('is read when it is right', () => {
    expect(parse(stringify(smallPlan()))).toEqual({ value: smallPlan(), problems: [] });
  });

  it('looks like its shape', () => {
    expect(parse(PLAN_SHAPE).problems).toEqual([]);
    expect(parse(PLAN_SHAPE).value?.subplans).toHaveLength(3);
  });

  it('is read as the reference system reads it', () => {
    const source = readFileSync(
      new URL('../../../../test/fixtures/agentmux-golden/inputs/plan.yaml', import.meta.url),
      'utf8',
    );
    const { value, problems } = parse(source);
    expect(value?.groups.map(({ group_id }) => group_id)).toEqual(['foundation', 'impl']);
    expect(problems.map(({ severity, field }) => [severity, field])).toEqual([
      ['warning', 'review_strategy'],
    ]);
  });

  it('has a strategy of the review where it is handed in', () => {
    const source = readFileSync(
      new URL('../../../../test/fixtures/agentmux-golden/inputs/plan.yaml', import.meta.url),
      'utf8',
    );
    const { value, problems } = parseHandedInPlan(source, 'plan.yaml');
    expect(value).toBeUndefined();
    expect(problems).toMatchObject([
      { severity: 'error', code: 'FIELD_MISSING', field: 'review_strategy', hint: expect.any(String) },
    ]);
    expect(parseHandedInPlan(PLAN_SHAPE, 'plan.yaml').problems).toEqual([]);
  });

  it('may be any that holds all the rules', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const { value, problems } = parse(stringify(plan));
        expect(problems).toEqual([]);
        expect(value).toEqual(plan);
      }),
      { numRuns: 200 },
    );
  });
});

describe('thirty faults', () => {
  const source = `version: 3
plan_overview: ""
needs_design: "no"
needs_docs: true
doc_files: [5, ../a]
groups:
  - {group_id: 7, mode: seq, plans: [{index: 1, name: 2024}, {index: 2}]}
  - {mode: parallel, plans: [{index: 3, name: Three}, {index: 4, name: Four}, {index: 12, name: Twelve}]}
  - {group_id: c, mode: serial, plans: [{index: 5, name: Five}, {index: 5, name: Five}]}
  - {group_id: c, mode: serial, plans: []}
subplans:
  - {index: 1, title: 5, scope: [], dependencies: 1, implementation_approach: "", tasks: [1], owned_files: [/etc]}
  - {index: 2, title: T, scope: s, dependencies: d, implementation_approach: i, acceptance_criteria: " ", tasks: [], owned_files: []}
  - {index: 3, title: T, scope: s, dependencies: d, implementation_approach: i, acceptance_criteria: a, tasks: [t], owned_files: [src/]}
  - {index: 4, title: T, scope: s, dependencies: [" "], implementation_approach: i, acceptance_criteria: a, tasks: [t], owned_files: [src/a, "*.md"]}
  - {index: 5, title: T, scope: s, dependencies: d, implementation_approach: i, acceptance_criteria: a, tasks: [t, ""], owned_files: [b]}
  - {index: 8, title: T, scope: s, dependencies: d, implementation_approach: i, acceptance_criteria: a, tasks: [t], owned_files: [c]}
review_strategy: {severity: low}
`;

  it('are all reported, each once, with line and column', () => {
    const problems = errorsOf(source);
    expect(problems.map(({ message }) => message)).toMatchInlineSnapshot(`
      [
        "plan.yaml must have version: 2 (got 3).",
        "Field 'plan_overview' has invalid type (expected str, got str). It is blank.",
        "Field 'needs_design' has invalid type (expected bool, got str).",
        "Field 'doc_files' has invalid type (expected list[str], got list). Entry 1 is not text.",
        "doc_files[2] must be a path inside the project (got '../a'): it leads out of the project: leave out the "..".",
        "Field 'groups[1].group_id' has invalid type (expected str, got int).",
        "groups[1].mode must be 'serial' or 'parallel' (got 'seq').",
        "Field 'groups[1].plans[1].name' has invalid type (expected str, got int).",
        "groups[1].plans[2] must have 'name'.",
        "groups[2] missing 'group_id'.",
        "groups[2].plans[3] references index 12 which has no matching subplan.",
        "groups[3].plans[2] duplicates plan index 5.",
        "groups[4] has duplicate group_id 'c'.",
        "groups[4].plans must be a non-empty list.",
        "subplans[1].acceptance_criteria must not be empty.",
        "Field 'subplans[1].title' has invalid type (expected str, got int).",
        "Field 'subplans[1].scope' has invalid type (expected str, got list).",
        "Field 'subplans[1].dependencies' has invalid type (expected str or list[str], got int).",
        "subplans[1].implementation_approach must not be empty.",
        "Field 'subplans[1].tasks' has invalid type (expected list[str], got list). Entry 1 is not text.",
        "subplans[1].owned_files[1] must be a path inside the project (got '/etc'): it does not begin at the root of the project: write it relative to the project.",
        "subplans[2].acceptance_criteria must not be empty.",
        "subplans[2].tasks must be a non-empty list.",
        "subplans[2].owned_files must be a non-empty list.",
        "Field 'subplans[4].dependencies' has invalid type (expected list[str], got list). Entry 1 is blank.",
        "subplans[4].owned_files: 'src/a' is owned by subplans[3] too, which names 'src/', and both are in the parallel group groups[2].",
        "subplans[4].owned_files[2] must be a path inside the project (got '*.md'): it holds a wildcard: name files, or directories with a "/" at the end.",
        "Field 'subplans[5].tasks' has invalid type (expected list[str], got list). Entry 2 is blank.",
        "subplan with index 8 is not referenced by any group.",
        "plan indices must be contiguous from 1..8; missing: 6, 7.",
      ]
    `);
    expect(problems).toHaveLength(30);
    expect(new Set(problems.map(({ message }) => message)).size).toBe(30);
    for (const { line, column } of problems) {
      expect(line).toBeGreaterThan(0);
      expect(column).toBeGreaterThan(0);
    }
    expect(problems.map(({ line }) => line)).toEqual(problems.map(({ line }) => line!).sort((a, b) => a - b));
  });
});

describe('a file that is no plan', () => {
  it.each([
    ['', 'plan.yaml must be a YAML mapping.', 'FILE_EMPTY'],
    ['# nothing\n', 'plan.yaml must be a YAML mapping.', 'FILE_EMPTY'],
    ['- a\n', 'plan.yaml must be a YAML mapping.', 'YAML_NOT_MAPPING'],
    ['text', 'plan.yaml must be a YAML mapping.', 'YAML_NOT_MAPPING'],
    ['5', 'plan.yaml must be a YAML mapping.', 'YAML_NOT_MAPPING'],
    ['a: [b', 'Failed to parse plan.yaml: ', 'YAML_SYNTAX'],
    ['a: b: c', 'Failed to parse plan.yaml: ', 'YAML_SYNTAX'],
    ['version: 2\nversion: 2\n', 'Failed to parse plan.yaml: ', 'YAML_DUPLICATE_KEY'],
    ['a: 1\n---\nb: 2\n', 'Failed to parse plan.yaml: ', 'YAML_SYNTAX'],
    [`a: ${'['.repeat(500)}`, 'Failed to parse plan.yaml: ', 'YAML_TOO_DEEP'],
    ['!!python/object/apply:os.system ["true"]', 'Failed to parse plan.yaml: ', 'YAML_SYNTAX'],
  ])('%j', (source, words, code) => {
    const { value, problems } = parse(source);
    expect(value).toBeUndefined();
    expect(problems[0]).toMatchObject({ code, file: FILE, message: expect.stringContaining(words) });
  });
});

describe('hostile plans', () => {
  it('of any shape are answered, never thrown at', () => {
    const any = fc.anything({ withNullPrototype: false, withDate: false, withBigInt: false, maxDepth: 3 });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...TOP, 'x'), any), (plan) => {
        const { value, problems } = parse(JSON.stringify(plan));
        expect(value === undefined).toBe(problems.some(isError));
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (source) => {
        expect(parse(source).value).toBeUndefined();
      }),
    );
  });

  it('with one part replaced by anything are refused, or are plans', () => {
    const spots = [
      'groups.0',
      'groups.0.plans',
      'groups.1.plans.0',
      'subplans.1',
      'subplans.2.owned_files',
      'subplans.3.index',
    ];
    const any = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(0, 1, 2, 3, 4, 5, 1e21, -0, 2 ** 60));
    fc.assert(
      fc.property(fc.constantFrom(...spots), any, (spot, value) => {
        const source = broken((plan) => {
          const steps = spot.split('.');
          const last = steps.pop()!;
          steps.reduce((at, step) => at[step], plan)[last] = value;
        });
        const read = parse(source);
        if (read.value === undefined) expect(read.problems.some(isError)).toBe(true);
        else expect(planSchema.safeParse(read.value).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('with more faults than anybody reads are answered with the first of them, errors before warnings', () => {
    const keys = Array.from({ length: 2_000 }, (_, position) => `key-${position}: 1`).join('\n');
    const { problems } = parse(`${keys}\nversion: 1\nsubplans: [${'5, '.repeat(2_000)}]\n`);
    expect(problems[0]?.severity).toBe('error');
    expect(problems.length).toBeLessThanOrEqual(2 * PROBLEMS_MAX + 1);
    expect(problems.at(-1)).toMatchObject({ code: 'LIMIT_REACHED', severity: 'error' });
  });

  it('with an index far away do not count up to it', () => {
    // Counting would never end.
    const [found] = errorsOf(
      broken((plan) => {
        plan.subplans[3].index = 9_007_199_254_740_991;
        plan.groups[1].plans[1].index = 9_007_199_254_740_991;
      }),
    );
    expect(found?.message).toMatch(/missing: 4, 5, .* and \d+ more\.$/);
  });

  it('may use aliases', () => {
    const source = broken(() => {})
      .replace('dependencies: None', 'dependencies: &none None')
      .replaceAll('dependencies: None', 'dependencies: *none');
    expect(parse(source).problems).toEqual([]);
  });
});
