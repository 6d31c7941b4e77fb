// What each code means, and what to do. Told by SARIF, and by the reference that is made from it.
import type { Meanings } from './meaning.ts';

export const RUNS = {
  RUN_EXISTS: [
    'A run with that name exists.',
    'Continue it with `baton resume NAME`, or choose another name.',
  ],
  RUN_UNKNOWN: [
    'There is no such run in this project, or several match the name.',
    'See them with `baton list`.',
  ],
  RUN_HELD: ['Another process holds the run.', 'See it with `baton status`, or end it with `baton stop`.'],
  RUN_MOVED: [
    'The run was moved to another store, or is being moved.',
    'Run the command there; the message says where. `baton move` moves the run back, or finishes an interrupted move.',
  ],
  RUN_NOT_HELD: [
    'No process holds the run, so nothing can be handed in.',
    'A person continues it with `baton resume`.',
  ],
  RUN_ENDED: ['The run has ended; nothing more can be handed in.', 'Start another one.'],
  RUN_FAILED: ['The run failed; the message has the cause.', 'Fix the cause, then `baton resume`.'],
  RUN_INCONSISTENT: [
    'The files of a run contradict each other.',
    'Fix the wrong one; the hint says which it may be.',
  ],
  ITEM_UNKNOWN: ['Nothing with that id waits for a person.', 'See `baton inbox`.'],
  CHOICE_INVALID: ['This answer is not one of the choices.', 'Use one of the choices listed.'],
  CONTENT_CHANGED: [
    'What you answered has changed since it was shown.',
    'See it again with `baton inbox`, then answer.',
  ],
  PERSON_EXPECTED: [
    'An agent of a run, or (for `baton release`) any coding agent, called a command that only a person may run.',
    'A person must run it, in their own terminal.',
  ],
} as const satisfies Meanings;

export const DOOR = {
  TOKEN_MISSING: [
    'A call has no token.',
    'Agents get theirs in `BATON_TOKEN`; people use approve, reject, answer.',
  ],
  TOKEN_INVALID: [
    'A token is forged, or belongs to another assignment or an earlier holder.',
    'Stop working; if the work is still needed, a new attempt has started.',
  ],
  TOKEN_STALE: [
    'A token belongs to an attempt that has ended.',
    'Stop working; a newer attempt does this work.',
  ],
  TOOL_UNKNOWN: ['The assignment has no such tool.', 'Use one of those listed.'],
  ASSIGNMENT_CLOSED: ['The work is already accepted, or the run has moved on.', 'End the turn.'],
  SUBMISSION_TOO_LARGE: ['A call is over its limit.', 'Write large content to the files that are handed in.'],
  REJECTED_AGAIN: [
    'An agent handed in the same bytes that were rejected before, and got the same verdict. Appears only in the journal.',
    'Nothing; if it repeats, Baton starts a fresh session, then asks a person.',
  ],
  DECLINE_REPEATED: [
    'An agent sent work back with the same words as before, about the same files.',
    'Do the work, or name something new.',
  ],
  ORIGIN_REFUSED: ['A call has the host name or origin of another machine.', 'Connect to the address given.'],
  REQUEST_LIMIT: ['An assignment has asked too often.', 'Decide with what you know.'],
} as const satisfies Meanings;

export const JOURNAL = {
  JOURNAL_CORRUPT: [
    'A line of the journal was changed after it was written.',
    "Restore the run's folder from a backup; do not edit it.",
  ],
  JOURNAL_CUT: [
    'Entries are missing at the end of the journal: its holder, a commit or an attestation names one that is missing. As a warning: no head was kept of this journal, so its end cannot be checked.',
    "Restore the run's folder from a backup, or start a new run.",
  ],
  JOURNAL_TORN: [
    'A power cut left an unfinished last line; it was set aside.',
    'Nothing: it was never acknowledged.',
  ],
  JOURNAL_TOO_NEW: ['The journal was written by a newer Baton.', 'Update Baton.'],
  JOURNAL_FENCED: [
    'Another process has written to the journal since.',
    'Use that process; this one has ended.',
  ],
  JOURNAL_LOST: [
    'The database has fewer entries than it acknowledged: it was restored from a backup, or a standby that was behind took over.',
    'Find the lost entries (another standby, the log archive) before anybody continues the run.',
  ],
  STORE_CONFLICT: ['The journal does not end where it was expected to.', 'Continue with `baton resume`.'],
  STORE_FAILED: [
    'A write or a sync failed; this process ended and nothing unacknowledged counts.',
    'Fix the disk, then `baton resume`.',
  ],
  STORE_FULL: ['The disk is full.', 'Make space, then `baton resume`.'],
  STORE_UNREACHABLE: [
    'The database of the project does not answer.',
    'Check the server and the network, then run the command again.',
  ],
  STORE_REFUSED: [
    'The database cannot be used as it is: a setting that loses entries, tables that are missing or newer, a user without rights.',
    '`baton store check` says what is wrong.',
  ],
  NOT_YET_DURABLE: [
    'What was handed in is not stored safely yet: the store does not answer, or it is not certain who holds the run.',
    'Make the same call again; it counts once.',
  ],
  OBJECT_MISSING: [
    "Sealed bytes are gone from the run's folder, or the base of a session from its repository.",
    'Restore them from a backup; for a base, `baton release --base --why "…"`.',
  ],
  OBJECT_CORRUPT: ['Sealed bytes are not what was sealed.', 'Restore them from a backup.'],
  SNAPSHOT_STALE: ['The snapshot did not match the journal; it was made again.', 'Nothing: it is a cache.'],
  PROJECTION_CHANGED: [
    'A file made from the journal was edited or removed.',
    'Nothing that was accepted changed; it is written again when the run continues.',
  ],
  VERDICT_DIFFERS: [
    'Judging the journal again gives another verdict.',
    'The journal or the workflow was changed; compare versions.',
  ],
} as const satisfies Meanings;
