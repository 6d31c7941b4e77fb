// Limits of the holder at work. The others are in `limits.ts`.

/** What nobody waits for rests this many times as long as it took, and never longer than this. */
export const PACED_REST_TIMES = 4;
export const PACED_REST_MS_MAX = 1_000;
