// What a quest shows of roles that could not go on, and of those that came in another order.
import { expect, it } from 'vitest';
import { play } from '../../../testing/play.ts';
import type { AgentScript, PersonScript } from '../../../testing/script.ts';
import { quest } from './quest.ts';
import { block, honest, honestAgents, reviewsCode, willingPeople } from './scripts.fixture.ts';

const played = (
  agents: Readonly<Record<string, AgentScript>>,
  people: Readonly<Record<string, PersonScript>> = {},
) =>
  play(quest, {
    ...honest,
    agents: { ...honestAgents, ...agents },
    people: { ...willingPeople, ...people },
  });

const isBlocked = (): { say: string } => ({ say: block('blocked', [], null, 'There is no key.') });

it('a builder that is blocked is shown as blocked, with its reason', async () => {
  const run = await played({ builder: isBlocked });
  expect(run.awaited).toMatchObject([{ step: 'buildStuck' }]);
  expect(JSON.parse(run.files['phase_02_implementation/handoff.json'] ?? '')).toMatchObject({
    ...{ status: 'blocked', artifacts: [], next: null, summary: 'There is no key.', agent: 'builder' },
  });
  expect(run.files['logs/context_health.log']).toMatch(/agent=builder \|.*\| status=blocked/);
});

it('an arbiter that is blocked has given no verdict', async () => {
  const run = await played({ arbiter: isBlocked });
  expect(run.awaited).toMatchObject([{ step: 'planStuck' }]);
  expect(JSON.parse(run.files['state.json'] ?? '')).toMatchObject({ last_verdict: null });
});

it('a reviewer that is blocked has found nothing, and is not shown as if it had', async () => {
  const run = await played({ 'code-reviewer-a': isBlocked });
  expect(run.files['logs/context_health.log']).toMatch(/agent=code-reviewer-a [^\n]*status=blocked\n/);
});

it('the journal lists roles in the order of the work, whoever of two reviewers came first', async () => {
  const late: AgentScript = (scene) =>
    scene.attempt === 1 ? { say: 'I forgot the block.' } : reviewsCode([])(scene);
  const listed = async (agents: Readonly<Record<string, AgentScript>>): Promise<string> => {
    const { trees } = await played(agents);
    return trees['filed']?.['docs/quest-journal/greet-people_2026-01-01.md'] ?? '';
  };
  const entry = await listed({});
  expect(entry).toMatch(/code-reviewer-a[\s\S]*code-reviewer-b/);
  expect(await listed({ 'code-reviewer-a': late })).toBe(entry);
});
