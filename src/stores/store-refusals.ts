// What every store refuses in the same words.
import { BatonError } from '../errors.ts';
import { ENTRY_BYTES_MAX } from '../model/limits/limits.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { Head } from './store.ts';

export const storeConflict = (what: string, head: Head): BatonError =>
  new BatonError('STORE_CONFLICT', `${what}, but the journal ends with entry ${head.seq} (${head.chain})`, {
    hint: 'Read on from there and decide again.',
    data: { seq: head.seq },
  });

export const entryTooLarge = (bytes: number): BatonError =>
  new BatonError(
    'SUBMISSION_TOO_LARGE',
    `an entry of ${bytes} bytes; at most ${ENTRY_BYTES_MAX} are allowed`,
    {
      hint: 'Hand in fewer or smaller artifacts at once.',
      data: { bytes, max: ENTRY_BYTES_MAX },
    },
  );

export const objectMissing = (digest: Digest, where: string): BatonError =>
  new BatonError('OBJECT_MISSING', `there are no bytes for ${digest} in ${where}`, {
    hint: 'Put them back from a copy of the run, then run `baton verify`.',
    data: { digest, where },
  });

export const storeClosed = (where: string): BatonError =>
  new BatonError('STORE_FAILED', `the store in ${where} was closed`, {
    hint: 'This is a fault in Baton: it used a store after closing it. Continue with `baton resume`.',
  });

export const runMoved = (run: string, to: string): BatonError =>
  new BatonError('RUN_MOVED', `run ${run} was moved to ${to}`, {
    hint: `Say it there, or bring the run back with \`baton move ${run}\`.`,
    data: { to },
  });
