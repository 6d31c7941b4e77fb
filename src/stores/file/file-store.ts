// A run's own files: journal.jsonl, snapshot.json, objects/.
import type { BatonError } from '../../errors.ts';
import type { Entry, EntryDraft } from '../../model/run/entry.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { removeUnfinished } from '../../std/disk/atomic-file.ts';
import type { Disk } from '../../std/disk/disk.ts';
import { makeDirectory, syncAncestors } from '../../std/disk/durable-directory.ts';
import { nextLines, onlyOne } from '../next-lines.ts';
import type { Head, Opened, Snapshot, Store } from '../store.ts';
import { storeClosed, storeConflict } from '../store-refusals.ts';
import { HeadKeeper, readHead, requireHead } from './head-file.ts';
import { JournalFile, journalPath } from './journal-file.ts';
import { FIRST_MARK, type Mark } from './journal-scan.ts';
import { ObjectFiles } from './object-files.ts';
import { readEntries } from './read-entries.ts';
import { recoverJournal } from './recover-journal.ts';
import { fitSnapshot, type PlacedSnapshot, snapshotPath, writeSnapshotFile } from './snapshot-file.ts';
import { storeError } from './store-error.ts';

/** Opens for the one holder. The directory, an absolute path, is made where it is missing. The head is kept in `headFile`. */
export const openFileStore = async (disk: Disk, directory: string, headFile?: string): Promise<Opened> => {
  try {
    await makeDirectory(disk, directory);
    return await openIn(disk, directory, headFile);
  } catch (cause) {
    throw storeError(`opening the run in ${directory}`, cause);
  }
};

const openIn = async (disk: Disk, directory: string, headFile: string | undefined): Promise<Opened> => {
  const path = journalPath(directory);
  // Appending is the way to open that makes the file where it is missing and changes nothing where it is not.
  await (await disk.open(path, 'a')).close();
  const file = await disk.open(path, 'r+');
  try {
    await removeUnfinished(disk, snapshotPath(directory));
    const { placed, notes } = await fitSnapshot(disk, directory, file);
    const recovered = await recoverJournal(disk, directory, { file, from: placed?.mark ?? FIRST_MARK });
    const { end, torn } = recovered;
    // Once there is an entry, an earlier holder has seen to it that the names above it are durable.
    if (end.head.seq === 0) await syncAncestors(disk, directory);
    const heads = headFile === undefined ? undefined : await keepFrom(disk, headFile, end.head);
    const journal = await JournalFile.open(disk, path, end.offset);
    const store = new FileStore(disk, directory, { journal, end, placed, heads });
    return { store, notes: [...notes, ...recovered.notes], torn };
  } finally {
    await file.close();
  }
};

/** A journal without entries is that of a new run, whatever an earlier one of its name has left. */
const keepFrom = async (disk: Disk, path: string, head: Head): Promise<HeadKeeper | undefined> => {
  if (head.seq > 0) requireHead(await readHead(disk, path), head, path);
  return await HeadKeeper.open(disk, path, head);
};

interface FileStoreParts {
  readonly journal: JournalFile;
  readonly end: Mark;
  readonly placed: PlacedSnapshot | undefined;
  readonly heads: HeadKeeper | undefined;
}

class FileStore implements Store {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #journal: JournalFile;
  readonly #objects: ObjectFiles;
  readonly #heads: HeadKeeper | undefined;
  readonly #listeners = new Set<(head: Head) => void>();
  #placed: PlacedSnapshot | undefined;
  #end: Mark;
  #failure: BatonError | undefined;
  #closed = false;
  /** Writes happen one after the other. It never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(disk: Disk, directory: string, { journal, end, placed, heads }: FileStoreParts) {
    this.#disk = disk;
    this.#directory = directory;
    this.#journal = journal;
    this.#objects = new ObjectFiles(disk, directory);
    this.#end = end;
    this.#placed = placed;
    this.#heads = heads;
  }

  get head(): Head {
    return this.#end.head;
  }

  async append(draft: EntryDraft, expectedSeq: number): Promise<Entry> {
    return onlyOne(await this.appendAll([draft], expectedSeq));
  }

  appendAll(drafts: readonly EntryDraft[], expectedSeq: number): Promise<readonly Entry[]> {
    return this.#inOrder(async () => {
      const { lines, head } = nextLines(drafts, this.#end.head, expectedSeq);
      const bytes =
        lines.length === 1 ? onlyOne(lines).bytes : Buffer.concat(lines.map((line) => line.bytes));
      await this.#orDie(
        `appending entry ${expectedSeq + 1} in ${this.#directory}`,
        this.#journal.append(bytes),
      );
      const offset = this.#end.offset + bytes.length;
      this.#end = { head, start: offset - (lines.at(-1)?.bytes.length ?? 0), offset };
      this.#heads?.keep(head);
      // Its own task: what a listener does cannot change whether the entry was appended.
      for (const listener of this.#listeners) queueMicrotask(() => listener(head));
      return lines.map(({ entry }) => entry);
    });
  }

  /** No generator of its own: each one that an entry passes through costs as much as checking the entry. */
  read(fromSeq: number): AsyncGenerator<Entry> {
    this.#assertAlive();
    const marks = [this.#end, this.#placed?.mark ?? FIRST_MARK, FIRST_MARK];
    const from = marks.find((mark) => mark.head.seq < fromSeq) ?? FIRST_MARK;
    const until = { to: this.#end.offset, seq: fromSeq };
    return readEntries(this.#disk, journalPath(this.#directory), from, until);
  }

  putObject(bytes: Uint8Array): Promise<Digest> {
    return this.#inOrder(() =>
      this.#orDie(`writing an object in ${this.#directory}`, this.#objects.put(bytes)),
    );
  }

  async getObject(digest: Digest): Promise<Uint8Array> {
    this.#assertAlive();
    return await this.#objects.get(digest);
  }

  async readSnapshot(): Promise<Snapshot | undefined> {
    this.#assertAlive();
    return this.#placed?.snapshot;
  }

  writeSnapshot(snapshot: Snapshot): Promise<void> {
    // The place is taken now, not when the writes before it are done.
    const mark = this.#end;
    return this.#inOrder(async () => {
      const { seq, chain } = snapshot.head;
      if (seq !== mark.head.seq || chain !== mark.head.chain)
        throw storeConflict(`a snapshot of entry ${seq} was to be written`, mark.head);
      const placed = { snapshot, mark };
      try {
        await writeSnapshotFile(this.#disk, this.#directory, placed);
      } catch (cause) {
        throw storeError(`writing the snapshot in ${this.#directory}`, cause);
      }
      this.#placed = placed;
    });
  }

  watch(listener: (head: Head) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.#last;
    this.#listeners.clear();
    this.#failure ??= storeClosed(this.#directory);
    // A descriptor that is closed twice may by then be another file's.
    if (!this.#closed) {
      await this.#heads?.close();
      await this.#journal.close();
    }
    this.#closed = true;
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => {
      this.#assertAlive();
      return work();
    });
    this.#last = done.catch(() => {});
    return done;
  }

  /** What was not written whole and synced is not tried again: nobody knows what is on the disk now. */
  async #orDie<T>(doing: string, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      this.#failure = storeError(doing, cause);
      throw this.#failure;
    }
  }

  #assertAlive(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
