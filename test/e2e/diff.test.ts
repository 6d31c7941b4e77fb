// `baton diff` is what git prints for the two trees, byte for byte; on a terminal nothing in it is obeyed.
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtProgram } from './built-program.ts';
import {
  baton,
  environmentOf,
  gitIn,
  makeRepository,
  makeScratch,
  type Outcome,
  type Scratch,
  writeFiles,
} from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';
import { HAS_TERMINAL, startOnTerminal } from './terminal.ts';

/** The word is red text for a terminal that obeys, and the title of its window. */
const HOSTILE = 'right \x1b[31mred\x1b[0m \x1b]0;title\x07 \u202egnp.exe\r\n';

const SCENARIO = {
  roles: {
    planner: [
      [
        {
          write: {
            'plan.yaml':
              'version: 1\nsummary: One file\nitems:\n  - { key: one, title: One, task: Write one.txt. }\n',
          },
        },
        { submit: 'submit_plan' },
      ],
    ],
    coder: [
      [
        {
          write: {
            'project:one.txt': HOSTILE,
            'project:größe.txt': 'ä\n',
            'project:checks/one.sh': 'grep -q right one.txt\n',
            // Asks git to show nothing of these.
            'project:.gitattributes': '*.txt -diff\n*.sh -diff\n',
            'project:tab\tand "quote".txt': 'x\n',
          },
        },
        { run: 'mv old.txt new.txt && printf "\\000\\001" > binary.bin && chmod +x script.sh' },
        { submit: 'submit_done' },
      ],
    ],
    reviewer: [
      [{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }, { submit: 'submit_review' }],
    ],
  },
  human: [],
};

let world: Scratch;
const run = (...words: string[]): Promise<Outcome> => baton(world, words);

interface Diff {
  readonly base: string;
  readonly tree: string;
  readonly item: string | null;
  readonly files: readonly { readonly path: string }[];
  readonly patch?: string;
}

beforeAll(async () => {
  const made = makeScratch();
  world = made;
  makeRepository(world.project, {
    ...SMALL_PROJECT,
    'old.txt': 'a\nb\nc\nd\n',
    'script.sh': 'true\n',
  });
  writeFiles(world.root, { 'scenario.yaml': JSON.stringify(SCENARIO) });
  const agent = `scripted:${join(world.root, 'scenario.yaml')}`;
  const waiting = await run('run', 'One file', '--name', 'one', '--agent', agent);
  expect(waiting.exit, waiting.stderr).toBe(4);
  return made.remove;
});

const diffOf = async (...words: string[]): Promise<Diff> =>
  JSON.parse((await run('diff', ...words, '--json')).stdout) as Diff;

const bytesOf = (...words: string[]): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [builtProgram(), ...words], {
      cwd: world.project,
      env: environmentOf(world),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(chunks)));
  });

const gitDiff = ({ base, tree }: Diff): Buffer =>
  execFileSync('git', ['diff', base.split(':')[1]!, tree.split(':')[1]!], {
    cwd: world.project,
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });

describe('baton diff', () => {
  it('is what git prints for the base and the tree that waits, byte for byte', async () => {
    const diff = await diffOf('one');
    expect(diff.item).toBe('approving.human.1');
    const expected = gitDiff(diff);
    expect(expected.includes('rename from old.txt')).toBe(true);
    expect((await bytesOf('diff', 'one')).equals(expected)).toBe(true);
    expect(diff.patch).toBe(expected.toString('utf8'));
  });

  it('shows what a file of attributes wants to hide, and obeys no setting of the repository', async () => {
    const expected = gitDiff(await diffOf('one'));
    writeFileSync(join(world.root, 'evil.sh'), `#!/bin/sh\ntouch ${join(world.root, 'obeyed')}\n`, {
      mode: 0o755,
    });
    for (const [key, value] of [
      ['diff.external', join(world.root, 'evil.sh')],
      ['diff.noprefix', 'true'],
      ['diff.context', '0'],
      ['color.ui', 'always'],
    ] as const)
      gitIn(world.project, 'config', key, value);
    const shown = await bytesOf('diff', 'one');
    for (const key of ['diff.external', 'diff.noprefix', 'diff.context', 'color.ui'])
      gitIn(world.project, 'config', '--unset', key);
    expect(shown.equals(expected)).toBe(true);
    expect(shown.includes('+right ')).toBe(true);
    expect(() => execFileSync('test', ['-e', join(world.root, 'obeyed')])).toThrow();
  });

  it('lists the files with --stat', async () => {
    const { stdout } = await run('diff', 'one', '--stat');
    expect(stdout).toContain('old.txt → new.txt');
    expect(stdout).toContain('binary.bin');
    expect(stdout).toContain('mode changed');
    expect(stdout).toMatch(/^ checks\/one\.sh +\+1 -0 {2}\(added\)$/m);
    expect(stdout).toMatch(/\n8 files changed, \d+ lines added, 0 removed\n$/);
    expect((await diffOf('one', '--stat')).patch).toBeUndefined();
  });

  it('of a reader that has seen enough ends quietly', async () => {
    const { exit, stderr } = await shell(
      `'${process.execPath}' '${builtProgram()}' diff one | head -c 10 | wc -c`,
    );
    expect([exit, stderr]).toEqual([0, '']);
  });

  it('is refused in words where there is no such run', async () => {
    const { exit, stderr } = await run('diff', 'two');
    expect([exit, stderr]).toEqual([2, expect.stringContaining('RUN_UNKNOWN')]);
  });

  it.skipIf(!HAS_TERMINAL)('shows control characters as signs on a terminal', async () => {
    const { stdout } = await startOnTerminal(world, ['diff', 'one']).ended;
    expect(stdout).toContain('right ^[[31mred^[[0m ^[]0;title^G <U+202E>gnp.exe^M');
    // What is left are the colours of Baton.
    expect(stdout.replaceAll(/\x1b\[\d+m/g, '')).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\u202e/);
  });
});

const shell = (line: string): Promise<{ exit: number | null; stderr: string }> =>
  new Promise((resolve) => {
    const child = spawn('sh', ['-c', line], { cwd: world.project, env: environmentOf(world) });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdout.resume();
    child.on('close', (exit) => resolve({ exit, stderr }));
  });
