// The index of a working tree as Baton checked it out. While the inode of a file is as it was then, its bytes are too,
// so only what was touched since is read when the tree is sealed.
import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { INDEX_SETTLES_MS, KEPT_INDEX_BYTES_MAX } from '../../model/limits/limits.ts';

interface Entry {
  /** Where the entry begins. */
  readonly at: number;
  readonly ctimeSeconds: number;
  readonly name: Buffer;
  /** As `git ls-files --stage` says it. */
  readonly line: string;
}

export interface KeptIndex {
  /** As git wrote it. */
  readonly written: Buffer;
  /** What may have been written to since has no times in it, so git reads it. */
  bytes: Buffer;
  readonly objectFormat: string;
  /** How long the ids of this format are. */
  readonly idBytes: number;
  /** What `git ls-files --stage -z` says of it. */
  readonly tracked: Buffer;
  /** Entries that the seconds of git do not tell enough about, until one look at them in a later second. */
  recent: readonly Entry[];
  /** The second in which the last file was written. Whoever works in the tree began in it, or later. */
  readonly lastSecond: number;
}

// The layout of an index of version 2: https://git-scm.com/docs/index-format
const VERSION_2 = Buffer.from('DIRC\0\0\0\x02', 'latin1');
const HEADER_BYTES = 12;
const AT = { ctime: 0, mtime: 8, inode: 20, mode: 24, size: 36, id: 40 } as const;
const NAME_BYTES_MASK = 0xfff;
const ID_BYTES: Readonly<Record<string, number>> = { sha1: 20, sha256: 32 };

const entryAt = (bytes: Buffer, at: number, idBytes: number): Entry & { readonly next: number } => {
  const flagsAt = at + AT.id + idBytes;
  const flags = bytes.readUInt16BE(flagsAt);
  const nameAt = flagsAt + 2;
  const short = flags & NAME_BYTES_MASK;
  const end = short === NAME_BYTES_MASK ? bytes.indexOf(0, nameAt) : nameAt + short;
  const mode = bytes.readUInt32BE(at + AT.mode).toString(8);
  const id = bytes.toString('hex', at + AT.id, flagsAt);
  const name = bytes.subarray(nameAt, end);
  return {
    at,
    ctimeSeconds: bytes.readUInt32BE(at + AT.ctime),
    name,
    line: `${mode} ${id} ${(flags >> 12) & 3}\t${name.toString('latin1')}`,
    // Padded with one to eight zeros.
    next: at + ((end - at + 8) & ~7),
  };
};

/** Undefined for what this file does not know how to read: then every file is read again. */
const parseIndex = (bytes: Buffer, objectFormat: string): KeptIndex | undefined => {
  const idBytes = ID_BYTES[objectFormat];
  if (idBytes === undefined || !bytes.subarray(0, 8).equals(VERSION_2)) return undefined;
  const entries: Entry[] = [];
  let at = HEADER_BYTES;
  let lastSecond = 0;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const { next, ...entry } = entryAt(bytes, at, idBytes);
    entries.push(entry);
    lastSecond = Math.max(lastSecond, entry.ctimeSeconds);
    at = next;
  }
  const tracked = Buffer.from(entries.map(({ line }) => `${line}\0`).join(''), 'latin1');
  const recent = entries.filter(({ ctimeSeconds }) => ctimeSeconds === lastSecond);
  return { written: bytes, bytes, objectFormat, idBytes, tracked, recent, lastSecond };
};

/** To be called before anybody works in the tree at `root`. */
export const keepIndex = async (
  path: string,
  objectFormat: string,
  root: string,
): Promise<KeptIndex | undefined> => {
  if ((await stat(path)).size > KEPT_INDEX_BYTES_MAX) return undefined;
  const kept = parseIndex(await readFile(path), objectFormat);
  // Where the last second is over before anybody works here, whatever is written gets a later one.
  if (kept !== undefined && kept.lastSecond < secondNow(root)) kept.recent = [];
  return kept;
};

/** By the clock of the disk, which a new file has the time of. */
const secondNow = (root: string): number => {
  const path = `${root}.${randomUUID()}`;
  writeFileSync(path, '');
  const { ctimeMs } = lstatSync(path);
  rmSync(path);
  return Math.floor(ctimeMs / 1000);
};

/** Whether the file at this path is the index as it was kept, byte for byte. */
export const isKeptIndex = async ({ written }: KeptIndex, path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && found.size === written.length && written.equals(await readFile(path));
};

/** So that a tree of many files does not keep everything else waiting. */
const FILES_AT_ONCE = 200;
const NANOSECONDS = 1_000_000_000n;

/** Git compares seconds only; in the second in which the files were written that is not enough. */
const isUntouched = ({ bytes }: KeptIndex, { at, name }: Entry, root: string): boolean => {
  const nanoseconds = bytes.readUInt32BE(at + AT.ctime + 4);
  // A disk that knows whole seconds alone says nothing here.
  if (nanoseconds === 0) return false;
  try {
    const stats = lstatSync(Buffer.concat([Buffer.from(`${root}/`), name]), { bigint: true });
    return (
      stats.ctimeNs % NANOSECONDS === BigInt(nanoseconds) &&
      BigInt.asUintN(32, stats.ino) === BigInt(bytes.readUInt32BE(at + AT.inode))
    );
  } catch {
    return false;
  }
};

const withoutTimes = ({ bytes, objectFormat, idBytes }: KeptIndex, entries: readonly Entry[]): Buffer => {
  if (entries.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  for (const { at } of entries) {
    copy.fill(0, at + AT.ctime, at + AT.mode);
    copy.writeUInt32BE(0, at + AT.size);
  }
  const checked = copy.length - idBytes;
  createHash(objectFormat).update(copy.subarray(0, checked)).digest().copy(copy, checked);
  return copy;
};

/** Puts the index down for git, in a folder that was made just now. */
export const writeKeptIndex = (kept: KeptIndex, root: string, path: string): void => {
  const second = Math.floor(lstatSync(dirname(path)).ctimeMs / 1000);
  const bytes = withoutTimes(
    kept,
    kept.recent.filter((entry) => !isUntouched(kept, entry, root)),
  );
  writeFileSync(path, bytes);
  if (second <= kept.lastSecond) return;
  // Whatever is written to from here on gets a later second, which git sees.
  kept.bytes = bytes;
  kept.recent = [];
};

/** Looks at recent files once their second is over, while the agent has just begun, so that no seal has to. */
export const settleKeptIndex = async (kept: KeptIndex, root: string): Promise<void> => {
  const looked = kept.recent;
  if (looked.length === 0) return;
  await sleep(INDEX_SETTLES_MS, undefined, { ref: false });
  if (kept.recent !== looked || secondNow(root) <= kept.lastSecond) return;
  const touched: Entry[] = [];
  for (const [at, entry] of looked.entries()) {
    if (!isUntouched(kept, entry, root)) touched.push(entry);
    if (at % FILES_AT_ONCE === 0) await breathe();
  }
  // A seal may have looked in the meantime.
  if (kept.recent !== looked) return;
  kept.bytes = withoutTimes(kept, touched);
  kept.recent = [];
};

const linesOf = (tracked: Buffer): string[] =>
  tracked
    .toString('latin1')
    .split('\0')
    .filter((line) => line !== '');

const linesByName = (lines: readonly string[]): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const line of lines) {
    const name = line.slice(line.indexOf('\t') + 1);
    found.set(name, [...(found.get(name) ?? []), line]);
  }
  return found;
};

/**
 * Lines for `update-index --index-info` that make the kept index hold what `tracked`, the output of
 * `ls-files --stage -z`, holds: an agent may have added an ignored file, or let go of one. Empty where nothing differs.
 */
export const trackedSince = (kept: KeptIndex, tracked: Buffer): Buffer => {
  if (tracked.equals(kept.tracked)) return Buffer.alloc(0);
  const [ours, theirs] = [linesOf(kept.tracked), linesOf(tracked)];
  const before = new Set(ours);
  const now = new Set(theirs);
  const none = '0'.repeat(kept.idBytes * 2);
  const gone = linesByName(ours.filter((line) => !now.has(line)));
  const come = linesByName(theirs.filter((line) => !before.has(line)));
  // A path in conflict has several lines; they replace the one that it had.
  const removed = [...new Set([...gone.keys(), ...come.keys()])].map((name) => `0 ${none}\t${name}`);
  return Buffer.from(
    [...removed, ...[...come.values()].flat()].map((line) => `${line}\0`).join(''),
    'latin1',
  );
};
