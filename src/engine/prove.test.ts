import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentmux } from '../../test/fixtures/workflows/agentmux.ts';
import { collective } from '../../test/fixtures/workflows/collective.ts';
import { h3a } from '../../test/fixtures/workflows/h3a.ts';
import { quest } from '../../test/fixtures/workflows/quest.ts';
import { diceOf, randomWorkflow } from '../../test/fixtures/workflows/random.ts';
import { changed } from '../../test/fixtures/workflows/skeleton.ts';
import { small } from '../../test/fixtures/workflows/small.ts';
import { walk } from '../../test/fixtures/workflows/walk.ts';
import type { ErrorCode } from '../errors.ts';
import type { Workflow } from '../model/workflow.ts';
import { relay } from '../workflows/relay/relay.ts';
import { prove } from './prove.ts';

type Change = readonly [path: readonly (string | number)[], value: unknown];
const seeded = (workflow: Workflow, ...changes: Change[]): Workflow =>
  changes.reduce((before, [path, value]) => changed(before, path, value), workflow);

/** Can the run really go from one phase of the path to the next? */
const isWay = (workflow: Workflow, path: readonly string[]): boolean =>
  path.slice(1).every((to, index) => {
    const from = path[index]!;
    const inside = Object.values(workflow.scopes ?? {}).find((scope) => scope.phases.includes(from));
    return workflow.phases[from]!.routes.some((route) => {
      const target =
        route.to === 'end' && inside !== undefined && route.as === undefined ? inside.then : route.to;
      const limit = route.counts === undefined ? undefined : workflow.limits[route.counts]!.atLimit;
      return (workflow.scopes?.[target]?.first ?? target) === to || limit === to;
    });
  });

const work = (phase: string, index = 0) => ['phases', phase, 'work', index] as const;
const route = (phase: string, index = 0) => ['phases', phase, 'routes', index] as const;
const outcomes = (contract: string, outcome: string) => [
  'contracts',
  contract,
  'outcomes',
  outcome,
  'guarantees',
];

describe('sound workflows', () => {
  it.each([small, relay, agentmux, quest, collective, h3a].map((w) => [w.name, w] as const))(
    '%s',
    (_, workflow) => {
      expect(prove(workflow)).toEqual({
        workflow: workflow.name,
        phases: Object.keys(workflow.phases).length,
        facts: Object.keys(workflow.facts).length,
        problems: [],
      });
    },
  );
});

/** A fault, the code it is found by, and words of its message. */
type Fault = readonly [name: string, workflow: Workflow, code: ErrorCode, words: string];

const references: readonly Fault[] = [
  [
    'a role',
    seeded(small, [['contracts', 'plan', 'from'], ['planer']]),
    'PROOF_REFERENCE',
    'did you mean "planner"?',
  ],
  [
    'an artifact',
    seeded(small, [['contracts', 'code', 'reads'], { plam: 'required' }]),
    'PROOF_REFERENCE',
    'did you mean "plan"?',
  ],
  [
    'a fact',
    seeded(small, [['contracts', 'code', 'assumes'], ['plan.vaild']]),
    'PROOF_REFERENCE',
    'did you mean "plan.valid"?',
  ],
  [
    'a guarantee',
    seeded(small, [outcomes('plan', 'ready'), ['plan.vali']]),
    'PROOF_REFERENCE',
    'contracts.plan.outcomes.ready.guarantees',
  ],
  [
    'a contract',
    seeded(small, [[...work('coding'), 'contract'], 'coed']),
    'PROOF_REFERENCE',
    'did you mean "code"?',
  ],
  [
    'a phase',
    seeded(small, [[...route('coding'), 'to'], 'mergin']),
    'PROOF_REFERENCE',
    'did you mean "merging"?',
  ],
  ['the first phase', seeded(small, [['first'], 'plannin']), 'PROOF_REFERENCE', 'did you mean "planning"?'],
  [
    'a limit',
    seeded(small, [[...route('reviewing', 1), 'counts'], 'fixs']),
    'PROOF_REFERENCE',
    'did you mean "fixes"?',
  ],
  [
    'the end of a limit',
    seeded(small, [['limits', 'fixes', 'atLimit'], 'stick']),
    'PROOF_REFERENCE',
    'did you mean "stuck"?',
  ],
  [
    'an until',
    seeded(small, [[...work('coding'), 'until'], 'work.don']),
    'PROOF_REFERENCE',
    'did you mean "work.done"?',
  ],
  [
    'a phase of a request',
    seeded(small, [['requests', 'scout', 'in'], ['codin']]),
    'PROOF_REFERENCE',
    'did you mean "coding"?',
  ],
  [
    'a phase of a scope',
    seeded(h3a, [['scopes', 'task', 'phases', 4], 'escalate']),
    'PROOF_REFERENCE',
    'did you mean "escalated"?',
  ],
  [
    "a check's outcome",
    seeded(relay, [['contracts', 'review', 'checks', 0, 'on'], ['pas']]),
    'PROOF_REFERENCE',
    'did you mean "pass"?',
  ],
  [
    'a name that every object has',
    seeded(small, [['contracts', 'plan', 'from'], ['constructor']]),
    'PROOF_REFERENCE',
    'there is no role "constructor"',
  ],
  [
    'a field',
    seeded(small, [['contracts', 'code', 'assume'], ['plan.valid']]),
    'PROOF_REFERENCE',
    'there is no field "assume" here; did you mean "assumes"?',
  ],
  [
    'a value that is no list',
    seeded(small, [['contracts', 'code', 'produces'], 'work']),
    'PROOF_REFERENCE',
    'expected array',
  ],
  [
    'a name for file names',
    seeded(small, [['roles', 'a/b'], { mayWrite: [] }]),
    'PROOF_REFERENCE',
    'got "a/b"',
  ],
];

const contracts: readonly Fault[] = [
  [
    'a role that it is not from',
    seeded(small, [[...work('coding'), 'role'], 'reviewer']),
    'PROOF_REFERENCE',
    'is from "coder"',
  ],
  [
    'a forbidden write',
    seeded(small, [['roles', 'coder', 'mayWrite'], ['tree']]),
    'PROOF_REFERENCE',
    '"coder" may not write',
  ],
  ['no tool', seeded(small, [['contracts', 'plan', 'tool'], undefined]), 'PROOF_REFERENCE', 'add "tool"'],
  [
    'a tool of the door',
    seeded(small, [['contracts', 'plan', 'tool'], 'await_verdict']),
    'PROOF_REFERENCE',
    'got "await_verdict"',
  ],
  [
    'a tool with a bad name',
    seeded(small, [['contracts', 'plan', 'tool'], 'hand in']),
    'PROOF_REFERENCE',
    'got "hand in"',
  ],
  [
    'a tool that is a request',
    seeded(small, [['contracts', 'code', 'tool'], 'scout']),
    'PROOF_REFERENCE',
    'the same tool',
  ],
  [
    'nothing asked of a person',
    seeded(small, [['contracts', 'ruling', 'ask'], undefined]),
    'PROOF_REFERENCE',
    'add "ask"',
  ],
  [
    'nothing done by the engine',
    seeded(small, [['contracts', 'merge', 'effect'], undefined]),
    'PROOF_REFERENCE',
    'add "effect"',
  ],
  [
    'no answer to a request',
    seeded(small, [['contracts', 'scout', 'answer'], undefined]),
    'PROOF_REFERENCE',
    'has no "answer"',
  ],
  [
    'a working tree that is a file',
    seeded(small, [['contracts', 'code', 'worksIn'], 'plan']),
    'PROOF_REFERENCE',
    'expected a tree',
  ],
  [
    'a tree without a working tree',
    seeded(small, [['contracts', 'fix', 'worksIn'], undefined]),
    'PROOF_REFERENCE',
    'add "worksIn"',
  ],
  [
    'outcomes that nobody tells apart',
    seeded(small, [['contracts', 'review', 'outcome'], undefined]),
    'PROOF_OUTCOME',
    'no "outcome" that tells',
  ],
  ['no outcome', seeded(small, [['contracts', 'plan', 'outcomes'], {}]), 'PROOF_OUTCOME', 'it can never end'],
  [
    'checks of the engine',
    seeded(small, [['contracts', 'merge', 'checks'], relay.contracts['code']!.checks]),
    'PROOF_OWNER',
    'nobody could mend',
  ],
  [
    'a file outside',
    seeded(small, [['artifacts', 'plan', 'path'], '../../plan.yaml']),
    'PATH_OUTSIDE',
    'inside the run directory',
  ],
  [
    'one file for all items',
    seeded(small, [['artifacts', 'review', 'path'], 'review.yaml']),
    'PROOF_REFERENCE',
    'put {item} into its path',
  ],
];

const scopes: readonly Fault[] = [
  [
    'a way out of the middle',
    seeded(h3a, [[...route('G3'), 'to'], 'delivering']),
    'PROOF_REFERENCE',
    'outside scope "task"',
  ],
  [
    'a way into the middle',
    seeded(h3a, [[...route('delivering'), 'to'], 'G1']),
    'PROOF_REFERENCE',
    'inside scope "task"; go to "task"',
  ],
  ['a start in the middle', seeded(h3a, [['first'], 'G0']), 'PROOF_REFERENCE', 'go to "task"'],
  [
    'a scope in a scope',
    seeded(h3a, [[...route('G3'), 'to'], 'task']),
    'PROOF_REFERENCE',
    'scopes do not nest',
  ],
  [
    'a phase of two scopes',
    seeded(h3a, [['scopes', 'other'], { ...h3a.scopes!['task']! }]),
    'PROOF_REFERENCE',
    'in scope "task" and in scope "other"',
  ],
  ['no items', seeded(h3a, [['scopes', 'task', 'min'], 0]), 'PROOF_FAN_OUT', 'min of at least 1'],
  [
    'one artifact of parallel items',
    seeded(collective, [['artifacts', 'work', 'each'], undefined]),
    'PROOF_PARALLEL_WRITERS',
    'parallel items all write "work"',
  ],
  [
    'one fact of parallel items',
    seeded(collective, [['facts', 'gate.passed', 'each'], undefined]),
    'PROOF_PARALLEL_WRITERS',
    'parallel items all state "gate.passed"',
  ],
  [
    "a fact about everybody's bytes",
    seeded(
      collective,
      [['contracts', 'gate', 'reads'], { block: 'required' }],
      [['contracts', 'handoff', 'produces'], ['work']],
    ),
    'PROOF_FACT',
    'assumes "gate.passed"',
  ],
  [
    "a fact that the next item's work voids",
    seeded(h3a, [['facts', 'approved', 'each'], true]),
    'PROOF_FACT',
    'other items of scope "task" may write "tree"',
  ],
  [
    'an item that ends without it',
    seeded(h3a, [[...route('escalated', 2), 'as'], undefined]),
    'PROOF_FACT',
    'assumes "approved"',
  ],
  [
    'a fact from before the scope',
    seeded(
      h3a,
      [['contracts', 'H1', 'assumes'], ['tests.green']],
      [['first'], 'delivering'],
      [['contracts', 'deliver', 'assumes'], []],
      [[...route('delivering'), 'to'], 'task'],
      [outcomes('deliver', 'delivered'), ['tests.green']],
      [['scopes', 'task', 'then'], 'end'],
    ),
    'PROOF_FACT',
    'items of scope "task" may write',
  ],
];

const fanOuts: readonly Fault[] = [
  ['min 0', seeded(small, [[...work('coding'), 'over', 'min'], 0]), 'PROOF_FAN_OUT', 'true of nobody'],
  [
    'max below min',
    seeded(small, [[...work('coding'), 'over', 'max'], 0]),
    'PROOF_FAN_OUT',
    'max of at least min',
  ],
  ['too many', seeded(small, [[...work('coding'), 'over', 'max'], 257]), 'PROOF_FAN_OUT', 'at most 256'],
  [
    'an artifact of no item',
    seeded(small, [[...work('coding'), 'over'], undefined]),
    'PROOF_FAN_OUT',
    'for no item',
  ],
  [
    'a role by no item',
    seeded(small, [[...work('planning'), 'role'], { byItem: ['planner'] }]),
    'PROOF_FAN_OUT',
    '"byItem"',
  ],
  [
    'one artifact of all items',
    seeded(small, [['artifacts', 'work', 'each'], undefined]),
    'PROOF_PARALLEL_WRITERS',
    'all write "work" at once',
  ],
  [
    'two works, one artifact',
    seeded(small, [work('fixing', 1), { role: 'coder', contract: 'fix' }]),
    'PROOF_PARALLEL_WRITERS',
    'both write "tree"',
  ],
  [
    'answers in one artifact',
    seeded(small, [['contracts', 'scout', 'produces'], ['map']]),
    'PROOF_PARALLEL_WRITERS',
    'make it "each"',
  ],
];

/** The same with a phase `checking` between planning and coding, whose routes are given. */
const withChecking = (...routes: object[]): Workflow =>
  seeded(
    small,
    [[...route('planning'), 'to'], 'checking'],
    [
      ['contracts', 'check'],
      {
        ...small.contracts['review']!,
        reads: {},
        assumes: [],
        outcomes: { yes: { guarantees: [] }, no: { guarantees: [] } },
      },
    ],
    [
      ['phases', 'checking'],
      {
        work: [{ role: 'reviewer', contract: 'check', over: small.phases['coding']!.work[0]!.over }],
        routes,
      },
    ],
  );
const guard = { guard: () => true, says: 'it may be' };

const ways: readonly (readonly [...Fault, path: readonly string[]])[] = [
  [
    'an island',
    seeded(small, [['phases', 'island'], small.phases['planning']]),
    'PROOF_UNREACHABLE',
    'never reached',
    ['island'],
  ],
  [
    'only behind a route that never comes up',
    seeded(
      withChecking(
        { when: { any: 'yes' }, to: 'coding' },
        { when: { any: 'no' }, to: 'end' },
        { when: { all: 'no' }, to: 'island' },
      ),
      [['phases', 'island'], small.phases['planning']],
    ),
    'PROOF_UNREACHABLE',
    'never reached',
    ['island'],
  ],
  [
    'no way out',
    seeded(small, [[...route('committing'), 'to'], 'committing']),
    'PROOF_NO_END',
    'leads to no end',
    ['planning', 'coding', 'merging', 'reviewing', 'approving', 'committing'],
  ],
  [
    'mixed outcomes',
    withChecking({ when: { all: 'yes' }, to: 'coding' }, { when: { all: 'no' }, to: 'end' }),
    'PROOF_OUTCOME',
    'ends with "yes" and another one ends with "no"',
    ['checking'],
  ],
  [
    'a guard as the only way',
    withChecking({ when: guard, to: 'coding' }),
    'PROOF_OUTCOME',
    'no route is taken when',
    ['checking'],
  ],
  [
    'an outcome that is not there',
    withChecking(
      { when: { all: 'yess' }, to: 'coding' },
      { when: { any: 'yes' }, to: 'coding' },
      { when: { any: 'no' }, to: 'end' },
    ),
    'PROOF_OUTCOME',
    'all "yess" can never be taken',
    ['checking'],
  ],
  [
    'who sits out with no outcome',
    seeded(small, [[...work('coding'), 'until'], 'plan.valid']),
    'PROOF_OUTCOME',
    'counts as no outcome',
    ['coding'],
  ],
  [
    'a phase without work',
    seeded(small, [['phases', 'planning', 'work'], []]),
    'PROOF_OUTCOME',
    'has no work',
    ['phases', 'planning', 'work'],
  ],
  [
    'a fact that a fix voids',
    seeded(small, [outcomes('fix', 'done'), []]),
    'PROOF_FACT',
    'phase "fixing" writes "tree"',
    ['planning', 'coding', 'merging', 'reviewing', 'fixing', 'reviewing'],
  ],
  [
    'a fact of one outcome only',
    seeded(small, [outcomes('approval', 'approve'), []]),
    'PROOF_FACT',
    'no contract guarantees it at all',
    ['planning', 'coding', 'merging', 'reviewing', 'approving', 'committing'],
  ],
  [
    'a fact lost on a way round',
    seeded(small, [[...route('approving', 1), 'to'], 'committing']),
    'PROOF_FACT',
    'all "changes"',
    ['planning', 'coding', 'merging', 'reviewing', 'approving', 'committing'],
  ],
  [
    'a fact lost at a limit',
    seeded(small, [['limits', 'fixes', 'atLimit'], 'approving']),
    'PROOF_FACT',
    'limit "fixes" reached',
    ['planning', 'coding', 'merging', 'reviewing', 'approving'],
  ],
  [
    'any of several is not all',
    seeded(small, [
      ['phases', 'reviewing', 'routes'],
      [
        { when: { any: 'pass' }, to: 'approving' },
        { when: { any: 'fail' }, to: 'fixing', counts: 'fixes' },
      ],
    ]),
    'PROOF_FACT',
    'assumes "review.passed"',
    ['planning', 'coding', 'merging', 'reviewing', 'approving'],
  ],
  [
    'a fact of the same phase',
    seeded(
      small,
      [work('merging', 1), { role: 'planner', contract: 'peek' }],
      [
        ['contracts', 'peek'],
        {
          ...small.contracts['plan']!,
          produces: [],
          assumes: ['tree.ready'],
          outcomes: { merged: { guarantees: [] } },
        },
      ],
    ),
    'PROOF_FACT',
    'contract "peek" assumes "tree.ready"',
    ['planning', 'coding', 'merging'],
  ],
  [
    'a fact that an answer voids',
    seeded(
      small,
      [['contracts', 'code', 'reads'], { plan: 'required', notes: 'required' }],
      [work('planning', 1), { role: 'coder', contract: 'note', over: { items: () => [], min: 1, max: 2 } }],
      [
        ['contracts', 'note'],
        {
          ...small.contracts['code']!,
          produces: ['notes'],
          reads: {},
          assumes: [],
          outcomes: { ready: { guarantees: [] } },
        },
      ],
    ),
    'PROOF_FACT',
    'contract "merge" assumes "work.done"',
    ['planning', 'coding', 'merging'],
  ],
  [
    'a fact that an asker cannot count on',
    seeded(small, [['contracts', 'scout', 'assumes'], ['review.passed']]),
    'PROOF_FACT',
    'contract "scout" assumes "review.passed"',
    ['planning', 'coding'],
  ],
  [
    'an artifact that nobody made',
    seeded(small, [['contracts', 'plan', 'reads'], { review: 'required' }]),
    'PROOF_ARTIFACT',
    'reads "review"',
    ['planning'],
  ],
  [
    'an artifact of one way only',
    seeded(small, [['contracts', 'commit', 'reads'], { notes: 'required' }]),
    'PROOF_ARTIFACT',
    'reads "notes"',
    ['planning', 'coding', 'merging', 'reviewing', 'approving', 'committing'],
  ],
  [
    'a working tree that is not there',
    seeded(small, [['contracts', 'code', 'worksIn'], 'tree']),
    'PROOF_ARTIFACT',
    'works in "tree"',
    ['planning', 'coding'],
  ],
  [
    'what an effect may not leave',
    seeded(small, [outcomes('merge', 'merged'), []], [['contracts', 'review', 'assumes'], []]),
    'PROOF_ARTIFACT',
    'reads "tree"',
    ['planning', 'coding', 'merging', 'reviewing'],
  ],
  [
    'a loop without a limit',
    seeded(
      small,
      [[...route('reviewing', 1), 'counts'], undefined],
      [['phases', 'stuck'], undefined],
      [['limits'], {}],
    ),
    'PROOF_LOOP',
    'reviewing → fixing → reviewing',
    ['reviewing', 'fixing', 'reviewing'],
  ],
  [
    'a person who may sit out',
    seeded(
      small,
      [[...work('approving'), 'until'], 'tree.approved'],
      [[...route('reviewing', 1), 'counts'], undefined],
      [[...route('reviewing', 1), 'to'], 'approving'],
      [['phases', 'stuck'], undefined],
      [['limits'], {}],
    ),
    'PROOF_LOOP',
    'goes round',
    ['reviewing', 'approving', 'fixing', 'reviewing'],
  ],
  [
    'a limit of nothing',
    seeded(small, [['limits', 'fixes', 'max'], 0]),
    'PROOF_LOOP',
    'max of at least 1',
    ['limits', 'fixes'],
  ],
  [
    'a limit at which nobody decides',
    seeded(small, [['limits', 'fixes'], { max: 3, atLimit: 'fixing' }], [['phases', 'stuck'], undefined]),
    'PROOF_OWNER',
    'limit "fixes" ends at "fixing", where nobody decides',
    ['reviewing', 'fixing', 'reviewing'],
  ],
  [
    'a count that nobody sets back',
    seeded(small, [['limits', 'fixes', 'atLimit'], 'fixing'], [['phases', 'stuck'], undefined]),
    'PROOF_OWNER',
    'where no person is asked',
    ['limits', 'fixes'],
  ],
  [
    'works that void each other',
    seeded(
      small,
      [work('planning', 1), { role: 'scout', contract: 'chart' }],
      [
        ['contracts', 'chart'],
        {
          ...small.contracts['scout']!,
          produces: ['map'],
          reads: { plan: 'required' },
          outcomes: { ready: { guarantees: ['tree.ready'] } },
        },
      ],
      [['contracts', 'plan', 'reads'], { map: 'required' }],
    ),
    'PROOF_LOOP',
    'neither would ever be done',
    ['phases', 'planning'],
  ],
  [
    'requests that go round',
    seeded(small, [
      ['requests', 'scout', 'by'],
      ['coder', 'scout'],
    ]),
    'PROOF_LOOP',
    'scout → scout',
    ['phases', 'coding'],
  ],
];

describe('seeded faults', () => {
  it.each([...references, ...contracts, ...scopes, ...fanOuts])('%s', (_, workflow, code, words) => {
    const { problems } = prove(workflow);
    expect(problems.map((problem) => problem.code)).toContain(code);
    expect(
      problems
        .filter((p) => p.code === code)
        .map((p) => p.message)
        .join('\n'),
    ).toContain(words);
  });

  it.each(ways)('%s', (_, workflow, code, words, path) => {
    const found = prove(workflow).problems.filter((p) => p.code === code && p.message.includes(words));
    expect(found.map((problem) => problem.path)).toContainEqual(path);
    if (path.every((phase) => Object.hasOwn(workflow.phases, phase)))
      expect(isWay(workflow, path)).toBe(true);
  });

  it.each([
    [
      'agentmux',
      seeded(agentmux, [['limits', 'merges', 'atLimit'], 'stuck'], [['phases', 'unmerged'], undefined]),
      'PROOF_ARTIFACT',
      ['architecting', 'planning', 'implementing', 'merging', 'stuck', 'fixing'],
    ],
    [
      'quest',
      seeded(quest, [['limits', 'plans', 'atLimit'], 'presenting'], [['phases', 'planStuck'], undefined]),
      'PROOF_FACT',
      ['intake', 'plan', 'plan_review', 'presenting'],
    ],
    [
      'collective',
      seeded(collective, [outcomes('ruling', 'again'), []], [outcomes('dispatch', 'to'), []]),
      'PROOF_FACT',
      ['hub', 'spoke'],
    ],
    ['h3a', seeded(h3a, [[...route('G2', 2), 'counts'], undefined]), 'PROOF_LOOP', ['G1', 'G2', 'G1']],
  ] as const)('in %s', (_, workflow, code, path) => {
    expect(
      prove(workflow)
        .problems.filter((p) => p.code === code)
        .map((p) => p.path),
    ).toContainEqual(path);
    expect(isWay(workflow, path)).toBe(true);
  });
});

describe('whatever it is given', () => {
  const breakages = [
    'first',
    'roles',
    'artifacts',
    'facts',
    'contracts',
    'phases',
    'limits',
    'requests',
    'scopes',
  ];

  it('it answers, once per problem and always in the same order', () => {
    for (const key of breakages)
      for (const value of [
        undefined,
        null,
        7,
        'x',
        [],
        [null],
        { a: null },
        { a: {} },
        { __proto__: null },
      ]) {
        const broken = { ...changed(h3a, [key], value), [key]: value } as Workflow;
        const { problems } = prove(broken);
        expect(prove(broken).problems).toEqual(problems);
        expect(new Set(problems.map((p) => JSON.stringify(p))).size).toBe(problems.length);
      }
    for (const value of [undefined, null, 7, 'x', [], {}])
      expect(prove(value as never).problems).not.toEqual([]);
  });

  it('it calls none of the functions of a definition', () => {
    const never = () => {
      throw new Error('called');
    };
    const contracts = Object.fromEntries(
      Object.entries(small.contracts).map(([name, contract]) => [
        name,
        { ...contract, ask: never, effect: never, outcome: never, asks: never, answer: never },
      ]),
    );
    expect(prove({ ...small, contracts, projections: never }).problems).toEqual([]);
  });
});

describe('what is proved holds', () => {
  const proved = (from: number, count: number): Workflow[] =>
    Array.from({ length: count }, (_, i) => randomWorkflow(from * count + i)).flatMap((w) =>
      w === undefined ? [] : [w],
    );

  it('no random walk through a proved workflow meets a broken assumption, a missing artifact or a case without a route', () => {
    let workflows = 0;
    let checked = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer(), (from, seed) => {
        for (const workflow of proved(from, 10)) {
          workflows += 1;
          for (let n = 0; n < 10; n++) {
            const end = walk(workflow, diceOf(seed + n));
            checked += end.checked;
            expect(end.fault).toBeUndefined();
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(workflows).toBeGreaterThan(100);
    expect(checked).toBeGreaterThan(5_000);
  });

  it('the four and relay, too', () => {
    for (const workflow of [small, relay, agentmux, quest, collective, h3a])
      for (let seed = 0; seed < 100; seed++) expect(walk(workflow, diceOf(seed)).fault).toBeUndefined();
  });

  it('without the guarantees of a fact that is assumed it is refused', () => {
    let tried = 0;
    for (const workflow of [small, agentmux, quest, collective, h3a, ...proved(7, 100)]) {
      const used = new Set(
        Object.values(workflow.phases).flatMap((phase) => phase.work.map((w) => w.contract)),
      );
      for (const fact of new Set([...used].flatMap((name) => workflow.contracts[name]!.assumes ?? []))) {
        const contracts = Object.fromEntries(
          Object.entries(workflow.contracts).map(([name, contract]) => [
            name,
            {
              ...contract,
              outcomes: Object.fromEntries(
                Object.entries(contract.outcomes).map(([outcome, { guarantees }]) => [
                  outcome,
                  { guarantees: guarantees.filter((other) => other !== fact) },
                ]),
              ),
            },
          ]),
        );
        tried += 1;
        expect(prove({ ...workflow, contracts }).problems.map((p) => p.code)).toContain('PROOF_FACT');
      }
    }
    expect(tried).toBeGreaterThan(50);
  });
});
