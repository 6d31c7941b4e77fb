// A folder that keeps no more files than it may.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** With more files than that, the older half goes. */
export const dropOldest = async (directory: string, filesMax: number): Promise<void> => {
  const names = await readdir(directory);
  if (names.length <= filesMax) return;
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(directory, name)).catch(() => ({ mtimeMs: 0 }))).mtimeMs,
    })),
  );
  aged.sort((a, b) => a.at - b.at);
  for (const { name } of aged.slice(0, Math.ceil(aged.length / 2)))
    await rm(join(directory, name), { force: true });
};
