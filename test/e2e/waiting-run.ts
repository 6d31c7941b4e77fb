// A run that is there within a second: its planner has asked, and a person is awaited.
import { expect } from 'vitest';
import { baton, type Scratch } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';

export const ASKING = `roles:
  planner:
    - - submit: { tool: ask, args: { question: "Which word?" } }
      - write:
          plan.yaml: |
            version: 1
            summary: One file
            items:
              - { key: one, title: One, task: "Write {answer}." }
      - submit: submit_plan
  coder:
    - - hang: true
  reviewer:
    - - hang: true
`;

export const startWaitingRun = async (world: Scratch, run = 'r'): Promise<void> => {
  const spec = makeSmallRelay(world, ASKING);
  const outcome = await baton(world, ['run', 'One file', '--name', run, '--agent', spec, '--json']);
  expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(4);
};

export const errorOf = (stdout: string): { code: string; message: string; hint?: string } =>
  (JSON.parse(stdout) as { error: { code: string; message: string; hint?: string } }).error;
