// Entries out of a journal whose end is known.
import { type Entry, JOURNAL_FORMAT } from '../../model/run/entry.ts';
import type { Disk } from '../../std/disk/disk.ts';
import { corrupt, decodeLine, NEWLINE, openEnvelope, tooNew } from '../journal-line.ts';
import { readChunks } from './journal-chunks.ts';
import { openForReading } from './journal-file.ts';
import type { Mark } from './journal-scan.ts';

/** Checks envelope, checksum and sequence; the chain was checked when the end was found. */
export async function* readEntries(
  disk: Disk,
  path: string,
  from: Mark,
  { to, seq: firstSeq }: { readonly to: number; readonly seq: number },
): AsyncGenerator<Entry> {
  const file = await openForReading(disk, path);
  try {
    let seq = from.head.seq;
    for await (const { bytes, whole } of readChunks(file, from.offset, to)) {
      if (!whole) throw corrupt({ file: path, line: seq + 1 }, 'is no longer whole');
      let at = 0;
      while (at < bytes.length) {
        const end = bytes.indexOf(NEWLINE, at);
        const envelope = openEnvelope(bytes, at, end);
        seq += 1;
        if (envelope?.seq !== seq) throw corrupt({ file: path, line: seq }, 'is not what was written there');
        if (envelope.v > JOURNAL_FORMAT) throw tooNew({ file: path, line: seq }, envelope.v);
        if (seq >= firstSeq) yield decodeLine(bytes, at, end, { file: path, line: seq });
        at = end + 1;
      }
    }
  } finally {
    await file.close();
  }
}
