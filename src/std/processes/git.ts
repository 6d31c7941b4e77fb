// Git as a quiet tool: no prompts, no hooks, no pagers, no inherited repository, and every failure with its words.
import { type ExecFileException, execFile, spawn } from 'node:child_process';
import { BatonError } from '../../errors.ts';

const GIT_MS_MAX = 5 * 60 * 1000;
const GIT_OUTPUT_BYTES_MAX = 256 * 1024 * 1024;
const STDERR_CHARS_SHOWN = 2_000;

export interface GitOptions {
  readonly cwd: string;
  /** Added to the environment. GIT_* variables count only when they are given here. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

export interface GitResult {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

// A repository's own configuration may name programs to run (hooks, a file system monitor); none of them is wanted.
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'core.splitIndex=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'commit.gpgSign=false',
  'submodule.recurse=false',
  'advice.detachedHead=false',
  'init.defaultBranch=main',
].flatMap((setting) => ['-c', setting]);

/** Objects are what their ids say: no replacement, no graft and no attribute of the machine stands for another. */
const AS_STORED = {
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null/none',
  GIT_ATTR_NOSYSTEM: '1',
};

const environment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    ...AS_STORED,
    ...more,
  };
};

const exitOf = (error: ExecFileException | null): number | undefined => {
  if (error === null) return 0;
  return typeof error.code === 'number' ? error.code : undefined;
};

interface RawResult {
  readonly exit: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const rawResult = (args: readonly string[], options: GitOptions): Promise<RawResult> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      [...SETTINGS, ...args],
      {
        cwd: options.cwd,
        env: environment(options.env),
        encoding: 'buffer',
        maxBuffer: GIT_OUTPUT_BYTES_MAX,
        timeout: GIT_MS_MAX,
        ...(options.signal ? { signal: options.signal } : {}),
      },
      (error, stdout, errors) => {
        const exit = exitOf(error);
        const stderr = errors.toString('utf8');
        if (exit !== undefined) resolve({ exit, stdout, stderr });
        else reject(failure(args, options, error, stderr));
      },
    );
    // Git may end without reading all of its input; its exit says whether that matters.
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
  });

/** Runs git and gives back how it ended. Throws only when it could not run to its end. */
export const gitResult = async (args: readonly string[], options: GitOptions): Promise<GitResult> => {
  const { stdout, ...rest } = await rawResult(args, options);
  return { ...rest, stdout: stdout.toString('utf8') };
};

/** What git printed, byte for byte. */
export const gitBytes = async (args: readonly string[], options: GitOptions): Promise<Buffer> => {
  const { exit, stdout, stderr } = await rawResult(args, options);
  if (exit !== 0) throw failure(args, options, null, stderr || `exit ${exit}`);
  return stdout;
};

export interface GitBeginning {
  readonly bytes: Buffer;
  /** Git had more to print. */
  readonly cut: boolean;
}

/** The beginning of what git prints, byte for byte. Git is ended once there is enough of it. */
export const gitBeginning = (
  args: readonly string[],
  options: GitOptions,
  bytesMax: number,
): Promise<GitBeginning> =>
  new Promise((resolve, reject) => {
    const child = spawn('git', [...SETTINGS, ...args], {
      cwd: options.cwd,
      env: environment(options.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: GIT_MS_MAX,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (bytes <= bytesMax) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > bytesMax) child.kill();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (errors.length < STDERR_CHARS_SHOWN) errors += chunk.toString('utf8');
    });
    child.on('error', (cause) => reject(failure(args, options, cause, errors)));
    child.on('close', (exit) => {
      const cut = bytes > bytesMax;
      if (cut || exit === 0) resolve({ bytes: Buffer.concat(chunks).subarray(0, bytesMax), cut });
      else reject(failure(args, options, null, errors || `exit ${exit}`));
    });
  });

const failure = (
  args: readonly string[],
  options: GitOptions,
  error: ExecFileException | null,
  stderr: string,
): BatonError => {
  if (error?.code === 'ENOENT' && error.syscall?.startsWith('spawn'))
    return new BatonError('GIT_MISSING', `git could not be started in ${options.cwd}`, {
      hint: 'Install git 2.38 or newer, put it on PATH, and check that the folder exists.',
      cause: error,
    });
  const words = stderr.trim().slice(0, STDERR_CHARS_SHOWN) || error?.message || 'no message';
  return new BatonError('GIT_FAILED', `git ${args.join(' ')} failed in ${options.cwd}: ${words}`, {
    data: { args: [...args], cwd: options.cwd },
    cause: error ?? undefined,
  });
};

/** Runs git and gives back what it printed; throws GIT_FAILED with git's own words when it did not succeed. */
export const git = async (args: readonly string[], options: GitOptions): Promise<string> => {
  const { exit, stdout, stderr } = await gitResult(args, options);
  if (exit !== 0) throw failure(args, options, null, stderr || `exit ${exit}`);
  return stdout;
};

/** One line of output, without its line end. */
export const gitLine = async (args: readonly string[], options: GitOptions): Promise<string> =>
  (await git(args, options)).replace(/\n$/, '');
