// Files as they should not be: each is a clear error with a code, and nothing is written because of it.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { YAML_BYTES_MAX } from '../../src/model/limits/limits.ts';
import {
  baton,
  type Files,
  gitIn,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { makeSmallRelay, SMALL_PROJECT } from './small-relay.ts';

/** Each level names the one before it ten times. */
const BOMB = Array.from({ length: 9 }, (_, level) =>
  level === 0
    ? 'a0: &a0 [x, x, x]'
    : `a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`,
).join('\n');

const BAD: readonly (readonly [string, string | Uint8Array, string])[] = [
  ['empty', '', 'FILE_EMPTY'],
  ['nothing but a comment', '# nothing\n', 'FILE_EMPTY'],
  ['over the limit', `# ${'x'.repeat(YAML_BYTES_MAX)}\n`, 'FILE_TOO_LARGE'],
  ['not UTF-8', Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe, 0x0a]), 'FILE_NOT_UTF8'],
  ['a list', '- a\n- b\n', 'YAML_NOT_MAPPING'],
  ['a duplicate key', 'roles: {}\nroles: {}\n', 'YAML_DUPLICATE_KEY'],
  ['an alias bomb', `${BOMB}\n`, 'YAML_ALIASES'],
  ['no YAML', 'a: [1, 2\nb: }\n', 'YAML_SYNTAX'],
  ['deeper than allowed', `a: ${'['.repeat(200)}${']'.repeat(200)}\n`, 'YAML_TOO_DEEP'],
];

const filesBelow = (at: string): string[] =>
  readdirSync(at).flatMap((name) => {
    const path = join(at, name);
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isDirectory() ? filesBelow(path) : [`${path} ${found?.size}`];
  });

/** Everything but Baton's own files. */
const picture = (world: Scratch): string[] =>
  [world.home, world.tmp, world.project].flatMap(filesBelow).filter((path) => !path.includes('/.git/'));

const errorOf = (stdout: string): { code: string; message: string; hint?: string } =>
  (JSON.parse(stdout) as { error: { code: string; message: string; hint?: string } }).error;

const expectNoRun = async (world: Scratch): Promise<void> => {
  const listed = await baton(world, ['list', '--json']);
  expect(JSON.parse(listed.stdout)).toEqual({ runs: [] });
  expect(gitIn(world.project, 'for-each-ref', 'refs/baton', 'refs/heads/baton')).toBe('');
};

describe('baton.yaml', () => {
  it.each(BAD)('that is %s', async (_, content, code) => {
    const world = scratch();
    const spec = makeSmallRelay(world);
    writeFiles(world.project, { 'baton.yaml': content });
    const before = picture(world);
    const outcome = await baton(world, ['run', 'Two files', '--name', 'r', '--agent', spec, '--json']);
    expect([outcome.exit, errorOf(outcome.stdout).code]).toEqual([3, 'CONFIG_INVALID']);
    expect(errorOf(outcome.stdout).message).toContain('baton.yaml');
    expect(errorOf(outcome.stdout).message).toContain(code);
    expect(picture(world)).toEqual(before);
    writeFiles(world.project, { 'baton.yaml': SMALL_PROJECT['baton.yaml']! });
    await expectNoRun(world);
  });
});

describe('a scenario', () => {
  const play = async (
    files: Files,
  ): Promise<{ world: Scratch; exit: number | null; message: string; code: string }> => {
    const world = scratch();
    makeRepository(world.project, SMALL_PROJECT);
    writeFiles(world.root, files);
    const before = picture(world);
    const args = [
      'run',
      'Two files',
      '--name',
      'r',
      '--agent',
      `scripted:${join(world.root, 's.yaml')}`,
      '--json',
    ];
    const outcome = await baton(world, args);
    expect(picture(world)).toEqual(before);
    await expectNoRun(world);
    return { world, exit: outcome.exit, ...errorOf(outcome.stdout) };
  };

  it.each(BAD)('that is %s', async (_, content, code) => {
    const { exit, code: found, message } = await play({ 's.yaml': content });
    expect([exit, found]).toEqual([2, 'SCENARIO_INVALID']);
    expect(message).toContain(code);
    expect(message).toContain('s.yaml');
  });

  it.each([
    ['that is not there', {}, 'ENOENT'],
    ['that is a folder', { 's.yaml/x': '' }, 'EISDIR'],
    ['with a role out of the tree', { 's.yaml': 'roles:\n  "../../x":\n    - - hang: true\n' }, '../../x'],
    [
      'that writes out of the tree',
      { 's.yaml': 'roles:\n  planner:\n    - - write: { "../../x": "y" }\n' },
      '../../x',
    ],
    [
      'that writes out of the project',
      { 's.yaml': 'roles:\n  planner:\n    - - write: { "project:../../x": "y" }\n' },
      '../../x',
    ],
    [
      'that writes to the root',
      { 's.yaml': 'roles:\n  planner:\n    - - write: { "/etc/x": "y" }\n' },
      '/etc/x',
    ],
    ['with a step that is none', { 's.yaml': 'roles:\n  planner:\n    - - sumbit: submit_plan\n' }, 'submit'],
  ] as const)('%s', async (_, files, words) => {
    const { exit, code, message } = await play(files);
    expect([exit, code]).toEqual([2, 'SCENARIO_INVALID']);
    expect(message).toContain(words);
  });
});

/** What an agent may leave in the place of the file that it hands in, and what it is told. */
const HANDED_IN: readonly (readonly [string, string])[] = [
  ['rm -f FILE', 'ARTIFACT_MISSING'],
  [': > FILE', 'FILE_EMPTY'],
  ['echo "# nothing" > FILE', 'FILE_EMPTY'],
  ['head -c 9000000 /dev/zero > FILE', 'FILE_TOO_LARGE'],
  ["printf 'a: \\377\\376\\n' > FILE", 'FILE_NOT_UTF8'],
  ["printf -- '- a\\n- b\\n' > FILE", 'YAML_NOT_MAPPING'],
  ["printf 'version: 1\\nversion: 1\\n' > FILE", 'YAML_DUPLICATE_KEY'],
  ['cp BOMB FILE', 'YAML_ALIASES'],
  ['ln -s /etc/passwd FILE', 'PATH_OUTSIDE'],
  ['mkdir FILE', 'FILE_UNREADABLE'],
];

/** Told in the same words as the one before it, and so no new submission. */
const PIPE = 'mkfifo FILE';

const ladder = (file: string, tool: string, root: string): string =>
  [...HANDED_IN.map(([command]) => command), PIPE]
    .map((command) => {
      const line = `rm -rf FILE; ${command}`
        .replaceAll('FILE', `{run}/${file}`)
        .replace('BOMB', join(root, 'bomb'));
      return `      - run: ${JSON.stringify(line)}\n      - submit: ${tool}\n`;
    })
    .join('');

const PLAN = 'version: 1\\nsummary: One file\\nitems:\\n  - { key: one, title: One, task: Write it. }\\n';

const scenario = (root: string): string => `roles:
  planner:
    -
${ladder('plan.yaml', 'submit_plan', root)}
      - run: "rm -rf {run}/plan.yaml"
      - write: { plan.yaml: ${JSON.stringify('version: 1\nsummary: x\nitems:\n  - { key: ../../x, title: One, task: Write it. }\n')} }
      - submit: submit_plan
      - write: { plan.yaml: "${PLAN}" }
      - submit: submit_plan
  coder:
    - - write: { "project:one.txt": "one", "project:checks/one.sh": "test -f one.txt" }
      - submit: submit_done
  reviewer:
    -
${ladder('review.yaml', 'submit_review', root)}
      - submit: { tool: ask, args: { question: "Enough?" } }
`;

it('plan.yaml and review.yaml, however they are handed in, are rejected with words and followed nowhere', async () => {
  const world = scratch();
  const spec = makeSmallRelay(world, scenario(world.root));
  writeFiles(world.root, { bomb: `${BOMB}\n` });
  const outcome = await baton(world, ['run', 'One file', '--name', 'r', '--agent', spec, '--json']);
  expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(4);
  const rejected = (assignment: string): string[] =>
    readJournal(runState(world, 'r')).flatMap(({ events }) =>
      events.flatMap((event) =>
        event.kind === 'submission-rejected' && event.assignment === assignment
          ? [event.rejection.problems[0]!.code]
          : [],
      ),
    );
  const codes = HANDED_IN.map(([, code]) => code);
  expect(rejected('planning.planner.1')).toEqual([...codes, 'FIELD_INVALID']);
  expect(rejected('reviewing.reviewer.1')).toEqual(codes);
  expect(gitIn(world.project, 'status', '--porcelain')).toBe('');
});
