// Who works when: research beside the work, groups of sub-plans in their order, plans that are made again.
import { describe, expect, it } from 'vitest';
import type { AgentmuxInMemory } from '../fixtures/agentmux-in-memory.ts';
import {
  architect,
  code,
  failText,
  fix,
  plan,
  planText,
  review,
  startAgentmux,
  subplan,
  toCompleting,
  toReviewing,
} from '../fixtures/agentmux-steps.ts';

const ARCHITECT = 'architecting.architect.1';

/** Coders that have begun and are not done, by sub-plan. */
const coding = (run: AgentmuxInMemory): string[] =>
  run.attempts
    .filter(({ task, isOver }) => task.role === 'coder' && !isOver)
    .map(({ task }) => task.assignment.replace('implementing.coder.', ''))
    .sort();

interface Group {
  readonly mode: 'serial' | 'parallel';
  readonly plans: readonly number[];
}

const grouped = (...groups: readonly Group[]): string => {
  const count = Math.max(...groups.flatMap(({ plans }) => plans));
  return planText(count, {
    groups: groups.map(({ mode, plans }, at) => ({
      group_id: `g${at + 1}`,
      mode,
      plans: plans.map((index) => ({ index, name: `Part ${index}` })),
    })),
  });
};

const atGroups = async (...groups: readonly Group[]): Promise<AgentmuxInMemory> => {
  const run = await startAgentmux();
  await architect(run);
  await plan(run, grouped(...groups));
  return run;
};

/** Waits until exactly these are at work. */
const untilCoding = (run: AgentmuxInMemory, ...items: readonly string[]): Promise<void> =>
  run.until(
    () => coding(run).join() === items.join(),
    () => `coders ${items.join()}, there are ${coding(run).join()},`,
  );

const stateJson = (run: AgentmuxInMemory): Record<string, unknown> =>
  JSON.parse(run.read('state.json') ?? '{}') as Record<string, unknown>;

describe('groups of sub-plans', () => {
  it('of one sub-plan are one piece of work', async () => {
    const run = await atGroups({ mode: 'serial', plans: [1] });
    await untilCoding(run, '1.1');
    await code(run, 1);
    await run.reach('reviewing');
    expect(run.events('work-opened').filter(({ assignment }) => assignment.role === 'coder')).toHaveLength(1);
  });

  it('that are serial are done one after the other, in the order of the group', async () => {
    const run = await atGroups({ mode: 'serial', plans: [2, 1] });
    await untilCoding(run, '2.1');
    await code(run, 2);
    await untilCoding(run, '1.1');
    await code(run, 1);
    await run.reach('reviewing');
  });

  it('that are parallel are done side by side, and the next waits for all of them', async () => {
    const run = await atGroups({ mode: 'parallel', plans: [1, 2] }, { mode: 'serial', plans: [3] });
    await untilCoding(run, '1.1', '2.1');
    await code(run, 2);
    await untilCoding(run, '1.1');
    expect(run.phase).toBe('implementing');
    await code(run, 1);
    await untilCoding(run, '3.1');
  });

  it('come in waves when they are mixed; state.json says which is under way', async () => {
    const run = await atGroups(
      { mode: 'serial', plans: [1] },
      { mode: 'parallel', plans: [2, 3] },
      { mode: 'serial', plans: [4, 5] },
    );
    await untilCoding(run, '1.1');
    await code(run, 1);
    await untilCoding(run, '2.1', '3.1');
    await run.until(() => stateJson(run)['implementation_group_index'] === 2, 'the second group');
    expect(stateJson(run)).toMatchObject({
      implementation_group_total: 3,
      implementation_group_mode: 'parallel',
      implementation_active_plan_ids: ['plan_2', 'plan_3'],
      implementation_completed_group_ids: ['g1'],
      completed_subplans: [1],
      subplan_count: 5,
    });
    await code(run, 3);
    await code(run, 2);
    await untilCoding(run, '4.1');
    await code(run, 4);
    await untilCoding(run, '5.1');
    await code(run, 5);
    await run.reach('reviewing');
    await run.until(() => stateJson(run)['phase'] === 'reviewing', 'state.json in reviewing');
    expect(stateJson(run)).toMatchObject({
      implementation_group_index: 3,
      implementation_group_mode: null,
      completed_subplans: [1, 2, 3, 4, 5],
    });
  });

  it('that are parallel ask after a resume only for what is missing, and keep what is done', async () => {
    const run = await atGroups({ mode: 'parallel', plans: [1, 2, 3] });
    await untilCoding(run, '1.1', '2.1', '3.1');
    await code(run, 2);
    await run.stop();
    await run.open({ resume: true });
    await untilCoding(run, '1.1', '3.1');
    expect(run.attempts.filter(({ task }) => task.assignment === 'implementing.coder.2.1')).toHaveLength(1);
    expect(run.read('06_implementation/done_2')).toBe('');
    await Promise.all([code(run, 1), code(run, 3)]);
    await run.reach('reviewing');
  });

  it('start from what the groups before them made', async () => {
    const run = await atGroups({ mode: 'parallel', plans: [1, 2] }, { mode: 'serial', plans: [3] });
    await Promise.all([code(run, 1), code(run, 2)]);
    await untilCoding(run, '3.1');
    const { start } = run.state.works['implementing.coder.3.1']!;
    expect([...run.trees.get(start!).keys()]).toEqual(['README', 'part-1/a', 'part-2/a']);
  });
});

describe('a fix', () => {
  it('is one piece of work that one call ends, however many sub-plans there are', async () => {
    const run = await startAgentmux();
    await toReviewing(run);
    await review(run, { text: failText() });
    await run.task('fixing.coder.1');
    const args = { subplan_index: 2 };
    expect(await run.call('fixing.coder.1', 'submit_done', args)).toMatchObject({ status: 'rejected' });
    await fix(run);
    await run.reach('reviewing');
    expect(run.attempts.filter(({ task }) => task.assignment.startsWith('fixing.'))).toHaveLength(1);
  });

  it('keeps the markers of the sub-plans, which the original takes away', async () => {
    const run = await startAgentmux();
    await toReviewing(run);
    await review(run, { text: failText() });
    await run.task('fixing.coder.1');
    expect([1, 2].map((n) => run.read(`06_implementation/done_${n}`))).toEqual(['', '']);
  });
});

describe('one coder for the whole plan', () => {
  it('is asked once, for all sub-plans, and marks all of them', async () => {
    const run = await startAgentmux({ policy: { single_coder: true } });
    await architect(run);
    await plan(run, grouped({ mode: 'serial', plans: [1] }, { mode: 'parallel', plans: [2, 3] }));
    const id = 'implementing.coder.whole.1';
    const { prompt } = await run.task(id);
    for (const n of [1, 2, 3]) expect(prompt).toContain(`Part ${n}`);
    expect(run.read('06_implementation/coder_prompt_whole.md')).toBe(prompt);
    run.change(id, { 'part-1/a': '1\n', 'part-3/a': '3\n' });
    await run.accept(id, 'submit_done', { subplan_index: 3 });
    await run.reach('reviewing');
    await run.until(() => run.read('06_implementation/done_3') === '', 'done_3');
    expect([1, 2, 3].map((n) => run.read(`06_implementation/done_${n}`))).toEqual(['', '', '']);
  });
});

describe('a plan', () => {
  it.each([
    ['is designed first where it says so', { needs_design: true }, [], 'designing'],
    ['is not designed where it does not say so', { needs_design: false }, [], 'implementing'],
    ['is not designed where nobody plays the designer', { needs_design: true }, ['designer'], 'implementing'],
  ])('%s', async (_, more, agentsWithout, phase) => {
    const run = await startAgentmux({ agentsWithout });
    await architect(run);
    await plan(run, planText(2, more));
    await run.reach(phase);
  });

  it('is planned again with the words of the person, and its stale files are pruned', async () => {
    const run = await startAgentmux();
    await toCompleting(run);
    await run.say({ verb: 'reject', text: 'One part is enough.' });
    const { prompt } = await run.task('planning.planner.2');
    expect(prompt).toContain('One part is enough.');
    expect(run.read('04_planning/changes_prompt.md')).toBe(prompt);
    expect(run.read('08_completion/changes.md')).toBe('One part is enough.\n');
    const text = planText(1, { subplans: [subplan(1, { title: 'The only part' })] });
    await plan(run, text, 2);
    await run.task('implementing.coder.1.2');
    expect(run.read('04_planning/plan_1.md')).toContain('# The only part\n');
    for (const stale of ['04_planning/plan_2.md', '04_planning/tasks_2.md', '06_implementation/done_2'])
      expect(run.read(stale), stale).toBeUndefined();
  });

  it('has markers of its own: those of the plan before are gone, and stay away until the work is done', async () => {
    const run = await startAgentmux();
    await toCompleting(run);
    await run.say({ verb: 'reject', text: 'Again.' });
    await run.task('planning.planner.2');
    expect(run.read('06_implementation/done_1')).toBe('');
    await plan(run, planText(2, { plan_overview: '# Another\n' }), 2);
    await untilCoding(run, '1.2', '2.2');
    expect([1, 2].map((n) => run.read(`06_implementation/done_${n}`))).toEqual([undefined, undefined]);
    await code(run, 1, 2);
    await run.until(() => run.read('06_implementation/done_1') === '', 'done_1');
  });

  it('leads no further by the change request once it is accepted; changes.md stays to be read, unlike in the original', async () => {
    const run = await startAgentmux();
    await toCompleting(run);
    await run.say({ verb: 'reject', text: 'Again.' });
    await plan(run, planText(2, { plan_overview: '# Another\n' }), 2);
    await run.reach('implementing');
    await run.until(() => stateJson(run)['last_event'] === 'plan_written', 'plan_written');
    expect(run.read('08_completion/changes.md')).toBe('Again.\n');
  });
});

describe('an agent', () => {
  it('that ends after it has handed in is not missed, and not started again', async () => {
    const run = await atGroups({ mode: 'serial', plans: [1] });
    const id = 'implementing.coder.1.1';
    const task = await run.task(id);
    run.change(id, { 'part-1/a': 'a\n' });
    const judged = run.callAs(task, 'submit_done', { subplan_index: 1 });
    run.attempts
      .find((attempt) => attempt.task === task)!
      .end({ end: 'failed', why: 'its window was closed' });
    expect((await judged).status).toBe('accepted');
    await run.reach('reviewing');
    await run.until(() => run.events('attempt-ended').some(({ assignment }) => assignment === id), 'its end');
    expect(run.attempts.filter(({ task: { assignment } }) => assignment === id)).toHaveLength(1);
    expect(run.events('attempt-ended').filter(({ retryAt }) => retryAt !== undefined)).toEqual([]);
  });
});

describe('research', () => {
  const ask = (run: AgentmuxInMemory, topic: string, kind = 'code') =>
    run.call(ARCHITECT, `research_dispatch_${kind}`, { topic, context: 'c', questions: ['q'] });
  const researcher = (topic: string, kind = 'code') => `architecting.${kind}-researcher.${kind}-${topic}.1`;
  const answer = async (run: AgentmuxInMemory, topic: string, kind = 'code'): Promise<void> => {
    await run.task(researcher(topic, kind));
    run.write(`03_research/${kind}-${topic}/summary.md`, `About ${topic}.\n`);
    await run.accept(researcher(topic, kind), 'submit_research_done', { topic, type: kind });
  };

  it('runs beside who asked, and its answer says where to read on', async () => {
    const run = await startAgentmux();
    await run.task(ARCHITECT);
    expect(await ask(run, 'b')).toMatchObject({ status: 'asked', parks: false });
    await ask(run, 'a', 'web');
    await answer(run, 'b');
    await answer(run, 'a', 'web');
    expect(await run.call(ARCHITECT, 'await_verdict')).toMatchObject({
      status: 'answered',
      answer: expect.stringContaining(
        "Code-research on 'b' is complete. Read 03_research/code-b/summary.md and continue from there.",
      ),
    });
    const isTold = (): boolean => run.read('state.json')?.includes('"a": "done"') === true;
    await run.until(isTold, 'web_research_tasks');
    expect(stateJson(run)).toMatchObject({
      research_tasks: { b: 'done' },
      web_research_tasks: { a: 'done' },
    });
  });

  it('is handed on to later prompts, sorted, once it is done; what is not done is left out', async () => {
    const run = await startAgentmux();
    await run.task(ARCHITECT);
    for (const topic of ['z', 'open', 'a']) await ask(run, topic);
    await answer(run, 'z');
    await answer(run, 'a');
    await architect(run);
    const { prompt } = await run.task('planning.planner.1');
    const listed = [...prompt.matchAll(/03_research\/(\S+?)\/summary\.md/g)].map((match) => match[1]);
    expect([...new Set(listed)]).toEqual(['code-a', 'code-z']);
  });

  it('is started again by another holder only where it is not done; who asked goes on with its answer', async () => {
    const run = await startAgentmux();
    await run.task(ARCHITECT);
    await ask(run, 'done');
    await ask(run, 'open');
    await answer(run, 'done');
    await run.task(researcher('open'));
    await run.stop();
    const before = run.attempts.length;
    await run.open({ resume: true });
    await answer(run, 'open');
    const { prompt } = await run.task(ARCHITECT);
    expect(run.attempts.slice(before).map(({ task }) => task.assignment)).toEqual([
      researcher('open'),
      ARCHITECT,
    ]);
    expect(prompt).toContain("Code-research on 'open' is complete.");
  });

  it('is not done because its files are there, as it is in the original: it has to be handed in', async () => {
    const run = await startAgentmux();
    await run.task(ARCHITECT);
    await ask(run, 'open');
    await run.task(researcher('open'));
    run.write('03_research/code-open/summary.md', 'Half of it.\n');
    await run.stop();
    await run.open({ resume: true });
    await run.task(researcher('open'));
    expect(stateJson(run)).toMatchObject({ research_tasks: { open: 'dispatched' } });
    // A draft of its own is there for whoever goes on with it.
    expect(run.read('03_research/code-open/summary.md')).toBe('Half of it.\n');
  });

  it('hands in under its own topic and type alone', async () => {
    const run = await startAgentmux();
    await run.task(ARCHITECT);
    await ask(run, 'one');
    await run.task(researcher('one'));
    run.write('03_research/code-one/summary.md', 'words\n');
    for (const args of [
      { topic: 'two', type: 'code' },
      { topic: 'one', type: 'web' },
    ])
      expect(await run.call(researcher('one'), 'submit_research_done', args)).toMatchObject({
        status: 'rejected',
        problems: [{ message: expect.stringContaining('was not dispatched to you; expected code-one') }],
      });
    await answer(run, 'one');
  });
});
