// Real programs behind the fence, on the scripted model: every way out of `test/e2e/fence-attempts.ts` is tried from the program's own
// shell tool, and then it does honest work, which is accepted and committed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocket, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Outside, waysOut } from '../e2e/fence-attempts.ts';
import { LEVELS } from '../e2e/levels.ts';
import { projectState, writeFiles } from '../e2e/scratch.ts';
import { startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstall, type ProgramName, scratchParent, testedPrograms } from './install.mjs';
import { type AgentProject, agentProject } from './project.ts';
import { prepareHome } from './scripted-home.ts';

const CWD = '$' + '{cwd}';
/** Longer than any test; found again by its number. */
const DAEMON = 'sleep 86397';

const TEST_FILE = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twice } from '../src/twice.js';

test('doubles', () => {
  assert.equal(twice(4), 8);
});
`;

const SCRIPTS = {
  coder: [
    { call: { shell: 'sh ways.sh > tried.txt 2>/dev/null; echo tried' } },
    { call: { write: { path: `${CWD}/src/twice.js`, content: 'export const twice = (n) => n * 2;\n' } } },
    { call: { write: { path: `${CWD}/test/twice.test.js`, content: TEST_FILE } } },
    { call: { mcp: 'submit_done', args: { summary: 'Done.' } } },
    { text: 'It was accepted.' },
  ],
};

const SCENARIO = `roles:
  planner:
    - - write:
          plan.yaml: |
            version: 1
            summary: Double numbers
            items:
              - key: one
                title: Double a number
                task: Add twice(n) to src/twice.js, with a test. [[script:coder]]
      - submit: submit_plan
  reviewer:
    - - write: { review.yaml: "verdict: pass\\nsummary: Good.\\n" }
      - submit: submit_review
human:
  - approve: {}
`;

const said: string[] = [];
let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: ({ answer }) => said.push(JSON.stringify(answer)),
  });
});
afterAll(() => model.close());

let project: AgentProject;
afterEach(() => project.remove());

const listening = (server: Server, at: object): Promise<number> =>
  new Promise((resolve) => {
    server.listen(at, () => resolve((server.address() as AddressInfo).port));
    onTestFinished(() => void server.close());
  });

/** A machine with things that are none of an agent's business. */
const outsideOf = async (root: string): Promise<Outside> => {
  const world = {
    root,
    project: project.directory,
    home: project.home,
    state: project.state,
    tmp: join(root, 'tmp'),
  };
  mkdirSync(world.tmp);
  project.git('remote', 'add', 'origin', 'https://me:s3cret@example.com/x.git');
  project.write('.env', 'KEY=1\n');
  writeFiles(world.home, { '.ssh/id_ed25519': 'a key\n' });
  writeFiles(world.tmp, { 'other.txt': 'x\n' });
  writeFiles(world.state, { 'keys/attestation.pem': 'a key\n' });
  writeFiles(projectState(world), {
    '.worktrees/baton.other.x/secret.txt': 'x\n',
    '.desks/other/x/secret.txt': 'x\n',
  });
  const port = await listening(
    createServer((_, response) => void response.end('of this machine')),
    {
      port: 0,
      host: '0.0.0.0',
    },
  );
  await listening(createSocket(), { path: join(root, 'host.sock') });
  const victim = spawn('sleep', ['100000'], { cwd: '/', env: { PATH: process.env['PATH'] } });
  onTestFinished(() => void victim.kill('SIGKILL'));
  return { world, port, address: '127.0.0.1', victim: victim.pid ?? 0 };
};

const scriptOf = (outside: Outside): string =>
  [
    ...waysOut(outside).map(
      ({ name, line }) =>
        `if ( ${line} ) >/dev/null 2>&1 </dev/null; then echo "OUT: ${name}"; else echo "KEPT: ${name}"; fi`,
    ),
    // Whatever it changed in its own tree is no part of the work.
    'rm -f link away',
    `setsid sh -c "setsid ${DAEMON} & (setsid ${DAEMON} &) &" </dev/null >/dev/null 2>&1`,
    '',
  ].join('\n');

const worldWith = async (name: ProgramName, level: string): Promise<Outside> => {
  const program = await findOrInstall(name);
  project = agentProject(program, {}, { parent: scratchParent(), others: { [name]: program } });
  const root = dirname(project.directory);
  Object.assign(project.env, prepareHome([name], project.home, model.url), { TMPDIR: join(root, 'tmp') });
  const outside = await outsideOf(root);
  project.write('.gitignore', '.env\n.baton/\n');
  project.write('ways.sh', scriptOf(outside));
  project.write('scenario.yaml', SCENARIO);
  const [, address] = /^http:\/\/(.*)$/.exec(model.url) ?? [];
  project.write('baton.yaml', `isolation: { level: ${level}, hosts: ["${address}"] }\n`);
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'Ways out');
  return outside;
};

describe.each(LEVELS.flatMap((level) => testedPrograms().map((name) => [name, level] as const)))(
  '%s at isolation %s',
  (name, level) => {
    it('finds no way out with its own shell, leaves nothing running, and does its honest work', async () => {
      const outside = await worldWith(name, level);
      const ways = waysOut(outside);
      expect(ways.length).toBeGreaterThan(20);
      const done = await project.baton(
        ...['run', 'Double numbers', '--name', 'r', '--agent', 'scripted:scenario.yaml'],
        ...['--role-agent', `coder=command:${name}`],
      );
      expect(done.exit, `${done.stdout}${done.stderr}\n${said.join('\n').slice(-3_000)}`).toBe(0);
      const tried = project.git('show', 'baton/r:tried.txt');
      const told = (word: string): string[] =>
        tried
          .split('\n')
          .flatMap((line) => (line.startsWith(`${word}: `) ? [line.slice(word.length + 2)] : []));
      const byProof = ways.filter(({ leaves }) => leaves !== undefined);
      expect(byProof.filter(({ leaves }) => existsSync(leaves ?? '')).map(({ name: way }) => way)).toEqual(
        [],
      );
      const others = ways.filter(({ leaves }) => leaves === undefined).map(({ name: way }) => way);
      expect(told('OUT').filter((way) => others.includes(way))).toEqual([]);
      expect([...told('OUT'), ...told('KEPT')].sort()).toEqual(ways.map(({ name: way }) => way).sort());
      expect(project.git('show', 'baton/r:src/twice.js')).toContain('n * 2');
      expect(spawnSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).stdout).not.toContain(DAEMON);
    });
  },
);
