// The files of a plan, byte for byte as the reference system writes them, and safe against whatever agents write.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planFiles } from './derived-plan.ts';
import { parseExecutionPlan } from './execution-plan.ts';
import { anyPlan, anyText, smallPlan } from './plan.fixture.ts';
import { type Plan, parsePlan } from './plan-file.ts';
import { yamlScalar } from './yaml-scalar.ts';

const GOLDEN = new URL('../../../../test/fixtures/agentmux-golden/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, GOLDEN), 'utf8');
const textOf = (plan: Plan, name: string): string | undefined =>
  planFiles(plan).find(({ path }) => path === `04_planning/${name}`)?.text;

describe('the files of the reference plan', () => {
  const files = planFiles(parsePlan(read('inputs/plan.yaml'), 'plan.yaml').value!);
  const expected = readdirSync(new URL('derived/04_planning', GOLDEN)).filter((name) => name !== 'plan.yaml');

  it('are those that the reference system made', () => {
    expect(expected.length).toBeGreaterThan(7);
    expect(files.map(({ path }) => path).sort()).toEqual(
      expected.map((name) => `04_planning/${name}`).sort(),
    );
  });

  it.each(expected)('%s is the same byte for byte', (name) => {
    const made = files.find(({ path }) => path === `04_planning/${name}`);
    expect(made?.text).toBe(read(`derived/04_planning/${name}`));
  });
});

describe('the files of a plan', () => {
  it('keep their form whatever the texts are', () => {
    const plan = smallPlan();
    plan.doc_files = [];
    plan.subplans[0] = {
      ...plan.subplans[0],
      title: ' Title\n# Not a heading ',
      dependencies: [],
      tasks: ['First\nand more\n\nand more still\n', 'Second'],
      isolation_rationale: '  ',
    };
    expect(textOf(plan, 'tasks_1.md')).toBe(
      '# Tasks: Title # Not a heading\n\n- [ ] First\n  and more\n\n  and more still\n- [ ] Second\n',
    );
    const text = textOf(plan, 'plan_1.md')!;
    expect(text).toContain('# Title # Not a heading\n\n## Scope\n\nScope 1\n\n');
    expect(text).toContain('## Dependencies\n\nNone\n\n## Implementation Approach');
    expect(text).not.toContain('Isolation Rationale');
    expect(textOf(plan, 'execution_plan.yaml')).toMatch(/\ndoc_files: \[\]\n$/);
  });

  it('have one file for each sub-plan and end with one line end', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const files = planFiles(plan);
        expect(files).toHaveLength(2 + 2 * plan.subplans.length);
        expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
        for (const { text } of files) expect(text).toMatch(/\S\n$/);
      }),
      { numRuns: 100 },
    );
  });
});

describe('execution_plan.yaml', () => {
  it('gives back what the plan says, in YAML 1.2 and in YAML 1.1', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const text = textOf(plan, 'execution_plan.yaml')!;
        const expected = {
          groups: plan.groups.map(({ group_id, mode, plans }) => ({
            group_id,
            mode,
            plans: plans.map(({ index, name }) => ({ file: `plan_${index}.md`, name })),
          })),
          needs_design: plan.needs_design,
          needs_docs: plan.needs_docs,
          doc_files: plan.doc_files,
        };
        expect(parseExecutionPlan(text, 'execution_plan.yaml')).toEqual({ value: expected, problems: [] });
        expect(parse(text, { version: '1.1' })).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('has every text as one scalar on one line', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const scalar = yamlScalar(text);
        expect(scalar).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]/);
        for (const version of ['1.1', '1.2'] as const)
          expect(parse(`a:\n- b: ${scalar}\n  c: 1\n`, { version })).toEqual({ a: [{ b: text, c: 1 }] });
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['Types', 'Types'],
    ['Login API, second part', 'Login API, second part'],
    ['docs/x.md', 'docs/x.md'],
    ['./docs/x.md', './docs/x.md'],
    ['2024', "'2024'"],
    ['1:30', "'1:30'"],
    ['yes', "'yes'"],
    ['Off', "'Off'"],
    ['null', "'null'"],
    ['~', "'~'"],
    ['=', "'='"],
    ['<<', "'<<'"],
    ['._', "'._'"],
    ['.inf', "'.inf'"],
    ['a: b', "'a: b'"],
    ["it's", "it's"],
    ["'its", "'''its'"],
    ['a #b', "'a #b'"],
    ['a:', "'a:'"],
    ['a ', "'a '"],
    ['{a}', "'{a}'"],
    ['\ud83d\ude00', "'😀'"],
    ['a\ud83d', "'a\ufffd'"],
    ['- x', "'- x'"],
    ['a\nb', '"a\\nb"'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    ['\ufeffa', '"\\uFEFFa"'],
    ['', "''"],
  ])('%j is written %s', (text, scalar) => {
    expect(yamlScalar(text)).toBe(scalar);
  });
});
