// The snapshot: a cache of the state at one place of the journal. It is not synced, so after a crash it may be
// missing, old, empty or half; its own checksum and the line before its place tell.
import { join } from 'node:path';
import { causeText } from '../../errors.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { State } from '../../model/run/state.ts';
import { writeAtomic } from '../../std/disk/atomic-file.ts';
import type { Disk, DiskFile } from '../../std/disk/disk.ts';
import { sha256 } from '../../std/sha256.ts';
import { NEWLINE } from '../journal-line.ts';
import { SNAPSHOT_FORMAT } from '../snapshot-format.ts';
import type { Snapshot } from '../store.ts';
import { readRange } from './journal-chunks.ts';
import type { Mark } from './journal-scan.ts';

const CHECKSUM = ',"checksum":"';

export const snapshotPath = (directory: string): string => join(directory, 'snapshot.json');

interface SnapshotRecord {
  readonly v: number;
  readonly seq: number;
  /** Where the line of entry `seq` begins, and where the next one does. */
  readonly start: number;
  readonly offset: number;
  readonly chain: string;
  readonly state: State;
}

export interface PlacedSnapshot {
  readonly snapshot: Snapshot;
  readonly mark: Mark;
}

export const writeSnapshotFile = async (
  disk: Disk,
  directory: string,
  placed: PlacedSnapshot,
): Promise<void> => {
  const { head, start, offset } = placed.mark;
  const record: SnapshotRecord = {
    v: SNAPSHOT_FORMAT,
    seq: head.seq,
    start,
    offset,
    chain: head.chain,
    state: placed.snapshot.state,
  };
  const body = JSON.stringify(record).slice(0, -1);
  const text = `${body}${CHECKSUM}${sha256(body)}"}\n`;
  await writeAtomic(disk, snapshotPath(directory), Buffer.from(text), { durable: false });
};

/** What is in the file, whether or not it fits the journal; words where it is not a snapshot. */
export const readSnapshotFile = async (
  disk: Disk,
  directory: string,
): Promise<PlacedSnapshot | string | undefined> => {
  const path = snapshotPath(directory);
  if ((await disk.stat(path)) === undefined) return undefined;
  const bytes = await disk.readFile(path);
  const cut = Math.max(bytes.lastIndexOf(CHECKSUM), 0);
  const checksum = `${CHECKSUM}${sha256(bytes.subarray(0, cut))}"}\n`;
  if (bytes.toString('utf8', cut) !== checksum) return 'its checksum is wrong';
  try {
    const { v, seq, start, offset, chain, state } = JSON.parse(bytes.toString('utf8')) as SnapshotRecord;
    if (v !== SNAPSHOT_FORMAT) return `it has format ${v}, this program uses ${SNAPSHOT_FORMAT}`;
    const head = { seq, chain };
    return { snapshot: { state, head }, mark: { head, start, offset } };
  } catch (cause) {
    return `it is not JSON: ${causeText(cause)}`;
  }
};

/** The snapshot that fits the journal, or a note that says why there is none. */
export const fitSnapshot = async (
  disk: Disk,
  directory: string,
  journal: DiskFile,
): Promise<{ readonly placed?: PlacedSnapshot; readonly notes: readonly Problem[] }> => {
  const found = await readSnapshotFile(disk, directory);
  if (found === undefined) return { notes: [] };
  const misfit = typeof found === 'string' ? found : await misfitOf(found, journal);
  if (typeof found !== 'string' && misfit === undefined) return { placed: found, notes: [] };
  const note = problem('SNAPSHOT_STALE', `the snapshot does not fit the journal: ${misfit}`, {
    severity: 'warning',
    file: snapshotPath(directory),
    hint: 'It is only a cache: the state is made again from the whole journal.',
  });
  return { notes: [note] };
};

const misfitOf = async ({ mark }: PlacedSnapshot, journal: DiskFile): Promise<string | undefined> => {
  const { size } = await journal.stat();
  if (size < mark.offset) {
    return `it knows entry ${mark.head.seq}, which ends at byte ${mark.offset}, but the journal has ${size} bytes`;
  }
  const line = await readRange(journal, mark.start, mark.offset);
  const fits = line.at(-1) === NEWLINE && sha256(line.subarray(0, -1)) === mark.head.chain;
  return fits ? undefined : `entry ${mark.head.seq} is not the line that it was made from`;
};
