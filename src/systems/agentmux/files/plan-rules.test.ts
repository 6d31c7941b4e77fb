// Every rule of a plan by itself: one fault, in the words that planners know, at its place, and nothing that only follows.
import { describe, expect, it } from 'vitest';
import { SUBPLANS_MAX } from '../../../model/limits/limits.ts';
import { isError, type Problem } from '../../../model/problem.ts';
import { type BrokenPlan, broken, smallPlan } from './plan.fixture.ts';
import { parsePlan } from './plan-file.ts';

const FILE = '04_planning/plan.yaml';

const parse = (source: string) => parsePlan(source, FILE);
const errorsOf = (source: string): readonly Problem[] => parse(source).problems.filter(isError);
const problemsWith = (change: (plan: BrokenPlan) => void): readonly Problem[] =>
  parse(broken(change)).problems;

const sub = (position: number, key: string, value: unknown) => (plan: BrokenPlan) => {
  plan.subplans[position][key] = value;
};
const group = (position: number, key: string, value: unknown) => (plan: BrokenPlan) => {
  plan.groups[position][key] = value;
};
const reference = (position: number, key: string, value: unknown) => (plan: BrokenPlan) => {
  plan.groups[0].plans[position][key] = value;
};
const top = (key: string, value: unknown) => (plan: BrokenPlan) => {
  if (value === undefined) delete plan[key];
  else plan[key] = value;
};
const TOP = ['version', 'plan_overview', 'needs_design', 'needs_docs', 'doc_files', 'groups', 'subplans'];
const TEXTS = ['title', 'scope', 'dependencies', 'implementation_approach', 'acceptance_criteria'];

/** One fault, and the words for it. Each is reported once, and nothing that only follows from it. */
const FAULTS: readonly (readonly [string, (plan: BrokenPlan) => void])[] = [
  ...TOP.map((key) => [`Missing required field: ${key}`, top(key, undefined)] as const),
  ["Field 'plan_overview' has invalid type (expected str, got str).", top('plan_overview', ' \n ')],
  ["Field 'plan_overview' has invalid type (expected str, got int).", top('plan_overview', 5)],
  ["Field 'plan_overview' has invalid type (expected str, got float).", top('plan_overview', 5.5)],
  ["Field 'plan_overview' has invalid type (expected str, got bool).", top('plan_overview', true)],
  ["Field 'plan_overview' has invalid type (expected str, got list).", top('plan_overview', ['a'])],
  ["Field 'plan_overview' has invalid type (expected str, got dict).", top('plan_overview', { a: 1 })],
  ["Field 'plan_overview' has invalid type (expected str, got NoneType).", top('plan_overview', null)],
  ["Field 'needs_design' has invalid type (expected bool, got str).", top('needs_design', 'yes')],
  ["Field 'needs_docs' has invalid type (expected bool, got int).", top('needs_docs', 1)],
  ["Field 'doc_files' has invalid type (expected list[str], got str).", top('doc_files', 'docs/x.md')],
  ["Field 'doc_files' has invalid type (expected list[str], got list).", top('doc_files', ['a', 5])],
  ["Field 'doc_files' has invalid type (expected list[str], got list).", top('doc_files', ['a', ' '])],
  ["Field 'groups' has invalid type (expected list[dict], got NoneType).", top('groups', null)],
  ["Field 'groups' has invalid type (expected list[dict], got dict).", top('groups', { a: 1 })],
  ["Field 'groups' has invalid type (expected list[dict], got str).", top('groups', 'core')],
  ["Field 'subplans' has invalid type (expected list[dict], got NoneType).", top('subplans', null)],
  ['plan.yaml must have version: 2 (got 1).', top('version', 1)],
  ["plan.yaml must have version: 2 (got '2').", top('version', '2')],
  ['plan.yaml must have version: 2 (got True).', top('version', true)],
  ['plan.yaml must have version: 2 (got None).', top('version', null)],
  ['plan.yaml must have version: 2 (got 2.5).', top('version', 2.5)],
  ['groups must contain at least one group.', top('groups', [])],
  ['subplans must contain at least one sub-plan.', top('subplans', [])],
  [
    'subplans[2] must be a mapping.',
    (plan) => {
      plan.subplans[1] = 'text';
    },
  ],
  ['subplans[2].index must be an integer >= 1.', sub(1, 'index', 0)],
  ['subplans[2].index must be an integer >= 1.', sub(1, 'index', -1)],
  ['subplans[2].index must be an integer >= 1.', sub(1, 'index', true)],
  ['subplans[2].index must be an integer >= 1.', sub(1, 'index', '2')],
  ['subplans[2].index must be an integer >= 1.', sub(1, 'index', 2.5)],
  ['subplans[2].index must be an integer >= 1.', sub(1, 'index', undefined)],
  ['subplans[2].index must be an integer >= 1.', sub(1, 'index', null)],
  ['subplans[2] has duplicate index 1.', sub(1, 'index', 1)],
  ...TEXTS.flatMap((key) => [
    [`subplans[1].${key} must not be empty.`, sub(0, key, undefined)] as const,
    [`subplans[1].${key} must not be empty.`, sub(0, key, null)] as const,
    [`subplans[1].${key} must not be empty.`, sub(0, key, '  ')] as const,
  ]),
  ["Field 'subplans[1].scope' has invalid type (expected str, got int).", sub(0, 'scope', 5)],
  ["Field 'subplans[1].title' has invalid type (expected str, got bool).", sub(0, 'title', false)],
  [
    "Field 'subplans[3].acceptance_criteria' has invalid type (expected str, got list).",
    sub(2, 'acceptance_criteria', ['a', 'b']),
  ],
  [
    "Field 'subplans[1].dependencies' has invalid type (expected str or list[str], got int).",
    sub(0, 'dependencies', 1),
  ],
  [
    "Field 'subplans[1].dependencies' has invalid type (expected list[str], got list). Entry 2",
    sub(0, 'dependencies', ['a', 1]),
  ],
  [
    "Field 'subplans[1].isolation_rationale' has invalid type (expected str, got int).",
    sub(0, 'isolation_rationale', 7),
  ],
  ['subplans[1].tasks must be a non-empty list.', sub(0, 'tasks', undefined)],
  ['subplans[1].tasks must be a non-empty list.', sub(0, 'tasks', [])],
  ['subplans[1].tasks must be a non-empty list.', sub(0, 'tasks', 'do it')],
  [
    "Field 'subplans[1].tasks' has invalid type (expected list[str], got list). Entry 2",
    sub(0, 'tasks', ['a', 1]),
  ],
  ['subplans[4].owned_files must be a non-empty list.', sub(3, 'owned_files', [])],
  ['subplans[4].owned_files must be a non-empty list.', sub(3, 'owned_files', null)],
  [
    "Field 'subplans[1].owned_files' has invalid type (expected list[str], got list).",
    sub(0, 'owned_files', [{}]),
  ],
  [
    "subplans[1].owned_files[1] must be a path inside the project (got '../x')",
    sub(0, 'owned_files', ['../x']),
  ],
  [
    "subplans[1].owned_files[2] must be a path inside the project (got '/x')",
    sub(0, 'owned_files', ['a', '/x']),
  ],
  [
    "subplans[1].owned_files[1] must be a path inside the project (got 'C:\\x')",
    sub(0, 'owned_files', ['C:\\x']),
  ],
  [
    "subplans[1].owned_files[1] must be a path inside the project (got '.git/x')",
    sub(0, 'owned_files', ['.git/x']),
  ],
  [
    "subplans[1].owned_files[1] must be a path inside the project (got 'a/*.ts')",
    sub(0, 'owned_files', ['a/*.ts']),
  ],
  ["doc_files[1] must be a path inside the project (got '~/x')", top('doc_files', ['~/x'])],
  [
    'groups[2] must be a mapping.',
    (plan) => {
      plan.groups[1] = 5;
    },
  ],
  ["groups[1] missing 'group_id'.", group(0, 'group_id', undefined)],
  ["groups[1] missing 'group_id'.", group(0, 'group_id', ' ')],
  ["Field 'groups[1].group_id' has invalid type (expected str, got int).", group(0, 'group_id', 7)],
  ["Field 'groups[1].group_id' has invalid type (expected str, got list).", group(0, 'group_id', ['a'])],
  ["groups[2] has duplicate group_id 'core'.", group(1, 'group_id', 'core')],
  ["groups[1].mode must be 'serial' or 'parallel' (got 'sequential').", group(0, 'mode', 'sequential')],
  ["groups[1].mode must be 'serial' or 'parallel' (got 'None').", group(0, 'mode', undefined)],
  ["groups[1].mode must be 'serial' or 'parallel' (got '[…]').", group(0, 'mode', ['serial'])],
  ['groups[1].plans must be a non-empty list.', group(0, 'plans', undefined)],
  ['groups[1].plans must be a non-empty list.', group(0, 'plans', 'One')],
  [
    'groups[1].plans must be a non-empty list.',
    (plan) => plan.groups.unshift({ group_id: 'none', mode: 'serial', plans: [] }),
  ],
  [
    'groups[1].plans[2] must be a mapping.',
    (plan) => {
      plan.groups[0].plans[1] = 'plan_2';
    },
  ],
  ["groups[1].plans[2] must have a valid 'index'.", reference(1, 'index', undefined)],
  ["groups[1].plans[2] must have a valid 'index'.", reference(1, 'index', '2')],
  ["groups[1].plans[2] must have a valid 'index'.", reference(1, 'index', 0)],
  ["groups[1].plans[2] must have a valid 'index'.", reference(1, 'index', true)],
  ['groups[1].plans[2] duplicates plan index 1.', reference(1, 'index', 1)],
  [
    'groups[1].plans[3] references index 5 which has no matching subplan.',
    (plan) => plan.groups[0].plans.push({ index: 5, name: 'Five' }),
  ],
  ["groups[1].plans[1] must have 'name'.", reference(0, 'name', undefined)],
  ["groups[1].plans[1] must have 'name'.", reference(0, 'name', ' ')],
  ["Field 'groups[1].plans[1].name' has invalid type (expected str, got int).", reference(0, 'name', 2024)],
  ['subplan with index 2 is not referenced by any group.', (plan) => plan.groups[0].plans.pop()],
  [
    'plan indices must be contiguous from 1..9; missing: 4, 5, 6, 7, 8.',
    (plan) => {
      plan.groups[1].plans[1].index = 9;
      plan.subplans[3].index = 9;
    },
  ],
  ['review_strategy.severity is required.', top('review_strategy', {})],
  ['review_strategy.severity is required.', top('review_strategy', { severity: '' })],
  [
    "review_strategy.severity must be one of: high, low, medium (got 'urgent').",
    top('review_strategy', { severity: 'urgent' }),
  ],
  ["Field 'review_strategy' has invalid type (expected dict, got str).", top('review_strategy', 'medium')],
];

describe('one fault in a plan', () => {
  it.each(FAULTS)('%s', (words, change) => {
    const { value, problems } = parse(broken(change));
    expect(value).toBeUndefined();
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
    expect(problems[0]).toMatchObject({
      severity: 'error',
      file: FILE,
      field: expect.stringMatching(/./),
      line: expect.any(Number),
      column: expect.any(Number),
    });
  });

  it('is found at its place', () => {
    const source = broken(sub(2, 'scope', 5));
    const line = source.split('\n').indexOf('    scope: 5') + 1;
    expect(errorsOf(source)).toMatchObject([{ field: 'subplans[2].scope', line, column: 12 }]);
  });

  it('is not there where a number is written as the same number', () => {
    expect(parse(broken(() => {}).replace('version: 2', 'version: 2.0')).problems).toEqual([]);
  });

  it('is an index that is written as another kind of number', () => {
    const source = broken(() => {}).replace('  - index: 2\n    title', '  - index: 2.0\n    title');
    expect(errorsOf(source).map(({ message }) => message)).toEqual([
      'subplans[2].index must be an integer >= 1.',
    ]);
    const float = broken(sub(0, 'scope', 'FLOAT')).replace('scope: FLOAT', 'scope: 5.0');
    expect(errorsOf(float)[0]?.message).toContain('(expected str, got float)');
  });

  it('is more sub-plans than can be handed out', () => {
    const source = broken((plan) => {
      const indices = Array.from({ length: SUBPLANS_MAX + 1 }, (_, position) => position + 1);
      plan.groups = [
        { group_id: 'all', mode: 'serial', plans: indices.map((index) => ({ index, name: 'x' })) },
      ];
      plan.subplans = indices.map((index) => ({ ...smallPlan().subplans[0], index }));
    });
    expect(errorsOf(source).map(({ message }) => message)).toEqual([
      `subplans must contain at most ${SUBPLANS_MAX} sub-plans (got ${SUBPLANS_MAX + 1}).`,
    ]);
  });
});

describe('what may be absent', () => {
  it('is the strategy of the review, with a warning', () => {
    for (const value of [undefined, null])
      expect(problemsWith(top('review_strategy', value))).toMatchObject([
        { severity: 'warning', field: 'review_strategy' },
      ]);
  });

  it('is the rationale, blank or null too, and what a sub-plan depends on', () => {
    for (const value of ['', null]) expect(problemsWith(sub(0, 'isolation_rationale', value))).toEqual([]);
    expect(problemsWith(sub(0, 'dependencies', []))).toEqual([]);
    expect(parse(broken(sub(0, 'isolation_rationale', null))).value?.subplans[0]).not.toHaveProperty(
      'isolation_rationale',
    );
  });
});

describe('a key that is not known', () => {
  it('is kept and warned about, with the name that was meant', () => {
    const { value, problems } = parse(
      broken((plan) => {
        plan.extra = 1;
        plan.groups[0].modus = 'x';
        plan.groups[1].plans[0].nome = 'x';
        plan.subplans[1].isolation_rational = 'x';
        plan.review_strategy.focus = ['security'];
      }),
    );
    expect(value).toMatchObject({ extra: 1, review_strategy: { focus: ['security'] } });
    expect(problems.map(({ severity, code, field, hint }) => [severity, code, field, hint])).toEqual([
      ['warning', 'FIELD_UNKNOWN', 'groups[0].modus', 'Write "mode".'],
      ['warning', 'FIELD_UNKNOWN', 'groups[1].plans[0].nome', 'Write "name".'],
      ['warning', 'FIELD_UNKNOWN', 'subplans[1].isolation_rational', 'Write "isolation_rationale".'],
      ['warning', 'FIELD_UNKNOWN', 'extra', expect.stringContaining('Known here: version')],
    ]);
    for (const { line, column } of problems)
      expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
  });

  it('is named where the right one is missing', () => {
    const source = broken((plan) => {
      delete plan.subplans[0].title;
      plan.subplans[0].titel = 'x';
    });
    expect(errorsOf(source)).toMatchObject([
      { hint: 'Write some text. Keys there that are not known: "titel".' },
    ]);
  });

  it('may be one that every object has', () => {
    const source = `${broken(() => {})}__proto__: {a: 1}\nconstructor: 5\ntoString: x\n`;
    expect(parse(source).problems.map(({ field }) => field)).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ]);
    expect(errorsOf('__proto__: {version: 2}\n').map(({ message }) => message)).toContain(
      'Missing required field: version',
    );
  });
});

describe('owned files', () => {
  const own = (three: string[], four: string[]) =>
    broken((plan) => {
      plan.subplans[2].owned_files = three;
      plan.subplans[3].owned_files = four;
    });

  it.each([
    [['src/a.ts'], ['src/a.ts']],
    [['src/'], ['src/x/y.ts']],
    [['src/x/y.ts'], ['src/**']],
    [['src/a.ts'], ['./src/b/../a.ts']],
    [['.'], ['src/a.ts']],
  ])('%j and %j share a file', (three, four) => {
    const [found, ...others] = errorsOf(own(three, four));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ field: 'subplans[3].owned_files[0]', line: expect.any(Number) });
    expect(found?.message).toContain(`subplans[4].owned_files: '${four[0]}' is owned by subplans[3] too`);
    expect(found?.message).toContain(`names '${three[0]}'`);
  });

  it.each([
    [['src/a.ts'], ['src/b.ts']],
    [['src/a'], ['src/ab']],
    [['src/a.ts', 'src/a.ts'], ['lib/']],
    [['Src/'], ['src/']],
  ])('%j and %j share none', (three, four) => {
    expect(parse(own(three, four)).problems).toEqual([]);
  });

  it('may be shared by sub-plans that are not done at the same time', () => {
    expect(
      problemsWith((plan) => {
        for (const position of [0, 1, 2]) plan.subplans[position].owned_files = ['src/a.ts'];
      }),
    ).toEqual([]);
  });

  it('of the second are the problem, whatever the order of the sub-plans', () => {
    const source = broken((plan) => {
      plan.subplans[2].owned_files = ['a', 'b'];
      plan.subplans[3].owned_files = ['b/c', 'd'];
      plan.groups[1].plans.reverse();
    });
    expect(errorsOf(source).map(({ field }) => field)).toEqual(['subplans[2].owned_files[1]']);
  });
});
