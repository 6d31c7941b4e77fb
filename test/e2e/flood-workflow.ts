// Lanes that count: each acceptance of a lane is a round of its own, until the limit.
import * as z from 'zod';
import { defineWorkflow, type Workflow } from '../../src/model/workflow/workflow.ts';

export const floodWorkflow = (lanes: number, rounds: number): Workflow =>
  defineWorkflow({
    name: 'flood',
    version: 1,
    says: 'Lanes count side by side.',
    directory: '.baton/runs',
    first: 'lanes',
    roles: { counter: { mayWrite: ['tick'] } },
    artifacts: { tick: { path: 'tick-{item}.txt', kind: 'file', each: true } },
    facts: {},
    contracts: {
      tick: {
        from: ['counter'],
        tool: 'submit_tick',
        says: 'One more.',
        args: z.object({ n: z.number().int() }),
        produces: ['tick'],
        outcomes: { again: { guarantees: [] } },
      },
    },
    phases: {
      count: {
        work: [{ role: 'counter', contract: 'tick' }],
        routes: [{ when: { all: 'again' }, to: 'count', counts: 'rounds' }],
      },
      done: { work: [], routes: [{ when: { guard: () => true, says: 'always' }, to: 'end' }] },
    },
    limits: { rounds: { max: rounds - 1, per: 'item', atLimit: 'done' } },
    scopes: {
      lanes: {
        items: () => Array.from({ length: lanes }, (_, lane) => ({ key: `lane${lane}` })),
        min: lanes,
        max: lanes,
        order: { parallel: lanes },
        phases: ['count', 'done'],
        first: 'count',
        then: 'end',
      },
    },
  });
