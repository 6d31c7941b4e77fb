// How often the Stop hook has held a session back in a row. A session's name comes from outside, so it is hashed.
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { STOP_COUNT_KEPT_MS } from '../../model/limits/hook.ts';
import type { Place } from '../../runners/commands/place.ts';
import { replaceFile } from '../../std/disk/replace-file.ts';
import { sha256 } from '../../std/sha256.ts';

const countSchema = z.strictObject({ v: z.literal(1), blocks: z.number().int().nonnegative() });

const folderOf = (place: Place): string => join(place.stateDirectory, '.hook');
const pathOf = (place: Place, session: string): string =>
  join(folderOf(place), `${sha256(session).slice(7)}.json`);

/** A count that cannot be read begins again; the next write fixes it. */
export const readStopCount = async (place: Place, session: string): Promise<number> => {
  try {
    return countSchema.parse(JSON.parse(await readFile(pathOf(place, session), 'utf8'))).blocks;
  } catch {
    return 0;
  }
};

export const writeStopCount = async (place: Place, session: string, blocks: number): Promise<void> => {
  if (blocks === 0) return await rm(pathOf(place, session), { force: true });
  await mkdir(folderOf(place), { recursive: true, mode: 0o700 });
  await replaceFile(pathOf(place, session), JSON.stringify({ v: 1, blocks }));
};

/** Sessions that never came back. */
export const forgetOldCounts = async (place: Place, now: number): Promise<void> => {
  for (const name of await readdir(folderOf(place)).catch(() => [])) {
    const path = join(folderOf(place), name);
    const age = now - (await stat(path).catch(() => ({ mtimeMs: now }))).mtimeMs;
    if (age > STOP_COUNT_KEPT_MS) await rm(path, { force: true });
  }
};
