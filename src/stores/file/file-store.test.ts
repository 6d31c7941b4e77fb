import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INLINE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { Disk } from '../../std/disk/disk.ts';
import { nodeDisk } from '../../std/disk/node-disk.ts';
import { encodeLine } from '../journal-line.ts';
import { readAll, rejectsWith, sampleDraft, sampleState, storeContract } from '../store.contract.ts';
import { openFileStore } from './file-store.ts';
import { openFileStoreReadOnly } from './file-store-reader.ts';

const makeRoot = (): string => fs.mkdtempSync(join(tmpdir(), 'baton-store-'));
const remove = (root: string): void => fs.rmSync(root, { recursive: true, force: true });

/** The real disk, with its syncs counted and broken on demand. */
const watchedDisk = (): {
  disk: Disk;
  counts: { writes: number; syncs: number };
  breakNextSync: () => void;
} => {
  const counts = { writes: 0, syncs: 0 };
  let broken = false;
  const disk: Disk = {
    ...nodeDisk,
    open: async (path, flags, mode) => {
      const file = await nodeDisk.open(path, flags, mode);
      return {
        ...file,
        write: (bytes, position) => {
          counts.writes += 1;
          return file.write(bytes, position);
        },
        datasync: () => {
          counts.syncs += 1;
          if (broken) {
            broken = false;
            throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
          }
          return file.datasync();
        },
      };
    },
    syncDirectory: (path) => {
      counts.syncs += 1;
      return nodeDisk.syncDirectory(path);
    },
  };
  return {
    disk,
    counts,
    breakNextSync: () => {
      broken = true;
    },
  };
};

storeContract(
  'files',
  async () => {
    const root = makeRoot();
    const { disk, breakNextSync } = watchedDisk();
    return {
      open: () => openFileStore(disk, join(root, 'project', 'run')),
      breakNextWrite: breakNextSync,
      cleanUp: async () => remove(root),
    };
  },
  { describe, it },
);

describe('files of a run', () => {
  let root: string;
  let directory: string;
  let path: string;
  beforeEach(() => {
    root = makeRoot();
    directory = join(root, 'run');
    path = join(directory, 'journal.jsonl');
  });
  afterEach(() => remove(root));

  const open = () => openFileStore(nodeDisk, directory);
  const fill = async (to: number, from = 1): Promise<void> => {
    const { store } = await open();
    for (let n = from; n <= to; n++) await store.append(sampleDraft(n), n - 1);
    await store.close();
  };
  const changeText = (file: string, from: string, to: string): void =>
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(from, to));
  /** Another line of the same length in its place, with a right checksum. */
  const forgeLine = (seq: number): void => {
    const lines = fs.readFileSync(path, 'utf8').split('\n');
    const { prev } = JSON.parse(lines[seq - 1]!);
    const forged = { ...sampleDraft(seq), by: { person: 'eve' } };
    lines[seq - 1] = encodeLine(forged, { seq: seq - 1, chain: prev })
      .bytes.toString()
      .trimEnd();
    fs.writeFileSync(path, lines.join('\n'));
  };
  const names = (): string[] => fs.readdirSync(directory).sort();

  it('one append is one write and one sync, also with the largest inline artifact', async () => {
    const { disk, counts } = watchedDisk();
    const { store } = await openFileStore(disk, directory);
    Object.assign(counts, { writes: 0, syncs: 0 });
    await store.append(sampleDraft(1, 'a'.repeat(INLINE_BYTES_MAX)), 0);
    expect(counts).toEqual({ writes: 1, syncs: 1 });
  });

  it('nobody else may read them', async () => {
    const { store } = await open();
    await store.append(sampleDraft(1), 0);
    await store.putObject(Buffer.from('secret'));
    await store.writeSnapshot({ state: sampleState(1), head: store.head });
    for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
      const { mode } = fs.statSync(join(entry.parentPath, entry.name));
      expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600);
    }
  });

  it.each([
    ['half a line', (line: Buffer) => line.subarray(0, 40)],
    ['one byte', (line: Buffer) => line.subarray(0, 1)],
    ['zeros', () => Buffer.alloc(5000)],
    ['a line with a hole', (line: Buffer) => Buffer.concat([Buffer.alloc(100), line.subarray(100)])],
    ['garbage with newlines', () => Buffer.from('x\n\n{"v":1}\nyy\n')],
  ])('a tail of %s is set aside and said', async (_, tailOf) => {
    await fill(3);
    const sound = fs.readFileSync(path);
    const lines = sound.toString().trimEnd().split('\n');
    const tail = tailOf(encodeLine(sampleDraft(4), { seq: 3, chain: JSON.parse(lines[2]!).prev }).bytes);
    fs.appendFileSync(path, tail);
    const { store, torn, notes } = await open();
    expect(torn).toBe(tail.length);
    expect(notes).toMatchObject([{ code: 'JOURNAL_TORN', severity: 'warning', line: 4 }]);
    expect(fs.readFileSync(join(directory, 'torn-4-1.bin'))).toEqual(tail);
    expect(fs.readFileSync(path)).toEqual(sound);
    await store.append(sampleDraft(4), 3);
    expect(await readAll(store)).toHaveLength(4);
  });

  it('a second torn tail at the same place gets a name of its own', async () => {
    await fill(1);
    for (const n of [1, 2]) {
      fs.appendFileSync(path, `torn ${n}`);
      await (await open()).store.close();
    }
    expect(names()).toEqual(['journal.jsonl', 'torn-2-1.bin', 'torn-2-2.bin']);
  });

  it.each([
    ['nothing', ''],
    ['zeros', '\0\0\0'],
    ['another byte', 'J'],
  ])('a last line that is whole, with %s in place of its newline, is kept', async (_, instead) => {
    await fill(3);
    const sound = fs.readFileSync(path);
    fs.writeFileSync(path, Buffer.concat([sound.subarray(0, -1), Buffer.from(instead)]));
    const { store, torn } = await open();
    expect([torn, store.head.seq]).toEqual([instead.length, 3]);
    expect(fs.readFileSync(path)).toEqual(sound);
  });

  it('a line of a fenced writer, for a place that was taken, is set aside', async () => {
    await fill(2);
    const { prev } = JSON.parse(fs.readFileSync(path, 'utf8').split('\n')[1]!);
    const stale = encodeLine(sampleDraft(22), { seq: 1, chain: prev }).bytes;
    fs.appendFileSync(path, stale);
    const { store, torn } = await open();
    expect([torn, (await readAll(store)).map((entry) => entry.id)]).toEqual([stale.length, ['id-1', 'id-2']]);
  });

  it.each([
    ['a byte is changed', (lines: string[]) => lines.with(1, lines[1]!.replace('ada', 'eve'))],
    ['a line is removed', (lines: string[]) => lines.toSpliced(1, 1)],
    ['a line is doubled', (lines: string[]) => lines.toSpliced(1, 0, lines[1]!)],
    ['garbage stands in the middle', (lines: string[]) => lines.toSpliced(1, 0, 'garbage')],
    ['a newline is gone', (lines: string[]) => [lines[0]!, `${lines[1]}J${lines[2]}`]],
  ])('where %s before the last line, the journal is corrupt and left alone', async (_, change) => {
    await fill(3);
    const lines = fs.readFileSync(path, 'utf8').trimEnd().split('\n');
    const text = `${change(lines).join('\n')}\n`;
    fs.writeFileSync(path, text);
    const error = await rejectsWith('JOURNAL_CORRUPT', open());
    expect(error.message).toMatch(/journal\.jsonl line [23] /);
    expect(error.hint).toContain('copy');
    expect(fs.readFileSync(path, 'utf8')).toBe(text);
    expect(names()).toEqual(['journal.jsonl']);
    await rejectsWith('JOURNAL_CORRUPT', openFileStoreReadOnly(nodeDisk, directory));
  });

  it('a line that was rewritten, checksum and all, no longer links to the next', async () => {
    await fill(3);
    forgeLine(2);
    const error = await rejectsWith('JOURNAL_CORRUPT', open());
    expect(error.message).toContain('line 3 names sha256:');
  });

  it('a journal of a newer format is refused with words and left alone', async () => {
    await fill(1);
    const { chain } = (await open()).store.head;
    const later = encodeLine(sampleDraft(2), { seq: 1, chain });
    const body = later.bytes.toString().replace('{"v":1', '{"v":2').slice(0, -19);
    const { crc32 } = await import('node:zlib');
    fs.appendFileSync(path, `${body},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}\n`);
    const error = await rejectsWith('JOURNAL_TOO_NEW', open());
    expect(error.message).toContain('has format 2; this program reads formats up to 1');
    expect(names()).toEqual(['journal.jsonl']);
  });

  it('a directory that may not be written is said with its code', async () => {
    const error = await rejectsWith(
      'FILE_UNWRITABLE',
      openFileStore(
        {
          ...nodeDisk,
          mkdir: (at) => {
            throw Object.assign(new Error(`EROFS: read-only file system, mkdir '${at}'`), { code: 'EROFS' });
          },
        },
        directory,
      ),
    );
    expect(error.hint).toContain('BATON_STATE');
  });

  it('what a holder left of a snapshot that it was writing is removed by the next one', async () => {
    const { store } = await openFileStore(nodeDisk, root);
    await store.close();
    const left = join(root, '.snapshot.json.tmp');
    fs.writeFileSync(left, 'half');
    await (await openFileStore(nodeDisk, root)).store.close();
    expect(fs.existsSync(left)).toBe(false);
  });

  it('a reader follows while a holder writes, and writes nothing itself', async () => {
    await fill(2);
    const holder = await open();
    fs.appendFileSync(path, '{"v":1,"seq":3,"id":"half');
    const before = fs.readFileSync(path);
    const { store } = await openFileStoreReadOnly(nodeDisk, directory);
    expect(store.head.seq).toBe(2);
    expect(fs.readFileSync(path)).toEqual(before);
    await holder.store.close();
    const heard = new Promise<number>((resolve) => store.watch((head) => resolve(head.seq)));
    await fill(3, 3);
    expect(await heard).toBe(3);
    expect((await readAll(store, 3)).map((entry) => entry.id)).toEqual(['id-3']);
    await fill(4, 4);
    expect((await readAll(store, 3)).map((entry) => entry.id)).toEqual(['id-3', 'id-4']);
    await store.close();
  });

  it('a reader waits for the newline of a line that is just being written', async () => {
    await fill(3);
    const bytes = fs.readFileSync(path);
    const cut = bytes.indexOf('\n') + 1;
    fs.writeFileSync(path, bytes.subarray(0, bytes.indexOf('\n', cut)));
    const { store } = await openFileStoreReadOnly(nodeDisk, directory);
    expect(store.head.seq).toBe(1);
    fs.writeFileSync(path, bytes);
    expect((await readAll(store, 2)).map((entry) => entry.id)).toEqual(['id-2', 'id-3']);
  });

  it('a reader of a run that is not there is told so', async () => {
    await rejectsWith('FILE_MISSING', openFileStoreReadOnly(nodeDisk, directory));
  });

  it('opening with a snapshot reads nothing before its place', async () => {
    const { store } = await open();
    for (let n = 1; n <= 50; n++) await store.append(sampleDraft(n), n - 1);
    await store.writeSnapshot({ state: sampleState(50), head: store.head });
    await store.append(sampleDraft(51), 50);
    await store.close();
    const bytes = fs.readFileSync(path);
    fs.writeFileSync(path, bytes.fill('x', 0, 200));
    const again = await open();
    expect(again.notes).toEqual([]);
    expect((await readAll(again.store, 51)).map((entry) => entry.id)).toEqual(['id-51']);
    await rejectsWith('JOURNAL_CORRUPT', readAll(again.store));
  });

  it.each([
    [
      'is from the future',
      () => fs.truncateSync(path, fs.readFileSync(path).indexOf('\n') + 1),
      'but the journal has',
    ],
    ['is empty', () => fs.writeFileSync(join(directory, 'snapshot.json'), ''), 'checksum'],
    ['was changed', () => changeText(join(directory, 'snapshot.json'), 'entry 2', 'entry 7'), 'checksum'],
    ['is of another run', () => forgeLine(2), 'entry 2 is not the line that it was made from'],
    ['is half', () => fs.truncateSync(join(directory, 'snapshot.json'), 30), 'checksum'],
  ])('a snapshot that %s is left out and said', async (_, change, words) => {
    const { store } = await open();
    for (const n of [1, 2]) await store.append(sampleDraft(n), n - 1);
    await store.writeSnapshot({ state: sampleState(2), head: store.head });
    await store.close();
    change();
    const again = await open();
    expect(again.notes).toMatchObject([{ code: 'SNAPSHOT_STALE', severity: 'warning' }]);
    expect(again.notes[0]!.message).toContain(words);
    expect(await again.store.readSnapshot()).toBeUndefined();
  });

  it('a changed object is found when it is read', async () => {
    const { store } = await open();
    const digest = await store.putObject(Buffer.from('sealed'));
    fs.writeFileSync(join(directory, 'objects', digest.slice(7, 9), digest.slice(9)), 'forged');
    await rejectsWith('OBJECT_CORRUPT', store.getObject(digest));
  });
});
