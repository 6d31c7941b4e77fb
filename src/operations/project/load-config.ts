// Reads the project's configuration from the user's checkout, and fills in what it does not say.
import { join } from 'node:path';
import { BatonError } from '../../errors.ts';
import {
  type Config,
  type ConfigFile,
  configSchema,
  SCRIPT_TEST_LINE,
  toConfig,
} from '../../model/config.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError, type Parsed, type Problem, problem } from '../../model/problem.ts';
import { problemsText } from '../../model/problem-text.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { overMapped } from '../../systems/agentmux/config/agentmux-config.ts';
import { parseYamlWith } from '../../text/yaml.ts';
import { readPackage } from '../setup/read-package.ts';
import { readAgentmuxConfig } from './read-agentmux-config.ts';

export const CONFIG_FILE = 'baton.yaml';
/** Who names this workflow is at home in AgentMux, also in a project without a file of its own. */
const AGENTMUX_WORKFLOW = 'agentmux';

const asProblem = (cause: unknown, file: string): Problem => {
  if (cause instanceof BatonError) return problem(cause.code, cause.message, { file });
  throw cause;
};

/** The script of package.json where there is one; a broken package.json is for npm to complain about. */
export const defaultTestLine = async (project: string): Promise<string> => {
  const found = await readPackage(project);
  if (found.kind === 'broken') return SCRIPT_TEST_LINE;
  return found.kind === 'read' && found.scripts['test'] !== undefined ? SCRIPT_TEST_LINE : 'node --test';
};

/** What baton.yaml itself says. */
interface Own {
  readonly read: boolean;
  readonly value: ConfigFile | undefined;
  readonly problems: readonly Problem[];
}

export const readOwnConfig = async (project: string): Promise<Own> => {
  try {
    const bytes = await readBoundedIfThere(join(project, CONFIG_FILE), YAML_BYTES_MAX);
    if (bytes === undefined) return { read: false, value: {}, problems: [] };
    return { read: true, ...parseYamlWith(configSchema, bytes, CONFIG_FILE) };
  } catch (cause) {
    return { read: true, value: undefined, problems: [asProblem(cause, CONFIG_FILE)] };
  }
};

export interface LoadedConfig extends Parsed<Config> {
  /** What was read, the lowest layer first; without any all is default. */
  readonly files: readonly string[];
}

/**
 * Never throws for what is in the files; every problem is listed, and the value is there beside warnings. An AgentMux
 * configuration lies below baton.yaml; with `env` the user's own of that kind does, too.
 */
export const loadConfig = async (project: string, env?: InheritedEnvironment): Promise<LoadedConfig> => {
  const own = await readOwnConfig(project);
  const wanted = own.value?.workflow === AGENTMUX_WORKFLOW;
  const below = await readAgentmuxConfig(project, { env, wanted });
  const problems = [...(below?.problems ?? []), ...own.problems];
  const files = [...(below?.files ?? []), ...(own.read ? [CONFIG_FILE] : [])];
  if (own.value === undefined || problems.some(isError)) return { value: undefined, problems, files };
  const file = below?.value === undefined ? own.value : overMapped(below.value, own.value);
  return { value: toConfig(file, await defaultTestLine(project)), problems, files };
};

/** For operations that cannot go on without: CONFIG_INVALID with all problems as data. Warnings let them pass. */
export const requireConfig = async (
  project: string,
  env?: InheritedEnvironment,
  warn?: (text: string) => void,
): Promise<Config> => {
  const { value, problems } = await loadConfig(project, env);
  if (value !== undefined) {
    if (problems.length > 0) warn?.(problemsText(problems));
    return value;
  }
  const broken = [...new Set(problems.filter(isError).flatMap(({ file }) => file ?? []))];
  throw new BatonError(
    'CONFIG_INVALID',
    `${broken.join(' and ') || CONFIG_FILE} cannot be used:\n${problemsText(problems)}`,
    {
      hint: `Fix the ${broken.length > 1 ? 'files' : 'file'}; \`baton doctor\` checks ${broken.length > 1 ? 'them' : 'it'}.`,
      data: { problems },
    },
  );
};
