import { describe, expect, it } from 'vitest';
import {
  type Fault,
  guarantees,
  isWay,
  route,
  seeded,
  work,
} from '../../../test/fixtures/workflows/seeded.ts';
import { small } from '../../../test/fixtures/workflows/small.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { prove } from '../prove.ts';

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
    seeded(small, [guarantees('fix', 'done'), []]),
    'PROOF_FACT',
    'phase "fixing" writes "tree"',
    ['planning', 'coding', 'merging', 'reviewing', 'fixing', 'reviewing'],
  ],
  [
    'a fact of one outcome only',
    seeded(small, [guarantees('approval', 'approve'), []]),
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
    'a fact of effects that may leave their own part out',
    seeded(small, [['roles', 'coder', 'kind'], 'engine'], [['facts', 'work.done', 'about'], []]),
    'PROOF_FACT',
    'contract "merge" assumes "work.done"',
    ['planning', 'coding', 'merging'],
  ],
  [
    'more ways to end than can be looked through',
    seeded(small, [
      ['contracts', 'review', 'outcomes'],
      Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`o${i}`, { guarantees: [] }])),
    ]),
    'PROOF_OUTCOME',
    'more than 20000 ways',
    ['reviewing'],
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
    seeded(small, [guarantees('merge', 'merged'), []], [['contracts', 'review', 'assumes'], []]),
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
    'loops without',
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

describe('faults of ways', () => {
  it.each(ways)('%s', (_, workflow, code, words, path) => {
    const found = prove(workflow).problems.filter((p) => p.code === code && p.message.includes(words));
    expect(found.map((problem) => problem.path)).toContainEqual(path);
    if (path.every((phase) => Object.hasOwn(workflow.phases, phase)))
      expect(isWay(workflow, path)).toBe(true);
  });
});
