// Rounds of review: who is asked, what becomes of what they say, and who decides when it does not end.
import { describe, expect, it } from 'vitest';
import type { AgentmuxInMemory } from '../fixtures/agentmux-in-memory.ts';
import {
  failText,
  fix,
  PASS,
  plan,
  planText,
  review,
  startAgentmux,
  summarise,
  toReviewing,
} from '../fixtures/agentmux-steps.ts';

const BOTH = ['reviewer_logic', 'reviewer_quality'];
const [LOGIC, QUALITY] = ['reviewer_logic', 'reviewer_quality'] as const;

const atReview = async (reviewers?: readonly string[], policy = {}): Promise<AgentmuxInMemory> => {
  const run = await startAgentmux({ policy });
  await toReviewing(run, reviewers);
  return run;
};

const began = (run: AgentmuxInMemory, phase: string): string[] =>
  run.attempts.map(({ task }) => task.assignment).filter((id) => id.startsWith(`${phase}.`));

const fixRequest = async (run: AgentmuxInMemory): Promise<string> => {
  await run.task(`fixing.coder.${run.state.counters['fixes']}`);
  return run.read('07_review/fix_request.md') ?? '';
};

describe('a round of review', () => {
  it('waits for all of its reviewers though one has failed already; the original kills the others', async () => {
    const run = await atReview(BOTH);
    await run.task('reviewing.reviewer_quality.1');
    await review(run, { role: LOGIC, text: failText() });
    expect(run.phase).toBe('reviewing');
    expect(run.attempts.find(({ task }) => task.role === QUALITY)?.isOver).toBe(false);
    await review(run, { role: QUALITY });
    await run.reach('fixing');
  });

  it('that fails twice is one request to fix with the words of both', async () => {
    const run = await atReview(BOTH);
    await Promise.all([
      review(run, { role: LOGIC, text: failText('The sum is wrong.') }),
      review(run, { role: QUALITY, text: failText('The name is odd.') }),
    ]);
    expect(await fixRequest(run)).toMatch(
      /## Review: reviewer_logic \(verdict: fail\).*The sum is wrong\..*## Review: reviewer_quality \(verdict: fail\).*The name is odd\./s,
    );
    expect(run.state.counters).toMatchObject({ fixes: 1 });
  });

  it('that fails shows the coder what passed, too', async () => {
    const run = await atReview(BOTH);
    await review(run, { role: LOGIC });
    await review(run, { role: QUALITY, text: failText() });
    expect(await fixRequest(run)).toContain('## Review: reviewer_logic (verdict: pass)');
  });

  it('that passes waits for all of its reviewers', async () => {
    const run = await atReview(BOTH);
    await review(run, { role: QUALITY });
    expect(run.phase).toBe('reviewing');
    await review(run, { role: LOGIC });
    await run.reach('summarising');
  });

  it('is archived by round and reviewer', async () => {
    const run = await atReview(BOTH);
    await review(run, { role: LOGIC });
    await review(run, { role: QUALITY, text: failText() });
    await fix(run);
    await review(run, { role: QUALITY, round: 2 });
    await review(run, { role: LOGIC, round: 2 });
    await run.task('summarising.reviewer_logic.1');
    const verdicts = ['0_reviewer_logic', '0_reviewer_quality', '1_reviewer_logic', '1_reviewer_quality'].map(
      (name) => run.read(`07_review/review_${name}.md`)?.split('\n')[0],
    );
    expect(verdicts).toEqual(['verdict: pass', 'verdict: fail', 'verdict: pass', 'verdict: pass']);
  });

  it('takes the file of the round before away: a reviewer cannot hand in what it said then', async () => {
    const run = await atReview();
    await review(run, { text: failText() });
    await fix(run);
    await run.task('reviewing.reviewer_logic.2');
    expect(run.read('07_review/review_reviewer_logic.yaml')).toBeUndefined();
    const args = { role: LOGIC };
    expect(await run.call('reviewing.reviewer_logic.2', 'submit_review', args)).toMatchObject({
      status: 'rejected',
      problems: [{ code: 'ARTIFACT_MISSING' }],
    });
  });

  it('keeps over a resume what was accepted, and asks only the others', async () => {
    const run = await atReview(BOTH);
    await review(run, { role: LOGIC, text: failText() });
    await run.stop();
    await run.open({ resume: true });
    await review(run, { role: QUALITY });
    await run.reach('fixing');
    expect(began(run, 'reviewing').filter((id) => id.includes(LOGIC))).toHaveLength(1);
  });

  it('does not take a review for handed in because its file is there, as the original does after a resume', async () => {
    const run = await atReview();
    await run.task('reviewing.reviewer_logic.1');
    await run.stop();
    run.write('07_review/review_reviewer_logic.yaml', PASS);
    await run.open({ resume: true });
    await run.task('reviewing.reviewer_logic.1');
    expect(run.phase).toBe('reviewing');
    expect(
      run.events('submission-accepted').some(({ assignment }) => assignment.startsWith('reviewing')),
    ).toBe(false);
  });
});

describe('the round after a fix', () => {
  it('shows a reviewer what it found, and the whole task to one who has not reviewed yet', async () => {
    const run = await atReview();
    const first = (await run.task('reviewing.reviewer_logic.1')).prompt;
    await review(run, { text: failText('The sum is wrong.') });
    await fix(run);
    const second = (await run.task('reviewing.reviewer_logic.2')).prompt;
    expect(first).not.toContain('fix_request.md');
    expect(second).toContain('The sum is wrong.');
  });

  it('passes over a reviewer who passed and none of whose files was touched; the original asks all again', async () => {
    const run = await atReview(BOTH);
    await review(run, { role: LOGIC, text: `${PASS}reviewed: [part-2]\n` });
    await review(run, { role: QUALITY, text: failText() });
    await fix(run);
    await review(run, { role: QUALITY, round: 2 });
    await run.reach('summarising');
    expect(began(run, 'reviewing').filter((id) => id.includes(LOGIC))).toEqual([
      'reviewing.reviewer_logic.1',
    ]);
  });

  it('asks a reviewer again who passed but whose files were touched, or who did not say which they are', async () => {
    const run = await atReview(['reviewer_expert', ...BOTH]);
    await review(run, { role: 'reviewer_expert', text: `${PASS}reviewed: [part-1/a]\n` });
    await review(run, { role: LOGIC });
    await review(run, { role: QUALITY, text: failText() });
    await fix(run);
    await run.task('reviewing.reviewer_expert.2');
    await run.task('reviewing.reviewer_logic.2');
    await run.task('reviewing.reviewer_quality.2');
  });
});

describe('review.md', () => {
  it('is there while every reviewer has passed, and is made again; the original never overwrites it', async () => {
    const run = await atReview();
    await review(run, { text: failText() });
    await run.task('fixing.coder.1');
    expect(run.read('07_review/review.md')).toBeUndefined();
    await fix(run);
    await run.task('reviewing.reviewer_logic.2');
    run.write('07_review/review.md', 'verdict: pass\nby hand\n');
    await review(run, { round: 2 });
    await run.task('summarising.reviewer_logic.1');
    expect(run.read('07_review/review.md')).toBe('verdict: pass\n\n## Summary\n\nGood.\n');
  });
});

describe('the limit of fix rounds', () => {
  const atLimit = async (): Promise<AgentmuxInMemory> => {
    const run = await atReview(undefined, { max_review_iterations: 1, skip_final_approval: true });
    await review(run, { text: failText() });
    await fix(run);
    await review(run, { round: 2, text: failText('Still wrong.') });
    await run.reach('stuck');
    return run;
  };

  it('leads to a person, with the failed review; the original goes on to the commit', async () => {
    const run = await atLimit();
    expect(run.state.works['stuck.human.1']?.assignment.ask).toMatchObject({
      kind: 'escalation',
      choices: ['again', 'changes', 'abandon'],
      text: expect.stringContaining('- reviewer_logic: Not yet.'),
    });
    await run.until(
      () => run.read('07_review/fix_request.md')?.includes('Still wrong.') === true,
      'the request',
    );
    expect(run.performed.some(({ action }) => action === 'commit')).toBe(false);
  });

  it('is counted anew when the person wants more rounds', async () => {
    const run = await atLimit();
    await run.say({ verb: 'answer', text: 'again' });
    const { inputs } = await run.task('fixing.coder.2');
    expect(inputs).toMatchObject({ fix: 1, subplan_index: 1 });
    await fix(run, 2);
    await review(run, { round: 3, text: failText() });
    // As many rounds as before, and no more.
    await run.reach('stuck');
  });

  it('is counted anew when the person wants another plan', async () => {
    const run = await atLimit();
    await run.say({ verb: 'answer', text: 'changes' });
    await plan(run, planText(2, { plan_overview: '# Another\n' }), 2);
    await run.reach('implementing');
    expect(run.state.counters['fixes'] ?? 0).toBe(0);
  });

  it('ends the run when the person gives it up; it can be resumed, and is asked about again', async () => {
    const run = await atLimit();
    await run.say({ verb: 'answer', text: 'abandon' });
    await run.until(() => run.end !== undefined, 'the end');
    expect(run.state.status).toBe('cancelled');
    expect(JSON.parse(run.read('state.json')!)).toMatchObject({
      phase: 'failed',
      last_event: 'run_canceled',
      interruption_category: 'canceled',
      interruption_resume_command: 'baton resume add-things',
    });
    await run.open({ resume: true });
    await run.until(() => run.state.works['stuck.human.2'] !== undefined, 'the question');
  });

  it('may be none at all: then the first failed review is for a person', async () => {
    const run = await atReview(undefined, { max_review_iterations: 0 });
    await review(run, { text: failText() });
    await run.reach('stuck');
  });
});

describe('the summary', () => {
  it('is written by the first who was nominated, and is handed in: there is none made up from the reviews', async () => {
    const run = await atReview(['reviewer_quality', 'reviewer_logic']);
    await Promise.all([review(run, { role: LOGIC }), review(run, { role: QUALITY })]);
    const id = 'summarising.reviewer_quality.1';
    await run.task(id);
    expect(JSON.parse(run.read('state.json')!)).toMatchObject({ phase: 'reviewing', awaiting_summary: true });
    expect(await run.call(id, 'submit_summary')).toMatchObject({ status: 'rejected' });
    run.write('08_completion/summary.md', 'Things were added.\n');
    await run.accept(id, 'submit_summary');
    await run.reach('completing');
  });

  it('of a change that was planned again is written anew', async () => {
    const run = await atReview();
    await review(run);
    await summarise(run);
    await run.reach('completing');
    await run.say({ verb: 'reject', text: 'More.' });
    await plan(run, planText(1), 2);
    const id = 'implementing.coder.1.2';
    await run.task(id);
    run.change(id, { 'part-1/b': 'more\n' });
    await run.accept(id, 'submit_done', { subplan_index: 1 });
    await review(run, { round: 2 });
    await run.task('summarising.reviewer_logic.2');
    expect(run.read('08_completion/summary.md')).toBeUndefined();
    await summarise(run, 2);
    await run.reach('completing');
  });
});
