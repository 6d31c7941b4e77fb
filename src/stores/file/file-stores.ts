// The runs of one project in one directory: a folder for each, named after it.
import { createReadStream } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isName } from '../../model/workflow/names.ts';
import { type Disk, PRIVATE_DIRECTORY_MODE } from '../../std/disk/disk.ts';
import { processIdentity } from '../../std/processes/process-identity.ts';
import type { Stores, Unheld, UnheldRuns } from '../store.ts';
import { runMoved } from '../store-refusals.ts';
import { openFileStore } from './file-store.ts';
import { openFileStoreReadOnly } from './file-store-reader.ts';
import { headPath, readHead } from './head-file.ts';
import { journalPath } from './journal-file.ts';
import { isHeld, takeLock } from './lock.ts';
import { adoptFiles, carryFiles, readMoved, writeMoved } from './moved-file.ts';
import { verifyJournal } from './verify-journal.ts';
import { readWantedEntries } from './wanted-entries.ts';

/** No name of a run begins with a dot. */
const REMOVED_PREFIX = '.removed-';
const EXPORTED = ['journal.jsonl', 'objects'];

/** When the journal was last written to; undefined where none was. Whatever is in its place is somebody's run. */
const writtenAt = async (directory: string): Promise<number | undefined> =>
  stat(journalPath(directory)).then(
    (found) => (found.size > 0 ? found.mtimeMs : undefined),
    () => undefined,
  );

const listed = async (root: string): Promise<readonly string[]> => {
  const names = await readdir(root).catch(() => []);
  const found: { readonly name: string; readonly at: number }[] = [];
  for (const name of names.filter(isName)) {
    const at = await writtenAt(join(root, name));
    if (at !== undefined) found.push({ name, at });
  }
  return found.sort((a, b) => b.at - a.at).map(({ name }) => name);
};

const exportTo = async (from: string, target: string): Promise<void> => {
  await mkdir(target, { recursive: true });
  for (const name of EXPORTED)
    await cp(join(from, name), join(target, name), { recursive: true, force: true }).catch(() => {});
};

const exportBeginning = async (from: string, target: string, entries: number): Promise<void> => {
  const lines: string[] = [];
  const file = createReadStream(journalPath(from), 'utf8');
  try {
    for await (const line of createInterface({ input: file })) {
      if (lines.length === entries) break;
      lines.push(`${line}\n`);
    }
  } catch {
    return;
  } finally {
    file.destroy();
  }
  await mkdir(target, { recursive: true });
  await rm(join(target, 'objects'), { recursive: true, force: true });
  await writeFile(join(target, 'journal.jsonl'), lines.join(''));
};

/** By one rename: what a crash leaves of it is no run. */
const removeRun = async (root: string, run: string): Promise<void> => {
  const gone = join(root, `${REMOVED_PREFIX}${run}-${processIdentity()}`);
  await rm(headPath(join(root, run)), { force: true });
  await rename(join(root, run), gone);
  await rm(gone, { recursive: true, force: true });
};

/** The journal first: without it there is no run here. Logs, and the note of where it went, stay. */
const removeCarried = async (directory: string): Promise<void> => {
  for (const path of [
    journalPath(directory),
    headPath(directory),
    join(directory, 'snapshot.json'),
    join(directory, 'objects'),
  ])
    await rm(path, { recursive: true, force: true });
};

const unheldIn = async (
  disk: Disk,
  root: string,
  passOver: (run: Unheld) => boolean,
): Promise<UnheldRuns> => {
  const found: Unheld[] = [];
  for (const run of await listed(root)) {
    const directory = join(root, run);
    const one = { run, chain: (await readHead(disk, headPath(directory)))?.chain ?? '' };
    if (!passOver(one) && !(await isHeld(directory))) found.push(one);
  }
  return { runs: found };
};

export const fileStores = (disk: Disk, root: string): Stores => {
  const directoryOf = (run: string): string => join(root, run);
  return {
    list: () => listed(root),
    has: async (run) => (await writtenAt(directoryOf(run))) !== undefined,
    isHeld: (run) => isHeld(directoryOf(run)),
    unheld: (passOver) => unheldIn(disk, root, passOver),
    take: async (run, { moving = false } = {}) => {
      const directory = directoryOf(run);
      await mkdir(directory, { recursive: true, mode: PRIVATE_DIRECTORY_MODE });
      const lock = await takeLock(directory, run);
      const moved = moving ? undefined : await readMoved(disk, directory);
      if (moved !== undefined) {
        await lock.release();
        throw runMoved(run, moved);
      }
      return {
        moveAway: (to) => writeMoved(disk, directory, to),
        adopt: (carried) => adoptFiles(disk, directory, carried),
        open: () => openFileStore(disk, directory, headPath(directory)),
        release: () => lock.release(),
        remove: ({ moved = false } = {}) => (moved ? removeCarried(directory) : removeRun(root, run)),
      };
    },
    movedTo: (run) => readMoved(disk, directoryOf(run)),
    carry: async (run) => {
      const { entries, chain } = await verifyJournal(disk, directoryOf(run));
      return carryFiles(disk, directoryOf(run), { seq: entries, chain });
    },
    reader: (run) => openFileStoreReadOnly(disk, directoryOf(run)),
    head: (run) => readHead(disk, headPath(directoryOf(run))),
    verify: (run) => verifyJournal(disk, directoryOf(run)),
    readWanted: (run, wants) => readWantedEntries(disk, directoryOf(run), wants),
    export: (run, target, entries) =>
      entries === undefined
        ? exportTo(directoryOf(run), target)
        : exportBeginning(directoryOf(run), target, entries),
  };
};
