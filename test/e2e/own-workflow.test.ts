// A workflow of one's own: proved before it runs, run, resumed and verified like a built-in one.
import { describe, expect, it } from 'vitest';
import { baton, makeRepository, type Scratch, scratch, writeFiles } from './scratch.ts';

const workflowText = (guarantees: string): string => `export const workflow = {
  name: 'notes', version: 1, says: 'A note, approved.', directory: '.baton/runs', first: 'writing',
  roles: { writer: { mayWrite: ['note'] }, human: { mayWrite: [], kind: 'human' } },
  artifacts: { note: { path: 'note.md', kind: 'file' } },
  facts: { 'note.written': { about: ['note'] } },
  contracts: {
    note: {
      from: ['writer'], tool: 'submit_note', says: 'A note.', produces: ['note'],
      outcomes: { done: { guarantees: [${guarantees}] } },
    },
    approval: {
      from: ['human'], says: 'A person likes it.', reads: { note: 'required' }, produces: [], assumes: ['note.written'],
      outcomes: { yes: { guarantees: [] }, no: { guarantees: [] } },
      ask: () => ({ kind: 'approval', text: 'Good?', choices: ['yes', 'no'], approve: 'yes', reject: 'no' }),
    },
  },
  phases: {
    writing: { work: [{ role: 'writer', contract: 'note' }], routes: [{ when: { all: 'done' }, to: 'approving' }] },
    approving: {
      work: [{ role: 'human', contract: 'approval' }],
      routes: [{ when: { all: 'yes' }, to: 'end' }, { when: { all: 'no' }, to: 'writing' }],
    },
  },
  limits: {},
};
`;

const SCENARIO = `roles:
  writer:
    - - write: { note.md: "Hello.\\n" }
      - submit: submit_note
`;

const worldWith = (guarantees: string): Scratch => {
  const world = scratch();
  makeRepository(world.project, { 'notes.mjs': workflowText(guarantees), 'scenario.yaml': SCENARIO });
  return world;
};

const start = (world: Scratch) =>
  baton(world, [
    ...['run', 'Write a note', '--name', 'n', '--workflow', './notes.mjs'],
    ...['--agent', 'scripted:scenario.yaml'],
  ]);

describe('a workflow in a file', () => {
  it('is run, waits for a person, is resumed, and verifies', async () => {
    const world = worldWith("'note.written'");
    const waiting = await start(world);
    expect(waiting.exit, waiting.stderr).toBe(4);
    expect((await baton(world, ['approve', 'approving.human.1'])).exit).toBe(0);
    const resumed = await baton(world, ['resume', 'n']);
    expect(resumed.exit, resumed.stderr).toBe(0);
    const status = JSON.parse((await baton(world, ['status', 'n', '--json'])).stdout) as Record<
      string,
      unknown
    >;
    expect(status).toMatchObject({ workflow: 'notes', status: 'complete' });
    expect((await baton(world, ['verify', 'n'])).exit).toBe(0);
  });

  it('that is not proved is not run, and nothing is written', async () => {
    const world = worldWith('');
    const refused = await start(world);
    expect(refused.exit).toBe(1);
    expect(refused.stderr).toContain('WORKFLOW_UNPROVED');
    expect((await baton(world, ['prove', './notes.mjs'])).exit).toBe(1);
    expect(JSON.parse((await baton(world, ['list', '--json'])).stdout)).toEqual({ runs: [] });
  });

  it('that is not there is named', async () => {
    const world = scratch();
    writeFiles(world.root, {});
    makeRepository(world.project, { a: 'a\n' });
    const missing = await baton(world, ['run', 'x', '--workflow', './none.mjs', '--agent', 'human']);
    expect(missing.exit).toBe(2);
    expect(missing.stderr).toContain('FILE_MISSING');
  });
});
