// How a running dashboard is reached: a file that only this user can read, with the key that one-time codes are made from.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Place } from '../../runners/commands/place.ts';
import { PRIVATE_FILE_MODE } from '../../std/disk/disk.ts';

const servedSchema = z.object({
  pid: z.number().int(),
  url: z.string(),
  key: z.string(),
  readOnly: z.boolean(),
});
export type ServedDashboard = z.infer<typeof servedSchema>;

const NONCE_BYTES = 12;

const signed = (key: string, nonce: string): string =>
  createHmac('sha256', key).update(nonce).digest('base64url');

export const newDashboardKey = (): string => randomBytes(32).toString('base64url');

/** Good once, at the server that has the key. */
export const mintCode = (key: string): string => {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return `${nonce}.${signed(key, nonce)}`;
};

/** What makes the code this one; undefined for one that was not made with the key. */
export const nonceOf = (key: string, code: string): string | undefined => {
  const [nonce = '', signature = ''] = code.split('.');
  const given = Buffer.from(signature);
  const due = Buffer.from(signed(key, nonce));
  return given.length === due.length && timingSafeEqual(given, due) ? nonce : undefined;
};

const fileOf = ({ stateDirectory }: Pick<Place, 'stateDirectory'>): string =>
  join(stateDirectory, 'dashboard.json');

export const announceDashboard = (place: Place, served: ServedDashboard): Promise<void> =>
  writeFile(fileOf(place), JSON.stringify(served), { mode: PRIVATE_FILE_MODE });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Undefined where none runs for this project. */
export const dashboardOf = async (
  place: Pick<Place, 'stateDirectory'>,
): Promise<ServedDashboard | undefined> => {
  try {
    const { data } = servedSchema.safeParse(JSON.parse(await readFile(fileOf(place), 'utf8')));
    return data !== undefined && isAlive(data.pid) ? data : undefined;
  } catch {
    return undefined;
  }
};

/** Only what this process wrote: another one may have taken its place. */
export const withdrawDashboard = async (place: Place): Promise<void> => {
  if ((await dashboardOf(place))?.pid === process.pid) await rm(fileOf(place), { force: true });
};

/** Where a page opens, with a code that signs its browser in. */
export const pageAddress = ({ url, key }: Pick<ServedDashboard, 'url' | 'key'>, path: string): string =>
  `${url}${path}#code=${mintCode(key)}`;

export const itemPath = (run: string, item: string): string =>
  `/inbox/${encodeURIComponent(run)}/${encodeURIComponent(item)}`;
