// Makes a journal ready for a new holder: what is in it is sound and durable, what was torn is set aside.
import { join } from 'node:path';
import { JOURNAL_CHUNK_BYTES } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { writeWhole } from '../../std/disk/atomic-file.ts';
import type { Disk, DiskFile } from '../../std/disk/disk.ts';
import { readRange } from './journal-chunks.ts';
import { journalPath } from './journal-file.ts';
import { type Mark, type Scan, scanJournal } from './journal-scan.ts';

export interface Recovered {
  readonly end: Mark;
  readonly torn: number;
  readonly notes: readonly Problem[];
}

export const recoverJournal = async (
  disk: Disk,
  directory: string,
  { file, from }: { readonly file: DiskFile; readonly from: Mark },
): Promise<Recovered> => {
  const { size } = await file.stat();
  const scan = await scanJournal(file, journalPath(directory), size, from);
  const notes = scan.tail.length > 0 ? [await setAside(disk, directory, scan)] : [];
  if (scan.tail.length > 0) await file.truncate((scan.unfinished ?? scan.end).offset);
  const end = scan.unfinished ? await finishLine(file, scan.unfinished) : scan.end;
  await rewriteEnd(file, Math.min(from.offset, end.start), end.offset);
  await file.datasync();
  return { end, torn: scan.tail.length, notes };
};

/** Durable before the journal is cut: a tail that was read wrongly can still be looked at. */
const setAside = async (disk: Disk, directory: string, { tail, end, unfinished }: Scan): Promise<Problem> => {
  const line = (unfinished ?? end).head.seq + 1;
  let count = 1;
  const pathOf = (): string => join(directory, `torn-${line}-${count}.bin`);
  while ((await disk.stat(pathOf())) !== undefined) count += 1;
  const file = await disk.open(pathOf(), 'wx');
  try {
    await writeWhole(file, tail);
    await file.datasync();
  } finally {
    await file.close();
  }
  await disk.syncDirectory(directory);
  return problem(
    'JOURNAL_TORN',
    `the journal ended with ${tail.length} bytes of an entry ${line} that was never acknowledged; they are in ${pathOf()}`,
    {
      severity: 'warning',
      file: journalPath(directory),
      line,
      hint: 'Nothing that was accepted is lost. What was being written is asked for again.',
    },
  );
};

const finishLine = async (file: DiskFile, end: Mark): Promise<Mark> => {
  await writeWhole(file, Buffer.from('\n'), end.offset);
  return { ...end, offset: end.offset + 1 };
};

/**
 * A holder may have died after its write and before its sync, or because its sync failed. Then the lines of that write are in memory
 * only, perhaps marked as clean, and a sync alone would not save them. Written again they are: all that no snapshot knows, because a
 * snapshot is made only of what is durable.
 */
const rewriteEnd = async (file: DiskFile, from: number, to: number): Promise<void> => {
  for (let at = from; at < to; at += JOURNAL_CHUNK_BYTES)
    await writeWhole(file, await readRange(file, at, Math.min(at + JOURNAL_CHUNK_BYTES, to)), at);
};
