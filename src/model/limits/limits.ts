// Every number that bounds something, with its reason. Nothing in Baton grows, waits or repeats without one.

/** Larger artifacts go to objects/; up to here they stand inside the journal line, so one sync accepts them. */
export const INLINE_BYTES_MAX = 64 * 1024;
/** An artifact that an agent hands in. More is a build product, not a handoff. */
export const ARTIFACT_BYTES_MAX = 8 * 1024 * 1024;
/** A message or a file that a handoff is read from. */
export const HANDOFF_BYTES_MAX = 32 * 1024 * 1024;
/** Items of one list in a file of a handoff. A handoff with more is a dump. */
export const LIST_ITEMS_MAX = 10_000;
/** Clauses and codes that `baton metrics` lists of one contract's rejections; the most frequent come first. */
export const METRICS_LISTED_MAX = 10;
/** Tasks that `baton metrics` shows one by one in words; the JSON document has all of them. */
export const METRICS_TASKS_SHOWN_MAX = 20;
/** Files in a directory that is checked; a directory with more is no run. */
export const CHECK_FILES_MAX = 20_000;
/** What is read of one directory that is checked, all its files together. */
export const CHECK_BYTES_MAX = 64 * 1024 * 1024;
/** A prompt file that is linted; no agent would be given a longer one. */
export const LINT_BYTES_MAX = 1024 * 1024;
/** Arguments of one tool call, as JSON. */
export const ARGUMENTS_BYTES_MAX = 256 * 1024;
/** One journal line; above what the limits on arguments and inline artifacts can add up to. */
export const ENTRY_BYTES_MAX = 16 * 1024 * 1024;
/** How much of a journal is read at once. */
export const JOURNAL_CHUNK_BYTES = 1024 * 1024;
/** How often a reader looks whether the journal of another process grew. */
export const WATCH_POLL_MS = 250;
/** Baton's own and users' YAML files, before parsing. */
export const YAML_BYTES_MAX = 1024 * 1024;
export const YAML_ALIASES_MAX = 20;
export const YAML_DEPTH_MAX = 64;
/** What the parser of YAML builds: a plan of a hundred parts has some thousands, and each takes its time. */
export const YAML_TOKENS_MAX = 25_000;
/** The same for files that people write for Baton: configurations, scenarios. */
export const OWN_YAML_TOKENS_MAX = 400_000;
/** Problems listed in one rejection; the rest are counted. */
export const PROBLEMS_MAX = 200;
/** Problems that the journal keeps of each clause of a verdict; the rejection has its own list of all. */
export const JUDGED_PROBLEMS_MAX = 50;
/** Claims that are kept of each clause, and the text of one. */
export const JUDGED_CLAIMS_MAX = 50;
export const JUDGED_TEXT_CHARS_MAX = 2_000;
/** Why a project does without a measurement, and who said so: a sentence. */
export const WAIVER_CHARS_MAX = 500;
/** Text of one problem, one question, one answer. */
export const TEXT_CHARS_MAX = 8_000;
/** Answers remembered per line of work, so that a repeated call gets the first answer. */
export const ANSWERS_REMEMBERED_MAX = 8;
/** A tool call waits this long for a verdict before it answers `judging`. */
export const VERDICT_WAIT_MS = 45_000;
/** Attempts of one assignment that may fail before the run fails. */
export const ATTEMPTS_FAILED_MAX = 3;
/** Rejections of one assignment before the run fails with what was rejected. */
export const REJECTIONS_MAX = 20;
/** The same mistake so often: a fresh session takes over, then a person is asked. */
export const MISTAKES_FRESH = 2;
export const MISTAKES_PERSON = 3;
/** Calls with the very bytes that were rejected that count as one more mistake; fewer may be a client without a reply. */
export const SAME_CALLS_MAX = 5;
/** What is kept of work that is rejected again and again: rejections, problems of each, and the text of one. */
export const DOSSIER_REJECTIONS_MAX = 6;
export const DOSSIER_PROBLEMS_MAX = 5;
export const DOSSIER_TEXT_CHARS_MAX = 300;
/** The page that a person reads about it. */
export const PAGE_CHARS_MAX = 4_000;
/** Pause before a failed attempt is repeated; doubled each time. */
export const RETRY_DELAY_MS = 1_000;
export const RETRY_DELAY_MS_MAX = 60_000;
/** One attempt of an agent, unless the project says otherwise. */
export const ATTEMPT_MS_MAX = 60 * 60 * 1000;
/** Items of one fan-out, whatever a workflow declares. */
export const ITEMS_MAX = 1_024;
/** Sub-plans of one plan of agentmux. */
export const SUBPLANS_MAX = 256;
/** Items of a scope side by side where nobody says how many: agents and test runs share one machine. */
export const ITEMS_AT_ONCE = 3;
/** Phases entered by one input: a chain of phases with nothing to do must end. */
export const PHASES_PER_INPUT_MAX = 64;
/** Entries between two snapshots, which a resume replays; where the state is large, up to so many. */
export const SNAPSHOT_EVERY_ENTRIES = 16;
export const SNAPSHOT_EVERY_ENTRIES_MAX = 128;
/** Pieces of work and lines of the record that a snapshot writes for each entry since the last one. */
export const SNAPSHOT_PIECES_PER_ENTRY = 8;
/** Entries of a run that a test plays: more than any workflow makes, and few enough to fail while somebody looks. */
export const PLAY_ENTRIES_MAX = 5_000;
/** Names of runs, roles, items: they become file names. */
export const NAME_CHARS_MAX = 64;

/** One re-executed command. */
export const COMMAND_MS_MAX = 10 * 60 * 1000;
export const COMMAND_OUTPUT_BYTES_MAX = 4 * 1024 * 1024;
export const COMMAND_MEMORY_BYTES_MAX = 8 * 1024 * 1024 * 1024;
/** How much of a command's output is kept as evidence. */
export const OUTPUT_TAIL_CHARS = 16_000;
/** Commands re-executed at the same time by one process. */
export const REEXECUTIONS_AT_ONCE_MAX = 2;
/** Installing dependencies: slower than tests, and over a network. */
export const PREPARE_MS_MAX = 20 * 60 * 1000;
/** Prepared dependencies kept per project; the least recently used go first. */
export const PREPARED_KEPT_MAX = 6;
/** One that was used this recently is never removed: it may be in use. */
export const PREPARED_KEPT_MS_MIN = 24 * 60 * 60 * 1000;
/** Compiled packages that are copied for each run: above it, copying costs more than it saves. */
export const COMPILED_BYTES_MAX = 1024 ** 3;
/** Results of commands kept per project. */
export const RESULTS_KEPT_MAX = 2_000;
/** What is kept of the tests that a report says have failed. */
export const TEST_FAILURES_MAX = 50;
export const TEST_MESSAGE_CHARS_MAX = 1_000;
/** Tests that a handoff names as its proof: each is looked for in whole reports. */
export const NAMED_TESTS_MAX = 100;
/** One line of a report; what is longer is no line of a report. */
export const REPORT_LINE_CHARS_MAX = 2_000;
/** A report that a tool wrote. */
export const REPORT_BYTES_MAX = 32 * 1024 * 1024;
/** Tests of one report that are known by name; of further ones only the numbers, and that is told. */
export const TEST_CASES_MAX = 100_000;
/** Of these, tests that go into a journal: those that failed, were skipped or are named come first. */
export const TEST_CASES_KEPT_MAX = 10_000;
/** Test files that could not be loaded. */
export const UNLOADED_FILES_MAX = 2_000;
/** Test files that are tried in turn with tests of Baton's own; some of them tell nothing. */
export const CANARY_TRIES_MAX = 5;
/** Test files that must be found sound, so that they have all changed code loaded: each costs a run. */
export const CANARY_SOUND_MAX = 3;
/** Changed modules that one of these loads because no test file of theirs is tried. */
export const CANARY_LOADED_MAX = 50;
/** Test files that are read to find these. */
export const CANARY_FILES_READ_MAX = 200;
/** What a runner writes for Baton alone: three lines for each test. */
export const ASKED_REPORT_BYTES_MAX = 128 * 1024 * 1024;
/** Tests that are not plainly kept by a change, of which each is told; with more nobody can say that the change is fine. */
export const TEST_ROWS_MAX = 2_000;
/** Tests and files that one piece of work may change by name. */
export const RELEASED_MAX = 200;
export const RELEASED_CHARS_MAX = 500;
/** Entries of `tests` in baton.yaml. */
export const TESTS_PATTERNS_MAX = 200;
/** Changed files of code whose words are read, to see what was renamed. */
export const WORDS_READ_FILES_MAX = 500;
/** Variables that a project passes on to its commands, or keeps from them. */
export const ENVIRONMENT_NAMES_MAX = 50;
/** Names of tests that fail now and then, in one piece of evidence. */
export const FLAKY_NAMES_MAX = 100;
/** Untouched tests that fail, up to which a head is run once more at the hook: where more fail, it is no chance. */
export const DOUBTED_FAILURES_MAX = 10;
/** Submodules in submodules; deeper ones stay empty. */
export const SUBMODULE_DEPTH_MAX = 4;
/** A lock file of a package manager, which tells how it is installed. Larger ones are not read, and installed as usual. */
export const LOCK_BYTES_MAX = 16 * 1024 * 1024;
/** Pairs of deleted and added files whose words are compared, and how large such a file may be: larger ones git knows. */
export const SMALL_RENAMES_MAX = 400;
export const SMALL_RENAME_BYTES_MAX = 32 * 1024;

/** Runs with one doubtful file each as it was; of more files all are put back in one run. */
export const DOUBTFUL_RUNS_MAX = 3;
/** Old files of the tests' side that are tried alone where only an exit code is known, in two runs each; of more all together. */
export const TEST_FILES_TRIED_MAX = 6;
/** Changed files whose importers are looked up, because they may be helpers of tests. */
export const HELPERS_LOOKED_AT_MAX = 40;
/** Changed files of data whose names are looked for; with more, the rest counts as code. */
export const DATA_LOOKED_AT_MAX = 400;
/** Files that a run names tests of and whose names tell nothing, which are read. */
export const REPORTED_FILES_READ_MAX = 2_000;
/** Names that one file of Go declares; one with more is taken for code. */
export const GO_NAMES_MAX = 100;
/** Keys of one package.json that are named as changed. */
export const NOTED_KEYS_MAX = 100;
/** Patterns of one search in a tree: a command line has an end. */
export const GREP_PATTERNS_MAX = 100;
/** Files that a search is told to look at, for the same reason; where more have the word, all are looked at. */
export const GREP_FILES_MAX = 500;
/** Searches of trees whose answers a process keeps: one judgement asks the same of several runs. */
export const SEARCHES_REMEMBERED_MAX = 64;
/** A line that imports something; of a longer one only the beginning is read. */
export const IMPORT_LINE_CHARS_MAX = 2_000;
/** Files that are part of a command because others of it name them, and how far such names are followed. */
export const COMMAND_FILES_MAX = 200;
export const COMMAND_FILES_DEPTH_MAX = 4;
/** Files of one report of coverage or mutants; one with more is refused, because what is left out could be the worst. */
export const REPORT_FILES_MAX = 10_000;
/** Lines of all files of one report of coverage together. */
export const REPORT_LINES_MAX = 2_000_000;
/** Lines of one report that were not reached, all files together; one with more is refused, for the same reason. */
export const MISSED_LINES_MAX = 500_000;
/** Findings, or mutants that survived, that are listed; all of them are counted. */
export const REPORT_RESULTS_MAX = 500;
/** Lines of a source file. A report that names a later one is not about a file that people wrote. */
export const SOURCE_LINES_MAX = 10_000_000;
/** Nesting of elements in XML; suites are seldom more than ten deep. */
export const XML_DEPTH_MAX = 64;
/** Between SIGTERM and SIGKILL of a process group. */
export const KILL_GRACE_MS = 2_000;
/** One line of an agent program's output: its JSON lines carry whole files. */
export const AGENT_LINE_BYTES_MAX = 8 * 1024 * 1024;
/** What is kept of an attempt's output on disk. */
export const AGENT_LOG_BYTES_MAX = 16 * 1024 * 1024;
/** How much of it is read at once. */
export const LOG_CHUNK_BYTES = 64 * 1024;
/** An attempt that prints more than this is in a loop, and is ended. */
export const AGENT_OUTPUT_BYTES_MAX = 512 * 1024 * 1024;
/** An agent's final message. */
export const AGENT_MESSAGE_CHARS_MAX = 256 * 1024;
/** One JSON-RPC message through a pipe, either way: above what arguments and answers can add up to. */
export const PIPE_LINE_BYTES_MAX = 8 * 1024 * 1024;
/** Messages of one pipe that are on their way at once; further input waits. */
export const PIPE_MESSAGES_MAX = 64;
/** A call to the door: it waits VERDICT_WAIT_MS for a verdict, so silence beyond this is a fault. */
export const DOOR_CALL_MS_MAX = 120_000;

/** One HTTP request to the holder: arguments at their limit with every character escaped, and the envelope. */
export const REQUEST_BYTES_MAX = 2 * 1024 * 1024;
/** Connections to a holder at once; the one that waits for nothing and came first makes room. */
export const CONNECTIONS_MAX = 512;
/** Also where descriptors are few: an agent, a person and their helpers. */
export const CONNECTIONS_MIN = 16;
/** Descriptors that connections leave to the run: journal, agents, git, evidence. */
export const DESCRIPTORS_KEPT = 128;
/** How long the head of a request, and a whole request, may take to arrive. Pipes send theirs at once. */
export const REQUEST_HEAD_MS_MAX = 10_000;
export const REQUEST_MS_MAX = 20_000;
/** How often requests that take too long are looked for. */
export const REQUEST_CHECK_MS = 2_000;
/** Working trees that are sealed at once; each takes a few processes. */
export const SEALS_AT_ONCE_MAX = 4;
/** Installing dependencies: the network has its moments. */
export const PREPARE_TRIES_MAX = 3;
export const PREPARE_RETRY_MS = 500;
/** How long an installation that failed is not tried again: as long as one judgement asks for its other commands. */
export const PREPARE_FAILED_KEPT_MS = 60_000;
/** Nesting of a request's JSON: what walks it later may be recursive. */
export const JSON_DEPTH_MAX = 64;
/** Keys of all objects of a JSON file together: with millions of them lookups no longer take constant time. */
export const JSON_KEYS_MAX = 200_000;
/** The same for reports of tools: a large project's coverage has a key for each statement. */
export const REPORT_KEYS_MAX = 4_000_000;
/** MCP sessions open at once. Most clients never close theirs, so the one unused for longest makes room. */
export const SESSIONS_MAX = 256;
/** An agent whose work was accepted may end its turn by itself for this long. */
export const SESSION_GRACE_MS = 10_000;
/** Refused calls journalled by one holder; a flood of them must not fill the disk. */
export const REFUSALS_JOURNALLED_MAX = 1_000;
/** Evidence jobs and effects under way at once. */
export const JOBS_MAX = 4;
/** Agents at work at once, unless the project says otherwise. */
export const AGENTS_MAX = 8;
/** Lines about accepted calls that a run keeps; a run has a few for each piece of work. */
export const RECORD_LINES_MAX = 20_000;
/** A notice to a role or to people: a few sentences, because all of them stand in one prompt. */
export const NOTICE_CHARS_MAX = 2_000;
/** Notices that a run keeps for one receiver; the journal keeps all. */
export const NOTICES_MAX = 20;
/** A file of the project to which runs add lines. */
export const APPENDED_FILE_BYTES_MAX = 1024 * 1024;
/** A file of the project that a run changes, before and after: both texts stand in the journal. */
export const MERGED_FILE_BYTES_MAX = 1024 * 1024;
/** What is shown of a change that could not be merged: it stands in one notice. */
export const MERGE_SHOWN_CHARS_MAX = 1_500;
/** A file of the project that a run begins with; it is kept in the journal. */
export const GIVEN_FILE_BYTES_MAX = 1024 * 1024;
/** A registry of agents; the public one has some hundred kilobytes. */
export const REGISTRY_BYTES_MAX = 8 * 1024 * 1024;
/** A file that the engine derives from a submission: it stands inside the journal line. */
export const DERIVED_BYTES_MAX = 256 * 1024;
/** One call of GitHub's program: it waits for a network. */
export const GH_MS_MAX = 60_000;
/** What it may print: an issue with all its comments as JSON. */
export const GH_OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
/** A request that comes from a file or an issue: it stands in every prompt. */
export const REQUEST_CHARS_MAX = 64 * 1024;
/** Comments of an issue that go into a request; of further ones it is said that they are there. */
export const ISSUE_COMMENTS_MAX = 200;
/** Files looked at in one directory of a run. */
export const DIRECTORY_FILES_MAX = 10_000;
/** How often the end of a line that another program is writing is waited for. */
export const TORN_LOOKS_MAX = 20;
/** How often a file that another program appends to is looked at again before it is written; then the next time. */
export const RECORD_LOOKS_MAX = 20;
/** One YAML handoff, in a message or a file of its own: a few kilobytes, and room for what it measured. */
export const HANDOFF_YAML_BYTES_MAX = 64 * 1024;
/** What structures it: brackets, commas, quotation marks, keys, lines. The parser's time follows these, not the bytes. */
export const HANDOFF_YAML_MARKS_MAX = 4_000;
/** Fields in a text block, which has four; repeated and unknown ones are told one by one. */
export const HANDOFF_FIELDS_MAX = 1_000;
/** Its lines: a list of more files than this is nobody's to read. */
export const HANDOFF_LINES_MAX = 20_000;
/** A private key as PEM; an ed25519 key has some 120 bytes. */
export const KEY_BYTES_MAX = 16 * 1024;
/** A file of attestations: what its verifier reads at most. */
export const ATTESTATION_BYTES_MAX = 64 * 1024 * 1024;
/** Commits whose trailers `verify` compares with the journal; a run makes a handful. */
export const HEADS_READ_MAX = 1_000;
/** Changed files that evidence lists; what is cut short is said to be. */
export const DIFF_FILES_MAX = 5_000;
/** Files of a change that an approval names one by one; the rest is counted. */
export const CHANGE_FILES_SHOWN_MAX = 200;
/** Of a diff in the prompt of a reviewer, who can see all of it with git. */
export const PROMPT_DIFF_BYTES_MAX = 48 * 1024;
/** A diff that is printed; of a longer one `git diff` itself shows the rest. */
export const PATCH_BYTES_MAX = 64 * 1024 * 1024;
/** A longer line counts as several, so that no change is small because it has few of them. */
export const LINE_BYTES_COUNTED = 400;
/** A file that is not text, as part of one task: a picture, not a build product. */
export const BINARY_BYTES_MAX = 8 * 1024 * 1024;
/** Links of them whose target is shown. */
export const DIFF_LINKS_SHOWN_MAX = 200;
/** Test files that are compared by their text, and how large one may be. */
export const TEST_SOURCES_MAX = 2_000;
export const TEST_SOURCE_BYTES_MAX = 2 * 1024 * 1024;
/** All that is said of them: it goes into one journal line. */
export const TEST_NAMES_CHARS_MAX = 4 * 1024 * 1024;
/** Report files that are read after one command. */
export const COMMAND_REPORTS_MAX = 50;
/** New comments that silence a linter or a type checker, as they are listed; those of whole files come first. */
export const SILENCED_MAX = 50;
/** How far a configuration of a type checker is followed to those that it extends. */
export const EXTENDS_DEPTH_MAX = 8;
/** A package.json whose scripts are put back to those of the base. */
export const PACKAGE_BYTES_MAX = 1024 * 1024;
/** Repositories inside of the project that have no commit and are left out when it is sealed. */
export const NESTED_REPOSITORIES_MAX = 20;
/** Index of a working tree that a holder keeps in memory; a larger one, of a million files, is made anew for each seal. */
export const KEPT_INDEX_BYTES_MAX = 128 * 1024 * 1024;
/** After this long the second in which a working tree was checked out is over, with room for a coarse clock. */
export const INDEX_SETTLES_MS = 1_200;
/** Programs that write the files of a checkout at the same time; more only wait for the disk. */
export const CHECKOUT_WORKERS_MAX = 8;
/** Rules of `.git/info/exclude`. */
export const EXCLUDE_BYTES_MAX = 1024 * 1024;
/** Files of the sealed tree that a command rewrote, as far as evidence names them; tests and settings come first. */
export const REWRITTEN_FILES_MAX = 200;
/** Ignored files that look like tests: how many are named, and how many ignored files are looked at for them. */
export const IGNORED_TESTS_MAX = 500;
export const IGNORED_FILES_MAX = 20_000;
/** A suite that takes longer than this is not run once more as a whole, only to see whether a new test looks at anything. */
export const IDLE_RUN_MS_MAX = 60_000;
/** Runs on the old code that look for a new test which does not load by itself: halves of 500 tests come to one in ten. */
export const ALONE_RUNS_MAX = 12;
/** Listings of trees that a process keeps: one judgement reads the same few again and again. */
export const TREES_REMEMBERED_MAX = 8;
/** Contents of files that a process keeps, for the same reason. */
export const TEXTS_REMEMBERED_MAX = 200;
export const TEXT_REMEMBERED_BYTES_MAX = 64 * 1024;
/** Hunks of a change that are taken away one by one, by default and at most; each costs a run of the tests, or two. */
export const PROBE_HUNKS = 20;
export const PROBE_HUNKS_MAX = 500;
/** How long that may take, by default and at most. */
export const PROBE_MINUTES = 5;
export const PROBE_MINUTES_MAX = 120;
/** Hunks that are probed side by side. */
export const PROBES_AT_ONCE = 2;
/** A file of code that is cut into hunks. */
export const PROBED_FILE_BYTES_MAX = 1024 * 1024;
/** Untested hunks that a verdict names; the rest are counted. */
export const UNTESTED_NAMED_MAX = 50;

/** `baton clean` removes what nobody used for this long, unless it is told another age. */
export const CLEAN_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** An age that somebody gives: a longer one is a slip of the keyboard. */
export const CLEAN_AGE_MS_MAX = 100 * 365 * 24 * 60 * 60 * 1000;
/** Runs that one `baton clean` removes; it says when there are more. */
export const CLEAN_RUNS_MAX = 500;
/** Files of one cache that one `baton clean` removes. */
export const CLEAN_FILES_MAX = 5_000;
/** Paths whose size is asked for at once: a command line has an end. */
export const SIZED_PATHS_MAX = 200;
/** Files that `baton init` looks at to find how a project is tested, how deep they lie, and how many of them it reads. */
export const INIT_FILES_MAX = 5_000;
export const INIT_DEPTH_MAX = 6;
export const INIT_FILES_READ_MAX = 200;
/** Changes that an inbox shows with their items; each takes a comparison of two trees. */
export const INBOX_CHANGES_SHOWN_MAX = 20;
