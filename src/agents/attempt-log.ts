// What an attempt's programs print, kept in one bounded file for people. Tokens are struck out: a log is shown.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_LOG_BYTES_MAX } from '../model/limits/limits.ts';
import type { Task } from './agent.ts';

export interface AttemptLog {
  /** Absent when nothing is kept. */
  readonly path?: string;
  line(line: string): void;
  /** The last lines, on one page. */
  tail(): string;
  flush(): void;
}

const TAIL_LINES = 12;
const TAIL_LINE_CHARS = 400;
const FLUSH_BYTES = 64 * 1024;
/** Whoever follows the output sees it this soon. */
const FLUSH_MS = 200;

/** What an agent printed or said, without the token and without secrets of whoever started Baton. */
export const shownText = (
  text: string,
  { door: { token }, redact }: Pick<Task, 'door' | 'redact'>,
): string => {
  const clean = token === '' ? text : text.replaceAll(token, '[token]');
  return redact?.(clean) ?? clean;
};

/** Assignment ids are names and dots; anything else would be somebody's path. */
export const attemptLogName = (assignment: string, attempt: number): string =>
  `${assignment.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.${attempt}.log`;

/** Which attempt a file is the output of; undefined for other files. */
export const attemptOfLog = (name: string): { assignment: string; attempt: number } | undefined => {
  const [, assignment, attempt] = /^(.+)\.(\d{1,6})\.log$/.exec(name) ?? [];
  return assignment === undefined ? undefined : { assignment, attempt: Number(attempt) };
};

/** A log that cannot be written is no reason to stop the work: it is kept in memory only. */
const openFile = (directory: string, task: Task): string | undefined => {
  const path = join(directory, attemptLogName(task.assignment, task.attempt));
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(path, '', { mode: 0o600 });
    return path;
  } catch {
    return undefined;
  }
};

export const attemptLog = (task: Task, directory?: string, bytesMax = AGENT_LOG_BYTES_MAX): AttemptLog => {
  let path = directory === undefined ? undefined : openFile(directory, task);
  const last: string[] = [];
  let waiting: string[] = [];
  let waitingBytes = 0;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (path === undefined || waiting.length === 0) return;
    const text = waiting.join('');
    waiting = [];
    waitingBytes = 0;
    try {
      appendFileSync(path, text);
    } catch {
      path = undefined;
    }
  };
  const keep = (text: string): void => {
    if (path === undefined || bytes > bytesMax) return;
    const size = Buffer.byteLength(text);
    bytes += size;
    waiting.push(
      bytes > bytesMax ? `[the output is longer than ${bytesMax} bytes; the rest is not kept]\n` : text,
    );
    waitingBytes += size;
    if (waitingBytes > FLUSH_BYTES) flush();
    else timer ??= setTimeout(flush, FLUSH_MS).unref();
  };
  return {
    ...(path === undefined ? {} : { path }),
    line: (line) => {
      const clean = shownText(line, task);
      last.push(clean.slice(0, TAIL_LINE_CHARS));
      if (last.length > TAIL_LINES) last.shift();
      keep(`${clean}\n`);
    },
    tail: () => last.join('\n'),
    flush,
  };
};
