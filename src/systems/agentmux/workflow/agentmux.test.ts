// The workflow as data: it is proved, and what is wrong with a changed copy of it is found before any agent runs.
import { describe, expect, it } from 'vitest';
import { guarantees, isWay, route, seeded, work } from '../../../../test/fixtures/workflows/seeded.ts';
import { prove } from '../../../engine/prove.ts';
import type { ErrorCode } from '../../../errors.ts';
import type { Workflow } from '../../../model/workflow/workflow.ts';
import { EVENTS } from '../files/event-catalog.ts';
import { agentmux } from './agentmux.ts';

const WAY_TO_REVIEW = ['starting', 'architecting', 'planning', 'implementing', 'merging', 'reviewing'];

describe('agentmux', () => {
  it('is proved: every assumption is guaranteed, every loop ends, every path leads out', () => {
    expect(prove(agentmux).problems).toEqual([]);
  });

  const faults: readonly (readonly [string, Workflow, ErrorCode, readonly string[]])[] = [
    [
      'the limit of fix rounds completes, and so commits failed code',
      seeded(agentmux, [['limits', 'fixes', 'atLimit'], 'completing'], [['phases', 'stuck'], undefined]),
      'PROOF_FACT',
      [...WAY_TO_REVIEW, 'completing'],
    ],
    [
      'a review that fails goes to the summary',
      seeded(agentmux, [route('reviewing'), { when: { any: 'fail' }, to: 'summarising' }]),
      'PROOF_FACT',
      [...WAY_TO_REVIEW, 'summarising'],
    ],
    [
      'what is left without some files is committed without another review',
      seeded(agentmux, [[...route('excluding'), 'to'], 'completing']),
      'PROOF_FACT',
      [...WAY_TO_REVIEW, 'summarising', 'completing', 'excluding', 'completing'],
    ],
    [
      'fixes are not counted',
      seeded(agentmux, [[...route('reviewing'), 'counts'], undefined]),
      'PROOF_LOOP',
      ['reviewing', 'fixing', 'reviewing'],
    ],
    [
      'nobody approves',
      seeded(agentmux, [[...route('summarising', 1), 'to'], 'committing']),
      'PROOF_FACT',
      [...WAY_TO_REVIEW, 'summarising', 'committing'],
    ],
    [
      'a plan that needs a design leads nowhere',
      seeded(agentmux, [['phases', 'planning', 'routes'], [{ when: { all: 'plain' }, to: 'implementing' }]]),
      'PROOF_OUTCOME',
      ['planning'],
    ],
    [
      'coders all write one tree at once',
      seeded(agentmux, [['artifacts', 'work', 'each'], undefined]),
      'PROOF_PARALLEL_WRITERS',
      ['phases', 'implementing', 'work', '0'],
    ],
    [
      'no reviewer at all would be a pass',
      seeded(agentmux, [[...work('reviewing'), 'over', 'min'], 0]),
      'PROOF_FAN_OUT',
      ['phases', 'reviewing', 'work', '0'],
    ],
    [
      'a fix guarantees nothing about the tree that is reviewed next',
      seeded(agentmux, [guarantees('fix', 'done'), []]),
      'PROOF_FACT',
      [...WAY_TO_REVIEW, 'fixing', 'reviewing'],
    ],
    [
      'the count of fixes is set back without a person',
      seeded(agentmux, [[...route('fixing'), 'resets'], ['fixes']]),
      'PROOF_OWNER',
      ['phases', 'fixing', 'routes', '0', 'resets'],
    ],
    [
      'an event that nobody knows',
      seeded(agentmux, [[...route('planning'), 'event'], 'plan_writen']),
      'PROOF_REFERENCE',
      ['phases', 'planning', 'routes', '0', 'event'],
    ],
    [
      'a limit that a policy says which there is not',
      seeded(agentmux, [['limits', 'fixes', 'max', 'policy'], 'max_rounds']),
      'PROOF_REFERENCE',
      ['limits', 'fixes', 'max'],
    ],
    [
      'a request that is kept as a file which is not one per item',
      seeded(agentmux, [['requests', 'research_dispatch_code', 'file', 'artifact'], 'plan']),
      'PROOF_REFERENCE',
      ['requests', 'research_dispatch_code'],
    ],
  ];

  it.each(faults)('is not proved when %s', (_, workflow, code, path) => {
    const found = prove(workflow).problems.filter((problem) => problem.code === code);
    expect(found.map((problem) => problem.path)).toContainEqual(path);
    if (code === 'PROOF_FACT' || code === 'PROOF_LOOP') expect(isWay(workflow, path)).toBe(true);
  });

  it('says for every phase which events it emits, and emits each of the catalogue but those of the run itself', () => {
    const emitted = new Set(
      Object.values(agentmux.phases).flatMap(({ routes }) => routes.flatMap(({ event }) => event ?? [])),
    );
    const ofTheRun = ['resumed', 'run_canceled', 'run_failed'];
    expect([...emitted, ...ofTheRun].toSorted()).toEqual(Object.keys(EVENTS).toSorted());
  });
});
