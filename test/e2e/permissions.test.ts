// What a role may do, told to Claude Code by a hook in its settings: a program that asks as Claude Code does stands on PATH.
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtProgram } from './built-program.ts';
import {
  baton,
  gitIn,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

const PROGRAM = fileURLToPath(new URL('../fixtures/agents/claude-with-hooks.mjs', import.meta.url));

type Call = Readonly<Record<string, string>>;
interface Does {
  readonly calls: readonly Call[];
  readonly submit?: string;
  readonly say?: string;
}

/** Puts it on PATH, with what it is to do. */
const withClaude = (world: Scratch, does: Does): { readonly PATH: string } => {
  const folder = join(world.root, 'bin');
  mkdirSync(folder);
  copyFileSync(PROGRAM, join(folder, 'claude'));
  chmodSync(join(folder, 'claude'), 0o755);
  writeFiles(world.home, { 'calls.json': JSON.stringify(does) });
  // An ES module whose name does not say it.
  writeFiles(folder, { 'package.json': '{"type":"module"}' });
  return { PATH: `${folder}:${process.env['PATH']}` };
};

const toldIn = (world: Scratch): readonly [string, string, string][] =>
  JSON.parse(readFileSync(join(world.home, 'told.json'), 'utf8')).map(
    ({ tool, permissionDecision, why }: Record<string, string>) => [tool, permissionDecision, why],
  );

const endsIn = (world: Scratch, role: string) =>
  readJournal(runState(world, 'r'))
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.kind === 'attempt-ended' && event.assignment.includes(role) ? [[event.end, event.why ?? '']] : [],
    );

const PLAN = 'version: 1\nsummary: One file\nitems:\n  - key: one\n    title: One\n    task: Write it.\n';
const RELAY = JSON.stringify({
  roles: {
    planner: [[{ write: { 'plan.yaml': PLAN } }, { submit: 'submit_plan' }]],
    reviewer: [
      [{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }, { submit: 'submit_review' }],
    ],
  },
  human: [{ approve: {} }],
});

const relayWith = (world: Scratch): void => {
  makeRepository(world.project, {
    ...SMALL_PROJECT,
    '.gitignore': '.baton/\n',
    'baton.yaml': `${SMALL_PROJECT['baton.yaml']}roles:
  coder: { permissions: { write: ["*.txt", "checks/*.sh"], run: [sh test.sh, touch allowed.txt] } }
`,
  });
  writeFiles(world.root, { 'relay.json': RELAY });
};
const RUN = ['run', 'x', '--name', 'r', '--agent', 'scripted:../relay.json', '--role-agent'];

it('a role of baton.yaml writes and runs what it may, whoever plays it, and its honest work is accepted', async () => {
  const world = scratch();
  relayWith(world);
  const PATH = withClaude(world, {
    calls: [
      { tool: 'Write', file_path: 'CWD/one.txt', content: 'one\n' },
      { tool: 'Write', file_path: 'CWD/checks/one.sh', content: 'test -f one.txt\n' },
      { tool: 'Bash', command: 'touch allowed.txt' },
      { tool: 'Read', file_path: 'CWD/test.sh' },
      { tool: 'Write', file_path: 'CWD/test.sh', content: 'echo ok\n' },
      { tool: 'Write', file_path: `${world.project}/one.txt` },
      { tool: 'Write', file_path: 'RUN/plan.yaml' },
      { tool: 'Bash', command: 'touch allowed.txt; touch evil.txt' },
    ],
    submit: `'${process.execPath}' '${builtProgram()}' submit submit_done`,
  });
  const run = await baton(world, [...RUN, 'coder=command:claude'], { env: PATH });
  expect(run.exit, run.stdout + run.stderr).toBe(0);
  const told = toldIn(world);
  expect(told.map(([tool, decision]) => `${tool} ${decision}`)).toEqual([
    ...['Write allow', 'Write allow', 'Bash allow', 'Read none'],
    ...['Write deny', 'Write deny', 'Write deny', 'Bash deny'],
  ]);
  expect(told[4]?.[2]).toBe(
    'Baton: coder may write *.txt, checks/*.sh, and not test.sh (permissions: write)',
  );
  const committed = gitIn(world.project, 'log', '--all', '--name-only', '--format=').split('\n');
  expect(committed).toEqual(expect.arrayContaining(['one.txt', 'allowed.txt']));
  expect(committed).not.toContain('evil.txt');
  // What was refused is in the journal.
  expect(endsIn(world, 'coder')).toEqual([['finished', 'it was denied: Write (3 times), Bash']]);
});

const ROUTE = JSON.stringify({
  ...{ route: 'solo', confidence: 0.9, risk_level: 'low', complexity: 'moderate', reason: 'One module.' },
  ...{ missing_information: [], ui_work: false, ui_work_evidence: [] },
  dimensions: {
    ...{ deliverable: 'present', scope: 'present', success_criteria: 'present', constraints: 'partial' },
    ...{ input_artifacts: 'partial', testing_expectations: 'partial', deployment_expectations: 'missing' },
  },
});
const HANDOFF =
  '---HANDOFF---\nSTATUS: complete\nARTIFACTS: .quest/r/phase_01_plan/plan.md\nNEXT: plan_review\nSUMMARY: Planned.\n';

it('the allowlist of a quest says it of its planner', async () => {
  const world = scratch();
  const allowlist = {
    version: 2,
    role_permissions: { planner_agent: { file_write: ['.quest/**/notes.md'], bash: ['git log'] } },
  };
  makeRepository(world.project, {
    'start.txt': 'start\n',
    '.ai/allowlist.json': JSON.stringify(allowlist),
  });
  const scenario = {
    roles: {
      router: [[{ write: { 'logs/router.json': ROUTE } }, { submit: 'submit_route' }]],
      'plan-reviewer-a': [[{ hang: true }]],
    },
    human: [{ answer: 'proceed' }],
  };
  writeFiles(world.root, { 'quest.json': JSON.stringify(scenario) });
  const PATH = withClaude(world, {
    calls: [
      { tool: 'Write', file_path: 'RUN/phase_01_plan/plan.md', content: '# A plan\n\n## Approach\nOne.\n' },
      { tool: 'Write', file_path: 'RUN/notes.md' },
      { tool: 'Write', file_path: 'RUN/state.json' },
      { tool: 'Write', file_path: `${world.project}/start.txt` },
      { tool: 'Bash', command: 'git log -1' },
      { tool: 'Bash', command: 'git push' },
    ],
    say: `The plan is written.\n\n${HANDOFF}`,
  });
  const args = ['run', 'Greet', '--name', 'r', '--workflow', 'quest', '--agent', 'scripted:../quest.json'];
  const ran = await baton(world, [...args, '--role-agent', 'planner=command:claude', '--detach'], {
    env: PATH,
  });
  expect(ran.exit, ran.stderr).toBe(0);
  const deadline = performance.now() + 60_000;
  const isPlanned = () =>
    readJournal(runState(world, 'r'))
      .flatMap(({ events }) => events)
      .some((event) => event.kind === 'submission-accepted' && event.assignment.includes('planner'));
  while (!isPlanned() && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await baton(world, ['stop', 'r']);
  expect(isPlanned(), JSON.stringify(endsIn(world, 'planner'))).toBe(true);
  expect(toldIn(world).map(([tool, decision]) => `${tool} ${decision}`)).toEqual([
    ...['Write allow', 'Write allow', 'Write deny', 'Write deny', 'Bash allow', 'Bash deny'],
  ]);
});
