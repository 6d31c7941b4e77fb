// Where a hook works: the project that it was set up for, also when somebody removed its baton.yaml since.
import { constants, existsSync, realpathSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { BatonError, causeText, errnoOf } from '../../errors.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findRepository, type Repository } from '../../runners/trees/repository.ts';
import { nodeDisk } from '../../std/disk/node-disk.ts';
import { fileStores } from '../../stores/file/file-stores.ts';
import { findProject } from '../project/find-project.ts';
import { placeOf } from '../project/state-directory.ts';
import { hookProject } from './expected-hooks.ts';
import { unwritable } from './hook-files.ts';

import type { Sealing } from './session-base.ts';

export const hookPlaceOf = (folder: string, env: InheritedEnvironment): Place => {
  const found = findProject(folder);
  return placeOf(hookProject(realpathSync(folder), env) ?? found, env);
};

/** What is never part of an agent's work: the directories of Baton's own runs. */
const runPaths = async (
  place: Place,
  repository: Repository,
  runDirectories: readonly string[],
): Promise<string[]> => {
  // Of this machine: directories of runs elsewhere are not here.
  const names = await fileStores(nodeDisk, place.stateDirectory).list();
  const found = runDirectories
    .filter((directory) => !directory.startsWith('.baton/'))
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .filter((path) => existsSync(join(place.project, path)));
  return ['.baton', ...found].map((path) => `${repository.prefix}${path}`);
};

export const sealingIn = async (place: Place, runDirectories: readonly string[] = []): Promise<Sealing> => {
  // First of all, so that it is said in plain words and not by the program that happens to fail.
  await access(place.stateDirectory, constants.W_OK).catch((cause: unknown) => {
    throw unwritable(place.stateDirectory, cause);
  });
  const repository = await findRepository(place.project);
  return { place, repository, exclude: await runPaths(place, repository, runDirectories) };
};

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST', 'EISDIR']);

/** A disk that cannot be written is no fault of Baton's. */
export const hookFailure = (cause: unknown): { readonly message: string; readonly hint: string } => {
  const path = cause instanceof Error && 'path' in cause ? String(cause.path) : 'a file of Baton';
  const known = UNWRITABLE.has(errnoOf(cause) ?? '') ? unwritable(path, cause) : cause;
  if (!(known instanceof BatonError))
    return { message: `${causeText(cause)}.`, hint: 'This is a fault of Baton.' };
  const code = known.code === 'FILE_UNWRITABLE' ? `${known.code}: ` : '';
  return { message: `${code}${known.message}.`, hint: known.hint ?? '' };
};
