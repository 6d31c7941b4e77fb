// The real disk, counted or hurried.
import type { Disk, DiskFile, OpenFlags } from '../src/std/disk/disk.ts';

const withFiles = (
  disk: Disk,
  changed: (file: DiskFile) => DiskFile,
  syncDirectory: Disk['syncDirectory'],
): Disk => ({
  ...disk,
  open: async (path: string, flags: OpenFlags, mode?: number) => changed(await disk.open(path, flags, mode)),
  syncDirectory,
});

/** Nothing waits for the platter: for making long runs, never for measuring. */
export const unsynced = (disk: Disk): Disk =>
  withFiles(
    disk,
    (file) => ({ ...file, datasync: () => {} }),
    () => {},
  );

export interface SyncCount {
  syncs: number;
}

export const counted = (disk: Disk, count: SyncCount): Disk =>
  withFiles(
    disk,
    (file) => ({
      ...file,
      datasync: () => {
        count.syncs += 1;
        return file.datasync();
      },
    }),
    (path) => {
      count.syncs += 1;
      return disk.syncDirectory(path);
    },
  );

/** What was written without syncs is on the disk before anything is measured. */
export const settle = async (disk: Disk, path: string): Promise<void> => {
  const file = await disk.open(path, 'r+');
  await file.datasync();
  await file.close();
};
