import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder, writeFiles } from '../../test/fixtures/repository.ts';
import { YAML_BYTES_MAX } from '../model/limits.ts';
import { findProject } from './find-project.ts';
import { loadConfig, requireConfig } from './load-config.ts';
import { placeOf, projectKey, stateRoot } from './state-directory.ts';

const projectWith = (files: Record<string, string>): string => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
};

const testLineOf = async (files: Record<string, string>) =>
  (await loadConfig(projectWith(files))).value?.commands.test?.line;

describe('loadConfig without baton.yaml', () => {
  it.each([
    ['no package.json', {}, 'node --test'],
    ['a test script', { 'package.json': '{"scripts":{"test":"vitest run"}}' }, 'npm test'],
    ['no test script', { 'package.json': '{"scripts":{"build":"x"}}' }, 'node --test'],
    [
      "npm's stub",
      { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
      'node --test',
    ],
    ['an empty test script', { 'package.json': '{"scripts":{"test":" "}}' }, 'node --test'],
    ['a test script that is no text', { 'package.json': '{"scripts":{"test":3}}' }, 'node --test'],
    ['a byte order mark', { 'package.json': '\ufeff{"scripts":{"test":"x"}}' }, 'npm test'],
    ['a broken package.json, for npm to complain about', { 'package.json': '{' }, 'npm test'],
  ])('%s', async (_what, files, line) => {
    expect(await testLineOf(files)).toBe(line);
  });
});

describe('loadConfig', () => {
  it('reads commands in both forms, and limits', async () => {
    const text = [
      'workflow: relay',
      'agents: { fast: "command:claude" }',
      'roles: { coder: fast, reviewer: { agent: human } }',
      'commands:',
      '  test: make test',
      '  lint: { run: make lint, timeoutMs: 5 }',
      'policy: { rounds: 3, strict: true }',
      'limits: { commandMs: 1000 }',
    ].join('\n');
    const { value, problems } = await loadConfig(projectWith({ 'baton.yaml': text }));
    expect(problems).toEqual([]);
    expect(value).toEqual({
      workflow: 'relay',
      agents: { fast: 'command:claude' },
      roles: { coder: 'fast', reviewer: 'human' },
      commands: { test: { line: 'make test', timeMsMax: 1000 }, lint: { line: 'make lint', timeMsMax: 5 } },
      policy: { rounds: 3, strict: true },
      limits: { commandMs: 1000 },
    });
  });

  it.each([
    ['empty', '', 'FILE_EMPTY', undefined],
    ['a list', '- a\n', 'YAML_NOT_MAPPING', undefined],
    ['a misspelled key', 'comands: {}\n', 'FIELD_UNKNOWN', 'Write "commands".'],
    ['a misspelled command', 'commands: { tests: x }\n', 'FIELD_UNKNOWN', 'Write "test".'],
    ['an empty command', 'commands: { test: "" }\n', 'FIELD_INVALID', undefined],
    ['a command that is a list', 'commands: { test: [a] }\n', 'FIELD_INVALID', undefined],
    ['a time of 0', 'commands: { test: { run: x, timeoutMs: 0 } }\n', 'FIELD_INVALID', undefined],
    ['a repeated key', 'workflow: a\nworkflow: b\n', 'YAML_DUPLICATE_KEY', 'Keep one.'],
    ['a role name with dots', 'roles: { "../../x": human }\n', 'FIELD_INVALID', undefined],
    ['too large', `# ${'x'.repeat(YAML_BYTES_MAX)}`, 'FILE_TOO_LARGE', undefined],
  ])('refuses a file that is %s', async (_what, text, code, hint) => {
    const { value, problems } = await loadConfig(projectWith({ 'baton.yaml': text }));
    expect(value).toBeUndefined();
    expect(problems[0]).toMatchObject({ code, file: 'baton.yaml', ...(hint === undefined ? {} : { hint }) });
  });

  it('refuses a folder and a pipe in place of the file, without waiting', async () => {
    const folder = projectWith({});
    mkdirSync(join(folder, 'baton.yaml'));
    expect((await loadConfig(folder)).problems[0]?.code).toBe('FILE_UNREADABLE');
    const piped = projectWith({});
    execFileSync('mkfifo', [join(piped, 'baton.yaml')]);
    expect((await loadConfig(piped)).problems[0]?.code).toBe('FILE_UNREADABLE');
  });

  it('has all problems in the error of requireConfig', async () => {
    const folder = projectWith({ 'baton.yaml': 'a: 1\nb: 2\n' });
    await expect(requireConfig(folder)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/baton\.yaml:1:1.*\n(?:.*\n)*.*baton\.yaml:2:1/),
    });
  });
});

describe('state directory', () => {
  it('follows BATON_STATE, then XDG_STATE_HOME, then the home', () => {
    expect(stateRoot({ HOME: '/h' })).toBe('/h/.local/state/baton');
    expect(stateRoot({ HOME: '/h', XDG_STATE_HOME: '/x' })).toBe('/x/baton');
    expect(stateRoot({ HOME: '/h', XDG_STATE_HOME: 'relative' })).toBe('/h/.local/state/baton');
    expect(stateRoot({ HOME: '/h', XDG_STATE_HOME: '/x', BATON_STATE: '/b' })).toBe('/b');
  });

  it('is one per real folder, private, and its name is a plain file name', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'My Projéct (1)'));
    symlinkSync(join(folder, 'My Projéct (1)'), join(folder, 'link'));
    expect(projectKey(join(folder, 'link'))).toBe(projectKey(join(folder, 'My Projéct (1)')));
    expect(projectKey(join(folder, 'link'))).toMatch(/^My-Proj-ct--1--[0-9a-f]{10}$/);
    expect(projectKey('/')).toMatch(/^root-[0-9a-f]{10}$/);
    const place = placeOf(folder, { BATON_STATE: join(folder, 'state') });
    expect(statSync(place.stateDirectory).mode & 0o777).toBe(0o700);
    expect(place.stateDirectory.startsWith(`${place.stateRoot}/`)).toBe(true);
  });

  it('says so when it cannot be made', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { file: 'x' });
    expect(() => placeOf(folder, { BATON_STATE: join(folder, 'file/below') })).toThrow(
      expect.objectContaining({ code: 'FILE_UNWRITABLE' }),
    );
  });
});

describe('findProject', () => {
  it('is the nearest baton.yaml inside the repository, else its root, else the folder', () => {
    const root = repositoryWith({ 'a/b/c.txt': 'c' });
    expect(findProject(join(root, 'a/b'))).toBe(root);
    writeFiles(root, { 'a/baton.yaml': 'workflow: x\n', '../baton.yaml': 'workflow: y\n' });
    expect(findProject(join(root, 'a/b'))).toBe(join(root, 'a'));
    expect(findProject(root)).toBe(root);
    const plain = temporaryFolder();
    expect(findProject(plain)).toBe(plain);
    expect(() => findProject(join(plain, 'none'))).toThrow(expect.objectContaining({ code: 'FILE_MISSING' }));
  });
});
