import { describe, expect, it } from 'vitest';
import { openFileStore } from '../../src/stores/file/file-store.ts';
import { readAll, rejectsWith, sampleDraft, sampleState } from '../../src/stores/store.contract.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const DIRECTORY = '/state/run';

describe('a disk without room', () => {
  it.each([0, 1, 100])(
    'with %i bytes left, an append fails, the store is dead, and a restart goes on',
    async (room) => {
      const disk = new SimulatedDisk();
      const mount = disk.mount();
      const { store } = await openFileStore(mount, DIRECTORY);
      await store.append(sampleDraft(1), 0);
      disk.freeBytes = room;
      const failure = await rejectsWith('STORE_FULL', store.append(sampleDraft(2), 1));
      expect(failure.hint).toContain('baton resume');
      disk.freeBytes = Number.POSITIVE_INFINITY;
      expect(await rejectsWith('STORE_FULL', store.append(sampleDraft(2), 1))).toBe(failure);
      const again = await openFileStore(mount, DIRECTORY);
      expect(again.torn).toBe(room);
      await again.store.append(sampleDraft(2), 1);
      expect((await readAll(again.store)).map((entry) => entry.id)).toEqual(['id-1', 'id-2']);
    },
  );

  it('a snapshot that finds no room is not fatal', async () => {
    const disk = new SimulatedDisk();
    const { store } = await openFileStore(disk.mount(), DIRECTORY);
    await store.append(sampleDraft(1), 0);
    disk.freeBytes = 10;
    await rejectsWith('STORE_FULL', store.writeSnapshot({ state: sampleState(1), head: store.head }));
    expect(disk.freeBytes).toBe(10);
    disk.freeBytes = Number.POSITIVE_INFINITY;
    await store.append(sampleDraft(2), 1);
  });

  it('a directory that became read-only is said, and nothing that was there is lost', async () => {
    const disk = new SimulatedDisk();
    const { store } = await openFileStore(disk.mount(), DIRECTORY);
    await store.append(sampleDraft(1), 0);
    disk.readOnly = true;
    await rejectsWith('FILE_UNWRITABLE', store.append(sampleDraft(2), 1));
    await rejectsWith('FILE_UNWRITABLE', openFileStore(disk.mount(), DIRECTORY));
    disk.readOnly = false;
    const again = await openFileStore(disk.mount(), DIRECTORY);
    expect(await readAll(again.store)).toHaveLength(1);
  });
});
