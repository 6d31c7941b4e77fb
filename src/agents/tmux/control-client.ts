// One tmux server of Baton's own, spoken to over tmux's control mode: commands are lines on a pipe, so that no value of theirs stands in
// a list of processes, and none costs a start of a program.
import { type ChildProcess, spawn } from 'node:child_process';
import { TMUX_ARGUMENT_BYTES_MAX, TMUX_REPLY_BYTES_MAX } from '../../model/limits/tmux.ts';
import { lineSplitter } from '../../std/line-splitter.ts';

export interface ControlClient {
  /** The lines that tmux answers; throws with its words when it refuses. */
  run(...words: readonly string[]): Promise<readonly string[]>;
  /** Resolves when the server, or this way to it, is gone. */
  readonly closed: Promise<void>;
  /** Whether waiting for it keeps this process alive. */
  hold(isHeld: boolean): void;
  close(): Promise<void>;
}

const ESCAPED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A word of tmux's command language that stands for exactly this text. */
export const tmuxWord = (text: string): string => {
  const inner = text
    .replaceAll(/[\\"$]/g, (character) => `\\${character}`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not end the line
    .replaceAll(
      /[\u0000-\u001f\u007f]/g,
      (character) => ESCAPED[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );
  return `"${inner}"`;
};

interface Waiting {
  answered(lines: readonly string[]): void;
  refused(words: string): void;
}

/** Replies come in order, each between a line that begins it and one that repeats its numbers. */
const replyReader = (waiting: Waiting[]) => {
  let open: { readonly numbers: string; readonly isOurs: boolean; readonly lines: string[] } | undefined;
  let bytes = 0;
  return (line: string): void => {
    if (open === undefined) {
      const [, numbers, flags] = /^%begin (\d+ \d+ (\d+))$/.exec(line) ?? [];
      bytes = 0;
      if (numbers !== undefined) open = { numbers, isOurs: flags === '1', lines: [] };
      return;
    }
    const isError = line === `%error ${open.numbers}`;
    if (!isError && line !== `%end ${open.numbers}`) {
      bytes += line.length;
      if (bytes <= TMUX_REPLY_BYTES_MAX) open.lines.push(line);
      return;
    }
    const { isOurs, lines } = open;
    open = undefined;
    if (!isOurs) return;
    const next = waiting.shift();
    if (isError) next?.refused(lines.join('; '));
    else next?.answered(lines);
  };
};

const GONE = 'the tmux server is gone';

export interface ControlOptions {
  /** As in `tmux -L NAME`. */
  readonly socket: string;
  /** The whole environment of the server. */
  readonly env: Readonly<Record<string, string>>;
  /** What the first session, which is this client's own, runs. */
  readonly first: readonly string[];
}

const start = ({ socket, env, first }: ControlOptions): ChildProcess =>
  spawn('tmux', ['-f', '/dev/null', '-u', '-L', socket, '-C', 'new-session', '-s', 'holder', ...first], {
    env: { ...env },
    // A signal to the holder's group is the holder's to pass on.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });

export const controlClient = (options: ControlOptions): ControlClient => {
  const child = start(options);
  const waiting: Waiting[] = [];
  let isGone = false;
  const take = replyReader(waiting);
  const splitter = lineSplitter(TMUX_REPLY_BYTES_MAX, take, () => take(''));
  child.stdout?.on('data', (chunk: Buffer) => splitter.push(chunk));
  child.stdin?.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    const end = (): void => {
      isGone = true;
      for (const one of waiting.splice(0)) one.refused(GONE);
      resolve();
    };
    child.once('error', end);
    child.once('exit', end);
  });
  return {
    run: (...words) =>
      new Promise((answered, rejected) => {
        const refused = (why: string): void => rejected(new Error(`tmux ${words[0]}: ${why}`));
        const line = words.map(tmuxWord).join(' ');
        if (isGone) return refused(GONE);
        if (Buffer.byteLength(line) > TMUX_ARGUMENT_BYTES_MAX)
          return refused(`expected at most ${TMUX_ARGUMENT_BYTES_MAX} bytes, got ${Buffer.byteLength(line)}`);
        waiting.push({ answered, refused });
        child.stdin?.write(`${line}\n`);
      }),
    closed,
    hold: (isHeld) => {
      // Pipes of a child are sockets, which can be let go of; their types do not say so.
      for (const handle of [child, child.stdin, child.stdout])
        if (handle !== null && 'ref' in handle && 'unref' in handle)
          (isHeld ? handle.ref : handle.unref).call(handle);
    },
    close: async () => {
      child.stdin?.end();
      await closed;
    },
  };
};
