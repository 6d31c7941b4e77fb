// What calls do: which tools there are, what they take, what they leave in the files, and what is no call at all.
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/model/run/answer.ts';
import { agentmux } from '../../src/systems/agentmux/workflow/agentmux.ts';
import type { AgentmuxInMemory } from '../fixtures/agentmux-in-memory.ts';
import {
  architect,
  code,
  design,
  PASS,
  plan,
  planText,
  startAgentmux,
  toImplementing,
  toReviewing,
} from '../fixtures/agentmux-steps.ts';

const ARCHITECT = 'architecting.architect.1';
const ARCHITECTURE = '02_architecting/architecture.md';
const CODER = 'implementing.coder.1.1';

const problemsIn = (answer: Answer): readonly string[] =>
  answer.status === 'rejected' ? answer.problems.map(({ message }) => message) : [answer.status];

const linesOf = (run: AgentmuxInMemory): { tool: string; payload: unknown }[] =>
  (run.read('tool_events.jsonl') ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { tool: string; payload: unknown });

/** Files follow the answer. */
const untilLines = async (run: AgentmuxInMemory, count: number): Promise<ReturnType<typeof linesOf>> => {
  await run.until(() => linesOf(run).length >= count, `${count} lines of tool_events.jsonl`);
  return linesOf(run);
};

const atArchitect = async (): Promise<AgentmuxInMemory> => {
  const run = await startAgentmux();
  await run.task(ARCHITECT);
  return run;
};

describe('the tools of agentmux', () => {
  it('are one for each contract of an agent, by the names that agents know, without a prefix', () => {
    const byAgents = Object.values(agentmux.contracts).filter(({ from }) =>
      from.every((role) => (agentmux.roles[role]!.kind ?? 'agent') === 'agent'),
    );
    expect(new Set(byAgents.map(({ tool }) => tool))).toEqual(
      new Set([
        ...['submit_pm_done', 'submit_architecture', 'submit_research_done', 'submit_plan', 'submit_design'],
        ...['submit_done', 'submit_review', 'submit_summary'],
      ]),
    );
    expect(Object.keys(agentmux.requests ?? {})).toEqual([
      'research_dispatch_code',
      'research_dispatch_web',
      'ask',
    ]);
  });

  it('are for each role those of its work; research is there for who decides, and for nobody else', async () => {
    const run = await startAgentmux();
    const toolsOf = async (id: string) =>
      (await run.task(id)).tools.filter((tool) => tool !== 'status' && tool !== 'await_verdict');
    const research = ['research_dispatch_code', 'research_dispatch_web'];
    expect(await toolsOf(ARCHITECT)).toEqual(['submit_architecture', ...research, 'ask']);
    await architect(run);
    expect(await toolsOf('planning.planner.1')).toEqual(['submit_plan', ...research, 'ask']);
    await plan(run);
    expect(await toolsOf(CODER)).toEqual(['submit_done', 'ask']);
    await Promise.all([code(run, 1), code(run, 2)]);
    expect(await toolsOf('reviewing.reviewer_logic.1')).toEqual(['submit_review', 'ask']);
  });

  it('has one that waits, which the original has not: it answers at once when nothing is awaited', async () => {
    const run = await atArchitect();
    expect((await run.task(ARCHITECT)).tools).toContain('await_verdict');
    expect(await run.call(ARCHITECT, 'await_verdict')).toMatchObject({ status: 'idle' });
  });
});

describe('an architecture', () => {
  it('has no fields: any words will do, blank ones and no file will not', async () => {
    const run = await atArchitect();
    expect(problemsIn(await run.call(ARCHITECT, 'submit_architecture'))).toEqual([
      expect.stringContaining('expected the file 02_architecting/architecture.md'),
    ]);
    run.write(ARCHITECTURE, ' \n');
    expect(problemsIn(await run.call(ARCHITECT, 'submit_architecture'))).toEqual([
      expect.stringContaining('architecture.md is empty.'),
    ]);
    run.write(ARCHITECTURE, '{}');
    expect(await run.call(ARCHITECT, 'submit_architecture')).toMatchObject({ status: 'accepted' });
  });

  it.each([
    ['nobody', undefined, ['reviewer_logic'], {}],
    ['an empty list', [], ['reviewer_logic'], { reviewers: [] }],
    [
      'two',
      ['reviewer_expert', 'reviewer_logic'],
      ['reviewer_expert', 'reviewer_logic'],
      { reviewers: ['reviewer_expert', 'reviewer_logic'] },
    ],
  ])('may nominate %s', async (_, reviewers, asked, payload) => {
    const run = await startAgentmux();
    await toReviewing(run, reviewers);
    const roles = Object.values(run.state.works)
      .filter(({ assignment }) => assignment.phase === 'reviewing')
      .map(({ assignment }) => assignment.role);
    expect(roles).toEqual(asked);
    expect((await untilLines(run, 1))[0]).toMatchObject({ tool: 'submit_architecture', payload });
  });

  it('that nominates somebody unknown is rejected, and none of its preferences is kept', async () => {
    const run = await atArchitect();
    run.write(ARCHITECTURE, 'words\n');
    const args = {
      reviewers: ['reviewer_style'],
      preferences: [{ target_role: 'coder', bullet: 'Use tabs.' }],
    };
    expect(problemsIn(await run.call(ARCHITECT, 'submit_architecture', args))).toEqual([
      expect.stringContaining("Unknown reviewer role 'reviewer_style'. Allowed: ['reviewer_logic'"),
    ]);
    expect(run.performed).toEqual([]);
  });

  it('may bring preferences, which the prompts of their roles have from then on', async () => {
    const run = await atArchitect();
    run.write(ARCHITECTURE, 'words\n');
    const preferences = [{ target_role: 'coder', bullet: 'Prefer plain loops.' }];
    await run.accept(ARCHITECT, 'submit_architecture', { preferences });
    await plan(run);
    const { prompt } = await run.task(CODER);
    expect(prompt).toContain('- Prefer plain loops.');
    expect((await untilLines(run, 1))[0]).toMatchObject({ payload: {} });
  });
});

describe('submit_done', () => {
  it.each([0, -1, 1.5, '1', null, true])(
    'rejects %j as an index, with the words that coders know',
    async (n) => {
      const run = await startAgentmux();
      await toImplementing(run);
      expect(problemsIn(await run.call(CODER, 'submit_done', { subplan_index: n }))).toEqual([
        expect.stringContaining('subplan_index must be an integer >= 1.'),
      ]);
      expect(run.read('06_implementation/done_1')).toBeUndefined();
    },
  );
});

describe('submit_review', () => {
  const both = ['reviewer_logic', 'reviewer_quality'];

  it('reads the file of the role, which is in the payload', async () => {
    const run = await startAgentmux();
    await toReviewing(run, both);
    await run.task('reviewing.reviewer_quality.1');
    run.write('07_review/review_reviewer_logic.yaml', 'verdict: nonsense\n');
    run.write('07_review/review_reviewer_quality.yaml', PASS);
    await run.accept('reviewing.reviewer_quality.1', 'submit_review', { role: 'reviewer_quality' });
    expect((await untilLines(run, 5)).at(-1)).toMatchObject({
      tool: 'submit_review',
      payload: { role: 'reviewer_quality' },
    });
  });

  it.each([
    ['nobody', "Invalid role 'nobody'. Must be one of ['reviewer_logic'"],
    ['../../etc/passwd', "Invalid role '../../etc/passwd'. Must be one of ['reviewer_logic'"],
    ['reviewer_quality', "role: expected 'reviewer_logic', which is who you are"],
  ])('rejects the role %j', async (role, words) => {
    const run = await startAgentmux();
    await toReviewing(run, both);
    await run.task('reviewing.reviewer_logic.1');
    for (const name of both) run.write(`07_review/review_${name}.yaml`, PASS);
    expect(problemsIn(await run.call('reviewing.reviewer_logic.1', 'submit_review', { role }))).toEqual([
      expect.stringContaining(words),
    ]);
  });

  it.each([
    [undefined, 'expected the file 07_review/review_reviewer_logic.yaml'],
    ['', 'expected content in 07_review/review_reviewer_logic.yaml'],
    ['# only a comment\n', 'must be a YAML mapping'],
    ['- a\n', 'must be a YAML mapping'],
    ['verdict: [\n', 'Failed to parse review_reviewer_logic.yaml'],
  ])('rejects %j in the place of a review', async (text, words) => {
    const run = await startAgentmux();
    await toReviewing(run);
    await run.task('reviewing.reviewer_logic.1');
    if (text !== undefined) run.write('07_review/review_reviewer_logic.yaml', text);
    const args = { role: 'reviewer_logic' };
    expect(problemsIn(await run.call('reviewing.reviewer_logic.1', 'submit_review', args))).toEqual([
      expect.stringContaining(words),
    ]);
  });
});

describe('the record of calls', () => {
  it('has one line for a call that was accepted and none for one that was not; the cursor is at its end', async () => {
    const run = await atArchitect();
    expect((await run.call(ARCHITECT, 'submit_architecture')).status).toBe('rejected');
    await architect(run);
    const [line] = await untilLines(run, 1);
    expect(line).toEqual({
      tool: 'submit_architecture',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      payload: {},
    });
    await plan(run);
    await untilLines(run, 2);
    const cursor = (): unknown => JSON.parse(run.read('tool_event_state.json') ?? 'null');
    const bytes = Buffer.byteLength(run.read('tool_events.jsonl')!);
    await run.until(() => JSON.stringify(cursor()).includes(String(bytes)), 'the cursor');
    expect(cursor()).toEqual({ version: 1, applied_cursor: bytes });
  });

  it('needs no file to begin with, and is the same after another holder took over', async () => {
    const run = await atArchitect();
    expect(run.read('tool_events.jsonl')).toBe('');
    await architect(run);
    await untilLines(run, 1);
    const before = run.read('tool_events.jsonl');
    await run.stop();
    run.write('tool_event_state.json', '{"version": 1, "applied_cursor": 0}');
    await run.open();
    await plan(run);
    const lines = await untilLines(run, 2);
    expect(run.read('tool_events.jsonl')!.startsWith(before!)).toBe(true);
    expect(lines.map(({ tool }) => tool)).toEqual(['submit_architecture', 'submit_plan']);
  });
});

describe('the log of files', () => {
  it('has each file once, over several holders, and none that only tells how the run stands', async () => {
    const run = await startAgentmux();
    await toImplementing(run);
    await run.task(CODER);
    await run.stop();
    await run.open();
    await code(run, 1);
    const listed = (): string[] =>
      (run.read('created_files.log') ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}(.+)$/.exec(line)?.[1] ?? line);
    await run.until(() => listed().includes('06_implementation/done_1'), 'done_1 in created_files.log');
    const isPrompt = (file: string): boolean => file.includes('_prompt');
    expect(listed().filter((file) => !isPrompt(file))).toEqual([
      ...['requirements.md', 'context.md', ARCHITECTURE],
      ...['04_planning/plan.yaml', '04_planning/round.json', '04_planning/plan.md'],
      ...[
        '04_planning/plan_1.md',
        '04_planning/plan_2.md',
        '04_planning/tasks_1.md',
        '04_planning/tasks_2.md',
      ],
      ...['04_planning/execution_plan.yaml', '06_implementation/done_1'],
    ]);
    // Those of agents that work side by side are put down in any order.
    expect(listed().filter(isPrompt).sort()).toEqual([
      ...['02_architecting/architect_prompt.md', '04_planning/planner_prompt.md'],
      ...['06_implementation/coder_prompt_1.md', '06_implementation/coder_prompt_2.md'],
    ]);
  });
});

describe('a phase', () => {
  it('is entered before anybody can call, by the entry that starts the run', async () => {
    const run = await startAgentmux();
    expect(run.entries[0]!.events.map(({ kind }) => kind)).toEqual([
      ...['run-started', 'phase-entered', 'phase-entered', 'work-opened'],
    ]);
  });

  it('is entered once, and once more after a way back', async () => {
    const run = await startAgentmux({ policy: { max_review_iterations: 1 } });
    await toReviewing(run);
    await run.stop();
    await run.open();
    const entered = run.events('phase-entered').map(({ phase, visit }) => `${phase} ${visit}`);
    expect(entered).toEqual([
      ...['starting 1', 'architecting 1', 'planning 1', 'implementing 1', 'merging 1', 'reviewing 1'],
    ]);
  });

  it('refuses with words a call that it does not have, where the original drops it in silence', async () => {
    const run = await startAgentmux();
    const { door } = await run.task(ARCHITECT);
    await toImplementing(run);
    const coder = await run.task(CODER);
    const args = { topic: 'late', context: 'c', questions: ['q'] };
    expect(await run.callAs(coder, 'research_dispatch_code', args)).toMatchObject({
      status: 'refused',
      code: 'TOOL_UNKNOWN',
      message: expect.stringContaining('submit_done'),
    });
    expect(await run.holder.door.call(door.token, 'submit_architecture', { reviewers: [] })).toMatchObject({
      status: 'refused',
      code: 'ASSIGNMENT_CLOSED',
    });
    expect(run.phase).toBe('implementing');
    expect(linesOf(run).map(({ tool }) => tool)).not.toContain('research_dispatch_code');
  });

  it('does not end by a file that is there: a design is handed in, with words in it', async () => {
    const run = await startAgentmux();
    await architect(run);
    await plan(run, planText(2, { needs_design: true }));
    await run.task('designing.designer.1');
    run.write('05_design/design.md', ' \n');
    expect(problemsIn(await run.call('designing.designer.1', 'submit_design'))).toEqual([
      expect.stringContaining('design.md is empty.'),
    ]);
    run.write('05_design/design.md', '# Design\n');
    expect(run.phase).toBe('designing');
    await design(run);
    expect(run.phase).toBe('implementing');
  });

  it('is moved on once by a call that comes twice', async () => {
    const run = await startAgentmux();
    const task = await run.task(ARCHITECT);
    run.write(ARCHITECTURE, 'words\n');
    const answers = await Promise.all([
      run.callAs(task, 'submit_architecture'),
      run.callAs(task, 'submit_architecture'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    expect(run.events('submission-accepted')).toHaveLength(1);
  });
});
