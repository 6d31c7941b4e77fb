// A run's files while another process holds the run: nothing is written, and a line that is just being written is
// not there yet. What a reader sees may still be lost by a power cut; only the holder knows what is durable.
import { BatonError } from '../../errors.ts';
import { WATCH_POLL_MS } from '../../model/limits/limits.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Disk } from '../../std/disk/disk.ts';
import type { Head, OpenedReader, Snapshot, StoreReader } from '../store.ts';
import { journalPath, openForReading } from './journal-file.ts';
import { FIRST_MARK, type Mark, type Scan, scanJournal } from './journal-scan.ts';
import { ObjectFiles } from './object-files.ts';
import { readEntries } from './read-entries.ts';
import { fitSnapshot, type PlacedSnapshot } from './snapshot-file.ts';

export const openFileStoreReadOnly = async (disk: Disk, directory: string): Promise<OpenedReader> => {
  const path = journalPath(directory);
  const journal = await openForReading(disk, path);
  try {
    const { placed, notes } = await fitSnapshot(disk, directory, journal);
    const store = new FileStoreReader(disk, directory, placed);
    await store.refresh();
    return { store, notes };
  } finally {
    await journal.close();
  }
};

class FileStoreReader implements StoreReader {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #objects: ObjectFiles;
  readonly #placed: PlacedSnapshot | undefined;
  readonly #timers = new Set<NodeJS.Timeout>();
  #end: Mark;

  constructor(disk: Disk, directory: string, placed: PlacedSnapshot | undefined) {
    this.#disk = disk;
    this.#path = journalPath(directory);
    this.#objects = new ObjectFiles(disk, directory);
    this.#placed = placed;
    this.#end = placed?.mark ?? FIRST_MARK;
  }

  get head(): Head {
    return this.#end.head;
  }

  /** Lists look at hundreds of journals that nobody writes to: each costs them one call. */
  async refresh(): Promise<void> {
    if ((await this.#disk.stat(this.#path))?.size === this.#end.offset && this.#end.offset > 0) return;
    this.#end = (await this.#scan()).end;
  }

  async *read(fromSeq: number): AsyncGenerator<Entry> {
    await this.refresh();
    if (fromSeq > this.#end.head.seq) return;
    const marks = [this.#end, this.#placed?.mark ?? FIRST_MARK, FIRST_MARK];
    const from = marks.find((mark) => mark.head.seq < fromSeq) ?? FIRST_MARK;
    yield* readEntries(this.#disk, this.#path, from, { to: this.#end.offset, seq: fromSeq });
  }

  async getObject(digest: Digest): Promise<Uint8Array> {
    return await this.#objects.get(digest);
  }

  async readSnapshot(): Promise<Snapshot | undefined> {
    return this.#placed?.snapshot;
  }

  watch(listener: (head: Head) => void): () => void {
    let size = this.#end.offset;
    const look = async (): Promise<void> => {
      try {
        const found = (await this.#disk.stat(this.#path))?.size;
        if (found === undefined || found === size) return;
        size = found;
        await this.refresh();
      } catch {
        // This is a hint. What is wrong is said to whoever reads.
      }
      listener(this.head);
    };
    const timer = setInterval(() => void look(), WATCH_POLL_MS).unref();
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
      clearInterval(timer);
    };
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers.clear();
  }

  /** A holder that takes over cuts the tail under a reader's eyes, which looks like damage once, but not twice. */
  async #scan(): Promise<Scan> {
    try {
      return await this.#scanOnce();
    } catch (cause) {
      if (!(cause instanceof BatonError) || cause.code !== 'JOURNAL_CORRUPT') throw cause;
      return await this.#scanOnce();
    }
  }

  async #scanOnce(): Promise<Scan> {
    const file = await openForReading(this.#disk, this.#path);
    try {
      const { size } = await file.stat();
      return await scanJournal(file, this.#path, size, this.#end);
    } finally {
      await file.close();
    }
  }
}
