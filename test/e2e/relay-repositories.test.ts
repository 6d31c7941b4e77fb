// The example plays in any git repository with a package.json, however it looks, and leaves the user's part alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leftovers } from '../crash/leftovers.ts';
import { builtPackage } from './built-program.ts';
import {
  baton,
  type Files,
  gitIn,
  makeRepository,
  makeScratch,
  type Scratch,
  writeFiles,
} from './scratch.ts';

const NO_SCRIPTS = '{ "name": "without-scripts", "type": "module" }\n';
const WITH_TEST = '{ "name": "with-test", "scripts": { "test": "node --test" } }\n';
const OLD_TEST = "const { test } = require('node:test');\ntest('old', () => {});\n";

interface Case {
  readonly title: string;
  readonly folder?: string;
  /** From the root of the repository to the project. */
  readonly prefix?: string;
  readonly committed: Files;
  /** Written after the commit, or in place of one. */
  readonly uncommitted?: Files;
  readonly crlf?: boolean;
  /** Files of the commit that Baton makes, beside the example's own. */
  readonly kept: readonly string[];
}

const CASES: readonly Case[] = [
  {
    title: 'no baton.yaml, a test script, changes that are not committed',
    committed: { 'package.json': WITH_TEST, 'old.test.cjs': OLD_TEST, 'notes.md': 'first\n' },
    uncommitted: {
      'notes.md': 'mine\n',
      'untracked.txt': 'mine too\n',
      'broken.test.cjs': 'throw new Error();\n',
    },
    kept: ['notes.md', 'old.test.cjs', 'package.json'],
  },
  {
    title: 'a package.json without scripts, line ends of Windows',
    committed: {
      'package.json': NO_SCRIPTS.replaceAll('\n', '\r\n'),
      '.gitattributes': '* text=auto eol=crlf\r\n',
      'old.test.cjs': OLD_TEST.replaceAll('\n', '\r\n'),
    },
    crlf: true,
    kept: ['.gitattributes', 'old.test.cjs', 'package.json'],
  },
  {
    title: 'a baton.yaml, in a subdirectory of a repository, at a path with spaces and letters of all sorts',
    folder: 'Müllers Projekt — 計画 ✓',
    prefix: 'packages/my app/',
    committed: {
      'README.md': 'the whole\n',
      'packages/my app/package.json': NO_SCRIPTS,
      'packages/my app/baton.yaml': 'commands:\n  test: node --test\n',
      'packages/other/package.json': '{ "scripts": { "test": "exit 1" } }\n',
    },
    kept: [
      'README.md',
      'packages/my app/baton.yaml',
      'packages/my app/package.json',
      'packages/other/package.json',
    ],
  },
  {
    title: 'no commit at all: the run begins from the files that are there',
    committed: {},
    uncommitted: {
      'package.json': WITH_TEST,
      'old.test.cjs': OLD_TEST,
      '.gitignore': 'secret\n',
      secret: 'x\n',
    },
    kept: ['.gitignore', 'old.test.cjs', 'package.json'],
  },
];

const pictureOf = (root: string): Record<string, string> => ({
  status: gitIn(root, 'status', '--porcelain=v2', '--branch', '--untracked-files=all'),
  refs: gitIn(
    root,
    'for-each-ref',
    '--format=%(refname) %(objectname)',
    'refs/heads',
    'refs/tags',
    'refs/stash',
  ),
  index: gitIn(root, 'ls-files', '--stage'),
  config: readFileSync(join(root, '.git', 'config'), 'utf8'),
});

const playIn = async (world: Scratch, at: Case) => {
  const root = world.project;
  makeRepository(root, at.committed);
  writeFiles(root, at.uncommitted ?? {});
  const example = readFileSync(join(builtPackage(), 'examples', 'relay', 'scenario.yaml'), 'utf8');
  writeFiles(world.root, { 'scenario.yaml': at.crlf ? example.replaceAll('\n', '\r\n') : example });
  const before = pictureOf(root);
  const args = [
    'run',
    'Greet people',
    '--name',
    'r',
    '--agent',
    `scripted:${join(world.root, 'scenario.yaml')}`,
    '--json',
  ];
  const outcome = await baton(world, args, { cwd: join(root, at.prefix ?? '') });
  return { before, outcome };
};

describe.concurrent('the relay example in a repository with', () => {
  it.each(CASES)('$title', async (at) => {
    const world = makeScratch(at.folder);
    const root = world.project;
    try {
      const { before, outcome } = await playIn(world, at);
      expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
      const { refs, ...after } = pictureOf(root);
      const { refs: refsBefore, ...rest } = before;
      expect(after).toEqual(rest);
      expect(refs!.split('\n').filter((line) => !line.startsWith('refs/heads/baton/r '))).toEqual(
        refsBefore!.split('\n'),
      );
      const names = gitIn(root, '-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', 'baton/r')
        .trim()
        .split('\n');
      const example = ['farewell-test.mjs', 'farewell.mjs', 'greeting-test.mjs', 'greeting.mjs'];
      const made = example.map((name) => `${at.prefix ?? ''}relay-example/${name}`);
      expect(names.sort()).toEqual([...at.kept, ...made].sort());
      const text = gitIn(root, 'show', `baton/r:${at.prefix ?? ''}relay-example/greeting.mjs`);
      expect(text).not.toContain('\r');
      const project = { ...world, project: join(root, at.prefix ?? '').replace(/\/$/, '') };
      const verified = await baton(project, ['verify', 'r', '--json']);
      expect(verified.exit, verified.stdout).toBe(0);
      expect(await leftovers(project, 'r')).toEqual([]);
    } finally {
      world.remove();
    }
  });

  it('nothing in git: it says so, and does nothing', async () => {
    const world = makeScratch();
    try {
      writeFiles(world.project, { 'package.json': WITH_TEST });
      const scenario = join(builtPackage(), 'examples', 'relay', 'scenario.yaml');
      const outcome = await baton(world, [
        'run',
        'Greet people',
        '--agent',
        `scripted:${scenario}`,
        '--json',
      ]);
      expect(outcome.exit).toBe(3);
      expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code: 'PROJECT_NOT_GIT' } });
    } finally {
      world.remove();
    }
  });
});
