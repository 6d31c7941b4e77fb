// Whoever is honest is not rejected, however unusual the work or the project is.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ADD_TEST,
  CLAMP,
  CLAMP_TEST,
  executorFiles,
  honestExecutor,
  keepsGreen,
  makeH3aProject,
  type Play,
  PROJECT,
  playH3a,
  validatorFiles,
  WAIVED_ALL,
} from './h3a-world.ts';
import { type Files, scratch } from './scratch.ts';

const PASSED = ['planner accepted ready', 'executor accepted done', 'validator accepted pass'];

const counted = (total: number) => ({
  tests: { status: 'pass', total, passed: total, failed: 0, skipped: 0 },
});

const expectPass = async (files: Files, play: Play, command?: string): Promise<void> => {
  const world = scratch();
  makeH3aProject(world, files);
  const { course, said, stderr } = await playH3a(world, 'honest', {
    ...play,
    executor: [...play.executor, keepsGreen(command)],
  });
  expect(course, `${said}\n${stderr}`).toEqual(PASSED);
};

const WITHOUT_COVERAGE = { 'baton.yaml': `commands:\n  test: npm test\n${WAIVED_ALL}` };
const PYTHON_CRITERIA = ['clamp(-1, 0, 5) returns 0', 'clamp(9, 0, 5) returns 5', '`pytest-3` exits with 0'];
const red = (file: string, name: string, implementation = 'src/clamp.js') => ({
  tdd_phases: {
    red: { test_file: file, test_name: name, failure_output: 'artifacts/executor/test_output_red.txt' },
    green: { implementation_file: implementation, test_output: 'artifacts/executor/test_output_green.txt' },
    refactor: { changes: 'none', test_still_passing: true },
  },
});
const clampWrites = { 'project:test/clamp.test.js': CLAMP_TEST, 'project:src/clamp.js': CLAMP };

describe('honest executors', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it('whose tests are slow', () =>
    expectPass(
      { ...PROJECT, ...WITHOUT_COVERAGE },
      {
        executor: [
          {
            write: {
              ...clampWrites,
              ...executorFiles(),
              'project:test/clamp.test.js': CLAMP_TEST.replace(
                ', () => {',
                ', async () => {\n  await new Promise((resolve) => setTimeout(resolve, 2_500));',
              ),
            },
          },
        ],
      },
    ));

  it('who add a test to a file that is there and declared', () =>
    expectPass(PROJECT, {
      task: { files_affected: ['src/clamp.js', 'test/add.test.js'] },
      executor: [
        {
          write: {
            ...executorFiles({
              ...red('test/add.test.js', 'clamps'),
              files_changed: ['src/clamp.js', 'test/add.test.js'],
            }),
            'project:src/clamp.js': CLAMP,
            'project:test/add.test.js': `${ADD_TEST.replace('import { add }', "import { clamp } from '../src/clamp.js';\nimport { add }")}\ntest('clamps', () => {\n  assert.equal(clamp(9, 0, 5), 5);\n});\n`,
          },
        },
      ],
    }));

  it('who rename a file, both of whose names are declared', () =>
    expectPass(
      { ...PROJECT, ...WITHOUT_COVERAGE },
      {
        task: { files_affected: ['src/other.js', 'src/clamp.js', 'test/clamp.test.js'] },
        executor: [
          { run: 'git mv src/other.js src/clamp.js' },
          {
            write: {
              ...executorFiles({ files_changed: ['src/other.js', 'src/clamp.js', 'test/clamp.test.js'] }),
              'project:test/clamp.test.js': CLAMP_TEST,
            },
          },
          { run: `printf '${CLAMP.trim()}\\n' >> src/clamp.js` },
        ],
      },
    ));

  it('who take away a test that its owner has released', () =>
    expectPass(
      { ...PROJECT, ...WITHOUT_COVERAGE },
      {
        task: {
          files_affected: ['src/clamp.js', 'test/clamp.test.js', 'test/add.test.js'],
          released: ['adds nothing'],
        },
        executor: [
          {
            write: {
              ...executorFiles({ files_changed: ['src/clamp.js', 'test/clamp.test.js', 'test/add.test.js'] }),
              ...clampWrites,
              'project:test/add.test.js': ADD_TEST.slice(0, ADD_TEST.indexOf("test('adds nothing'")),
            },
          },
        ],
        validator: [{ write: validatorFiles({}, counted(2)) }],
      },
    ));

  it('on a baseline whose failure is known', () =>
    expectPass(
      {
        ...PROJECT,
        ...WITHOUT_COVERAGE,
        'test/broken.test.js':
          "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n\ntest('is broken since last year', () => {\n  assert.equal(1, 2);\n});\n",
      },
      {
        task: { known_failures: ['is broken since last year'] },
        executor: honestExecutor(),
      },
    ));

  it('who leave generated files about that git ignores', () =>
    expectPass(
      { ...PROJECT, ...WITHOUT_COVERAGE, '.gitignore': 'node_modules/\ndist/\n' },
      {
        executor: [
          ...honestExecutor(),
          {
            run: 'mkdir -p dist && cp src/*.js dist/ && touch node_modules-is-not-here && rm node_modules-is-not-here',
          },
        ],
      },
    ));

  it('who change the scripts and the lock file of a task that declares them', () =>
    expectPass(
      { ...PROJECT, ...WITHOUT_COVERAGE },
      {
        task: { files_affected: ['src/clamp.js', 'test/clamp.test.js', 'package.json'] },
        executor: [
          ...honestExecutor({ files_changed: ['src/clamp.js', 'test/clamp.test.js', 'package.json'] }),
          {
            run: `sed -i 's/"private": true/"private": true,\\n  "description": "keeps numbers within bounds"/' package.json`,
          },
        ],
      },
    ));

  it('in a project without a command for coverage', () =>
    expectPass({ ...PROJECT, ...WITHOUT_COVERAGE }, { executor: honestExecutor() }));

  it('whose dependencies cannot be prepared at the first try', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.writeHead(asked === 1 ? 503 : 200).end();
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const prepare = `node -e "fetch('http://127.0.0.1:${port}/').then((r) => process.exit(r.ok ? 0 : 1))"`;
    await expectPass(
      {
        ...PROJECT,
        'baton.yaml': `commands:\n  test: npm test\n  prepare: ${JSON.stringify(prepare)}\n${WAIVED_ALL}`,
      },
      { executor: honestExecutor() },
    );
    expect(asked).toBeGreaterThan(1);
  });

  it('in a Python project with pytest', () =>
    expectPass(
      {
        'baton.yaml': `commands:\n  test: pytest-3\n${WAIVED_ALL}`,
        '.gitignore': '__pycache__/\n.pytest_cache/\n',
        'little/__init__.py': '',
        'little/add.py': 'def add(a, b):\n    return a + b\n',
        'tests/test_add.py': 'from little.add import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n',
        'conftest.py': '',
      },
      {
        task: {
          files_affected: ['little/clamp.py', 'tests/test_clamp.py'],
          tdd_plan: {
            red: 'Write test_clamp() in tests/test_clamp.py expecting clamp(9, 0, 5) to be 5',
            green: 'Implement clamp() in little/clamp.py so that it passes',
            refactor: 'Nothing: it is one line',
          },
          definition_of_done: PYTHON_CRITERIA,
        },
        executor: [
          {
            write: {
              ...executorFiles({
                ...red('tests/test_clamp.py', 'test_clamp', 'little/clamp.py'),
                files_changed: ['little/clamp.py', 'tests/test_clamp.py'],
                commands_run: [{ cmd: 'pytest-3', exit_code: 0 }],
                definition_of_done: PYTHON_CRITERIA.map((criterion) => ({ criterion, met: true })),
              }),
              'project:little/clamp.py': 'def clamp(n, low, high):\n    return min(max(n, low), high)\n',
              'project:tests/test_clamp.py':
                'from little.clamp import clamp\n\n\ndef test_clamp():\n    assert clamp(9, 0, 5) == 5\n',
            },
          },
        ],
        validator: [{ write: validatorFiles({}, counted(2)) }],
      },
      'pytest-3 -p no:cacheprovider',
    ));
});
