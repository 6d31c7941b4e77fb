// Moves a run between the files of this machine and the database that machines share: the same lines, the same chain. The old place keeps a note
// of where it went. Cut off anywhere and said again, it ends the same.
import { hostname } from 'node:os';
import { BatonError } from '../../errors.ts';
import { isError } from '../../model/problem.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { treePacks } from '../../runners/trees/tree-packs.ts';
import { createTreeSharing } from '../../runtime/share-trees.ts';
import type { Carried, Head, Hold, Stores } from '../../stores/store.ts';
import { bringTrees } from '../runs/bring-trees.ts';
import { type ReadRun, readRun, requireRun } from '../runs/runs.ts';
import type { System } from '../system.ts';

export type MoveTarget = 'files' | 'postgres';

export interface MovedRun {
  readonly run: string;
  readonly to: MoveTarget;
  readonly entries: number;
  readonly chain: string;
}

const noStore = (): BatonError =>
  new BatonError(
    'CONFIG_INVALID',
    'expected the address of a database to move the run to or from, got none',
    {
      hint: 'Write `store: postgres://db.example/baton` into baton.yaml, or set BATON_STORE for this command.',
    },
  );

/** Only what is whole is carried anywhere. */
const requireWhole = async (stores: Stores, run: string, expected?: Head): Promise<Head> => {
  const { entries, chain, problems } = await stores.verify(run);
  const wrong = problems.find(isError);
  if (wrong !== undefined) throw new BatonError(wrong.code, wrong.message, { hint: 'Nothing was moved.' });
  if (expected !== undefined && (expected.seq !== entries || expected.chain !== chain))
    throw new BatonError(
      'RUN_INCONSISTENT',
      `run ${run} arrived with ${entries} entries, expected ${expected.seq}`,
      {
        hint: 'Nothing was removed where it came from.',
      },
    );
  return { seq: entries, chain };
};

const requireRoom = async (target: Stores, run: string, head: Head): Promise<void> => {
  const there = await target.head(run);
  if (there === undefined || there.chain === head.chain) return;
  throw new BatonError('RUN_EXISTS', `another run ${run} is there already`, {
    hint: 'Move that one away, or remove it with `baton clean`.',
  });
};

const shareTrees = async (hold: Hold, { run, state }: ReadRun, carried: Carried): Promise<void> => {
  const { store } = await hold.open();
  const packs = treePacks(await findRepository(run.place.project), state.run.base.commit);
  const share = createTreeSharing(store, packs);
  for await (const line of carried.lines()) await share?.(JSON.parse(line.toString('utf8')));
};

export const moveRun = async (
  system: System,
  place: Place,
  asked: string | undefined,
  to: MoveTarget,
): Promise<MovedRun> => {
  if (place.store === undefined) throw noStore();
  const { store: shared, ...local } = place;
  const [here, there] = to === 'postgres' ? [local, place] : [place, local];
  const [source, target] = [system.stores(here), system.stores(there)];
  const run = await requireRun(system, here, asked);
  const from = await source.take(run, { moving: true });
  try {
    const head = await requireWhole(source, run);
    const found = await readRun(system, here, run);
    if (found === undefined) throw new BatonError('RUN_UNKNOWN', `run ${run} has no entry to be moved`);
    const onto = await target.take(run, { moving: true });
    try {
      await requireRoom(target, run, head);
      await from.moveAway(
        to === 'postgres'
          ? `PostgreSQL, project ${shared.project}`
          : `the files of ${hostname()}, below ${place.stateDirectory}`,
      );
      const carried = await source.carry(run);
      if (to === 'files') await bringTrees(system, found);
      else await shareTrees(onto, found, carried);
      await onto.adopt(carried);
      await requireWhole(target, run, head);
      await from.remove({ moved: true });
      return { run, to, entries: head.seq, chain: head.chain };
    } finally {
      await onto.release();
    }
  } finally {
    await from.release();
  }
};
