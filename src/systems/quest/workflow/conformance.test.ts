// What the tests of Quest pin (4.5 of its specification), as far as it is about artifacts and handoffs.
//
// Elsewhere: counters, caps, solo and the log of transitions in quest.test.ts and weaknesses.test.ts; findings and backlogs that
// are broken in files/*.test.ts; the inventory and the corruption of snapshots in files/snapshot.test.ts; forbidden ways in
// proof.test.ts; the state that is locked, replaced whole and left alone when something is rejected is the journal's
// (test/simulation, test/e2e/kills.test.ts).
//
// Baton has no use for: a missing or broken state.json, an unreadable phase and a wrong expected phase (state.json is written,
// never read); flags, help and exit codes of validator and helper (there are none); parked sessions of the state helper (the
// journal has them); argv, probes and permissions of Quest's runners (agents are Baton's own); order of commands in documents.
import { describe, expect, it } from 'vitest';
import { play } from '../../../testing/play.ts';
import type { Scene, Turn } from '../../../testing/script.ts';
import { quest } from './quest.ts';
import {
  block,
  builds,
  decides,
  honest,
  honestAgents,
  inQuest,
  plans,
  reviewsCode,
} from './scripts.fixture.ts';

type Run = Awaited<ReturnType<typeof play>>;

const played = (agents: Partial<typeof honestAgents>) =>
  play(quest, { ...honest, agents: { ...honestAgents, ...agents } as typeof honestAgents });

const rejectedIn = (run: Run, step: string) =>
  run.verdicts.filter((verdict) => verdict.step === step && !verdict.accepted);

/** The honest turn without one of its files, once. */
const forgetting =
  (turn: (scene: Scene) => Turn, path: string) =>
  (scene: Scene): Turn => {
    const whole = turn(scene);
    if (scene.attempt > 1) return whole;
    const write = Object.fromEntries(Object.entries(whole.write ?? {}).filter(([name]) => name !== path));
    return { ...whole, write };
  };

describe('an artifact that is missing is named', () => {
  const reviews = honestAgents['plan-reviewer-a'] as (scene: Scene) => Turn;
  it.each<readonly [string, string, string, (scene: Scene) => Turn]>([
    ['planner', 'planning', 'phase_01_plan/plan.md', plans],
    ['plan-reviewer-a', 'reviewingPlan', 'phase_01_plan/review_claude.md', reviews],
    ['arbiter', 'arbitrating', 'phase_01_plan/arbiter_verdict.md', decides('approve')],
    ['arbiter', 'arbitrating', 'phase_01_plan/review_findings.json', decides('approve')],
    ['builder', 'building', 'phase_02_implementation/pr_description.md', builds],
    ['builder', 'building', 'phase_02_implementation/builder_feedback_discussion.md', builds],
    ['code-reviewer-a', 'reviewingCode', 'phase_03_review/review_claude.md', reviewsCode([])],
    ['code-reviewer-a', 'reviewingCode', 'phase_03_review/review_findings_claude.json', reviewsCode([])],
  ])('%s, %s: %s', async (role, step, path, turn) => {
    const run = await played({ [role]: forgetting(turn, path) });
    const problems = rejectedIn(run, step).flatMap((verdict) => verdict.problems);
    expect(problems.map(({ code, file }) => [code, file])).toContainEqual(['ARTIFACT_MISSING', path]);
    expect(run.status).toBe('complete');
  });
});

describe('a handoff file', () => {
  const FILE = 'phase_01_plan/handoff.json';
  const PLAN_FILE = 'phase_01_plan/plan.md';
  const json = (more: object = {}): string =>
    JSON.stringify({
      ...{ status: 'complete', artifacts: [inQuest(PLAN_FILE)], next: 'plan_review', summary: 'Done.' },
      ...more,
    });
  const text = block('complete', [PLAN_FILE], 'plan_review', 'Done.');
  const handsIn = async (file: string, say: string) => {
    const run = await played({
      planner: (scene) =>
        scene.attempt === 1 ? { write: { ...plans().write, [FILE]: file }, say } : plans(),
    });
    return rejectedIn(run, 'planning').flatMap(({ problems }) => problems.map(({ code }) => code));
  };

  it.each([
    ['alone is enough', json(), 'Done.', []],
    ['that is no JSON leaves the word to the message', '{', text, []],
    ['that is empty leaves the word to the message', '', text, []],
    ['without next is no handoff', json({ next: undefined }), 'Done.', ['FIELD_MISSING']],
    ['with next null is not the planner’s', json({ next: null }), 'Done.', ['HANDOFF_NEXT_NOT_ALLOWED']],
    [
      'that contradicts the message is rejected',
      json(),
      block('blocked', [], 'null', 'No.'),
      ['HANDOFF_CONFLICT'],
    ],
    ['whose status is a boolean is no handoff', json({ status: true }), 'Done.', ['FIELD_INVALID']],
    ['that says almost is no handoff', json({ status: 'almost' }), 'Done.', ['HANDOFF_STATUS_UNKNOWN']],
  ])('%s', async (_, file, say, codes) => {
    expect(await handsIn(file, say)).toEqual(codes.length === 0 ? [] : expect.arrayContaining(codes));
  });
});
