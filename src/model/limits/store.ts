// Limits of a store beyond one machine.

/** How long a process that is not heard of still counts as the holder of its runs. */
export const LEASE_MS = 15_000;
export const LEASE_MS_MIN = 500;
/** Heartbeats in one lease: two may be lost. */
export const BEATS_PER_LEASE = 3;
/** A statement that is not answered for so long is asked again on another connection. */
export const ANSWER_MS_MAX = 20_000;
/** How long a command that does not hold a run waits for a server that is away. */
export const STORE_PATIENCE_MS = 10_000;
/** Between two tries. */
export const STORE_PAUSE_MS = 100;
export const STORE_PAUSE_MS_MAX = 1_000;
/** Connections of one process, beside the one that listens. */
export const STORE_CONNECTIONS_MAX = 5;
/** Objects lie in pieces of this size, so that no statement is large. */
export const CHUNK_BYTES = 256 * 1024;
/** Lines that one statement reads. */
export const LINES_PER_READ = 500;
/** A feed that has heard something is only made sure of so often. */
export const CATCH_UP_MS = 1_000;
/** Clocks of hosts that differ more from the database's are refused: times in a journal come from them. */
export const CLOCK_SKEW_MS_MAX = 30_000;
/** A database writes a snapshot of the state into its log once more, so it is asked for one more rarely than a disk. */
export const SHARED_SNAPSHOT_EVERY_ENTRIES = 128;
/** What a project is called in a database. */
export const PROJECT_NAME_CHARS_MAX = 200;
/** A call that is not durable yet is answered after this long; the same call finds its answer later. */
export const DURABLE_WAIT_MS = 45_000;
/** How often a process that is not certain of its run looks whether it is again. */
export const SEAT_LOOK_MS = 50;
/** What one tree may add to the database. */
export const PACK_BYTES_MAX = 64 * 1024 * 1024;
/** How long a person waits for the answer of a holder on another machine, and how often it is looked for. */
export const WORD_WAIT_MS = 30_000;
export const WORD_LOOK_MS = 100;
/** How often a host looks for runs that nobody holds. */
export const HOST_LOOK_MS = 2_000;
/** A run that could not be played here is tried again after so long. */
export const HOST_AGAIN_MS = 30_000;
/** Runs that a host opens at the same time. */
export const HOST_OPENS_MAX = 4;
/** How often a host looks for processes that a killed one left behind. */
export const HOST_SWEEP_MS = 30_000;
/** Runs that one host holds, where nothing else is said. */
export const HOST_RUNS_MAX = 100;
/** How often a process looks whether somebody spoke to one of its runs; more rarely where the database tells it. */
export const WORDS_LOOK_MS = 2_000;
export const WORDS_LOOK_HEARD_MS = 5_000;
/** How long a worker that is not heard of keeps what it has claimed. */
export const CLAIM_MS = 15_000;
/** A worker that was heard of within this time counts as there. */
export const WORKER_SEEN_MS = 15_000;
/** How often a worker asks for work where it has none. */
export const CLAIM_LOOK_MS = 1_000;
/** What a worker could not do for want of something is left to others for so long. */
export const CLAIM_AGAIN_MS = 30_000;
/** So many workers may be lost over one piece of evidence: whatever it is that ends them would end the next one, too. */
export const OFFER_LOST_MAX = 3;
/** Evidence that comes back from a worker must fit into a line of the journal. The database refuses more than this, too. */
export const OFFER_RESULT_BYTES_MAX = 8 * 1024 * 1024;
/** How often a holder looks whether its evidence has come; at once where the database tells. */
export const OFFER_LOOK_MS = 1_000;
/** Pieces of evidence that one worker gathers at once, where nothing else is said. */
export const WORKER_JOBS = 1;
export const TAGS_MAX = 20;
