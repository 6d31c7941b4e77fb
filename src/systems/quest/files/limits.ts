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
