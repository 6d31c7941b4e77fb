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
  /** Tokens of browsers are made from it. */
  key: z.string(),
  /** Of this process: codes are made from both, so that none is good at two of them. */
  boot: z.string(),
  readOnly: z.boolean(),
});
export type ServedDashboard = z.infer<typeof servedSchema>;

const NONCE_BYTES = 12;

const signed = (key: string, nonce: string): string =>
  createHmac('sha256', key).update(nonce).digest('base64url');

export const newDashboardKey = (): string => randomBytes(32).toString('base64url');

interface Secrets {
  readonly key: string;
  readonly boot: string;
}

const codeKey = ({ key, boot }: Secrets): string => `code ${boot} ${key}`;
const tokenKey = (key: string): string => `token ${key}`;

const minted = (secret: string): string => {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return `${nonce}.${signed(secret, nonce)}`;
};

/** Good once, at the process that has both. */
export const mintCode = (secrets: Secrets): string => minted(codeKey(secrets));

/** Good as long as the key: a server that was killed and is started again knows its browsers. */
export const mintToken = (key: string): string => minted(tokenKey(key));

const nonceIn = (secret: string, text: string): string | undefined => {
  const [nonce = '', signature = ''] = text.split('.');
  const given = Buffer.from(signature);
  const due = Buffer.from(signed(secret, nonce));
  return given.length === due.length && timingSafeEqual(given, due) ? nonce : undefined;
};

/** What makes the code this one; undefined for one that was not made here. */
export const codeNonce = (secrets: Secrets, code: string): string | undefined =>
  nonceIn(codeKey(secrets), code);

export const isToken = (key: string, token: string): boolean => nonceIn(tokenKey(key), token) !== undefined;

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

const announcedIn = async (place: Pick<Place, 'stateDirectory'>): Promise<ServedDashboard | undefined> => {
  try {
    return servedSchema.safeParse(JSON.parse(await readFile(fileOf(place), 'utf8'))).data;
  } catch {
    return undefined;
  }
};

/** Undefined where none runs for this project. */
export const dashboardOf = async (
  place: Pick<Place, 'stateDirectory'>,
): Promise<ServedDashboard | undefined> => {
  const found = await announcedIn(place);
  return found !== undefined && isAlive(found.pid) ? found : undefined;
};

/** One that was killed: it could not withdraw what it announced, and its browsers look for it. */
export const killedDashboard = async (
  place: Pick<Place, 'stateDirectory'>,
): Promise<ServedDashboard | undefined> => {
  const found = await announcedIn(place);
  return found !== undefined && !isAlive(found.pid) ? found : undefined;
};

/** Only what this process wrote: another one may have taken its place. */
export const withdrawDashboard = async (place: Place): Promise<void> => {
  if ((await dashboardOf(place))?.pid === process.pid) await rm(fileOf(place), { force: true });
};

/** Where a page opens, with a code that signs its browser in. */
export const pageAddress = (served: Pick<ServedDashboard, 'url' | 'key' | 'boot'>, path: string): string =>
  `${served.url}${path}#code=${mintCode(served)}`;

export const itemPath = (run: string, item: string): string =>
  `/inbox/${encodeURIComponent(run)}/${encodeURIComponent(item)}`;
