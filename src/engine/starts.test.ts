// Where work begins that follows other work of its fan-out.
import { expect, it } from 'vitest';
import { play } from '../testing/play.ts';
import { testEvidence } from '../testing/test-evidence.ts';
import { relay } from '../workflows/relay/relay.ts';

const PLAN = `version: 1
summary: Three things
items:
  - {key: a, title: A, task: do a, kind: refactor}
  - {key: b, title: B, task: do b, kind: refactor}
  - {key: c, title: C, task: do c, kind: refactor, after: [b]}
`;

it('begins with what its predecessor had to be merged with, although it does not follow that', async () => {
  const run = await play(relay, {
    evidence: testEvidence(),
    project: { list: 'first' },
    agents: {
      planner: [{ write: { 'plan.yaml': PLAN } }],
      coder: {
        a: [{ write: { 'project:list': 'a' } }],
        b: [{ write: { 'project:list': 'b' } }, { write: { 'project:list': 'a b' } }],
        c: [{ write: { 'project:c': 'c' } }],
      },
    },
  });
  expect(run.cause).toBeUndefined();
  expect(run.verdicts.filter(({ accepted }) => !accepted)).toMatchObject([{ item: 'b' }]);
  expect(run.trees['tree']).toEqual({ list: 'a b', c: 'c' });
});
