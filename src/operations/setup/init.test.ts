import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { readWorkflow } from '../../authoring/yaml/read-workflow.ts';
import { prove } from '../../engine/prove.ts';
import { loadConfig } from '../project/load-config.ts';
import { adoptLine, applyInit, hookCommand, type InitOptions, planInit } from './init.ts';

const LAUNCHER = '/opt/baton/bin/baton.js';
const COMMAND = `node ${LAUNCHER} hook stop`;
const START = `node ${LAUNCHER} hook session-start`;
const group = (command: string) => ({ hooks: [{ type: 'command', command, timeout: 600 }] });
const SETTINGS = '.claude/settings.json';

const init = async (project: string, more: Partial<InitOptions> = {}) => {
  const changes = await planInit({
    project,
    agent: 'claude',
    launcher: LAUNCHER,
    env: { PATH: '/usr/bin' },
    ...more,
  });
  await applyInit(project, changes);
  return Object.fromEntries(changes.map(({ path, action }) => [path, action]));
};

const textOf = (project: string, path: string) => readFileSync(join(project, path), 'utf8');

it('writes a setting that helped into the baton.yaml that it has just made, and in no other', async () => {
  const project = repositoryWith({ 'package.json': '{}' });
  const options = { project, launcher: LAUNCHER, env: { PATH: '/usr/bin' }, test: 'node --test' };
  const changes = await planInit(options);
  await applyInit(project, changes);
  const line = 'environment: { unset: [NO_COLOR, CI] }';
  expect(await adoptLine(project, changes, line)).toMatchObject({ path: 'baton.yaml' });
  const { value, problems } = await loadConfig(project, {});
  expect(problems).toEqual([]);
  expect(value?.environment?.unset).toEqual(['NO_COLOR', 'CI']);
  const { test: _, ...later } = options;
  expect(await adoptLine(project, await planInit(later), line)).toBeUndefined();
});

describe('a workflow of the project’s own', () => {
  const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

  it('is written once, proved as it stands, with a schema that editors find without a local install', async () => {
    const project = repositoryWith({ 'package.json': '{}' });
    const more = { agent: undefined, workflow: 'mine', launcher: join(ROOT, 'bin', 'baton.js') };
    expect(await init(project, more)).toMatchObject({
      'workflows/mine.yaml': 'create',
      '.baton/schemas/workflow.schema.json': 'create',
      '.baton/schemas/baton.schema.json': 'create',
    });
    const text = textOf(project, 'workflows/mine.yaml');
    const schema = /\$schema=(.*)/.exec(text)?.[1] ?? '';
    expect(existsSync(join(project, 'workflows', schema))).toBe(true);
    const { value, problems } = readWorkflow(text, { file: 'mine.yaml' });
    expect(problems).toEqual([]);
    expect(value && prove(value).problems).toEqual([]);
    expect(await init(project, more)).toMatchObject({ 'workflows/mine.yaml': 'keep' });
  });

  it('has a name', async () => {
    const project = repositoryWith({ 'package.json': '{}' });
    await expect(init(project, { agent: undefined, workflow: '../x' })).rejects.toMatchObject({
      code: 'NAME_INVALID',
    });
  });
});

describe('baton init', () => {
  it('writes baton.yaml, the hook and .gitignore, and nothing the second time', async () => {
    const scripts = { test: 'vitest run', lint: 'biome check', typecheck: 'tsc', stryker: 'stryker run' };
    const project = repositoryWith({ 'package.json': JSON.stringify({ scripts }) });
    expect(await init(project)).toEqual({
      'baton.yaml': 'create',
      '.gitignore': 'create',
      [SETTINGS]: 'create',
    });
    expect(textOf(project, 'baton.yaml')).toMatch(/^# yaml-language-server: \$schema=\.\/node_modules\//);
    const { value, problems } = await loadConfig(project);
    expect(problems).toEqual([]);
    expect(
      Object.entries(value?.commands ?? {}).map(([name, command]) => `${name}: ${command.line}`),
    ).toEqual([
      'test: npm test',
      'lint: npm run lint',
      'types: npm run typecheck',
      'mutation: npm run stryker',
    ]);
    // What it does not find stands there for everybody to see, and is waived by nobody else's word.
    const on = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
    expect(value?.waived).toEqual({
      coverage: { why: 'no coverage command found by init', by: 'init', on },
      security: { why: 'no security command found by init', by: 'init', on },
    });
    expect(JSON.parse(textOf(project, SETTINGS))).toEqual({
      hooks: { SessionStart: [group(START)], Stop: [group(COMMAND)] },
    });
    expect(textOf(project, '.gitignore')).toBe('.baton/\n');
    const before = [SETTINGS, 'baton.yaml', '.gitignore'].map((path) => textOf(project, path));
    expect(await init(project)).toEqual({ 'baton.yaml': 'keep', '.gitignore': 'keep', [SETTINGS]: 'keep' });
    expect([SETTINGS, 'baton.yaml', '.gitignore'].map((path) => textOf(project, path))).toEqual(before);
  });

  const SCRIPT = '{"scripts":{"test":"x"}}';
  it.each([
    ['go.mod', { 'go.mod': 'x' }, { line: 'go test -v ./...' }],
    ['Cargo.toml', { 'Cargo.toml': 'x' }, { line: 'cargo test' }],
    ['pyproject.toml', { 'pyproject.toml': '[tool.pytest.ini_options]' }, { line: 'python3 -m pytest' }],
    ['pnpm-lock.yaml', { 'package.json': SCRIPT, 'pnpm-lock.yaml': '' }, { line: 'pnpm test' }],
    ['yarn.lock', { 'package.json': SCRIPT, 'yarn.lock': '' }, { line: 'yarn test' }],
    ['files of tests', { 'package.json': '{}', 'src/a.test.js': '' }, { line: 'node --test' }],
    ['a Makefile', { Makefile: 'all:\n\ntest: all\n\ttrue\n' }, { line: 'make test', basis: 'exit-code' }],
    [
      'CMakeLists.txt',
      { 'CMakeLists.txt': 'project(x)\nenable_testing()\n' },
      { line: expect.stringContaining('ctest'), reports: ['build/junit.xml'] },
    ],
  ])('chooses the test command by %s', async (_, files, command) => {
    const programs = temporaryFolder();
    writeFiles(programs, { python3: '#!/bin/sh\n' });
    chmodSync(join(programs, 'python3'), 0o755);
    const project = repositoryWith(files);
    await init(project, { env: { PATH: programs } });
    const { value, problems } = await loadConfig(project);
    expect([value?.commands.test, value?.waived['test'], problems]).toEqual([
      expect.objectContaining(command),
      undefined,
      [],
    ]);
  });

  it.each([{ 'README.md': 'x' }, { 'package.json': '{"name":"x"}' }])(
    'waives the tests of a project without any, visibly: %j',
    async (files) => {
      const project = repositoryWith(files);
      await init(project);
      const { value, problems } = await loadConfig(project);
      expect([value?.namedCommands, value?.waived['test']?.why, problems]).toEqual([
        [],
        'no test command found by init',
        [],
      ]);
    },
  );

  it('keeps everything else in the settings, in its order and indentation', async () => {
    const settings = {
      zebra: { deep: [1, { a: null }] },
      hooks: {
        Stop: [{ matcher: '', hooks: [{ type: 'command', command: 'say done' }] }],
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'x', timeout: 5 }] }],
      },
      permissions: { allow: ['Bash(ls)'] },
    };
    const project = repositoryWith({
      [SETTINGS]: `${JSON.stringify(settings, null, 4)}\n`,
      '.gitignore': 'dist',
    });
    expect(await init(project)).toMatchObject({ [SETTINGS]: 'update', '.gitignore': 'update' });
    const hooks = {
      ...settings.hooks,
      Stop: [...settings.hooks.Stop, group(COMMAND)],
      SessionStart: [group(START)],
    };
    const expected = { ...settings, hooks };
    expect(textOf(project, SETTINGS)).toBe(`${JSON.stringify(expected, null, 4)}\n`);
    expect(textOf(project, '.gitignore')).toBe('dist\n.baton/\n');
  });

  it('adds the hook that an older Baton did not have, and keeps the other one as it is', async () => {
    const old = { hooks: { Stop: [{ hooks: [{ type: 'command', command: COMMAND, timeout: 60 }] }] } };
    const project = repositoryWith({ [SETTINGS]: JSON.stringify(old) });
    expect(await init(project)).toMatchObject({ [SETTINGS]: 'update' });
    expect(JSON.parse(textOf(project, SETTINGS))).toEqual({
      hooks: { ...old.hooks, SessionStart: [group(START)] },
    });
    expect(await init(project)).toMatchObject({ [SETTINGS]: 'keep' });
  });

  it('corrects its own hooks after a move, and adds no second ones', async () => {
    const project = repositoryWith({ 'a.txt': 'a' });
    await init(project, { launcher: '/old place/bin/baton.js' });
    expect(textOf(project, SETTINGS)).toContain(`node '/old place/bin/baton.js' hook stop`);
    expect(await init(project)).toMatchObject({ [SETTINGS]: 'update' });
    expect(textOf(project, SETTINGS).match(/hook stop/g)).toHaveLength(1);
    expect(textOf(project, SETTINGS).match(/hook session-start/g)).toHaveLength(1);
    expect(textOf(project, SETTINGS)).toContain(COMMAND);
  });

  it.each([
    ['not JSON', '{ "hooks": '],
    ['with comments', '// mine\n{}'],
    ['a list', '[]'],
    ['with hooks that are a list', '{"hooks":[]}'],
    ['with Stop that is no list', '{"hooks":{"Stop":{}}}'],
    ['with hooks that are text', '{"hooks":{"Stop":[{"hooks":"x"}]}}'],
    ['with SessionStart that is no list', '{"hooks":{"SessionStart":"x"}}'],
  ])('refuses settings that are %s, and writes nothing at all', async (_what, text) => {
    const project = repositoryWith({ [SETTINGS]: text });
    await expect(init(project)).rejects.toMatchObject({
      code: 'JSON_SYNTAX',
      message: expect.stringContaining(SETTINGS),
    });
    expect(textOf(project, SETTINGS)).toBe(text);
    expect(existsSync(join(project, 'baton.yaml'))).toBe(false);
  });

  it.each(['.baton', '/.baton/', '.baton/'])('leaves a .gitignore with %s alone', async (line) => {
    const project = repositoryWith({ '.gitignore': `a\r\n${line}\r\nb` });
    expect(await init(project)).toMatchObject({ '.gitignore': 'keep' });
  });

  it('without an agent writes no hook, and refuses an agent that it does not know', async () => {
    const project = repositoryWith({ 'a.txt': 'a' });
    expect(await init(project, { agent: undefined })).toEqual({
      'baton.yaml': 'create',
      '.gitignore': 'create',
    });
    await expect(init(project, { agent: 'cluade' })).rejects.toMatchObject({
      code: 'AGENT_UNKNOWN',
      hint: 'Write --agent claude.',
    });
  });

  it('writes through a link of the user, not over it', async () => {
    const project = repositoryWith({ 'a.txt': 'a' });
    const elsewhere = temporaryFolder();
    writeFiles(elsewhere, { 'settings.json': '{}\n' });
    mkdirSync(join(project, '.claude'));
    symlinkSync(join(elsewhere, 'settings.json'), join(project, SETTINGS));
    await init(project);
    expect(textOf(elsewhere, 'settings.json')).toContain('hook stop');
  });

  it('names `baton` only where an agent will find it', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'bin/baton': '', 'node_modules/.bin/baton': '' });
    chmodSync(join(folder, 'bin/baton'), 0o755);
    const commandWith = (PATH: string) => hookCommand({ launcher: LAUNCHER, env: { PATH } });
    expect(commandWith(`${folder}/bin:/usr/bin`)).toBe('baton hook stop');
    expect(commandWith(`${folder}/node_modules/.bin:/usr/bin`)).toBe(COMMAND);
    expect(commandWith('')).toBe(COMMAND);
  });
});
