// Evidence that somebody else may gather: what a holder offers in the store, and what a worker claims there.
import type { Observer } from '../model/observer.ts';

export interface OfferedJob {
  /** The same key is the same piece of evidence, whoever holds the run. */
  readonly key: string;
  /** A worker must have all of these. */
  readonly needs: readonly string[];
  /** All that a worker must know; the store does not read it. */
  readonly body: string;
}

export interface OfferState {
  readonly result: { readonly text: string; readonly by: Observer } | undefined;
  /** A worker has it, or one that could take it has been heard of. */
  readonly attended: boolean;
  /** So many workers were lost over it that no other one gets it. */
  readonly abandoned: boolean;
}

/** For the holder of a run. */
export interface Offers {
  /** Durable when it resolves. The same again is no fault, and keeps what was done for it; another body begins anew. */
  put(job: OfferedJob): Promise<void>;
  /** Undefined where it is not offered. */
  look(key: string): Promise<OfferState | undefined>;
  /** Whoever works on it is told when it is asked next, and what it hands back is refused. */
  withdraw(key: string): Promise<void>;
  /** With no worker in sight for so long, nobody is waited for. */
  readonly patienceMs: number;
  /** A hint that something may have come. */
  onNews(call: () => void): () => void;
}

/** One piece of work, for as long as it is not given to another worker. */
export interface ClaimedJob {
  readonly id: number;
  readonly attempt: number;
  readonly run: string;
  readonly body: string;
  /** Names of the trees of the run, in the order in which each may rest on those before it. */
  trees(): Promise<readonly string[]>;
  /** As it was shared, as a thin pack of git. */
  pack(oid: string): Promise<Uint8Array | undefined>;
  /** Says that somebody still works on it; false where it is not this worker's any more. */
  renew(): Promise<boolean>;
  /** False where it came too late: another worker has it, or nobody wants it any more. */
  deliver(result: string): Promise<boolean>;
  /** For another worker, at once. */
  giveBack(): Promise<void>;
}

/** For a worker of one project. */
export interface OfferedJobs {
  /** How long a claim lasts without being renewed. */
  readonly leaseMs: number;
  claim(except: readonly number[]): Promise<ClaimedJob | undefined>;
}

export interface WorkerWords {
  /** What it has, beside its image. */
  readonly tags: readonly string[];
  readonly image: string | undefined;
}

/** An image is one more thing that a worker has. */
export const imageTag = (image: string): string => `image:${image}`;
