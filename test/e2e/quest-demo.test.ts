// The demo of the quest as a stranger plays it: how its roles hand in, what is rejected, what it leaves, and that all of it
// can be checked afterwards.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leftovers } from '../crash/leftovers.ts';
import { playedDemo } from './played-demo.ts';
import { baton, gitIn } from './scratch.ts';

const QUEST = '.quest/demo';

describe('baton demo quest', () => {
  const demo = playedDemo('quest');

  const read = (path: string): string => readFileSync(join(demo.world.project, QUEST, path), 'utf8');

  it('ends with 0, the change committed as it was proved, and the journal on top of it', async () => {
    expect(demo.outcome.exit, demo.outcome.stderr).toBe(0);
    expect(JSON.parse(demo.outcome.stdout)).toMatchObject({ workflow: 'quest', status: 'complete' });
    expect(gitIn(demo.world.project, 'log', '--format=%s', 'main..quest/demo').trim().split('\n')).toEqual([
      'Journal of the quest demo',
      'Greet people by name, and say goodbye',
    ]);
    expect(gitIn(demo.world.project, 'diff', '--stat', 'quest/demo^', 'quest/demo')).toContain(
      'docs/quest-journal',
    );
    expect(gitIn(demo.world.project, 'status', '--porcelain')).toBe('');
    expect(await leftovers({ ...demo.world, tmp: join(demo.world.root, 'none') }, 'demo')).toEqual([]);
  });

  it('asks above the marker, and goes on with the answer', () => {
    expect(demo.all('request-opened').map(({ request }) => [request.assignment, request.text])).toEqual([
      ['planning.planner.1', expect.stringContaining('Which word should a greeting begin with?')],
    ]);
    expect(demo.all('request-answered').map(({ answer }) => answer)).toEqual(['Hello']);
    expect(read('phase_01_plan/plan.md')).toContain('greet("Ada") is "Hello, Ada!"');
  });

  it('takes handoffs by message, by file and by tool, and rejects what contradicts itself and what is red', () => {
    const log = read('logs/context_health.log');
    expect(log).toContain('source=handoff_json');
    expect(log).toContain('source=text_fallback');
    expect(demo.all('submission-received').map(({ tool }) => tool)).toContain('submit_route');
    expect(
      demo.all('submission-rejected').map(({ assignment, rejection }) => [assignment, rejection.clauses[0]]),
    ).toEqual([
      ['arbitrating.arbiter.1', 'verdict-agrees'],
      ['building.builder.1', 'tests-green'],
    ]);
    expect(demo.all('attempt-ended').filter(({ retryAt }) => retryAt !== undefined)).toEqual([]);
  });

  it('goes round: an iteration, a change of the person, a round of fixes, a finding for later', () => {
    expect(JSON.parse(read('state.json'))).toMatchObject({
      ...{ phase: 'complete', status: 'complete', plan_iteration: 3, fix_iteration: 1 },
      ...{ last_verdict: 'approve', quest_mode: 'workflow' },
    });
    expect(read('phase_01_plan/user_feedback.md')).toContain('Names are trimmed');
    const deferred = readFileSync(join(demo.world.project, '.quest/backlog/deferred_findings.jsonl'), 'utf8');
    expect(JSON.parse(deferred)).toMatchObject({ finding_id: 'B-1', deferred_by_quest: 'demo' });
  });

  it('leaves every file of the layout', () => {
    const wanted = [
      ...['quest_brief.md', 'state.json', 'orchestration.json'],
      ...['plan.md', 'handoff.json', 'review_claude.md', 'review_codex.md', 'handoff_claude.json'].map(
        (name) => `phase_01_plan/${name}`,
      ),
      ...['handoff_codex.json', 'arbiter_verdict.md', 'handoff_arbiter.json', 'review_findings.json'].map(
        (name) => `phase_01_plan/${name}`,
      ),
      ...['review_backlog.json', 'deferred_backlog_matches.json', 'user_feedback.md'].map(
        (name) => `phase_01_plan/${name}`,
      ),
      ...['refinement_binding.json', 'user_replan_history.jsonl'].map((name) => `phase_01_plan/${name}`),
      ...['0001', '0002', '0003'].map((round) => `history/plan/iteration-${round}/snapshot.json`),
      ...['pr_description.md', 'builder_feedback_discussion.md', 'handoff.json'].map(
        (name) => `phase_02_implementation/${name}`,
      ),
      ...['review_claude.md', 'review_codex.md', 'handoff_claude.json', 'handoff_codex.json'].map(
        (name) => `phase_03_review/${name}`,
      ),
      ...['review_findings_claude.json', 'review_findings_codex.json', 'review_arbiter_verdict.md'].map(
        (name) => `phase_03_review/${name}`,
      ),
      ...['handoff_review-arbiter.json', 'review_findings.json', 'review_backlog.json'].map(
        (name) => `phase_03_review/${name}`,
      ),
      ...['review_fix_feedback_discussion.md', 'handoff_fixer.json'].map((name) => `phase_03_review/${name}`),
      ...['allowlist_snapshot.json', 'context_health.log', 'parallelism.log', 'validation.log'].map(
        (name) => `logs/${name}`,
      ),
    ];
    expect(wanted.filter((path) => !existsSync(join(demo.world.project, QUEST, path)))).toEqual([]);
  });

  it('can be verified, checked and attested', async () => {
    for (const words of [
      ['verify', 'demo'],
      ['check', QUEST],
      ['attest', 'demo', '--out', join(demo.world.root, 'a')],
    ]) {
      const { exit, stdout, stderr } = await baton(demo.world, words);
      expect(exit, `${words.join(' ')}: ${stdout}${stderr}`).toBe(0);
    }
  });

  it('does not verify where a sealed plan was changed', async () => {
    const path = 'history/plan/iteration-0001/plan.md';
    appendFileSync(join(demo.world.project, QUEST, path), 'What nobody said.\n');
    const { exit, stdout } = await baton(demo.world, ['verify', 'demo']);
    expect([exit, stdout]).toEqual([1, expect.stringContaining(path)]);
  });
});
