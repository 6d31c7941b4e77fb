// A block of lines at the bottom of a terminal that is drawn again in place. What is said above it stays.

const REDRAW_MS = 100;
const TICK_MS = 1_000;
const HIDE_CURSOR = '\x1b[?25l';
/** The block's lines are cut, not wrapped, so that its height is known whatever a terminal thinks of a character. */
const NO_WRAP = '\x1b[?7l';
const END = '\x1b[?7h\x1b[?25h';
const CLEAR_BELOW = '\x1b[J';
const CLEAR_LINE_END = '\x1b[K';

export interface Terminal {
  write(text: string): unknown;
  readonly columns?: number;
  readonly rows?: number;
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

/** `render` is asked only when something is drawn. */
export const openLiveScreen = (
  terminal: Terminal,
  render: (columns: number) => readonly string[],
): LiveScreen => {
  let height = 0;
  let pending: NodeJS.Timeout | undefined;
  let state: 'open' | 'paused' | 'closed' = 'open';
  let above: string[] = [];

  const draw = (): void => {
    clearTimeout(pending);
    pending = undefined;
    if (state !== 'open') return;
    const all = render(Math.max(20, terminal.columns ?? 80));
    const lines = all.slice(0, Math.max(1, (terminal.rows ?? 24) - 1));
    const text = (part: readonly string[]): string =>
      part.map((line) => `${line}${CLEAR_LINE_END}\n`).join('');
    // One write, over what is there: nothing is blank in between.
    terminal.write(`${HIDE_CURSOR}${up(height)}${text(above)}${NO_WRAP}${text(lines)}${CLEAR_BELOW}${END}`);
    height = lines.length;
    above = [];
  };
  const clear = (): void => {
    clearTimeout(pending);
    pending = undefined;
    const said = above.map((line) => `${line}\n`).join('');
    terminal.write(`${up(height)}${CLEAR_BELOW}${said}${END}`);
    height = 0;
    above = [];
  };
  const changed = (): void => {
    if (state === 'open') pending ??= setTimeout(draw, REDRAW_MS);
  };
  const tick = setInterval(changed, TICK_MS);
  tick.unref();
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
      draw();
      height = 0;
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
      process.off('exit', restore);
      restore();
    },
  };
};
