// What the player tells its adapter: JSON lines on standard output. All other output goes to standard error.
export type PlayerLine =
  | { readonly player: 'said'; readonly text: string; readonly next: number }
  | { readonly player: 'failed'; readonly why: string };

/** The door is gone: the exit code that says so, apart from a failed attempt. */
export const DOOR_GONE_EXIT = 75;
