// Limits of agents that work in panes of tmux.

/** A command to tmux; the longest holds a fence's list of mounts. */
export const TMUX_ARGUMENT_BYTES_MAX = 256 * 1024;
/** What tmux answers to one command, such as a screen. */
export const TMUX_REPLY_BYTES_MAX = 1024 * 1024;
/** Lines of a pane that are kept to be looked at, and put into the log when it ends. */
export const PANE_LINES_MAX = 2_000;
/** A prompt may be typed into a pane only when its program waits for one; a person may have to log in first. */
export const PANE_READY_MS_MAX = 10 * 60_000;
/** What a program tells of itself through one of its hooks. */
export const PANE_EVENT_BYTES_MAX = 4 * 1024 * 1024;
/** How often a prompt that was put in and not taken is entered again. */
export const PANE_ENTERS_MAX = 5;
/** Between the end of a pane's output and word of how its program ended. */
export const PANE_STATUS_MS_MAX = 10_000;
/** How often a tmux server is started until one stays. */
export const TMUX_STARTS_MAX = 3;
