import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the files of a folder take together; counting ends above the limit. */
export const folderBytes = async (folder: string, limit: number): Promise<number> => {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await folderBytes(path, limit - bytes) : (await lstat(path)).size;
    if (bytes > limit) break;
  }
  return bytes;
};
