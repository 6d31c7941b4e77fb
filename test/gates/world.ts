// Where one case is played: a home, a state, a project with one commit. Cases with the same base share it, one after the
// other, so that what was observed of the base is observed once.
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Entry } from '../../src/model/run/entry.ts';
import { placeOf } from '../../src/operations/project/state-directory.ts';
import { endProcessesOf } from '../crash/processes.ts';
import { builtProgram } from '../e2e/built-program.ts';
import type { Files } from './case.ts';

export interface World {
  readonly root: string;
  readonly home: string;
  readonly state: string;
  readonly tmp: string;
  readonly project: string;
  /** Where programs are found, where that is not as usual. */
  readonly path?: string;
  /** What the project was before anybody worked in it. */
  readonly files: Files;
  /** A name that was not used here before. */
  readonly next: () => string;
  readonly remove: () => void;
}

const git = (cwd: string, ...args: readonly string[]): string =>
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

export const writeFiles = (root: string, files: Files): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

export const makeWorld = (files: Files): World => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gates-')));
  const paths = {
    root,
    home: join(root, 'home'),
    state: join(root, 'state'),
    tmp: join(root, 'tmp'),
    project: join(root, 'project'),
  };
  for (const path of [paths.home, paths.tmp, paths.project]) mkdirSync(path, { recursive: true });
  git(paths.project, 'init', '--quiet');
  writeFiles(paths.project, files);
  git(paths.project, 'add', '--all', '--force');
  git(paths.project, 'commit', '--quiet', '-m', 'start');
  git(paths.project, 'tag', 'start');
  let count = 0;
  return {
    ...paths,
    files,
    next: () => {
      count += 1;
      return `case-${count}`;
    },
    remove: () => {
      endProcessesOf(root);
      execFileSync('chmod', ['-R', 'u+rwX', root]);
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** As it was in the beginning; what Baton keeps in the project stays. */
export const resetProject = ({ project }: World): void => {
  git(project, 'checkout', '--quiet', '--force', '-B', 'main', 'start');
  git(project, 'clean', '-fdxq', '-e', '.baton');
};

/** Without the shims of rustup, which need the home that Baton takes away. */
const programs = (): string =>
  (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.endsWith('/.cargo/bin'))
    .join(':');

export const environment = ({ home, state, tmp, path }: World): NodeJS.ProcessEnv => ({
  PATH: path ?? programs(),
  LANG: 'C.UTF-8',
  HOME: home,
  BATON_STATE: state,
  TMPDIR: tmp,
});

export interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const started = (command: string, args: readonly string[], world: World, input?: string): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: world.project,
      env: environment(world),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const texts = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        texts[stream] += text;
      });
    child.on('error', reject);
    child.on('close', (exit) => resolve({ exit, ...texts }));
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
  });

export const baton = (world: World, args: readonly string[], input?: string): Promise<Ended> =>
  started(process.execPath, [builtProgram(), ...args], world, input);

export const shell = (world: World, line: string): Promise<Ended> => started('sh', ['-c', line], world);

export const readJournal = (world: World, run: string): readonly Entry[] => {
  const file = join(
    placeOf(world.project, { BATON_STATE: world.state }).stateDirectory,
    run,
    'journal.jsonl',
  );
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
};
