// The store's interface: files now, a database beyond one machine. It keeps entries in order and bytes by digest;
// it knows nothing of what they mean.

import type { BatonError } from '../errors.ts';
import type { Problem } from '../model/problem.ts';
import type { Entry, EntryDraft } from '../model/run/entry.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { State } from '../model/run/state.ts';
import type { Offers } from './offers.ts';

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
  /** Names of the git objects that are kept with the run, in the order in which each may rest on those before it. */
  trees?(): Promise<readonly string[]>;
  readTrees?(): AsyncIterable<SharedTree>;
  close(): Promise<void>;
}

/** A tree or a commit with all that it needs beyond what was shared before it, as a thin pack of git. */
export interface SharedTree {
  readonly oid: string;
  readonly pack: Uint8Array;
}

/**
 * For the one process that holds the run. Once a write or a sync has failed, the store is dead: every later call
 * rejects with the same error, and only opening the store again tells what is there.
 */
export interface Store extends StoreReader {
  /**
   * Durable when it resolves, as entry `expectedSeq + 1`. It is refused with STORE_CONFLICT when the journal ends
   * elsewhere, and with JOURNAL_FENCED when another writer has taken over. A store that is listed without replay keeps the brief with it.
   */
  append(draft: EntryDraft, expectedSeq: number, brief?: (entry: Entry) => Brief): Promise<Entry>;
  /**
   * The same for several that follow each other, with one wait for the disk. None is acknowledged before all are durable; after a crash the
   * first of them may be there without the rest.
   */
  appendAll(
    drafts: readonly EntryDraft[],
    expectedSeq: number,
    brief?: (last: Entry) => Brief,
  ): Promise<readonly Entry[]>;
  /** Durable when it resolves. The same bytes again are no fault. */
  putObject(bytes: Uint8Array): Promise<Digest>;
  /** The snapshot must be of the present head. A failure is not fatal: nothing depends on a cache. */
  writeSnapshot(snapshot: Snapshot): Promise<void>;
  /**
   * Whether it is certain that nobody else holds the run. While it is not, nothing is begun and nothing is answered. Absent where the
   * holder is the only one who can write.
   */
  readonly held?: boolean;
  /** Resolves when another process has taken the run over: this one has no say any more. */
  readonly lost?: Promise<BatonError>;
  /** A snapshot is worth writing after so many entries; absent: as often as the loop likes. */
  readonly snapshotEvery?: number;
  /** Where the trees of a run are kept with it. Durable when it resolves. */
  putTree?(tree: SharedTree): Promise<void>;
  /** Gives what people said to the run through its store, and nobody has answered yet, and keeps each answer. */
  takeWords?(answer: (word: SaidWord) => Promise<string>): Promise<void>;
  /** Where other machines may gather evidence for the run. */
  readonly offers?: Offers;
  /** A hint that somebody said something. */
  onWord?(call: () => void): () => void;
}

export interface SaidWord {
  /** Who logged in to say it, whatever the text says. */
  readonly person: string;
  readonly text: string;
}

/** How a run stands after an entry, for lists. */
export interface Brief {
  /** Nothing is left to be done for it. */
  readonly over: boolean;
  readonly text: string;
}

/** What opening found: a torn tail that was set aside, a snapshot that did not fit. */
export interface Opened {
  readonly store: Store;
  readonly notes: readonly Problem[];
  /** Bytes of a torn tail that were set aside. */
  readonly torn: number;
}

export interface OpenedReader {
  readonly store: StoreReader;
  readonly notes: readonly Problem[];
}

export interface Verified {
  readonly entries: number;
  /** Digest of the last line. */
  readonly chain: string;
  readonly objects: number;
  /** Objects that no entry mentions: what a crash left between an object and its entry. They do no harm. */
  readonly unreferenced: readonly Digest[];
  /** Pieces of torn entries that were set aside. */
  readonly torn: readonly string[];
  readonly problems: readonly Problem[];
}

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

/** A run that this process holds: nobody else writes to it until it is released. */
export interface Hold {
  /** The number of this holder, where holders are numbered: the next one has another. */
  readonly epoch?: number;
  /** Once, while it is held. */
  open(): Promise<Opened>;
  release(): Promise<void>;
  /**
   * Removes the run with all that is kept of it; where it was moved, only what was carried. It is still held, so that nobody starts it anew
   * meanwhile.
   */
  remove(options?: { readonly moved?: boolean }): Promise<void>;
  /** From here on nobody takes the run here but whoever moves it on; those who ask are told these words. */
  moveAway(to: string): Promise<void>;
  /** Takes a whole run in, as it is, where there is none yet or the same. It is a run again when this resolves. */
  adopt(carried: Carried): Promise<void>;
}

/** A run as it is carried from one home to another. Trees are not in it: git has them. */
export interface Carried {
  readonly head: Head;
  /** Without newlines. */
  lines(): AsyncIterable<Buffer>;
  readonly objects: readonly Digest[];
  object(digest: Digest): Promise<Uint8Array>;
}

/** A run that nobody holds, and the digest that its journal ended with; empty where that is not kept. */
export interface Unheld {
  readonly run: string;
  readonly chain: string;
}

export interface KeptBrief {
  readonly run: string;
  readonly held: boolean;
  /** When the last entry was written, as it says, and which one that is. */
  readonly at: string | undefined;
  readonly seq?: number;
  /** The text of the last brief; undefined where nobody wrote one. */
  readonly text: string | undefined;
}

export interface UnheldRuns {
  readonly runs: readonly Unheld[];
  /** After so long the next one may be free, unless its holder is heard of before. */
  readonly nextMs?: number;
}

/** The runs of one project, each by its name. Where they are kept is nobody else's business. */
export interface Stores {
  /** The one that was written to last comes first. A start that was cut off before its first entry is no run. */
  list(): Promise<readonly string[]>;
  /** Whether the run has an entry, also one that cannot be read. */
  has(run: string): Promise<boolean>;
  isHeld(run: string): Promise<boolean>;
  /** The number of the last holder, where holders are numbered. */
  epoch?(run: string): Promise<number | undefined>;
  /**
   * Runs with an entry that nobody holds. Those that the caller passes over, by their name and where they ended when that was last looked
   * at, are not looked at any further; nor need those be named that are known to be over.
   */
  unheld(passOver: (run: Unheld) => boolean): Promise<UnheldRuns>;
  /** Throws RUN_HELD while another process holds it, and RUN_MOVED where it went elsewhere, unless it is taken to be moved. */
  take(run: string, options?: { readonly moving?: boolean }): Promise<Hold>;
  /** Words for where the run went, where it was moved. */
  movedTo(run: string): Promise<string | undefined>;
  carry(run: string): Promise<Carried>;
  /** How each run stands, where that is kept beside the journals; in the order of `list`. */
  briefs?(): Promise<readonly KeptBrief[] | undefined>;
  /** Lines of several runs that hold all of the words, unchecked, for whoever only shows them. */
  linesWith?(
    wants: readonly { readonly run: string; readonly words: readonly string[] }[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  reader(run: string): Promise<OpenedReader>;
  /** The head that was kept of the journal, apart from it. */
  head(run: string): Promise<Head | undefined>;
  verify(run: string): Promise<Verified>;
  /** The whole journal in one pass, of which only some lines are parsed. */
  readWanted(run: string, wants: Wants): Promise<Passed>;
  /**
   * Copies all that the run knows into a directory, for people and other tools to read; with a number only so many entries from
   * the first on, and no objects.
   */
  export(run: string, directory: string, entries?: number): Promise<void>;
  /**
   * Says something to whoever holds the run, on whichever machine; gives back the answer. Undefined where no process holds the run: then the
   * word waits for the next one that does.
   */
  say?(run: string, text: string): Promise<string | undefined>;
}

export interface StoreFitness {
  readonly server: string;
  /** Of the tables; undefined where there are none. */
  readonly version: number | undefined;
  /** Who this process is to the database, and what that lets it do. */
  readonly user: string;
  readonly roles: readonly string[];
  /** What is wrong, each with what to do. */
  readonly problems: readonly string[];
}

/** For the owner of a database in which runs are kept. */
export interface StoreKeeper {
  /** Makes what is missing and brings the rest up to date; returns the version. */
  setUp(): Promise<number>;
  check(): Promise<StoreFitness>;
}
