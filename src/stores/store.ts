// The store's interface: files now, a database beyond one machine. It keeps entries in order and bytes by digest;
// it knows nothing of what they mean.

import type { Problem } from '../model/problem.ts';
import type { Entry, EntryDraft } from '../model/run/entry.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { State } from '../model/run/state.ts';

/** Where the journal ends: the last sequence number and the digest of its line. */
export interface Head {
  readonly seq: number;
  readonly chain: string;
}

export interface Snapshot {
  readonly state: State;
  readonly head: Head;
}

/** What anyone may do, also while another process holds the run. It writes nothing. */
export interface StoreReader {
  /** Where the journal ended when this was last looked at. */
  readonly head: Head;
  /** Entries from `fromSeq` on, in order, each checked. Throws JOURNAL_CORRUPT where a line is not what it was. */
  read(fromSeq: number): AsyncIterable<Entry>;
  /** Throws OBJECT_MISSING or OBJECT_CORRUPT. */
  getObject(digest: Digest): Promise<Uint8Array>;
  /** A cache: undefined when there is none that fits the journal. */
  readSnapshot(): Promise<Snapshot | undefined>;
  /** A hint that the journal grew. What is true is what `read` gives. */
  watch(listener: (head: Head) => void): () => void;
  close(): Promise<void>;
}

/**
 * For the one process that holds the run. Once a write or a sync has failed, the store is dead: every later call
 * rejects with the same error, and only opening the store again tells what is there.
 */
export interface Store extends StoreReader {
  /**
   * Durable when it resolves, as entry `expectedSeq + 1`. It is refused with STORE_CONFLICT when the journal ends
   * elsewhere, and with JOURNAL_FENCED when another writer has taken over.
   */
  append(draft: EntryDraft, expectedSeq: number): Promise<Entry>;
  /** Durable when it resolves. The same bytes again are no fault. */
  putObject(bytes: Uint8Array): Promise<Digest>;
  /** The snapshot must be of the present head. A failure is not fatal: nothing depends on a cache. */
  writeSnapshot(snapshot: Snapshot): Promise<void>;
}

/** What opening found: a torn tail that was set aside, a snapshot that did not fit. */
export interface Opened {
  readonly store: Store;
  readonly notes: readonly Problem[];
  /** Bytes of a torn tail that were set aside. */
  readonly torn: number;
}
