// A repository of Baton's own with the user's objects behind it. Trees and refs that a calibration makes are written here,
// so the user's repository is only read.
import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from '../../runners/commands/place.ts';
import { lfsStore } from '../../runners/trees/lfs.ts';
import { makeOwnGit, removedAtExit, sweepOwned } from '../../runners/trees/own-git.ts';
import { findRepository, type Repository } from '../../runners/trees/repository.ts';
import { processIdentity } from '../../std/processes/process-identity.ts';

export interface Scratch {
  /** The place of the user's project, with the scratch repository in the place of theirs. */
  readonly place: Place;
  readonly repository: Repository;
  close(): void;
}

const NAME = /^baton-calibrate-(\d+-\d+)-[0-9a-f]+$/;

const quoted = (path: string): string => (/^["#]|\n/.test(path) ? JSON.stringify(path) : path);

export const openScratch = async (place: Place, user: Repository): Promise<Scratch> => {
  const temporary = realpathSync(tmpdir());
  // One that was killed leaves a folder.
  sweepOwned(temporary, NAME);
  const folder = join(temporary, `baton-calibrate-${processIdentity()}-${randomBytes(6).toString('hex')}`);
  const project = join(folder, 'tree', user.prefix);
  const forget = removedAtExit(folder);
  mkdirSync(project, { recursive: true, mode: 0o700 });
  const own = join(folder, 'tree', '.git');
  const store = await lfsStore(user);
  makeOwnGit(own, {
    objectFormat: user.objectFormat,
    core: [
      'bare = false',
      ...(store.includes('\n') ? [] : [`\n[lfs]\n\tstorage = ${JSON.stringify(store)}`]),
    ],
  });
  writeFileSync(
    join(own, 'objects', 'info', 'alternates'),
    `${quoted(join(user.commonDirectory, 'objects'))}\n`,
  );
  return {
    place: { ...place, project },
    repository: await findRepository(project),
    close: () => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      forget();
    },
  };
};
