// Limits of the hooks in agents' own programs.

/** How often the Stop hook holds an agent back in a row. */
export const STOP_BLOCKS_MAX = 3;
/** The hook ends itself before its host would end it: a hook that is ended says nothing, which reads as a pass. */
export const HOOK_MS_MAX = 570_000;
/** What init tells the host to wait for the hook, in seconds. */
export const HOOK_TIMEOUT_SECONDS = 600;
/** What a host sends to a hook: it may quote the whole last message. */
export const HOOK_INPUT_BYTES_MAX = 8 * 1024 * 1024;
/** What the hooks remember of a session (counts, base) is forgotten after this. */
export const STOP_COUNT_KEPT_MS = 14 * 24 * 60 * 60 * 1000;
/** The end of a transcript in which the agent's last message is looked for. */
export const TRANSCRIPT_TAIL_BYTES_MAX = 4 * 1024 * 1024;
/** Entries of HEAD's reflog that are read to tell commits of a session from pulls and switches of branches. */
export const REFLOG_ENTRIES_MAX = 200;
/** Names of tests in one sentence of the hook. */
export const HOOK_NAMES_SHOWN_MAX = 5;
/** What a person released for the hook: the last so many are kept. */
export const RELEASES_MAX = 500;
/** The name of one released test, a person's reason for a release, an agent's reason for an end that is not done. */
export const REASON_CHARS_MAX = 1_000;
/** A released test that no change made use of is protected again after this. */
export const RELEASE_KEPT_MS = 14 * 24 * 60 * 60 * 1000;
/** Trees of a session to which its work can go back without a new proof; more than anybody takes back. */
export const PROVED_TREES_MAX = 50;
