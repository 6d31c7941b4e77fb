import { describe, expect, it } from 'vitest';
import { openFileStore } from '../../src/stores/file/file-store.ts';
import { encodeLine } from '../../src/stores/journal-line.ts';
import { readAll, rejectsWith, sampleDraft } from '../../src/stores/store.contract.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const DIRECTORY = '/state/run';
const JOURNAL = `${DIRECTORY}/journal.jsonl`;

describe('two writers of one journal', () => {
  it('a writer that is overtaken between its look and its write acknowledges nothing, and nothing is lost', async () => {
    const disk = new SimulatedDisk();
    const mount = disk.mount();
    const older = (await openFileStore(mount, DIRECTORY)).store;
    await older.append(sampleDraft(1), 0);
    const newer = (await openFileStore(disk.mount(), DIRECTORY)).store;
    const overtaking = encodeLine(sampleDraft(2), newer.head).bytes;
    disk.onOperation = (_, kind) => {
      if (kind !== 'write') return;
      disk.onOperation = undefined;
      void disk.mount().open(JOURNAL, 'a').write(overtaking);
    };
    await rejectsWith('JOURNAL_FENCED', older.append(sampleDraft(22), 1));
    await rejectsWith('JOURNAL_FENCED', newer.append(sampleDraft(3), 1));
    const { store, torn } = await openFileStore(disk.mount(), DIRECTORY);
    expect(torn).toBeGreaterThan(0);
    expect((await readAll(store)).map((entry) => entry.id)).toEqual(['id-1', 'id-2']);
  });

  it('a journal that was replaced by another file is noticed before anything is written to it', async () => {
    const disk = new SimulatedDisk();
    const mount = disk.mount();
    const { store } = await openFileStore(mount, DIRECTORY);
    await store.append(sampleDraft(1), 0);
    const bytes = mount.readFile(JOURNAL);
    mount.unlink(JOURNAL);
    void mount.open(JOURNAL, 'a').write(bytes);
    const before = disk.operations;
    const error = await rejectsWith('JOURNAL_FENCED', store.append(sampleDraft(2), 1));
    expect(error.message).toContain('is another file than before');
    expect(disk.operations).toBe(before);
  });
});
