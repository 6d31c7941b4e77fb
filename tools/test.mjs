// The test command of the README. It finds what the tests need beyond npm, installs it from Debian's packages when it
// may, and otherwise says exactly what is missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasPooler, hasServer } from './postgres-cluster.mjs';
import { runWithScratch } from './test-scratch.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const TRIES_MAX = 3;
/** Programs, their Debian packages, and whether the tests can do without. */
const NEEDED = [
  { program: 'git', package: 'git', required: true },
  { program: 'bwrap', package: 'bubblewrap', required: false },
  { program: 'tmux', package: 'tmux', required: false },
  { program: 'jq', package: 'jq', required: true },
  { program: 'pytest-3', package: 'python3-pytest', required: true },
  // The dashboard in a browser; without it those tests say that they did not run.
  { program: 'chromium', package: 'chromium', required: false },
  // Two of the six runners at the gates; without them their live cases are skipped, and their recordings are judged.
  { program: 'go', package: 'golang-go', required: false },
  { program: 'cargo', package: 'cargo', required: false },
  // One project of the gates has tests with Hypothesis, and one is in Perl; without them their live cases are skipped.
  {
    program: 'hypothesis',
    package: 'python3-hypothesis',
    required: false,
    there: () => spawnSync('/usr/bin/python3', ['-c', 'import hypothesis']).status === 0,
  },
  { program: 'prove', package: 'perl', required: false },
  // The server behind `store:`, and a pooler before it. Without them the tests of test/postgres are skipped.
  {
    program: 'postgres',
    package: 'postgresql',
    required: false,
    there: hasServer,
    shows: 'runs in PostgreSQL',
  },
  {
    program: 'pgbouncer',
    package: 'pgbouncer',
    required: false,
    there: hasPooler,
    shows: 'PostgreSQL behind a pooler',
  },
  // Machines on a network of their own, and the certificate of their server.
  {
    program: 'ip',
    package: 'iproute2',
    required: false,
    there: () => has('ip') || existsSync('/usr/sbin/ip'),
    shows: 'hosts under chaos',
  },
  { program: 'openssl', package: 'openssl', required: false, shows: 'PostgreSQL with TLS' },
];

/** The shims of rustup do not count: they need a home that Baton's runs do not have. */
const has = (program) =>
  (process.env.PATH ?? '')
    .split(':')
    .some((folder) => !folder.endsWith('/.cargo/bin') && existsSync(`${folder}/${program}`));
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const retry = (command, args) => Array.from({ length: TRIES_MAX }).some(() => run(command, args));

const isMissing = ({ program, there = () => has(program) }) => !there();

const missing = NEEDED.filter(isMissing);
if (missing.length > 0 && process.getuid?.() === 0 && has('apt-get')) {
  retry('apt-get', ['update', '-qq']);
  retry('apt-get', ['install', '-y', '-qq', ...missing.map((need) => need.package)]);
}
for (const need of NEEDED.filter(isMissing)) {
  const shown = need.shows === undefined ? '' : `; not shown: ${need.shows}`;
  console.error(`missing: ${need.program} (Debian: apt-get install ${need.package})${shown}`);
  if (need.required) process.exit(1);
}
if (!existsSync('dist/baton.cjs') && !run(process.execPath, ['tools/build.mjs'])) process.exit(1);
const status = runWithScratch(process.execPath, [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...process.argv.slice(2),
]);
process.exit(status ?? 1);
