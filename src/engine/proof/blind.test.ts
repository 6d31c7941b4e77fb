import { expect, it } from 'vitest';
import { council } from '../../../test/fixtures/workflows/council.ts';
import { seeded, work } from '../../../test/fixtures/workflows/seeded.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { prove } from '../prove.ts';

const contract = ['contracts', 'opinion'] as const;
const over = [...work('hearing'), 'over'] as const;

const FAULTS: readonly (readonly [name: string, workflow: Workflow, message: string])[] = [
  ['one worker', seeded(council, [[...over, 'max'], 1]), 'expected a max of at least 2 workers, got 1'],
  [
    'reading what the phase writes',
    seeded(council, [[...contract, 'reads'], { question: 'required', aside: 'optional' }]),
    'expected work that does not read what its own phase writes, got a read of "aside"',
  ],
  [
    'other work of the phase that reads it',
    seeded(
      council,
      [['roles', 'clerk'], { mayWrite: [] }],
      [
        ['contracts', 'listen'],
        {
          ...{ from: ['clerk'], tool: 'submit_listen', says: '', reads: { gist: 'optional' }, produces: [] },
          outcomes: { done: { guarantees: [] } },
        },
      ],
      [work('hearing', 1), { role: 'clerk', contract: 'listen' }],
    ),
    'expected work that does not read what its own phase writes, got a read of "gist"',
  ],
  [
    'a tree',
    seeded(council, [['artifacts', 'aside', 'kind'], 'tree']),
    'expected files, got a write of the tree "aside"',
  ],
  [
    'effects',
    seeded(council, [[...contract, 'effects'], () => []]),
    'expected effects in a later phase, got "effects" of a single piece of work',
  ],
  [
    'notices',
    seeded(council, [[...contract, 'tells'], { to: ['people'], says: () => [] }]),
    'expected notices in a later phase, got "tells" of a single piece of work',
  ],
  [
    'people',
    seeded(council, [['roles', 'member', 'kind'], 'human']),
    'expected roles of agents, got "member"',
  ],
  [
    'a request that an agent answers',
    seeded(council, [['requests', 'ask', 'contract'], 'question'], [['requests', 'ask', 'to'], 'asker']),
    'expected requests that people answer, got "ask", which agents answer',
  ],
];

it.each(FAULTS)('blind work is not proved with %s', (_, workflow, message) => {
  expect(prove(workflow).problems).toContainEqual({
    code: 'PROOF_BLIND',
    message: `phase "hearing" is blind: ${message}`,
    path: ['phases', 'hearing', 'work', '0'],
  });
  const sighted = seeded(workflow, [[...over, 'blind'], undefined]);
  expect(prove(sighted).problems.filter(({ code }) => code === 'PROOF_BLIND')).toEqual([]);
});
