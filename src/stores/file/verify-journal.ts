// Checks every byte of a run's own files: each line's checksum, place and link, each object's digest.
// It goes on after a problem, so that one look tells all of them.
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Disk } from '../../std/disk/disk.ts';
import { checkObjects, JournalCheck } from '../journal-check.ts';
import { NEWLINE } from '../journal-line.ts';
import type { Head, Verified } from '../store.ts';
import { readChunks } from './journal-chunks.ts';
import { journalPath, openForReading } from './journal-file.ts';
import { ObjectFiles } from './object-files.ts';
import { readSnapshotFile, snapshotPath } from './snapshot-file.ts';

export const verifyJournal = async (disk: Disk, directory: string): Promise<Verified> => {
  const found: Problem[] = [];
  const snapshot = await readSnapshotFile(disk, directory);
  const place = typeof snapshot === 'object' ? snapshot.mark.head : undefined;
  const journal = new JournalCheck(journalPath(directory), found, place);
  await checkLines(disk, journalPath(directory), journal);
  if (typeof snapshot === 'string' || (place !== undefined && !journal.placeSeen)) {
    found.push(staleSnapshot(directory, typeof snapshot === 'string' ? snapshot : undefined, place));
  }
  const objects = new ObjectFiles(disk, directory);
  const present = await objects.list();
  await checkObjects(objects, present, journal.needed, found);
  const names = await disk.readdir(directory);
  return {
    entries: journal.head.seq,
    chain: journal.head.chain,
    objects: present.length,
    unreferenced: present.filter((digest) => !journal.mentioned.has(digest)),
    torn: names.filter((name) => /^torn-\d+-\d+\.bin$/.test(name)),
    problems: found.slice(0, PROBLEMS_MAX),
  };
};

/** A snapshot of an entry that is not there means that the journal was cut. */
const staleSnapshot = (directory: string, words: string | undefined, place: Head | undefined): Problem =>
  problem(
    'SNAPSHOT_STALE',
    words ?? `the snapshot was made at entry ${place?.seq}, which the journal does not have`,
    {
      severity: words === undefined ? 'error' : 'warning',
      file: snapshotPath(directory),
      hint: 'The snapshot alone is only a cache. Compare the journal with a copy of it: entries may have been removed.',
    },
  );

const checkLines = async (disk: Disk, path: string, journal: JournalCheck): Promise<void> => {
  const file = await openForReading(disk, path);
  try {
    const { size } = await file.stat();
    for await (const { bytes, whole } of readChunks(file, 0, size)) {
      if (!whole) journal.torn(bytes.length);
      for (let at = 0; whole && at < bytes.length; ) {
        const end = bytes.indexOf(NEWLINE, at);
        journal.line(bytes, at, end);
        at = end + 1;
      }
    }
  } finally {
    await file.close();
  }
};
