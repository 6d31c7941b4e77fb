// Bytes of a run: differences between its trees, its sealed files, and what its agents print. Only what the journal names.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { attemptLogName } from '../../agents/attempt-log.ts';
import { BatonError, errnoOf } from '../../errors.ts';
import type { DiffDocument, LogPiece } from '../../model/dashboard/bytes.ts';
import { LOG_PIECE_BYTES_MAX, OBJECT_SHOWN_BYTES_MAX } from '../../model/limits/dashboard.ts';
import { PATCH_BYTES_MAX } from '../../model/limits/limits.ts';
import { type Digest, digestSchema, TREE_PREFIX } from '../../model/run/sealed.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { treePatch } from '../../runners/trees/tree-patch.ts';
import { patchFiles } from './patch-files.ts';
import { sealedIn } from './run-history.ts';
import type { ShownRun } from './run-view.ts';

const requireKnown = ({ book, run }: ShownRun, digest: string, isTree: boolean): Digest => {
  const isKnown = book.history.digests.has(digest) && digestSchema.safeParse(digest).success;
  if (isKnown && digest.startsWith(TREE_PREFIX) === isTree) return digest;
  throw new BatonError('OBJECT_MISSING', `run ${run.name} knows no ${isTree ? 'tree' : 'file'} ${digest}`);
};

export const diffOf = async (shown: ShownRun, from: string, to: string): Promise<DiffDocument> => {
  const trees = { from: requireKnown(shown, from, true), to: requireKnown(shown, to, true) };
  const repository = await findRepository(shown.run.place.project);
  const { bytes, cut } = await treePatch(repository, trees.from, trees.to, PATCH_BYTES_MAX);
  const read = patchFiles(bytes.toString('utf8'));
  return { ...trees, files: read.files, cut: cut || read.cut };
};

/** A small file stands in the journal; a large one is an object. */
const bytesOf = async ({ book }: ShownRun, digest: Digest): Promise<Uint8Array> => {
  const seq = book.history.texts.get(digest);
  const sealed = seq === undefined ? [] : book.entryAt(seq).events.flatMap(sealedIn);
  const text = sealed.find((one) => one.digest === digest && one.text !== undefined)?.text;
  return text === undefined ? book.store.getObject(digest) : Buffer.from(text);
};

/** Whole, or of a large one its head and its tail. */
export const objectOf = async (
  shown: ShownRun,
  digest: string,
): Promise<{ readonly bytes: Uint8Array; readonly cut: number }> => {
  const bytes = await bytesOf(shown, requireKnown(shown, digest, false));
  if (bytes.length <= OBJECT_SHOWN_BYTES_MAX) return { bytes, cut: 0 };
  const half = OBJECT_SHOWN_BYTES_MAX / 2;
  const cut = bytes.length - 2 * half;
  const gap = Buffer.from(`\n[${cut} bytes are not shown]\n`);
  return { bytes: Buffer.concat([bytes.subarray(0, half), gap, bytes.subarray(bytes.length - half)]), cut };
};

/** Not in the middle of a character: the rest comes with the next piece. */
const wholeCharacters = (bytes: Buffer): Buffer => {
  for (let back = 1; back <= 3 && back < bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
};

/** What an attempt printed, from a place on; a negative one counts from the end. */
export const logPiece = async (
  shown: ShownRun,
  assignment: string,
  attempt: number,
  offset: number,
): Promise<LogPiece> => {
  const { book, run, held } = shown;
  const isKnown = book.history.rows.some((row) => row.assignment === assignment);
  const work = book.stateAt(book.seq).works[assignment];
  if (!isKnown && work === undefined)
    throw new BatonError('ITEM_UNKNOWN', `run ${run.name} knows no assignment ${JSON.stringify(assignment)}`);
  const goesOn = held && work?.attempt === attempt && work.attemptState === 'running';
  const none = { assignment, attempt, offset: 0, size: 0, text: '', goesOn };
  const path = join(run.stateDirectory, 'logs', attemptLogName(assignment, attempt));
  const file = await open(path, 'r').catch((cause: unknown) => {
    if (errnoOf(cause) === 'ENOENT') return undefined;
    throw cause;
  });
  if (file === undefined) return none;
  try {
    const { size } = await file.stat();
    const from = Math.min(size, offset < 0 ? Math.max(0, size + offset) : offset);
    const buffer = Buffer.alloc(Math.min(LOG_PIECE_BYTES_MAX, size - from));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    const whole = wholeCharacters(buffer.subarray(0, bytesRead));
    return { ...none, offset: from + whole.length, size, text: whole.toString('utf8') };
  } finally {
    await file.close();
  }
};
