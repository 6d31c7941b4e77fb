// A project's state folder and a sealed tree, for the tests beside this file.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/fixtures/repository.ts';
import type { Place } from './place.ts';
import { findRepository } from './repository.ts';
import { sealTree } from './sealed-tree.ts';

export const placeOf = (project: string): Place => {
  const stateRoot = join(temporaryFolder(), 'state');
  mkdirSync(join(stateRoot, 'p'), { recursive: true });
  return { project, stateRoot, stateDirectory: join(stateRoot, 'p'), env: process.env };
};

export const seal = async (root: string) => {
  const repository = await findRepository(root);
  const scratch = temporaryFolder();
  const tree = await sealTree(repository, { scratchDirectory: scratch, ref: 'refs/baton/test/one' });
  return { repository, tree, scratch };
};
