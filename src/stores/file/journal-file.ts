// The journal's end, where the one holder appends: one write and one sync for each entry, or for several that come together.
import { join } from 'node:path';
import { BatonError, errnoOf } from '../../errors.ts';
import { writeWhole } from '../../std/disk/atomic-file.ts';
import type { Disk, DiskFile, DiskStat } from '../../std/disk/disk.ts';

export const journalPath = (directory: string): string => join(directory, 'journal.jsonl');

export const openForReading = async (disk: Disk, path: string): Promise<DiskFile> => {
  try {
    return await disk.open(path, 'r');
  } catch (cause) {
    const missing = errnoOf(cause) === 'ENOENT';
    throw new BatonError(
      missing ? 'FILE_MISSING' : 'FILE_UNREADABLE',
      `the journal ${path} cannot be opened`,
      {
        hint: missing ? 'Look with `baton list` which runs there are.' : 'Make it readable for you.',
        data: { file: path },
        cause,
      },
    );
  }
};

export class JournalFile {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #file: DiskFile;
  readonly #opened: DiskStat;
  #size: number;

  private constructor(disk: Disk, path: string, file: DiskFile, opened: DiskStat, size: number) {
    this.#disk = disk;
    this.#path = path;
    this.#file = file;
    this.#opened = opened;
    this.#size = size;
  }

  /** `size` is what the journal has been read to. Appending, not writing at an offset: a holder that was fenced must never overwrite its successor's lines. */
  static async open(disk: Disk, path: string, size: number): Promise<JournalFile> {
    const file = await disk.open(path, 'a');
    return new JournalFile(disk, path, file, await file.stat(), size);
  }

  get size(): number {
    return this.#size;
  }

  /** Looks after the write too, so that a line written behind another's back is never acknowledged. */
  async append(bytes: Buffer): Promise<void> {
    await this.#assertOurs();
    await writeWhole(this.#file, bytes);
    await this.#file.datasync();
    this.#size += bytes.length;
    await this.#assertOurs();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #assertOurs(): Promise<void> {
    const found = await this.#disk.stat(this.#path);
    const same = found?.ino === this.#opened.ino && found.dev === this.#opened.dev;
    if (same && found.size === this.#size) return;
    const what = same
      ? `has ${found.size} bytes where ${this.#size} were expected`
      : 'is another file than before';
    throw new BatonError('JOURNAL_FENCED', `${this.#path} ${what}: another process has written to this run`, {
      hint: 'Only one process may hold a run. End the other one, then continue with `baton resume`.',
      data: { file: this.#path, expected: this.#size, found: found?.size ?? null },
    });
  }
}
