// One pass over a whole journal: every line is checked, and only those that somebody wants are parsed.
import { type Entry, JOURNAL_FORMAT } from '../../model/run/entry.ts';
import type { Disk } from '../../std/disk/disk.ts';
import { chainOf, decodeLine, EMPTY_HEAD, NEWLINE, openEnvelope, prevOf, tooNew } from '../journal-line.ts';
import { readChunks } from './journal-chunks.ts';
import { journalPath, openForReading } from './journal-file.ts';
import { FIRST_MARK, scanJournal } from './journal-scan.ts';

export interface Wants {
  /** A line that is not wanted is checked, but not parsed. */
  wants(line: Buffer): boolean;
  /** Each entry of a wanted line, in order; `false` ends the reading. */
  onEntry(entry: Entry): boolean;
}

export interface Passed {
  /** Digest of the first line: two journals that share it are of one run. Undefined where there is no entry. */
  readonly first: string | undefined;
}

/** Throws what opening a journal throws; a tail that was never acknowledged is passed over. */
export const readWantedEntries = async (
  disk: Disk,
  directory: string,
  { wants, onEntry }: Wants,
): Promise<Passed> => {
  const path = journalPath(directory);
  const file = await openForReading(disk, path);
  try {
    const { size } = await file.stat();
    let { seq, chain } = EMPTY_HEAD;
    let [start, offset] = [0, 0];
    let first: string | undefined;
    reading: for await (const { bytes, offset: base, whole } of readChunks(file, 0, size)) {
      if (!whole) break;
      for (let at = 0; at < bytes.length; ) {
        const end = bytes.indexOf(NEWLINE, at);
        const envelope = openEnvelope(bytes, at, end);
        if (envelope?.seq !== seq + 1 || prevOf(bytes, end) !== chain) break reading;
        if (envelope.v > JOURNAL_FORMAT) throw tooNew({ file: path, line: seq + 1 }, envelope.v);
        seq += 1;
        chain = chainOf(bytes, at, end);
        first ??= chain;
        if (wants(bytes.subarray(at, end))) {
          if (!onEntry(decodeLine(bytes, at, end, { file: path, line: seq }))) return { first };
        }
        start = base + at;
        at = end + 1;
        offset = base + at;
      }
    }
    // What follows the last sound line is judged as everywhere: torn, just being written, or corrupt.
    const from = seq === 0 ? FIRST_MARK : { head: { seq, chain }, start, offset };
    await scanJournal(file, path, size, from);
    return { first };
  } finally {
    await file.close();
  }
};
