// Every number that bounds a file of a Quest, with its reason; what bounds all files is in model/limits.ts.

/** Findings in one file of a reviewer: nobody fixes more in one round. */
export const FINDINGS_MAX = 500;
/** One text of a finding: some paragraphs, not a log. */
export const FINDING_CHARS_MAX = 8_000;
/** An id or a source of a finding: it is part of keys and of one-line texts. */
export const FINDING_NAME_CHARS_MAX = 200;
/** Entries in each list of a finding: evidence, files, criteria. */
export const FINDING_ENTRIES_MAX = 100;
/** Paths that are read out of a brief or a plan. A text that names more is a listing. */
export const PATHS_NAMED_MAX = 2_000;
/** One such path; a longer word is no path that somebody typed. */
export const PATH_NAMED_CHARS_MAX = 512;
/** What a router says in words, and how many entries its lists have. */
export const ROUTER_CHARS_MAX = 2_000;
export const ROUTER_ENTRIES_MAX = 50;
/** A questioner asks ten questions at most; its summary is some pages. */
export const QUESTIONER_CHARS_MAX = 64 * 1024;
/** What is read of a plan: hundreds of pages. */
export const PLAN_CHARS_MAX = 256 * 1024;
/** What is read of one line of it. */
export const PLAN_LINE_CHARS_MAX = 2_000;
/** Phases that a person is walked through. */
export const PLAN_PHASES_MAX = 50;
/** Acceptance criteria that are read of one list. */
export const PLAN_CRITERIA_MAX = 200;
/** The five parts of the summary together have some 300 words. */
export const PROBLEM_WORDS_MAX = 50;
export const APPROACH_WORDS_MAX = 70;
export const BULLET_WORDS_MAX = 14;
/** An acceptance criterion or a goal, where a phase is shown by itself. */
export const PHASE_TEXT_WORDS_MAX = 60;
/** The bullets of the summary. */
export const SCOPE_SHOWN_MAX = 6;
export const CRITERIA_SHOWN_MAX = 3;
export const RISKS_SHOWN_MAX = 3;
/** A slug and the time behind it are the name of a run. */
export const SLUG_CHARS_MAX = 40;
export const SLUG_WORDS_MAX = 5;
/** Rounds of planning or fixing that an allowlist may ask for. More is a loop that nobody watches. */
export const ITERATIONS_MAX = 50;
/** The outcome of a quest in the index of journals: one cell of a table. */
export const OUTCOME_CHARS_MAX = 120;
/** Summaries of findings in a journal entry; the rest are counted. */
export const CARRIED_SHOWN_MAX = 3;
/** Changed files that a journal entry names; the rest are counted. */
export const JOURNAL_FILES_MAX = 200;
