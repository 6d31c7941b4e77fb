// What the agents of h3a are told comes from the contracts that judge them.
import { describe, expect, it } from 'vitest';
import { viewOf } from '../../src/engine/view.ts';
import { promptFor } from '../../src/prompts/prompt.ts';
import { h3a } from '../../src/systems/h3a/workflow/h3a.ts';
import { expectGolden } from '../fixtures/golden.ts';
import { H3aInMemory } from '../fixtures/h3a-in-memory.ts';

const PLACES = { runDirectory: '/project/runs/demo', workingDirectory: '/trees/one' };

/** A run that waits for this role. */
const waitingFor = (role: string): H3aInMemory => {
  const run = new H3aInMemory();
  if (role !== 'planner') run.planned();
  if (role === 'validator') run.executed();
  return run;
};

describe.each(['planner', 'executor', 'validator'])('the prompt of the %s', (role) => {
  it('has every clause that is checked, every file, and the tool', () => {
    const run = waitingFor(role);
    const work = run.state.works[run.wanted[0]!]!;
    const prompt = promptFor(
      h3a,
      viewOf(h3a, run.state, () => undefined, work.assignment.scope),
      work,
      PLACES,
    );
    const contract = h3a.contracts[work.assignment.contract]!;
    expect(work.assignment.role).toBe(role);
    for (const { says } of contract.checks ?? []) expect(prompt).toContain(says);
    for (const { path, kind, optional } of work.assignment.writes)
      expect(prompt).toContain(
        kind === 'tree' ? PLACES.workingDirectory : `${path}${optional ? ' (optional)' : ''}`,
      );
    expect(prompt).toContain(`\`${contract.tool}\``);
    expectGolden(`prompts/h3a-${role}.md`, prompt);
  });
});
