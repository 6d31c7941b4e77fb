// The head of a run's journal, kept apart from the run's own files: whoever cuts off the end of a journal leaves this
// behind. It is written after the entry is durable, so it is never ahead of the journal; it may be a moment behind.
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { BatonError } from '../../errors.ts';
import { writeWhole } from '../../std/disk/atomic-file.ts';
import type { Disk, DiskFile } from '../../std/disk/disk.ts';
import { makeDirectory } from '../../std/disk/durable-directory.ts';
import { isRecord } from '../../std/is-record.ts';
import type { Head } from '../store.ts';

const HEAD_FORMAT = 1;
/** Of one length, so that one write replaces it. */
const RECORD_BYTES = 160;

/** `<state root>/heads/<project>/<run>.json`, for a run in `<state root>/<project>/<run>`. */
export const headPath = (directory: string): string => {
  const project = dirname(directory);
  return join(dirname(project), 'heads', basename(project), `${basename(directory)}.json`);
};

/** A power cut may leave half of one record and half of another. */
const checksumOf = (seq: unknown, chain: unknown): number => crc32(`${seq} ${chain}`);

const recordOf = ({ seq, chain }: Head): Buffer => {
  const record = { v: HEAD_FORMAT, seq, chain, crc: checksumOf(seq, chain) };
  return Buffer.from(`${JSON.stringify(record).padEnd(RECORD_BYTES - 1)}\n`);
};

const parseHead = (text: string): Head | undefined => {
  try {
    const record: unknown = JSON.parse(text);
    if (!isRecord(record)) return undefined;
    const { v, seq, chain, crc } = record;
    if (v !== HEAD_FORMAT || typeof seq !== 'number' || typeof chain !== 'string') return undefined;
    return crc === checksumOf(seq, chain) ? { seq, chain } : undefined;
  } catch {
    return undefined;
  }
};

/** Undefined where none was kept, or where it cannot be read: it is not synced, so a power cut may leave it empty. */
export const readHead = async (disk: Disk, path: string): Promise<Head | undefined> => {
  try {
    const found = await disk.lstat(path);
    if (found?.kind !== 'file' || found.size > RECORD_BYTES) return undefined;
    return parseHead((await disk.readFile(path)).toString('utf8'));
  } catch {
    return undefined;
  }
};

/** A journal that is shorter than what was kept of it was cut: going on would cover that up. */
export const requireHead = (kept: Head | undefined, found: Head, path: string): void => {
  const same =
    kept === undefined || kept.seq < found.seq || (kept.seq === found.seq && kept.chain === found.chain);
  if (same) return;
  throw new BatonError(
    'JOURNAL_CUT',
    `the journal ends with entry ${found.seq} (${found.chain}), expected entry ${kept.seq} (${kept.chain}) in it`,
    {
      hint: `Put the journal back from a copy, or start a new run. To go on without the missing entries, delete ${path}.`,
      data: { seq: found.seq, kept: kept.seq },
    },
  );
};

/** Keeps the head of one journal. Failures are ignored: the run does not depend on it, and `verify` says that there is none. */
export class HeadKeeper {
  readonly #file: DiskFile;
  /** Writes happen one after the other. It never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(file: DiskFile) {
    this.#file = file;
  }

  /** With what the journal has now; what a journal of the same name left behind is gone. */
  static async open(disk: Disk, path: string, head: Head): Promise<HeadKeeper | undefined> {
    try {
      await makeDirectory(disk, dirname(path));
      await (await disk.open(path, 'a')).close();
      const file = await disk.open(path, 'r+');
      if (head.seq > 0) await writeWhole(file, recordOf(head), 0);
      await file.truncate(head.seq > 0 ? RECORD_BYTES : 0);
      return new HeadKeeper(file);
    } catch {
      return undefined;
    }
  }

  keep(head: Head): void {
    this.#inOrder(() => writeWhole(this.#file, recordOf(head), 0));
  }

  async close(): Promise<void> {
    this.#inOrder(async () => this.#file.datasync());
    this.#inOrder(async () => this.#file.close());
    await this.#last;
  }

  #inOrder(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch(() => {});
  }
}
