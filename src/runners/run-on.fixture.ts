// A project in a folder of its own, and one command on it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryWith, temporaryFolder } from '../../test/fixtures/repository.ts';
import type { CommandEvidence } from '../model/evidence.ts';
import { type Place, scratchDirectory } from './place.ts';
import { type ReexecuteOptions, reexecute } from './reexecute.ts';
import { findRepository } from './repository.ts';
import { sealTree } from './sealed-tree.ts';

/** Folders with installations of runners that this project does not depend on. */
export const TOOLS = (process.env['BATON_TEST_TOOLS'] ?? '')
  .split(':')
  .filter((folder) => existsSync(folder));

export const has = (line: string): boolean => {
  try {
    execFileSync('sh', ['-c', line], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const placeWith = (files: Record<string, string>): Place => {
  const stateRoot = join(temporaryFolder(), 'state');
  const stateDirectory = join(stateRoot, 'p');
  mkdirSync(stateDirectory, { recursive: true });
  return { project: repositoryWith(files), stateRoot, stateDirectory, env: process.env };
};

export const runIn = async (
  place: Place,
  line: string,
  more: Partial<ReexecuteOptions> = {},
): Promise<CommandEvidence> => {
  const repository = await findRepository(place.project);
  const tree = await sealTree(repository, {
    scratchDirectory: scratchDirectory(place),
    ref: 'refs/baton/test/one',
  });
  const evidence = await reexecute({ place, tree, line, sandbox: 'none', ...more });
  if (evidence.kind !== 'command') throw new Error(evidence.cause);
  return evidence;
};

export const runOn = (files: Record<string, string>, line: string, more: Partial<ReexecuteOptions> = {}) =>
  runIn(placeWith(files), line, more);

export const short = ({ tests }: CommandEvidence) =>
  tests?.cases?.map(({ name, file, status }) => `${file ?? '?'}: ${name} ${status}`).sort();
export const unloaded = ({ tests }: CommandEvidence) => tests?.unloaded?.map(({ file }) => file).sort();
