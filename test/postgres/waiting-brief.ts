import { treeDigest } from '../../src/model/run/sealed.ts';
import type { Brief } from '../../src/stores/store.ts';

const tree = (n: number) => treeDigest(n.toString(16).padStart(40, '0'));

/** As a holder writes it for a run that waits for an approval. */
export const waitingBrief = (n: number): Brief => ({
  over: false,
  text: JSON.stringify({
    ...{ v: 1, workflow: 'relay', folder: '.baton/runs', phase: 'approving', status: 'waiting' },
    ...{ request: `Request ${n}`, startedAt: '2026-11-15T03:00:00.000Z', notices: [] },
    waiting: [
      {
        ...{ id: 'approving.human.1', kind: 'approval', text: 'Approve?', choices: ['yes', 'no'] },
        ...{ about: { main: tree(n) }, since: `2026-11-15T03:00:${String(n % 60).padStart(2, '0')}.000Z` },
      },
    ],
    changes: { 'approving.human.1': { trees: { from: tree(0), to: tree(n) }, unproved: [], notes: [] } },
  }),
});
