// A collective of a project's own: its agents stand in baton.yaml, and a run keeps those that it was started with.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  baton,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { shellTests } from './shell-tests.ts';

const CONFIG = `commands:
  test: sh run-tests.sh
collective:
  base: none
  hub: lead
  agents:
    - { name: lead, brief: Decides who works next., coordinator: true }
    - { name: coder, brief: Writes text., writes: ["*.txt", test/], phases: [Implementation], aliases: [writer] }
`;

const TESTS = shellTests('test');

const block = (from: string, phase: string, to: string): string =>
  `Done.\n\n\`\`\`yaml\nhandoff:\n  phase: ${phase}\n  from: "@${from}"\n  to: "${to}"\n  status: complete\n\`\`\`\n`;

const SCENARIO = {
  roles: {
    lead: [[{ say: block('lead', 'Planning', '@writer') }]],
    coder: [
      [
        { write: { 'project:one.txt': 'one\n', 'project:test/one.sh': 'grep -q one one.txt\n' } },
        { say: block('coder', 'Implementation', 'None') },
      ],
    ],
  },
  human: [{ approve: {} }],
};

const prepared = (world: Scratch, config = CONFIG): readonly string[] => {
  makeRepository(world.project, {
    'baton.yaml': config,
    'run-tests.sh': TESTS,
    'start.txt': 'start\n',
    'test/start.sh': 'grep -q start start.txt\n',
  });
  writeFiles(world.root, { 'scenario.yaml': JSON.stringify(SCENARIO) });
  const agent = `scripted:${join(world.root, 'scenario.yaml')}`;
  return ['run', 'Write one', '--workflow', 'collective', '--name', 'own', '--agent', agent];
};

it('runs with the agents of the project, without a list of tasks, and is verified with them', async () => {
  const world = scratch();
  const { exit, stdout, stderr } = await baton(world, prepared(world));
  expect(exit, stdout + stderr).toBe(0);
  const [first] = readJournal(runState(world, 'own'));
  expect(first?.events[0]).toMatchObject({
    run: { options: { workflowMade: { version: 1, data: { hub: 'lead' } } } },
  });
  // What the project says by now is another collective; the run is what it was.
  writeFiles(world.project, { 'baton.yaml': CONFIG.replaceAll('coder', 'painter') });
  const verified = await baton(world, ['verify', 'own', '--json']);
  expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, recomputed: true });
});

it.each([
  [
    'a hub that is no agent',
    CONFIG.replace('hub: lead', 'hub: led'),
    'hub: expected an agent of the registry, got led',
  ],
  ['a hub that may not hand over', CONFIG.replace('hub: lead', 'hub: coder'), 'expected a coordinator'],
  ['a misspelt key', CONFIG.replace('hub: lead', 'hubb: lead'), 'hubb'],
])('is refused before it starts with %s', async (_, config, words) => {
  const world = scratch();
  const { exit, stderr } = await baton(world, prepared(world, config));
  expect([exit, stderr]).toEqual([3, expect.stringContaining(words)]);
});
