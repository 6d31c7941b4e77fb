// What the proof of the quest holds, shown by faults: each is one change of its definition, and each is found.
import { describe, expect, it } from 'vitest';
import { guarantees, seeded } from '../../../../test/fixtures/workflows/seeded.ts';
import { prove } from '../../../engine/prove.ts';
import type { Workflow } from '../../../model/workflow/workflow.ts';
import { quest } from './quest.ts';

const routesOf = (phase: string) => quest.phases[phase]?.routes ?? [];

/** Where the outcome leads in the definition. */
const way = (phase: string, outcome: string): string[] => {
  const at = routesOf(phase).findIndex(
    ({ when }) => ('all' in when && when.all === outcome) || ('any' in when && when.any === outcome),
  );
  if (at === -1) throw new Error(`${phase} has no way for ${outcome}`);
  return ['phases', phase, 'routes', String(at)];
};

const goes = (phase: string, outcome: string, to: string): Workflow =>
  seeded(quest, [[...way(phase, outcome), 'to'], to]);

const without = (phase: string, outcome: string): Workflow =>
  seeded(quest, [
    ['phases', phase, 'routes'],
    routesOf(phase).filter(({ when }) => !('all' in when && when.all === outcome)),
  ]);

it('the quest is proved', () => {
  expect(prove(quest).problems).toEqual([]);
});

describe('a fault is found', () => {
  it.each<readonly [string, Workflow, string]>([
    [
      'an unendorsed plan is presented at the limit',
      seeded(quest, [['limits', 'plan_iterations', 'atLimit'], 'presenting']),
      'PROOF_FACT',
    ],
    [
      'an unendorsed plan is built by a person who is stuck',
      goes('planStuck', 'again', 'building'),
      'PROOF_FACT',
    ],
    [
      'a plan that the arbiter sends back is presented',
      goes('arbitrating', 'planner', 'presenting'),
      'PROOF_FACT',
    ],
    [
      'a blocked arbiter leads to the presentation',
      goes('arbitrating', 'blocked', 'presenting'),
      'PROOF_FACT',
    ],
    [
      'nobody guarantees the endorsement',
      seeded(quest, [guarantees('verdict', 'builder'), []]),
      'PROOF_FACT',
    ],
    ['the arbiter is passed over', goes('planning', 'planned', 'presenting'), 'PROOF_FACT'],
    ['a change request builds', goes('presenting', 'change', 'building'), 'PROOF_FACT'],
    ['the gate is passed over', goes('presenting', 'proceed', 'building'), 'PROOF_FACT'],
    ['the gate releases nothing', seeded(quest, [guarantees('buildGate', 'build'), []]), 'PROOF_FACT'],
    ['what is built is not proved', seeded(quest, [guarantees('build', 'built'), []]), 'PROOF_FACT'],
    ['what is fixed is not proved', seeded(quest, [guarantees('fix', 'fixed'), []]), 'PROOF_FACT'],
    ['the review is passed over', goes('building', 'built', 'closing'), 'PROOF_FACT'],
    ['what was fixed is not reviewed again', goes('fixing', 'fixed', 'closing'), 'PROOF_FACT'],
    ['a reviewer who is blocked counts as one', goes('reviewingCode', 'blocked', 'judging'), 'PROOF_FACT'],
    ['a rejected change is committed', goes('approving', 'change', 'committing'), 'PROOF_FACT'],
    ['the journal is filed before it is written', goes('committing', 'committed', 'filing'), 'PROOF_FACT'],
    ['the backlog is not made', goes('merging', 'recorded', 'deciding'), 'PROOF_FACT'],
    [
      'nobody writes the brief',
      seeded(quest, [['phases', 'mode', 'routes', '1', 'to'], 'planning']),
      'PROOF_ARTIFACT',
    ],
    ['a builder who is blocked leads nowhere', without('building', 'blocked'), 'PROOF_OUTCOME'],
    ['a person’s no leads nowhere', without('gating', 'change'), 'PROOF_OUTCOME'],
    ['questions go round for ever', goes('clarifying', 'done', 'rerouting'), 'PROOF_LOOP'],
    [
      'fixes go round for ever',
      seeded(quest, [['limits', 'fix_iterations', 'max'], { of: () => 3, cap: 0 }]),
      'PROOF_LOOP',
    ],
    [
      'the planner writes the verdict',
      seeded(quest, [['roles', 'arbiter', 'mayWrite'], []]),
      'PROOF_REFERENCE',
    ],
    ['a name is misspelt', goes('planning', 'planned', 'reviewPlan'), 'PROOF_REFERENCE'],
  ])('%s', (_, workflow, code) => {
    expect(prove(workflow).problems.map((found) => found.code)).toContain(code);
  });
});
