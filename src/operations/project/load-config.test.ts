import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
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

describe('permissions of roles', () => {
  const read = async (roles: string) =>
    loadConfig(projectWith({ 'baton.yaml': `roles:\n  coder: ${roles}\n` }));

  it("are the role's own, beside an agent or without one", async () => {
    const alone = await read('{ permissions: { write: ["src/**"], run: [npm test], web: true } }');
    expect(alone.problems).toEqual([]);
    expect(alone.value).toMatchObject({
      ...{ roles: {}, roleOptions: {} },
      permissions: { coder: { write: ['src/**'], run: ['npm test'], web: true } },
    });
    const beside = await read(
      '{ agent: "command:claude", model: m, different_from: planner, permissions: {} }',
    );
    expect(beside.value).toMatchObject({
      ...{ roles: { coder: 'command:claude' }, roleOptions: { coder: { model: 'm' } } },
      ...{ permissions: { coder: {} }, differentFrom: { roles: { coder: ['planner'] } } },
    });
    expect((await read('{ agent: [codex, gemini], permissions: {} }')).value?.permissions).toEqual({
      coder: {},
    });
  });

  it.each([
    '{ permissions: { read: ["**"] } }',
    '{ permissions: { write: "src/**" } }',
    '{ permissions: { run: [""] } }',
    '{ permissions: [npm test] }',
    '{ permission: {} }',
    '{ model: m, permissions: {} }',
    '{ agent: [codex, gemini], model: m, permissions: {} }',
    '{}',
  ])('%s is refused', async (roles) => {
    expect((await read(roles)).value).toBeUndefined();
  });

  it("are not an agent's", async () => {
    const text = 'agents: { fast: { agent: "command:claude", permissions: {} } }\n';
    expect((await loadConfig(projectWith({ 'baton.yaml': text }))).value).toBeUndefined();
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
      'waived:',
      '  coverage: no tool',
      '  types: { why: plain JavaScript, by: ada, on: 2026-01-31 }',
      'policy: { rounds: 3, strict: true }',
      'limits: { commandMs: 1000 }',
    ].join('\n');
    const { value, problems } = await loadConfig(projectWith({ 'baton.yaml': text }));
    expect(problems).toEqual([]);
    expect(value).toEqual({
      workflow: 'relay',
      agents: { fast: 'command:claude' },
      roles: { coder: 'fast', reviewer: 'human' },
      roleOptions: {},
      namedCommands: ['test', 'lint'],
      waived: {
        coverage: { why: 'no tool' },
        types: { why: 'plain JavaScript', by: 'ada', on: '2026-01-31' },
      },
      commands: { test: { line: 'make test', timeMsMax: 1000 }, lint: { line: 'make lint', timeMsMax: 5 } },
      policy: { rounds: 3, strict: true },
      limits: { commandMs: 1000 },
    });
  });

  it('reads what a role wants of its agent, and times of phases', async () => {
    const text = [
      'roles:',
      '  coder: { agent: "command:codex", model: gpt-5, args: ["--search", ""] }',
      '  planner: { agent: human, args: [] }',
      'limits: { phaseMs: { planning: 60000 } }',
    ].join('\n');
    const { value, problems, files } = await loadConfig(projectWith({ 'baton.yaml': text }));
    expect(problems).toEqual([]);
    expect(files).toEqual(['baton.yaml']);
    expect(value?.roles).toEqual({ coder: 'command:codex', planner: 'human' });
    expect(value?.roleOptions).toEqual({
      coder: { model: 'gpt-5', args: ['--search', ''] },
      planner: { args: [] },
    });
    expect(value?.limits).toEqual({ phaseMs: { planning: 60_000 } });
  });

  it.each([
    ['empty', '', 'FILE_EMPTY', undefined],
    [
      'a model that is an option',
      'roles: { coder: { agent: human, model: -x } }',
      'FIELD_INVALID',
      undefined,
    ],
    ['a misspelled option', 'roles: { coder: { agent: human, modl: x } }', 'FIELD_UNKNOWN', 'Write "model".'],
    ['a model without an agent', 'roles: { coder: { model: x } }', 'FIELD_MISSING', undefined],
    ['a phase without time', 'limits: { phaseMs: { planning: 0 } }', 'FIELD_INVALID', undefined],
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

describe('loadConfig in a project of AgentMux', () => {
  const home = (text?: string): { HOME: string } => ({
    HOME: projectWith(text === undefined ? {} : { '.config/agentmux/config.yaml': text }),
  });

  it('takes its configuration below baton.yaml', async () => {
    const project = projectWith({
      '.agentmux/config.yaml':
        'defaults: { provider: codex, max_review_iterations: 5 }\ngithub: { draft: false }\n',
      'baton.yaml':
        'policy: { max_review_iterations: 1 }\nroles: { coder: human }\ncommands: { test: make test }\n',
    });
    const { value, problems, files } = await loadConfig(project);
    expect(problems).toEqual([]);
    expect(files).toEqual(['.agentmux/config.yaml', 'baton.yaml']);
    expect(value).toMatchObject({
      agents: { default: 'command:codex' },
      roles: { coder: 'human' },
      roleOptions: {},
      policy: { max_review_iterations: 1, draft: false },
      commands: { test: { line: 'make test' } },
    });
  });

  it.each(['config.yaml', 'config.yml', 'config.json'])(
    'reads %s, also where it is JSON with tabs',
    async (name) => {
      const text = '{\n\t"version": 2,\n\t"defaults": {\n\t\t"provider": "gemini"\n\t}\n}\n';
      const { value, problems } = await loadConfig(projectWith({ [`.agentmux/${name}`]: text }));
      expect(problems).toEqual([]);
      expect(value?.agents).toEqual({ default: 'command:gemini' });
    },
  );

  it('says where it stands what is wrong with JSON, too', async () => {
    const project = projectWith({ '.agentmux/config.json': '{\n  "roles": {\n    "codr": {}\n  }\n}\n' });
    expect((await loadConfig(project)).problems).toMatchObject([
      { code: 'FIELD_UNKNOWN', file: '.agentmux/config.json', line: 3, column: 5, hint: 'Write "coder".' },
    ]);
  });

  it('reads the first file alone, and says so', async () => {
    const project = projectWith({
      '.agentmux/config.yml': 'defaults: { provider: codex }',
      '.agentmux/config.json': 'not: [even yaml',
    });
    const { value, problems } = await loadConfig(project);
    expect(value?.agents).toEqual({ default: 'command:codex' });
    expect(problems).toMatchObject([
      {
        file: '.agentmux/config.json',
        severity: 'warning',
        message: 'it is not read: .agentmux/config.yml comes before it',
      },
    ]);
  });

  it('has the user’s own configuration below the project’s, where the caller knows the home', async () => {
    const project = projectWith({ '.agentmux/config.yaml': 'github: { draft: true }' });
    const env = home('defaults: { provider: qwen }\ngithub: { draft: false, base_branch: dev }\n');
    const { value, files } = await loadConfig(project, env);
    expect(value).toMatchObject({
      agents: { default: 'command:qwen' },
      policy: { draft: true, base_branch: 'dev' },
    });
    expect(files).toEqual(['~/.config/agentmux/config.yaml', '.agentmux/config.yaml']);
    expect((await loadConfig(project)).value?.agents).toEqual({ default: 'command:claude' });
    expect((await loadConfig(project, { HOME: 'relative' })).value?.agents).toEqual({
      default: 'command:claude',
    });
    expect((await loadConfig(project, home())).problems).toEqual([]);
  });

  it('asks for it only in a project of AgentMux, or of its workflow', async () => {
    const env = home('defaults: { provider: qwen }');
    expect((await loadConfig(projectWith({}), env)).value?.agents).toBeUndefined();
    const relay = projectWith({ 'baton.yaml': 'workflow: relay' });
    expect((await loadConfig(relay, env)).value?.agents).toBeUndefined();
    const agentmux = projectWith({ 'baton.yaml': 'workflow: agentmux' });
    expect((await loadConfig(agentmux, env)).value?.agents).toEqual({ default: 'command:qwen' });
    expect((await loadConfig(agentmux, home())).value?.agents).toBeUndefined();
  });

  it('goes on beside warnings and stops for errors, of whichever file', async () => {
    const warned = projectWith({ '.agentmux/config.yaml': 'defaults: { session_name: x }' });
    expect((await loadConfig(warned)).problems).toMatchObject([{ severity: 'warning' }]);
    expect((await requireConfig(warned)).agents).toEqual({ default: 'command:claude' });
    const empty = projectWith({ '.agentmux/config.yaml': '# later\n' });
    expect((await loadConfig(empty)).problems).toMatchObject([{ code: 'FILE_EMPTY', severity: 'warning' }]);
    expect((await requireConfig(empty)).agents).toEqual({ default: 'command:claude' });
    const broken = projectWith({ '.agentmux/config.yaml': 'version: 1', 'baton.yaml': 'a: 1' });
    await expect(requireConfig(broken)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/^\.agentmux\/config\.yaml and baton\.yaml cannot be used:\n/),
      hint: 'Fix the files; `baton doctor` checks them.',
    });
    const user = projectWith({ '.agentmux/config.yaml': 'version: 2' });
    await expect(requireConfig(user, home('versoin: 2'))).rejects.toThrow(/^~\/\.config\/agentmux/);
  });

  it('refuses a folder and a pipe in place of the file, without waiting', async () => {
    const folder = projectWith({});
    mkdirSync(join(folder, '.agentmux/config.yaml'), { recursive: true });
    expect(await loadConfig(folder)).toMatchObject({
      value: undefined,
      problems: [{ code: 'FILE_UNREADABLE' }],
    });
    const piped = projectWith({ '.agentmux/x': '' });
    execFileSync('mkfifo', [join(piped, '.agentmux/config.yaml')]);
    expect((await loadConfig(piped)).problems[0]?.code).toBe('FILE_UNREADABLE');
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
