// `baton calibrate` on small real repositories: honest commits pass, lies are caught, and nothing is left behind.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../src/operations/calibrate/report.ts';
import {
  baton,
  type Files,
  gitIn,
  makeRepository,
  projectState,
  type Scratch,
  scratch,
  startBaton,
  writeFiles,
} from './scratch.ts';

const has = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;
const PYTHON = '/usr/bin/python3';

interface Project {
  readonly start: Files;
  readonly feature: Files;
  readonly refactoring: Files;
}

const TEST_HEAD = "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n";
const JS: Project = {
  start: {
    'package.json': '{ "name": "x", "type": "module", "scripts": { "test": "node --test" } }\n',
    'math.js': 'export function add(a, b) {\n  return a + b;\n}\n',
    'words.js': 'export const shout = (text) => text.toUpperCase().concat("!");\n',
    'test/words.test.js': `${TEST_HEAD}import { shout } from '../words.js';\ntest('shouts', () => assert.equal(shout('a'), 'A!'));\n`,
    'test/math.test.js': `${TEST_HEAD}import { add } from '../math.js';\ntest('adds', () => {\n  assert.equal(add(1, 2), 3);\n});\n`,
  },
  feature: {
    'math.js': 'export function add(a, b) {\n  return a + b;\n}\nexport const sub = (a, b) => a - b;\n',
    'test/sub.test.js': `${TEST_HEAD}import { sub } from '../math.js';\ntest('subtracts', () => {\n  assert.equal(sub(3, 2), 1);\n});\n`,
  },
  refactoring: {
    'math.js':
      'export function add(a, b) {\n  const sum = a + b;\n  return sum;\n}\nexport const sub = (a, b) => a - b;\n',
  },
};
const PY: Project = {
  start: {
    'baton.yaml': `commands:\n  test: ${PYTHON} -m pytest -p no:cacheprovider\n`,
    'conftest.py': '',
    'calc.py': 'def add(a, b):\n    return a + b\n',
    'words.py': 'def shout(text):\n    return text.upper() + "!"\n',
    'tests/test_calc.py': 'from calc import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
    'tests/test_words.py':
      'from words import shout\n\n\nclass TestWords:\n    def test_shouts(self):\n        assert shout("a") == "A!"\n',
  },
  feature: {
    'calc.py': 'def add(a, b):\n    return a + b\n\n\ndef sub(a, b):\n    return a - b\n',
    'tests/test_sub.py': 'from calc import sub\n\n\ndef test_subtracts():\n    assert sub(3, 2) == 1\n',
  },
  refactoring: {
    'calc.py': 'def add(a, b):\n    total = a + b\n    return total\n\n\ndef sub(a, b):\n    return a - b\n',
  },
};
const GO_TEST = (name: string, says: string): string =>
  `package x\n\nimport "testing"\n\nfunc ${name}(t *testing.T) {\n\tif ${says} {\n\t\tt.Fatal("no")\n\t}\n}\n`;
const GO: Project = {
  start: {
    'baton.yaml': 'commands:\n  test: go test ./...\n',
    'go.mod': 'module example.test/x\n\ngo 1.19\n',
    'calc.go': 'package x\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n',
    'words.go': 'package x\n\nfunc Shout(text string) string {\n\treturn text + "!"\n}\n',
    'calc_test.go': GO_TEST('TestAdd', 'Add(1, 2) != 3'),
    'words_test.go': GO_TEST('TestShout', 'Shout("a") != "a!"'),
  },
  feature: {
    'sub.go': 'package x\n\nfunc Sub(a, b int) int {\n\treturn a - b\n}\n',
    'sub_test.go': GO_TEST('TestSub', 'Sub(3, 2) != 1'),
  },
  refactoring: { 'sub.go': 'package x\n\nfunc Sub(a, b int) int {\n\trest := a - b\n\treturn rest\n}\n' },
};

const commit = (project: string, files: Files, subject: string): void => {
  writeFiles(project, files);
  gitIn(project, 'add', '--all');
  gitIn(project, 'commit', '--quiet', '-m', subject);
};

const worldOf = ({ start, feature, refactoring }: Project): Scratch => {
  const world = scratch();
  makeRepository(world.project, start);
  commit(world.project, feature, 'Subtract');
  commit(world.project, { 'README.md': 'Numbers.\n' }, 'Say what it is');
  commit(world.project, refactoring, 'Name the sum');
  return world;
};

/**
 * Every name below the folder, with bytes, mode and time of each file: also of the git directory. Git sets the time of an
 * object anew when somebody is about to write the same one.
 */
const everything = (folder: string, prefix = ''): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return [`${prefix}${entry.name}/`, ...everything(path, `${prefix}${entry.name}/`)];
    const { mode, mtimeMs } = lstatSync(path);
    const bytes = createHash('sha256').update(readFileSync(path)).digest('hex');
    const time = prefix.startsWith('.git/objects/') ? '' : mtimeMs;
    return [`${prefix}${entry.name} ${mode} ${time} ${bytes}`];
  });

const leftOver = (world: Scratch): string[] => [
  ...readdirSync(world.tmp).filter((name) => name.startsWith('baton-')),
  ...readdirSync(join(projectState(world), '.scratch')),
];

type Document = Calibration & { readonly ok: boolean };

const calibrated = async (world: Scratch, ...args: readonly string[]) => {
  const { exit, stdout, stderr } = await baton(world, ['calibrate', '--json', ...args]);
  return { exit, stderr, found: JSON.parse(stdout) as Document };
};

describe.each([
  ['JavaScript', JS, true],
  ['Python', PY, has(PYTHON, '-m', 'pytest', '--version')],
] as const)('a repository in %s', (_, project, isThere) => {
  it.runIf(isThere)(
    'accepts its honest commits, catches the lies made of them, and is left as it was',
    async () => {
      const world = worldOf(project);
      const before = everything(world.project);
      const { exit, found, stderr } = await calibrated(world);
      expect(everything(world.project)).toEqual(before);
      expect(leftOver(world)).toEqual([]);
      expect(found.commits.map(({ subject }) => subject)).toEqual(['Name the sum', 'Subtract']);
      expect(found.skipped.map(({ why }) => why)).toEqual([
        'it changes no source file besides tests',
        'its parent is not in this repository',
      ]);
      const [refactoring, feature] = found.commits;
      expect(feature!.gates.map(({ plain }) => plain.status)).toEqual(['met', 'met', 'met']);
      expect(feature!.lies.filter(({ isMade }) => isMade)).toHaveLength(7);
      // Old and new tests, at every gate where the lie is one.
      expect(feature!.lies.flatMap(({ gates }) => gates)).toHaveLength(2 * 3 + 5 * 2);
      expect(refactoring!.gates.map(({ declared }) => declared.kind)).toEqual([
        'feature',
        'refactor',
        'refactor',
      ]);
      expect(found.totals.map(({ lies, caught }) => caught === lies)).toEqual([true, true, true]);
      expect(found.advice).toMatchObject([
        { where: 'plan', gates: ['relay', 'h3a'], lines: ['kind: refactor'] },
      ]);
      expect({ exit, ok: found.ok }, stderr).toEqual({ exit: 0, ok: true });
    },
  );
});

it.runIf(has('go', 'version'))('catches the lies made of a commit in Go', async () => {
  const world = scratch();
  makeRepository(world.project, GO.start);
  commit(world.project, GO.feature, 'Subtract');
  const { exit, found, stderr } = await calibrated(world, '--gate', 'relay');
  expect(found.commits.map(({ gates }) => gates[0]?.plain.status)).toEqual(['met']);
  const caught = found.commits.flatMap(({ lies }) => lies.map(({ gates }) => gates[0]?.by?.clause));
  expect(caught, stderr).toEqual([
    ...['tests-green', 'red-then-green', 'red-then-green', 'red-then-green', 'red-then-green'],
    ...['tests-hold', 'tests-hold'],
  ]);
  expect(exit).toBe(0);
});

describe('a calibration', () => {
  it('says what it found in words, and reuses its verdicts', async () => {
    const world = worldOf(JS);
    const first = await baton(world, ['calibrate', '--last', '1', '--gate', 'relay']);
    expect(first.exit, first.stderr).toBe(0);
    expect(first.stdout).toMatch(/^commit +subject +relay +lies caught +time\n/);
    expect(first.stdout).toMatch(/kind: refactor/);
    const { found } = await calibrated(world, '--last', '1', '--gate', 'relay');
    const [only] = found.commits;
    expect(found.reused).toBeGreaterThanOrEqual(only!.lies.filter(({ isMade }) => isMade).length + 2);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const world = worldOf(JS);
    const before = everything(world.project);
    const started = startBaton(world, ['calibrate', '--json']);
    await new Promise<void>((resolve) => {
      started.child.stderr?.on('data', () => started.printed().stderr.includes('1/2') && resolve());
    });
    started.child.kill('SIGINT');
    const { exit, stdout } = await started.ended;
    expect(exit).toBe(130);
    expect((JSON.parse(stdout) as Document).ok).toBe(false);
    expect(everything(world.project)).toEqual(before);
    expect(leftOver(world)).toEqual([]);
  });

  it('refuses what it cannot do, and a repository without a commit has none to play', async () => {
    const world = worldOf(JS);
    for (const args of [
      ['--last', '0'],
      ['--last', 'x'],
      ['--gate', 'agentmux'],
      ['--minutes', '-1'],
    ])
      expect((await baton(world, ['calibrate', ...args])).exit).toBe(2);
    const empty = scratch();
    makeRepository(empty.project, {});
    const { exit, stdout } = await baton(empty, ['calibrate']);
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'no commit could be played\n' });
  });
});
