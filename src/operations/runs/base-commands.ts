// Commands are run as they stand in the commit that a run began from: nothing that is written into the checkout while it
// goes on, by an agent or by anybody, changes what counts as a proof.
import { posix } from 'node:path';
import { COMMAND_NAMES, type Config, configSchema, SCRIPT_TEST_LINE, toConfig } from '../../model/config.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { LINK_MODE, listTree, readBlob } from '../../runners/trees/tree-files.ts';
import { parseYamlWith } from '../../text/yaml.ts';
import { CONFIG_FILE } from '../project/load-config.ts';
import { scriptsOfText } from '../setup/read-package.ts';

export interface PinnedConfig {
  readonly config: Config;
  /** Commands that the checkout names otherwise, or does not name. */
  readonly changed: readonly string[];
}

const sameCommand = (one: Config, two: Config, name: (typeof COMMAND_NAMES)[number]): boolean =>
  JSON.stringify(one.commands[name]) === JSON.stringify(two.commands[name]);

/** The configuration with the commands of the base; as it is where the base has no baton.yaml that can be read. */
export const withBaseCommands = async (
  config: Config,
  repository: Repository,
  base: Digest,
): Promise<PinnedConfig> => {
  const files = await listTree(repository, base);
  const read = async (name: string): Promise<string | undefined> => {
    const file = files.get(posix.join(repository.prefix, name));
    return file === undefined || file.mode === LINK_MODE
      ? undefined
      : readBlob(repository, file.oid, YAML_BYTES_MAX);
  };
  const text = await read(CONFIG_FILE);
  const parsed = text === undefined ? undefined : parseYamlWith(configSchema, Buffer.from(text), CONFIG_FILE);
  if (parsed?.value === undefined || parsed.problems.some(isError)) return { config, changed: [] };
  const scripts = scriptsOfText((await read('package.json')) ?? '{}');
  const testLine = scripts?.['test'] === undefined ? 'node --test' : SCRIPT_TEST_LINE;
  const { commands, namedCommands, waived } = toConfig(parsed.value, testLine);
  const pinned = { ...config, commands, namedCommands, waived };
  return { config: pinned, changed: COMMAND_NAMES.filter((name) => !sameCommand(pinned, config, name)) };
};
