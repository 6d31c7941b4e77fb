import { expect, it } from 'vitest';
import { DrivenRun } from '../../../test/fixtures/driven-run.ts';
import { council } from '../../../test/fixtures/workflows/council.ts';
import { changed } from '../../../test/fixtures/workflows/seeded.ts';
import { workOf } from '../../model/run/state.ts';
import { openMemoryStore } from '../../stores/memory/memory-store.ts';
import { filesInMemory } from '../../testing/files-in-memory.ts';
import { readyFiles } from './ready-files.ts';

const ASKER = 'asking.asker.1';
const HANDOFF = 'handoff.json';

const byFile = changed(council, ['contracts', 'question', 'handedIn'], {
  file: () => HANDOFF,
  says: () => '',
  read: () => ({ call: 'hand-in', args: {}, problems: [] }),
});

const ready = async (there: Map<string, string>, more: object = {}): Promise<void> => {
  const run = new DrivenRun(byFile);
  run.begin(ASKER);
  const files = { ...filesInMemory('/run', there), ...more };
  const { store } = await openMemoryStore();
  await readyFiles({ workflow: byFile, store, files }, run.state, workOf(run.state, ASKER));
};

it('removes the handoff file that an earlier attempt left', async () => {
  const there = new Map([[HANDOFF, '{}']]);
  await ready(there);
  expect([...there.keys()]).toEqual([]);
});

it('starts no work while that file cannot be removed: it would be taken for the work of this attempt', async () => {
  const there = new Map([[HANDOFF, '{}']]);
  await expect(ready(there, { remove: async () => {} })).rejects.toMatchObject({
    code: 'FILE_UNWRITABLE',
    message: 'expected handoff.json to be removed, it is still there',
  });
});
