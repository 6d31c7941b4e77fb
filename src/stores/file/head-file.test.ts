import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Disk } from '../../std/disk/disk.ts';
import { nodeDisk } from '../../std/disk/node-disk.ts';
import { readAll, rejectsWith, sampleDraft } from '../store.contract.ts';
import type { Store } from '../store.ts';
import { openFileStore } from './file-store.ts';
import { headPath, readHead } from './head-file.ts';

let root: string;
let directory: string;
let path: string;

beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'baton-head-'));
  directory = join(root, 'project', 'run');
  path = headPath(directory);
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const open = async (disk: Disk = nodeDisk): Promise<Store> =>
  (await openFileStore(disk, directory, path)).store;

/** A journal with so many entries, whose holder has ended. */
const write = async (entries: number): Promise<void> => {
  const store = await open();
  for (let n = store.head.seq + 1; n <= entries; n += 1) await store.append(sampleDraft(n), n - 1);
  await store.close();
};

/** Without its last `lines` lines. */
const cut = (lines: number): void => {
  const journal = join(directory, 'journal.jsonl');
  const kept = fs
    .readFileSync(journal, 'utf8')
    .split('\n')
    .slice(0, -1 - lines);
  fs.writeFileSync(journal, kept.map((line) => `${line}\n`).join(''));
};

describe('the head of a journal', () => {
  it('is kept outside of the run, after each entry, for its user only', async () => {
    expect(path).toBe(join(root, 'heads', 'project', 'run.json'));
    const store = await open();
    expect(await readHead(nodeDisk, path)).toBeUndefined();
    for (let n = 1; n <= 12; n += 1) {
      await store.append(sampleDraft(n), n - 1);
      // What holds the run may be killed here.
      await Promise.resolve();
      expect(await readHead(nodeDisk, path)).toEqual(store.head);
    }
    await store.close();
    expect(fs.statSync(path).mode & 0o777).toBe(0o600);
    expect(fs.statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it('costs no sync while entries are appended', async () => {
    let syncs = 0;
    const disk: Disk = {
      ...nodeDisk,
      open: async (name, flags, mode) => {
        const file = await nodeDisk.open(name, flags, mode);
        return {
          ...file,
          datasync: () => {
            syncs += 1;
            return file.datasync();
          },
        };
      },
    };
    const store = await open(disk);
    syncs = 0;
    for (let n = 1; n <= 5; n += 1) await store.append(sampleDraft(n), n - 1);
    expect(syncs).toBe(5);
    await store.close();
    expect(syncs).toBe(6);
  });

  it('refuses a holder whose journal was cut, however much of it, and takes the whole one', async () => {
    await write(6);
    const whole = fs.readFileSync(join(directory, 'journal.jsonl'));
    const head = await readHead(nodeDisk, path);
    for (const lines of [1, 2, 5]) {
      cut(lines);
      const error = await rejectsWith('JOURNAL_CUT', open());
      expect(error.message).toContain(`ends with entry ${6 - lines}`);
      expect(error.hint).toContain(path);
      expect(await readHead(nodeDisk, path)).toEqual(head);
      fs.writeFileSync(join(directory, 'journal.jsonl'), whole);
    }
    await write(7);
    expect((await readHead(nodeDisk, path))?.seq).toBe(7);
  });

  it('refuses a holder whose last entry is another one', async () => {
    await write(3);
    cut(1);
    const store = (await openFileStore(nodeDisk, directory)).store;
    await store.append(sampleDraft(33), 2);
    await store.close();
    await rejectsWith('JOURNAL_CUT', open());
  });

  it('of an earlier run of the same name does not count', async () => {
    await write(4);
    fs.rmSync(directory, { recursive: true });
    const store = await open();
    expect(await readHead(nodeDisk, path)).toBeUndefined();
    await store.append(sampleDraft(1), 0);
    await store.close();
    expect((await readHead(nodeDisk, path))?.seq).toBe(1);
  });

  it('is begun for a journal that has none', async () => {
    await write(3);
    fs.rmSync(join(root, 'heads'), { recursive: true });
    const store = await open();
    expect(await readHead(nodeDisk, path)).toEqual(store.head);
    await store.close();
  });

  it.each([
    ['empty', ''],
    ['not JSON', '{"v":1,'],
    ['of another format', '{"v":2,"seq":9,"chain":"sha256:0"}'],
    ['half of one and half of another', `{"v":1,"seq":9,"chain":"sha256:${'a'.repeat(64)}","crc":123}`],
    ['too long', `{"v":1,"seq":9,"chain":"sha256:${'a'.repeat(64)}"}${' '.repeat(200)}`],
    ['null', 'null'],
  ])('that is %s is none, and the run goes on', async (_what, text) => {
    await write(2);
    fs.writeFileSync(path, text);
    expect(await readHead(nodeDisk, path)).toBeUndefined();
    await write(3);
    expect((await readHead(nodeDisk, path))?.seq).toBe(3);
  });

  it('that cannot be written does not stop the run', async () => {
    fs.writeFileSync(join(root, 'heads'), 'a file in the way');
    await write(2);
    const store = await open();
    expect(await readAll(store)).toHaveLength(2);
    await store.close();
  });
});
