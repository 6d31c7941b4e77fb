import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configSchema, toConfig } from '../../../model/config.ts';
import { parseYaml } from '../../../text/yaml.ts';
import { mapAgentmuxConfig, overMapped } from './agentmux-config.ts';

const FILE = '.agentmux/config.yaml';

const document = (text: string, file = FILE) => {
  const { value, problems } = parseYaml(text, { file });
  expect(problems).toEqual([]);
  return value!;
};

const map = (...texts: string[]) => mapAgentmuxConfig(texts.map((text) => document(text)));

/** Without problems; the value in full. */
const mapped = (...texts: string[]) => {
  const { value, problems } = map(...texts);
  expect(problems).toEqual([]);
  return value!;
};

const FOLLOWERS = [
  'architect',
  'code-researcher',
  'coder',
  'designer',
  'planner',
  'product-manager',
  'reviewer',
  'reviewer_expert',
  'reviewer_logic',
  'reviewer_quality',
  'web-researcher',
];

describe('an AgentMux configuration', () => {
  it('becomes agents, roles and policy', () => {
    const text = `
version: 2
defaults:
  provider: codex
  max_review_iterations: 0
  completion: { skip_final_approval: true }
github: { base_branch: develop, draft: false, branch_prefix: "" }
roles:
  coder: { provider: claude, model: opus, args: ["--verbose", ""] }
  reviewer_logic: { model: gpt-5.2 }
  planner: { provider: gemini }
  designer:
`;
    expect(mapped(text)).toEqual({
      agents: { default: 'command:codex' },
      roles: {
        coder: { agent: 'command:claude', model: 'opus', args: ['--verbose', ''] },
        reviewer_logic: { agent: 'default', model: 'gpt-5.2' },
        planner: { agent: 'command:gemini' },
      },
      policy: {
        max_review_iterations: 0,
        skip_final_approval: true,
        base_branch: 'develop',
        draft: false,
        branch_prefix: '',
      },
    });
  });

  it('says what AgentMux says where it says nothing: Claude, with its own model, plays all', () => {
    expect(mapped('version: 2')).toEqual({
      agents: { default: 'command:claude' },
      roles: Object.fromEntries(FOLLOWERS.map((role) => [role, { agent: 'default', model: 'sonnet' }])),
      policy: {},
    });
    expect(mapped('defaults:\ngithub:\nproviders:\nroles:\n')).toEqual(mapped('version: 2'));
  });

  const coderOf = (...texts: string[]) => map(...texts).value?.roles?.['coder'];

  it.each([
    ['the role first', 'roles: { coder: { model: a } }\ndefaults: { model: b }', 'a'],
    ['then all', 'defaults: { model: b }\nproviders: { claude: { default_model: c } }', 'b'],
    ['then the provider', 'providers: { claude: { default_model: c } }', 'c'],
    ['then what AgentMux knows of it', 'defaults: { provider: copilot }', 'claude-sonnet-4.6'],
    ['null counts as nothing', 'roles: { coder: { model: null } }\ndefaults: { model: b }', 'b'],
    [
      'a default taken away comes back for Claude',
      'providers: { claude: { default_model: null } }',
      'sonnet',
    ],
  ])('names a model by precedence: %s', (_what, text, model) => {
    expect(coderOf(text)).toMatchObject({ model });
  });

  it.each(['codex', 'gemini', 'opencode', 'qwen', 'cursor'])('gives no model of Claude to %s', (provider) => {
    expect(coderOf(`defaults: { provider: ${provider} }`)).toBeUndefined();
    expect(coderOf(`roles: { coder: { provider: ${provider} } }`)).toEqual({ agent: `command:${provider}` });
  });

  it('gives none to a provider whose own was taken away', () => {
    const text = 'defaults: { provider: copilot }\nproviders: { copilot: { default_model: null } }';
    expect(coderOf(text)).toBeUndefined();
  });

  it.each([
    ['the coder’s provider says so', 'providers: { claude: { single_coder: true } }', true],
    ['another provider says so', 'providers: { codex: { single_coder: true } }', undefined],
    ['the coder has its own', 'roles: { coder: { provider: copilot } }', true],
    ['Copilot always does', 'defaults: { provider: copilot }', true],
    [
      'unless it is told not to',
      'defaults: { provider: copilot }\nproviders: { copilot: { single_coder: false } }',
      false,
    ],
  ])('wants a single coder when %s', (_what, text, single) => {
    expect(mapped(text).policy?.['single_coder']).toBe(single);
  });

  it('is merged from layers: mappings key by key, lists and scalars as a whole, null over what is below', () => {
    const user = `
defaults: { provider: codex, model: gpt-5, max_review_iterations: 1 }
roles: { coder: { args: [--a, --b] }, planner: { model: x } }
providers: { mine: { command: mine }, claude: { default_model: opus } }
`;
    const project = `
defaults: { provider: claude, model: null }
providers:
roles: { coder: { args: [--c] }, planner: { args: [] }, architect: { provider: mine, model: m } }
`;
    const { value } = map(user, project);
    expect(value?.agents).toEqual({ default: 'command:claude' });
    expect(value?.policy).toEqual({ max_review_iterations: 1 });
    expect(value?.roles).toMatchObject({
      coder: { model: 'opus', args: ['--c'] },
      planner: { model: 'x', args: [] },
      architect: { agent: 'command:mine', model: 'm' },
    });
  });
});

describe('problems of an AgentMux configuration', () => {
  it.each([
    ['an unknown key', 'version: 2\ndefault: {}\n', 'FIELD_UNKNOWN', 2, 1, /Write "defaults"/],
    ['an unknown key inside', 'github:\n  base_brnch: x\n', 'FIELD_UNKNOWN', 2, 3, /Write "base_branch"/],
    ['an unknown role', 'roles:\n  codr: {}\n', 'FIELD_UNKNOWN', 2, 3, /Write "coder"/],
    ['an unknown key of a role', 'roles:\n  coder: { modle: x }\n', 'FIELD_UNKNOWN', 2, 12, /Write "model"/],
    [
      'an unknown key of a provider',
      'providers: { claude: { comand: x } }',
      'FIELD_UNKNOWN',
      1,
      24,
      /"command"/,
    ],
    ['an unknown provider', 'defaults: { provider: cladue }', 'FIELD_INVALID', 1, 23, /Write "claude"/],
    [
      'a provider without a command',
      'providers:\n  codx: { single_coder: true }',
      'FIELD_UNKNOWN',
      2,
      3,
      /"codex"/,
    ],
    [
      'a role with an unknown provider',
      'roles: { coder: { provider: zzzzzzz } }',
      'FIELD_INVALID',
      1,
      29,
      /Known: /,
    ],
    ['negative iterations', 'defaults:\n  max_review_iterations: -1', 'FIELD_INVALID', 2, 26, undefined],
    ['half an iteration', 'defaults: { max_review_iterations: 1.5 }', 'FIELD_INVALID', 1, 36, undefined],
    ['iterations in words', 'defaults: { max_review_iterations: "3" }', 'FIELD_INVALID', 1, 36, undefined],
    ['version 1', 'version: 1\n', 'FIELD_INVALID', 1, 10, /version: 2/],
    ['a version to come', 'version: 3\n', 'FIELD_INVALID', 1, 10, /Update Baton/],
    ['a version in words', 'version: "2"\n', 'FIELD_INVALID', 1, 10, undefined],
    ['a model that is an option', 'defaults: { model: "--help" }', 'FIELD_INVALID', 1, 20, undefined],
    ['an argument with NUL', 'roles: { coder: { args: ["a\\0"] } }', 'FIELD_INVALID', 1, 26, undefined],
    ['arguments that are no list', 'roles: { coder: { args: --x } }', 'FIELD_INVALID', 1, 25, undefined],
    ['a branch with a space', 'github: { base_branch: "a b" }', 'FIELD_INVALID', 1, 24, undefined],
    ['a list', '- a\n', 'YAML_NOT_MAPPING', 1, 1, undefined],
    ['a moved key', 'defaults: { skip_final_approval: true }', 'FIELD_UNKNOWN', 1, 13, /completion/],
    ['a turned key', 'defaults: { require_final_approval: true }', 'FIELD_UNKNOWN', 1, 13, /opposite/],
    [
      'a turned key further in',
      'defaults: { completion: { require_final_approval: true } }',
      'FIELD_UNKNOWN',
      1,
      27,
      /opposite/,
    ],
    ['a tier', 'defaults: { tier: max }', 'FIELD_UNKNOWN', 1, 13, /provider/],
    ['a profile', 'defaults: { profile: max }', 'FIELD_UNKNOWN', 1, 13, /provider/],
    ['a tier of a role', 'roles: { coder: { tier: max } }', 'FIELD_UNKNOWN', 1, 19, /provider/],
    ['a profile of a role', 'roles: { coder: { profile: max } }', 'FIELD_UNKNOWN', 1, 19, /provider/],
    ['profiles', 'profiles: {}', 'FIELD_UNKNOWN', 1, 1, /provider/],
  ])('stop for %s', (_what, text, code, line, column, hint) => {
    const { value, problems } = map(text);
    expect(value).toBeUndefined();
    expect(problems).toEqual([
      expect.objectContaining({
        ...{ code, severity: 'error', file: FILE, line, column },
        ...(hint === undefined ? {} : { hint: expect.stringMatching(hint) }),
      }),
    ]);
  });

  it('are told all at once, the version before all', () => {
    const text = 'version: 1\ndefaults: { tier: max, session_name: x }\nlaunchers: {}\nfoo: 1\n';
    expect(map(text).problems.map(({ code, field }) => `${code} ${field}`)).toEqual([
      'FIELD_INVALID version',
      'FIELD_UNKNOWN defaults.tier',
      'FIELD_UNKNOWN launchers',
      'FIELD_UNKNOWN foo',
      'FIELD_UNKNOWN defaults.session_name',
    ]);
  });

  it.each([
    ['defaults.session_name', 'defaults: { session_name: x }'],
    ['defaults.compression', 'defaults: { compression: { enabled: false } }'],
    ...[
      'command: claude-beta',
      'model_flag: --model',
      'trust_snippet: Trust?',
      'trust_key: Enter',
      'sub_agent_tool: task',
      'role_args: { coder: [--x] }',
      'default_role_args: [--x]',
      'batch_command: { verb: exec, mode: stdin }',
      'batch_subcommand: exec',
      'model_args: { opus: [--x] }',
    ].map((line) => [`providers.claude.${line.split(':')[0]}`, `providers: { claude: { ${line} } }`]),
  ])('warn of %s, with a reason and what to do', (field, text) => {
    const { value, problems } = map(text!);
    expect(value?.agents).toEqual({ default: 'command:claude' });
    expect(problems).toEqual([
      expect.objectContaining({
        ...{ code: 'FIELD_UNKNOWN', severity: 'warning', field, file: FILE, line: 1 },
        message: expect.stringMatching(new RegExp(`^${field} is not carried over: .{20}`)),
        hint: expect.stringMatching(/.{8}/),
      }),
    ]);
  });

  it('warn of a provider that Baton cannot start, and keep its name', () => {
    const text =
      'defaults: { provider: cursor }\nproviders: { mine: { command: m } }\nroles: { coder: { provider: mine } }';
    const { value, problems } = map(text);
    expect(value).toMatchObject({
      agents: { default: 'command:cursor' },
      roles: { coder: { agent: 'command:mine' } },
    });
    expect(problems).toMatchObject([
      { code: 'AGENT_UNKNOWN', severity: 'warning', field: 'defaults.provider', line: 1, column: 23 },
      { code: 'AGENT_UNKNOWN', severity: 'warning', field: 'roles.coder.provider', line: 3 },
      { code: 'FIELD_UNKNOWN', severity: 'warning', field: 'providers.mine.command' },
    ]);
  });

  it('warn of a model that goes to a provider it is not of', () => {
    const { value, problems } = map('defaults: { model: opus }\nroles: { coder: { provider: codex } }');
    expect(value?.roles?.['coder']).toEqual({ agent: 'command:codex', model: 'opus' });
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        field: 'roles.coder.provider',
        hint: 'Name a model of codex: roles.coder.model.',
      },
    ]);
  });

  it('stand in the file that has them', () => {
    const { problems } = mapAgentmuxConfig([document('foo: 1', 'a'), document('{"bar": 1}', 'b.json')]);
    expect(problems).toMatchObject([
      { file: 'a', line: 1, column: 1 },
      { file: 'b.json', line: 1, column: 2 },
    ]);
  });

  it('are not endless, and no warning hides an error', () => {
    const many = Array.from({ length: 300 }, (_, at) => `  p${at}: { command: x }`).join('\n');
    const { value, problems } = map(`providers:\n${many}\n`, 'foo: 1\n');
    expect(value).toBeUndefined();
    expect(problems).toHaveLength(200);
    expect(problems[0]).toMatchObject({ severity: 'error', field: 'foo' });
  });

  it('are never thrown, and a value is one that baton.yaml could hold', () => {
    const word = fc.constantFrom(
      ...[
        'version',
        'defaults',
        'github',
        'providers',
        'roles',
        'coder',
        'claude',
        'model',
        'provider',
        'tier',
      ],
      ...['command', 'args', 'single_coder', 'draft', 'completion', '__proto__', 'constructor', 'x'],
    );
    const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        ...[
          fc.constantFrom(null, true, 0, 2, -1, 'claude', 'codex', '', '-x'),
          fc.array(tie('value'), { maxLength: 2 }),
        ],
        fc.dictionary(word, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 3 }), (values) => {
        const { value, problems } = mapAgentmuxConfig(
          values.map((layer) => ({ value: layer, file: FILE, locate: () => ({ line: 1, column: 1 }) })),
        );
        expect(value === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
        for (const found of problems) expect(found).toMatchObject({ file: FILE, line: 1 });
        if (value !== undefined) expect(configSchema.safeParse(value).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('baton.yaml over an AgentMux configuration', () => {
  const below = () =>
    mapped('defaults: { max_review_iterations: 5 }\nroles: { coder: { provider: codex, args: [-x] } }');

  it('wins key by key', () => {
    const own = {
      workflow: 'agentmux',
      agents: { fast: 'command:gemini' },
      roles: { planner: 'fast', reviewer: { agent: 'human' } },
      policy: { max_review_iterations: 1, draft: false },
    };
    const config = toConfig(overMapped(below(), own), 'x');
    expect(config.agents).toEqual({ default: 'command:claude', fast: 'command:gemini' });
    expect(config.policy).toEqual({ max_review_iterations: 1, draft: false });
    expect(config.roles).toMatchObject({
      planner: 'fast',
      reviewer: 'human',
      coder: 'command:codex',
      architect: 'default',
    });
    expect(config.roleOptions).toMatchObject({ coder: { args: ['-x'] }, architect: { model: 'sonnet' } });
    expect(Object.keys(config.roleOptions)).not.toContain('planner');
    expect(Object.keys(config.roleOptions)).not.toContain('reviewer');
  });

  it('takes model and arguments away with the agent that they were meant for', () => {
    const config = toConfig(overMapped(below(), { agents: { default: 'command:gemini' } }), 'x');
    expect(config.agents).toEqual({ default: 'command:gemini' });
    expect(config.roles).toEqual({ coder: 'command:codex' });
    expect(config.roleOptions).toEqual({ coder: { args: ['-x'] } });
    const other = toConfig(overMapped(below(), { roles: { coder: { agent: 'human' } } }), 'x');
    expect(other.roleOptions['coder']).toBeUndefined();
  });
});
