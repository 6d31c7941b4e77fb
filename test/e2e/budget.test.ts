// A budget that is used up: the run ends before the turn that would exceed it, waits for a person, and goes on when it is raised.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtProgram } from './built-program.ts';
import {
  baton,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

const PLAN = 'version: 1\nsummary: One file\nitems:\n  - key: one\n    title: One\n    task: Write it.\n';
const SCENARIO = {
  roles: {
    planner: [[{ write: { 'plan.yaml': PLAN } }, { submit: 'submit_plan' }]],
    reviewer: [
      [{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }, { submit: 'submit_review' }],
    ],
  },
};

/**
 * A program whose model counts what it takes, 100 tokens a turn. Before the fourth one it waits longer than the test: only a
 * program that is ended does not get there.
 */
const AGENT = (world: Scratch): string => `import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
const file = '${world.root}/model.log';
const before = existsSync(file) ? readFileSync(file, 'utf8').length / 2 : 0;
if (before === 0) writeFileSync('half.txt', 'half\\n');
else writeFileSync('${world.root}/found.txt', existsSync('half.txt') ? 'found' : 'gone');
for (let turn = 1; before + turn <= 5; turn++) {
  if (before === 0 && turn === 4) await sleep(600_000);
  appendFileSync(file, 'x\\n');
  console.log(JSON.stringify({ usage: { input_tokens: 80 * turn, output_tokens: 20 * turn, cost_usd: 0.01 * turn }, model: 'm1' }));
  await sleep(20);
}
writeFileSync('one.txt', 'one\\n');
writeFileSync('checks/one.sh', 'test -f one.txt\\n');
spawnSync(process.execPath, ['${builtProgram()}', 'submit', 'submit_done'], { stdio: ['ignore', 2, 2] });
console.log(JSON.stringify({ message: 'done' }));
`;

const make = (world: Scratch, budget: string, human: readonly object[] = []): void => {
  makeRepository(world.project, {
    ...SMALL_PROJECT,
    '.gitignore': '.baton/\n',
    'baton.yaml': `${SMALL_PROJECT['baton.yaml']}agents:
  default: scripted:../s.json
  coder: { command: { run: ["${process.execPath}", "${world.root}/agent.mjs"], output: jsonl } }
budget: ${budget}
`,
  });
  writeFiles(world.root, { 's.json': JSON.stringify({ ...SCENARIO, human }), 'agent.mjs': AGENT(world) });
};

const usedIn = (world: Scratch, run: string): number =>
  readJournal(runState(world, run))
    .flatMap(({ events }) => events)
    .flatMap((event) => (event.kind === 'attempt-ended' ? (event.usage ?? []) : []))
    .reduce((sum, { inputTokens = 0, outputTokens = 0 }) => sum + inputTokens + outputTokens, 0);

const counted = (world: Scratch): number =>
  (readFileSync(join(world.root, 'model.log'), 'utf8').length / 2) * 100;

it('ends a run before the turn that would exceed it, waits, and goes on when a person raises it', async () => {
  const world = scratch();
  make(world, '{ run: { tokens: 350 } }');
  const ran = await baton(world, ['run', 'x', '--name', 'r']);
  expect(ran.exit, ran.stdout + ran.stderr).toBe(4);
  expect(counted(world)).toBe(300);
  expect(usedIn(world, 'r')).toBe(300);
  const status = JSON.parse((await baton(world, ['status', 'r', '--json'])).stdout);
  // The planner's program reports nothing: that is unknown, and not 0.
  expect(status.budget).toEqual([{ of: 'run', unit: 'tokens', limit: 350, used: 300, unknown: 1 }]);
  expect(status).toMatchObject({
    status: 'waiting',
    waitingFor: [{ id: 'budget.run.tokens', kind: 'escalation' }],
  });
  const { text } = status.waitingFor[0];
  expect(text).toContain('300 tokens of 350 tokens, and the next turn takes at least 100 tokens');
  expect(text).toContain('baton answer r/budget.run.tokens --text ');
  const few = await baton(world, ['answer', 'r/budget.run.tokens', '--text', '399']);
  expect(few.exit, few.stdout).not.toBe(0);
  expect(few.stderr).toContain('expected at least 400 tokens, got 399');
  const raised = await baton(world, ['answer', 'r/budget.run.tokens', '--text', 'tokens=1000']);
  expect(raised.exit, raised.stderr).toBe(0);
  const resumed = await baton(world, ['resume', 'r']);
  expect(resumed.exit, resumed.stdout + resumed.stderr).toBe(4);
  // It waits for the approval now; what the first attempt wrote was there for the second.
  expect(readFileSync(join(world.root, 'found.txt'), 'utf8')).toBe('found');
  expect(counted(world)).toBe(500);
  expect(usedIn(world, 'r')).toBe(500);
  const log = await baton(world, ['log', 'r']);
  expect(log.stdout).toContain('the budget of the run is 1,000 tokens now');
  expect((await baton(world, ['verify', 'r'])).exit).toBe(0);
});

it('counts what other runs have used in the same day, and money of a role', async () => {
  const world = scratch();
  make(world, '{ day: { tokens: 350 }, roles: { coder: { usd: 0.2 } } }', [
    { answer: '600' },
    { approve: {} },
  ]);
  const first = await baton(world, ['run', 'x', '--name', 'one']);
  expect(first.exit, first.stdout + first.stderr).toBe(0);
  expect(usedIn(world, 'one')).toBe(counted(world));
  writeFiles(world.root, { 's.json': JSON.stringify({ ...SCENARIO, human: [] }) });
  // 500 are used by the other run, and this one may use 350.
  const second = await baton(world, ['run', 'x', '--name', 'two']);
  expect(second.exit, second.stdout + second.stderr).toBe(4);
  const status = JSON.parse((await baton(world, ['status', 'two', '--json'])).stdout);
  expect(status.waitingFor).toMatchObject([{ id: 'budget.day.tokens' }]);
  expect(status.budget[0]).toMatchObject({ of: 'day', limit: 350, used: 500 });
  const events = readJournal(runState(world, 'two')).flatMap((entry) => entry.events);
  expect(events.some(({ kind }) => kind === 'attempt-started')).toBe(false);
});
