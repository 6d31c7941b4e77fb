// The configuration of an AgentMux project, in Baton's words. Its files are layers of one configuration: each is checked
// by itself, so that every problem has its place, and what they mean is read off all of them together.

import * as z from 'zod';
import { argumentSchema, modelSchema } from '../../../model/agent-list.ts';
import type { ConfigFile } from '../../../model/config.ts';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { fieldName, validateWith } from '../../../model/validate-with.ts';
import { nearest } from '../../../std/nearest.ts';
import { recordOf } from '../../../std/record-of.ts';
import type { YamlDocument } from '../../../text/yaml.ts';
import { GIVEN_UP, isMapping, type KeyWords, NOT_CARRIED, placesOf, without } from './agentmux-keys.ts';

const VERSION = 2;

const ROLES = [
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
] as const;

interface Provider {
  /** What AgentMux passes on when nobody says a model. Providers it gives no model to have none. */
  readonly model?: string;
  readonly singleCoder?: true;
}

const PROVIDERS: Readonly<Record<string, Provider>> = {
  claude: { model: 'sonnet' },
  codex: {},
  gemini: {},
  opencode: {},
  copilot: { model: 'claude-sonnet-4.6', singleCoder: true },
  cursor: {},
  qwen: {},
};
const DEFAULT_PROVIDER = 'claude';
/** AgentMux knows it, Baton cannot start it. */
const NOT_RUN_YET = ['cursor'];

const textSchema = z.string().regex(/\S/, 'expected a name');
const branchSchema = z.string().regex(/^[^\0-\x20\x7f]+$/, 'expected the name of a branch, without spaces');
const iterationsMessage = 'expected a whole number of 0 or more';

const providerSchema = z.strictObject({
  ...Object.fromEntries(
    NOT_CARRIED.filter(({ path }) => path[0] === 'providers')
      .flatMap(({ path }) => path.slice(-1))
      .map((name) => [name, z.unknown().optional()]),
  ),
  default_model: modelSchema.nullish(),
  single_coder: z.boolean().nullish(),
});

const roleSchema = z.strictObject({
  provider: textSchema.nullish(),
  model: modelSchema.nullish(),
  args: z.array(argumentSchema).nullish(),
});

const fileSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.number().nullish(),
  defaults: z
    .strictObject({
      session_name: z.unknown().optional(),
      compression: z.unknown().optional(),
      provider: textSchema.nullish(),
      model: modelSchema.nullish(),
      max_review_iterations: z.int(iterationsMessage).min(0, iterationsMessage).nullish(),
      completion: z.strictObject({ skip_final_approval: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
  github: z
    .strictObject({
      base_branch: branchSchema.nullish(),
      draft: z.boolean().nullish(),
      branch_prefix: branchSchema.or(z.literal('')).nullish(),
    })
    .nullish(),
  providers: z.record(z.string(), providerSchema.nullish()).nullish(),
  roles: z.strictObject(recordOf(ROLES, () => roleSchema.nullish())).nullish(),
});
type AgentmuxFile = z.output<typeof fileSchema>;

/** The part of baton.yaml that an AgentMux configuration can say. */
export type MappedConfig = Pick<ConfigFile, 'agents' | 'roles' | 'policy'>;

const at = ({ file, locate }: YamlDocument, path: readonly string[], part: 'key' | 'value') => ({
  ...(file === undefined ? {} : { file }),
  field: fieldName(path),
  ...(part === 'key' ? locate(path.slice(0, -1), path.at(-1)) : locate(path)),
});

const problemsOfKeys = (
  document: YamlDocument,
  keys: readonly KeyWords[],
  says: string,
  severity: Problem['severity'],
): Problem[] =>
  keys.flatMap(({ path, why, instead }) =>
    placesOf(document.value, path).map((place) =>
      problem('FIELD_UNKNOWN', `${fieldName(place)} ${says}: ${why}`, {
        ...at(document, place, 'key'),
        severity,
        hint: instead,
      }),
    ),
  );

/** Looked at before all else: in a file of another version the rest means something else. */
const versionProblems = (document: YamlDocument): Problem[] => {
  const version = isMapping(document.value) ? document.value['version'] : undefined;
  if (typeof version !== 'number' || version === VERSION) return [];
  return [
    problem('FIELD_INVALID', `version: expected ${VERSION}, got ${version}`, {
      ...at(document, ['version'], 'value'),
      hint:
        version < VERSION
          ? `Files of version 1 mean something else. Write \`version: ${VERSION}\`, with providers and models in the place of tiers, profiles and launchers.`
          : 'Update Baton, or write what is wanted into baton.yaml and remove this file.',
    }),
  ];
};

/** A provider of the user's own needs a command; without one it is a name that was mistyped. */
const providerProblems = (
  document: YamlDocument,
  { providers, defaults, roles }: AgentmuxFile,
  below: readonly string[],
): Problem[] => {
  const known = [...Object.keys(PROVIDERS), ...below];
  const own = Object.entries(providers ?? {});
  const made = own.filter(([, written]) => written && 'command' in written).map(([name]) => name);
  const unnamed = own
    .map(([name]) => name)
    .filter((name) => !known.includes(name) && !made.includes(name))
    .map((name) => ({ path: ['providers', name], name, part: 'key' as const }));
  const used = [
    { path: ['defaults', 'provider'], name: defaults?.provider },
    ...ROLES.map((role) => ({ path: ['roles', role, 'provider'], name: roles?.[role]?.provider })),
  ].flatMap(({ path, name }) => (typeof name === 'string' ? [{ path, name, part: 'value' as const }] : []));
  const names = [...known, ...made];
  return [...unnamed, ...used].flatMap(({ path, name, part }): Problem[] => {
    const where = at(document, path, part);
    if (!names.includes(name)) {
      const meant = nearest(name, names);
      const hint = meant === undefined ? `Known: ${names.join(', ')}.` : `Write "${meant}".`;
      const message = `${fieldName(path)}: expected a provider, got ${JSON.stringify(name)}`;
      return [problem(part === 'key' ? 'FIELD_UNKNOWN' : 'FIELD_INVALID', message, { ...where, hint })];
    }
    if (part === 'key' || (Object.hasOwn(PROVIDERS, name) && !NOT_RUN_YET.includes(name))) return [];
    return [
      problem('AGENT_UNKNOWN', `${fieldName(path)}: Baton cannot start ${JSON.stringify(name)} yet`, {
        ...where,
        severity: 'warning',
        hint: 'Name another agent in baton.yaml, under agents.default or roles.<role>.',
      }),
    ];
  });
};

/** AgentMux gives `defaults.model` to every role that names none, whatever its provider. */
const modelProblems = (document: YamlDocument, { defaults, roles }: AgentmuxFile): Problem[] => {
  const { model, provider } = defaults ?? {};
  if (typeof model !== 'string') return [];
  return ROLES.flatMap((role) => {
    const own = roles?.[role];
    if (!own?.provider || own.model || own.provider === (provider ?? DEFAULT_PROVIDER)) return [];
    return [
      problem(
        'FIELD_INVALID',
        `roles.${role} has another provider than the others, but gets their model, ${JSON.stringify(model)}`,
        {
          ...at(document, ['roles', role, 'provider'], 'value'),
          severity: 'warning',
          hint: `Name a model of ${own.provider}: roles.${role}.model.`,
        },
      ),
    ];
  });
};

const checkLayer = (document: YamlDocument, below: readonly string[]): Parsed<AgentmuxFile> => {
  const { value, file, locate } = document;
  if (!isMapping(value)) {
    const message = `expected a mapping (key: value), got ${Array.isArray(value) ? 'a list' : typeof value}`;
    return { value: undefined, problems: [problem('YAML_NOT_MAPPING', message, at(document, [], 'value'))] };
  }
  const places = GIVEN_UP.flatMap(({ path }) => placesOf(value, path));
  const checked = validateWith(fileSchema, without(value, places), { file, locate });
  const problems = [
    ...versionProblems(document),
    ...problemsOfKeys(document, GIVEN_UP, 'is no key of AgentMux any more', 'error'),
    ...checked.problems,
    ...(checked.value === undefined ? [] : providerProblems(document, checked.value, below)),
    ...(checked.value === undefined ? [] : modelProblems(document, checked.value)),
    ...problemsOfKeys(document, NOT_CARRIED, 'is not carried over', 'warning'),
  ];
  return { value: problems.some(isError) ? undefined : checked.value, problems };
};

/** Mappings are merged, lists and scalars replaced. A section that is there but empty says nothing. */
const merged = (below: unknown, above: unknown): unknown => {
  if (above === undefined) return below;
  if (!isMapping(below)) return above;
  if (!isMapping(above)) return above === null ? below : above;
  const names = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries([...names].map((name) => [name, merged(below[name], above[name])]));
};

const modelOf = (
  config: AgentmuxFile,
  role: (typeof ROLES)[number],
  provider: string,
): string | undefined => {
  const written = config.roles?.[role]?.model ?? config.defaults?.model;
  if (written) return written;
  const ofProvider = config.providers?.[provider]?.default_model;
  if (ofProvider) return ofProvider;
  // Taken away outright, a default comes back only as the last resort, which is a model of Claude's.
  if (ofProvider === null && provider !== DEFAULT_PROVIDER) return undefined;
  return Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider]?.model : undefined;
};

const rolesOf = (config: AgentmuxFile): NonNullable<MappedConfig['roles']> => {
  const common = config.defaults?.provider ?? DEFAULT_PROVIDER;
  return Object.fromEntries(
    ROLES.flatMap((role) => {
      const own = config.roles?.[role];
      const model = modelOf(config, role, own?.provider ?? common);
      // Who names no provider follows the default, also when baton.yaml names another one.
      const agent = own?.provider ? `command:${own.provider}` : 'default';
      const options = { ...(model ? { model } : {}), ...(own?.args ? { args: own.args } : {}) };
      if (agent === 'default' && Object.keys(options).length === 0) return [];
      return [[role, { agent, ...options }] as const];
    }),
  );
};

const policyOf = ({ defaults, github, providers, roles }: AgentmuxFile): MappedConfig['policy'] => {
  const coder = roles?.coder?.provider ?? defaults?.provider ?? DEFAULT_PROVIDER;
  const builtIn = Object.hasOwn(PROVIDERS, coder) ? PROVIDERS[coder]?.singleCoder : undefined;
  const written = {
    max_review_iterations: defaults?.max_review_iterations,
    skip_final_approval: defaults?.completion?.skip_final_approval,
    base_branch: github?.base_branch,
    draft: github?.draft,
    branch_prefix: github?.branch_prefix,
    single_coder: providers?.[coder]?.single_coder ?? builtIn,
  };
  return Object.fromEntries(
    Object.entries(written).filter(
      (entry): entry is [string, string | number | boolean] => entry[1] !== undefined && entry[1] !== null,
    ),
  );
};

const mapped = (config: AgentmuxFile): MappedConfig => ({
  agents: { default: `command:${config.defaults?.provider ?? DEFAULT_PROVIDER}` },
  roles: rolesOf(config),
  policy: policyOf(config),
});

/** Later layers win over earlier ones. The value is there where no layer has an error. */
export const mapAgentmuxConfig = (layers: readonly YamlDocument[]): Parsed<MappedConfig> => {
  const problems: Problem[] = [];
  let config: AgentmuxFile = {};
  for (const layer of layers) {
    const below = Object.keys(config.providers ?? {});
    const checked = checkLayer(layer, below);
    problems.push(...checked.problems);
    config = merged(config, checked.value) as AgentmuxFile;
  }
  const errors = problems.filter(isError);
  const listed = [...errors, ...problems.filter((found) => !isError(found))].slice(0, PROBLEMS_MAX);
  return { value: errors.length > 0 ? undefined : mapped(config), problems: listed };
};

/** baton.yaml over it, key by key. A model or an argument was meant for an agent, and goes where that agent goes. */
export const overMapped = (mappedConfig: MappedConfig, own: ConfigFile): ConfigFile => {
  const otherDefault = own.agents?.['default'] !== undefined;
  const roles = Object.entries(mappedConfig.roles ?? {}).filter(
    ([, role]) =>
      !otherDefault ||
      typeof role === 'string' ||
      Array.isArray(role) ||
      'command' in role ||
      role.agent !== 'default',
  );
  return {
    ...own,
    agents: { ...mappedConfig.agents, ...own.agents },
    roles: { ...Object.fromEntries(roles), ...own.roles },
    policy: { ...mappedConfig.policy, ...own.policy },
  };
};
