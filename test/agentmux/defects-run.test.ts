// Defects of the original in the course of a run, and what Baton does instead.
import { describe, expect, it } from 'vitest';
import type { Workflow } from '../../src/model/workflow/workflow.ts';
import { agentmux } from '../../src/systems/agentmux/workflow/agentmux.ts';
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
  summarise,
  toCompleting,
  toReviewing,
} from '../fixtures/agentmux-steps.ts';

const stateOf = (run: AgentmuxInMemory): Record<string, unknown> =>
  JSON.parse(run.read('state.json') ?? '{}') as Record<string, unknown>;

describe('defect 0: asking for changes cancelled the run; here it is planned again, with the words', () => {
  it('comes round to the planner and from there to the commit', async () => {
    const run = await startAgentmux();
    await toCompleting(run);
    expect(await run.say({ verb: 'reject', text: 'Louder, please.' })).toMatchObject({ ok: true });
    const planner = await run.task('planning.planner.2');
    expect(planner.prompt).toContain('Louder, please.');
    // Behind it a prompt may tell what an attempt before has left.
    const [own] = planner.prompt.split('\n## Work that was begun before you');
    expect(run.read('04_planning/changes_prompt.md')?.trimEnd()).toBe(own?.trimEnd());
    expect(run.read('08_completion/changes.md')).toBe('Louder, please.\n');
    await run.until(() => stateOf(run)['last_event'] === 'changes_requested', 'state.json');
    expect(stateOf(run)).toMatchObject({ phase: 'planning', review_iteration: 0 });
    expect(run.state.status).toBe('running');
    await plan(run, planText(1), 2);
    await code(run, 1, 2);
    await review(run, { round: 2 });
    await summarise(run, 2);
    await run.reach('completing');
    await run.say({ verb: 'approve' });
    await run.until(() => run.end !== undefined, 'the end');
    expect(run.end).toMatchObject({ end: 'ended', state: { status: 'complete' } });
    expect(run.events('run-ended')).toEqual([{ kind: 'run-ended', status: 'complete' }]);
  });

  it('the same plan again is another round: all of it is asked for, on top of what was fixed', async () => {
    const run = await startAgentmux();
    await toReviewing(run);
    await review(run, { text: failText() });
    await fix(run);
    await review(run, { round: 2 });
    await summarise(run);
    await run.reach('completing');
    await run.say({ verb: 'reject', text: 'Louder, please.' });
    await run.task('planning.planner.2');
    expect(await run.call('planning.planner.2', 'submit_plan')).toMatchObject({ status: 'accepted' });
    await Promise.all([code(run, 1, 2), code(run, 2, 2)]);
    await run.reach('reviewing');
  });
});

/** agentmux whose planning breaks while `isBroken` says so. */
const breakingWorkflow = (isBroken: () => boolean): Workflow => {
  const contract = agentmux.contracts['plan']!;
  return {
    ...agentmux,
    contracts: {
      ...agentmux.contracts,
      plan: {
        ...contract,
        outcome: (submission) => {
          if (isBroken()) throw new TypeError('scope.strip is not a function');
          return contract.outcome!(submission);
        },
      },
    },
  };
};

describe('defect 3: an exception in a handler left the run hanging without a word; here it fails with its cause and can go on', () => {
  it('the run fails visibly, and once it is fixed a resume goes on where it was', async () => {
    let broken = true;
    const run = await startAgentmux({ workflow: breakingWorkflow(() => broken) });
    await architect(run);
    await run.task('planning.planner.1');
    run.write('04_planning/plan.yaml', planText());
    await run.call('planning.planner.1', 'submit_plan');
    await run.until(() => run.end !== undefined, 'the end of the holder');
    const cause = { message: expect.stringContaining('scope.strip is not a function') };
    expect(run.end).toMatchObject({ end: 'ended', state: { status: 'failed', cause } });
    expect(stateOf(run)).toMatchObject({
      phase: 'failed',
      last_event: 'run_failed',
      interruption_category: 'failed',
      interruption_cause: cause.message,
      interruption_resume_command: 'baton resume add-things',
    });
    expect(run.attempts.every(({ isOver }) => isOver)).toBe(true);
    broken = false;
    await run.open({ resume: true });
    await run.task('planning.planner.1');
    await run.accept('planning.planner.1', 'submit_plan');
    await run.reach('implementing');
    expect(run.state.status).toBe('running');
  });

  it('a plan that is rejected is told so, and the corrected one is seen', async () => {
    const run = await startAgentmux();
    await architect(run);
    await run.task('planning.planner.1');
    run.write('04_planning/plan.yaml', planText(1, { subplans: [subplan(1, { scope: 5 })] }));
    expect(await run.call('planning.planner.1', 'submit_plan')).toMatchObject({
      status: 'rejected',
      problems: [{ field: 'subplans[0].scope' }],
    });
    run.write('04_planning/plan.yaml', planText(1));
    await run.accept('planning.planner.1', 'submit_plan');
    await run.task('implementing.coder.1.1');
  });
});

describe('defect 13: a file counted because it was there; here what is handed in counts, and only with words in it', () => {
  const toDesigning = async (run: AgentmuxInMemory): Promise<void> => {
    await architect(run);
    await run.task('planning.planner.1');
    // It lies there before anybody is asked for it.
    run.write('05_design/design.md', '# An old design\n');
    await plan(run, planText(1, { needs_design: true }));
    await run.task('designing.designer.1');
  };

  it('a design that lay there before is taken away, and does not count', async () => {
    const run = await startAgentmux();
    await toDesigning(run);
    expect(run.read('05_design/design.md')).toBeUndefined();
    expect(await run.call('designing.designer.1', 'submit_design')).toMatchObject({
      status: 'rejected',
      problems: [{ code: 'ARTIFACT_MISSING', file: '05_design/design.md' }],
    });
  });

  it.each([
    ['an empty one', ''],
    ['one of white space', ' \n\t\n'],
  ])('%s is rejected, and nobody starts on it', async (_, text) => {
    const run = await startAgentmux();
    await toDesigning(run);
    run.write('05_design/design.md', text);
    expect(await run.call('designing.designer.1', 'submit_design')).toMatchObject({
      status: 'rejected',
      problems: [{ code: 'FILE_EMPTY' }],
    });
    expect(run.phase).toBe('designing');
    run.write('05_design/design.md', '# Blue buttons\n');
    // That it is there is not yet that it is handed in.
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(run.phase).toBe('designing');
    await run.accept('designing.designer.1', 'submit_design');
    const coder = await run.task('implementing.coder.1.1');
    expect(coder.prompt).toContain('# Blue buttons');
  });

  it('the same for the summary, also in a second round', async () => {
    const run = await startAgentmux();
    await toReviewing(run);
    run.write('08_completion/summary.md', 'Old words.\n');
    await review(run);
    await run.task('summarising.reviewer_logic.1');
    expect(run.read('08_completion/summary.md')).toBeUndefined();
    for (const [text, found] of [
      [undefined, 'ARTIFACT_MISSING'],
      ['', 'FILE_EMPTY'],
      [' \n', 'FILE_EMPTY'],
    ] as const) {
      if (text !== undefined) run.write('08_completion/summary.md', text);
      expect(await run.call('summarising.reviewer_logic.1', 'submit_summary')).toMatchObject({
        status: 'rejected',
        problems: [{ code: found }],
      });
    }
    await summarise(run);
    await run.reach('completing');
    await run.say({ verb: 'reject', text: 'Otherwise.' });
    await plan(run, planText(1), 2);
    await code(run, 1, 2);
    await review(run, { round: 2 });
    await run.task('summarising.reviewer_logic.2');
    expect(await run.call('summarising.reviewer_logic.2', 'submit_summary')).toMatchObject({
      status: 'rejected',
    });
    expect(run.phase).toBe('summarising');
  });
});

describe('defect 14: an interruption while re-planning lost the change request; here it leads until a plan is accepted', () => {
  const toReplanning = async (): Promise<AgentmuxInMemory> => {
    const run = await startAgentmux();
    await toCompleting(run);
    await run.say({ verb: 'reject', text: 'Louder, please.' });
    await run.task('planning.planner.2');
    return run;
  };

  const expectChangePrompt = async (run: AgentmuxInMemory): Promise<void> => {
    const planner = await run.task('planning.planner.2');
    expect(planner.prompt).toContain('Louder, please.');
    // Behind it a prompt may tell what an attempt before has left.
    const [own] = planner.prompt.split('\n## Work that was begun before you');
    expect(run.read('04_planning/changes_prompt.md')?.trimEnd()).toBe(own?.trimEnd());
    expect(run.read('08_completion/changes.md')).toBe('Louder, please.\n');
  };

  it('the holder ends and another one comes', async () => {
    const run = await toReplanning();
    await run.stop();
    await run.open();
    await expectChangePrompt(run);
    expect(run.state.works['planning.planner.2']!.attempt).toBe(2);
  });

  it('the person stops the run and resumes it; the file with the words was lost meanwhile', async () => {
    const run = await toReplanning();
    await run.say({ verb: 'stop' });
    await run.until(() => run.end !== undefined, 'the end');
    run.write('08_completion/changes.md', '');
    await run.open({ resume: true });
    await expectChangePrompt(run);
  });

  it('the planner ends without a plan', async () => {
    const run = await toReplanning();
    run.attempts.at(-1)!.end({ end: 'failed', why: 'its terminal was closed' });
    await expectChangePrompt(run);
    await plan(run, planText(1), 2);
    await run.task('implementing.coder.1.2');
  });

  it('nothing of it is left for a run that was never changed', async () => {
    const run = await startAgentmux();
    await architect(run);
    expect((await run.task('planning.planner.1')).prompt).toContain('# Planner');
    expect(run.read('04_planning/changes_prompt.md')).toBeUndefined();
    await run.stop();
    await run.open();
    await run.task('planning.planner.1');
    expect(run.read('04_planning/changes_prompt.md')).toBeUndefined();
    await plan(run);
  });
});
