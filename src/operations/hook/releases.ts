// What people released for the hook: tests that may change or go, and bases. Kept with who, when and why.
import * as z from 'zod';
import { BatonError } from '../../errors.ts';
import type { TestRow } from '../../model/evidence.ts';
import { REASON_CHARS_MAX, RELEASE_KEPT_MS, RELEASES_MAX } from '../../model/limits/hook.ts';
import { digestSchema } from '../../model/run/sealed.ts';
import type { Place } from '../../runners/commands/place.ts';
import { plainLine } from '../../std/terminal-text.ts';
import { hookFile, readHookFile, writeHookFile } from './hook-files.ts';

const said = { by: z.string(), at: z.string(), why: z.string() };
const releaseSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('test'),
    /** The name of a test, or the path of a test file. */
    test: z.string(),
    ...said,
    /** When a proved change made use of it: it does not excuse another one. */
    used: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('base'), tree: digestSchema, ...said }),
  z.strictObject({ kind: z.literal('hook'), ...said }),
]);
export type Release = z.infer<typeof releaseSchema>;
const fileSchema = z.strictObject({ v: z.literal(1), releases: z.array(releaseSchema) });

const fileOf = (place: Place): string => hookFile(place, '.hook-released.json');

/** The oldest first. */
export const readReleases = async (place: Place): Promise<readonly Release[]> =>
  (await readHookFile(fileOf(place), fileSchema))?.releases ?? [];

const writeReleases = (place: Place, releases: readonly Release[]): Promise<void> =>
  writeHookFile(fileOf(place), { v: 1, releases: releases.slice(-RELEASES_MAX) });

export const addReleases = async (place: Place, added: readonly Release[]): Promise<void> =>
  writeReleases(place, [...(await readReleases(place)), ...added]);

/** One line that a person can be shown again. */
export const requireWords = (what: string, text: string | undefined): string => {
  const line = plainLine(text ?? '');
  if (line !== '' && line.length <= REASON_CHARS_MAX) return line;
  throw new BatonError(
    'USAGE_INVALID',
    `expected ${what} of 1 to ${REASON_CHARS_MAX} characters, got ${line.length}`,
    { hint: 'baton release "adds numbers" --why "the API was replaced"' },
  );
};

export type TestRelease = Extract<Release, { kind: 'test' }>;

export const isActive = (release: Release, now: number): release is TestRelease =>
  release.kind === 'test' && release.used === undefined && now - Date.parse(release.at) <= RELEASE_KEPT_MS;

export const activeReleases = async (place: Place, now: number): Promise<readonly TestRelease[]> =>
  (await readReleases(place)).filter((release) => isActive(release, now));

const concerns = ({ test }: TestRelease, { name, file }: TestRow): boolean =>
  test === name ||
  test === file ||
  name.endsWith(` ${test}`) ||
  (test.endsWith('/') && file?.startsWith(test) === true);

const isAsBefore = (row: TestRow): boolean => row.text === 'same' && row.head === 'passed';

/** Those that these tests made use of. */
export const usedReleases = (
  releases: readonly TestRelease[],
  rows: readonly TestRow[],
): readonly TestRelease[] => {
  const touched = rows.filter((row) => row.base !== 'gone' && !isAsBefore(row));
  return releases.filter((release) => touched.some((row) => concerns(release, row)));
};

/** A release is for one change. */
export const spendReleases = async (
  place: Place,
  used: readonly TestRelease[],
  now: number,
): Promise<void> => {
  if (used.length === 0) return;
  const key = ({ test, at }: TestRelease): string => `${at} ${test}`;
  const keys = new Set(used.map(key));
  const at = new Date(now).toISOString();
  const all = (await readReleases(place)).map((release) =>
    release.kind === 'test' && keys.has(key(release)) ? { ...release, used: at } : release,
  );
  await writeReleases(place, all);
};
