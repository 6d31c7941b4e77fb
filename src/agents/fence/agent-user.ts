// Isolation `user`: behind the fence an agent's program is also another user, who owns its tree and nothing else on this machine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { BatonError } from '../../errors.ts';
import { AGENT_USER_ID_MAX, AGENT_USER_ID_MIN } from '../../model/limits/fence.ts';
import { isInside } from '../../std/disk/contained-path.ts';
import { giveFiles, giveFolder, type Owner } from '../../std/disk/give-folder.ts';
import type { Task } from '../agent.ts';
import type { Mount } from './mounts.ts';

/** Names in it are looked up by many programs; this one is on no machine. */
const NAME = 'baton-agent';

const PASSWD = '/etc/passwd';
const GROUP = '/etc/group';

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const idsIn = (text: string): Set<string> =>
  new Set(text.split('\n').flatMap((line) => line.split(':').slice(2, 4)));

/** The first number that belongs to nobody here. */
export const freeUserId = (passwd: string, group: string): number | undefined => {
  const taken = [idsIn(passwd), idsIn(group)];
  for (let id = AGENT_USER_ID_MIN; id <= AGENT_USER_ID_MAX; id += 1)
    if (!taken.some((ids) => ids.has(String(id)))) return id;
  return undefined;
};

export const findUserId = (): number | undefined => freeUserId(textOf(PASSWD), textOf(GROUP));

export const NO_USER = `all numbers from ${AGENT_USER_ID_MIN} to ${AGENT_USER_ID_MAX} have a user`;

/** Never nobody in particular: a program that is to be another user does not start as Baton's own. */
export const requireUserId = (): number => {
  const id = findUserId();
  if (id !== undefined) return id;
  throw new BatonError('ISOLATION_UNAVAILABLE', `isolation user cannot be had here: ${NO_USER}`, {
    hint: 'Use --isolation fenced.',
  });
};

/** It starts as root with nothing but the right to become somebody else, and gives that up, too. */
export const becoming = (id: number): readonly string[] => [
  'setpriv',
  ...['--reuid', String(id), '--regid', String(id), '--clear-groups', '--inh-caps=-all'],
  '--',
];

/** Many programs do not start where their user has no name. */
export const namedMounts = (folder: string, id: number, home: string): Mount[] => {
  mkdirSync(folder, { recursive: true });
  const lines = [
    [PASSWD, `${NAME}:x:${id}:${id}::${/[:\n]/.test(home) ? '/' : home}:/bin/sh\n`],
    [GROUP, `${NAME}:x:${id}:\n`],
  ] as const;
  return lines.map(([path, line]): Mount => {
    const own = join(folder, basename(path));
    const known = textOf(path);
    writeFileSync(own, `${known}${known === '' || known.endsWith('\n') ? '' : '\n'}${line}`);
    return ['--ro-bind', own, path];
  });
};

export const asNamed = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  ...env,
  USER: NAME,
  LOGNAME: NAME,
});

const targetOf = ([, ...rest]: Mount): string => rest.at(-1) ?? '/';

const waysTo = (path: string): readonly string[] => {
  const above = dirname(path);
  return above === path ? [] : [...waysTo(above), above];
};

/** The folders on the way to a mount: those that bubblewrap makes by itself are closed to other users. */
export const withWays = (mounts: readonly Mount[]): Mount[] =>
  mounts.flatMap((mount) => [...waysTo(targetOf(mount)).map((path): Mount => ['--dir', path]), mount]);

/** In its home those folders are the agent's, who must be able to write there. */
export const makeWays = (mounts: readonly Mount[], home: { source: string; target: string }): void => {
  for (const target of mounts.map(targetOf)) {
    if (target === home.target || !isInside(home.target, target)) continue;
    mkdirSync(join(home.source, relative(home.target, dirname(target))), { recursive: true, mode: 0o700 });
  }
};

interface Given {
  /** With all that is in them. */
  readonly folders: readonly string[];
  readonly task: Task;
}

/** What it may write is its own. A file that it hands in may be there from an earlier attempt. */
export const handOver = async ({ folders, task }: Given, id: number): Promise<void> => {
  const owner: Owner = { uid: id, gid: id };
  for (const folder of folders) await giveFolder(folder, owner);
  if (task.desk !== undefined) return;
  const outputs = new Map<string, string[]>();
  for (const path of task.outputs ?? []) {
    const folder = dirname(join(task.runDirectory, path));
    outputs.set(folder, [...(outputs.get(folder) ?? []), basename(path)]);
  }
  for (const [folder, names] of outputs) await giveFiles(task.runDirectory, folder, names, owner);
};
