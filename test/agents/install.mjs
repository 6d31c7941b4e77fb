// Finds Claude Code, or installs the pinned version into a cache outside the checkout. `node test/agents/install.mjs`
// prints the path of the program.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** npm picks an older version in silence when this Node is not in `engines`, so the exact version is named. */
export const CLAUDE_VERSION = '2.1.325';

const TRIES_MAX = 4;
const RETRY_DELAY_MS = 2_000;
const INSTALL_MS_MAX = 5 * 60_000;

const cacheDirectory = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'baton-test');

/** The native binary itself: the JavaScript wrapper does not pass signals on, and is a second start. */
const programsIn = (folder) => {
  const modules = join(folder, 'node_modules');
  const platform = `${process.platform}-${process.arch}`;
  return [
    join(modules, `@anthropic-ai/claude-code-${platform}`, 'claude'),
    join(modules, `@anthropic-ai/claude-code-${platform}-musl`, 'claude'),
    join(modules, '.bin', 'claude'),
  ];
};

const works = (program) =>
  existsSync(program) &&
  spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.includes(CLAUDE_VERSION);

const npmInstall = (folder) => {
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  const done = spawnSync('npm', [...args, `@anthropic-ai/claude-code@${CLAUDE_VERSION}`], {
    cwd: folder,
    encoding: 'utf8',
    timeout: INSTALL_MS_MAX,
  });
  return done.status === 0
    ? undefined
    : `npm ended with ${done.status ?? done.signal}: ${done.stderr?.trim()}`;
};

/** Path of the pinned Claude Code. Throws with words when it cannot be had. */
export const findOrInstallClaude = async () => {
  const folder = join(cacheDirectory(), `claude-code-${CLAUDE_VERSION}`);
  const found = programsIn(folder).find(works);
  if (found) return found;
  // Another process may be installing the same version: each uses its own folder, the first rename wins.
  const scratch = `${folder}.${process.pid}`;
  let cause;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    cause = npmInstall(scratch);
    if (cause === undefined && programsIn(scratch).some(works)) break;
    cause ??= 'npm said that all went well, but the program does not start';
    if (tries < TRIES_MAX) await sleep(RETRY_DELAY_MS * 2 ** tries);
  }
  if (cause === undefined) {
    if (!programsIn(folder).some(works)) rmSync(folder, { recursive: true, force: true });
    if (existsSync(folder)) rmSync(scratch, { recursive: true, force: true });
    else renameSync(scratch, folder);
    const installed = programsIn(folder).find(works);
    if (installed) return installed;
    cause = `${folder} holds no program that starts`;
  }
  rmSync(scratch, { recursive: true, force: true });
  throw new Error(`Claude Code ${CLAUDE_VERSION} could not be installed after ${TRIES_MAX} tries: ${cause}`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await findOrInstallClaude());
}
