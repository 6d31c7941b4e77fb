// Every number that bounds what a role may do, with its reason.

/** Entries of one list, and the length of one. */
export const PERMISSIONS_MAX = 1_000;
export const PERMISSION_CHARS_MAX = 1_000;
/** A command that is compared with a list. A longer one is a script. */
export const COMMAND_CHARS_MAX = 8_000;
/** A path as a host tells it; Linux takes no longer one. */
export const TOLD_PATH_CHARS_MAX = 4_096;
/** All that a role may do, as one argument of the hook: quoted twice it still fits into an argument of a program. */
export const POLICY_BYTES_MAX = 32 * 1024;
/** The hook answers by itself before its host would go on without it. */
export const PERMISSION_HOOK_MS_MAX = 20_000;
/** What a host is told to wait for it, in seconds. */
export const PERMISSION_HOOK_SECONDS = 60;
/** Entries that a refusal names, and how long its words are. */
export const PERMISSIONS_NAMED_MAX = 20;
export const DECISION_CHARS_MAX = 1_000;
