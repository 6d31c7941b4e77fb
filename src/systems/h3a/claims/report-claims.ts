// What all three reports claim in the same words: of which run they are, how their gate stands, when they were written, and
// which files they come with.

import type { Path } from '../../../text/json-places.ts';
import { valueAt } from '../files/task-file.ts';
import { isText, plainPath, samePath } from '../handoff/values.ts';
import { type Compared, listedValues, told } from './compared.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** One entry of a report, with where it stands. */
export interface Entry {
  readonly file: string;
  readonly path: Path;
  readonly record: JsonRecord;
  /** The whole file. */
  readonly json: JsonRecord;
}

/** A claim at a place of the entry. */
export const claimAt = (
  entry: Entry,
  keys: Path,
  values: Pick<Compared, 'claimed' | 'measured' | 'same'> &
    Partial<Pick<Compared, 'name' | 'source' | 'hint'>>,
): Compared => ({
  name: keys.filter((key) => typeof key === 'string').join('.'),
  ...values,
  file: entry.file,
  path: [...entry.path, ...keys],
});

export const runClaim = (entry: Entry, run: string): Compared[] => {
  const claimed = entry.json['run_id'];
  if (!isText(claimed)) return [];
  const compared = claimAt({ ...entry, path: [] }, ['run_id'], {
    ...{ claimed, measured: run, same: claimed === run, source: 'is this run' },
    hint: 'Keep the run_id of the report that lies there.',
  });
  return [compared];
};

/** Without the field nothing is claimed. */
export const gateClaim = (
  entry: Entry,
  allowed: readonly [wanted: string, ...others: string[]],
  source: string,
): Compared[] => {
  const claimed = entry.record['gate_status'];
  if (claimed === undefined || claimed === null) return [];
  return [
    claimAt(entry, ['gate_status'], {
      claimed: told(claimed),
      measured: allowed[0],
      same: allowed.includes(String(claimed)),
      source,
      hint: `Write "${allowed[0]}".`,
    }),
  ];
};

/** What is reported after something else was not written before it. */
export const timeClaim = (
  entry: Entry,
  keys: Path,
  earlier: { readonly at: unknown; readonly what: string },
): Compared[] => {
  const at = valueAt(entry.record, ...keys);
  if (!isText(at) || !isText(earlier.at)) return [];
  const [then, before] = [Date.parse(at), Date.parse(earlier.at)];
  if (Number.isNaN(then) || Number.isNaN(before)) return [];
  return [
    claimAt(entry, keys, {
      claimed: at,
      measured: earlier.at,
      same: then >= before,
      source: `is the time of ${earlier.what}, which came before`,
      hint: 'Write the time at which it was done.',
    }),
  ];
};

/** One of the files that are taken, also by its bare name; else the path itself. */
export const takenPath = (path: string, taken: readonly string[]): string =>
  taken.find((one) => samePath(one, path)) ??
  taken.find((one) => one.endsWith(`/${plainPath(path)}`)) ??
  plainPath(path);

/** Files that are named in a report are files that are there. */
export const fileClaims = (
  entry: Entry,
  places: readonly Path[],
  isThere: (path: string) => boolean,
  taken: readonly string[],
): Compared[] => {
  const isFolder = (path: string): boolean =>
    taken.some((one) => one.startsWith(`${plainPath(path)}/`) && isThere(one));
  return places.flatMap((keys) => {
    const path = valueAt(entry.record, ...keys);
    if (!isText(path)) return [];
    return [
      claimAt(entry, keys, {
        claimed: path,
        measured: listedValues(taken.filter(isThere)),
        same: isThere(takenPath(path, taken)) || (path.endsWith('/') && isFolder(path)),
        source: 'are the files that were handed in',
        hint: `Keep it under one of the names that are taken (${listedValues(taken)}), or take it out of the list.`,
      }),
    ];
  });
};

export const listPlaces = (record: JsonRecord, key: string): readonly Path[] => {
  const list = record[key];
  return Array.isArray(list) ? list.map((_, index) => [key, index]) : [];
};

export const isOneOf = (path: string, paths: readonly string[]): boolean =>
  paths.some((one) => samePath(one, path));
