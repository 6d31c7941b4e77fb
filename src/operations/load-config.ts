// Reads the project's configuration from the user's checkout, and fills in what it does not say.
import { join } from 'node:path';
import { BatonError } from '../errors.ts';
import { type Config, configSchema, toConfig } from '../model/config.ts';
import { YAML_BYTES_MAX } from '../model/limits.ts';
import { type Parsed, type Problem, problem } from '../model/problem.ts';
import { problemsText } from '../model/problem-text.ts';
import { parseYamlWith } from '../model/yaml.ts';
import { readBoundedIfThere } from '../std/read-bounded.ts';
import { readPackage } from './read-package.ts';

export const CONFIG_FILE = 'baton.yaml';

const asProblem = (cause: unknown, file: string): Problem => {
  if (cause instanceof BatonError) return problem(cause.code, cause.message, { file });
  throw cause;
};

/** The script of package.json where there is one; a broken package.json is for npm to complain about. */
export const defaultTestLine = async (project: string): Promise<string> => {
  const found = await readPackage(project);
  if (found.kind === 'broken') return 'npm test';
  return found.kind === 'read' && found.scripts['test'] !== undefined ? 'npm test' : 'node --test';
};

/** Never throws for what is in the file; every problem is listed. Without a file all is default. */
export const loadConfig = async (project: string): Promise<Parsed<Config>> => {
  const testLine = await defaultTestLine(project);
  let bytes: Buffer | undefined;
  try {
    bytes = await readBoundedIfThere(join(project, CONFIG_FILE), YAML_BYTES_MAX);
  } catch (cause) {
    return { value: undefined, problems: [asProblem(cause, CONFIG_FILE)] };
  }
  if (bytes === undefined) return { value: toConfig({}, testLine), problems: [] };
  const { value, problems } = parseYamlWith(configSchema, bytes, CONFIG_FILE);
  return { value: value === undefined ? undefined : toConfig(value, testLine), problems };
};

/** For operations that cannot go on without: CONFIG_INVALID with all problems as data. */
export const requireConfig = async (project: string): Promise<Config> => {
  const { value, problems } = await loadConfig(project);
  if (value !== undefined) return value;
  throw new BatonError('CONFIG_INVALID', `${CONFIG_FILE} cannot be used:\n${problemsText(problems)}`, {
    hint: 'Mend the file; `baton doctor` checks it.',
    data: { problems },
  });
};
