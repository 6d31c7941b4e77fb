// The one place where inputs become entries. One at a time: decide, append, apply, then answer; nothing is shown before
// it is durable. What the engine does at once because of an input is appended with it.
import { createHash } from 'node:crypto';
import { decideSafely } from '../engine/decide.ts';
import { BatonError } from '../errors.ts';
import {
  SNAPSHOT_EVERY_ENTRIES,
  SNAPSHOT_EVERY_ENTRIES_MAX,
  SNAPSHOT_PIECES_PER_ENTRY,
} from '../model/limits/limits.ts';
import type { Entry, EntryDraft } from '../model/run/entry.ts';
import type { Actor, Input } from '../model/run/input.ts';
import type { State } from '../model/run/state.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { type Redact, redactDeep } from '../std/redact.ts';
import type { Brief, Head, Store } from '../stores/store.ts';
import { createTexts, largeFor } from './files/contents.ts';
import type { Clock } from './ports.ts';

export interface Given {
  /** Undefined when nothing followed from the input. */
  readonly entry: Entry | undefined;
  readonly state: State;
}

export interface Loop {
  readonly state: State | undefined;
  /** Where the journal ends now. */
  readonly head: Head;
  /** Strikes secrets out of a text. Inputs are given without them to whoever decides and writes. */
  readonly redact: Redact;
  give(input: Input, by: Actor): Promise<Given>;
  /**
   * Asked after each decision what the engine does at once because of it. Those entries are written together with the one that led to them,
   * so that they cost no further wait for the disk.
   */
  follow(next: (state: State) => readonly Input[]): void;
  /** Called after every entry that was applied. */
  onEntry(listener: (entry: Entry, state: State) => void): () => void;
  /** Called once when the journal can no longer be written. */
  onBroken(listener: (cause: BatonError) => void): () => void;
  /** Lets what was given be finished. */
  idle(): Promise<void>;
  /** Finishes what was given and takes nothing more, so that what is written afterwards stays true. */
  close(): Promise<void>;
  /** Writes the state down as a cache for the next holder. */
  snapshot(): Promise<void>;
}

/** A loop whose run has begun. It has a state from its first entry on, for good. */
export interface StartedLoop extends Loop {
  readonly state: State;
}

const isStarted = (loop: Loop): loop is StartedLoop => loop.state !== undefined;

export const started = (loop: Loop): StartedLoop => {
  if (!isStarted(loop)) throw new BatonError('INTERNAL', 'expected a run that has started, got none');
  return loop;
};

const entryId = (seq: number, input: Input): string =>
  input.kind === 'submit'
    ? input.submission
    : createHash('sha256').update(`${seq} ${input.kind}`).digest('hex').slice(0, 32);

/** What an entry keeps of its input: sealed bytes stand once, in the events. */
const asJournalled = (input: Input): Input =>
  input.kind === 'submit'
    ? { ...input, sealed: input.sealed.map(({ text: _, ...sealed }) => sealed) }
    : input.kind === 'start'
      ? { ...input, given: [] }
      : input;

/** Sealed bytes are what their digests say; how a run was started is needed as it is. Both are searched before. */
const withoutSecrets = (input: Input, redact: Redact): Input => {
  if (input.kind === 'start') return { ...input, run: { ...input.run, request: redact(input.run.request) } };
  if (input.kind !== 'submit') return redactDeep(input, redact);
  const { sealed, ...rest } = input;
  return { ...redactDeep(rest, redact), sealed };
};

const letGo = (): BatonError =>
  new BatonError('RUN_NOT_HELD', 'the process that holds this run is about to end', {
    hint: 'say it again: another process holds the run then, or nobody does',
  });

/** A snapshot holds the whole state: one that is large is written more rarely, so that no entry pays more for it. */
const snapshotEvery = ({ works, past, lines = [] }: State, least = SNAPSHOT_EVERY_ENTRIES): number =>
  Math.min(
    SNAPSHOT_EVERY_ENTRIES_MAX,
    Math.max(
      least,
      Math.floor(
        (Object.keys(works).length + Object.keys(past?.items ?? {}).length + lines.length) /
          SNAPSHOT_PIECES_PER_ENTRY,
      ),
    ),
  );

/** Another machine's clock may be behind: times in a journal never run backwards. */
const notBefore = (state: State | undefined, now: string): string =>
  state !== undefined && state.at > now ? state.at : now;

export interface LoopOptions {
  readonly workflow: Workflow;
  readonly store: Store;
  readonly clock: Clock;
  readonly state: State | undefined;
  /** Called before an entry is appended, with what it will hold. */
  readonly beforeAppend?: ((entry: unknown) => Promise<void>) | undefined;
  readonly redact?: Redact | undefined;
  /** How the run stands, for stores that keep it beside the journal. */
  readonly brief?: ((state: State) => Brief) | undefined;
}

const ENGINE: Actor = { engine: true };

/** What was decided and is not written yet. */
interface Step {
  readonly draft: Omit<EntryDraft, 'id'>;
  readonly state: State;
}

class JournalLoop implements Loop {
  readonly #options: LoopOptions;
  readonly #listeners = new Set<(entry: Entry, state: State) => void>();
  readonly #breakListeners = new Set<(cause: BatonError) => void>();
  /** Texts of artifacts that are too large for the journal line. */
  readonly #texts: ReturnType<typeof createTexts>;
  readonly redact: Redact;
  #next: (state: State) => readonly Input[] = () => [];
  #state: State | undefined;
  #snapshotSeq: number;
  #queue: Promise<unknown> = Promise.resolve();
  #failure: BatonError | undefined;
  #closed = false;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.redact = options.redact ?? ((text) => text);
    this.#texts = createTexts(options.store);
    this.#state = options.state;
    this.#snapshotSeq = options.state?.seq ?? 0;
  }

  get state(): State | undefined {
    return this.#state;
  }

  get head(): Head {
    return this.#options.store.head;
  }

  give(input: Input, by: Actor): Promise<Given> {
    if (this.#closed) return Promise.reject(this.#failure ?? letGo());
    const clean = withoutSecrets(input, this.redact);
    const result = this.#queue.then(() => this.#step(clean, by));
    // The cache is brought up to date after the answer, before the next input.
    this.#queue = result.then(() => this.#snapshotWhenDue()).catch(() => {});
    return result;
  }

  follow(next: (state: State) => readonly Input[]): void {
    this.#next = next;
  }

  onEntry(listener: (entry: Entry, state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onBroken(listener: (cause: BatonError) => void): () => void {
    this.#breakListeners.add(listener);
    if (this.#failure !== undefined) listener(this.#failure);
    return () => this.#breakListeners.delete(listener);
  }

  async idle(): Promise<void> {
    await this.#queue;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#queue;
  }

  async snapshot(): Promise<void> {
    const state = this.#state;
    if (state === undefined || state.seq === this.#snapshotSeq || this.#failure !== undefined) return;
    this.#snapshotSeq = state.seq;
    // A snapshot is a cache: if it cannot be written, the next holder replays.
    await this.#options.store.writeSnapshot({ state, head: this.#options.store.head }).catch(() => {});
  }

  async #snapshotWhenDue(): Promise<void> {
    const state = this.#state;
    if (
      state !== undefined &&
      state.seq - this.#snapshotSeq >= snapshotEvery(state, this.#options.store.snapshotEvery)
    )
      await this.snapshot();
  }

  async #step(input: Input, by: Actor): Promise<Given> {
    if (this.#failure !== undefined) throw this.#failure;
    const first = await this.#decide(this.#state, input, by);
    if (first === undefined) return { entry: undefined, state: started(this).state };
    const steps = [first];
    let { state } = first;
    for (const next of this.#next(state)) {
      const step = await this.#decide(state, next, ENGINE);
      if (step === undefined) continue;
      steps.push(step);
      state = step.state;
    }
    const entries = await this.#append(steps, state);
    for (const [index, entry] of entries.entries()) {
      const after = steps[index]?.state ?? state;
      this.#state = after;
      for (const listener of this.#listeners) listener(entry, after);
    }
    return { entry: entries[0], state };
  }

  /** Undefined when nothing follows from it. */
  async #decide(before: State | undefined, input: Input, by: Actor): Promise<Step | undefined> {
    const { workflow, clock } = this.#options;
    const contents = await this.#texts(largeFor(workflow, before, input));
    const at = notBefore(before, clock.now());
    const { events, state } = decideSafely(workflow, before, input, { at, contents, by });
    return events.length === 0 ? undefined : { draft: { input, by, at, events: [...events] }, state };
  }

  async #append(steps: readonly Step[], after: State): Promise<readonly Entry[]> {
    const { store, brief, beforeAppend } = this.#options;
    const { seq } = store.head;
    const drafts = steps.map(({ draft }, index) => ({
      ...draft,
      id: entryId(seq + 1 + index, draft.input),
      input: asJournalled(draft.input),
    }));
    try {
      for (const draft of drafts) await beforeAppend?.(draft);
      return await store.appendAll(drafts, seq, brief === undefined ? undefined : () => brief(after));
    } catch (cause) {
      this.#failure =
        cause instanceof BatonError
          ? cause
          : new BatonError('STORE_FAILED', 'the journal could not be written', { cause });
      for (const listener of this.#breakListeners) listener(this.#failure);
      throw this.#failure;
    }
  }
}

export const createLoop = (options: LoopOptions): Loop => new JournalLoop(options);
