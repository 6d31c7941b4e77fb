// A block of lines at the bottom of a terminal that is drawn again in place. What is said above it stays. The cursor waits at the
// top of the block: what somebody types is drawn over, and a terminal that wraps lines anew keeps it where the block begins.

const REDRAW_MS = 100;
const TICK_MS = 1_000;
const HIDE_CURSOR = '\x1b[?25l';
/** The block's lines are cut, not wrapped, so that its height is known whatever a terminal thinks of a character. */
const NO_WRAP = '\x1b[?7l';
const END = '\x1b[?7h\x1b[?25h';
const CLEAR_BELOW = '\x1b[J';
const CLEAR_LINE_END = '\x1b[K';
const SAVE_PLACE = '\x1b7';
const TO_SAVED_PLACE = '\x1b8';

export interface Terminal {
  write(text: string): unknown;
  readonly columns?: number;
  readonly rows?: number;
  on?(event: 'resize', call: () => void): unknown;
  off?(event: 'resize', call: () => void): unknown;
}

export interface LiveScreen {
  /** Something changed; it is drawn soon, and at most ten times a second. */
  changed(): void;
  /** Stays, above the block. */
  say(line: string): void;
  /** Takes the block away until `resume`, because somebody is typing below what was said. */
  pause(): void;
  resume(): void;
  close(): void;
}

const up = (lines: number): string => (lines === 0 ? '\r' : `\x1b[${lines}A\r`);

const text = (part: readonly string[]): string => part.map((line) => `${line}${CLEAR_LINE_END}\n`).join('');

/** `render` is asked only when something is drawn. */
export const openLiveScreen = (
  terminal: Terminal,
  render: (columns: number) => readonly string[],
): LiveScreen => {
  /** How to get to the top of the block from wherever the cursor is now. */
  let back = '';
  let pending: NodeJS.Timeout | undefined;
  let state: 'open' | 'paused' | 'closed' = 'open';
  let above: string[] = [];

  const draw = (stay: 'at the top' | 'below' = 'at the top'): void => {
    clearTimeout(pending);
    pending = undefined;
    if (state !== 'open') return;
    const all = render(Math.max(20, terminal.columns ?? 80));
    const lines = all.slice(0, Math.max(1, (terminal.rows ?? 24) - 1));
    const top = stay === 'below' ? '' : `${up(lines.length)}${SAVE_PLACE}`;
    // One write, over what is there: nothing is blank in between.
    terminal.write(`${HIDE_CURSOR}${back}${text(above)}${NO_WRAP}${text(lines)}${CLEAR_BELOW}${top}${END}`);
    back = stay === 'below' ? '' : TO_SAVED_PLACE;
    above = [];
  };
  const clear = (): void => {
    clearTimeout(pending);
    pending = undefined;
    const said = above.map((line) => `${line}\n`).join('');
    terminal.write(`${back}${CLEAR_BELOW}${said}${END}`);
    back = '';
    above = [];
  };
  const changed = (): void => {
    if (state === 'open') pending ??= setTimeout(() => draw(), REDRAW_MS);
  };
  const tick = setInterval(changed, TICK_MS);
  tick.unref();
  // The saved place is one of the old size; the cursor itself has moved with the text.
  const resized = (): void => {
    if (back !== '') back = '\r';
    changed();
  };
  terminal.on?.('resize', resized);
  // However the process ends, the cursor is there again.
  const restore = (): void => void terminal.write(END);
  process.once('exit', restore);
  return {
    changed,
    say: (line) => {
      if (state === 'open') {
        above.push(line);
        changed();
      } else terminal.write(`${line}\n`);
    },
    pause: () => {
      if (state !== 'open') return;
      draw('below');
      state = 'paused';
    },
    resume: () => {
      if (state !== 'paused') return;
      state = 'open';
      changed();
    },
    close: () => {
      if (state === 'closed') return;
      if (state === 'open') clear();
      state = 'closed';
      clearInterval(tick);
      terminal.off?.('resize', resized);
      process.off('exit', restore);
      restore();
    },
  };
};
