// Limits of the dashboard: what one process keeps for the browsers that look at it.

/** Every so many entries a state is kept, so that any entry is at most so many away from one. They share most of what they hold. */
export const STATES_KEPT_EVERY = 32;
/** Every so many steps of a run's history its tally is kept. */
export const TALLIES_KEPT_EVERY = 128;
/** Runs whose journal is kept in memory; the one that was asked for longest ago makes room. */
export const BOOKS_MAX = 16;
/** One-time codes that were used: a server that has taken so many is started anew. */
export const CODES_USED_MAX = 10_000;
/** Streams that are open at once. */
export const STREAMS_MAX = 128;
/** A comment, so that both ends notice when the other is gone. */
export const STREAM_PING_MS = 15_000;
/** How soon what was written is told. */
export const STREAM_POLL_MS = 100;
/** Runs of a list that are sent at once. */
export const LISTED_RUNS_MAX = 200;
/** Handoffs of a run that are sent at once, the newest; older ones are asked for. */
export const HANDOFF_ROWS_MAX = 200;
/** So many, when somebody asks for more. */
export const HANDOFF_ROWS_ASKED_MAX = 2_000;
/** Body of a request to the dashboard: an answer is words. */
export const DASHBOARD_BODY_BYTES_MAX = 256 * 1024;
/** An object is shown whole up to here; of a larger one its head and its tail. */
export const OBJECT_SHOWN_BYTES_MAX = 1024 * 1024;
/** One piece of an agent's output. */
export const LOG_PIECE_BYTES_MAX = 256 * 1024;
/** Lines of one diff that are sent; the rest is counted. */
export const DIFF_LINES_MAX = 20_000;
/** Characters of a request in a list. */
export const LISTED_REQUEST_CHARS_MAX = 300;
/** The sender's own words in a list. */
export const SAID_CHARS_MAX = 300;
/** Projects that one server shows. */
export const PROJECTS_MAX = 32;
