// Test programs that are no dependencies of the project, pinned, in a cache outside of the checkout.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES_MAX = 4;
const RETRY_DELAY_MS = 2_000;
const INSTALL_MS_MAX = 5 * 60_000;
const NODE_VERSION = '22.23.3';

const cacheDirectory = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'baton-test');

const npmInstall = (folder, spec) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--loglevel=error'];
  const done = spawnSync('npm', ['install', ...options, spec], {
    cwd: folder,
    encoding: 'utf8',
    timeout: INSTALL_MS_MAX,
  });
  return done.status === 0
    ? undefined
    : `npm ended with ${done.status ?? done.signal}: ${done.stderr?.trim()}`;
};

/** The file of the package, installed if it is not there yet. Throws with words when it cannot be had. */
export const installed = async (name, version, file) => {
  const folder = join(cacheDirectory(), `${name.replace(/^@/, '').replace('/', '-')}-${version}`);
  const path = join(folder, 'node_modules', name, file);
  if (existsSync(path)) return path;
  // Another process may be installing the same: each has a folder of its own, and the first rename wins.
  const scratch = `${folder}.${process.pid}`;
  try {
    for (let tries = 1; ; tries += 1) {
      const cause = npmInstall(scratch, `${name}@${version}`);
      if (cause === undefined) break;
      if (tries === TRIES_MAX) throw new Error(`${name}@${version} could not be installed. ${cause}`);
      await sleep(RETRY_DELAY_MS * 2 ** tries);
    }
    if (!existsSync(path)) renameSync(scratch, folder);
  } catch (cause) {
    if (!existsSync(path)) throw cause;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return path;
};

/** The suite and the inspector need Node 22, which this process may not be. */
export const newerNode = async () =>
  Number(process.versions.node.split('.')[0]) >= 22
    ? process.execPath
    : installed(`node-${process.platform}-${process.arch}`, NODE_VERSION, 'bin/node');
