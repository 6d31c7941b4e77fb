// Reads a journal in pieces of whole lines, so that memory does not grow with its length.
import { ENTRY_BYTES_MAX, JOURNAL_CHUNK_BYTES } from '../../model/limits/limits.ts';
import type { DiskFile } from '../../std/disk/disk.ts';
import { NEWLINE } from '../journal-line.ts';

export interface Chunk {
  /** Valid until the next chunk is asked for. */
  readonly bytes: Buffer;
  /** Position in the file of the first byte. */
  readonly offset: number;
  /** Every line in it has its newline. Only the last chunk may be without. */
  readonly whole: boolean;
}

export async function* readChunks(file: DiskFile, from: number, to: number): AsyncGenerator<Chunk> {
  let buffer = Buffer.allocUnsafe(Math.min(JOURNAL_CHUNK_BYTES, Math.max(to - from, 1)));
  let held = 0;
  let offset = from;
  for (;;) {
    const room = Math.min(buffer.length - held, to - offset - held);
    const got = room > 0 ? await file.read(buffer.subarray(held, held + room), offset + held) : 0;
    held += got;
    const end = got === 0 ? 0 : buffer.lastIndexOf(NEWLINE, held - 1) + 1;
    if (end > 0) {
      yield { bytes: buffer.subarray(0, end), offset, whole: true };
      buffer.copyWithin(0, end, held);
      held -= end;
      offset += end;
    } else if (got === 0 || held > ENTRY_BYTES_MAX) {
      if (held > 0) yield { bytes: buffer.subarray(0, held), offset, whole: false };
      return;
    } else if (held === buffer.length) {
      buffer = Buffer.concat([buffer], buffer.length * 2);
    }
  }
}

export const readRange = async (file: DiskFile, from: number, to: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(Math.max(to - from, 0));
  let held = 0;
  while (held < bytes.length) {
    const got = await file.read(bytes.subarray(held), from + held);
    if (got === 0) break;
    held += got;
  }
  return bytes.subarray(0, held);
};
