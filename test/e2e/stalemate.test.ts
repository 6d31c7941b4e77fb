// An agent that repeats the same mistake with new excuses: a fresh session with the dossier, then a person with one page, whose
// answer goes to the next session.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
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

const MESSAGE = readFileSync(
  fileURLToPath(new URL('../../examples/message/message.mjs', import.meta.url)),
  'utf8',
);

/** Handed in with a tool, in a workflow without a human role. */
const NOTES = `import { agent, file, problem, role, workflow } from 'baton-relay';

const parse = (text) => ({
  value: text,
  problems: text.startsWith('# ') ? [] : [problem('FIELD_INVALID', \`expected a title, got \${text}\`, { file: 'note.md' })],
});

export default workflow('notes', {
  says: 'A note.',
  steps: { write: agent(role('writer'), { writes: [file('note.md', { parse })] }) },
  flow: { write: 'end' },
});
`;

const HANDOFF = { status: 'complete', artifacts: ['note.md'], next: null, summary: 'Written.' };

/** What a session does that has read what the person said. */
const fromAttempt = (attempt: number, command: string): object => ({
  run: `if [ "$BATON_ATTEMPT" -ge ${attempt} ]; then ${command}; fi`,
});

const byMessage = [
  fromAttempt(
    4,
    `echo Hi > "$BATON_RUN_DIRECTORY/note.md"; echo '${JSON.stringify(HANDOFF)}' > "$BATON_RUN_DIRECTORY/handoff.json"`,
  ),
  { say: 'All done, this is excuse {attempt}.' },
  { say: 'It is done, I have checked it twice.' },
];

const byTool = [
  { write: { 'note.md': 'I had no title at hand, attempt {attempt}.\n' } },
  fromAttempt(3, 'echo "# A note" > "$BATON_RUN_DIRECTORY/note.md"'),
  { submit: 'submit_write' },
  { write: { 'note.md': 'The title is implied, attempt {attempt}.\n' } },
  { submit: 'submit_write' },
];

const start = (world: Scratch, workflow: string, scenario: object) => {
  makeRepository(world.project, { '.gitignore': 'node_modules/\n', 'own.mjs': workflow });
  writeFiles(world.root, { 'scenario.yaml': JSON.stringify(scenario) });
  mkdirSync(join(world.project, 'node_modules'));
  symlinkSync(builtLibrary(), join(world.project, 'node_modules', 'baton-relay'));
  const agent = ['--agent', `scripted:${world.root}/scenario.yaml`];
  return baton(world, ['run', 'Write a note', '--name', 'n', '--workflow', './own.mjs', ...agent]);
};

const eventsOf = (world: Scratch): readonly Event[] =>
  readJournal(runState(world, 'n')).flatMap(({ events }) => events);

const nextsOf = (world: Scratch) =>
  eventsOf(world).flatMap((event) => (event.kind === 'submission-rejected' ? [event.rejection.next] : []));

const ID = 'write.writer.1.stalemate-1';

describe.each([
  ['by message', MESSAGE, byMessage, ['HANDOFF_MISSING', 3]],
  ['with a tool', NOTES, byTool, ['FIELD_INVALID', 2]],
] as const)('the same mistake with new excuses, handed in %s', (_, workflow, steps, [code, attempts]) => {
  it('reaches a person after three with the dossier, is answered, fixed and complete', async () => {
    const world = scratch();
    const { exit, stderr } = await start(world, workflow, { roles: { writer: [steps] } });
    expect(exit, stderr).toBe(4);
    expect(nextsOf(world)).toEqual([undefined, 'fresh-session', 'person']);
    const inbox = await baton(world, ['inbox']);
    for (const part of [`escalation ${ID}`, 'made the same mistake 3 times', code, 'What was tried:'])
      expect(inbox.stdout).toContain(part);
    expect(inbox.stdout).toContain(`baton answer ${ID} --text`);
    const status = await baton(world, ['status', 'n']);
    expect(status.stdout).toContain('rejected 3 times; the same mistake 3 times:');
    const log = await baton(world, ['log', 'n']);
    expect(log.stdout).toContain('rejected (the same mistake 2 times: a fresh session takes over)');
    expect(log.stdout).toContain('rejected (the same mistake 3 times: a person is asked)');

    const answered = await baton(world, ['answer', ID, '--text', 'Do it as it is asked.']);
    expect(answered.exit, answered.stderr).toBe(0);
    const resumed = await baton(world, ['resume', 'n']);
    expect(resumed.exit, resumed.stderr).toBe(0);
    const started = eventsOf(world).filter((event) => event.kind === 'attempt-started');
    expect(started).toHaveLength(attempts + 1);
    // A strategy that is changed is no failure of the agent.
    expect(
      eventsOf(world).filter((event) => event.kind === 'attempt-ended' && event.retryAt !== undefined),
    ).toEqual([]);
    const verified = await baton(world, ['verify', 'n']);
    expect(verified.exit, verified.stdout).toBe(0);
  });
});

describe('a person who is asked', () => {
  it('may give the work up', async () => {
    const world = scratch();
    expect((await start(world, NOTES, { roles: { writer: [byTool] } })).exit).toBe(4);
    const rejected = await baton(world, ['reject', ID, '--text', 'Not worth it.']);
    expect(rejected.exit, rejected.stderr).toBe(0);
    const status = JSON.parse((await baton(world, ['status', 'n', '--json'])).stdout);
    expect(status).toMatchObject({ status: 'failed', cause: { code: 'WORK_STUCK' } });
    expect((await baton(world, ['verify', 'n'])).exit).toBe(0);
  });

  it('may be one of a scenario', async () => {
    const world = scratch();
    const human = [{ answer: 'Do it as it is asked.' }];
    const { exit, stderr } = await start(world, NOTES, { roles: { writer: [byTool] }, human });
    expect(exit, stderr).toBe(0);
    expect(nextsOf(world)).toEqual([undefined, 'fresh-session', 'person']);
  });
});

it('an agent that calls the very same for ever reaches a person, too', async () => {
  const world = scratch();
  const calls = Array.from({ length: 20 }, () => ({ submit: 'submit_write' }));
  const steps = [{ write: { 'note.md': 'No title.\n' } }, ...calls];
  expect((await start(world, NOTES, { roles: { writer: [steps] } })).exit).toBe(4);
  expect(nextsOf(world)).toEqual([undefined]);
  expect((await baton(world, ['inbox'])).stdout).toContain(`escalation ${ID}`);
  expect((await baton(world, ['verify', 'n'])).exit).toBe(0);
});
