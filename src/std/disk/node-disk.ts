// The real disk. The calls are synchronous: one write and one fdatasync take about 0.15 ms this way and 0.25 ms
// through the thread pool, and nothing else may happen in between anyway. Where this process appends to several files, the others go on
// while one waits for the disk, and the file system makes several of them durable at once.
import fs from 'node:fs';
import { promisify } from 'node:util';
import { errnoOf } from '../../errors.ts';
import {
  type Disk,
  type DiskFile,
  type DiskStat,
  type OpenFlags,
  PRIVATE_DIRECTORY_MODE,
  PRIVATE_FILE_MODE,
} from './disk.ts';

const kindOf = (stat: fs.BigIntStats): DiskStat['kind'] => {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'directory';
  return stat.isSymbolicLink() ? 'link' : 'other';
};

const toDiskStat = (stat: fs.BigIntStats): DiskStat => ({
  kind: kindOf(stat),
  size: Number(stat.size),
  dev: stat.dev,
  ino: stat.ino,
});

const orUndefined = (stat: fs.BigIntStats | undefined): DiskStat | undefined =>
  stat ? toDiskStat(stat) : undefined;

/** Files that are open for appending: one for each run that this process holds. */
const appended = new Set<number>();

const datasyncLater = promisify(fs.fdatasync);

const closeFile = (fd: number): void => {
  appended.delete(fd);
  fs.closeSync(fd);
};

const nodeFile = (fd: number): DiskFile => ({
  read: (into, position) => fs.readSync(fd, into, 0, into.byteLength, position),
  write: (bytes, position) => fs.writeSync(fd, bytes, 0, bytes.byteLength, position ?? null),
  datasync: () => (appended.has(fd) && appended.size > 1 ? datasyncLater(fd) : fs.fdatasyncSync(fd)),
  truncate: (size) => fs.ftruncateSync(fd, size),
  stat: () => toDiskStat(fs.fstatSync(fd, { bigint: true })),
  close: () => closeFile(fd),
});

const openFile = (path: string, flags: OpenFlags, mode: number): DiskFile => {
  const fd = fs.openSync(path, flags, mode);
  if (flags === 'a') appended.add(fd);
  return nodeFile(fd);
};

const syncDirectory = (path: string): void => {
  // Windows has no handle for a directory; its file systems keep names in order themselves.
  if (process.platform === 'win32') return;
  const fd = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(fd);
  } catch (cause) {
    // Some network and shared file systems cannot sync a directory and say so this way.
    if (!['EINVAL', 'ENOTSUP'].includes(errnoOf(cause) ?? '')) throw cause;
  } finally {
    fs.closeSync(fd);
  }
};

export const nodeDisk: Disk = {
  open: (path: string, flags: OpenFlags, mode = PRIVATE_FILE_MODE) => openFile(path, flags, mode),
  readFile: (path) => fs.readFileSync(path),
  stat: (path) => orUndefined(fs.statSync(path, { bigint: true, throwIfNoEntry: false })),
  lstat: (path) => orUndefined(fs.lstatSync(path, { bigint: true, throwIfNoEntry: false })),
  realpath: (path) => fs.realpathSync(path),
  readdir: (path) => fs.readdirSync(path).sort(),
  mkdir: (path, mode = PRIVATE_DIRECTORY_MODE) => fs.mkdirSync(path, { mode }),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  rmdir: (path) => fs.rmdirSync(path),
  syncDirectory,
};
