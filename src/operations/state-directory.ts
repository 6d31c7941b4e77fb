// Where Baton keeps its own files for a project: outside of it, and readable by its user only.
import { chmodSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { BatonError, causeText, errnoOf } from '../errors.ts';
import type { InheritedEnvironment } from '../runners/environment.ts';
import type { Place } from '../runners/place.ts';
import { PRIVATE_DIRECTORY_MODE } from '../std/disk.ts';
import { sha256 } from '../std/sha256.ts';

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

/** The place of a project, with its state directory made. */
export const placeOf = (project: string, env: InheritedEnvironment): Place => {
  const root = stateRoot(env);
  try {
    const real = realpathSync(project);
    const stateDirectory = join(root, projectKey(real));
    makeFolders(stateDirectory);
    // Only where it must: what is on a disk that may not be written can still be read.
    if ((statSync(stateDirectory).mode & 0o777) !== PRIVATE_DIRECTORY_MODE)
      chmodSync(stateDirectory, PRIVATE_DIRECTORY_MODE);
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
