// A git directory of Baton's own: no configuration, attributes, refs, grafts or hooks but what is written here. With
// the user's objects behind it, git reads and writes what their ids say, and nothing an agent could set has a say.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitOptions } from '../../std/processes/git.ts';
import { identityIsAlive, processIdentity } from '../../std/processes/process-identity.ts';
import type { Repository } from './repository.ts';

export interface OwnGit {
  readonly objectFormat: string;
  /** Lines below `[core]`, beside those that every one of them has. */
  readonly core?: readonly string[];
  /** Attributes that stand above those of the tree. */
  readonly attributes?: string;
  /** What is ignored beside the rules of the tree. */
  readonly exclude?: string | Uint8Array;
}

const CORE = [
  ...['attributesFile = /dev/null', 'hooksPath = /dev/null', 'commitGraph = false'],
  ...['logAllRefUpdates = false', 'ignoreCase = false', 'preloadIndex = true'],
];

const configOf = ({ objectFormat, core = [] }: OwnGit): string => {
  const lines = [...CORE, ...core].map((line) => `\t${line}\n`).join('');
  const format = objectFormat === 'sha1' ? '' : `[extensions]\n\tobjectFormat = ${objectFormat}\n`;
  return `[core]\n\trepositoryFormatVersion = ${format === '' ? 0 : 1}\n${lines}${format}`;
};

/** Makes the git directory at a path where nothing is yet. */
export const makeOwnGit = (directory: string, own: OwnGit): void => {
  for (const folder of ['refs', 'info', join('objects', 'info')])
    mkdirSync(join(directory, folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(directory, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(directory, 'config'), configOf(own));
  if (own.attributes !== undefined) writeFileSync(join(directory, 'info', 'attributes'), own.attributes);
  if (own.exclude !== undefined) writeFileSync(join(directory, 'info', 'exclude'), own.exclude);
};

/** Git in such a directory, on the objects of the user's repository. */
export const ownGitEnvironment = (repository: Repository, directory: string): Record<string, string> => ({
  GIT_DIR: directory,
  GIT_OBJECT_DIRECTORY: join(repository.commonDirectory, 'objects'),
  GIT_CONFIG_GLOBAL: '/dev/null',
});

const passing = new Set<string>();
let isWatched = false;

/** A process that is told to end leaves nothing behind, wherever it is. Gives back what says that the folder is gone. */
export const removedAtExit = (directory: string): (() => void) => {
  passing.add(directory);
  if (!isWatched)
    process.once('exit', () => {
      for (const one of passing) rmSync(one, { recursive: true, force: true });
    });
  isWatched = true;
  return () => void passing.delete(directory);
};

const NAME = /^baton-objects-(\d+-\d+)-[0-9a-f]+$/;
const made = new Map<string, string>();

/** Removes folders of processes that were killed; the first group of the name says whose one is. */
export const sweepOwned = (folder: string, names: RegExp): void => {
  for (const name of readdirSync(folder)) {
    const owner = names.exec(name)?.[1];
    if (owner !== undefined && !identityIsAlive(owner))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
};

/** A holder that was killed may have left one, and the next one may need none. */
export const sweepSharedGit = (): void => sweepOwned(tmpdir(), NAME);

/** For all reading and writing of objects by this process; gone when it ends. */
export const sharedGitDirectory = (objectFormat: string): string => {
  const known = made.get(objectFormat);
  // Folders for temporary files are tidied by others, too.
  if (known !== undefined && existsSync(join(known, 'config'))) return known;
  const folder = tmpdir();
  sweepOwned(folder, NAME);
  const name = `baton-objects-${processIdentity()}-${randomBytes(8).toString('hex')}`;
  const directory = join(folder, name);
  makeOwnGit(directory, { objectFormat, core: ['bare = true'] });
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  made.set(objectFormat, directory);
  return directory;
};

/** The object store alone: nothing of the user's checkout, configuration or refs has a say. */
export const objectStore = (repository: Repository): GitOptions => {
  const directory = sharedGitDirectory(repository.objectFormat);
  return {
    cwd: directory,
    env: {
      ...ownGitEnvironment(repository, directory),
      GIT_INDEX_FILE: join(directory, 'baton-has-no-index'),
    },
  };
};
