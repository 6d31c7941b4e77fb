// The commands and settings that the hook goes by: those of the base, whatever became of baton.yaml since.
import { posix } from 'node:path';
import { COMMAND_NAMES, type Config, configSchema, SCRIPT_TEST_LINE, toConfig } from '../../model/config.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError } from '../../model/problem.ts';
import { problemsText } from '../../model/problem-text.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Place } from '../../runners/commands/place.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { LINK_MODE, listTree, readBlob } from '../../runners/trees/tree-files.ts';
import { clip } from '../../std/terminal-text.ts';
import { parseYamlWith } from '../../text/yaml.ts';
import { CONFIG_FILE, loadConfig, requireConfig } from '../project/load-config.ts';
import { scriptsOfText } from '../setup/read-package.ts';
import type { FoundBase } from './session-base.ts';

export interface BaseRules {
  readonly config: Config;
  /** Commands that the checkout names otherwise. */
  readonly changed: readonly string[];
  /** The text of baton.yaml that they come from; null where the base has none. */
  readonly text: string | null;
  /** Said to the person where the checkout says something else. */
  readonly notes: readonly string[];
}

const PROBLEM_CHARS_MAX = 300;
const RELEASE = 'A person takes over the new ones with `baton release --base --why "…"`.';

const readerOf = async (
  repository: Repository,
  tree: Digest,
): Promise<(name: string) => Promise<string | undefined>> => {
  const files = await listTree(repository, tree);
  return async (name) => {
    const file = files.get(posix.join(repository.prefix, name));
    return file === undefined || file.mode === LINK_MODE
      ? undefined
      : readBlob(repository, file.oid, YAML_BYTES_MAX);
  };
};

const fileOf = (text: string) => {
  const { value, problems } = parseYamlWith(configSchema, Buffer.from(text), CONFIG_FILE);
  return problems.some(isError) ? undefined : value;
};

const differing = (one: Config, two: Config): string[] =>
  COMMAND_NAMES.filter((name) => JSON.stringify(one.commands[name]) !== JSON.stringify(two.commands[name]));

/** What is to be said about the baton.yaml that lies in the checkout now. */
const compared = async (
  place: Place,
  base: Config,
  text: string | null,
): Promise<Pick<BaseRules, 'changed' | 'notes'>> => {
  const { value, problems, files } = await loadConfig(place.project);
  if (value === undefined) {
    const why = clip(problemsText(problems.filter(isError)), PROBLEM_CHARS_MAX);
    return { changed: [], notes: [`${CONFIG_FILE} cannot be used, so that of the base was: ${why}`] };
  }
  const changed = differing(base, value);
  if (text !== null && !files.includes(CONFIG_FILE))
    return { changed, notes: [`${CONFIG_FILE} was removed, so that of the base was used. ${RELEASE}`] };
  if (changed.length === 0) return { changed, notes: [] };
  const names = changed.join(', ');
  return {
    changed,
    notes: [`${CONFIG_FILE} names other commands now (${names}); those of the base were run. ${RELEASE}`],
  };
};

export const rulesOfBase = async (
  place: Place,
  repository: Repository,
  base: FoundBase,
): Promise<BaseRules> => {
  const read = await readerOf(repository, base.rules);
  const text = base.config === undefined ? ((await read(CONFIG_FILE)) ?? null) : base.config;
  const file = text === null ? {} : fileOf(text);
  const sealed = base.config !== undefined || text !== null;
  // Nothing was sealed, or what was sealed cannot be read: then there is only what lies in the checkout.
  if (file === undefined || !sealed)
    return { config: await requireConfig(place.project), changed: [], text, notes: [] };
  const scripts = scriptsOfText((await read('package.json')) ?? '{}');
  const config = toConfig(file, scripts?.['test'] === undefined ? 'node --test' : SCRIPT_TEST_LINE);
  return { config, text, ...(await compared(place, config, text)) };
};
