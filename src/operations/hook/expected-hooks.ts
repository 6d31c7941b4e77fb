// A hook that was taken out of the settings says nothing, which reads as a pass. So it is remembered that it was there,
// and every later command of Baton says that it is gone.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import type { Place } from '../../runners/commands/place.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { isRepository } from '../project/is-repository.ts';
import { CONFIG_FILE } from '../project/load-config.ts';
import { projectKey, stateRoot } from '../project/state-directory.ts';
import {
  COLLECTIVE_HOOKS,
  HOOK_EVENTS,
  HOOK_NAMES,
  type HookName,
  hooksIn,
} from '../setup/claude-settings.ts';
import { hookFile, readHookFile, writeHookFile } from './hook-files.ts';

const FILE = '.hook-expected.json';
const expectedSchema = z.strictObject({
  v: z.literal(1),
  /** When they were last seen to be there. */
  seen: z.string(),
  hooks: z.array(z.enum(HOOK_NAMES)),
  config: z.boolean(),
});

/** Later ones add to earlier ones; one that switches hooks off does so for all. */
const settingsFiles = (project: string, env: InheritedEnvironment): string[] => [
  join(project, '.claude', 'settings.json'),
  join(project, '.claude', 'settings.local.json'),
  join(env['HOME'] || homedir(), '.claude', 'settings.json'),
];

/** Which of Baton's hooks Claude Code calls in this project. */
export const presentHooks = async (
  project: string,
  env: InheritedEnvironment,
): Promise<readonly HookName[]> => {
  const found: HookName[] = [];
  for (const path of settingsFiles(project, env)) {
    const bytes = await readBoundedIfThere(path, YAML_BYTES_MAX).catch(() => undefined);
    const hooks = bytes === undefined ? [] : hooksIn(bytes.toString('utf8'));
    if (hooks === 'disabled') return [];
    found.push(...hooks);
  }
  return [...new Set(found)];
};

/** From here on their absence is told. What is gone already stays expected. */
export const expectHooks = async (place: Place, now: number): Promise<void> => {
  const path = hookFile(place, FILE);
  const before = await readHookFile(path, expectedSchema);
  const present = await presentHooks(place.project, place.env);
  const config = existsSync(join(place.project, CONFIG_FILE));
  const isLess =
    before?.hooks.some((name) => !present.includes(name)) || (before?.config === true && !config);
  if (present.length === 0 || isLess) return;
  const hooks = HOOK_NAMES.filter((name) => present.includes(name));
  await writeHookFile(path, { v: 1, seen: new Date(now).toISOString(), hooks, config });
};

/** Once, so that a hook that Baton was called by is known without `baton init`. */
export const expectHooksOnce = async (place: Place, now: number): Promise<void> => {
  if (!existsSync(hookFile(place, FILE))) await expectHooks(place, now);
};

/** A person took them out for good. */
export const forgetHooks = (place: Place): Promise<void> => rm(hookFile(place, FILE), { force: true });

const adviceFor = (gone: readonly HookName[]): string =>
  `run \`baton init ${gone.some((name) => isOfCollective(name)) ? '--collective' : '--agent claude'}\`, or \`baton release --hook --why "…"\` if you removed it on purpose`;
const isOfCollective = (name: HookName): boolean => COLLECTIVE_HOOKS.some((one) => one === name);

/** One line where something that was expected is gone. */
export const removedHooks = async (
  place: Pick<Place, 'project' | 'stateDirectory' | 'env'>,
): Promise<string | undefined> => {
  const expected = await readHookFile(hookFile(place, FILE), expectedSchema);
  if (expected === undefined) return undefined;
  const present = await presentHooks(place.project, place.env);
  const gone = expected.hooks.filter((name) => !present.includes(name));
  const words = gone.map((name) => HOOK_EVENTS[name]).join(' and ');
  const advice = adviceFor(gone);
  const since = `since ${expected.seen}`;
  if (gone.length > 0)
    return `the ${words} hook of this project was removed from .claude/settings.json, or switched off, ${since}; ${advice}`;
  if (expected.config && !existsSync(join(place.project, CONFIG_FILE)))
    return `${CONFIG_FILE} of this project was removed ${since}; restore it, or ${advice}`;
  return undefined;
};

/** The nearest folder upwards that hooks are expected in; its baton.yaml may be gone. */
export const hookProject = (folder: string, env: InheritedEnvironment): string | undefined => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(stateRoot(env), projectKey(at), FILE))) return at;
    if (existsSync(join(at, CONFIG_FILE)) || isRepository(at) || dirname(at) === at) return undefined;
  }
};
