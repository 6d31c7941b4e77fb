// Desks on the disk: a directory for each piece of blind work. The one that holds them can be passed through and not listed,
// so that nobody who looks around comes upon another's.
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BatonError, errnoOf } from '../errors.ts';
import { removeFolder } from '../runners/trees/worktree.ts';
import { PRIVATE_DIRECTORY_MODE } from '../std/disk/disk.ts';
import { runFilesIn } from './run-files.ts';

const UNLISTED_MODE = 0o300;
const NAME_BYTES = 16;
const NAME = /^[0-9a-z]{1,64}$/;

/** Where the desks of a run are, in Baton's own directory for the project. */
export const desksDirectory = (stateDirectory: string, run: string): string =>
  join(stateDirectory, '.desks', run);

const isDirectory = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Synchronous, so that no desk is made while the directory of them all is being removed. */
const make = (directory: string, path: string): void => {
  if (isDirectory(path)) return;
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY_MODE });
  mkdirSync(path, { mode: PRIVATE_DIRECTORY_MODE });
  chmodSync(directory, UNLISTED_MODE);
};

const namesIn = (directory: string): string[] => {
  if (!isDirectory(directory)) return [];
  chmodSync(directory, PRIVATE_DIRECTORY_MODE);
  try {
    return readdirSync(directory);
  } finally {
    chmodSync(directory, UNLISTED_MODE);
  }
};

/** With others in it, it stays. */
const removeEmpty = (directory: string): void => {
  try {
    rmdirSync(directory);
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause;
  }
};

export const desksIn = (directory: string) => {
  const pathOf = (name: string): string => {
    if (NAME.test(name)) return join(directory, name);
    throw new BatonError('NAME_INVALID', `expected the name of a desk, got ${JSON.stringify(name)}`);
  };
  return {
    newName: (): string => randomBytes(NAME_BYTES).toString('hex'),
    open: (name: string) => {
      const path = pathOf(name);
      make(directory, path);
      const { read, write, remove } = runFilesIn(path, `on your desk ${path}`);
      return { directory: path, read, write, remove };
    },
    list: async (): Promise<readonly string[]> => namesIn(directory).filter((name) => NAME.test(name)),
    remove: async (name: string): Promise<void> => {
      await removeFolder(pathOf(name));
      removeEmpty(directory);
      removeEmpty(dirname(directory));
    },
  };
};

/** All desks of a run, whatever its journal says of them. */
export const removeDesks = async (directory: string): Promise<void> => {
  await removeFolder(directory);
  removeEmpty(dirname(directory));
};
