// Notices and files of the project, through the program: people see both, nobody waits, and exit codes stay as they are.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtLibrary } from './built-library.ts';
import { baton, makeRepository, type Scratch, scratch, writeFiles } from './scratch.ts';

const WORKFLOW = `
import { agent, file, person, role, tell, workflow } from 'baton-relay';

const writer = role('writer');
const note = file('note.md');
const last = file('last.md');
const before = file('before.md', { starts: ({ project }) => project('LIST.md') ?? '' });
const listed = ({ view }) => [
  { action: 'merge-file', path: 'LIST.md', was: view.text(before), now: view.text(before) + view.text(note) },
];

export default workflow('told', {
  says: 'A note, and what people are told of it.',
  steps: {
    write: agent(writer, {
      writes: [note],
      onAccepted: {
        tellsWhom: ['people'],
        tells: (handed) => [tell('people', 'Written: ' + handed.text(note))],
      },
    }),
    approve: person(['yes', 'no'], {
      reads: [note, before],
      ask: () => 'Good?',
    }),
    close: agent(writer, { reads: [note, before], writes: [last], onAccepted: { effects: listed } }),
  },
  flow: { write: 'approve', approve: { yes: 'close', no: 'write' }, close: 'end' },
});
`;

const turn = (name: string) => [
  { write: { [name]: 'tides\n' } },
  { submit: name === 'note.md' ? 'submit_write' : 'submit_close' },
];
const SCENARIO = { roles: { writer: [turn('note.md'), turn('last.md')] } };

const worldAt = async (list: string): Promise<Scratch> => {
  const world = scratch();
  makeRepository(world.project, {
    '.gitignore': 'node_modules/\n',
    'LIST.md': list,
    'told.mjs': WORKFLOW,
  });
  writeFiles(world.root, { 'scenario.yaml': JSON.stringify(SCENARIO) });
  mkdirSync(join(world.project, 'node_modules'));
  symlinkSync(builtLibrary(), join(world.project, 'node_modules', 'baton-relay'));
  const agent = ['--agent', `scripted:${world.root}/scenario.yaml`];
  const run = await baton(world, ['run', 'A note', '--name', 'n', '--workflow', './told.mjs', ...agent]);
  expect(run.stdout + run.stderr).toContain('notice: Written: tides');
  return world;
};

const json = async (world: Scratch, ...args: readonly string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await baton(world, [...args, '--json'])).stdout) as Record<string, unknown>;

it('people see a notice while the run waits, and a file that could not be merged afterwards', async () => {
  const world = await worldAt('# List\n');
  const notice = { at: expect.any(String) as string, text: 'Written: tides\n' };
  expect(await json(world, 'inbox')).toMatchObject({
    waiting: [{ id: 'approve.human.1' }],
    notices: [{ run: 'n', ...notice }],
  });
  expect(await json(world, 'status', 'n')).toMatchObject({ status: 'waiting', notices: [notice] });
  const shown = await baton(world, ['inbox']);
  expect(shown.exit).toBe(0);
  expect(shown.stdout).toMatch(/run n\n! notice, \d+s ago: Written: tides/);
  writeFileSync(join(world.project, 'LIST.md'), '# List\nmoon\n');
  await baton(world, ['approve', 'approve.human.1']);
  expect((await baton(world, ['resume', 'n'])).exit).toBe(0);
  expect(readFileSync(join(world.project, 'LIST.md'), 'utf8')).toBe('# List\nmoon\n');
  const { notices } = await json(world, 'status', 'n');
  expect(notices).toEqual([{ ...notice, text: expect.stringContaining('MERGE_CONFLICT') as string }]);
  expect(await json(world, 'inbox')).toEqual({ waiting: [] });
});

it('a file of the project becomes what the run made of it', async () => {
  const world = await worldAt('# List\n');
  await baton(world, ['approve', 'approve.human.1']);
  expect((await baton(world, ['resume', 'n'])).exit).toBe(0);
  expect(readFileSync(join(world.project, 'LIST.md'), 'utf8')).toBe('# List\ntides\n');
  expect(await json(world, 'status', 'n')).not.toHaveProperty('notices');
});
