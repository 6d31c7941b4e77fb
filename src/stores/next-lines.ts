// What a journal gets next, checked before anything of it is written.
import { ENTRY_BYTES_MAX } from '../model/limits/limits.ts';
import type { EntryDraft } from '../model/run/entry.ts';
import { type EncodedLine, encodeLine } from './journal-line.ts';
import type { Head } from './store.ts';
import { entryTooLarge, storeConflict } from './store-refusals.ts';

export interface NextLines {
  /** Each continues the one before it. */
  readonly lines: readonly EncodedLine[];
  /** Where the journal ends with them. */
  readonly head: Head;
}

/** Throws STORE_CONFLICT where the journal ends elsewhere, and where a line would be too long. */
export const nextLines = (drafts: readonly EntryDraft[], after: Head, expectedSeq: number): NextLines => {
  if (after.seq !== expectedSeq) throw storeConflict(`entry ${expectedSeq + 1} was to be appended`, after);
  let head = after;
  const lines = drafts.map((draft) => {
    const line = encodeLine(draft, head);
    if (line.bytes.length > ENTRY_BYTES_MAX) throw entryTooLarge(line.bytes.length);
    head = { seq: line.entry.seq, chain: line.chain };
    return line;
  });
  return { lines, head };
};

/** The one that was asked for alone. */
export const onlyOne = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new TypeError('expected an entry, got none');
  return one;
};
