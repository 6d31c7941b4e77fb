// Where a project keeps its runs when several machines share them: one line in baton.yaml, or BATON_STORE.
import { join } from 'node:path';
import { BatonError } from '../../errors.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import type { Place } from '../../runners/commands/place.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { gitResult } from '../../std/processes/git.ts';
import { CONFIG_FILE, requireConfig } from './load-config.ts';

/** A project that shares nothing pays nothing: its file is not even parsed. */
const MENTIONS_STORE = /^\s*["']?store["']?\s*:/m;

interface Shared {
  readonly address: string;
  readonly project: string | undefined;
}

const sharedBy = async (project: string, env: InheritedEnvironment): Promise<Shared | undefined> => {
  const given = env['BATON_STORE'] || undefined;
  const bytes = await readBoundedIfThere(join(project, CONFIG_FILE), YAML_BYTES_MAX).catch(() => undefined);
  const written = MENTIONS_STORE.test(bytes?.toString('utf8') ?? '');
  if (given === undefined && !written) return undefined;
  const config = bytes === undefined ? undefined : await requireConfig(project, env);
  const address = given ?? config?.store;
  if (address === undefined) return undefined;
  return {
    address,
    project: env['BATON_PROJECT'] || config?.project,
  };
};

/** `git@host:team/app.git` and `https://user@host/team/app` are one project, and nobody's login is part of its name. */
export const nameOfRemote = (url: string): string | undefined => {
  const found = /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^/:]+)(?::\d+)?[:/]+(.+?)(?:\.git)?\/*$/i.exec(url.trim());
  const [, host, path] = found ?? [];
  return host === undefined || path === undefined ? undefined : `${host.toLowerCase()}/${path}`;
};

/** With the way from the root of the checkout, where the project is only a part of it. */
const nameByRemote = async (project: string): Promise<string | undefined> => {
  const [url, prefix] = await Promise.all([
    gitResult(['config', '--get', 'remote.origin.url'], { cwd: project }),
    gitResult(['rev-parse', '--show-prefix'], { cwd: project }),
  ]);
  const name = url.exit === 0 ? nameOfRemote(url.stdout) : undefined;
  const within = prefix.exit === 0 ? prefix.stdout.trim().replace(/\/$/, '') : '';
  return name === undefined || within === '' ? name : `${name}/${within}`;
};

const nameless = (project: string): BatonError =>
  new BatonError(
    'CONFIG_INVALID',
    `the runs of ${project} are to be shared, but the project has no name that other machines know it by`,
    {
      hint: 'Write `project: NAME` into baton.yaml, the same on every machine, or give the repository a remote called origin.',
    },
  );

/** For whoever looks after the database itself. */
export const addressOfStore = async (
  project: string,
  env: InheritedEnvironment,
): Promise<string | undefined> => (await sharedBy(project, env))?.address;

export const withSharedStore = async (place: Place): Promise<Place> => {
  const shared = await sharedBy(place.project, place.env);
  if (shared === undefined) return place;
  const project = shared.project ?? (await nameByRemote(place.project));
  if (project === undefined) throw nameless(place.project);
  return { ...place, store: { address: shared.address, project } };
};
