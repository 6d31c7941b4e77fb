// Who there is in a collective: each agent with its brief, what it may write, and the program that plays it.
import * as z from 'zod';
import { type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { nearest } from '../../../std/nearest.ts';
import { AGENTS_MAX } from '../limits.ts';
import { type AgentEntry, agentEntrySchema, agentNameSchema } from './agent-entry.ts';
import { DRUPAL_AGENTS } from './drupal-agents.ts';

export const UNKNOWN_AGENT_POLICIES = ['reject', 'hub'] as const;

export const collectiveConfigSchema = z.strictObject({
  base: z
    .enum(['drupal', 'none'])
    .default('drupal')
    .describe('Agents to begin with; `agents` adds to them and replaces those of the same name.'),
  agents: z.array(agentEntrySchema).max(AGENTS_MAX).default([]),
  hub: agentNameSchema.default('routing-agent').describe('Who decides when nobody is named.'),
  unknown_agent: z
    .enum(UNKNOWN_AGENT_POLICIES)
    .default('reject')
    .describe('A handoff to an agent that does not exist: back to its sender, or to the hub.'),
});
export type CollectiveConfig = z.output<typeof collectiveConfigSchema>;

export interface Registry {
  readonly agents: ReadonlyMap<string, AgentEntry>;
  /** Other names → names. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly hub: string;
  readonly unknownAgent: CollectiveConfig['unknown_agent'];
}

const entriesOf = ({ base, agents }: CollectiveConfig): readonly AgentEntry[] => {
  const named = new Map((base === 'drupal' ? DRUPAL_AGENTS : []).map((entry) => [entry.name, entry]));
  for (const entry of agents) named.set(entry.name, entry);
  return [...named.values()];
};

const repeated = (agents: readonly AgentEntry[]): Problem[] => {
  const seen = new Set<string>();
  return agents.flatMap(({ name }, at) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const field = `agents[${at}].name`;
    return [problem('CONFIG_INVALID', `${field}: expected each agent once, got ${name} again`, { field })];
  });
};

/** A name wins over an alias of the default; two aliases that say different things are a mistake. */
const aliasesOf = (
  entries: readonly AgentEntry[],
  own: ReadonlySet<string>,
): { readonly aliases: Map<string, string>; readonly problems: readonly Problem[] } => {
  const names = new Set(entries.map(({ name }) => name));
  const aliases = new Map<string, string>();
  const problems: Problem[] = [];
  // Those of the configuration last, so that they replace those of the default.
  const ordered = [...entries].sort((a, b) => Number(own.has(a.name)) - Number(own.has(b.name)));
  for (const { name, aliases: others } of ordered)
    for (const alias of others) {
      const before = aliases.get(alias);
      const isConflict = before !== undefined && own.has(before) && own.has(name) && before !== name;
      if (isConflict || (names.has(alias) && own.has(name)))
        problems.push(
          problem(
            'CONFIG_INVALID',
            `aliases of ${name}: expected names that no other agent has, got ${alias}`,
            { hint: `${alias} is ${names.has(alias) ? 'an agent' : `an alias of ${before}`}.` },
          ),
        );
      else if (!names.has(alias)) aliases.set(alias, name);
    }
  return { aliases, problems };
};

export const registryOf = (config: CollectiveConfig): Parsed<Registry> => {
  const entries = entriesOf(config);
  const own = new Set(config.agents.map(({ name }) => name));
  const agents = new Map(entries.map((entry) => [entry.name, entry]));
  const { aliases, problems: clashes } = aliasesOf(entries, own);
  const problems = [...repeated(config.agents), ...clashes];
  if (agents.size > AGENTS_MAX)
    problems.push(problem('CONFIG_INVALID', `agents: expected at most ${AGENTS_MAX}, got ${agents.size}`));
  const hub = agents.get(aliases.get(config.hub) ?? config.hub);
  if (hub === undefined) {
    const meant = nearest(config.hub, agents.keys());
    problems.push(
      problem('CONFIG_INVALID', `hub: expected an agent of the registry, got ${config.hub}`, {
        field: 'hub',
        hint: meant === undefined ? 'Add it to `agents`.' : `Did you mean ${meant}?`,
      }),
    );
  } else if (!hub.coordinator)
    problems.push(
      problem('CONFIG_INVALID', `hub: expected a coordinator, got ${hub.name}, which is none`, {
        field: 'hub',
        hint: `Write \`coordinator: true\` for ${hub.name}.`,
      }),
    );
  if (hub === undefined || problems.length > 0) return { value: undefined, problems };
  return { value: { agents, aliases, hub: hub.name, unknownAgent: config.unknown_agent }, problems: [] };
};

const drupal = registryOf(collectiveConfigSchema.parse({})).value;

/** The default, which a test keeps without problems. */
export const DRUPAL_REGISTRY: Registry = drupal ?? {
  agents: new Map(),
  aliases: new Map(),
  hub: 'routing-agent',
  unknownAgent: 'reject',
};

/** The agent that is meant by a name or by another name of it. */
export const agentNamed = (registry: Registry, name: string): AgentEntry | undefined => {
  const plain = name.replace(/^@/, '').toLowerCase();
  return registry.agents.get(registry.aliases.get(plain) ?? plain);
};

export interface FoundAgent {
  /** Undefined where the handoff goes back to its sender. */
  readonly agent: AgentEntry | undefined;
  readonly problems: readonly Problem[];
}

/** As the registry wants it: an agent that does not exist is refused, or the hub takes over. */
export const findAgent = (registry: Registry, name: string, field: string): FoundAgent => {
  const agent = agentNamed(registry, name);
  if (agent !== undefined) return { agent, problems: [] };
  const meant = nearest(name, [...registry.agents.keys(), ...registry.aliases.keys()]);
  const isHub = registry.unknownAgent === 'hub';
  const choice =
    meant === undefined ? `Agents: ${[...registry.agents.keys()].join(', ')}.` : `Did you mean @${meant}?`;
  return {
    agent: isHub ? registry.agents.get(registry.hub) : undefined,
    problems: [
      problem('HANDOFF_AGENT_UNKNOWN', `${field}: expected an agent of the registry, got @${name}`, {
        severity: isHub ? 'warning' : 'error',
        field,
        hint: isHub ? `@${registry.hub} takes over. ${choice}` : choice,
      }),
    ],
  };
};

/** An agent without phases works in all of them. */
export const worksIn = ({ phases }: AgentEntry, phase: string): boolean =>
  phases.length === 0 || phases.some((known) => known === phase);
