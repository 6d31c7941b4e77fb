// The example of a workflow of one's own: proved before it runs, run, resumed and verified like a built-in one.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtLibrary } from './built-library.ts';
import { baton, makeRepository, type Scratch, scratch, writeFiles } from './scratch.ts';

const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../examples/notes/${name}`, import.meta.url)), 'utf8');

const worldWith = (workflow: string): Scratch => {
  const world = scratch();
  makeRepository(world.project, {
    '.gitignore': 'node_modules/\n',
    'notes.mjs': workflow,
    'scenario.yaml': example('scenario.yaml'),
  });
  // As `npm install --save-dev baton-relay` leaves it.
  mkdirSync(join(world.project, 'node_modules'));
  symlinkSync(builtLibrary(), join(world.project, 'node_modules', 'baton-relay'));
  return world;
};

const start = (world: Scratch) =>
  baton(world, [
    ...['run', 'Write a note', '--name', 'n', '--workflow', './notes.mjs'],
    ...['--agent', 'scripted:scenario.yaml'],
  ]);

describe('a workflow in a file', () => {
  it('is run, waits for a person, is resumed, and verifies', async () => {
    const world = worldWith(example('notes.mjs'));
    const waiting = await start(world);
    expect(waiting.exit, waiting.stderr).toBe(4);
    expect((await baton(world, ['approve', 'approve.human.1'])).exit).toBe(0);
    const resumed = await baton(world, ['resume', 'n']);
    expect(resumed.exit, resumed.stderr).toBe(0);
    const status = JSON.parse((await baton(world, ['status', 'n', '--json'])).stdout) as Record<
      string,
      unknown
    >;
    expect(status).toMatchObject({
      workflow: 'notes',
      status: 'complete',
      handoffs: { submitted: 3, accepted: 2, rejected: 1 },
    });
    expect((await baton(world, ['verify', 'n'])).exit).toBe(0);
  });

  it('that is not proved is not run, and nothing is written', async () => {
    const world = worldWith(example('notes.mjs').replace('guarantees: [isShort]', 'guarantees: []'));
    const refused = await start(world);
    expect(refused.exit).toBe(1);
    expect(refused.stderr).toContain('WORKFLOW_UNPROVED');
    expect((await baton(world, ['prove', './notes.mjs'])).exit).toBe(1);
    expect(JSON.parse((await baton(world, ['list', '--json'])).stdout)).toEqual({ runs: [] });
  });

  it('that misspells a step is told so, with the place and the word that was meant', async () => {
    const world = worldWith(example('notes.mjs').replace("write: 'approve'", "write: 'aprove'"));
    const refused = await start(world);
    expect(refused.exit).toBe(2);
    expect(refused.stderr).toContain('flow.write: there is no step "aprove"; did you mean "approve"?');
  });

  it('that breaks on a person’s answer is not called answered: the run has failed, and says so', async () => {
    const world = worldWith(
      example('notes.mjs').replace(
        "approve: person(['yes', 'no'], {",
        "approve: person(['yes', 'no'], { refuses: () => { throw new Error('a bug of the author'); },",
      ),
    );
    expect((await start(world)).exit).toBe(4);
    const rejected = await baton(world, ['reject', 'approve.human.1', '--text', 'longer']);
    expect(rejected.exit).not.toBe(0);
    expect(rejected.stderr).toContain('the run has failed: workflow notes broke');
  });

  it('in a project that has not installed Baton is told the line that does', async () => {
    const world = scratch();
    makeRepository(world.project, { 'notes.mjs': example('notes.mjs') });
    const refused = await start(world);
    expect(refused.exit).toBe(2);
    expect(refused.stderr).toContain('npm install --save-dev baton-relay');
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
