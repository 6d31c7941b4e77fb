// The project that a command is about: the folder it was typed in, or the one that holds the run directory it names.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findProject } from '../project/find-project.ts';
import { placeOf, placeToRead } from '../project/state-directory.ts';

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const projectOf = (cwd: string, run: string | undefined): string => {
  const path = run?.includes('/') ? resolve(cwd, run) : undefined;
  return findProject(path !== undefined && isDirectory(path) ? path : cwd);
};

/** `run` is what the user wrote for RUN; a run directory may be that of another project. */
export const placeOfRun = (cwd: string, run: string | undefined, env: InheritedEnvironment): Place =>
  placeOf(projectOf(cwd, run), env);

export const placeOfRunToRead = (cwd: string, run: string | undefined, env: InheritedEnvironment): Place =>
  placeToRead(projectOf(cwd, run), env);
