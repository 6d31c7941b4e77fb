// One process that gathers evidence for holders on other machines: it claims what they offer, runs the project's commands on the sealed trees,
// and hands back what it saw. It judges nothing, and cannot read or write a journal.
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError, causeText } from '../../errors.ts';
import type { Evidence } from '../../model/evidence.ts';
import {
  BEATS_PER_LEASE,
  CLAIM_AGAIN_MS,
  CLAIM_LOOK_MS,
  OFFER_RESULT_BYTES_MAX,
  STORE_PAUSE_MS_MAX,
} from '../../model/limits/store.ts';
import { TREE_PREFIX } from '../../model/run/sealed.ts';
import { type Place, resultsDirectory, scratchDirectory } from '../../runners/commands/place.ts';
import { sweepPrepared } from '../../runners/commands/prepare.ts';
import { observeTests } from '../../runners/tests/observe-tests.ts';
import { findRepository, type Repository } from '../../runners/trees/repository.ts';
import { fetchCommit, keepBase, missingFrom, unpackTree } from '../../runners/trees/tree-packs.ts';
import { sweepWorktrees } from '../../runners/trees/worktree.ts';
import { sweepReplacements } from '../../std/disk/replace-file.ts';
import type { ClaimedJob, OfferedJobs } from '../../stores/offers.ts';
import { type ReadOffer, readOfferBody } from './offer-body.ts';

export type WorkerEvent =
  | { readonly kind: 'claimed'; readonly run: string; readonly evidence: string; readonly attempt: number }
  | { readonly kind: 'delivered'; readonly run: string; readonly evidence: string }
  /** Another worker has it, or nobody wants it any more: what was found is dropped. */
  | { readonly kind: 'late'; readonly run: string; readonly evidence: string }
  /** It cannot be gathered here; another worker may. */
  | { readonly kind: 'unfit'; readonly run: string; readonly code: string; readonly message: string }
  | { readonly kind: 'away'; readonly code: string; readonly message: string }
  | { readonly kind: 'back' };

export interface WorkerOptions {
  readonly place: Place;
  readonly offered: OfferedJobs;
  /** So many at once. */
  readonly jobs: number;
  readonly onEvent: (event: WorkerEvent) => void;
  readonly signal: AbortSignal;
}

const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** It becomes part of the name of a ref. */
const RUN_NAME = /^[A-Za-z0-9_-]{1,200}$/;

const unfit = (message: string): BatonError => new BatonError('OBJECT_MISSING', message);

const oidsIn = ({ request, base, commit }: ReadOffer): string[] => {
  const digests = [...Object.values(request), base].filter((value) => typeof value === 'string');
  const trees = digests.flatMap((value) =>
    value.startsWith(TREE_PREFIX) ? [value.slice(TREE_PREFIX.length)] : [],
  );
  return [...trees, ...(commit === null ? [] : [commit])];
};

/** From the remote of the project, and from what the holders have shared. */
const bringTrees = async (repository: Repository, job: ClaimedJob, offer: ReadOffer): Promise<void> => {
  const refs = `refs/baton/${job.run}`;
  if (offer.commit !== null) await fetchCommit(repository, offer.commit);
  for (const oid of await missingFrom(
    repository,
    (await job.trees()).filter((one) => OID.test(one)),
  )) {
    const pack = await job.pack(oid);
    if (pack !== undefined) await unpackTree(repository, refs, { oid, pack });
  }
  if (offer.commit !== null) await keepBase(repository, refs, offer.commit);
  const [missing] = await missingFrom(repository, oidsIn(offer));
  if (missing !== undefined)
    throw unfit(
      `${missing}, which is to be observed, is neither at the remote of this clone nor in the database`,
    );
};

const gather = async (
  place: Place,
  job: ClaimedJob,
  offer: ReadOffer,
  signal: AbortSignal,
): Promise<Evidence> => {
  const { config, base, changed, configFile, request } = offer;
  const context = { place, config, base, changed, configFile, refs: `refs/baton/${job.run}` };
  try {
    return await observeTests(context, request, signal);
  } catch (cause) {
    return { kind: 'unavailable', cause: causeText(cause) };
  }
};

const textOf = (evidence: Evidence): string => {
  const text = JSON.stringify(evidence);
  return Buffer.byteLength(text) <= OFFER_RESULT_BYTES_MAX
    ? text
    : JSON.stringify({ kind: 'unavailable', cause: 'the evidence is too large to be handed back' });
};

class Worker {
  readonly #options: WorkerOptions;
  readonly #passed = new Map<number, number>();
  #away = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async attend(): Promise<void> {
    const { jobs, place } = this.#options;
    await sweepWorktrees(scratchDirectory(place));
    await sweepReplacements(resultsDirectory(place));
    await sweepPrepared(place);
    await Promise.all(Array.from({ length: jobs }, () => this.#serve()));
  }

  async #serve(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      const job = await this.#claim();
      if (job === undefined) await this.#pause(CLAIM_LOOK_MS);
      else await this.#do(job);
    }
  }

  async #claim(): Promise<ClaimedJob | undefined> {
    const now = performance.now();
    for (const [id, until] of this.#passed) if (until <= now) this.#passed.delete(id);
    return this.#asked(() => this.#options.offered.claim([...this.#passed.keys()]));
  }

  /** Undefined while the store is away, and when nobody waits any more. */
  async #asked<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const { onEvent } = this.#options;
    try {
      const answer = await ask();
      if (this.#away) onEvent({ kind: 'back' });
      this.#away = false;
      return answer;
    } catch (cause) {
      if (!(cause instanceof BatonError) || cause.code !== 'STORE_UNREACHABLE') throw cause;
      if (!this.#away) onEvent({ kind: 'away', code: cause.code, message: cause.message });
      this.#away = true;
      return undefined;
    }
  }

  /** Until it is ours no more, or this process ends. */
  async #do(job: ClaimedJob): Promise<void> {
    const { offered, signal } = this.#options;
    const ours = new AbortController();
    const stop = (): void => ours.abort();
    signal.addEventListener('abort', stop);
    const beat = setInterval(() => {
      // A store that is away now is asked again; what came too late is refused when it is handed back.
      job.renew().then(
        (isOurs) => isOurs || stop(),
        () => {},
      );
    }, offered.leaseMs / BEATS_PER_LEASE);
    try {
      await this.#gather(job, ours.signal);
    } catch (cause) {
      await this.#leave(job, cause);
    } finally {
      clearInterval(beat);
      signal.removeEventListener('abort', stop);
    }
  }

  async #gather(job: ClaimedJob, ours: AbortSignal): Promise<void> {
    const { place, signal, onEvent } = this.#options;
    const offer = readOfferBody(job.body);
    if (offer === undefined || !RUN_NAME.test(job.run))
      throw unfit('its offer cannot be read; the holder may have another version of Baton');
    const told = { run: job.run, evidence: offer.request.kind };
    onEvent({ kind: 'claimed', ...told, attempt: job.attempt });
    await bringTrees(await findRepository(place.project), job, offer);
    const evidence = await gather(place, job, offer, ours);
    if (signal.aborted) return void (await this.#asked(() => job.giveBack()));
    if (ours.aborted) return onEvent({ kind: 'late', ...told });
    const text = textOf(evidence);
    for (let pause = 0; !signal.aborted; pause = STORE_PAUSE_MS_MAX) {
      await this.#pause(pause);
      const taken = await this.#asked(() => job.deliver(text));
      if (taken !== undefined) return onEvent({ kind: taken ? 'delivered' : 'late', ...told });
    }
  }

  async #leave(job: ClaimedJob, cause: unknown): Promise<void> {
    const { onEvent } = this.#options;
    // What was shared with the run is only for whoever has the claim: without it nothing is found.
    if ((await this.#asked(() => job.renew())) === false)
      return onEvent({ kind: 'late', run: job.run, evidence: readOfferBody(job.body)?.request.kind ?? '' });
    const code = cause instanceof BatonError ? cause.code : 'INTERNAL';
    this.#passed.set(job.id, performance.now() + CLAIM_AGAIN_MS);
    onEvent({ kind: 'unfit', run: job.run, code, message: causeText(cause) });
    await this.#asked(() => job.giveBack());
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#options.signal }).catch(() => {});
  }
}

export const workOffers = (options: WorkerOptions): Promise<void> => new Worker(options).attend();
