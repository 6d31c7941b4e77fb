// Which tmux server is a run's own: whoever wants to look at it finds it without asking its holder.
import { createHash } from 'node:crypto';

const DIGITS = 12;

/** As in `tmux -L NAME`. */
export const socketName = (runDirectory: string): string =>
  `baton-${createHash('sha256').update(runDirectory).digest('hex').slice(0, DIGITS)}`;

/** The session that people look at. */
export const PANES_SESSION = 'baton';

export const attachArguments = (runDirectory: string): readonly string[] => [
  ...['-u', '-L', socketName(runDirectory), 'attach-session', '-t', `=${PANES_SESSION}`],
];
