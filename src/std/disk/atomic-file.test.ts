import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeAtomic } from './atomic-file.ts';
import type { Disk } from './disk.ts';
import { makeDirectory, syncAncestors } from './durable-directory.ts';
import { nodeDisk } from './node-disk.ts';

describe('writeAtomic', () => {
  let root: string;
  let path: string;
  beforeEach(() => {
    root = fs.mkdtempSync(join(tmpdir(), 'baton-atomic-'));
    path = join(root, 'file.txt');
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  it('replaces a file and leaves nothing else behind', async () => {
    for (const text of ['old', 'new'])
      await writeAtomic(nodeDisk, path, Buffer.from(text), { durable: true });
    expect(fs.readFileSync(path, 'utf8')).toBe('new');
    expect(fs.readdirSync(root)).toEqual(['file.txt']);
    expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  });

  it('does not follow a link planted at its temporary name', async () => {
    const victim = join(root, 'victim');
    fs.writeFileSync(victim, 'precious');
    fs.symlinkSync(victim, join(root, '.file.txt.tmp'));
    await writeAtomic(nodeDisk, path, Buffer.from('new'), { durable: false });
    expect(fs.readFileSync(victim, 'utf8')).toBe('precious');
    expect(fs.readFileSync(path, 'utf8')).toBe('new');
  });

  it.each([true, false])('syncs before and after the rename where it is durable (%s)', async (durable) => {
    const calls: string[] = [];
    const disk: Disk = {
      ...nodeDisk,
      open: async (...args) => {
        const file = await nodeDisk.open(...args);
        return { ...file, datasync: () => void calls.push('file') };
      },
      rename: (from, to) => {
        calls.push('rename');
        return nodeDisk.rename(from, to);
      },
      syncDirectory: () => void calls.push('directory'),
    };
    await writeAtomic(disk, path, Buffer.from('new'), { durable });
    expect(calls).toEqual(durable ? ['file', 'rename', 'directory'] : ['rename']);
  });

  it('keeps the old file and removes its own when there is no room', async () => {
    fs.writeFileSync(path, 'old');
    const disk: Disk = {
      ...nodeDisk,
      open: async (...args) => {
        const file = await nodeDisk.open(...args);
        return { ...file, write: (bytes) => file.write(bytes.subarray(0, 1)) };
      },
    };
    await expect(writeAtomic(disk, path, Buffer.from('new'), { durable: true })).rejects.toThrow(
      'only 1 of 3 bytes',
    );
    expect(fs.readdirSync(root)).toEqual(['file.txt']);
    expect(fs.readFileSync(path, 'utf8')).toBe('old');
  });

  it('directories are made with all above them, and synced up to the top', async () => {
    const deep = join(root, 'a', 'b', 'c');
    await makeDirectory(nodeDisk, deep);
    await makeDirectory(nodeDisk, deep);
    expect(fs.statSync(deep).mode & 0o777).toBe(0o700);
    const synced: string[] = [];
    await syncAncestors({ ...nodeDisk, syncDirectory: (at) => void synced.push(at) }, deep);
    expect(synced.slice(0, 4)).toEqual([deep, join(root, 'a', 'b'), join(root, 'a'), root]);
  });
});
