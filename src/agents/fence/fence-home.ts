// A home of its own for an agent behind the fence, with copies of the files that its program needs and of no others.
import { copyFile, lstat, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FENCE_HOME_FILE_BYTES_MAX } from '../../model/limits/fence.ts';
import { pathTextProblem } from '../../std/disk/contained-path.ts';

/** All that is made for the agents of one run; a name here is that of an assignment. */
export const fencesDirectory = (stateDirectory: string, run: string): string =>
  join(stateDirectory, '.fences', run);

export const removeFences = (stateDirectory: string, run: string): Promise<void> =>
  rm(fencesDirectory(stateDirectory, run), { recursive: true, force: true });

/** Assignment ids are names and dots. */
export const fenceOf = (directory: string, assignment: string): string =>
  join(directory, assignment.replaceAll(/[^A-Za-z0-9._-]/g, '_'));

/** A path with a slash at its end is an empty folder. Once for an assignment: what the program keeps there is there for its next attempt, too. Tells whether it was made. */
export const makeHome = async (
  target: string,
  source: string | undefined,
  files: readonly string[],
): Promise<boolean> => {
  const made = await mkdir(target, { recursive: true, mode: 0o700 });
  if (made === undefined) return false;
  if (source === undefined) return true;
  for (const path of files) {
    if (path.endsWith('/') && pathTextProblem(path.slice(0, -1)) === undefined)
      await mkdir(join(target, path), { recursive: true, mode: 0o700 });
    const from = join(source, path);
    const found = await lstat(from).catch(() => undefined);
    if (pathTextProblem(path) !== undefined || !found?.isFile() || found.size > FENCE_HOME_FILE_BYTES_MAX)
      continue;
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    await copyFile(from, join(target, path));
  }
  return true;
};
