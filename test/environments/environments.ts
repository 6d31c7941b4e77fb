// Projects as they are: fourteen ways to install, build and test, each with one honest change and what must come of it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Files } from '../gates/case.ts';

export interface Environment {
  readonly name: string;
  /** Programs that must be there; where one is not, the environment is left out, and that is said. */
  readonly needs: readonly string[];
  readonly files: Files;
  /** Done in the project before its first commit: lock files, submodules. */
  readonly prepare?: (project: string, path: string) => void;
  /** What a coder does: code, and a test that fails without it. */
  readonly change: Files;
  /** Where `init` and `doctor` find it red: what the true cause must say, and what fixes it. */
  readonly refused?: {
    readonly cause: RegExp;
    readonly fix: RegExp;
  };
  /** `init` finds it red, and writes what helps into its new baton.yaml: what it says then. */
  readonly adapted?: RegExp;
  /** It has no tests, and says so. */
  readonly isWaived?: boolean;
  /** Uses the toolchain of rustup, below the user's own home. */
  readonly ownHome?: boolean;
  /** Only the programs of the system. */
  readonly systemPath?: boolean;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const sh =
  (line: string) =>
  (project: string, path = process.env['PATH']): void => {
    const env = { ...process.env, PATH: path };
    execFileSync('sh', ['-c', line], { cwd: project, env, stdio: ['ignore', 'ignore', 'inherit'] });
  };

const ADD = 'export const add = (a, b) => a + b;\n';
const ADD_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../src/add.js';

test('adds', () => {
  assert.equal(add(1, 2), 3);
});
`;
const SUB = `${ADD}export const sub = (a, b) => a - b;\n`;
const SUB_TEST = `${ADD_TEST.replace('{ add }', '{ add, sub }')}
test('subtracts', () => {
  assert.equal(sub(3, 2), 1);
});
`;
const scripts = (project: Files, more: object = {}): Files => ({
  'package.json': json({
    name: 'shop',
    version: '1.0.0',
    type: 'module',
    scripts: { test: 'node --test' },
    ...more,
  }),
  '.gitignore': 'node_modules\n',
  'src/add.js': ADD,
  'test/add.test.js': ADD_TEST,
  ...project,
});
const scriptChange: Files = { 'src/add.js': SUB, 'test/add.test.js': SUB_TEST };

const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}${path}`, text]));

/** A dependency inside of the repository, so that installing it needs no registry. */
const DEPENDENCY = { dependencies: { dep: 'file:./dep' } };
const needing: Files = {
  'dep/package.json': json({ name: 'dep', version: '1.0.0', main: 'index.cjs' }),
  'dep/index.cjs': 'exports.one = 1;\n',
  'src/add.js': `import dep from 'dep';\n\nexport const add = (a, b) => (a + b) * dep.one;\n`,
};
const neededChange: Files = {
  ...scriptChange,
  'src/add.js': `${needing['src/add.js']}export const sub = (a, b) => a - b;\n`,
};

const PY_ADD = 'def add(a, b):\n    return a + b\n';
const PY_TEST = 'from shop import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n';
const pythonIn = (folder: string, more: Files = {}): Files => ({
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0.0"\n',
  [`${folder}shop/__init__.py`]: PY_ADD,
  'tests/test_add.py': PY_TEST,
  '.gitignore': '__pycache__\n.pytest_cache\n',
  ...more,
});
const pythonChange = (folder: string): Files => ({
  [`${folder}shop/__init__.py`]: `${PY_ADD}\n\ndef sub(a, b):\n    return a - b\n`,
  'tests/test_add.py': `${PY_TEST.replace('import add', 'import add, sub')}\n\ndef test_subtracts():\n    assert sub(3, 2) == 1\n`,
});

const UNITTEST =
  'import unittest\n\nfrom shop import add\n\n\nclass AddTest(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n';

const C_ADD = 'int add(int a, int b) { return a + b; }\n';
const C_TEST =
  '#include <assert.h>\nint add(int, int);\nint main(void) { assert(add(1, 2) == 3); return 0; }\n';
const C_FILES: Files = { 'add.c': C_ADD, 'test_add.c': C_TEST, '.gitignore': 'build\n*.o\ntest_add\n' };
const C_CHANGE: Files = {
  'add.c': `${C_ADD}int sub(int a, int b) { return a - b; }\n`,
  'test_add.c':
    '#include <assert.h>\nint add(int, int);\nint sub(int, int);\nint main(void) { assert(add(1, 2) == 3); assert(sub(3, 2) == 1); return 0; }\n',
};
const CMAKE =
  'cmake_minimum_required(VERSION 3.10)\nproject(shop C)\nenable_testing()\nadd_executable(test_add test_add.c add.c)\nadd_test(NAME adds COMMAND test_add)\n';

const GO_ADD = 'package shop\n\nfunc Add(a, b int) int { return a + b }\n';
const GO_TEST =
  'package shop\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n';
const RUST_ADD = 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n';
const RUST_TEST = '#[test]\nfn adds() {\n    assert_eq!(shop::add(1, 2), 3);\n}\n';
const rust: Pick<Environment, 'files' | 'change'> = {
  files: {
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    'Cargo.lock':
      '# This file is automatically @generated by Cargo.\nversion = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
    'src/lib.rs': RUST_ADD,
    'tests/add.rs': RUST_TEST,
    '.gitignore': 'target\n',
  },
  change: {
    'src/lib.rs': `${RUST_ADD}\npub fn sub(a: i32, b: i32) -> i32 {\n    a - b\n}\n`,
    'tests/add.rs': `${RUST_TEST}\n#[test]\nfn subtracts() {\n    assert_eq!(shop::sub(3, 2), 1);\n}\n`,
  },
};

/** A library in a repository of its own, from which the project imports. */
const withSubmodule = (project: string): void => {
  const library = mkdtempSync(join(tmpdir(), 'library-'));
  writeFileSync(join(library, 'one.js'), 'export const one = 1;\n');
  const git = 'git -c user.name=t -c user.email=t@localhost -c protocol.file.allow=always';
  sh(`${git} init -q . && ${git} add -A && ${git} commit -qm one`)(library);
  sh(`${git} submodule --quiet add ${library} lib`)(project);
};

/** One byte, of which git has a pointer, in the store where git-lfs keeps it. */
const withLargeFile = (project: string): void => {
  const digest = createHash('sha256').update('1').digest('hex');
  const folder = join(project, '.git', 'lfs', 'objects', digest.slice(0, 2), digest.slice(2, 4));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, digest), '1');
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${digest}\nsize 1\n`;
  writeFileSync(join(project, 'src', 'one.bin'), pointer);
};

export const ENVIRONMENTS: readonly Environment[] = [
  {
    name: 'npm with a lock file',
    needs: ['npm'],
    files: scripts(needing, DEPENDENCY),
    prepare: sh('npm install --package-lock-only --silent'),
    change: neededChange,
  },
  {
    name: 'npm without a lock file',
    needs: ['npm'],
    files: scripts(needing, DEPENDENCY),
    change: neededChange,
  },
  {
    name: 'workspaces',
    needs: ['npm'],
    files: scripts(
      {
        'packages/one/package.json': json({
          name: 'one',
          version: '1.0.0',
          type: 'module',
          exports: './one.js',
        }),
        'packages/one/one.js': 'export const one = 1;\n',
        'src/add.js': `import { one } from 'one';\n\nexport const add = (a, b) => (a + b) * one;\n`,
      },
      { workspaces: ['packages/*'] },
    ),
    prepare: sh('npm install --package-lock-only --silent'),
    change: {
      ...scriptChange,
      'src/add.js': `import { one } from 'one';\n\nexport const add = (a, b) => (a + b) * one;\nexport const sub = (a, b) => a - b;\n`,
    },
  },
  {
    name: 'workspaces that have the tests',
    needs: ['npm'],
    files: {
      'package.json': json({ name: 'shop', private: true, workspaces: ['packages/*'] }),
      '.gitignore': 'node_modules\n',
      ...below('packages/one/', scripts({})),
    },
    prepare: sh('npm install --package-lock-only --silent'),
    change: below('packages/one/', scriptChange),
  },
  {
    name: 'pnpm',
    needs: ['pnpm'],
    files: scripts(needing, DEPENDENCY),
    prepare: sh('pnpm install --lockfile-only --silent'),
    change: neededChange,
  },
  {
    name: 'yarn',
    needs: ['yarn'],
    files: scripts(needing, DEPENDENCY),
    prepare: sh('yarn install --silent && rm -rf node_modules'),
    change: neededChange,
  },
  {
    name: 'bun',
    needs: ['bun'],
    files: scripts(needing, DEPENDENCY),
    prepare: sh('bun install --silent && rm -rf node_modules'),
    change: neededChange,
  },
  { name: 'Python in src/', needs: ['pytest'], files: pythonIn('src/'), change: pythonChange('src/') },
  {
    name: 'Python with unittest',
    needs: ['python3'],
    files: {
      'shop.py': PY_ADD,
      'tests/test_add.py': UNITTEST,
      '.gitignore': '__pycache__\n',
    },
    change: {
      'shop.py': `${PY_ADD}\n\ndef sub(a, b):\n    return a - b\n`,
      'tests/test_add.py': `${UNITTEST.replace('import add', 'import add, sub')}\n    def test_subtracts(self):\n        self.assertEqual(sub(3, 2), 1)\n`,
    },
  },
  { name: 'Python, flat', needs: ['pytest'], files: pythonIn(''), change: pythonChange('') },
  {
    name: 'Python with a package that is not installed',
    needs: ['pytest'],
    files: pythonIn('', {
      'tests/test_add.py': `import a_package_that_nobody_has\n\n${PY_TEST}`,
      'requirements.txt': 'a_package_that_nobody_has\n',
    }),
    change: pythonChange(''),
    refused: { cause: /a_package_that_nobody_has is not installed/, fix: /commands: \{ prepare/ },
  },
  {
    name: 'poetry and uv files without these programs',
    needs: ['pytest'],
    files: pythonIn('', { 'poetry.lock': '# @generated\npackage = []\n', 'uv.lock': 'version = 1\n' }),
    change: pythonChange(''),
  },
  {
    name: 'Go',
    needs: ['go'],
    files: { 'go.mod': 'module example.com/shop\n\ngo 1.19\n', 'add.go': GO_ADD, 'add_test.go': GO_TEST },
    change: {
      'add.go': `${GO_ADD}\nfunc Sub(a, b int) int { return a - b }\n`,
      'add_test.go': `${GO_TEST}\nfunc TestSub(t *testing.T) {\n\tif Sub(3, 2) != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n`,
    },
  },
  { name: 'Rust by rustup', needs: ['rustup', 'cargo'], ...rust, ownHome: true },
  { name: 'Rust by Debian', needs: ['/usr/bin/cargo'], ...rust, systemPath: true },
  {
    name: 'Makefile',
    needs: ['make', 'cc'],
    files: {
      ...C_FILES,
      Makefile: 'test: test_add\n\t./test_add\n\ntest_add: test_add.c add.c\n\tcc -o $@ $^\n\n.PHONY: test\n',
    },
    change: C_CHANGE,
  },
  {
    name: 'CMake and ctest',
    needs: ['cmake', 'ctest', 'cc'],
    files: { ...C_FILES, 'CMakeLists.txt': CMAKE },
    change: C_CHANGE,
  },
  {
    name: 'no tests',
    needs: [],
    files: { 'README.md': '# Notes\n', 'notes.txt': 'One.\n' },
    change: { 'notes.txt': 'One.\nTwo.\n' },
    isWaived: true,
  },
  {
    name: 'submodules',
    needs: ['npm'],
    files: scripts({
      'src/add.js': `import { one } from '../lib/one.js';\n\nexport const add = (a, b) => (a + b) * one;\n`,
    }),
    prepare: withSubmodule,
    change: {
      ...scriptChange,
      'src/add.js': `import { one } from '../lib/one.js';\n\nexport const add = (a, b) => (a + b) * one;\nexport const sub = (a, b) => a - b;\n`,
    },
  },
  {
    name: 'large files of git-lfs',
    needs: ['npm'],
    files: scripts({
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
      'src/add.js': `import { readFileSync } from 'node:fs';\n\nconst one = readFileSync(new URL('./one.bin', import.meta.url)).length;\nexport const add = (a, b) => (a + b) * one;\n`,
    }),
    prepare: withLargeFile,
    change: {
      ...scriptChange,
      'src/add.js': `import { readFileSync } from 'node:fs';\n\nconst one = readFileSync(new URL('./one.bin', import.meta.url)).length;\nexport const add = (a, b) => (a + b) * one;\nexport const sub = (a, b) => a - b;\n`,
    },
  },
  {
    name: 'tests that NO_COLOR breaks',
    needs: ['npm'],
    files: scripts({
      'test/color.test.js': `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n\ntest('has colours', () => {\n  assert.equal(process.env.NO_COLOR, undefined);\n});\n`,
    }),
    change: scriptChange,
    adapted:
      /fail where NO_COLOR and CI are set; baton\.yaml now says what helps: environment: \{ unset: \[NO_COLOR, CI\] \}/,
  },
  {
    name: 'a package manager that is not there',
    needs: ['npm'],
    files: scripts({ 'bun.lock': '{}\n' }),
    change: scriptChange,
    systemPath: true,
    refused: { cause: /bun\.lock is for bun, which is not on PATH/, fix: /commands\.prepare/ },
  },
];
