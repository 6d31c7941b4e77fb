/** Raised whenever the state means something else: an older snapshot is then rebuilt. */
export const SNAPSHOT_FORMAT = 2;
