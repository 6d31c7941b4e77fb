// Who belongs to the collective of a project: baton.yaml, and the agents that Claude Code knows there.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConfigFile, configSchema } from '../../../model/config.ts';
import { isError, type Parsed } from '../../../model/problem.ts';
import { problemsText } from '../../../model/problem-text.ts';
import { validateWith } from '../../../model/validate-with.ts';
import { clip } from '../../../std/terminal-text.ts';
import { collectiveSettingsSchema } from '../../../systems/collective/collective-config.ts';
import { DEFAULT_FAILURE_POLICY } from '../../../systems/collective/failure/failure-policy.ts';
import { isAgentName } from '../../../systems/collective/handoff/words.ts';
import { AGENTS_MAX } from '../../../systems/collective/limits.ts';
import { DRUPAL_REGISTRY, type Registry, registryOf } from '../../../systems/collective/registry/registry.ts';
import type { CollectiveSettings } from '../../../systems/collective/session/take-message.ts';
import { parseYamlWith } from '../../../text/yaml.ts';
import { CONFIG_FILE, readOwnConfig } from '../../project/load-config.ts';

export interface FoundSettings extends CollectiveSettings {
  /** Said to the person: settings that cannot be used. */
  readonly notes: readonly string[];
}

const NOTE_CHARS_MAX = 300;

const parsed = (text: string | null): Parsed<ConfigFile> =>
  text === null ? { value: {}, problems: [] } : parseYamlWith(configSchema, Buffer.from(text), CONFIG_FILE);

/** Agents in `.claude/agents/` may be handed over to, also where baton.yaml does not name them. */
const definedAgents = async (project: string): Promise<readonly string[]> => {
  const names = await readdir(join(project, '.claude', 'agents'), { recursive: true }).catch(() => []);
  return names
    .filter((name) => name.endsWith('.md'))
    .map((name) => (name.split(/[\\/]/).at(-1) ?? '').slice(0, -'.md'.length).toLowerCase())
    .filter(isAgentName);
};

const withDefined = (registry: Registry, names: readonly string[]): Registry => {
  const agents = new Map(registry.agents);
  const aliases = new Map(registry.aliases);
  for (const name of names) {
    if (agents.has(name) || agents.size >= AGENTS_MAX) continue;
    // What exists is meant before what another name stands for.
    aliases.delete(name);
    agents.set(name, {
      ...{ name, brief: 'An agent of .claude/agents.', writes: [], coordinator: false },
      ...{ phases: [], aliases: [] },
    });
  }
  return { ...registry, agents, aliases };
};

/** `sealed` is the baton.yaml of the start of the session: who works under a limit does not set it. */
export const collectiveSettings = async (
  project: string,
  sealed: string | null | undefined,
): Promise<FoundSettings> => {
  const names = await definedAgents(project);
  const found = (registry: Registry) => ({
    registry: withDefined(registry, names),
    guests: new Set(names.filter((name) => !registry.agents.has(name))),
  });
  const fallback = (why: string): FoundSettings => ({
    ...found(DRUPAL_REGISTRY),
    policy: DEFAULT_FAILURE_POLICY,
    notes: [
      `baton.yaml: the settings of the collective cannot be used, so the default was: ${clip(why, NOTE_CHARS_MAX)}`,
    ],
  });
  const config = sealed === undefined ? await readOwnConfig(project) : parsed(sealed);
  if (config.value === undefined) return fallback(problemsText(config.problems.filter(isError)));
  const { value, problems } = validateWith(collectiveSettingsSchema, config.value.collective ?? {});
  if (value === undefined) return fallback(problemsText(problems));
  const { on_failure: policy = DEFAULT_FAILURE_POLICY, ...given } = value;
  const registry = registryOf(given);
  if (registry.value === undefined) return fallback(problemsText(registry.problems));
  return { ...found(registry.value), policy, notes: [] };
};
