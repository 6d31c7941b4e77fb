// Names that lead elsewhere, runs that are held, cut off or damaged: a clear error, and nothing is lost.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/std/sha256.ts';
import { encodeLine } from '../../src/stores/journal-line.ts';
import { baton, projectState, readJournal, runState, type Scratch, scratch, startBaton } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';
import { ASKING, errorOf, startWaitingRun } from './waiting-run.ts';

const filesBelow = (at: string): string[] =>
  readdirSync(at).flatMap((name) => {
    const path = join(at, name);
    return statSync(path).isDirectory()
      ? [path, ...filesBelow(path)]
      : [`${path} ${sha256(readFileSync(path))}`];
  });

const expectError = async (
  world: Scratch,
  args: readonly string[],
  exit: number,
  code: string,
): Promise<string> => {
  const outcome = await baton(world, [...args, '--json']);
  expect([args.join(' '), outcome.exit, errorOf(outcome.stdout).code]).toEqual([args.join(' '), exit, code]);
  const { message, hint } = errorOf(outcome.stdout);
  return `${message} ${hint ?? ''}`;
};

describe('a name that leads elsewhere', () => {
  it('is refused wherever it is given, and nothing is written', async () => {
    const world = scratch();
    await startWaitingRun(world);
    const before = filesBelow(world.root);
    const run = ['run', 'One file', '--agent', `scripted:${join(world.root, 'scenario.yaml')}`];
    for (const name of [
      '../../baton-is-not-here',
      '..',
      '.',
      '/tmp/x',
      'a/b',
      'a b',
      '-x',
      '',
      '.cache',
      'x'.repeat(65),
      'a\u0000b'.replace('\u0000', '\n'),
    ])
      await expectError(world, [...run, `--name=${name}`], 2, 'NAME_INVALID');
    for (const command of ['status', 'resume', 'stop', 'verify', 'log'])
      await expectError(world, [command, '../../baton-is-not-here'], 2, 'RUN_UNKNOWN');
    await expectError(world, [...run, '--workflow', '../../baton-is-not-here'], 2, 'WORKFLOW_UNKNOWN');
    await expectError(world, [...run, '--role-agent', '../../x=human'], 2, 'USAGE_INVALID');
    await expectError(world, ['approve', '../../baton-is-not-here'], 2, 'ITEM_UNKNOWN');
    await expectError(world, ['-C', '../../baton-is-not-here', 'status'], 2, 'FILE_MISSING');
    await expectError(world, ['run', 'One file', '--agent', 'human:../../x'], 3, 'AGENT_UNKNOWN');
    await expectError(world, ['prove', '../../baton-is-not-here'], 2, 'WORKFLOW_UNKNOWN');
    expect(filesBelow(world.root)).toEqual(before);
  });
});

describe('a run that is there', () => {
  it('is not started again: the way to go on is named', async () => {
    const world = scratch();
    await startWaitingRun(world, 'login');
    const before = filesBelow(world.root);
    const spec = `scripted:${join(world.root, 'scenario.yaml')}`;
    const words = await expectError(
      world,
      ['run', 'Again', '--name', 'login', '--agent', spec],
      2,
      'RUN_EXISTS',
    );
    expect(words).toContain('baton resume login');
    expect(filesBelow(world.root)).toEqual(before);
  });

  it('has one holder: a second one is refused, also when both start at once', async () => {
    const world = scratch();
    const spec = makeSmallRelay(
      world,
      ASKING.replace('- submit: { tool: ask, args: { question: "Which word?" } }', '- hang: true'),
    );
    const run = ['run', 'One file', '--name', 'r', '--agent', spec, '--json'];
    const both = [startBaton(world, run), startBaton(world, run)];
    const loser = await Promise.race(both.map((one) => one.ended));
    expect([loser.exit, errorOf(loser.stdout).code]).toEqual([
      2,
      expect.stringMatching(/^RUN_(HELD|EXISTS)$/),
    ]);
    const words = await expectError(world, ['resume', 'r'], 2, 'RUN_HELD');
    expect(words).toContain('baton stop r');
    await expectError(world, run.slice(0, -1), 2, 'RUN_EXISTS');
    expect(readJournal(runState(world, 'r')).filter(({ input }) => input.kind === 'start')).toHaveLength(1);
    for (const one of both) one.child.kill('SIGKILL');
    await Promise.all(both.map((one) => one.ended));
    const stopped = await baton(world, ['stop', 'r', '--json']);
    expect([stopped.exit, JSON.parse(stopped.stdout)]).toEqual([
      0,
      expect.objectContaining({ status: 'cancelled' }),
    ]);
  });

  it('is none when its start was cut off before its first entry', async () => {
    const world = scratch();
    const spec = makeSmallRelay(world, ASKING);
    const cutOff = join(projectState(world), 'r');
    mkdirSync(cutOff, { recursive: true });
    for (const beginning of ['', '{"v":1,"seq":1,"id":"']) {
      writeFileSync(join(cutOff, 'journal.jsonl'), beginning);
      const listed = await baton(world, ['list', '--json']);
      expect([listed.exit, JSON.parse(listed.stdout)]).toEqual([0, { runs: [] }]);
      await expectError(world, ['resume', 'r'], 2, 'RUN_UNKNOWN');
      await expectError(world, ['status', 'r'], 2, 'RUN_UNKNOWN');
    }
    const outcome = await baton(world, ['run', 'One file', '--name', 'r', '--agent', spec, '--json']);
    expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(4);
    expect((await baton(world, ['verify', 'r', '--json'])).exit).toBe(0);
  });
});

describe('a journal', () => {
  const damage = async (
    change: (lines: string[]) => string[],
  ): Promise<{ world: Scratch; path: string; text: string }> => {
    const world = scratch();
    await startWaitingRun(world);
    const path = join(runState(world, 'r'), 'journal.jsonl');
    const text = change(readFileSync(path, 'utf8').split('\n')).join('\n');
    writeFileSync(path, text);
    return { world, path, text };
  };

  it.each([
    ['garbage', (lines: string[]) => [lines[0]!, '\u0000\u0001 garbage', ...lines.slice(1)]],
    [
      'a changed word',
      (lines: string[]) => lines.map((line, at) => (at === 1 ? line.replace('planner', 'plannes') : line)),
    ],
    ['a line taken out', (lines: string[]) => lines.filter((_, at) => at !== 1)],
    ['two lines exchanged', (lines: string[]) => [lines[0]!, lines[2]!, lines[1]!, ...lines.slice(3)]],
  ])('with %s in the middle stops the run with words, and is left as it is', async (_, change) => {
    const { world, path, text } = await damage(change);
    // A snapshot spares looking at what is before it; `log` and `verify` look at all.
    expect(await expectError(world, ['log', 'r'], 1, 'JOURNAL_CORRUPT')).toContain('line 2');
    rmSync(join(runState(world, 'r'), 'snapshot.json'));
    for (const command of ['status', 'resume', 'log', 'stop'])
      expect(await expectError(world, [command, 'r'], 1, 'JOURNAL_CORRUPT')).toContain('line 2');
    const verified = await baton(world, ['verify', 'r', '--json']);
    expect(verified.exit).toBe(1);
    expect(verified.stdout).toContain('JOURNAL_CORRUPT');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('with a torn last line goes on, and says so', async () => {
    const { world, path } = await damage((lines) => [...lines.slice(0, -1), '{"v":1,"seq":99,"id":"torn']);
    const resumed = await baton(world, ['resume', 'r', '--json']);
    expect(resumed.exit, resumed.stdout + resumed.stderr).toBe(4);
    expect(readdirSync(runState(world, 'r')).filter((name) => name.startsWith('torn-'))).toHaveLength(1);
    expect(readFileSync(path, 'utf8').endsWith('\n')).toBe(true);
    expect((await baton(world, ['verify', 'r', '--json'])).exit).toBe(0);
  });

  it('of a newer format is refused with words, and is left as it is', async () => {
    const world = scratch();
    await startWaitingRun(world);
    const directory = runState(world, 'r');
    const path = join(directory, 'journal.jsonl');
    const entries = readJournal(directory);
    const last = entries.at(-1)!;
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const head = { seq: last.seq, chain: sha256(lines.at(-1)!) };
    const line = encodeLine({ id: 'x', at: last.at, by: last.by, input: last.input, events: [] }, head);
    const newer = reformat(line.bytes.toString('utf8'));
    writeFileSync(path, `${lines.join('\n')}\n${newer}`);
    const text = readFileSync(path, 'utf8');
    for (const command of ['status', 'resume', 'verify'])
      expect(await expectError(world, [command, 'r'], 2, 'JOURNAL_TOO_NEW')).toContain('format 2');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  /** The same line under another format number, with its checksum made anew. */
  const reformat = (line: string): string => {
    const body = line.replace('{"v":1,', '{"v":2,').replace(/,"crc":"[0-9a-f]{8}"\}\n$/, '');
    return `${body},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}\n`;
  };
});

describe('a snapshot', () => {
  const withSnapshot = async (
    change: (record: Record<string, unknown>) => Record<string, unknown>,
  ): Promise<Scratch> => {
    const world = scratch();
    await startWaitingRun(world);
    const path = join(runState(world, 'r'), 'snapshot.json');
    const { checksum: _, ...record } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    const body = JSON.stringify(change(record)).slice(0, -1);
    writeFileSync(path, `${body},"checksum":"${sha256(body)}"}\n`);
    return world;
  };

  it.each([
    [
      'from the future',
      (record: Record<string, unknown>) => ({ ...record, seq: 900, start: 1_000_000, offset: 1_000_100 }),
    ],
    ['of another format', (record: Record<string, unknown>) => ({ ...record, v: 99 })],
    [
      'of another run',
      (record: Record<string, unknown>) => ({ ...record, chain: `sha256:${'0'.repeat(64)}` }),
    ],
  ])('%s is not believed: the state is made from the journal', async (_, change) => {
    const world = await withSnapshot(change);
    const entries = readJournal(runState(world, 'r')).length;
    const status = await baton(world, ['status', 'r', '--json']);
    expect([status.exit, JSON.parse(status.stdout)]).toEqual([
      0,
      expect.objectContaining({ seq: entries, status: 'waiting' }),
    ]);
    expect((await baton(world, ['verify', 'r', '--json'])).stdout).toContain('SNAPSHOT_STALE');
    const resumed = await baton(world, ['resume', 'r', '--json']);
    expect(resumed.exit, resumed.stdout + resumed.stderr).toBe(4);
    const verified = await baton(world, ['verify', 'r', '--json']);
    expect(verified.exit, verified.stdout).toBe(0);
  });
});
