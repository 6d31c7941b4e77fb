// The collective's own limits, each with its reason. What agents say may lower some of them and raise none.

/** Retries of one piece of work: the rules of the collective allow three attempts before somebody else decides. */
export const FAILURE_RETRIES = 3;
/** Retries that a project may allow; more is a loop that somebody pays for. */
export const FAILURE_RETRIES_MAX = 20;
/** Reports of `blocked` about one piece of work before a person is asked: it costs no retry, so it needs its own end. */
export const BLOCKED_REPORTS_MAX = 3;
/** Ends of an agent that report neither success nor failure (`pending`, `in_progress`, `retry`) for one piece of work. */
export const UNFINISHED_REPORTS_MAX = 5;
/** Pieces of work that failures are counted for; later ones share one count for each agent and phase. */
export const FAILURE_CASES_MAX = 2_000;
/** What is passed on of earlier failures: notes, and the text of one. */
export const FAILURE_NOTES_MAX = 10;
export const FAILURE_NOTE_CHARS_MAX = 1_000;
/** Reports of one piece of work that are remembered by name; above what all the other limits let count. */
export const FAILURE_REPORTS_SEEN_MAX = 64;
/** Tasks and subtasks that one tag of tasks.json holds; a project with more is not planned by one collective. */
export const TASKS_MAX = 20_000;
/** A title of a task in a message. */
export const TASK_TITLE_CHARS_MAX = 120;
/** The way round a circle of dependencies, as far as it is written out. */
export const CYCLE_SHOWN_MAX = 12;
/** Agents of one registry; the collective itself cut 47 to 15, because nobody can route between more. */
export const AGENTS_MAX = 64;
/** Other names of one agent, and what it is there for, in characters. */
export const ALIASES_MAX = 16;
export const BRIEF_CHARS_MAX = 4_000;
/** What an agent may write: patterns of paths. */
export const WRITES_MAX = 64;
/** How often work of one task and phase goes the same way between the same two agents before a person is asked. */
export const HUB_LOOPS_MAX = 5;
/** Orders that wait to be told or followed in one session, and what a person has yet to be told. */
export const ORDERS_MAX = 50;
export const NOTICES_MAX = 20;
/** Subagents of one session that are remembered. */
export const SESSION_AGENTS_MAX = 256;
/** A message as it is kept in the log of handoffs; the last block of a longer one stands at its end. */
export const RECORD_TEXT_CHARS_MAX = 32 * 1024;
/** Problems that one line of the log keeps. */
export const RECORD_PROBLEMS_MAX = 20;
/** The log of handoffs of a project; a longer one is set aside, and one such is kept. */
export const RECORD_FILE_BYTES_MAX = 16 * 1024 * 1024;
/** Metrics of one group that are added up by name, and free texts that are kept of one of them. */
export const METRIC_NAMES_MAX = 200;
export const METRIC_TEXTS_MAX = 5;
/** Handoffs on one edge before it is called reliable or problematic, and before it has a trend. */
export const RELIABLE_SAMPLES_MIN = 5;
export const PROBLEMATIC_SAMPLES_MIN = 3;
export const TREND_SAMPLES_MIN = 10;
/** Edges that a report calls reliable. */
export const RELIABLE_SHOWN_MAX = 5;

/** Tasks of one run. */
export const RUN_TASKS_MAX = 1_000;
/** Tasks that are worked on side by side. */
export const TASKS_AT_ONCE_MAX = 16;
