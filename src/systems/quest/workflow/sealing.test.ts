// Rounds of planning that have ended are sealed, and what people asked for is told from what was said and done since.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { play } from '../../../testing/play.ts';
import type { AgentScript, PersonScript, Scene } from '../../../testing/script.ts';
import { parseSnapshot, type ReviewSlots, verifySnapshot } from '../files/snapshot.ts';
import { quest } from './quest.ts';
import {
  block,
  decides,
  hands,
  honest,
  honestAgents,
  iterationIn,
  PLAN,
  routerJson,
  SOLO,
  willingPeople,
} from './scripts.fixture.ts';

const SLOTS: ReviewSlots = ['claude', 'codex'];

/** Each plan says which one it is. */
const planner = (scene: Scene) =>
  hands({ 'phase_01_plan/plan.md': `${PLAN}\nPlan number ${iterationIn(scene)}.\n` }, 'plan_review');

const played = (agents: Record<string, AgentScript> = {}, people: Record<string, PersonScript> = {}) =>
  play(quest, {
    ...honest,
    agents: { ...honestAgents, planner, ...agents },
    people: { ...willingPeople, ...people },
  });

type Run = Awaited<ReturnType<typeof played>>;

const roundOf = (run: Run, iteration: number): ReadonlyMap<string, string> => {
  const folder = `history/plan/iteration-000${iteration}/`;
  return new Map(
    Object.entries(run.files).flatMap(([path, text]) =>
      path.startsWith(folder) ? [[path.slice(folder.length), text]] : [],
    ),
  );
};

const manifestOf = (files: ReadonlyMap<string, string>) => {
  const { value, problems } = parseSnapshot(
    files.get('snapshot.json') ?? '',
    files.get('snapshot.sha256') ?? '',
    SLOTS,
  );
  if (value === undefined) throw new Error(JSON.stringify(problems));
  return value;
};

const secondTime = (scene: Scene) => decides(iterationIn(scene) === 1 ? 'iterate' : 'approve')(scene);

describe('a round that has ended', () => {
  it('is sealed with the verdict that sent it back, and stays as it was', async () => {
    const run = await played({ arbiter: secondTime });
    expect(run.status).toBe('complete');
    const [first, second] = [roundOf(run, 1), roundOf(run, 2)];
    expect(manifestOf(first)).toMatchObject({ iteration: 1, mode: 'workflow', decision: 'planner' });
    expect(manifestOf(second)).toMatchObject({ iteration: 2, mode: 'workflow', decision: 'builder' });
    for (const files of [first, second]) expect(verifySnapshot(manifestOf(files), files)).toEqual([]);
    expect([first.get('plan.md'), second.get('plan.md')]).toEqual([
      expect.stringContaining('Plan number 1.'),
      run.files['phase_01_plan/plan.md'],
    ]);
    expect(second.get('handoff_arbiter.json')).toBe(run.files['phase_01_plan/handoff_arbiter.json']);
    expect(second.get('handoff_planner.json')).toBe(run.files['phase_01_plan/handoff.json']);
  });

  it('binds the next plan to the verdict', async () => {
    const run = await played({ arbiter: secondTime });
    const binding = roundOf(run, 1).get('refinement_binding.json') ?? '';
    expect(binding).toBe(run.files['phase_01_plan/refinement_binding.json']);
    const digest = (name: string) =>
      createHash('sha256')
        .update(roundOf(run, 1).get(name) ?? '')
        .digest('hex');
    expect(JSON.parse(binding)).toEqual({
      ...{ source_plan_iteration: 1, requested_plan_iteration: 2, next: 'planner' },
      verdict_sha256: digest('arbiter_verdict.md'),
      arbiter_handoff_sha256: digest('handoff_arbiter.json'),
    });
  });

  it('is sealed by the only reviewer of a solo quest', async () => {
    const reviewer = (scene: Scene) =>
      hands(
        { [`phase_01_plan/review_${scene.item}.md`]: 'Looked at.\n' },
        iterationIn(scene) === 1 ? 'planner' : 'builder',
      );
    const run = await played({
      router: () => ({ write: { 'logs/router.json': routerJson(SOLO) } }),
      'plan-reviewer-a': reviewer,
    });
    expect(run.status).toBe('complete');
    expect([1, 2].map((n) => manifestOf(roundOf(run, n)))).toMatchObject([
      { mode: 'solo', decision: 'planner' },
      { mode: 'solo', decision: 'builder' },
    ]);
    for (const files of [roundOf(run, 1), roundOf(run, 2)])
      expect(verifySnapshot(manifestOf(files), files)).toEqual([]);
  });

  it('is not sealed where nobody decided', async () => {
    const run = await played({ arbiter: () => ({ say: block('blocked', [], null, 'It has no date.') }) });
    expect(Object.keys(run.files).filter((path) => path.startsWith('history/'))).toEqual([]);
  });
});

/** Asks for another plan the first time. */
const once = (says: string, then: string) => {
  let times = 0;
  return () => {
    times += 1;
    return times === 1 ? { says, why: 'Trim the names.' } : then;
  };
};

describe('a plan that a person asks for', () => {
  const shaOf = (text = '') => createHash('sha256').update(text).digest('hex');

  it.each([
    ['presenting', once('change', 'proceed'), 'walkthrough', 'presenting'],
    ['gating', once('change', 'build'), 'build_gate', 'presentation_complete'],
    ['approving', once('change', 'commit'), 'resume_instruction', 'presentation_complete'],
  ])('at %s is told by state.json until it is wanted', async (step, says, source, phase) => {
    const run = await played({}, { [step]: says });
    expect(run.status).toBe('complete');
    const state = JSON.parse(run.files['state.json'] ?? '');
    expect(state).toMatchObject({
      user_replan_generation: 1,
      approval_invalidated: false,
      user_replan: {
        ...{ generation: 1, source, source_phase: phase, lifecycle: 'presentation_approved' },
        ...{ source_plan_iteration: 1, requested_plan_iteration: 2 },
        feedback_sha256: shaOf(run.files['phase_01_plan/user_feedback.md']),
      },
    });
    expect(run.files['phase_01_plan/user_feedback.md']).toContain('Trim the names.');
    const lines = (run.files['phase_01_plan/user_replan_history.jsonl'] ?? '').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ generation: 1, lifecycle: 'recorded' }]);
  });

  it.each([
    ['while it is planned', 'planner', 'planning'],
    ['while it is judged', 'arbiter', 'planning'],
  ])('is not approved %s', async (_, role, lifecycle) => {
    let turns = 0;
    const stops: AgentScript = (scene) => {
      turns += 1;
      const usual = role === 'planner' ? planner(scene) : decides('approve')(scene);
      return turns === 1 ? usual : undefined;
    };
    const run = await played({ [role]: stops }, { presenting: once('change', 'proceed') });
    expect(JSON.parse(run.files['state.json'] ?? '')).toMatchObject({
      approval_invalidated: true,
      user_replan: { lifecycle },
    });
  });

  it('has the words that were said at the limit, too', async () => {
    const arbiter = (scene: Scene) => decides(iterationIn(scene) <= 4 ? 'iterate' : 'approve')(scene);
    const run = await played({ arbiter }, { planStuck: () => ({ says: 'again', why: 'Make it smaller.' }) });
    expect(run.status).toBe('complete');
    expect(run.files['phase_01_plan/user_feedback.md']).toContain('Make it smaller.');
  });
});
