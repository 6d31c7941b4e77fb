// One command line in one throw-away worktree, with limits, in the sandbox that is usable here.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { EnvironmentPolicy } from '../../model/config.ts';
import {
  COMMAND_MEMORY_BYTES_MAX,
  COMMAND_MS_MAX,
  COMMAND_OUTPUT_BYTES_MAX,
  KILL_GRACE_MS,
} from '../../model/limits/limits.ts';
import { type ProcessGroupResult, runProcessGroup } from '../../std/processes/process-group.ts';
import type { Repository } from '../trees/repository.ts';
import type { Worktree } from '../trees/worktree.ts';
import { commandEnvironment, type Environment, prepareEnvironment } from './environment.ts';
import type { Place } from './place.ts';
import { type Mount, type SandboxKind, sandboxed } from './sandbox.ts';
import { toolchainFolders } from './toolchains.ts';

/** Inside the sandbox every worktree stands at the same place, so that paths in files and reports do not differ. */
const INNER_TREE = '/tmp/baton/tree';
const INNER_HOME = '/tmp/baton/home';

export interface RunOptions {
  readonly place: Place;
  readonly repository: Repository;
  readonly worktree: Worktree;
  readonly sandbox: SandboxKind;
  readonly line: string;
  /** From the root of the tree. */
  readonly directory: string;
  /** With the network and the user's registry settings: for installing dependencies. */
  readonly network: boolean;
  /** What the project's configuration says of the environment. */
  readonly policy?: EnvironmentPolicy | undefined;
  /** Added to the environment. */
  readonly env?: Environment;
  readonly mounts?: (tree: string) => readonly Mount[];
  readonly timeMsMax?: number;
  readonly memoryBytesMax?: number;
  readonly outputBytesMax?: number;
  readonly signal?: AbortSignal;
}

/** Where the command finds its folders. */
export const pathsOf = (options: Pick<RunOptions, 'sandbox' | 'worktree'>) =>
  options.sandbox === 'none'
    ? { tree: options.worktree.tree, home: options.worktree.home, tmp: options.worktree.tmp }
    : { tree: INNER_TREE, home: INNER_HOME, tmp: '/tmp' };

/** The same for every worktree when there is a sandbox, and but for the folders otherwise. */
export const environmentIn = (
  options: Pick<RunOptions, 'place' | 'sandbox' | 'worktree' | 'network' | 'policy'>,
): Environment => {
  const { home, tmp } = pathsOf(options);
  const { place, policy } = options;
  const about = { inherited: place.env, project: place.project, home, tmp, policy };
  return options.network ? prepareEnvironment(about) : commandEnvironment(about);
};

/** The private /tmp covers the real one; what is needed from there is put back. */
const fromTmp = (env: Environment, repository: Repository): Mount[] =>
  [repository.commonDirectory, ...(env['PATH'] ?? '').split(delimiter), ...toolchainFolders(env)]
    .filter((path) => path.startsWith('/tmp/') && existsSync(path))
    .map((path) => ({ kind: 'read-only', source: path, target: path }));

const mountsOf = (options: RunOptions, env: Environment): Mount[] => {
  const { worktree, network } = options;
  // What was downloaded before, and what is needed without the network later.
  const caches = network ? [env['npm_config_cache'], env['CARGO_HOME'], env['COREPACK_HOME']] : [];
  const download = caches.flatMap((cache): Mount[] =>
    cache !== undefined && existsSync(cache) ? [{ kind: 'writable', source: cache, target: cache }] : [],
  );
  return [
    { kind: 'writable', source: worktree.tmp, target: '/tmp' },
    ...fromTmp(env, options.repository),
    { kind: 'writable', source: worktree.tree, target: INNER_TREE },
    { kind: 'writable', source: worktree.home, target: INNER_HOME },
    ...download,
    ...(options.mounts?.(INNER_TREE) ?? []),
  ];
};

/** What the command printed names files as from the root of the tree. */
const withoutTreePath = (text: string, tree: string): string =>
  text.replaceAll(`file://${tree}/`, '').replaceAll(`${tree}/`, '').replaceAll(tree, '.');

export const runInWorktree = async (options: RunOptions): Promise<ProcessGroupResult> => {
  const { tree } = pathsOf(options);
  const env = { ...environmentIn(options), ...options.env };
  const directory = join(tree, options.directory);
  // One pipe for both streams keeps what a reporter prints in order.
  const shell = {
    command: 'sh',
    args: ['-c', `exec 2>&1\ncd "$1" || exit 126\n${options.line}`, 'sh', directory],
  };
  const line =
    options.sandbox === 'none'
      ? shell
      : sandboxed(shell, {
          network: options.network || options.policy?.network === true,
          hide: [options.place.stateRoot],
          mounts: mountsOf(options, env),
        });
  const result = await runProcessGroup({
    ...line,
    cwd: options.worktree.directory,
    env,
    timeMsMax: options.timeMsMax ?? COMMAND_MS_MAX,
    outputBytesMax: options.outputBytesMax ?? COMMAND_OUTPUT_BYTES_MAX,
    memoryBytesMax: options.memoryBytesMax ?? COMMAND_MEMORY_BYTES_MAX,
    graceMs: KILL_GRACE_MS,
    ...(options.signal ? { signal: options.signal } : {}),
  });
  return { ...result, output: withoutTreePath(result.output, tree) };
};
