// Evidence for one change, as a gate gathers it: the tests of both trees on the code of both, and the canary, by Baton
// itself. What it may cost beside the tests is a number of seconds, so the floor is what the tests take in the checkout.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeClauses } from '../src/checks/change/change-clauses.ts';
import { observeGit } from '../src/effects/git/observe-git.ts';
import { toConfig } from '../src/model/config.ts';
import { type Evidence, type EvidenceRequest, evidenceKey } from '../src/model/evidence.ts';
import { type Digest, treeDigest } from '../src/model/run/sealed.ts';
import { type Place, scratchDirectory } from '../src/runners/commands/place.ts';
import { isTestRequest, observeTests } from '../src/runners/tests/observe-tests.ts';
import { findRepository } from '../src/runners/trees/repository.ts';
import { sealTree } from '../src/runners/trees/sealed-tree.ts';
import type { Bench } from './bench.ts';
import { median, type Row } from './measure.ts';

const SLOW_MS = 2_000;
const QUICK_MS = 500;
const ROUNDS = 5;
const FILES = 300;

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], {
    cwd,
    encoding: 'utf8',
  }).trim();

const testFile = (name: string, ms: number, value: number): string => `const assert = require('node:assert');
const { test } = require('node:test');
const { value } = require('../src/changed.js');
test('${name}', async () => {
  await new Promise((resolve) => setTimeout(resolve, ${ms}));
  assert.ok(value >= ${value});
});
`;
/** A runner that takes no files and prints TAP. */
const RUN_SH = `sleep ${SLOW_MS / 1000}; echo "TAP version 13"
if node -e "process.exit(require('./src/changed.js').value >= $(cat test/least.txt) ? 0 : 1)"
then echo "ok 1 - is large"; echo "1..1"; else echo "not ok 1 - is large"; echo "1..1"; exit 1; fi
`;

/** A project of some size, whose tests take their time and whose dependencies are installed from a lock file. */
const makeProject = (project: string): void => {
  const scripts = { test: 'node --test test/' };
  const dependencies = { dep: 'file:dep' };
  const packages = {
    '': { name: 'x', version: '1.0.0', dependencies },
    dep: { version: '1.0.0' },
    'node_modules/dep': { resolved: 'dep', link: true },
  };
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ name: 'x', version: '1.0.0', scripts, dependencies }),
    'package-lock.json': JSON.stringify({ name: 'x', version: '1.0.0', lockfileVersion: 3, packages }),
    'dep/package.json': '{"name":"dep","version":"1.0.0"}',
    '.gitignore': 'node_modules\n',
    'run.sh': RUN_SH,
    'test/least.txt': '0',
    'src/changed.js': 'exports.value = 0;\n',
    'test/quick.test.js': testFile('quick', QUICK_MS, 0),
    'test/slow.test.js': testFile('slow', SLOW_MS, 0),
  };
  for (let at = 0; at < FILES; at += 1) files[`src/file-${at}.js`] = `exports.value = ${at};\n`.repeat(40);
  for (const folder of ['src', 'test', 'dep']) mkdirSync(join(project, folder), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  git(project, 'init', '--quiet');
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '-m', 'base');
};

const rowOf = (what: string, times: readonly number[], floorMs: number, limitMs: number): Row => ({
  what: `${what} (${times.length} rounds)`,
  figure: `${(median(times) / 1000).toFixed(2)} s`,
  floor: `${(floorMs / 1000).toFixed(2)} s`,
  ratio: median(times) / floorMs,
  target: `≤ ${(limitMs / 1000).toFixed(1)} s`,
  met: median(times) <= limitMs,
});

const projectIn = async (scratch: string) => {
  const project = join(scratch, 'project');
  makeProject(project);
  const stateRoot = join(scratch, 'state');
  const place: Place = { project, stateRoot, stateDirectory: join(stateRoot, 'p'), env: process.env };
  mkdirSync(place.stateDirectory, { recursive: true });
  const repository = await findRepository(project);
  const base = treeDigest(git(project, 'rev-parse', 'HEAD^{tree}'));
  const refs = 'refs/baton/bench';
  let change = 0;
  /** Another head: new code, and new tests where they are asked for. */
  const head = (tests: 'same' | 'node' | 'sh'): Promise<Digest> => {
    change += 1;
    git(project, 'checkout', '--quiet', '--', '.');
    writeFileSync(join(project, 'src/changed.js'), `exports.value = ${change};\n`);
    if (tests === 'node')
      writeFileSync(join(project, 'test/quick.test.js'), testFile('quick', QUICK_MS, change));
    if (tests === 'sh') writeFileSync(join(project, 'test/least.txt'), String(change));
    return sealTree(repository, { scratchDirectory: scratchDirectory(place), ref: `${refs}/head` });
  };
  /** Everything that the family of clauses needs, at once, as a run gathers it. */
  const gather = async (line: string, tree: Digest, expected: string[]): Promise<Evidence[]> => {
    const config = toConfig({}, line);
    const context = { place, config, base, refs, changed: [], configFile: 'baton.yaml' };
    const clauses = changeClauses({
      ...{ command: 'test', base, head: tree, kind: 'feature', released: [], strict: false, commands: [] },
    });
    const needs = new Map(clauses.flatMap((one) => one.needs).map((need) => [evidenceKey(need), need]));
    const observe = (request: EvidenceRequest): Promise<Evidence> =>
      isTestRequest(request)
        ? observeTests(context, request, new AbortController().signal)
        : observeGit({ repository, refs }, request);
    const found = new Map(
      await Promise.all([...needs].map(async ([key, need]) => [key, await observe(need)] as const)),
    );
    const refused = clauses
      .filter((clause) => clause.judge((request) => found.get(evidenceKey(request))).status !== 'met')
      .map(({ name }) => name);
    if (refused.join() !== expected.join())
      throw new Error(`${line}: ${JSON.stringify([...found.values()])}`);
    return [...found.values()];
  };
  return { project, head, gather };
};

const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** What a command takes in the checkout, without Baton. */
const bare = (project: string, command: string, ...args: string[]): Promise<number> =>
  timed(() => execFileSync(command, args, { cwd: project, stdio: 'ignore' }));

/** What the commands themselves took, all together. */
const commandMs = (found: readonly Evidence[]): number =>
  found
    .flatMap((one) => (one.kind === 'test-runs' ? Object.values(one.runs) : []))
    .reduce((sum, { durationMs }) => sum + durationMs, 0);

export const evidenceRows = async ({ scratch }: Bench): Promise<Row[]> => {
  const { project, head, gather } = await projectIn(scratch);
  const [node, sh] = ['npm test', 'sh run.sh'];
  // Dependencies are installed, and the base is run, here.
  await gather(node, await head('same'), ['red-then-green']);
  await gather(sh, await head('same'), ['red-then-green']);
  const [suite, file, script]: [number[], number[], number[]] = [[], [], []];
  const [same, changed, whole]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two, three] = [await head('same'), await head('node'), await head('sh')];
    suite.push(await bare(project, 'npm', 'test'));
    same.push(await timed(() => gather(node, one, ['red-then-green'])));
    file.push(await bare(project, 'node', '--test', 'test/quick.test.js'));
    changed.push(await timed(() => gather(node, two, [])));
    script.push(await bare(project, 'sh', 'run.sh'));
    // The base is among the runs, and known: it took its time before.
    whole.push(commandMs(await gather(sh, three, [])) - SLOW_MS);
  }
  const [T, t, S] = [median(suite), median(file), median(script)];
  return [
    rowOf('no test changed, the base known', same, T, T + 1_000),
    rowOf('a test file changed, the runner takes files', changed, T, T + 2 * t + 1_500),
    rowOf('tests changed, the runner takes no files: command time', whole, S, 3 * S + 1_500),
  ];
};
