// `npm run picture`: plays the Stop hook refusing a removed test, on a pseudo-terminal, and keeps what was shown as
// docs/picture.svg. Needs the `script` of util-linux.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePackage } from './bundle.mjs';
import { terminalSvg } from './terminal-svg.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COLUMNS = 104;
const TITLE = 'An agent removed the test that failed. Baton re-runs the old test and refuses.';

const TEST_HEAD = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/price.js';
`;
const ADDS = `
test('adds up prices', () => {
  assert.equal(total([1, 2, 3]), 6);
});
`;
const EMPTY = `
test('an empty cart costs nothing', () => {
  assert.equal(total([]), 0);
});
`;
const BEFORE = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'baton.yaml': 'commands:\n  test: npm test\n',
  'src/price.js': 'export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n',
  'test/price.test.js': TEST_HEAD + ADDS + EMPTY,
};
const AFTER = {
  'src/price.js': 'export const total = (prices) => prices.length;\n',
  'test/price.test.js': TEST_HEAD + EMPTY,
};
/** What is typed; the second is what is run, where that differs. */
const TYPED = [
  ['# An agent broke the code, and removed the test that fails.', ''],
  ['git diff --stat', 'git --no-pager diff --stat --color=always'],
  ['node --test | grep -E "^# (pass|fail)"'],
  ['# All tests pass. It wants to stop, and Claude Code calls the hook:', ''],
  [
    `baton hook stop < stop.json | node -p 'JSON.parse(fs.readFileSync(0)).reason' | fold -s -w 100`,
    `baton hook stop < ../stop.json | node -p 'JSON.parse(fs.readFileSync(0)).reason' | fold -s -w 100`,
  ],
];

const write = (folder, files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

/** `baton` as it ships, on PATH. */
const installIn = async (folder) => {
  for (const path of ['bin', 'package.json'])
    cpSync(join(ROOT, path), join(folder, 'baton', path), { recursive: true });
  await bundlePackage(join(folder, 'baton', 'dist'));
  const launcher = join(folder, 'programs', 'baton');
  write(folder, {
    'programs/baton': `#!/bin/sh\nexec '${process.execPath}' '${folder}/baton/bin/baton.js' "$@"\n`,
  });
  chmodSync(launcher, 0o755);
};

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const scene = () =>
  TYPED.map(([shown, run = shown]) => {
    const isNote = shown.startsWith('#');
    const line = isNote ? `\x1b[90m${shown}\x1b[0m` : `\x1b[32m$\x1b[0m \x1b[1m${shown}\x1b[0m`;
    return `printf '%s\\n' ${quoted(line)}\n${run}${isNote ? '' : '\necho'}`;
  }).join('\n');

const play = async (folder) => {
  await installIn(folder);
  const project = join(folder, 'shop');
  write(project, BEFORE);
  const env = {
    ...{ PATH: [join(folder, 'programs'), process.env.PATH].join(delimiter), HOME: join(folder, 'home') },
    ...{ BATON_STATE: join(folder, 'state'), TERM: 'xterm-256color', LANG: 'C.UTF-8', SHELL: '/bin/sh' },
  };
  mkdirSync(env.HOME);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: project,
      env,
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'A small shop');
  execFileSync(join(folder, 'programs', 'baton'), ['hook', 'session-start'], {
    cwd: project,
    env,
    input: '{"session_id":"one","source":"startup"}',
  });
  write(project, AFTER);
  write(folder, { 'scene.sh': `stty cols ${COLUMNS}\n${scene()}\n` });
  write(folder, { 'stop.json': '{"session_id":"one"}' });
  const line = `sh ${join(folder, 'scene.sh')}`;
  return spawnSync('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: project,
    env: { ...env, COLUMNS: String(COLUMNS) },
    encoding: 'utf8',
  }).stdout;
};

process.chdir(ROOT);
const folder = mkdtempSync(join(tmpdir(), 'picture-'));
try {
  const shown = await play(folder);
  if (!shown.includes('TESTS_REMOVED')) throw new Error(`expected the hook to refuse, got:\n${shown}`);
  writeFileSync(join(ROOT, 'docs', 'picture.svg'), terminalSvg(shown, { columns: COLUMNS, title: TITLE }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
