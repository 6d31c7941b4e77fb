// A history of relay itself: fixes and reviews follow each other.
import { relay } from '../src/workflows/relay/relay.ts';
import { writeHistory } from './history.ts';
import { startOf } from './looping-run.ts';
import { planText, SMALL_BYTES } from './plans.ts';

const REVIEW = `verdict: pass
summary: The change does what the plan says, and its tests were red before.
findings:
  - location: src/parser.js:12
    issue: The name says less than the function does.
    recommendation: Rename it when the file is touched again.
`;

export const writeRelayHistory = (directory: string, entries: number): Promise<void> =>
  writeHistory(directory, entries, {
    workflow: relay,
    start: startOf(relay),
    text: (_, path) => (path === 'plan.yaml' ? planText(1, SMALL_BYTES) : REVIEW),
    args: ({ assignment }) =>
      assignment.tool === 'submit_done' ? { summary: 'Mended what was found, with a test for it.' } : {},
    changed: ['src/parser.js', 'test/parser.test.js'],
    snapshots: true,
  });
