// Finds the agent programs, or installs the pinned versions into a cache outside the checkout.
// `node test/agents/install.mjs [NAME…]` prints the paths of the programs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PLATFORM = `${process.platform}-${process.arch}`;

/**
 * npm picks an older version in silence when this Node is not in `engines`, so the exact versions are named.
 * `native`: the program itself, where the JavaScript wrapper does not pass signals on and is a second start.
 */
const PROGRAMS = {
  claude: {
    package: '@anthropic-ai/claude-code',
    version: '2.1.325',
    native: [
      `@anthropic-ai/claude-code-${PLATFORM}/claude`,
      `@anthropic-ai/claude-code-${PLATFORM}-musl/claude`,
    ],
  },
  codex: {
    package: '@openai/codex',
    version: '0.166.0',
    native: [
      '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
      '@openai/codex-linux-arm64/vendor/aarch64-unknown-linux-musl/bin/codex',
    ],
  },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', native: [] },
  opencode: { package: 'opencode-ai', version: '1.18.33', native: [`opencode-${PLATFORM}/bin/opencode`] },
  qwen: { package: '@qwen-code/qwen-code', version: '0.24.4', native: [] },
  copilot: {
    package: '@github/copilot',
    version: '1.0.102',
    native: [`@github/copilot-${PLATFORM}/copilot`],
  },
};

/** What speaks the Agent Client Protocol for programs that do not. They say no version, and wait for their input. */
const ADAPTERS = {
  'claude-agent-acp': {
    package: '@agentclientprotocol/claude-agent-acp',
    version: '0.99.0',
    native: [],
    waits: true,
  },
  'codex-acp': {
    package: '@zed-industries/codex-acp',
    version: '0.16.0',
    native: [`@zed-industries/codex-acp-${PLATFORM}/bin/codex-acp`],
    waits: true,
  },
};
const ALL = { ...PROGRAMS, ...ADAPTERS };

export const PROGRAM_NAMES = Object.keys(PROGRAMS);
/** What is tested when nobody says otherwise; `BATON_TEST_AGENTS=all` is all, `=qwen,copilot` are these. */
const DEFAULT_NAMES = ['claude', 'codex', 'gemini'];

export const testedPrograms = (asked = process.env.BATON_TEST_AGENTS) => {
  if (!asked) return DEFAULT_NAMES;
  const names = asked === 'all' ? PROGRAM_NAMES : asked.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !PROGRAM_NAMES.includes(name));
  if (unknown !== undefined)
    throw new Error(`BATON_TEST_AGENTS: expected all or some of ${PROGRAM_NAMES.join(',')}, got ${unknown}`);
  return names;
};

export const pinnedVersion = (name) => ALL[name].version;
/** The folder that npm put the package of a program into. */
export const packageFolder = (name) =>
  join(cacheDirectory(), `${name}-${ALL[name].version}`, 'node_modules', ALL[name].package);

const TRIES_MAX = 4;
const RETRY_DELAY_MS = 2_000;
const INSTALL_MS_MAX = 5 * 60_000;

const cacheDirectory = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'baton-test');

/** Where homes and projects of tests are made: some programs refuse to work in a folder that everybody may write to. */
export const scratchParent = () => {
  const folder = join(cacheDirectory(), 'scratch');
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** Installed, of the pinned version; programs are slow to say their version, so the package is asked. */
const programIn = (folder, name) => {
  const { package: pack, version, native } = ALL[name];
  const modules = join(folder, 'node_modules');
  try {
    if (JSON.parse(readFileSync(join(modules, pack, 'package.json'), 'utf8')).version !== version)
      return undefined;
  } catch {
    return undefined;
  }
  return [...native, join('.bin', name)].map((path) => join(modules, path)).find((path) => existsSync(path));
};

const starts = (program) => {
  const { status, error } = spawnSync(program, ['--version'], { timeout: 60_000 });
  return status === 0 && error === undefined;
};

const npmInstall = (folder, name) => {
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  const { package: pack, version, waits } = ALL[name];
  const done = spawnSync('npm', [...args, `${pack}@${version}`], {
    cwd: folder,
    encoding: 'utf8',
    timeout: INSTALL_MS_MAX,
  });
  if (done.status !== 0) return `npm ended with ${done.status ?? done.signal}: ${done.stderr?.trim()}`;
  const program = programIn(folder, name);
  return program !== undefined && (waits || starts(program))
    ? undefined
    : 'npm said that all went well, but the program does not start';
};

/** Path of the pinned program. Throws, naming it, when it cannot be had. */
export const findOrInstall = async (name) => {
  const { version } = ALL[name];
  const folder = join(cacheDirectory(), `${name}-${version}`);
  const found = programIn(folder, name);
  if (found) return found;
  // Another process may be installing the same version: each uses its own folder, the first rename wins.
  const scratch = `${folder}.${process.pid}`;
  let cause;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    cause = npmInstall(scratch, name);
    if (cause === undefined) break;
    if (tries < TRIES_MAX) await sleep(RETRY_DELAY_MS * 2 ** tries);
  }
  if (cause === undefined) {
    if (programIn(folder, name) === undefined) rmSync(folder, { recursive: true, force: true });
    if (existsSync(folder)) rmSync(scratch, { recursive: true, force: true });
    else renameSync(scratch, folder);
    const installed = programIn(folder, name);
    if (installed) return installed;
    cause = `${folder} holds no program that starts`;
  }
  rmSync(scratch, { recursive: true, force: true });
  throw new Error(`${name} ${version} could not be installed after ${TRIES_MAX} tries: ${cause}`);
};

export const findOrInstallClaude = () => findOrInstall('claude');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  for (const name of names.length > 0 ? names : testedPrograms()) console.log(await findOrInstall(name));
}
