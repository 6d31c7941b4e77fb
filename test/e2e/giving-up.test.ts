// An agent that gives up, or a step whose time is over, leads to a person where the workflow says so, with the reason.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtLibrary } from './built-library.ts';
import { baton, makeRepository, type Scratch, scratch, writeFiles } from './scratch.ts';

const WORKFLOW = `import { agent, file, person, role, workflow } from 'baton-relay';

const note = file('note.md');

export default workflow('notes', {
  says: 'A note, or a person who is asked what to do.',
  steps: {
    write: agent(role('writer'), { writes: [note] }),
    stuck: person(['again', 'abandon'], { ask: (view) => \`Stuck: \${view.here.cause?.message}\` }),
  },
  flow: {
    write: { done: 'end', 'gave-up': 'stuck', 'time-over': 'stuck' },
    stuck: { again: 'write', abandon: 'cancelled' },
  },
});
`;

const run = (world: Scratch, scenario: object, config = '') => {
  makeRepository(world.project, {
    ...{ '.gitignore': 'node_modules/\n', 'notes.mjs': WORKFLOW },
    ...(config === '' ? {} : { 'baton.yaml': config }),
  });
  writeFiles(world.root, { 'scenario.yaml': JSON.stringify(scenario) });
  mkdirSync(join(world.project, 'node_modules'));
  symlinkSync(builtLibrary(), join(world.project, 'node_modules', 'baton-relay'));
  const agent = ['--agent', `scripted:${world.root}/scenario.yaml`];
  return baton(world, ['run', 'Write', '--name', 'n', '--workflow', './notes.mjs', ...agent]);
};

const waitingIn = async (world: Scratch): Promise<unknown> =>
  (JSON.parse((await baton(world, ['inbox', '--json'])).stdout) as { waiting: unknown }).waiting;

it('an agent that fails three times leads to a person, who may send it back or end the run', async () => {
  const world = scratch();
  const failing = [[{ exit: 3 }], [{ exit: 3 }], [{ exit: 3 }]];
  const good = [[{ write: { 'note.md': 'Hi.\n' } }, { submit: 'submit_write' }]];
  const { exit, stderr } = await run(world, { roles: { writer: [...failing, ...good] } });
  expect(exit, stderr).toBe(4);
  expect(await waitingIn(world)).toMatchObject([
    { id: 'stuck.human.1', text: expect.stringContaining('Stuck: write.writer.1 failed 3 times') },
  ]);
  expect((await baton(world, ['answer', 'stuck.human.1', '--text', 'abandon'])).exit).toBe(0);
  expect((await baton(world, ['status', 'n', '--json'])).stdout).toContain('"cancelled"');
  expect((await baton(world, ['verify', 'n'])).exit).toBe(0);
});

it('a step whose time is over leads there too, and its agent is ended', async () => {
  const world = scratch();
  const { exit, stderr } = await run(
    world,
    { roles: { writer: [[{ hang: true }]] } },
    'limits: { phaseMs: { write: 1500 } }\n',
  );
  expect(exit, stderr).toBe(4);
  expect(await waitingIn(world)).toMatchObject([
    { id: 'stuck.human.1', text: expect.stringContaining('phase write took longer than the project allows') },
  ]);
  expect((await baton(world, ['status', 'n', '--json'])).stdout).not.toContain('"running"');
});
