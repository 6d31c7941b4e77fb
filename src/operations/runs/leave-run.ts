// Begins a run without holding it: its first entry says all that another process, here or elsewhere, needs to go on.
import { createLoop } from '../../runtime/loop.ts';
import { replay } from '../../runtime/replay.ts';
import { createTreeSharing } from '../../runtime/share-trees.ts';
import { redactorOf } from '../project/redactor-of.ts';
import { briefOf } from '../status/brief.ts';
import { type PlayOptions, portsFor, type RunCircumstances } from './play-run.ts';

export const leaveRun = async (circumstances: RunCircumstances, options: PlayOptions): Promise<void> => {
  const { system, place } = circumstances;
  const { workflow, run, start } = options;
  const ports = await portsFor(circumstances, options);
  const hold = await system.stores(place).take(run.name);
  try {
    const { store } = await hold.open();
    try {
      const loop = createLoop({
        ...{ workflow, store, clock: system.clock, state: await replay(store) },
        beforeAppend: createTreeSharing(store, ports.packs),
        redact: redactorOf(circumstances),
        brief: briefOf(workflow),
      });
      if (start !== undefined) await loop.give(start, { engine: true });
    } finally {
      await store.close();
    }
  } finally {
    await hold.release();
  }
};
