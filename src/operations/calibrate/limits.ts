// How much a calibration looks at, each with its reason.

/** Commits that `baton calibrate` plays by default, and at most: each costs some ten runs of the tests. */
export const CALIBRATE_COMMITS = 5;
export const CALIBRATE_COMMITS_MAX = 200;
/** Commits that are looked at to find so many that change code. */
export const CALIBRATE_LOOKED_AT_MAX = 2_000;
/** How long one calibration takes unless its caller says otherwise; what is left over is said to be. */
export const CALIBRATE_MS_MAX = 30 * 60_000;
export const CALIBRATE_MINUTES_MAX = 24 * 60;
/** Lies that are made of one commit. */
export const CALIBRATE_LIES_MAX = 7;
/** Functions that are broken to find one that few old tests miss; each is a run of all tests. */
export const CALIBRATE_BREAKS_MAX = 5;
/** Runs of the tests to find all that one broken function fails, where each failure hides the next. */
export const CALIBRATE_PANICS_MAX = 6;
/** Old tests that one lie deletes or wraps: somebody would see more. */
export const CALIBRATE_BROKEN_TESTS_MAX = 20;
/** Source files that are read to find a function to break. */
export const CALIBRATE_FILES_READ_MAX = 400;
/** How often a declaration is added to an honest commit before it counts as refused. */
export const CALIBRATE_DECLARATIONS_MAX = 4;
/** Verdicts that are kept for the next calibration. */
export const CALIBRATE_VERDICTS_MAX = 4_000;
