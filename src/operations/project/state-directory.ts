// Where Baton keeps its own files for a project: outside of it, and readable by its user only.
import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { BatonError, causeText, errnoOf } from '../../errors.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import type { Place } from '../../runners/commands/place.ts';
import { PRIVATE_DIRECTORY_MODE } from '../../std/disk/disk.ts';
import { sha256 } from '../../std/sha256.ts';

const NAME_CHARS_KEPT = 40;
const HASH_CHARS = 10;

/** `BATON_STATE`, else `$XDG_STATE_HOME/baton`, else `~/.local/state/baton`. A relative XDG path counts as unset. */
export const stateRoot = (env: InheritedEnvironment): string => {
  if (env['BATON_STATE']) return resolve(env['BATON_STATE']);
  const xdg = env['XDG_STATE_HOME'];
  const base = xdg && isAbsolute(xdg) ? xdg : join(env['HOME'] || homedir(), '.local', 'state');
  return join(base, 'baton');
};

/** `<folder>-<hash of its real path>`: two projects of one name do not meet. */
export const projectKey = (project: string): string => {
  const real = realpathSync(project);
  const name =
    basename(real)
      .replaceAll(/[^A-Za-z0-9_-]/g, '-')
      .slice(0, NAME_CHARS_KEPT) || 'root';
  return `${name}-${sha256(real).slice(7, 7 + HASH_CHARS)}`;
};

/** One by one: mkdir's own recursion never ends below /proc and other places that hold no new folders. */
const makeFolders = (path: string): void => {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: PRIVATE_DIRECTORY_MODE });
  } catch (cause) {
    if (errnoOf(cause) !== 'EEXIST') throw cause;
  }
};

/** For a command that only reads: where nothing was kept yet, nothing is made. */
export const placeToRead = (project: string, env: InheritedEnvironment): Place => {
  const root = stateRoot(env);
  const real = realpathSync(project);
  const key = projectKey(real);
  if (!existsSync(join(root, key)))
    return { project: real, stateRoot: root, stateDirectory: join(root, key), env };
  const realRoot = realpathSync(root);
  return { project: real, stateRoot: realRoot, stateDirectory: join(realRoot, key), env };
};

/** The place of a project, with its state directory made, for a command that writes there. */
export const placeOf = (project: string, env: InheritedEnvironment): Place => {
  const root = stateRoot(env);
  try {
    const real = realpathSync(project);
    const stateDirectory = join(root, projectKey(real));
    makeFolders(stateDirectory);
    if ((statSync(stateDirectory).mode & 0o777) !== PRIVATE_DIRECTORY_MODE)
      chmodSync(stateDirectory, PRIVATE_DIRECTORY_MODE);
    // Said now: git and others would say it later, in words that do not help.
    accessSync(stateDirectory, constants.W_OK);
    // The sandbox hides this path, so it must be the real one.
    const realRoot = realpathSync(root);
    return {
      project: real,
      stateRoot: realRoot,
      stateDirectory: join(realRoot, basename(stateDirectory)),
      env,
    };
  } catch (cause) {
    throw new BatonError(
      'FILE_UNWRITABLE',
      `expected a folder for ${project} below ${root}: ${causeText(cause)}`,
      {
        hint: 'Make it writable, or set BATON_STATE to a folder that is.',
        cause,
      },
    );
  }
};
