// A reviewer that must be of another vendor than the coder: proved for everybody who may play, checked against who did.
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
const WORK = [
  { write: { 'project:one.txt': 'one\n', 'project:checks/one.sh': 'test -f one.txt\n' } },
  { submit: 'submit_done' },
];
const scenario = (coder: readonly object[]): string =>
  JSON.stringify({
    roles: {
      planner: [[{ write: { 'plan.yaml': PLAN } }, { submit: 'submit_plan' }]],
      coder: [coder],
      reviewer: [
        [{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }, { submit: 'submit_review' }],
      ],
    },
    human: [{ approve: {} }],
  });

const make = (world: Scratch, agents: string): void => {
  makeRepository(world.project, {
    ...SMALL_PROJECT,
    '.gitignore': '.baton/\n',
    'baton.yaml': `${SMALL_PROJECT['baton.yaml']}${agents}`,
  });
  writeFiles(world.root, { 'good.json': scenario(WORK), 'crash.json': scenario([{ crash: true }]) });
};

const GOOD = 'scripted:../good.json';

it('is refused before anything starts, with the two that could play together', async () => {
  const world = scratch();
  make(
    world,
    `agents:
  default: ${GOOD}
  coder: [codex, { agent: opencode, model: anthropic/claude-x }]
  reviewer: { agent: [gemini, claude], different_from: coder }
`,
  );
  const why =
    'reviewer must differ from coder, and claude may play reviewer while opencode (anthropic/claude-x) plays coder: both are of anthropic';
  const run = await baton(world, ['run', 'x', '--name', 'r', '--json']);
  expect(run.exit).toBe(1);
  expect(JSON.parse(run.stdout).error).toMatchObject({ code: 'PROOF_ALIKE', message: why });
  const proof = await baton(world, ['prove', '--json']);
  expect(proof.exit).toBe(1);
  expect(JSON.parse(proof.stdout)).toMatchObject({
    ok: false,
    problems: [{ code: 'PROOF_ALIKE', message: why }],
  });
  // The rule is the role's: whoever is named on the command line has to keep it, too.
  const asked = await baton(world, ['run', 'x', '--name', 'r', '--agent', 'command:codex']);
  expect(asked.exit).toBe(1);
  expect(asked.stderr).toContain('both are of openai');
});

it('holds in a run where the coder fell over to the next of its list', async () => {
  const world = scratch();
  make(
    world,
    `agents:
  default: ${GOOD}
  coder: [{ agent: "scripted:../crash.json", vendor: a }, { agent: "${GOOD}", vendor: b }]
  reviewer: { agent: "${GOOD}", vendor: c, different_from: coder }
`,
  );
  expect((await baton(world, ['prove'])).exit).toBe(0);
  const run = await baton(world, ['run', 'x', '--name', 'r']);
  expect(run.exit, run.stdout + run.stderr).toBe(0);
  const players = readJournal(runState(world, 'r'))
    .flatMap(({ events }) => events)
    .flatMap((event) => (event.kind === 'attempt-started' && event.player ? [event.player.vendors] : []));
  expect(players).toEqual([['a'], ['b'], ['c']]);
});

it('ends an attempt of one whose model the coder said it had used, and lets the next one review', async () => {
  const world = scratch();
  // A program of one's own may use any model: what it reports is what counts.
  const line = `printf 'one\\n' > one.txt; printf 'test -f one.txt\\n' > checks/one.sh; '${process.execPath}' '${builtProgram()}' submit submit_done >&2; echo '{"usage":{"input_tokens":5,"output_tokens":1},"model":"gpt-5"}'`;
  make(
    world,
    `agents:
  default: ${GOOD}
  mine: { command: { run: [sh, -c, ${JSON.stringify(line)}], output: jsonl } }
  coder: { agent: mine, vendor: acme }
  reviewer: { agent: [{ agent: "${GOOD}", vendor: openai }, { agent: "${GOOD}", vendor: c }], different_from: coder }
`,
  );
  const run = await baton(world, ['run', 'x', '--name', 'r']);
  expect(run.exit, run.stdout + run.stderr).toBe(0);
  const ends = readJournal(runState(world, 'r'))
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.kind === 'attempt-ended' && event.assignment.includes('reviewer') ? [[event.end, event.why]] : [],
    );
  expect(ends[0]).toEqual([
    'failed',
    expect.stringContaining('where gpt-5 played coder: both are of openai'),
  ]);
  expect(ends[1]?.[0]).toBe('finished');
});
