// Finds the configuration of an AgentMux project: the user's own below the project's, of which the first file counts.
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { BatonError } from '../../errors.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError, type Parsed, type Problem, problem } from '../../model/problem.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { type MappedConfig, mapAgentmuxConfig } from '../../systems/agentmux/config/agentmux-config.ts';
import { parseYaml, type YamlDocument } from '../../text/yaml.ts';

const PROJECT_FILES = ['.agentmux/config.yaml', '.agentmux/config.yml', '.agentmux/config.json'] as const;
const USER_FILE = '.config/agentmux/config.yaml';

export interface AgentmuxOptions {
  /** Where the user's home is; without it only the project's file is read. */
  readonly env?: InheritedEnvironment | undefined;
  /** The user's own file counts also where the project has none. */
  readonly wanted: boolean;
}

export interface AgentmuxConfig extends Parsed<MappedConfig> {
  /** What was read, the lowest layer first. */
  readonly files: readonly string[];
}

interface Layer {
  readonly file: string;
  readonly document: YamlDocument | undefined;
  readonly problems: readonly Problem[];
}

/** An empty file says nothing, and AgentMux lets it pass. */
const mild = (found: Problem): Problem =>
  found.code === 'FILE_EMPTY'
    ? { ...found, severity: 'warning', hint: 'Remove it, or write into it what is wanted.' }
    : found;

const readLayer = async (path: string, file: string): Promise<Layer | undefined> => {
  try {
    // JSON is YAML, and this reader says where each problem stands.
    const bytes = await readBoundedIfThere(path, YAML_BYTES_MAX);
    if (bytes === undefined) return undefined;
    const { value, problems } = parseYaml(bytes, { file });
    return { file, document: value, problems: problems.map(mild) };
  } catch (cause) {
    if (!(cause instanceof BatonError)) throw cause;
    return { file, document: undefined, problems: [problem(cause.code, cause.message, { file })] };
  }
};

const readProject = async (project: string): Promise<Layer | undefined> => {
  const [first, ...others] = PROJECT_FILES.filter((file) => existsSync(join(project, file)));
  const layer = first === undefined ? undefined : await readLayer(join(project, first), first);
  if (layer === undefined) return undefined;
  const passedOver = others.map((file) =>
    problem('CONFIG_INVALID', `it is not read: ${layer.file} comes before it`, {
      file,
      severity: 'warning',
      hint: 'Keep one of them.',
    }),
  );
  return { ...layer, problems: [...layer.problems, ...passedOver] };
};

const readUser = async (env: InheritedEnvironment | undefined): Promise<Layer | undefined> => {
  const home = env?.['HOME'];
  if (home === undefined || !isAbsolute(home)) return undefined;
  return readLayer(join(home, USER_FILE), `~/${USER_FILE}`);
};

/** Undefined where there is none. */
export const readAgentmuxConfig = async (
  project: string,
  { env, wanted }: AgentmuxOptions,
): Promise<AgentmuxConfig | undefined> => {
  const own = await readProject(project);
  if (own === undefined && !wanted) return undefined;
  const layers = [await readUser(env), own].filter((layer) => layer !== undefined);
  if (layers.length === 0) return undefined;
  const { value, problems } = mapAgentmuxConfig(layers.flatMap(({ document }) => document ?? []));
  const all = [...layers.flatMap((layer) => layer.problems), ...problems];
  return {
    value: all.some(isError) ? undefined : value,
    problems: all,
    files: layers.map(({ file }) => file),
  };
};
