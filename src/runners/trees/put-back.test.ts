// What a command is made of, found by following names from its line, its scripts and the configuration of its runner.
import { describe, expect, it } from 'vitest';
import { type Files, temporaryRepository } from '../../effects/git/temporary-repository.fixture.ts';
import { putBack, withSectionsOf } from './put-back.ts';
import { listTree } from './tree-files.ts';

interface Command {
  readonly line?: string;
  readonly settings?: string;
  readonly released?: readonly string[];
}

/** The changed files that stand as in the base. */
const heldBack = async (
  before: Files,
  changed: Files,
  command: Command = {},
  gone: readonly string[] = [],
): Promise<string[]> => {
  const made = await temporaryRepository();
  const files = { 'test/a.test.js': '', 'tests/test_a.py': '', ...before };
  const after = Object.fromEntries(Object.entries(files).filter(([path]) => !gone.includes(path)));
  const [tree, next] = [await made.tree(files), await made.tree({ ...after, ...changed })];
  const [base, head] = [await listTree(made.repository, tree), await listTree(made.repository, next)];
  const { line = 'npm test', settings = '', released = [] } = command;
  const edits = await putBack(made.repository, { base, head, tree, line, settings, released, scripts: {} });
  return [...edits.keys()].sort();
};

const NEW = '// new\n';

describe('part of the command is', () => {
  it.each<[string, Files, string, Command]>([
    [
      'a plugin that the configuration names',
      {
        'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-q -p plugins.order"\n',
        'plugins/order.py': '',
      },
      'plugins/order.py',
      {},
    ],
    [
      'what a configuration imports',
      { 'vitest.config.js': "import shared from './config/shared.js';\n", 'config/shared.js': '' },
      'config/shared.js',
      {},
    ],
    [
      'a setup file among the code',
      { 'vitest.config.js': "test: { setupFiles: ['src/polyfill.ts'] }\n", 'src/polyfill.ts': '' },
      'src/polyfill.ts',
      {},
    ],
    [
      'a transform that package.json names',
      { 'package.json': '{}', 'build/transform.js': '' },
      'build/transform.js',
      { settings: '{"jest":{"transform":{"x":"<rootDir>/build/transform.js"}}}' },
    ],
    [
      'what a preloaded module imports',
      { 'scripts/register.js': "import './env.js';\n", 'scripts/env.js': '' },
      'scripts/env.js',
      { line: 'node --import=./scripts/register.js --test' },
    ],
    [
      'what a script sources',
      { 'ci/test.sh': '. ci/env.sh\npytest\n', 'ci/env.sh': 'A=1\n' },
      'ci/env.sh',
      { line: 'sh ci/test.sh' },
    ],
  ])('%s', async (_, files, path, command) => {
    expect(await heldBack(files, { [path]: NEW }, command)).toEqual([path]);
    expect(await heldBack(files, { [path]: NEW }, { ...command, released: [path] })).toEqual([]);
  });
});

describe('no part of the command is', () => {
  it.each<[string, Files, string, Command]>([
    [
      'what code imports as well',
      {
        'vitest.config.js': "import { version } from './src/version.js';\n",
        'src/version.js': '',
        'src/about.js': "import { version } from './version.js';\n",
      },
      'src/version.js',
      {},
    ],
    [
      'what a test uses',
      {
        'vitest.config.js': "import { version } from './src/version.js';\n",
        'src/version.js': '',
        'test/version.test.js': "import { version } from '../src/version.js';\n",
      },
      'src/version.js',
      {},
    ],
    [
      'what an alias stands for',
      { 'vitest.config.js': "alias: { '@money': './src/money/convert.ts' }\n", 'src/money/convert.ts': '' },
      'src/money/convert.ts',
      {},
    ],
    [
      'what a program of the line imports',
      { 'check.js': "import { total } from './cart.js';\n", 'cart.js': '' },
      'cart.js',
      { line: 'node check.js' },
    ],
    [
      'a program that a script runs, which may be what is tested',
      { 'test.sh': 'sh tool.sh | diff - want.txt\nnode calc.js\n', 'tool.sh': '' },
      'tool.sh',
      { line: 'sh test.sh' },
    ],
    [
      'a source that a recipe compiles',
      { Makefile: 'SOURCES = src/cart.c\n\ntest:\n\tcc $(SOURCES)\n', 'src/cart.c': '' },
      'src/cart.c',
      { line: 'make test' },
    ],
  ])('%s', async (_, files, path, command) => {
    expect(await heldBack(files, { [path]: NEW }, command)).toEqual([]);
  });
});

it('what linters and type checkers leave out, or remember of earlier runs, stands as in the base', async () => {
  const brought = {
    '.eslintignore': 'src/\n',
    'src/.tsbuildinfo': '{}',
    '.mypy_cache/a.json': '{}',
    'src/a.js': NEW,
  };
  expect(await heldBack({ 'src/a.js': '' }, brought)).toEqual([
    '.eslintignore',
    '.mypy_cache/a.json',
    'src/.tsbuildinfo',
  ]);
});

describe('sections of shared files', () => {
  const CFG = '[metadata]\nname = a\n\n[tool:pytest]\npython_classes = When\n';
  const TOML = '[project]\nname = "a"\n\n[tool.pytest.ini_options]\npython_classes = ["When"]\n';

  it('stand as in the base where a project moves from one file to another', async () => {
    const moved = (released: readonly string[]) =>
      heldBack({ 'setup.cfg': CFG }, { 'pyproject.toml': TOML }, { released }, ['setup.cfg']);
    expect(await moved([])).toEqual(['pyproject.toml', 'setup.cfg']);
    expect(await moved(['setup.cfg', 'pyproject.toml'])).toEqual([]);
    expect(await heldBack({ 'setup.cfg': '[metadata]\nname = a\n' }, {}, {}, ['setup.cfg'])).toEqual([]);
  });

  it('do not come back without their package where Cargo reads them', async () => {
    const crate = { 'a/Cargo.toml': '[package]\nname = "a"\n\n[lints.rust]\nwarnings = "deny"\n' };
    expect(await heldBack(crate, {}, {}, ['a/Cargo.toml'])).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['of mypy', '[project]\nname = "a"\n', '[tool.mypy]\nignore_errors = true\n'],
    ['of pyright', '[project]\nname = "a"\n', '[tool.pyright]\nignore = ["a"]\n'],
    ['of lints of Rust', '[package]\nname = "a"\n', '[lints.rust]\nwarnings = "allow"\n'],
    [
      'of lints of a workspace',
      '[workspace]\nmembers = ["a"]\n',
      '[workspace.lints.clippy]\nall = "allow"\n',
    ],
  ])('%s stand as in the base', (_, own, section) => {
    expect(withSectionsOf(own, `${section}\n${own}`)).toBe(own);
    expect(withSectionsOf(`${own}\n${section}`, own)).toBe(`${own}\n${section}`);
  });

  it('that say what a project is are its own', () => {
    expect(
      withSectionsOf('[package]\n', '[package]\nname = "b"\n\n[dependencies]\na = "1"\n'),
    ).toBeUndefined();
  });
});
