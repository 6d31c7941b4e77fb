// Refs that keep the sealed trees of a run. Projects of one repository share them, so a run of the same name in another
// project keeps them alive.
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Place } from '../../runners/commands/place.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { DURABLE, refsOf as userRefs } from '../../runners/trees/tree-files.ts';
import { replay } from '../../runtime/replay.ts';
import { git, gitResult } from '../../std/processes/git.ts';
import type { System } from '../system.ts';

/** Only names that a run gives: whatever else is below refs/baton/ is not touched. */
const OF_RUN = /^refs\/baton\/[A-Za-z0-9_-]+\/(?:base|trees\/[0-9a-f]{40,64})$/;

export const refsOfRun = async (repository: Repository, run: string): Promise<readonly string[]> => {
  const output = await git(['for-each-ref', '--format=%(refname)', `refs/baton/${run}/`], {
    cwd: repository.root,
  });
  return output.split('\n').filter((ref) => OF_RUN.test(ref));
};

/** What the run began from, or undefined where its journal cannot be read. */
const beginningOf = async (
  system: System,
  stateDirectory: string,
  run: string,
): Promise<string | undefined> => {
  try {
    const { store } = await system.stores({ stateDirectory }).reader(run);
    try {
      const base = (await replay(store))?.run.base;
      return base?.commit ?? base?.tree.split(':').at(-1);
    } finally {
      await store.close();
    }
  } catch {
    return undefined;
  }
};

/** A run of another project that may have the same refs. One that cannot be read may, too. */
export const otherRunNamed = async (
  system: System,
  place: Place,
  repository: Repository,
  run: string,
): Promise<string | undefined> => {
  const projects = await readdir(place.stateRoot).catch(() => []);
  for (const project of projects.filter((name) => name !== basename(place.stateDirectory))) {
    const stateDirectory = join(place.stateRoot, project);
    if (!(await system.stores({ stateDirectory }).has(run))) continue;
    const began = await beginningOf(system, stateDirectory, run);
    if (began === undefined) return project;
    const { exit } = await gitResult(['cat-file', '-e', began], { cwd: repository.root });
    if (exit === 0) return project;
  }
  return undefined;
};

export const deleteRefs = async (repository: Repository, refs: readonly string[]): Promise<void> => {
  if (refs.length === 0) return;
  const input = refs.map((ref) => `delete ${ref}\n`).join('');
  await git([...DURABLE, 'update-ref', '--no-deref', '--stdin'], { ...userRefs(repository), input });
};
