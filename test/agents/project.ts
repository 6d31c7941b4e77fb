// A small real project for real agent programs, with everything of its own: home, state, repository.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BATON = fileURLToPath(new URL('../../bin/baton.js', import.meta.url));

export interface Ran {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface AgentProject {
  readonly directory: string;
  readonly state: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  write(path: string, text: string): void;
  git(...args: string[]): string;
  /** `baton ARGS` in the project. */
  baton(...args: string[]): Promise<Ran>;
  /** Any program in the project, with the project's environment. */
  run(file: string, args: readonly string[], stdin?: string): Promise<Ran>;
  remove(): void;
}

const collect = (
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  stdin: string,
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (exit) => resolve({ exit, stdout, stderr }));
    // A program may end without having read it.
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
  });

/** Files below a folder that contain a text; working trees and git's own objects are not looked into. */
export const filesWith = (folder: string, text: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/\.git(?:\/|$)/.test(path) && readFileSync(path).includes(text));

interface Others {
  /** Where it is made. */
  readonly parent?: string;
  /** Further programs, by name. */
  readonly others?: Readonly<Record<string, string>>;
}

/** `claude` and `baton` are on PATH, as they are for a user. */
export const agentProject = (
  claude: string,
  extra: Readonly<Record<string, string>>,
  { parent = tmpdir(), others = {} }: Others = {},
): AgentProject => {
  const root = mkdtempSync(join(parent, 'baton-agents-'));
  const directory = join(root, 'project');
  const programs = join(root, 'bin');
  for (const folder of [directory, programs, join(root, 'home')]) mkdirSync(folder);
  for (const [name, path] of Object.entries({ claude, ...others })) symlinkSync(path, join(programs, name));
  writeFileSync(join(programs, 'baton'), `#!/bin/sh\nexec '${process.execPath}' '${BATON}' "$@"\n`);
  chmodSync(join(programs, 'baton'), 0o755);
  const env = {
    PATH: `${programs}:${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: join(root, 'home'),
    LANG: 'C.UTF-8',
    BATON_STATE: join(root, 'state'),
    GIT_CONFIG_GLOBAL: join(root, 'gitconfig'),
    ...extra,
  };
  writeFileSync(join(root, 'gitconfig'), '[user]\n\tname = A Person\n\temail = person@example.com\n');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: directory, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const run = (file: string, args: readonly string[], stdin = ''): Promise<Ran> =>
    collect(file, args, directory, env, stdin);
  write(
    'package.json',
    '{ "name": "project", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  );
  write('src/add.js', 'export const add = (a, b) => a + b;\n');
  write(
    'test/add.test.js',
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { add } from '../src/add.js';\n\ntest('adds', () => {\n  assert.equal(add(1, 2), 3);\n});\n",
  );
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'A small project');
  return {
    directory,
    state: env.BATON_STATE,
    home: env.HOME,
    env,
    write,
    git,
    run,
    baton: (...args) => run(process.execPath, [BATON, ...args]),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};
