// One test's own world: a home, a state directory, a folder for temporary files and a project, all below one folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Entry } from '../../src/model/run/entry.ts';
import { placeOf } from '../../src/operations/project/state-directory.ts';
import { endProcessesOf } from '../crash/processes.ts';
import { builtProgram } from './built-program.ts';

export interface Scratch {
  readonly root: string;
  readonly home: string;
  readonly state: string;
  /** Where programs put temporary files. */
  readonly tmp: string;
  readonly project: string;
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

export const writeFiles = (root: string, files: Files): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
};

/** The folder goes when `remove` is called; `scratch` does it at the end of the test. */
export const makeScratch = (projectName = 'project'): Scratch & { remove(): void } => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'e2e-')));
  const paths = {
    root,
    home: join(root, 'home'),
    state: join(root, 'state'),
    tmp: join(root, 'tmp'),
    project: join(root, projectName),
  };
  for (const path of [paths.home, paths.tmp, paths.project]) mkdirSync(path, { recursive: true });
  return {
    ...paths,
    remove: () => {
      endProcessesOf(root);
      execFileSync('chmod', ['-R', 'u+rwX', root]);
      rmSync(root, { recursive: true, force: true });
    },
  };
};

export const scratch = (projectName?: string): Scratch => {
  const made = makeScratch(projectName);
  onTestFinished(made.remove);
  return made;
};

export const gitIn = (cwd: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main', ...args],
    {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    },
  );

/** A repository with one commit of these files; without files it has no commit. */
export const makeRepository = (directory: string, files: Files): void => {
  mkdirSync(directory, { recursive: true });
  gitIn(directory, 'init', '--quiet');
  writeFiles(directory, files);
  if (Object.keys(files).length === 0) return;
  gitIn(directory, 'add', '--all');
  gitIn(directory, 'commit', '--quiet', '-m', 'start');
};

export type Variables = Readonly<Record<string, string | undefined>>;

/** With `npm run test:shared` every run is kept in PostgreSQL. */
const sharedStore = (): Variables => {
  const address = process.env['BATON_E2E_STORE'];
  return address === undefined ? {} : { BATON_STORE: address, BATON_ISOLATION: 'none' };
};

/** What Baton is started with: nothing of an outer run, no colours, homes of its own. */
export const environmentOf = ({ home, state, tmp }: Scratch, more: Variables = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  LANG: 'C.UTF-8',
  HOME: home,
  BATON_STATE: state,
  TMPDIR: tmp,
  ...sharedStore(),
  ...more,
});

export interface Outcome {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Outcome>;
  /** What it has printed so far. */
  readonly printed: () => Pick<Outcome, 'stdout' | 'stderr'>;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Variables;
  readonly input?: string;
}

export const gather = (child: ChildProcess): Started => {
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8');
    child[stream]?.on('data', (text: string) => {
      texts[stream] += text;
    });
  }
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => resolve({ exit, signal, ...texts }));
  });
  return { child, ended, printed: () => ({ ...texts }) };
};

export const startBaton = (world: Scratch, args: readonly string[], options: StartOptions = {}): Started => {
  const child = spawn(process.execPath, [builtProgram(), ...args], {
    cwd: options.cwd ?? world.project,
    env: environmentOf(world, options.env),
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  return gather(child);
};

/** Another program in the same world; its stdin stays open. */
export const startProgram = (
  world: Scratch,
  file: string,
  args: readonly string[],
  options: Omit<StartOptions, 'input'> = {},
): Started => {
  const child = spawn(file, [...args], {
    cwd: options.cwd ?? world.project,
    env: environmentOf(world, options.env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => {});
  return gather(child);
};

export const baton = (
  world: Scratch,
  args: readonly string[],
  options: StartOptions = {},
): Promise<Outcome> => startBaton(world, args, options).ended;

/** Baton's own folder for a project. */
export const projectState = (world: Scratch, project = world.project): string =>
  placeOf(project, { BATON_STATE: world.state }).stateDirectory;

export const runState = (world: Scratch, run: string, project = world.project): string =>
  join(projectState(world, project), run);

/** The lines of a run that is in PostgreSQL, from its server. A demo's project is called after its folder. */
const linesInStore = (directory: string, command: string): string => {
  const [program = '', ...args] = command.split(' ');
  const project = basename(dirname(directory)).replace(/-[0-9a-f]+$/, '');
  const query = `select line from baton.entry e join baton.run r on r.id = e.run where r.project = '${project}' and r.name = '${basename(directory)}' order by e.seq`;
  return execFileSync(program, [...args, '-c', query], { encoding: 'utf8', maxBuffer: 1 << 28 });
};

const linesOf = (directory: string): string => {
  const command = process.env['BATON_E2E_STORE_READ'];
  return command === undefined
    ? readFileSync(join(directory, 'journal.jsonl'), 'utf8')
    : linesInStore(directory, command);
};

export const readJournal = (directory: string): Entry[] =>
  linesOf(directory)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
