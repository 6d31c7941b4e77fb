// How agentmux runs end and go on with real processes: agents that vanish, people who interrupt, remotes that are not
// there, and programs that write where only Baton does.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Entry } from '../../src/model/run/entry.ts';
import {
  addOrigin,
  attemptsOf,
  barePath,
  batonTo,
  commitMessage,
  committedFiles,
  completion,
  eventsOf,
  isAccepted,
  isStarted,
  makeProject,
  phasesOf,
  RUN,
  resumeTo,
  runFile,
  runFilePath,
  runTo,
  startRun,
  stateJson,
  until,
  writeScenario,
} from '../fixtures/agentmux-behaviour-program.ts';
import {
  coder,
  type Item,
  planner,
  type Step,
  straight,
  submit,
  write,
} from '../fixtures/agentmux-behaviour-scenario.ts';
import { type FakeGh, fakeGh } from '../fixtures/fake-gh.ts';
import { baton, gitIn, makeScratch, type Scratch, scratch } from './scratch.ts';

const APPROVED = [{ approve: {} }];
const HANGS: Item = [{ hang: true }];
const PULL_REQUEST = 'https://github.com/o/r/pull/7';

const ISSUE = {
  number: 12,
  title: 'Parts are missing',
  body: 'Write the parts.',
  comments: [{ body: 'Yes, please.', createdAt: '2026-11-01T10:00:00Z', author: { login: 'ada' } }],
};

describe('a run whose request is an issue, with an origin and gh', () => {
  const world = makeScratch();
  afterAll(() => world.remove());
  let gh: FakeGh;
  let origin: string;
  beforeAll(async () => {
    makeProject(world, straight({}, APPROVED));
    origin = addOrigin(world);
    gh = fakeGh(
      {
        'issue view': [{ stdout: JSON.stringify(ISSUE) }],
        'pr list': [{ stdout: '[]' }],
        'pr create': [{ stdout: `${PULL_REQUEST}\n` }],
      },
      join(world.root, 'gh'),
    );
    await runTo(world, 0, { request: 'issue 12', env: { PATH: gh.env['PATH'] } });
  });

  it('has the issue and its comments as the request, and names it in the commit', () => {
    expect(runFile(world, 'requirements.md')).toMatch(
      /Write the parts\..*## Issue Comments.*ada.*Yes, please\./s,
    );
    expect(stateJson(world)).toMatchObject({ issue_number: '12', issue_title: 'Parts are missing' });
    expect(commitMessage(world)).toMatch(/^feat: .*\(#12\)$/);
  });

  it('is pushed, and one pull request is opened for it', () => {
    const commit = gitIn(world.project, 'rev-parse', `feature/${RUN}`).trim();
    expect(gitIn(origin, 'rev-parse', `feature/${RUN}`).trim()).toBe(commit);
    const created = gh.calls().filter(({ args }) => args[1] === 'create');
    expect(created).toHaveLength(1);
    expect(created[0]!.args).toEqual(
      expect.arrayContaining([
        '--title=Parts are missing',
        '--base=main',
        `--head=feature/${RUN}`,
        '--draft',
      ]),
    );
    expect(created[0]!.input).toMatch(/## Initial Request.*## Plan Summary.*## Review Verdict.*Closes #12/s);
  });

  it('leaves what came of it in .last_completion.json', () => {
    expect(completion(world)).toEqual({
      feature_name: RUN,
      commit_hash: gitIn(world.project, 'rev-parse', `feature/${RUN}`).slice(0, 7),
      pr_url: PULL_REQUEST,
      branch_name: `feature/${RUN}`,
    });
  });
});

describe('a run without gh', () => {
  it('is pushed all the same and opens no pull request', async () => {
    const world = scratch();
    makeProject(world, straight({}, APPROVED));
    const origin = addOrigin(world);
    await runTo(world, 0, { env: { PATH: barePath(world) } });
    expect(gitIn(origin, 'rev-parse', `feature/${RUN}`)).toBe(
      gitIn(world.project, 'rev-parse', `feature/${RUN}`),
    );
    expect(completion(world)).toMatchObject({ pr_url: null });
    expect(eventsOf(world, 'submission-accepted').at(-1)).toMatchObject({ outcome: 'pushed' });
  });
});

describe('a commit that fails', () => {
  it('fails the run, which keeps all it has and goes on with resume; only then .last_completion.json is there', async () => {
    const world = scratch();
    makeProject(world, straight({}, APPROVED));
    gitIn(world.project, 'checkout', '--quiet', '-b', `feature/${RUN}`);
    gitIn(world.project, 'commit', '--quiet', '--allow-empty', '-m', 'somebody’s own');
    gitIn(world.project, 'checkout', '--quiet', 'main');
    await runTo(world, 1);
    expect(stateJson(world)).toMatchObject({
      phase: 'failed',
      last_event: 'run_failed',
      interruption_cause: expect.stringContaining(`feature/${RUN}`),
      interruption_resume_command: `baton resume ${RUN}`,
    });
    expect(runFile(world, '08_completion/summary.md')).toBeDefined();
    expect(() => completion(world)).toThrow('ENOENT');
    gitIn(world.project, 'branch', '-m', `feature/${RUN}`, 'other');
    await resumeTo(world, 0);
    expect(committedFiles(world)).toEqual(['part-1/file.txt']);
    expect(completion(world)).toMatchObject({ branch_name: `feature/${RUN}` });
    expect(attemptsOf(world)).toMatchObject({ 'implementing.coder.1.1': 1, 'reviewing.reviewer_logic.1': 1 });
  });
});

describe('an agent that vanishes', () => {
  it('is started again, and the run completes; the original cancels it', async () => {
    const world = scratch();
    const shot: Step = { run: '[ {attempt} -gt 1 ] || kill -9 $PPID' };
    makeProject(world, straight({ coder: [[shot, ...coder]] }, APPROVED));
    await runTo(world, 0);
    expect(attemptsOf(world)).toMatchObject({ 'implementing.coder.1.1': 2 });
    expect(eventsOf(world, 'attempt-ended').find(({ end }) => end === 'failed')).toMatchObject({
      assignment: 'implementing.coder.1.1',
      retryAt: expect.any(String),
    });
    expect(committedFiles(world)).toEqual(['part-1/file.txt']);
  });

  it('for the third time as a researcher is told to who asked, who goes on without', async () => {
    const world = scratch();
    const asks: readonly Step[] = [
      submit('research_dispatch_code', { topic: 'parts', context: 'c', questions: ['q'] }),
      submit('await_verdict'),
      write({ '02_architecting/architecture.md': '{answer}\n' }),
      submit('submit_architecture'),
    ];
    makeProject(world, straight({ architect: [asks], 'code-researcher': [[{ crash: true }]] }, APPROVED));
    await runTo(world, 0);
    expect(attemptsOf(world)).toMatchObject({ 'architecting.code-researcher.code-parts.1': 3 });
    expect(runFile(world, '02_architecting/architecture.md')).toMatch(
      /RESEARCH TASK FAILED: code-parts: .*failed 3 times.*Ask again, or decide with what you know\./,
    );
    expect(stateJson(world)).toMatchObject({ phase: 'done' });
    expect(stateJson(world)).not.toHaveProperty('research_tasks');
  });
});

describe('a phase that takes longer than the project allows', () => {
  it('fails the run with TIME_EXCEEDED and says how to resume it', async () => {
    const world = scratch();
    // Long enough for the planner that comes after it, also where something else keeps every core busy.
    const limits = { phaseMs: { planning: 15_000 } };
    makeProject(world, straight({ planner: [HANGS] }, APPROVED), { limits });
    const { stdout } = await runTo(world, 1, { words: ['--json'] });
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'failed',
      phase: 'planning',
      cause: {
        code: 'TIME_EXCEEDED',
        message: expect.stringContaining('limits.phaseMs.planning'),
        hint: expect.stringContaining('`baton resume`'),
      },
    });
    expect(stateJson(world)).toMatchObject({
      phase: 'failed',
      last_event: 'run_failed',
      interruption_resume_command: `baton resume ${RUN}`,
    });
    writeScenario(world, straight({}, APPROVED));
    await resumeTo(world, 0);
    expect(attemptsOf(world)).toMatchObject({ 'architecting.architect.1': 1, 'planning.planner.1': 2 });
  });
});

describe('a person who interrupts', () => {
  const roles = { planner: [planner([{ mode: 'parallel', plans: [1, 2] }])] };

  it('with Ctrl-C ends the program with 130; resume asks only for what is missing of a parallel group', async () => {
    const world = scratch();
    makeProject(world, straight({ ...roles, coder: [coder, HANGS] }, APPROVED));
    const started = startRun(world);
    await until(() => isAccepted(world, 'implementing.coder.1.1'), 'the first coder');
    await until(() => isStarted(world, 'implementing.coder.2.1'), 'the second coder');
    started.child.kill('SIGINT');
    const { exit, stderr } = await started.ended;
    expect(exit).toBe(130);
    expect(stderr).toContain(`baton resume ${RUN}`);
    writeScenario(world, straight(roles, APPROVED));
    await resumeTo(world, 0);
    expect(attemptsOf(world)).toMatchObject({
      'planning.planner.1': 1,
      'implementing.coder.1.1': 1,
      'implementing.coder.2.1': 2,
    });
    expect(committedFiles(world)).toEqual(['part-1/file.txt', 'part-2/file.txt']);
  });

  it('with baton stop cancels a run that is held elsewhere; it goes on with resume', async () => {
    const world = scratch();
    makeProject(world, straight({ ...roles, coder: [HANGS] }, APPROVED));
    onTestFinished(async () => void (await baton(world, ['stop', RUN])));
    await runTo(world, 0, { words: ['--detach'] });
    await until(() => isStarted(world, 'implementing.coder.2.1'), 'the second coder');
    await batonTo(world, 0, ['stop', RUN]);
    expect(stateJson(world)).toMatchObject({
      phase: 'failed',
      last_event: 'run_canceled',
      interruption_category: 'canceled',
      interruption_cause: 'stopped by a person',
    });
    writeScenario(world, straight(roles, APPROVED));
    await resumeTo(world, 0);
    expect(phasesOf(world).filter((phase) => phase === 'planning')).toHaveLength(1);
    expect(stateJson(world)).toMatchObject({ phase: 'done' });
  });
});

const logOf = async (world: Scratch): Promise<Entry[]> => {
  const { stdout } = await batonTo(world, 0, ['log', RUN, '--json']);
  return (JSON.parse(stdout) as { entries: Entry[] }).entries;
};

describe('a line that another program appends to tool_events.jsonl', () => {
  it('is refused, journalled, and taken out of the file while the run goes on', async () => {
    const world = scratch();
    const go = join(world.root, 'go');
    const waits: Item = [{ run: `while [ ! -e '${go}' ]; do sleep 0.05; done` }, ...coder];
    makeProject(world, straight({ coder: [waits] }, APPROVED));
    const started = startRun(world);
    await until(() => isStarted(world, 'implementing.coder.1.1'), 'the coder');
    const file = 'tool_events.jsonl';
    await until(() => runFile(world, file)?.includes('submit_plan') === true, 'the line of the plan');
    const before = runFile(world, file);
    const line =
      '{"tool": "submit_done", "timestamp": "2026-11-15T10:00:00+00:00", "payload": {"subplan_index": 1}}';
    appendFileSync(runFilePath(world, file), `${line}\n`);
    await until(() => eventsOf(world, 'submission-refused').length > 0, 'the refusal');
    await until(() => runFile(world, file) === before, 'the file as it was');
    expect(isAccepted(world, 'implementing.coder.1.1')).toBe(false);
    expect(runFile(world, '06_implementation/done_1')).toBeUndefined();
    appendFileSync(go, '');
    const { exit, stderr } = await started.ended;
    expect(exit, stderr).toBe(0);
    const refused = (await logOf(world)).filter(({ input }) => input.kind === 'refuse');
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({
      by: { unknown: true },
      input: {
        code: 'TOKEN_MISSING',
        tool: 'submit_done',
        message: expect.stringContaining(line.slice(0, 60)),
      },
    });
    expect(runFile(world, file)?.match(/submit_done/g)).toHaveLength(1);
  });
});

describe('two runs of one project at the same time', () => {
  it('have files, tools and branches of their own', async () => {
    const world = scratch();
    makeProject(world, straight({}, APPROVED));
    const names = ['one', 'two'];
    const spec = `scripted:${join(world.root, 'scenario.yaml')}`;
    const ended = await Promise.all(
      names.map((name) => baton(world, ['run', `Write part ${name}`, '--name', name, '--agent', spec])),
    );
    expect(ended.map(({ exit }) => exit)).toEqual([0, 0]);
    for (const name of names) {
      expect(committedFiles(world, `feature/${name}`)).toEqual(['part-1/file.txt']);
      expect(commitMessage(world, `feature/${name}`)).toBe(`feat: Write part ${name}`);
      await batonTo(world, 0, ['verify', name]);
    }
  });
});
