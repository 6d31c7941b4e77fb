// A repository of the size that teams have: many small sources, some larger files, all in one pack as after a clone.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export const FILES = 20_000;
const LARGE_EVERY = 40;
const SMALL_BYTES = 5_000;
const LARGE_BYTES = 405_000;
const FOLDERS = 400;
const POOL_BYTES = 4 * 1024 * 1024;

export const gitIn = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', '-c', 'gc.auto=0', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  }).trim();

/** The same numbers each time (xorshift), so that two runs measure the same repository. */
const numbers = (): (() => number) => {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$';

/** Lines of text that compress to about three quarters, as sources with long names do. */
const poolOf = (next: () => number): Buffer => {
  const pool = Buffer.alloc(POOL_BYTES);
  for (let at = 0; at < POOL_BYTES; at += 1)
    pool[at] = at % 72 === 71 ? 10 : LETTERS.charCodeAt(next() % LETTERS.length);
  return pool;
};

const pathOf = (at: number): string =>
  at % LARGE_EVERY === 0
    ? `assets/part-${at % 20}/data-${at}.txt`
    : `src/module-${at % FOLDERS}/file-${at}.js`;

export const smallFile = (at: number): string => pathOf(at * LARGE_EVERY + 1);

const contentOf = (at: number, pool: Buffer, next: () => number): Buffer => {
  const mean = at % LARGE_EVERY === 0 ? LARGE_BYTES : SMALL_BYTES;
  const bytes = Math.floor(mean / 2) + (next() % mean);
  const from = next() % (POOL_BYTES - bytes);
  return Buffer.concat([
    Buffer.from(`// file ${at}\n`),
    pool.subarray(from, from + bytes),
    Buffer.from('\n'),
  ]);
};

const EXTRA: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules/\nbuild/\n',
  'baton.yaml': 'commands:\n  test: sh test.sh\ntests: [checks/]\n',
  'test.sh':
    'n=0; bad=0\necho "TAP version 13"\nfor check in checks/*.sh; do\n  n=$((n+1))\n' +
    '  if sh "$check"; then echo "ok $n - $check"; else echo "not ok $n - $check"; bad=1; fi\ndone\n' +
    'echo "1..$n"\nexit $bad\n',
  'checks/start.sh': 'test -f test.sh\n',
};

/** A stream for `git fast-import`, which writes one pack without a file for each object. */
const writeStream = (path: string): void => {
  const next = numbers();
  const pool = poolOf(next);
  const file = openSync(path, 'w');
  const put = (text: string | Buffer): void => void writeSync(file, Buffer.from(text));
  const blob = (name: string, content: Buffer): void => {
    put(`M 100644 inline ${name}\ndata ${content.length}\n`);
    put(content);
    put('\n');
  };
  put('commit refs/heads/main\ncommitter b <b@localhost> 1700000000 +0000\ndata 4\nbase\n');
  for (const [name, text] of Object.entries(EXTRA)) blob(name, Buffer.from(text));
  for (let at = 0; at < FILES; at += 1) blob(pathOf(at), contentOf(at, pool, next));
  closeSync(file);
};

/** Makes the repository and its checkout in a folder that is not there yet. */
export const makeLargeRepository = (project: string): void => {
  mkdirSync(project, { recursive: true });
  gitIn(project, 'init', '--quiet', '--initial-branch=main');
  const stream = `${project}.stream`;
  writeStream(stream);
  const input = openSync(stream, 'r');
  try {
    execFileSync('git', ['fast-import', '--quiet', '--depth=0'], {
      cwd: project,
      stdio: [input, 'ignore', 'inherit'],
    });
  } finally {
    closeSync(input);
    rmSync(stream);
  }
  gitIn(project, 'reset', '--quiet', '--hard');
};

/** What an agent does between two handoffs: some files are changed, some are new, one is gone. */
export const changeFiles = (root: string, round: number): void => {
  for (let at = 0; at < 20; at += 1)
    writeFileSync(join(root, smallFile(at + 1)), `// changed ${round} ${at}\n`.repeat(200));
  mkdirSync(join(root, 'src', 'added'), { recursive: true });
  for (let at = 0; at < 5; at += 1)
    writeFileSync(join(root, 'src', 'added', `new-${round}-${at}.js`), `// new ${round} ${at}\n`.repeat(200));
  rmSync(join(root, smallFile(50 + round)), { force: true });
};
