// A disk that can be filled and emptied: a small file system of its own where that may be mounted, else the real disk
// with a bound on what is written.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Disk, DiskFile } from '../../src/std/disk/disk.ts';
import { nodeDisk } from '../../src/std/disk/node-disk.ts';

export interface FloodDisk {
  readonly name: string;
  readonly disk: Disk;
  readonly directory: string;
  /** Leaves room for so many bytes. */
  fill(leftBytes: number): void;
  empty(): void;
  remove(): void;
}

const SIZE_MB = 96;
const BLOCK = Buffer.alloc(64 * 1024);
const PAGE = Buffer.alloc(4096);

/** Writes until there is no room; gives back how much there was. */
const exhaust = (file: string): number => {
  const fd = openSync(file, 'a');
  let written = 0;
  for (const piece of [BLOCK, PAGE])
    try {
      for (;;) {
        const count = writeSync(fd, piece);
        written += count;
        if (count < piece.length) break;
      }
    } catch {
      // Full: that was wanted.
    }
  closeSync(fd);
  return written;
};

const mounted = (place: string): FloodDisk | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', place]);
  if (status !== 0) return undefined;
  const filler = join(place, 'filler');
  const room = join(place, 'room');
  return {
    name: `a tmpfs of ${SIZE_MB} MB`,
    disk: nodeDisk,
    directory: join(place, 'state', 'run'),
    fill: (leftBytes) => {
      const fd = openSync(room, 'w');
      for (let at = 0; at < leftBytes; at += PAGE.length) writeSync(fd, PAGE);
      closeSync(fd);
      exhaust(filler);
      rmSync(room);
    },
    empty: () => rmSync(filler, { force: true }),
    remove: () => {
      spawnSync('umount', [place]);
      rmSync(place, { recursive: true, force: true });
    },
  };
};

const noRoom = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

const bounded = (place: string): FloodDisk => {
  let left = Number.POSITIVE_INFINITY;
  const take = (bytes: number): number => {
    const room = Math.min(left, bytes);
    if (room === 0 && bytes > 0) throw noRoom();
    left -= room;
    return room;
  };
  const wrap = (file: DiskFile): DiskFile => ({
    read: (into, position) => file.read(into, position),
    write: (bytes, position) => file.write(bytes.subarray(0, take(bytes.byteLength)), position),
    datasync: () => file.datasync(),
    truncate: (size) => file.truncate(size),
    stat: () => file.stat(),
    close: () => file.close(),
  });
  return {
    name: 'the real disk with a bound on what is written',
    disk: { ...nodeDisk, open: (path, flags, mode) => wrap(nodeDisk.open(path, flags, mode) as DiskFile) },
    directory: join(place, 'state', 'run'),
    fill: (leftBytes) => {
      left = leftBytes;
    },
    empty: () => {
      left = Number.POSITIVE_INFINITY;
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
};

export const floodDisk = (): FloodDisk => {
  const place = mkdtempSync(join(tmpdir(), 'baton-flood-'));
  mkdirSync(place, { recursive: true });
  return mounted(place) ?? bounded(place);
};
