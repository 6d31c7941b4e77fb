import { describe, expect, it } from 'vitest';
import { parseQuestState } from '../inspect/state-file.ts';
import { initialState, type QuestStateFile, stateText } from './state-file.ts';

const AT = '2026-11-15T10:00:00.500Z';
const BEGUN = initialState({ id: 'add-login_2026-11-15__1000', slug: 'add-login', mode: 'solo', at: AT });
const WHOLE: QuestStateFile = {
  pr_number: 3,
  approval_invalidated: true,
  user_replan: {
    recorded_at: AT,
    lifecycle: 'recorded',
    feedback_sha256: 'ab',
    requested_plan_iteration: 2,
    source_plan_iteration: 1,
    source_phase: 'presenting',
    source: 'walkthrough',
    generation: 1,
  },
  user_replan_generation: 1,
  quest_symlink: 'n/a',
  worktree_path: null,
  branch_mode: 'branch',
  branch: 'quest/add-login',
  vcs_available: true,
  ...BEGUN,
};

describe('state.json', () => {
  it('of a quest that has just begun', () => {
    expect(stateText(BEGUN)).toBe(`{
  "quest_id": "add-login_2026-11-15__1000",
  "slug": "add-login",
  "phase": "plan",
  "status": "pending",
  "plan_iteration": 0,
  "fix_iteration": 0,
  "last_role": null,
  "last_verdict": null,
  "created_at": "2026-11-15T10:00:00Z",
  "updated_at": "2026-11-15T10:00:00Z",
  "quest_mode": "solo"
}
`);
  });

  it('has its fields in the order of Quest, whatever the order they came in', () => {
    const written = JSON.parse(stateText(WHOLE));
    expect(Object.keys(written)).toEqual([
      'quest_id',
      'slug',
      'phase',
      'status',
      'plan_iteration',
      'fix_iteration',
      'last_role',
      'last_verdict',
      'created_at',
      'updated_at',
      'quest_mode',
      'vcs_available',
      'branch',
      'branch_mode',
      'worktree_path',
      'quest_symlink',
      'user_replan_generation',
      'user_replan',
      'approval_invalidated',
      'pr_number',
    ]);
    expect(Object.keys(written.user_replan)).toEqual([
      'generation',
      'source',
      'source_phase',
      'source_plan_iteration',
      'requested_plan_iteration',
      'feedback_sha256',
      'lifecycle',
      'recorded_at',
    ]);
    expect(written.user_replan.recorded_at).toBe('2026-11-15T10:00:00Z');
    expect(stateText({ ...WHOLE, user_replan: null })).toContain('"user_replan": null');
  });

  it('is what `baton check` takes for a state', () => {
    for (const state of [BEGUN, WHOLE])
      expect(parseQuestState(stateText(state))).toMatchObject({
        problems: [],
        value: { phase: 'plan', solo: true },
      });
  });
});
