// Defects of the original in what planners hand in, and what Baton does instead.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { checkItems } from '../../src/engine/rules/open.ts';
import { ITEMS_MAX } from '../../src/model/limits/limits.ts';
import { isError, type Problem } from '../../src/model/problem.ts';
import { planFiles } from '../../src/systems/agentmux/files/derived-plan.ts';
import { parseExecutionPlan } from '../../src/systems/agentmux/files/execution-plan.ts';
import { anyPlan, type BrokenPlan, broken } from '../../src/systems/agentmux/files/plan.fixture.ts';
import { parsePlan } from '../../src/systems/agentmux/files/plan-file.ts';
import { itemsOfPlan } from '../../src/systems/agentmux/workflow/plan-items.ts';
import { architect, planText, startAgentmux, subplan } from '../fixtures/agentmux-steps.ts';

const FILE = '04_planning/plan.yaml';

const errorsOf = (text: string): Problem[] => parsePlan(text, FILE).problems.filter(isError);

type Change = (plan: BrokenPlan) => void;

describe('defect 1: a plan without a list of groups crashed the validator; Baton lists it with every other problem', () => {
  it.each<[string, Change, string]>([
    ['groups are missing', (plan) => delete plan.groups, 'Missing required field: groups'],
    ['groups are null', (plan) => (plan.groups = null), "Field 'groups' has invalid type"],
    ['groups are text', (plan) => (plan.groups = 'all'), "Field 'groups' has invalid type"],
    ['groups are a number', (plan) => (plan.groups = 7), "Field 'groups' has invalid type"],
    ['groups are a mapping', (plan) => (plan.groups = { all: [1] }), "Field 'groups' has invalid type"],
    ['there is no group', (plan) => (plan.groups = []), 'groups must contain at least one group.'],
    ['a group is text', (plan) => (plan.groups[0] = 'core'), 'groups[1] must be a mapping.'],
    ['a group_id is a list', (plan) => (plan.groups[0].group_id = ['core']), 'groups[1].group_id'],
    ['a group_id is a mapping', (plan) => (plan.groups[0].group_id = { id: 'core' }), 'groups[1].group_id'],
    ['a mode is a list', (plan) => (plan.groups[0].mode = ['serial']), 'groups[1].mode must be'],
    ['a mode is a mapping', (plan) => (plan.groups[0].mode = { serial: true }), 'groups[1].mode must be'],
  ])('%s', (_, change, words) => {
    // A second fault, elsewhere: nothing ends the search before it is found.
    const errors = errorsOf(
      broken((plan) => {
        change(plan);
        plan.subplans[1].tasks = [];
      }),
    );
    expect(errors.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringContaining(words),
        expect.stringContaining('subplans[2].tasks must be a non-empty list.'),
      ]),
    );
    for (const { file, field } of errors) expect([file, field]).toEqual([FILE, expect.any(String)]);
  });

  it('at the door the planner reads the list, and goes on', async () => {
    const run = await startAgentmux();
    await architect(run);
    await run.task('planning.planner.1');
    run.write(FILE, 'version: 2\ngroups: null\n');
    const answer = await run.call('planning.planner.1', 'submit_plan');
    expect(answer).toMatchObject({ status: 'rejected' });
    const messages = answer.status === 'rejected' ? answer.problems.map(({ message }) => message) : [];
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringContaining("Field 'groups' has invalid type"),
        'Missing required field: plan_overview',
        'Missing required field: subplans',
      ]),
    );
    run.write(FILE, planText());
    await run.accept('planning.planner.1', 'submit_plan');
    await run.reach('implementing');
  });
});

/** Every place in a value, as a path. */
const placesIn = (
  value: unknown,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [path, ...[...keys].flatMap((key) => placesIn((value as never)[key], [...path, key]))];
};

const replaceAt = (root: BrokenPlan, path: readonly (string | number)[], value: unknown): void => {
  let at = root;
  for (const key of path.slice(0, -1)) at = at[key];
  at[path.at(-1)!] = value;
};

/** A valid plan in which a few places hold something else. */
const anyBentPlan = fc
  .tuple(
    anyPlan,
    fc.array(
      fc.tuple(fc.nat(), fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('parallel', 1, 'a/b'))),
      {
        maxLength: 3,
      },
    ),
  )
  .map(([valid, changes]) => {
    const plan = structuredClone(valid) as BrokenPlan;
    for (const [at, value] of changes) {
      const places = placesIn(plan).filter((path) => path.length > 0);
      replaceAt(plan, places[at % places.length]!, value);
    }
    return stringify(plan);
  });

describe('defect 2: what the validator took, the rest of the program choked on; what Baton takes, it can carry out', () => {
  it('a plan without errors always becomes files, items and an execution plan', () => {
    let taken = 0;
    let refused = 0;
    fc.assert(
      fc.property(anyBentPlan, (text) => {
        const { value, problems } = parsePlan(text, FILE);
        if (value === undefined || problems.some(isError)) {
          expect(problems.some(isError)).toBe(true);
          refused += 1;
          return;
        }
        taken += 1;
        const files = planFiles(value);
        expect(files).toHaveLength(2 + 2 * value.subplans.length);
        const order = files.find(({ path }) => path === '04_planning/execution_plan.yaml')!;
        expect(parseExecutionPlan(order.text, order.path).problems).toEqual([]);
        for (const singleCoder of [false, true]) {
          const items = itemsOfPlan(value, { singleCoder });
          checkItems('implementing', items, { min: 1, max: ITEMS_MAX });
          expect(items).toHaveLength(singleCoder ? 1 : value.subplans.length);
        }
      }),
      { numRuns: 400 },
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(20);
  });

  it.each<[string, Change, string]>([
    ['a scope that is a number', (plan) => (plan.subplans[0].scope = 5), 'subplans[1].scope'],
    [
      'acceptance criteria that are a list',
      (plan) => (plan.subplans[0].acceptance_criteria = ['a', 'b']),
      'subplans[1].acceptance_criteria',
    ],
    [
      'an isolation rationale that is a number',
      (plan) => (plan.subplans[0].isolation_rationale = 7),
      'subplans[1].isolation_rationale',
    ],
    ['a group_id that is a number', (plan) => (plan.groups[0].group_id = 7), 'groups[1].group_id'],
    ['a name that is a number', (plan) => (plan.groups[0].plans[0].name = 2024), 'groups[1].plans[1].name'],
    ['a task that is a mapping', (plan) => (plan.subplans[0].tasks[1] = { a: 1 }), 'subplans[1].tasks'],
    [
      'an owned file that is a number',
      (plan) => (plan.subplans[0].owned_files[0] = 1),
      'subplans[1].owned_files',
    ],
  ])('%s is rejected where it stands', (_, change, field) => {
    const errors = errorsOf(broken(change));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ file: FILE, line: expect.any(Number) });
    expect(errors[0]!.message).toContain(field);
  });
});

describe('defect 19: two sub-plans at work at once could own the same file; Baton rejects such a plan', () => {
  const owning = (first: readonly string[], second: readonly string[], more: object = {}): string =>
    planText(2, {
      subplans: [subplan(1, { owned_files: first }), subplan(2, { owned_files: second })],
      ...more,
    });

  it.each([
    ['the same file', ['src/a.ts'], ['src/a.ts']],
    ['the same file, written otherwise', ['src/a.ts'], ['./src//x/../a.ts']],
    ['a file in the directory of the other', ['src/'], ['src/a.ts']],
    ['a directory around the file of the other', ['src/a.ts'], ['src/**']],
    ['the whole project', ['src/a.ts'], ['.']],
  ])('%s', (_, first, second) => {
    const errors = errorsOf(owning(first, second));
    expect(errors).toHaveLength(1);
    expect(errors[0]!.message).toContain('subplans[2].owned_files');
    expect(errors[0]!.message).toContain('is owned by subplans[1] too');
    expect(errors[0]!.message).toContain('parallel group groups[1]');
  });

  it('one after the other they may, and beside each other with other files', () => {
    const serial = [
      {
        group_id: 'all',
        mode: 'serial',
        plans: [
          { index: 1, name: 'One' },
          { index: 2, name: 'Two' },
        ],
      },
    ];
    const apart = [1, 2].map((index) => ({
      group_id: `group ${index}`,
      mode: 'parallel',
      plans: [{ index, name: 'One' }],
    }));
    expect(errorsOf(owning(['src/a.ts'], ['src/a.ts'], { groups: serial }))).toEqual([]);
    expect(errorsOf(owning(['src/a.ts'], ['src/'], { groups: apart }))).toEqual([]);
    expect(errorsOf(owning(['src/a.ts'], ['src/a.tsx', 'src-2/']))).toEqual([]);
  });

  it('what a coder changes outside of its own files is rejected, too', async () => {
    const run = await startAgentmux();
    await architect(run);
    await run.task('planning.planner.1');
    run.write(FILE, planText());
    await run.accept('planning.planner.1', 'submit_plan');
    await run.task('implementing.coder.1.1');
    run.change('implementing.coder.1.1', { 'part-1/a': 'mine', 'part-2/a': 'not mine' });
    expect(await run.call('implementing.coder.1.1', 'submit_done', { subplan_index: 1 })).toMatchObject({
      status: 'rejected',
      problems: [{ code: 'FILES_NOT_OWNED', file: 'part-2/a' }],
    });
  });
});
