// From a reviewed change to a commit, and how a run goes on that was interrupted on the way.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { EffectRequest } from '../../src/model/workflow/effect.ts';
import { isoSeconds } from '../../src/systems/agentmux/workflow/record-line.ts';
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
  summarise,
  toCompleting,
  toReviewing,
} from '../fixtures/agentmux-steps.ts';

const commitsOf = (run: AgentmuxInMemory): Extract<EffectRequest, { action: 'commit' }>[] =>
  run.performed.filter((request) => request.action === 'commit');

const untilEnd = async (run: AgentmuxInMemory): Promise<void> => {
  await run.until(() => run.end !== undefined, 'the end of the run');
  expect(run.state.status).toBe('complete');
};

const atCompletion = async (options = {}): Promise<AgentmuxInMemory> => {
  const run = await startAgentmux(options);
  await toCompleting(run);
  return run;
};

const approval = (run: AgentmuxInMemory): unknown =>
  JSON.parse(run.read('08_completion/approval.json') ?? 'null');

describe('the approval', () => {
  it('is a person’s: nothing is committed before', async () => {
    const run = await atCompletion();
    expect(run.performed.map(({ action }) => action)).toEqual(['merge']);
    await run.say({ verb: 'approve' });
    await untilEnd(run);
    expect(approval(run)).toEqual({ action: 'approve', exclude_files: [] });
    expect(JSON.parse(run.read('state.json')!)).toMatchObject({
      phase: 'done',
      feature_branch: 'feature/add-things',
    });
  });

  it('is written by the engine where the project wants no word, and all reviewers have passed', async () => {
    const run = await startAgentmux({ policy: { skip_final_approval: true } });
    await toReviewing(run);
    await review(run);
    await summarise(run);
    await untilEnd(run);
    expect(approval(run)).toEqual({ action: 'approve', exclude_files: [] });
    expect(commitsOf(run)).toHaveLength(1);
  });

  it('that leaves files out makes another tree, which is reviewed and approved again', async () => {
    const run = await atCompletion();
    const before = run.state.artifacts['tree']!.digest;
    await run.say({ verb: 'approve', exclude: ['part-2/a'] });
    await run.reach('reviewing');
    const { digest } = run.state.artifacts['tree']!;
    expect(digest).not.toBe(before);
    expect([...run.trees.get(digest).keys()]).toEqual(['README', 'part-1/a']);
    await review(run, { round: 2 });
    await summarise(run, 2);
    await run.reach('completing');
    await run.say({ verb: 'approve' });
    await untilEnd(run);
    expect(commitsOf(run).map(({ tree }) => tree)).toEqual([digest]);
  });

  it('that is refused with words plans again, and sets the count of fix rounds back', async () => {
    const run = await startAgentmux();
    await toReviewing(run);
    await review(run, { text: failText() });
    await fix(run);
    await review(run, { round: 2 });
    await summarise(run);
    await run.reach('completing');
    expect(run.state.counters).toMatchObject({ fixes: 1 });
    await run.say({ verb: 'reject', text: 'More.' });
    await run.task('planning.planner.2');
    expect(run.state.counters['fixes'] ?? 0).toBe(0);
    expect(JSON.parse(run.read('state.json')!)).toMatchObject({
      phase: 'planning',
      last_event: 'changes_requested',
      review_iteration: 0,
    });
  });
});

describe('the commit', () => {
  it('is made once, on the branch of the run', async () => {
    const run = await atCompletion({ policy: { branch_prefix: 'ai/' } });
    await run.say({ verb: 'approve' });
    await untilEnd(run);
    expect(commitsOf(run)).toMatchObject([{ branch: 'ai/add-things' }]);
  });

  it('has the message that the person gave', async () => {
    const run = await atCompletion();
    await run.say({ verb: 'approve', message: 'fix: what I say' });
    await untilEnd(run);
    expect(commitsOf(run)).toMatchObject([{ message: 'fix: what I say' }]);
    expect(approval(run)).toMatchObject({ commit_message: 'fix: what I say' });
  });

  it('has the message of a reviewer where the person gave none; the original never uses it', async () => {
    const run = await startAgentmux();
    await toReviewing(run);
    await review(run, { text: 'verdict: pass\nsummary: Good.\ncommit_message: "feat: things"\n' });
    await summarise(run);
    await run.reach('completing');
    await run.say({ verb: 'approve' });
    await untilEnd(run);
    expect(commitsOf(run)).toMatchObject([{ message: 'feat: things' }]);
  });

  it('has a drafted message where nobody gave one', async () => {
    const run = await atCompletion({ request: 'Add things.\n\nMany of them.' });
    await run.say({ verb: 'approve' });
    await untilEnd(run);
    expect(commitsOf(run)).toMatchObject([{ message: 'feat: Add things' }]);
  });
});

/** Brings a run to a phase, and leaves it there with an agent at work. */
const WAYS: Readonly<Record<string, (run: AgentmuxInMemory) => Promise<unknown>>> = {
  product_management: (run) => run.task('product_management.product-manager.1'),
  architecting: (run) => run.task('architecting.architect.1'),
  planning: async (run) => {
    await architect(run);
    await run.task('planning.planner.1');
  },
  designing: async (run) => {
    await architect(run);
    await plan(run, planText(2, { needs_design: true }));
    await run.task('designing.designer.1');
  },
  implementing: async (run) => {
    await architect(run);
    await plan(run);
    await code(run, 1);
  },
  reviewing: async (run) => {
    await toReviewing(run);
    await run.task('reviewing.reviewer_logic.1');
  },
  fixing: async (run) => {
    await toReviewing(run);
    await review(run, { text: failText() });
    await run.task('fixing.coder.1');
  },
  completing: (run) => toCompleting(run),
};

it('a holder that has ended writes nothing any more, however slow the disk is', async () => {
  let written = 0;
  const run = await startAgentmux({
    files: (files) => ({
      ...files,
      append: async (path, text) => {
        await sleep(50);
        await files.append(path, text);
        written += 1;
      },
    }),
  });
  await architect(run);
  await run.stop();
  const seen = written;
  await sleep(300);
  expect(seen).toBeGreaterThan(0);
  expect(written).toBe(seen);
});

it('a run ends after the ends of its attempts, however long their working trees take to go', async () => {
  const run = await startAgentmux({
    policy: { skip_final_approval: true },
    workspaces: (trees) => ({
      ...trees,
      close: async (assignment) => {
        await sleep(300);
        await trees.close(assignment);
      },
    }),
  });
  await toReviewing(run);
  await review(run);
  await summarise(run);
  await untilEnd(run);
  const seen = run.memory.lines.length;
  expect(run.events('attempt-ended')).toHaveLength(run.events('attempt-started').length);
  await sleep(600);
  expect(run.memory.lines).toHaveLength(seen);
});

it('who knocks while a run writes its last files is turned away, and the files stay true', async () => {
  const knocks: string[] = [];
  const run = await startAgentmux({
    policy: { skip_final_approval: true },
    files: (files) => ({
      ...files,
      write: async (made) => {
        const problems = await files.write(made);
        if (made.some(({ path, text }) => path === 'state.json' && text.includes('"done"'))) {
          // The files say to the second when the last entry was made.
          await sleep(1_100);
          const knock = run.callAs(run.attempts[0]!.task, 'submit_architecture');
          knocks.push(await knock.then(({ status }) => status, String));
        }
        return problems;
      },
    }),
  });
  await toReviewing(run);
  await review(run);
  await summarise(run);
  await untilEnd(run);
  const lastEntry = JSON.parse(String(run.memory.lines.at(-1))) as { at: string };
  expect(knocks.at(-1)).toContain('about to end');
  expect(JSON.parse(run.read('state.json')!)).toMatchObject({ updated_at: isoSeconds(lastEntry.at) });
});

describe('a run that is resumed', () => {
  it.each(Object.keys(WAYS))('in %s is where it was, whatever has become of its files', async (phase) => {
    const run = await startAgentmux({ policy: { product_manager: phase === 'product_management' } });
    await WAYS[phase]!(run);
    await run.say({ verb: 'stop' });
    await run.until(() => run.end !== undefined, 'the end');
    expect(JSON.parse(run.read('state.json')!)).toMatchObject({
      phase: 'failed',
      last_event: 'run_canceled',
      interruption_resume_command: 'baton resume add-things',
    });
    for (const folder of ['02_architecting', '04_planning', '06_implementation', '07_review', 'state.json'])
      rmSync(join(run.directory, folder), { recursive: true, force: true });
    run.write('06_implementation/done_9', '');
    run.write('08_completion/approval.json', '{"action": "approve"}');
    await run.open({ resume: true });
    await run.until(() => run.read('state.json')?.includes('"resumed"') === true, 'state.json');
    const state = JSON.parse(run.read('state.json')!) as Record<string, unknown>;
    expect(state).toMatchObject({ phase, last_event: 'resumed' });
    expect(Object.keys(state).filter((key) => key.startsWith('interruption'))).toEqual([]);
    expect(run.phase).toBe(phase);
    await run.until(() => run.read('06_implementation/done_9') === undefined, 'the end of done_9');
  });

  it('plans on where a plan was written and not handed in', async () => {
    const run = await startAgentmux();
    await WAYS['planning']!(run);
    run.write('04_planning/plan.yaml', planText());
    await run.stop();
    await run.open({ resume: true });
    await run.task('planning.planner.1');
    expect(run.phase).toBe('planning');
    // What is half written stays for whoever goes on with it.
    expect(run.read('04_planning/plan.yaml')).toBe(planText());
  });

  it('after a change request was interrupted still has the words of the person', async () => {
    const run = await startAgentmux();
    await toCompleting(run);
    await run.say({ verb: 'reject', text: 'Louder.' });
    await run.task('planning.planner.2');
    await run.say({ verb: 'stop' });
    await run.until(() => run.end !== undefined, 'the end');
    await run.open({ resume: true });
    const { prompt } = await run.task('planning.planner.2');
    expect(prompt).toContain('Louder.');
    expect(run.state.cause).toBeUndefined();
  });
});
