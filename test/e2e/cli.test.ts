// The command line as a script sees it: exits, one JSON document, words on stderr.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  baton,
  makeRepository,
  makeScratch,
  type Outcome,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { makeSmallRelay, smallScenario } from './small-relay.ts';

const WITHOUT_PEOPLE = `${smallScenario().split('\nhuman:')[0]}\nhuman: []\n`;

const json = ({ stdout }: Outcome): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;

const errorOf = (outcome: Outcome): unknown => {
  const { ok, error } = json(outcome) as { ok: unknown; error: { code: string; message: string } };
  expect(ok).toBe(false);
  expect(typeof error.message).toBe('string');
  return error.code;
};

describe('a run that waits for people', () => {
  let world: Scratch;
  let waiting: Outcome;
  const run = (...words: string[]): Promise<Outcome> => baton(world, words);

  beforeAll(async () => {
    const made = makeScratch();
    world = made;
    const agent = makeSmallRelay(world, WITHOUT_PEOPLE);
    waiting = await run('run', 'Two files', '--name', 'two', '--agent', agent, '--json');
    return made.remove;
  });

  it('ends with 4 and the status document', () => {
    expect(waiting.exit, waiting.stderr).toBe(4);
    expect(Object.keys(json(waiting)).sort()).toEqual(
      [
        'assignments',
        'chain',
        'counters',
        'details',
        'directory',
        'handoffs',
        'held',
        'isolation',
        'phase',
        'positions',
        'processes',
      ]
        .concat(['run', 'seq', 'status', 'waitingFor', 'workflow'])
        .sort(),
    );
    expect(json(waiting)).toMatchObject({
      ...{
        run: 'two',
        workflow: 'relay',
        isolation: 'none',
        phase: 'planning',
        status: 'waiting',
        positions: [],
      },
      directory: join(world.project, '.baton/runs/two'),
      assignments: [
        { id: 'planning.planner.1', role: 'planner', attempt: 1, agent: 'scripted', status: 'parked' },
      ],
      waitingFor: [{ id: 'planning.planner.1.ask1', kind: 'question', text: 'Which word?', choices: [] }],
      handoffs: { submitted: 1, accepted: 0, rejected: 1 },
      chain: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
  });

  it('tells what happened on stderr, a line for each event', () => {
    expect(waiting.stderr).toContain('✗ planning.planner.1 rejected: plan.yaml:1:');
    expect(waiting.stderr).toContain('baton answer planning.planner.1.ask1 --text');
    expect(waiting.stderr).toContain('Answer, then run: baton resume two');
    expect(waiting.stderr).not.toContain('\x1b');
  });

  it('is listed, shown, logged and in the inbox, each as one document', async () => {
    const directory = join(world.project, '.baton/runs/two');
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const listed = {
      ...{ run: 'two', workflow: 'relay', directory, phase: 'planning', status: 'waiting', held: false },
      ...{ request: expect.any(String), startedAt: time, at: time, waiting: 1 },
    };
    expect(json(await run('list', '--json'))).toEqual({ runs: [listed] });
    expect(json(await run('status', 'tw', '--json'))).toMatchObject({ run: 'two' });
    expect(json(await run('--json', 'status', directory))).toMatchObject({ run: 'two', status: 'waiting' });
    const { entries } = json(await run('log', 'two', '--json')) as { entries: { seq: number }[] };
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
    expect(json(await run('inbox', '--json'))).toEqual({
      waiting: [{ ...(json(waiting)['waitingFor'] as object[])[0], run: 'two' }],
    });
    for (const command of ['list', 'status', 'log', 'inbox']) {
      const outcome = await run(command);
      expect(outcome.exit, command).toBe(0);
      expect(outcome.stdout, command).toMatch(/two|planning/);
    }
  });

  it('refuses what is no answer, and an agent that answers', async () => {
    const wrong = await run('approve', 'planning.planner.1.ask1', '--json');
    expect([wrong.exit, errorOf(wrong)]).toEqual([2, 'CHOICE_INVALID']);
    const unknown = await run('answer', 'planning.planner.1.ask2', '--text', 'x', '--json');
    expect([unknown.exit, errorOf(unknown)]).toEqual([2, 'ITEM_UNKNOWN']);
    const words = ['answer', 'planning.planner.1.ask1', '--text', 'x', '--json'];
    const agent = await baton(world, words, { env: { BATON_TOKEN: 'baton1.planner.1.x.y' } });
    expect([agent.exit, errorOf(agent)]).toEqual([2, 'PERSON_EXPECTED']);
    const stopped = await baton(world, ['stop', '--json'], { env: { BATON_TOKEN: 'x' } });
    expect([stopped.exit, errorOf(stopped)]).toEqual([2, 'PERSON_EXPECTED']);
    const submitted = await run('submit', 'submit_plan', '--json');
    expect([submitted.exit, errorOf(submitted)]).toEqual([2, 'ITEM_UNKNOWN']);
  });

  it('is not started a second time', async () => {
    const again = await run('run', 'Two files', '--name', 'two', '--agent', 'human');
    expect(again.exit).toBe(2);
    expect(again.stderr).toContain('baton resume two');
  });

  it('goes on once people have answered, to a complete run that verifies', async () => {
    const answered = await run('answer', 'planning.planner.1.ask1', '--text', 'right');
    expect([answered.exit, answered.stdout]).toEqual([0, expect.stringContaining('baton resume two')]);
    expect((await run('resume', 'two')).exit).toBe(4);
    expect((await run('approve', 'approving.human.1', '--json')).exit).toBe(0);
    const resumed = await run('resume', 'two', '--json');
    expect([resumed.exit, json(resumed)['status']]).toEqual([0, 'complete']);
    expect((await run('resume', 'two', '--json')).exit, 'a complete run stays complete').toBe(0);
    const verified = await run('verify', '--json');
    expect(json(verified), verified.stdout).toEqual({
      ...{ ok: true, run: 'two', problems: [], entries: expect.any(Number), recomputed: true },
      facts: expect.arrayContaining([
        { fact: 'plan.valid', basis: 'stated' },
        { fact: 'tree.approved', basis: 'stated' },
      ]),
      chain: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    expect(verified.exit).toBe(0);
  });

  it('does not verify after a projection, its copy of the journal or the journal was changed', async () => {
    const changes = [
      [join(world.project, '.baton/runs/two/plan.yaml'), 'PROJECTION_CHANGED'],
      [join(world.project, '.baton/runs/two/journal/journal.jsonl'), 'PROJECTION_CHANGED'],
      [join(runState(world, 'two'), 'journal.jsonl'), 'JOURNAL_CORRUPT'],
    ] as const;
    for (const [path, code] of changes) {
      const before = readFileSync(path);
      const after = Buffer.from(before);
      after[100]! ^= 1;
      writeFileSync(path, after);
      const verified = await run('verify', 'two', '--json');
      const { ok, problems } = json(verified) as { ok: boolean; problems: { code: string }[] };
      expect([verified.exit, ok], path).toEqual([1, false]);
      expect(problems.map((problem) => problem.code)).toContain(code);
      writeFileSync(path, before);
    }
    expect((await run('verify')).exit).toBe(0);
  });
});

describe('what goes wrong', () => {
  it('has its exit and its code, also as JSON', async () => {
    const world = scratch();
    const agent = makeSmallRelay(world);
    const cases: [string[], number, string][] = [
      [['statsu'], 2, 'USAGE_INVALID'],
      [['status', '--frob'], 2, 'USAGE_INVALID'],
      [['status'], 2, 'RUN_UNKNOWN'],
      [['verify', '../../x'], 2, 'RUN_UNKNOWN'],
      [['-C', 'nowhere', 'list'], 2, 'FILE_MISSING'],
      [['run', ' ', '--agent', agent], 2, 'USAGE_INVALID'],
      [['run', 'x', '--name', '../../x', '--agent', agent], 2, 'NAME_INVALID'],
      [['run', 'x', '--workflow', 'relya', '--agent', agent], 2, 'WORKFLOW_UNKNOWN'],
      [['run', 'x'], 3, 'AGENT_UNKNOWN'],
      [['run', 'x', '--agent', 'scripted:missing.yaml'], 2, 'SCENARIO_INVALID'],
      [['prove', 'relya'], 2, 'WORKFLOW_UNKNOWN'],
      [['prove', './missing.mjs'], 2, 'FILE_MISSING'],
      [['init', '--agent', 'claud'], 3, 'AGENT_UNKNOWN'],
    ];
    for (const [words, exit, code] of cases) {
      const outcome = await baton(world, [...words, '--json']);
      expect([outcome.exit, errorOf(outcome)], `${words.join(' ')}: ${outcome.stdout}`).toEqual([exit, code]);
    }
    const plain = await baton(world, ['status']);
    expect([plain.exit, plain.stdout]).toEqual([2, '']);
    expect(plain.stderr).toMatch(/^error RUN_UNKNOWN: expected a run of .*\n {2}start one: baton run/);
    writeFiles(world.project, { 'baton.yaml': 'comands: {}\n' });
    const config = await baton(world, ['run', 'x', '--agent', agent, '--json']);
    expect([config.exit, errorOf(config)]).toEqual([3, 'CONFIG_INVALID']);
  });

  it('says so where there is no repository', async () => {
    const world = scratch();
    const outcome = await baton(world, ['run', 'x', '--agent', 'human', '--json']);
    expect([outcome.exit, errorOf(outcome)]).toEqual([3, 'PROJECT_NOT_GIT']);
  });

  it('proves with an exit, and the shape that scripts know', async () => {
    const world = scratch();
    makeRepository(world.project, {
      'w.mjs': `export const workflow = { name: 'w', version: 1, says: '', directory: 'runs', first: 'a', roles: {},
        artifacts: {}, facts: {}, contracts: {}, phases: { a: { work: [], routes: [] } }, limits: {} };`,
    });
    const proved = await baton(world, ['prove', '--json']);
    expect([proved.exit, json(proved)]).toEqual([
      0,
      { ok: true, workflow: 'relay', phases: 8, facts: 5, problems: [] },
    ]);
    const not = await baton(world, ['prove', 'w.mjs', '--json']);
    expect([not.exit, json(not)['ok'], json(not)['workflow']]).toEqual([1, false, 'w']);
    const [problem] = json(not)['problems'] as object[];
    expect(Object.keys(problem!).sort()).toEqual(['code', 'message', 'path']);
  });
});
