// Work that is handed in by what an agent says last: asked, rejected with every problem, fixed in the same session, accepted.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Event } from '../../src/model/run/event.ts';
import { builtLibrary } from './built-library.ts';
import {
  baton,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';

const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../examples/message/${name}`, import.meta.url)), 'utf8');

const worldWith = (scenario: string): Scratch => {
  const world = scratch();
  makeRepository(world.project, { '.gitignore': 'node_modules/\n', 'message.mjs': example('message.mjs') });
  writeFiles(world.root, { 'scenario.yaml': scenario });
  mkdirSync(join(world.project, 'node_modules'));
  symlinkSync(builtLibrary(), join(world.project, 'node_modules', 'baton-relay'));
  return world;
};

const run = (world: Scratch, ...more: readonly string[]) => {
  const agent = ['--agent', `scripted:${world.root}/scenario.yaml`];
  return baton(world, [
    'run',
    'Write a note',
    '--name',
    'm',
    '--workflow',
    './message.mjs',
    ...agent,
    ...more,
  ]);
};

const eventsOf = (world: Scratch): readonly Event[] =>
  readJournal(runState(world, 'm')).flatMap(({ events }) => events);

const kindsOf = (world: Scratch): readonly string[] =>
  eventsOf(world)
    .map(({ kind }) => kind)
    .filter((kind) => /^(request|submission|run-ended)/.test(kind));

const block = (status: string, summary: string): string =>
  `---HANDOFF---\nSTATUS: ${status}\nARTIFACTS: none\nNEXT: null\nSUMMARY: ${summary}\n`;
const scenarioOf = (...says: readonly string[]): string =>
  JSON.stringify({ roles: { writer: [says.map((say) => ({ say }))] } });

describe('handing in by message', () => {
  it('asks, is rejected with every problem, and is accepted; nothing of it counts as a failure', async () => {
    const world = worldWith(example('scenario.yaml'));
    const { exit, stderr } = await run(world);
    expect(exit, stderr).toBe(0);
    expect(kindsOf(world)).toEqual([
      ...['request-opened', 'request-answered'],
      ...['submission-received', 'submission-rejected', 'submission-received', 'submission-rejected'],
      ...['submission-received', 'submission-accepted', 'run-ended'],
    ]);
    const ends = eventsOf(world).filter((event) => event.kind === 'attempt-ended');
    expect(ends).toHaveLength(4);
    expect(ends.filter(({ end, retryAt }) => end !== 'finished' || retryAt !== undefined)).toEqual([]);
    const codes = eventsOf(world).flatMap((event) =>
      event.kind === 'submission-rejected' ? event.rejection.problems.map(({ code }) => code) : [],
    );
    expect(codes).toEqual(['HANDOFF_MISSING', 'HANDOFF_CONFLICT']);
    expect(readFileSync(join(world.project, '.baton/runs/m/note.md'), 'utf8')).toBe('Hello in English.\n');
    expect((await baton(world, ['verify', 'm'])).exit).toBe(0);
  });

  it('waits for a person with the questions that stand above the block', async () => {
    const world = worldWith(scenarioOf(`Which one?\n\n${block('needs_human', 'A question.')}`));
    expect((await run(world)).exit).toBe(4);
    const { stdout } = await baton(world, ['inbox', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ waiting: [{ text: 'Which one?' }] });
  });

  it('goes the way of its outcome when the agent says that it is blocked', async () => {
    const world = worldWith(scenarioOf(block('blocked', 'No key.')));
    expect((await run(world)).exit).toBe(4);
    const { stdout } = await baton(world, ['inbox', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ waiting: [{ id: 'stuck.human.1' }] });
  });

  it('ends with what was rejected where an agent never says a block, whatever a person answers', async () => {
    const says = Array.from({ length: 30 }, (_, at) => ({ say: `Done, ${at}.` }));
    const human = Array.from({ length: 10 }, () => ({ answer: 'End with the block.' }));
    const world = worldWith(JSON.stringify({ roles: { writer: [says] }, human }));
    const { exit, stderr } = await run(world);
    expect(exit, stderr).toBe(1);
    const rejections = kindsOf(world).filter((kind) => kind === 'submission-rejected');
    expect(rejections).toHaveLength(20);
    expect(stderr).toContain('HANDOFF_MISSING');
  });

  it('takes no call of a tool in its place', async () => {
    const scenario = JSON.stringify({
      roles: { writer: [[{ write: { 'note.md': 'Hi.\n' } }, { submit: 'submit_write' }, { say: 'x' }]] },
    });
    const world = worldWith(scenario);
    await run(world);
    expect(kindsOf(world)).not.toContain('submission-accepted');
  });

  it('a person who plays the role, and has no last message, calls the tool', async () => {
    const world = worldWith('{}');
    onTestFinished(async () => void (await baton(world, ['stop', 'm'])));
    const command = ['run', 'Write a note', '--name', 'm', '--workflow', './message.mjs', '--detach'];
    expect((await baton(world, [...command, '--role-agent', 'writer=human', '--agent', 'human'])).exit).toBe(
      0,
    );
    writeFiles(world.project, { '.baton/runs/m/note.md': 'Hi.\n' });
    const submit = ['submit', 'submit_write', '--arg', 'summary=Written.'];
    let handed = await baton(world, submit);
    for (let tries = 0; tries < 100 && handed.stderr.includes('ITEM_UNKNOWN'); tries += 1)
      handed = await baton(world, submit);
    expect(handed.exit, handed.stderr + handed.stdout).toBe(0);
    expect(kindsOf(world)).toContain('submission-accepted');
  });
});
