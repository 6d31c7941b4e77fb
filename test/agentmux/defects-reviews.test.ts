// Defects of the original from the review to the commit, and what Baton does instead.
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { AgentmuxInMemory, InMemoryOptions } from '../fixtures/agentmux-in-memory.ts';
import {
  failText,
  fix,
  PASS,
  review,
  startAgentmux,
  summarise,
  toCompleting,
  toReviewing,
} from '../fixtures/agentmux-steps.ts';

const actionsOf = (run: AgentmuxInMemory): string[] => run.performed.map(({ action }) => action);

const stateOf = (run: AgentmuxInMemory): Record<string, unknown> =>
  JSON.parse(run.read('state.json') ?? '{}') as Record<string, unknown>;

describe('defect 7: at the limit of fix rounds failed code was committed when nobody had to approve; here a person is asked', () => {
  const policy = { skip_final_approval: true, max_review_iterations: 1 };

  const toStuck = async (): Promise<AgentmuxInMemory> => {
    const run = await startAgentmux({ policy });
    await toReviewing(run);
    await review(run, { text: failText('It is wrong.') });
    await fix(run);
    await review(run, { round: 2, text: failText('It is still wrong.') });
    await run.reach('stuck');
    return run;
  };

  it('the run waits, and nothing is approved, committed or pushed', async () => {
    const run = await toStuck();
    await run.until(() => stateOf(run)['last_event'] === 'review_failed', 'state.json');
    expect(actionsOf(run)).toEqual(['merge']);
    expect(run.read('08_completion/approval.json')).toBeUndefined();
    expect(run.state.status).toBe('running');
    expect(stateOf(run)).toMatchObject({ phase: 'reviewing', review_iteration: 1 });
    const { ask } = run.state.works['stuck.human.1']!.assignment;
    expect(ask?.choices).toEqual(['again', 'changes', 'abandon']);
    expect(ask?.text).toContain('The limit of fix rounds (1) is reached and the review still fails');
    expect(ask?.text).toContain('Nothing is committed');
  });

  it('it goes on as the person says: given up, it ends without a commit', async () => {
    const run = await toStuck();
    expect(await run.say({ verb: 'answer', text: 'abandon' })).toMatchObject({ ok: true });
    await run.until(() => run.end !== undefined, 'the end');
    expect(run.end).toMatchObject({ end: 'ended', state: { status: 'cancelled' } });
    expect(actionsOf(run)).not.toContain('commit');
  });

  it('it goes on as the person says: after another round that passes, what passed is committed by itself', async () => {
    const run = await toStuck();
    await run.say({ verb: 'answer', text: 'again' });
    await fix(run, 2);
    expect(actionsOf(run)).not.toContain('commit');
    await review(run, { round: 3 });
    await summarise(run);
    await run.until(() => run.end !== undefined, 'the end');
    expect(run.end).toMatchObject({ end: 'ended', state: { status: 'complete' } });
    expect(actionsOf(run)).toEqual(['merge', 'record', 'commit', 'publish']);
  });

  it('with no fix round at all the first failed review is for a person', async () => {
    const run = await startAgentmux({ policy: { ...policy, max_review_iterations: 0 } });
    await toReviewing(run);
    await review(run, { text: failText() });
    await run.reach('stuck');
    expect(actionsOf(run)).toEqual(['merge']);
  });
});

describe('defect 8: the commit message of a reviewer was never used, and a heading became the subject; here it is used', () => {
  const messageOf = async (
    options: InMemoryOptions,
    text: string,
    message?: string,
  ): Promise<string | undefined> => {
    const run = await startAgentmux(options);
    await toReviewing(run);
    await review(run, { text });
    await summarise(run);
    await run.reach('completing');
    await run.say({ verb: 'approve', ...(message === undefined ? {} : { message }) });
    await run.until(() => run.end !== undefined, 'the end');
    const commit = run.performed.find((request) => request.action === 'commit');
    return commit?.action === 'commit' ? commit.message : undefined;
  };
  const suggesting = stringify({
    verdict: 'pass',
    summary: 'Good.',
    commit_message: 'fix: greet people\n\nBy name.',
  });
  const issue = { request: '### What problem does this solve?\n\nPeople wait too long.\n\n### More\n' };

  it.each<[string, InMemoryOptions, string, string | undefined, string]>([
    ['the reviewer’s, word for word', {}, suggesting, undefined, 'fix: greet people\n\nBy name.'],
    ['the person’s before it', {}, suggesting, 'feat: hello', 'feat: hello'],
    ['a blank one of the person is none', {}, suggesting, '  ', 'fix: greet people\n\nBy name.'],
    ['a drafted one where nobody says any', {}, PASS, undefined, 'feat: Add things'],
    ['drafted from words, not from a heading', issue, PASS, undefined, 'feat: People wait too long'],
  ])('%s', async (_, options, text, message, expected) => {
    expect(await messageOf(options, text, message)).toBe(expected);
  });
});

describe('defect 9: submit_review without a role was taken and then ignored; here it counts, or is rejected in words', () => {
  it('for a lone reviewer review.yaml is the review', async () => {
    const run = await startAgentmux();
    await toReviewing(run);
    await run.task('reviewing.reviewer_logic.1');
    run.write('07_review/review.yaml', failText());
    expect(await run.call('reviewing.reviewer_logic.1', 'submit_review')).toMatchObject({
      status: 'accepted',
      outcome: 'fail',
    });
    await run.reach('fixing');
    await fix(run);
    // What was handed in then is no review of what there is now.
    await run.task('reviewing.reviewer_logic.2');
    expect(await run.call('reviewing.reviewer_logic.2', 'submit_review')).toMatchObject({
      status: 'rejected',
      problems: [{ code: 'ARTIFACT_MISSING' }],
    });
    run.write('07_review/review.yaml', PASS);
    expect(await run.call('reviewing.reviewer_logic.2', 'submit_review')).toMatchObject({ outcome: 'pass' });
    await run.reach('summarising');
  });

  it('with several reviewers it is rejected, with what to do instead', async () => {
    const run = await startAgentmux();
    await toReviewing(run, ['reviewer_logic', 'reviewer_quality']);
    await run.task('reviewing.reviewer_quality.1');
    run.write('07_review/review.yaml', PASS);
    const answer = await run.call('reviewing.reviewer_quality.1', 'submit_review');
    expect(answer).toMatchObject({
      status: 'rejected',
      problems: [
        {
          message: 'review.yaml is for a lone reviewer, and there are 2 here',
          hint: 'write 07_review/review_reviewer_quality.yaml and call submit_review with role "reviewer_quality"',
        },
      ],
    });
    await review(run, { role: 'reviewer_quality' });
    await review(run);
    await run.reach('summarising');
  });
});

describe('defect 18: a second review relied on a memory that nobody had, and left the first session running; here it is told', () => {
  it('the prompt of the second round holds what was found, and of the first round nobody is left', async () => {
    const run = await startAgentmux();
    await toReviewing(run, ['reviewer_logic', 'reviewer_quality']);
    await review(run, { text: failText('The greeting has a hole in it.') });
    await review(run, { role: 'reviewer_quality', text: failText('Nothing is tested.') });
    await fix(run);
    const second = await run.task('reviewing.reviewer_logic.2');
    await run.task('reviewing.reviewer_quality.2');
    expect(second.prompt).toContain('The greeting has a hole in it.');
    expect(second.prompt).toContain('Nothing is tested.');
    expect(second.prompt).not.toMatch(/session context|as you remember/i);
    expect(second.session).toBeUndefined();
    expect(run.read('07_review/review_logic_prompt.md')).toBe(second.prompt);
    await run.until(
      () =>
        run.attempts
          .filter(({ isOver }) => !isOver)
          .every(({ task }) => task.assignment.startsWith('reviewing')),
      'the end of the fix',
    );
    const atWork = (): string[] =>
      run.attempts
        .filter(({ isOver }) => !isOver)
        .map(({ task }) => task.assignment)
        .sort();
    expect(atWork()).toEqual(['reviewing.reviewer_logic.2', 'reviewing.reviewer_quality.2']);
    await review(run, { round: 2 });
    await review(run, { role: 'reviewer_quality', round: 2 });
    await run.task('summarising.reviewer_logic.1');
    await run.until(() => atWork().length === 1, 'the end of the reviews');
    expect(atWork()).toEqual(['summarising.reviewer_logic.1']);
  });
});

describe('defect 22: temporary files were logged as created, and reviews that were in stayed pending; here neither', () => {
  const created = (run: AgentmuxInMemory): string[] =>
    (run.read('created_files.log') ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(line.indexOf('  ') + 2));

  it('created_files.log names each file once, over several holders, and no temporary one', async () => {
    const run = await startAgentmux();
    await toReviewing(run);
    await run.stop();
    await run.open();
    await review(run, { text: failText() });
    await fix(run);
    await review(run, { round: 2 });
    await summarise(run);
    await run.reach('completing');
    await run.say({ verb: 'approve' });
    await run.until(() => run.end !== undefined, 'the end');
    const names = created(run);
    expect(names).toEqual([...new Set(names)]);
    expect(names.filter((name) => /tmp|\.baton/.test(name))).toEqual([]);
    for (const name of ['state.json', 'tool_event_state.json', 'runtime_state.json', 'tool_events.jsonl'])
      expect(names).not.toContain(name);
    for (const name of ['requirements.md', '04_planning/plan.yaml', '06_implementation/done_2'])
      expect(names).toContain(name);
    for (const name of names) expect(/^[\w./-]+$/.test(name), name).toBe(true);
  });

  it('active_reviews says who is in and who is not, and completed when all are', async () => {
    const run = await startAgentmux();
    await toReviewing(run, ['reviewer_logic', 'reviewer_quality']);
    await review(run);
    await run.until(
      () => JSON.stringify(stateOf(run)['active_reviews'] ?? {}).includes('completed'),
      'the review',
    );
    expect(stateOf(run)['active_reviews']).toEqual({
      reviewer_logic: 'completed',
      reviewer_quality: 'pending',
    });
    await review(run, { role: 'reviewer_quality' });
    await summarise(run);
    await run.reach('completing');
    await run.until(() => stateOf(run)['phase'] === 'completing', 'state.json');
    expect(stateOf(run)['active_reviews']).toEqual({
      reviewer_logic: 'completed',
      reviewer_quality: 'completed',
    });
  });

  it('what was completed is still said to be when the run is over', async () => {
    const run = await startAgentmux();
    await toCompleting(run);
    await run.say({ verb: 'approve' });
    await run.until(() => run.end !== undefined, 'the end');
    expect(stateOf(run)).toMatchObject({ phase: 'done', active_reviews: { reviewer_logic: 'completed' } });
  });
});
