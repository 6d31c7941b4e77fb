// GitHub's own program, with the user's own login. No shell, no prompts, no pager; limits on time and output. It is
// never taken from inside the project, where agents write: it would be handed the user's token.
import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';
import { BatonError, causeText } from '../errors.ts';
import { GH_MS_MAX, GH_OUTPUT_BYTES_MAX } from '../model/limits/limits.ts';
import type { InheritedEnvironment } from '../runners/commands/environment.ts';
import { isInside } from '../std/disk/contained-path.ts';
import { findProgram } from '../std/processes/find-program.ts';
import { clip, plainText } from '../std/terminal-text.ts';

export interface GhOptions {
  /** Where it looks for the repository. */
  readonly project: string;
  readonly env: InheritedEnvironment;
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeMsMax?: number;
  readonly outputBytesMax?: number;
}

const WORDS_CHARS_MAX = 2_000;
/** Its pipes close when it ends, unless something that it started holds them. */
const DRAIN_MS = 500;
/** What it exits with when nobody is logged in. */
const EXIT_LOGGED_OUT = 4;
/** What it adds when the login it has is refused. */
const LOGIN_REFUSED = /\bgh auth login\b/;

const SETTINGS: Readonly<Record<string, string>> = {
  GH_PROMPT_DISABLED: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  GH_NO_EXTENSION_UPDATE_NOTIFIER: '1',
  GH_SPINNER_DISABLED: '1',
  GH_PAGER: 'cat',
  NO_COLOR: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // It calls git, which must run no program that the repository's own configuration names.
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'core.hooksPath',
  GIT_CONFIG_VALUE_1: '/dev/null',
};
const DROPPED = /^(?:GIT_.*|GH_FORCE_TTY|GH_DEBUG|CLICOLOR_FORCE)$/;

const realOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

const outsidePath = (project: string, path: string): string =>
  path
    .split(delimiter)
    .filter(
      (folder) => isAbsolute(folder) && !isInside(project, folder) && !isInside(project, realOf(folder)),
    )
    .join(delimiter);

const environment = ({ project, env }: GhOptions): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || DROPPED.test(name) ? [] : [[name, value] as const],
    ),
  ),
  ...SETTINGS,
  PATH: outsidePath(realOf(project), env['PATH'] ?? ''),
});

type End = 'exited' | 'timed out' | 'printed too much' | 'stopped';

interface Ended {
  readonly end: End;
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ends everything that it started, too: it leads a group of its own. */
const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
};

const run = (program: string, args: readonly string[], options: GhOptions): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const env = environment(options);
    const child = spawn(program, [...args], { cwd: options.project, env, detached: true, stdio: 'pipe' });
    const bytesMax = options.outputBytesMax ?? GH_OUTPUT_BYTES_MAX;
    const chunks: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
    let bytes = 0;
    let end: End = 'exited';
    const stop = (why: End) => {
      if (end === 'exited') end = why;
      killGroup(child);
    };
    const take = (stream: keyof typeof chunks) => (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) stop('printed too much');
      else chunks[stream].push(chunk);
    };
    const abort = () => stop('stopped');
    const timer = setTimeout(() => stop('timed out'), options.timeMsMax ?? GH_MS_MAX);
    options.signal?.addEventListener('abort', abort, { once: true });
    if (options.signal?.aborted) abort();
    const settle = (act: () => void) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
      child.stdout.destroy();
      child.stderr.destroy();
      act();
    };
    const text = (stream: keyof typeof chunks) => Buffer.concat(chunks[stream]).toString('utf8');
    child.stdout.on('data', take('stdout'));
    child.stderr.on('data', take('stderr'));
    child.on('error', (cause) => settle(() => reject(cause)));
    child.on('exit', (exit) => {
      const finish = () =>
        settle(() => resolve({ end, exit, stdout: text('stdout'), stderr: text('stderr') }));
      const drain = setTimeout(finish, DRAIN_MS);
      child.on('close', () => {
        clearTimeout(drain);
        finish();
      });
    });
    // It may end without reading all of its input; its exit says whether that matters.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });

/** A program's last words for people: no control characters, no password out of an address, not endless. */
export const programWords = (text: string): string =>
  clip(
    plainText(text)
      .trim()
      .replace(/:\/\/[^\s/@]+@/g, '://'),
    WORDS_CHARS_MAX,
  );

const missing = (message: string, hint: string): BatonError =>
  new BatonError('GITHUB_MISSING', message, { hint });

const failed = (args: readonly string[], why: string, cause?: unknown): BatonError =>
  new BatonError('GITHUB_FAILED', `gh ${args.slice(0, 2).join(' ')} failed: ${why}`, {
    hint: 'Try the same with gh in the project; `gh auth status` says who is logged in.',
    ...(cause === undefined ? {} : { cause }),
  });

/** What it printed. Throws GITHUB_MISSING where it is not there or not logged in, else GITHUB_FAILED with its words. */
export const gh = async (args: readonly string[], options: GhOptions): Promise<string> => {
  const project = realOf(options.project);
  const program = findProgram(
    'gh',
    outsidePath(project, options.env['PATH'] ?? ''),
    (found) => !isInside(project, realOf(found)),
  );
  if (program === undefined)
    throw missing(
      'expected gh, the program of GitHub, on PATH, found none',
      'Install it from https://cli.github.com, then run `gh auth login`.',
    );
  const ended = await run(program, args, options).catch((cause: unknown) => {
    throw failed(args, causeText(cause), cause);
  });
  const words = programWords(ended.stderr);
  if (ended.end === 'timed out')
    throw failed(args, `it did not end within ${(options.timeMsMax ?? GH_MS_MAX) / 1000} seconds`);
  if (ended.end === 'printed too much')
    throw failed(args, `it printed more than ${options.outputBytesMax ?? GH_OUTPUT_BYTES_MAX} bytes`);
  if (ended.end === 'stopped') throw failed(args, 'it was stopped');
  if (ended.exit === 0) return ended.stdout;
  if (ended.exit === EXIT_LOGGED_OUT || LOGIN_REFUSED.test(words))
    throw missing(
      `expected gh to be logged in: ${words || 'it is not'}`,
      'Run `gh auth login`, or set GH_TOKEN.',
    );
  throw failed(args, words || `exit ${ended.exit}`);
};
