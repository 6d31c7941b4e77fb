// Limits of the holder at work. The others are in `limits.ts`.

/** What nobody waits for rests this many times as long as it took, and never longer than this. */
export const PACED_REST_TIMES = 4;
export const PACED_REST_MS_MAX = 1_000;

/** Words of one notification; a phone shows about two lines. */
export const NOTIFIED_CHARS_MAX = 500;
/** How long one notification may take on its way, with all tries. */
export const NOTIFY_MS_MAX = 10_000;
/** Notifications that wait to be sent; older ones are left out, because newer ones say more. */
export const NOTIFICATIONS_MAX = 50;
/** How long a holder that ends waits for what is still on its way. */
export const NOTIFY_DRAIN_MS_MAX = 5_000;
/** Tries of a webhook that does not answer, or answers that it cannot now. */
export const WEBHOOK_TRIES_MAX = 3;

/** Looks in a row at which nobody holds a run before `baton watch` leaves it: one holder may hand over to the next. */
export const WATCH_UNHELD_MAX = 8;
/** Clauses that a pull request lists; whoever wants all of them reads the journal. */
export const PROOF_ROWS_MAX = 150;

/** Spans and figures that wait to be sent: a collector that does not answer costs this much memory, and no more. */
export const TELEMETRY_QUEUE_MAX = 2_048;

/** What is there is sent this often, */
export const TELEMETRY_REST_MS = 1_000;

/** and so many go in one message. */
export const TELEMETRY_BATCH_MAX = 256;

/** How long a collector may take for one message, and how long a process that ends waits for what is left. */
export const TELEMETRY_POST_MS = 5_000;
export const TELEMETRY_FLUSH_MS = 3_000;
