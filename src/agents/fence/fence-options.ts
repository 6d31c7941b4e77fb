// What the fence of a run's agents lets through, from what the project says and from the machine that it stands on.
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Isolation } from '../../model/isolation.ts';
import type { Environment } from '../passed-environment.ts';
import { requireUserId } from './agent-user.ts';
import type { FenceOptions } from './fence.ts';
import { fencesDirectory } from './fence-home.ts';
import { hostRule } from './hosts.ts';

export interface FenceSource {
  readonly isolation: Isolation;
  readonly packageRoot: string;
  readonly stateDirectory: string;
  readonly stateRoot: string;
  readonly run: string;
  readonly env: Environment;
}

/** Only a proxy over plain HTTP is spoken to; hosts are then found by it. */
const upstreamOf = (env: Environment): URL | undefined => {
  const text = env['HTTPS_PROXY'] || env['https_proxy'] || env['HTTP_PROXY'] || env['http_proxy'];
  try {
    const url = new URL(text ?? '');
    return url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
};

export const fenceOptions = ({ isolation, env, ...source }: FenceSource): FenceOptions => {
  const home = env['HOME'] || homedir();
  return {
    directory: fencesDirectory(source.stateDirectory, source.run),
    stateRoot: source.stateRoot,
    packageRoot: source.packageRoot,
    node: process.execPath,
    hosts: isolation.hosts.flatMap((host) => hostRule(host) ?? []),
    read: isolation.read.map((path) => (path.startsWith('~/') ? join(home, path.slice(2)) : path)),
    upstream: upstreamOf(env),
    ...(isolation.level === 'user' ? { userId: requireUserId() } : {}),
  };
};
