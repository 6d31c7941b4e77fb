// A file that is either the old one or the new one, whatever happens in between.
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../../errors.ts';
import { type Disk, type DiskFile, PRIVATE_FILE_MODE } from './disk.ts';

export interface AtomicOptions {
  /** Bytes and name survive a power cut once it resolves. Otherwise the name may survive without the bytes. */
  readonly durable: boolean;
  readonly mode?: number;
}

const temporaryOf = (path: string): string => join(dirname(path), `.${basename(path)}.tmp`);

/** There is one writer per path. What a crash leaves of the temporary file is replaced by the next write. */
export const writeAtomic = async (
  disk: Disk,
  path: string,
  bytes: Uint8Array,
  { durable, mode = PRIVATE_FILE_MODE }: AtomicOptions,
): Promise<void> => {
  const temporary = temporaryOf(path);
  const file = await openAnew(disk, temporary, mode);
  try {
    await writeWhole(file, bytes);
    if (durable) await file.datasync();
  } catch (cause) {
    await removeQuietly(disk, temporary);
    throw cause;
  } finally {
    await file.close();
  }
  await disk.rename(temporary, path);
  if (durable) await disk.syncDirectory(dirname(path));
};

/** Removes what a crash left of a write, where nothing may ever be written again. */
export const removeUnfinished = async (disk: Disk, path: string): Promise<void> => {
  if ((await disk.lstat(temporaryOf(path))) !== undefined) await removeQuietly(disk, temporaryOf(path));
};

/** A temporary name can be guessed, so a link planted there must not be followed. */
const openAnew = async (disk: Disk, path: string, mode: number): Promise<DiskFile> => {
  try {
    return await disk.open(path, 'wx', mode);
  } catch (cause) {
    if (errnoOf(cause) !== 'EEXIST') throw cause;
    await disk.unlink(path);
    return await disk.open(path, 'wx', mode);
  }
};

/** A full disk should not be kept full by half a file; the first failure is the one to tell. */
const removeQuietly = async (disk: Disk, path: string): Promise<void> => {
  try {
    await disk.unlink(path);
  } catch {}
};

/** Regular files are written short only where there is no room for the rest. */
export class ShortWrite extends Error {
  override readonly name = 'ShortWrite';
  readonly code = 'ENOSPC';
  constructor(written: number, expected: number) {
    super(`only ${written} of ${expected} bytes were written`);
  }
}

export const writeWhole = async (file: DiskFile, bytes: Uint8Array, position?: number): Promise<void> => {
  const written = await file.write(bytes, position);
  if (written !== bytes.byteLength) throw new ShortWrite(written, bytes.byteLength);
};
