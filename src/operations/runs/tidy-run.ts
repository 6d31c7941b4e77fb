// A holder may have died before it had tidied up after itself: then that is done for it, when its run is next touched.
import { rm, stat } from 'node:fs/promises';
import { BatonError } from '../../errors.ts';
import { toConfig } from '../../model/config.ts';
import type { Place } from '../../runners/commands/place.ts';
import { sweepSharedGit } from '../../runners/trees/own-git.ts';
import { contentsOf } from '../../runtime/files/contents.ts';
import { tidyDesks, wantedDesks } from '../../runtime/files/desks.ts';
import { projectionsOf, writeArchived } from '../../runtime/files/projector.ts';
import type { RunFiles } from '../../runtime/ports.ts';
import { holderFile } from '../people/person.ts';
import type { System } from '../system.ts';
import { exportRun } from './hold-run.ts';
import { findRun, type ReadRun } from './runs.ts';

const writeProjections = async (
  system: System,
  { run, workflow, state }: ReadRun,
  files: RunFiles,
): Promise<void> => {
  const { store } = await system.stores(run.place).reader(run.name);
  try {
    await files.write(projectionsOf(workflow, state, await contentsOf(store, workflow, state)));
    await writeArchived({ workflow, store, files }, state);
  } finally {
    await store.close();
  }
};

const tidy = async (system: System, place: Place, found: ReadRun): Promise<void> => {
  const { run, workflow, state } = found;
  const ports = await system.ports({
    place,
    run,
    workflow,
    config: toConfig({}, ''),
    baseCommit: state.run.base.commit,
    agentFor: (role) => {
      throw new BatonError('INTERNAL', `nobody is to play ${role}: run ${run.name} is only tidied up`);
    },
  });
  await ports.endOrphans();
  await ports.workspaces.sweep([]);
  await tidyDesks(ports.desks, () => wantedDesks(state));
  await writeProjections(system, found, ports.files);
  if (state.status !== 'running') await exportRun(system, run, state);
  await rm(holderFile(run), { force: true });
};

/** Does nothing where the last holder came to its end, or where one is at work. */
export const tidyRun = async (system: System, place: Place, name: string): Promise<void> => {
  sweepSharedGit();
  const found = await findRun(system, place, name);
  const announced = await stat(holderFile(found.run)).catch(() => undefined);
  if (announced === undefined) return;
  try {
    const hold = await system.stores(place).take(name);
    try {
      await tidy(system, place, found);
    } finally {
      await hold.release();
    }
  } catch (cause) {
    if (!(cause instanceof BatonError) || cause.code !== 'RUN_HELD') throw cause;
  }
};
