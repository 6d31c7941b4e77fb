// Blind work with the whole program: while one reviewer's work was accepted long ago, another one finds nothing of it in the run
// directory, in its working tree or on its desk, and no command of Baton shows it; when all are in, everything is there.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { leftovers } from '../crash/leftovers.ts';
import { builtLibrary } from './built-library.ts';
import { builtProgram } from './built-program.ts';
import {
  baton,
  makeRepository,
  projectState,
  readJournal,
  runState,
  type Scratch,
  type Started,
  scratch,
  startBaton,
  writeFiles,
} from './scratch.ts';

const POLL_MS = 20;

const workflowWith = (hear: string): string => `
import { agents, agent, file, handoffArgs, handoffBlock, request, role, tree, workflow } from 'baton-relay';

const project = tree('project', { starts: 'project' });
const opinion = file('opinions/{item}.md', { name: 'opinion' });
const summary = file('summary.md');
const question = request('question', { says: 'Asks a person.', max: 3, waits: true });
const each = { items: () => [{ key: 'a' }, { key: 'b' }], max: 4, blind: true };

export default workflow('council', {
  says: 'Two opinions, then a summary.',
  projections: { 'overview.md': (view) => [...view.items(opinion)].sort().map((item) => view.text(opinion, item)).join('') },
  steps: {
    hear: agents(role('member'), { each, prompt: (_, { key }) => 'You are ' + key + '.', writes: [opinion], ${hear} }),
    sum: agent(role('clerk'), { reads: [opinion], writes: [summary] }),
  },
  flow: { hear: 'sum', sum: 'end' },
});
`;

type Steps = readonly object[];

interface Members {
  readonly a: Steps;
  readonly b: Steps;
}

const worldWith = (hear: string, members: (world: Scratch) => Members): Scratch => {
  const world = scratch();
  makeRepository(world.project, { '.gitignore': 'node_modules/\n', 'council.mjs': workflowWith(hear) });
  const { a, b } = members(world);
  const clerk = [
    // When all are in, and have ended their turn, no desk is left.
    { run: `while [ -e ${projectState(world)}/.desks ]; do sleep 0.05; done` },
    { run: 'cat {run}/opinions/*.md > {run}/summary.md' },
    { submit: 'submit_sum' },
  ];
  writeFiles(world.root, { 'scenario.json': JSON.stringify({ roles: { member: [a, b], clerk: [clerk] } }) });
  mkdirSync(join(world.project, 'node_modules'));
  symlinkSync(builtLibrary(), join(world.project, 'node_modules', 'baton-relay'));
  return world;
};

const start = (world: Scratch): Started =>
  startBaton(world, [
    ...['run', 'Why?', '--name', 'r', '--workflow', './council.mjs'],
    ...['--agent', `scripted:${world.root}/scenario.json`],
  ]);

const RUN = '.baton/runs/r';

/** All that is below a directory and can be read, with the names. */
const textBelow = (directory: string): string =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => [name, join(directory, name)] as const)
    .map(([name, path]) => (statSync(path).isFile() ? `${name}\n${readFileSync(path, 'utf8')}` : name))
    .join('\n');

const until = async (holder: Started, isSo: () => boolean): Promise<void> => {
  while (!isSo()) {
    expect(holder.child.exitCode, holder.printed().stderr).toBeNull();
    await sleep(POLL_MS);
  }
};

const eventsOf = (world: Scratch) =>
  existsSync(join(runState(world, 'r'), 'journal.jsonl'))
    ? readJournal(runState(world, 'r')).flatMap(({ events }) => events)
    : [];

const isAccepted = (world: Scratch, assignment: string): boolean =>
  eventsOf(world).some((e) => e.kind === 'submission-accepted' && e.assignment === assignment);

/** Waits for a file that the test makes, each time anew. */
const waitFor = (path: string): object => ({ run: `while [ ! -e ${path} ]; do sleep 0.05; done` });

/** Everything that an agent would do who wants to know what another one said, short of searching the disk. */
const lookAround = ({ root, state, project }: Scratch): Steps => [
  { run: `echo looked > ${root}/seen.txt` },
  // What its tools say is in its log.
  { submit: 'status' },
  { submit: 'await_verdict' },
  {
    run: `ls -R {run} . >> ${root}/seen.txt; cat {run}/opinions/* {run}/*.md {run}/*.json >> ${root}/seen.txt`,
  },
  { run: `grep -rs SECRET {run} . $BATON_DESK >> ${root}/seen.txt` },
  { run: `env | sed 's/^BATON_DESK.*//' >> ${root}/seen.txt` },
  ...[['log'], ['logs', 'hear.member.a.1'], ['status', '--json'], ['inbox', '--json']].map((command) => ({
    run: `BATON_STATE=${state} ${process.execPath} ${builtProgram()} -C ${project} ${command.join(' ')} >> ${root}/commands.txt 2>&1`,
  })),
];

const says = (member: string): Steps => [
  { write: { [`opinions/${member}.md`]: `SECRET-${member}\n` } },
  { print: `SECRET-${member}` },
  { submit: 'submit_hear' },
];

/** How often a command of Baton has refused the agent that looks around. */
const refusalsOf = ({ root }: Scratch): number => {
  const path = join(root, 'commands.txt');
  return existsSync(path) ? (readFileSync(path, 'utf8').match(/PERSON_EXPECTED/g) ?? []).length : 0;
};

/** One for each attempt. */
const desksOf = (world: Scratch, assignment: string): readonly string[] =>
  eventsOf(world).flatMap((event) =>
    event.kind === 'attempt-started' && event.assignment === assignment ? [event.desk ?? ''] : [],
  );

const hasDraft = (world: Scratch, assignment: string): boolean =>
  desksOf(world, assignment).some((desk) =>
    existsSync(join(projectState(world), '.desks', 'r', desk, 'note.txt')),
  );

const requireNothingSeen = (world: Scratch): void => {
  const seen = readFileSync(join(world.root, 'seen.txt'), 'utf8');
  expect(seen).toContain('looked');
  expect(seen).not.toContain('SECRET');
  expect(textBelow(join(world.project, RUN))).not.toContain('SECRET');
  expect(readFileSync(join(world.root, 'commands.txt'), 'utf8')).not.toContain('SECRET');
  expect(refusalsOf(world)).toBe(4);
  const logs = join(runState(world, 'r'), 'logs');
  const own = readdirSync(logs).filter((name) => name.startsWith('hear.member.b.'));
  const said = own.map((name) => readFileSync(join(logs, name), 'utf8')).join('');
  expect(said).toMatch(/^status: idle: You are member/m);
  expect(said).not.toContain('SECRET-a');
};

const requireAllThere = async (world: Scratch, holder: Started): Promise<void> => {
  const { exit, stderr, stdout } = await holder.ended;
  expect(exit, stdout + stderr).toBe(0);
  const read = (path: string): string => readFileSync(join(world.project, RUN, path), 'utf8');
  for (const member of ['a', 'b']) expect(read(`opinions/${member}.md`)).toBe(`SECRET-${member}\n`);
  expect(read('overview.md')).toBe('SECRET-a\nSECRET-b\n');
  expect(read('summary.md')).toBe('SECRET-a\nSECRET-b\n');
  expect(existsSync(join(projectState(world), '.desks'))).toBe(false);
  expect(await leftovers(world, 'r')).toEqual([]);
  const verified = await baton(world, ['verify', 'r']);
  expect(verified.exit, verified.stdout + verified.stderr).toBe(0);
};

describe('blind work', () => {
  it('is not found by another one in its working tree or in the run directory, until all are in', async () => {
    const world = worldWith('worksIn: project', (here) => ({
      a: says('a'),
      b: [
        waitFor(`${here.root}/look`),
        ...lookAround(here),
        { write: { 'project:looked.txt': 'x' } },
        waitFor(`${here.root}/go`),
        ...says('b'),
      ],
    }));
    const holder = start(world);
    await until(holder, () => isAccepted(world, 'hear.member.a.1'));
    writeFiles(world.root, { look: '' });
    await until(holder, () => existsSync(join(world.root, 'commands.txt')));
    const status = await baton(world, ['status', 'r']);
    expect(status.stdout).toContain('2 work blind');
    expect(status.stdout).toContain('(1 accepted so far)');
    expect(status.stdout).toContain('one that searches the disk could still find the files of another');
    const document = JSON.parse((await baton(world, ['status', 'r', '--json'])).stdout) as {
      readonly blind: unknown;
      readonly assignments: readonly { readonly desk: string }[];
    };
    expect(document.blind).toEqual({ workers: 2, heldBack: 1, searchable: true });
    const [desk] = document.assignments.map((one) => one.desk);
    expect(readFileSync(join(desk ?? '', 'opinions/a.md'), 'utf8')).toBe('SECRET-a\n');
    expect(statSync(desk ?? '').mode & 0o777).toBe(0o700);
    expect(statSync(join(desk ?? '', '..')).mode & 0o777).toBe(0o300);
    await until(holder, () => refusalsOf(world) === 4);
    requireNothingSeen(world);
    // People may read all of it.
    expect((await baton(world, ['log', 'r', '--json'])).stdout).toContain('SECRET-a');
    expect((await baton(world, ['verify', 'r'])).exit).toBe(0);
    writeFiles(world.root, { go: '' });
    await requireAllThere(world, holder);
  });

  it('stays so when the holder is killed between two of them, and the run is resumed', async () => {
    const world = worldWith('', (here) => ({
      a: says('a'),
      b: [
        // It works on its desk: what an earlier attempt left there is still there.
        { run: `[ -e note.txt ] && cp note.txt ${here.root}/note.txt; echo kept > note.txt` },
        waitFor(`${here.root}/look`),
        ...lookAround(here),
        waitFor(`${here.root}/go`),
        ...says('b'),
      ],
    }));
    const killed = start(world);
    await until(killed, () => isAccepted(world, 'hear.member.a.1') && hasDraft(world, 'hear.member.b.1'));
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(textBelow(join(world.project, RUN))).not.toContain('SECRET');
    const holder = startBaton(world, ['resume', 'r']);
    writeFiles(world.root, { look: '' });
    await until(holder, () => refusalsOf(world) === 4);
    requireNothingSeen(world);
    expect(readFileSync(join(world.root, 'note.txt'), 'utf8')).toBe('kept\n');
    writeFiles(world.root, { go: '' });
    await requireAllThere(world, holder);
    expect(new Set(desksOf(world, 'hear.member.b.1')).size).toBe(1);
  });

  it('stays so over a stop, also in the copy of the journal that people get', async () => {
    const world = worldWith('', (here) => ({
      a: says('a'),
      b: [waitFor(`${here.root}/go`), ...lookAround(here), ...says('b')],
    }));
    const stopped = start(world);
    await until(stopped, () => isAccepted(world, 'hear.member.a.1'));
    expect((await baton(world, ['stop', 'r'])).exit).toBe(0);
    await stopped.ended;
    const copy = join(world.project, RUN, 'journal', 'journal.jsonl');
    expect(readFileSync(copy, 'utf8').trimEnd().split('\n')).toHaveLength(1);
    expect(textBelow(join(world.project, RUN))).not.toContain('SECRET');
    expect((await baton(world, ['verify', 'r'])).exit).toBe(0);
    const holder = startBaton(world, ['resume', 'r']);
    writeFiles(world.root, { go: '' });
    await until(holder, () => existsSync(join(world.root, 'commands.txt')));
    await requireAllThere(world, holder);
    expect(readFileSync(join(world.root, 'seen.txt'), 'utf8')).not.toContain('SECRET');
    expect(readFileSync(copy, 'utf8')).toContain('SECRET-a');
  });

  it('is handed in by message, and by a file on its desk', async () => {
    const hear = `args: handoffArgs, requests: [question],
      handedIn: handoffBlock({ asks: question, file: ({ key }) => 'handoff_' + key + '.json' }),`;
    const json = '{"status": "complete", "artifacts": [], "next": null, "summary": "SECRET-a"}';
    const block = '---HANDOFF---\nSTATUS: complete\nARTIFACTS: none\nNEXT: null\nSUMMARY: Said.\n';
    const world = worldWith(hear, (here) => ({
      a: [{ write: { 'opinions/a.md': 'SECRET-a\n', 'handoff_a.json': json } }, { say: 'See the file.' }],
      b: [
        waitFor(`${here.root}/look`),
        ...lookAround(here),
        { write: { 'opinions/b.md': 'SECRET-b\n' } },
        { say: 'Done.' },
        waitFor(`${here.root}/go`),
        { say: block },
      ],
    }));
    const holder = start(world);
    await until(holder, () => isAccepted(world, 'hear.member.a.1'));
    writeFiles(world.root, { look: '' });
    await until(holder, () => eventsOf(world).some(({ kind }) => kind === 'submission-rejected'));
    requireNothingSeen(world);
    writeFiles(world.root, { go: '' });
    await requireAllThere(world, holder);
  });

  it('that is put into the run directory is removed there, and its worker is told where to write', async () => {
    const world = worldWith('', (here) => ({
      a: [
        { run: 'mkdir -p {run}/opinions; echo SECRET-a > {run}/opinions/a.md' },
        { submit: 'submit_hear' },
        { run: `while [ -e {run}/opinions/a.md ]; do sleep 0.05; done; echo gone > ${here.root}/gone.txt` },
        { print: '{problems}' },
        ...says('a'),
      ],
      b: says('b'),
    }));
    const holder = start(world);
    await requireAllThere(world, holder);
    const rejected = eventsOf(world).flatMap((event) =>
      event.kind === 'submission-rejected' ? event.rejection.problems.map(({ message }) => message) : [],
    );
    expect(rejected).toEqual([
      expect.stringMatching(
        /^expected the file opinions\/a\.md on your desk \/.*\/\.desks\/r\/[0-9a-f]{32}, found none$/,
      ),
    ]);
    expect(existsSync(join(world.root, 'gone.txt'))).toBe(true);
  });

  it('leaves nothing behind that `baton clean` does not remove', async () => {
    const world = worldWith('', (here) => ({ a: says('a'), b: [waitFor(`${here.root}/go`), ...says('b')] }));
    const stopped = start(world);
    await until(stopped, () => isAccepted(world, 'hear.member.a.1'));
    await baton(world, ['stop', 'r']);
    await stopped.ended;
    expect(existsSync(join(projectState(world), '.desks', 'r'))).toBe(true);
    const cleaned = await baton(world, ['clean', '--older-than', '0s', '--yes', '--json']);
    expect(cleaned.exit, cleaned.stdout + cleaned.stderr).toBe(0);
    expect(existsSync(join(projectState(world), '.desks'))).toBe(false);
    expect(existsSync(join(world.project, RUN))).toBe(false);
  });
});
