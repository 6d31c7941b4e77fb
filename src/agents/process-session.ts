// One program as one attempt: its own process group, its output as lines, and an end that takes everything along.
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { AGENT_LINE_BYTES_MAX, AGENT_OUTPUT_BYTES_MAX, KILL_GRACE_MS } from '../model/limits/limits.ts';
import { lineSplitter } from '../std/line-splitter.ts';
import { type Belongs, endProcesses } from './orphans.ts';
import type { PaneNeeds } from './tmux/pane-needs.ts';

/** What a program needs of this machine beside its own folder, where it stands behind a fence. */
export interface ProgramNeeds {
  /** Files below the user's home that it gets copies of, and folders (`name/`) that it finds empty. */
  readonly home?: readonly string[];
  /** Files and folders that it reads or writes. */
  readonly read?: readonly string[];
  readonly write?: readonly string[];
}

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** Its input stays open: it is talked to. */
  readonly talks?: true;
  readonly marker: string;
  readonly outputBytesMax?: number;
  readonly graceMs?: number;
  readonly needs?: ProgramNeeds;
  /** It is played in a pane of tmux. */
  readonly pane?: PaneNeeds;
}

export type Stream = 'stdout' | 'stderr';

export interface ProgramEnd {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Who ended it, where it did not end by itself. */
  readonly ended?: 'stopped' | 'output-exceeded';
  /** Why it could not be started. */
  readonly notStarted?: string;
  /** Processes that could not be ended. */
  readonly left: readonly number[];
}

export interface ProgramSession {
  readonly pid?: number;
  /** Resolves once, when the last process is gone. Never rejects. */
  readonly ended: Promise<ProgramEnd>;
  stop(): Promise<void>;
  /** To a program that is talked to. */
  write(text: string): void;
  /** Ends its input, and the program where it does not go by itself. */
  finish(): void;
}

/** A process that has left the group may hold the pipes open; their rest is read for this long. */
const DRAIN_MS = 300;

/** Programs that end with their input need a third of a second for it. */
const FINISH_MS = 700;

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

const start = (program: Program): ChildProcess =>
  spawn(program.file, [...program.args], {
    cwd: program.cwd,
    env: { ...program.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });

const feed = (child: ChildProcess, { stdin, talks }: Program): void => {
  // A program that ends without reading its input is told by its exit code, not by EPIPE.
  child.stdin?.on('error', () => {});
  if (talks !== true) child.stdin?.end(stdin);
};

const readLines = (
  child: ChildProcess,
  onLine: (stream: Stream, line: string) => void,
  onBytes: (bytes: number) => void,
): void => {
  for (const stream of ['stdout', 'stderr'] as const) {
    const splitter = lineSplitter(
      AGENT_LINE_BYTES_MAX,
      (line) => onLine(stream, line),
      (bytes) => onLine(stream, `[a line of ${bytes} bytes was left out]`),
    );
    child[stream]?.on('data', (chunk: Buffer) => {
      onBytes(chunk.length);
      splitter.push(chunk);
    });
    child[stream]?.on('close', () => splitter.end());
    child[stream]?.on('error', () => {});
  }
};

const closed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve();
    }, DRAIN_MS);
    child.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const notStarted = (cause: string): ProgramSession => ({
  ended: Promise.resolve({ exit: null, signal: null, notStarted: cause, left: [] }),
  stop: async () => {},
  write: () => {},
  finish: () => {},
});

const startCause = (program: Program, cause: Error): string =>
  'code' in cause && cause.code === 'ENOENT' ? `${program.file} was not found` : cause.message;

export const startProgram = (
  program: Program,
  onLine: (stream: Stream, line: string) => void,
): ProgramSession => {
  if (!isDirectory(program.cwd)) return notStarted(`its working directory ${program.cwd} is not there`);
  let child: ChildProcess;
  try {
    child = start(program);
  } catch (cause) {
    return notStarted(cause instanceof Error ? startCause(program, cause) : String(cause));
  }
  const belongs: Belongs = ({ marker, group }) => marker === program.marker || group === child.pid;
  const endAll = () => endProcesses(belongs, program.graceMs ?? KILL_GRACE_MS);
  let reason: ProgramEnd['ended'];
  let bytes = 0;
  const limit = program.outputBytesMax ?? AGENT_OUTPUT_BYTES_MAX;
  readLines(child, onLine, (count) => {
    bytes += count;
    if (bytes <= limit || reason !== undefined) return;
    reason = 'output-exceeded';
    void endAll();
  });
  feed(child, program);
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.on('error', (cause) => {
      if (child.pid === undefined)
        resolve({ exit: null, signal: null, notStarted: startCause(program, cause), left: [] });
    });
    child.on('exit', (exit, signal) => {
      const drained = closed(child);
      void endAll().then(async (left) => {
        await drained;
        const who = reason === undefined ? {} : { ended: reason };
        resolve({ exit, signal, ...who, left: left.map(({ pid }) => pid) });
      });
    });
  });
  const stop = async (): Promise<void> => {
    reason ??= 'stopped';
    await endAll();
    await ended;
  };
  const write = (text: string): void => {
    child.stdin?.write(text);
  };
  const finish = (): void => {
    child.stdin?.end();
    const timer = setTimeout(() => void endAll(), FINISH_MS);
    void ended.then(() => clearTimeout(timer));
  };
  return { ended, stop, write, finish, ...(child.pid === undefined ? {} : { pid: child.pid }) };
};
