// agentmux with real processes: from a request through clarified requirements, waves of coders, plans that are made again
// and a person's word to a commit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  attemptsOf,
  batonTo,
  commitMessage,
  committedFiles,
  entriesOf,
  eventsOf,
  makeProject,
  phasesOf,
  RUN,
  rejectionsOf,
  resumeTo,
  runFile,
  runTo,
  stateJson,
  writeConfig,
} from '../fixtures/agentmux-behaviour-program.ts';
import {
  architect,
  coder,
  done,
  fails,
  type Group,
  type Item,
  passes,
  planner,
  type Step,
  straight,
  submit,
  summary,
  write,
  writeProject,
} from '../fixtures/agentmux-behaviour-scenario.ts';
import { makeScratch, scratch } from './scratch.ts';

const APPROVED = [{ approve: {} }];
const LOGIC = passes('reviewer_logic');

const REWRITTEN = `# Requirements

## Initial Request

Write the parts.

## Clarifications

Two of them, as text.
`;

const ASK_FOR_RESEARCH: Step = submit('research_dispatch_code', {
  topic: 'parts',
  context: 'We write parts.',
  questions: ['Are there any?'],
});

describe('a run that begins with a product manager', () => {
  const world = makeScratch();
  afterAll(() => world.remove());
  beforeAll(async () => {
    const manager: Item = [
      ASK_FOR_RESEARCH,
      submit('await_verdict'),
      write({ 'requirements.md': '# Requirements\n\nSomething better.\n' }),
      submit('submit_pm_done'),
      write({ 'requirements.md': REWRITTEN }),
      submit('submit_pm_done'),
    ];
    const researcher: Item = [
      write({ '03_research/code-{topic}/summary.md': '# Parts\n\nNone yet.\n' }),
      submit('submit_research_done', { topic: '{topic}', type: 'code' }),
    ];
    const roles = {
      'product-manager': [manager],
      'code-researcher': [researcher],
      planner: [planner([{ mode: 'parallel', plans: [1, 2] }])],
    };
    makeProject(world, straight(roles, APPROVED), { policy: { product_manager: true } });
    await runTo(world, 0);
  });

  it('has its requirements rewritten, and the next in line reads them', () => {
    expect(phasesOf(world).slice(0, 3)).toEqual(['starting', 'product_management', 'architecting']);
    expect(runFile(world, 'requirements.md')).toBe(REWRITTEN);
    expect(runFile(world, '02_architecting/architect_prompt.md')).toContain('Two of them, as text.');
    expect(stateJson(world)).toMatchObject({ product_manager: true, phase: 'done' });
  });

  it('keeps the request: requirements without it are rejected', () => {
    expect(rejectionsOf(world)).toEqual([expect.stringContaining('## Initial Request')]);
    expect(eventsOf(world, 'submission-rejected')[0]).toMatchObject({
      rejection: { clauses: ['request-kept'] },
    });
  });

  it('may research before, and goes all the way with coders side by side', () => {
    const tools = (runFile(world, 'tool_events.jsonl') ?? '')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { tool: string }).tool);
    expect(tools).toEqual([
      ...['research_dispatch_code', 'submit_research_done', 'submit_pm_done', 'submit_architecture'],
      ...['submit_plan', 'submit_done', 'submit_done', 'submit_review', 'submit_summary'],
    ]);
    expect(committedFiles(world)).toEqual(['part-1/file.txt', 'part-2/file.txt']);
  });
});

describe('a product manager that nobody plays', () => {
  it('is missed before anything starts where the project wants one, and not otherwise', async () => {
    const world = scratch();
    const spec = 'scripted:../scenario.yaml';
    const others = ['architect', 'code-researcher', 'web-researcher', 'planner', 'coder'];
    const reviewers = ['reviewer_logic', 'reviewer_quality', 'reviewer_expert'];
    const roles = Object.fromEntries([...others, ...reviewers].map((role) => [role, spec]));
    makeProject(world, straight({}, APPROVED), { roles, policy: { product_manager: true } });
    const { stderr } = await batonTo(world, 3, ['run', 'Write the parts.', '--name', RUN]);
    expect(stderr).toContain('AGENT_UNKNOWN: nobody plays product-manager');
    writeConfig(world, { roles });
    await batonTo(world, 0, ['run', 'Write the parts.', '--name', RUN]);
  });
});

describe('sub-plans', () => {
  it('are done in waves: a serial group in its order, a parallel one side by side, and the next waits for all', async () => {
    const groups: readonly Group[] = [
      { mode: 'serial', plans: [2, 1] },
      { mode: 'parallel', plans: [3, 4] },
      { mode: 'serial', plans: [5] },
    ];
    const slow: Item = [{ sleep: '400ms' }, ...coder];
    const world = scratch();
    const coders = [coder, coder, coder, slow, coder];
    makeProject(world, straight({ planner: [planner(groups)], coder: coders }, APPROVED));
    await runTo(world, 0);
    const steps = entriesOf(world)
      .flatMap(({ events }) => events)
      .flatMap((event) => {
        if (event.kind !== 'attempt-started' && event.kind !== 'submission-accepted') return [];
        const [, item] = /^implementing\.coder\.(\d)\.1$/.exec(event.assignment) ?? [];
        return item === undefined ? [] : [`${event.kind === 'attempt-started' ? 'begins' : 'done'} ${item}`];
      });
    expect(steps).toEqual([
      ...['begins 2', 'done 2', 'begins 1', 'done 1'],
      ...['begins 3', 'begins 4', 'done 3', 'done 4'],
      ...['begins 5', 'done 5'],
    ]);
    expect(committedFiles(world)).toEqual([1, 2, 3, 4, 5].map((n) => `part-${n}/file.txt`));
    expect(stateJson(world)).toMatchObject({
      implementation_completed_group_ids: ['group-1', 'group-2', 'group-3'],
    });
  });

  it('are all done by one coder where the project wants that, and stay with it when baton.yaml changes meanwhile', async () => {
    const world = scratch();
    const whole: Item = [
      submit('ask', { question: 'Which word?' }),
      writeProject({ 'part-1/file.txt': '{answer}\n', 'part-2/file.txt': '{answer}\n' }),
      done,
    ];
    const roles = { planner: [planner([{ mode: 'parallel', plans: [1, 2] }])], coder: [whole] };
    makeProject(world, straight(roles), { policy: { single_coder: true, skip_final_approval: true } });
    await runTo(world, 4);
    writeConfig(world, { policy: { single_coder: false } });
    await batonTo(world, 0, ['answer', 'implementing.coder.whole.1.ask1', '--text', 'yes']);
    await resumeTo(world, 0);
    expect(Object.keys(attemptsOf(world)).filter((id) => id.includes('coder'))).toEqual([
      'implementing.coder.whole.1',
    ]);
    expect(stateJson(world)).toMatchObject({ implementation_single_coder: true, completed_subplans: [1, 2] });
    expect(committedFiles(world)).toEqual(['part-1/file.txt', 'part-2/file.txt']);
  });
});

describe('a person', () => {
  it('who wants something else has it planned again; what was derived from the plan before is pruned', async () => {
    const world = scratch();
    const louder: Item = [writeProject({ 'part-1/loud.txt': 'LOUD\n' }), done];
    const roles = {
      planner: [planner([{ mode: 'parallel', plans: [1, 2] }]), planner([{ mode: 'serial', plans: [1] }])],
      coder: [coder, coder, louder],
      reviewer_logic: [LOGIC, summary, LOGIC, summary],
    };
    makeProject(world, straight(roles, [{ reject: { text: 'Louder.' } }, ...APPROVED]));
    await runTo(world, 0);
    expect(phasesOf(world).filter((phase) => phase === 'planning')).toHaveLength(2);
    expect(runFile(world, '04_planning/changes_prompt.md')).toContain('Louder.');
    for (const path of ['04_planning/plan_1.md', '04_planning/tasks_1.md', '06_implementation/done_1'])
      expect(runFile(world, path), path).toBeDefined();
    for (const path of ['04_planning/plan_2.md', '04_planning/tasks_2.md', '06_implementation/done_2'])
      expect(runFile(world, path), path).toBeUndefined();
    expect(committedFiles(world)).toEqual(['part-1/file.txt', 'part-1/loud.txt', 'part-2/file.txt']);
  });

  it('is not asked where the project wants no final approval; the message of the commit is drafted', async () => {
    const world = scratch();
    makeProject(world, straight(), { policy: { skip_final_approval: true, branch_prefix: 'ai/' } });
    await runTo(world, 0);
    expect(JSON.parse(runFile(world, '08_completion/approval.json')!)).toEqual({
      action: 'approve',
      exclude_files: [],
    });
    expect(phasesOf(world)).not.toContain('completing');
    expect(commitMessage(world, `ai/${RUN}`)).toBe('feat: Write the parts');
  });

  it('who leaves files out has another tree reviewed again, without them in the commit, with the message they gave', async () => {
    const world = scratch();
    const careless: Item = [
      writeProject({ 'part-1/file.txt': 'part\n', 'part-1/notes with spaces.txt': 'notes\n' }),
      done,
    ];
    const roles = { coder: [careless], reviewer_logic: [LOGIC, summary, LOGIC, summary] };
    const human = [
      { approve: { exclude: ['part-1/misspelt.txt'] } },
      { approve: { exclude: ['part-1/notes with spaces.txt'] } },
      { approve: { message: 'fix: by hand' } },
    ];
    makeProject(world, straight(roles, human));
    await runTo(world, 0);
    const asked = eventsOf(world, 'work-opened').flatMap(({ assignment }) => assignment.ask?.text ?? []);
    expect(asked).toHaveLength(3);
    expect(asked[1]).toContain('Nothing was left out: not among the changed files: part-1/misspelt.txt');
    expect(attemptsOf(world)).toMatchObject({
      'reviewing.reviewer_logic.1': 1,
      'summarising.reviewer_logic.1': 1,
    });
    // The misspelt name changes no tree, so that nobody is asked again for it.
    expect(Object.keys(attemptsOf(world)).filter((id) => id.startsWith('reviewing'))).toHaveLength(2);
    expect(committedFiles(world)).toEqual(['part-1/file.txt']);
    expect(commitMessage(world)).toBe('fix: by hand');
    const { stdout } = await batonTo(world, 0, ['check', `.agentmux/.sessions/${RUN}`]);
    expect(stdout).toContain('ok (agentmux run)\n');
  });

  it('decides when the limit of fix rounds is reached: nothing of a failed review is committed by itself', async () => {
    const world = scratch();
    const fix: Item = [writeProject({ 'part-1/file.txt': 'fixed\n' }), done];
    const bad = fails('reviewer_logic', 'It is wrong.');
    const roles = { coder: [coder, fix], reviewer_logic: [bad, bad] };
    const policy = { max_review_iterations: 1, skip_final_approval: true };
    makeProject(world, straight(roles), { policy });
    const { stdout } = await runTo(world, 4, { words: ['--json'] });
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'waiting',
      phase: 'stuck',
      waitingFor: [{ id: 'stuck.human.1', choices: ['again', 'changes', 'abandon'] }],
    });
    await batonTo(world, 0, ['answer', 'stuck.human.1', '--text', 'abandon']);
    expect(eventsOf(world, 'run-ended')).toMatchObject([{ status: 'cancelled' }]);
    expect(() => commitMessage(world)).toThrow();
  });
});

describe('the architect', () => {
  it('nominates who reviews; the first of them writes the summary', async () => {
    const world = scratch();
    const roles = {
      architect: [architect(['reviewer_expert', 'reviewer_logic'])],
      reviewer_expert: [passes('reviewer_expert'), summary],
      reviewer_logic: [LOGIC],
    };
    makeProject(world, straight(roles, APPROVED));
    await runTo(world, 0);
    expect(Object.keys(attemptsOf(world)).filter((id) => id.startsWith('summarising'))).toEqual([
      'summarising.reviewer_expert.1',
    ]);
    expect(runFile(world, '07_review/review.md')).toContain('Reviewed by: reviewer_expert, reviewer_logic.');
  });
});
