// A store in memory: for tests and for runs that nobody wants to keep. It keeps lines as they would stand in a file.
import { BatonError } from '../../errors.ts';
import type { Entry, EntryDraft } from '../../model/run/entry.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { sha256 } from '../../std/sha256.ts';
import { chainOf, decodeLine, EMPTY_HEAD } from '../journal-line.ts';
import { nextLines, onlyOne } from '../next-lines.ts';
import type { Head, Opened, Snapshot, Store } from '../store.ts';
import { objectMissing, storeClosed, storeConflict } from '../store-refusals.ts';

/** What outlives a store: opening one on the same memory again is a restart. */
export class Memory {
  /** Without newlines. */
  readonly lines: Buffer[] = [];
  readonly objects = new Map<Digest, Uint8Array>();
  /** Of the store that was opened last. */
  epoch = 0;
  /** As text, so that nobody holds on to the state inside. */
  snapshot: string | undefined;
  /** For tests: called before anything is kept; what it throws is the failure. */
  beforeWrite: () => void = () => {};
}

export const openMemoryStore = async (memory: Memory = new Memory()): Promise<Opened> => ({
  store: new MemoryStore(memory),
  notes: [],
  torn: 0,
});

const NAME = 'memory';

class MemoryStore implements Store {
  readonly #memory: Memory;
  readonly #listeners = new Set<(head: Head) => void>();
  readonly #epoch: number;
  #head: Head;
  #failure: BatonError | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
    memory.epoch += 1;
    this.#epoch = memory.epoch;
    const last = memory.lines.at(-1);
    this.#head = last ? { seq: memory.lines.length, chain: chainOf(last, 0, last.length) } : EMPTY_HEAD;
  }

  get head(): Head {
    return this.#head;
  }

  async append(draft: EntryDraft, expectedSeq: number): Promise<Entry> {
    return onlyOne(await this.appendAll([draft], expectedSeq));
  }

  async appendAll(drafts: readonly EntryDraft[], expectedSeq: number): Promise<readonly Entry[]> {
    this.#assertAlive();
    const { lines, head } = nextLines(drafts, this.#head, expectedSeq);
    this.#orDie(() => {
      this.#assertOurs();
      this.#memory.beforeWrite();
      this.#memory.lines.push(...lines.map(({ bytes }) => bytes.subarray(0, -1)));
    });
    this.#head = head;
    for (const listener of this.#listeners) queueMicrotask(() => listener(head));
    return lines.map(({ entry }) => entry);
  }

  async *read(fromSeq: number): AsyncGenerator<Entry> {
    this.#assertAlive();
    const first = Math.max(fromSeq, 1);
    for (const [at, line] of this.#memory.lines.slice(first - 1, this.#head.seq).entries())
      yield decodeLine(line, 0, line.length, { file: NAME, line: first + at });
  }

  async putObject(bytes: Uint8Array): Promise<Digest> {
    this.#assertAlive();
    const digest = sha256(bytes);
    this.#orDie(() => {
      this.#assertOurs();
      this.#memory.beforeWrite();
      this.#memory.objects.set(digest, Uint8Array.from(bytes));
    });
    return digest;
  }

  async getObject(digest: Digest): Promise<Uint8Array> {
    this.#assertAlive();
    const bytes = this.#memory.objects.get(digest);
    if (bytes === undefined) throw objectMissing(digest, NAME);
    return Uint8Array.from(bytes);
  }

  async readSnapshot(): Promise<Snapshot | undefined> {
    this.#assertAlive();
    return this.#memory.snapshot === undefined ? undefined : (JSON.parse(this.#memory.snapshot) as Snapshot);
  }

  async writeSnapshot(snapshot: Snapshot): Promise<void> {
    this.#assertAlive();
    this.#orDie(() => this.#assertOurs());
    const { seq, chain } = snapshot.head;
    if (seq !== this.#head.seq || chain !== this.#head.chain) {
      throw storeConflict(`a snapshot of entry ${seq} was to be written`, this.#head);
    }
    this.#memory.snapshot = JSON.stringify(snapshot);
  }

  watch(listener: (head: Head) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#failure ??= storeClosed(NAME);
  }

  #assertAlive(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  #assertOurs(): void {
    if (this.#memory.epoch === this.#epoch) return;
    throw new BatonError('JOURNAL_FENCED', 'another store was opened on this memory', {
      hint: 'Only one store may be open on a memory. Open it again.',
    });
  }

  #orDie(work: () => void): void {
    try {
      work();
    } catch (cause) {
      this.#failure =
        cause instanceof BatonError
          ? cause
          : new BatonError('STORE_FAILED', 'writing to memory failed', { cause });
      throw this.#failure;
    }
  }
}
