// Trees of a run that another machine has sealed: fetched from the store before anything here needs them.
import { BatonError } from '../../errors.ts';
import { treeOid } from '../../model/run/sealed.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { fetchCommit, keepBase, missingFrom, unpackTree } from '../../runners/trees/tree-packs.ts';
import type { System } from '../system.ts';
import type { ReadRun } from './runs.ts';

/** Does nothing where the runs of a project are kept on this machine alone. */
export const bringTrees = async (system: System, { run, state }: ReadRun): Promise<void> => {
  if (run.place.store === undefined) return;
  const { store } = await system.stores(run.place).reader(run.name);
  try {
    const repository = await findRepository(run.place.project);
    const refs = `refs/baton/${run.name}`;
    const { commit, tree } = state.run.base;
    if (commit !== null) await fetchCommit(repository, commit);
    const missing = new Set(await missingFrom(repository, (await store.trees?.()) ?? []));
    if (missing.size > 0)
      for await (const shared of store.readTrees?.() ?? [])
        if (missing.has(shared.oid)) await unpackTree(repository, refs, shared);
    await keepBase(repository, refs, commit ?? treeOid(tree));
  } catch (cause) {
    if (!(cause instanceof BatonError) || cause.code !== 'GIT_FAILED') throw cause;
    throw new BatonError(
      'OBJECT_MISSING',
      `the trees of run ${run.name} could not be fetched: ${cause.message}`,
      {
        hint: 'Fetch the commit that the run began from (`git fetch origin`), then say it again.',
      },
    );
  } finally {
    await store.close();
  }
};
