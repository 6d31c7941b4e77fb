// One definition: what a tool publishes, what a prompt says and what the engine checks come from the same contract.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { expectGolden } from '../../test/fixtures/golden.ts';
import { RelayInMemory } from '../../test/fixtures/relay-in-memory.ts';
import { viewOf } from '../engine/view.ts';
import { promptFor } from '../prompts/prompt.ts';
import { relay } from '../workflows/relay/relay.ts';
import { toolsOf } from './tools.ts';

const PLACES = { runDirectory: '/project/.baton/runs/add-things', workingDirectory: '/trees/one' };

const lookAt = (assignment: string) => {
  const run = new RelayInMemory();
  if (assignment !== 'planning.planner.1') run.plan();
  const work = run.state.works[assignment]!;
  const tools = toolsOf(relay, work.assignment);
  const view = viewOf(relay, run.state, () => undefined, '');
  return { work, tools, prompt: promptFor(relay, view, work, PLACES) };
};

describe.each(['planning.planner.1', 'coding.coder.alpha.1'])('%s', (assignment) => {
  it('has tools as a stranger sees them', () => {
    const { tools } = lookAt(assignment);
    const published = tools.map(({ input, ...tool }) => ({ ...tool, inputSchema: z.toJSONSchema(input) }));
    expectGolden(`mcp-tools/relay-${assignment}.json`, `${JSON.stringify(published, null, 2)}\n`);
  });

  it('has a prompt with every clause that is checked, every file that is handed in, and the tool', () => {
    const { work, tools, prompt } = lookAt(assignment);
    const contract = relay.contracts[work.assignment.contract]!;
    for (const check of contract.checks ?? []) expect(prompt).toContain(check.says);
    for (const { path, kind } of work.assignment.writes)
      expect(prompt).toContain(kind === 'tree' ? PLACES.workingDirectory : path);
    expect(prompt).toContain(`\`${contract.tool}\``);
    expect(tools.map((tool) => tool.name)).toContain(contract.tool);
    expectGolden(`prompts/relay-${assignment}.md`, prompt);
  });
});
