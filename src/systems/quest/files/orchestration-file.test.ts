import { describe, expect, it } from 'vitest';
import { MODEL_ROLES, modelsOf, orchestrationText, runtimeOf } from './orchestration-file.ts';

const AT = '2026-11-15T10:00:00.500Z';

describe('orchestration.json', () => {
  it('has a model for each role', () => {
    expect(orchestrationText({ validatedAt: AT })).toBe(`{
  "version": 1,
  "models": {
    "planner": "claude",
    "plan-reviewer-a": "claude",
    "plan-reviewer-b": "gpt-5.5",
    "arbiter": "claude",
    "builder": "gpt-5.5",
    "code-reviewer-a": "claude",
    "code-reviewer-b": "gpt-5.5",
    "review-arbiter": "claude",
    "fixer": "gpt-5.5"
  },
  "source": "default",
  "overridden_roles": [],
  "preflight_validated_at": "2026-11-15T10:00:00Z"
}
`);
  });

  it('says what the person chose, and takes the rest from the project', () => {
    const chosen = { models: { planner: 'a', fixer: 'b' }, overrides: { fixer: 'c', arbiter: 'd' } };
    expect(modelsOf(chosen)).toMatchObject({ planner: 'a', fixer: 'c', arbiter: 'd', builder: 'gpt-5.5' });
    expect(JSON.parse(orchestrationText({ ...chosen, validatedAt: AT }))).toMatchObject({
      source: 'overridden',
      overridden_roles: ['arbiter', 'fixer'],
    });
    expect(Object.keys(modelsOf({}))).toEqual(MODEL_ROLES);
  });

  it.each([
    ['claude', 'claude'],
    ['claude-opus-4', 'claude'],
    ['claudette', 'codex'],
    ['gpt-5.5', 'codex'],
  ])('runs the model %s with %s', (model, runtime) => {
    expect(runtimeOf(model)).toBe(runtime);
  });
});
