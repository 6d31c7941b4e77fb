// Every number that bounds what a role may do, with its reason.

/** Entries of one list, and the length of one. */
export const PERMISSIONS_MAX = 1_000;
export const PERMISSION_CHARS_MAX = 1_000;
/** A command that is compared with a list. A longer one is a script. */
export const COMMAND_CHARS_MAX = 8_000;
/** A path as a host tells it; Linux takes no longer one. */
export const TOLD_PATH_CHARS_MAX = 4_096;
/** Files that one patch of an agent changes. Nobody reads a longer list before deciding. */
export const PATCH_FILES_MAX = 1_000;
/** All that a role may do; as one word of the hook's line, a third longer, it still fits into an argument of a program. */
export const POLICY_BYTES_MAX = 32 * 1024;
/** The hook answers by itself before its host would go on without it. */
export const PERMISSION_HOOK_MS_MAX = 20_000;
/** What a host is told to wait for it, in seconds. */
export const PERMISSION_HOOK_SECONDS = 60;
/** How long a person has to decide before it is refused, and what a project may make of it: a part of an attempt's time. */
export const PERMISSION_WAIT_MS = 10 * 60_000;
export const PERMISSION_WAIT_MS_MAX = 60 * 60_000;
/** What one piece of work may put to a person: an agent that asks for more needs other rules, not more answers. */
export const PERMISSIONS_ASKED_MAX = 50;
/** What people allowed a role for the rest of a run; older ones are asked for again. */
export const PERMITS_KEPT_MAX = 500;
/** A wish that a person reads whole before deciding. A longer one is refused. */
export const WISH_CHARS_MAX = 2_000;
/** How long one call of the hook waits at the door, and how much longer than the person's time the host waits for the hook. */
export const PERMISSION_POLL_MS = 20_000;
export const PERMISSION_GRACE_SECONDS = 60;
/** Entries that a refusal names, and how long its words are. */
export const PERMISSIONS_NAMED_MAX = 20;
export const DECISION_CHARS_MAX = 1_000;
