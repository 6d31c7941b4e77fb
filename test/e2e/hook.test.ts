// The hooks as a host calls them: the built program, JSON on its standard input, real projects.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAnyAgent } from '../../src/operations/people/require-person.ts';
import { builtProgram } from './built-program.ts';
import { runReadOnly } from './read-only.ts';
import { baton, environmentOf, gitIn, makeRepository, type Scratch, scratch, writeFiles } from './scratch.ts';
import { SMALL_PROJECT, smallScenario } from './small-relay.ts';

const PYTHON = '/usr/bin/python3';
const hasPytest = spawnSync(PYTHON, ['-m', 'pytest', '--version']).status === 0;
/** A developer's own agent may run these tests; then there is no person. */
const byPerson = !isAnyAgent({ env: {}, pid: process.pid });

const call = async (world: Scratch, name: string, more: Readonly<Record<string, unknown>> = {}) => {
  const input = JSON.stringify({ session_id: 's', transcript_path: '', stop_hook_active: false, ...more });
  const { exit, stdout, stderr } = await baton(world, ['hook', name], { input });
  expect(exit, stderr).toBe(0);
  return JSON.parse(stdout) as { decision?: string; reason?: string; systemMessage?: string };
};

/** Results of commands that were run for the project. */
const executions = ({ state }: Scratch): number => {
  const [name = ''] = readdirSync(state).filter((found) => found.startsWith('project-'));
  const folder = join(state, name, '.cache', 'results');
  return existsSync(folder) ? readdirSync(folder).length : 0;
};

const TEST = 'from calc import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n';
const BROKEN = 'def add(a, b):\n    return a - b\n';
const PYTHON_PROJECT = {
  'calc.py': 'def add(a, b):\n    return a + b\n',
  'tests/test_calc.py': TEST,
  'tests/test_more.py': 'def test_more():\n    assert 2 > 1\n',
  'conftest.py': '',
  'baton.yaml': `commands:\n  test: ${PYTHON} -m pytest -p no:cacheprovider\n`,
};

describe.runIf(hasPytest)('the hooks in a Python project', () => {
  const session = async (files: Readonly<Record<string, string>>) => {
    const world = scratch();
    makeRepository(world.project, PYTHON_PROJECT);
    await call(world, 'session-start', { source: 'startup' });
    writeFiles(world.project, files);
    return world;
  };

  it.each([
    ['broken', {}],
    ['deleted', { 'tests/test_calc.py': 'def test_other():\n    assert 1 == 1\n' }],
    ['skipped', { 'tests/test_calc.py': TEST.replace('def', 'import pytest\n\n\n@pytest.mark.skip\ndef') }],
    ['emptied', { 'tests/test_calc.py': TEST.replace('add(1, 2) == 3', 'True') }],
    [
      'swallowed',
      {
        'tests/test_calc.py': TEST.replace(
          '    assert add(1, 2) == 3',
          '    try:\n        assert add(1, 2) == 3\n    except AssertionError:\n        pass',
        ),
      },
    ],
    [
      'left out',
      { 'baton.yaml': `commands:\n  test: ${PYTHON} -m pytest --deselect tests/test_calc.py::test_adds\n` },
    ],
  ])('hold a broken change whose test is %s', async (_how, files) => {
    const world = await session({ 'calc.py': BROKEN, ...files });
    const { decision, reason } = await call(world, 'stop');
    expect(decision, reason).toBe('block');
    expect(reason).toContain('test_adds');
  });

  it('let a tested change go, and say so', async () => {
    const world = await session({
      'calc.py': `${PYTHON_PROJECT['calc.py']}\n\ndef sub(a, b):\n    return a - b\n`,
      'tests/test_sub.py': 'import calc\n\n\ndef test_subtracts():\n    assert calc.sub(3, 2) == 1\n',
    });
    const { systemMessage } = await call(world, 'stop');
    expect(systemMessage).toMatch(/^Baton: proven, the change is tested: without it .*test_subtracts fails/);
    expect(await call(world, 'stop')).toEqual({});
  });

  it('ask for a tested change where the project says so, and not for prose', async () => {
    const world = scratch();
    makeRepository(world.project, {
      ...PYTHON_PROJECT,
      'baton.yaml': `${PYTHON_PROJECT['baton.yaml']}hook: { require: tested }\n`,
    });
    await call(world, 'session-start', { source: 'startup' });
    writeFiles(world.project, { 'README.md': '# Calc\n' });
    expect((await call(world, 'stop')).systemMessage).toContain('proven, nothing broke');
    writeFiles(world.project, { 'calc.py': 'def add(a, b):\n    return b + a\n' });
    const { decision, reason } = await call(world, 'stop');
    expect(decision).toBe('block');
    expect(reason).toContain('TESTS_NOT_RED');
  });
});

describe('the hooks after a run in the same project', () => {
  const afterRun = async (): Promise<Scratch> => {
    const world = scratch();
    makeRepository(world.project, SMALL_PROJECT);
    expect((await baton(world, ['init', '--agent', 'claude', '--yes'])).exit).toBe(0);
    gitIn(world.project, 'add', '-A');
    gitIn(world.project, 'commit', '--quiet', '-m', 'set up');
    writeFiles(world.root, { 'scenario.yaml': smallScenario() });
    const ran = await baton(world, [
      'run',
      'Two files',
      '--name',
      'r',
      '--agent',
      `scripted:${world.root}/scenario.yaml`,
    ]);
    expect(ran.exit, ran.stderr).toBe(0);
    return world;
  };

  it('cost nothing while nothing changes, and judge what does', async () => {
    const world = await afterRun();
    const before = executions(world);
    await call(world, 'session-start', { source: 'startup' });
    for (let turn = 0; turn < 3; turn += 1) expect(await call(world, 'stop')).toEqual({});
    expect(executions(world)).toBe(before);
    writeFiles(world.project, { 'checks/broken.sh': 'false\n' });
    expect((await call(world, 'stop')).decision).toBe('block');
  });

  it('are missed by every command when they were removed, in one line on stderr', async () => {
    const world = await afterRun();
    expect((await baton(world, ['status'])).stderr).toBe('');
    writeFileSync(join(world.project, '.claude/settings.json'), '{}\n');
    for (const words of [['status', '--json'], ['list'], ['log'], ['verify']]) {
      const { stderr, stdout } = await baton(world, words);
      expect(stderr).toMatch(/^baton: the SessionStart and Stop hook of this project was removed .*\n$/);
      expect(stdout).not.toContain('was removed');
    }
    expect((await baton(world, ['doctor'])).stdout).toMatch(/opt {3}hooks: the SessionStart and Stop hook/);
    expect((await baton(world, ['init', '--agent', 'claude', '--yes'])).exit).toBe(0);
    expect((await baton(world, ['status'])).stderr).toBe('');
  });
});

describe('the hooks where nothing can be written', () => {
  it('say so with words, and end with 0', async () => {
    const world = scratch();
    makeRepository(world.project, { 'a.test.js': "require('node:test')('a', () => {});\n" });
    await call(world, 'session-start', { source: 'startup' });
    rmSync(join(world.project, 'a.test.js'));
    for (const name of ['stop', 'session-start']) {
      const { exit, stdout } = await runReadOnly(
        world.state,
        [process.execPath, builtProgram(), '-C', world.project, 'hook', name],
        {
          cwd: world.state,
          env: environmentOf(world),
          input: JSON.stringify({ session_id: 'other', source: 'startup' }),
        },
      );
      expect(exit).toBe(0);
      const { systemMessage } = JSON.parse(stdout) as { systemMessage: string };
      expect(systemMessage).toMatch(/FILE_UNWRITABLE: .*E(?:ROFS|ACCES)/);
      expect(systemMessage).toContain('BATON_STATE');
      expect(systemMessage).not.toMatch(/INTERNAL|fault of Baton/);
    }
  });
});

describe('baton release', () => {
  const world = (): Scratch => {
    const made = scratch();
    makeRepository(made.project, { 'a.test.js': "require('node:test')('a', () => {});\n" });
    return made;
  };

  it.each(['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'BATON_TOKEN', 'GEMINI_CLI'])(
    'is refused where %s says that an agent asks',
    async (name) => {
      const made = world();
      const env = { [name]: '1' };
      for (const words of [
        ['a', '--why', 'x'],
        ['--base', '--why', 'x'],
        ['--hook', '--why', 'x'],
      ]) {
        const { exit, stdout } = await baton(made, ['release', ...words, '--json'], { env });
        expect(exit).toBe(2);
        expect(stdout).toContain('PERSON_EXPECTED');
      }
      const { stdout } = await baton(made, ['release', '--list', '--json'], { env });
      expect(JSON.parse(stdout)).toEqual({ ok: true, releases: [] });
    },
  );

  it.runIf(byPerson)('is recorded for a person, with who, when and why', async () => {
    const made = world();
    const { exit, stdout } = await baton(made, ['release', 'a', 'b.test.js', '--base', '--why', 'it is old']);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^released: test a \(\S+, \S+Z: it is old\)\n/);
    expect(stdout).toContain('in a run, the plan names the tests that may change');
    const listed = JSON.parse((await baton(made, ['release', '--list', '--json'])).stdout) as {
      releases: Readonly<Record<string, unknown>>[];
    };
    expect(listed.releases.map(({ kind, test, active }) => [kind, test, active])).toEqual([
      ['test', 'a', true],
      ['test', 'b.test.js', true],
      ['base', undefined, false],
    ]);
    expect((await baton(made, ['release', '--list'])).stdout).toMatch(/^active {2}test a \(/);
    expect((await baton(made, ['release', '--json'])).exit).toBe(2);
  });
});
