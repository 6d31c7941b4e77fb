// What each code means, and what to do. Told by SARIF, and by the reference that is made from it.
import type { Meanings } from './meaning.ts';

export const RUNS = {
  RUN_EXISTS: ['A run of that name exists.', 'Continue it with `baton resume NAME`, or choose another name.'],
  RUN_UNKNOWN: [
    'There is no such run in this project, or several begin with what you wrote.',
    'See them with `baton list`.',
  ],
  RUN_HELD: ['Another process holds the run.', 'See it with `baton status`, or end it with `baton stop`.'],
  RUN_MOVED: [
    'The run was moved to another store, or is being moved.',
    'Say it there; the message says where that is. `baton move` brings it back, or finishes what was cut off.',
  ],
  RUN_NOT_HELD: [
    'No process holds the run, so nothing can be handed in.',
    'A person continues it with `baton resume`.',
  ],
  RUN_ENDED: ['The run has ended; nothing more can be handed in.', 'Start another one.'],
  RUN_FAILED: ['The run failed; the cause is with it.', 'Fix the cause, then `baton resume`.'],
  RUN_INCONSISTENT: [
    'The files of a run contradict each other.',
    'Fix the one that is wrong; the hint says which it may be.',
  ],
  ITEM_UNKNOWN: ['Nothing of that id waits for a person.', 'See `baton inbox`.'],
  CHOICE_INVALID: ['What waits for a person does not take this answer.', 'Choose one of those listed.'],
  CONTENT_CHANGED: [
    'What waits for a person changed since it was shown: the answer is about other bytes.',
    'See it again with `baton inbox`, then answer.',
  ],
  PERSON_EXPECTED: [
    "A person's command was called by an agent: of a run, or (`baton release`) any coding agent.",
    'A person must run it, in their own terminal.',
  ],
} as const satisfies Meanings;

export const DOOR = {
  TOKEN_MISSING: [
    'A call has no token.',
    'Agents get theirs in `BATON_TOKEN`; people use approve, reject, answer.',
  ],
  TOKEN_INVALID: [
    'A token is forged, of another assignment, or of an earlier holder.',
    'Stop working; if the work is wanted, a new attempt was started.',
  ],
  TOKEN_STALE: ['A token is of an attempt that has ended.', 'Stop working; a newer attempt does this work.'],
  TOOL_UNKNOWN: ['The assignment has no such tool.', 'Use one of those listed.'],
  ASSIGNMENT_CLOSED: ['The work was accepted already, or the run has moved on.', 'End the turn.'],
  SUBMISSION_TOO_LARGE: ['A call is over its limit.', 'Write large content to the files that are handed in.'],
  REJECTED_AGAIN: [
    'An agent handed in the very bytes that were rejected before; it got the same verdict. Only in the journal.',
    'Nothing; if it repeats, Baton starts a fresh session, then asks a person.',
  ],
  DECLINE_REPEATED: [
    'An agent sent its work back with the words that it had used before, about the same files.',
    'Do the work, or name something new.',
  ],
  ORIGIN_REFUSED: [
    'A request has a host name or an origin of another machine.',
    'Connect to the address given.',
  ],
  REQUEST_LIMIT: ['An assignment asked more often than it may.', 'Decide with what is known.'],
} as const satisfies Meanings;

export const JOURNAL = {
  JOURNAL_CORRUPT: [
    'A line of the journal is not what was written.',
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
    'The database has fewer entries than it had acknowledged: it was put back from a backup, or a standby took over that was behind.',
    'Find the lost entries (another standby, the log archive) before anybody continues the run.',
  ],
  STORE_CONFLICT: ['The journal ends elsewhere than expected.', 'Continue with `baton resume`.'],
  STORE_FAILED: [
    'A write or a sync failed; this process ended and nothing unacknowledged counts.',
    'Fix the disk, then `baton resume`.',
  ],
  STORE_FULL: ['The disk is full.', 'Make space, then `baton resume`.'],
  STORE_UNREACHABLE: [
    'The database of the project does not answer.',
    'Look after the server and the network, then say it again.',
  ],
  STORE_REFUSED: [
    'The database cannot be used as it is: a setting that loses entries, tables that are missing or newer, a user without rights.',
    '`baton store check` says what is wrong.',
  ],
  NOT_YET_DURABLE: [
    'What was handed in is not durable yet: the store does not answer, or it is not certain who holds the run.',
    'Call the same again: it is taken once.',
  ],
  OBJECT_MISSING: [
    "Sealed bytes are gone from the run's folder, or the base of a session from its repository.",
    'Restore them from a backup; for a base, `baton release --base --why "…"`.',
  ],
  OBJECT_CORRUPT: ['Sealed bytes are not what was sealed.', 'Restore them from a backup.'],
  SNAPSHOT_STALE: ['The snapshot did not fit the journal; it was made again.', 'Nothing: it is a cache.'],
  PROJECTION_CHANGED: [
    'A file made from the journal was edited or removed.',
    'Nothing that was accepted changed; it is written again when the run continues.',
  ],
  VERDICT_DIFFERS: [
    'Judging again what the journal holds gives another verdict.',
    'The journal or the workflow was changed; compare versions.',
  ],
} as const satisfies Meanings;
