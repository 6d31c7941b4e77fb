// What agents of this workflow see: tools and prompts, from the same definitions that judge them.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DrivenRun } from '../../../../test/fixtures/driven-run.ts';
import { expectGolden } from '../../../../test/fixtures/golden.ts';
import { promptProblemsOf } from '../../../../test/fixtures/prompt-problems.ts';
import { toolsOf } from '../../../runtime/tools.ts';
import { AGENT_ROLES } from '../files/vocabulary.ts';
import { agentmux } from './agentmux.ts';
import { goldenText } from './golden.fixture.ts';
import { policy } from './policy.ts';

const PLAN = `${goldenText('inputs/plan.yaml').replace('needs_design: false', 'needs_design: true')}
review_strategy: { severity: medium }
`;

/** A run at the point where this assignment is wanted. */
const until = (assignment: string): DrivenRun => {
  const agents = Object.fromEntries(AGENT_ROLES.map((role) => [role, 'scripted:x']));
  const wantsManager = assignment.startsWith('product_management');
  const run = new DrivenRun(agentmux, {
    agents,
    policy: policy.parse({ product_manager: wantsManager }),
  });
  const reached = (): boolean => run.state.works[assignment] !== undefined;
  if (reached()) return run;
  run.begin('architecting.architect.1');
  for (const kind of ['code', 'web'])
    run.ask('architecting.architect.1', `research_dispatch_${kind}`, {
      topic: 'auth-flow',
      context: 'ctx text',
      questions: ['q one', 'q two'],
      scope_hints: ['src/a'],
    });
  if (reached()) return run;
  run.submit(
    'architecting.architect.1',
    { '02_architecting/architecture.md': '# A' },
    { reviewers: ['reviewer_logic', 'reviewer_quality', 'reviewer_expert'] },
  );
  if (reached()) return run;
  run.submit('planning.planner.1', { '04_planning/plan.yaml': PLAN });
  if (reached()) return run;
  run.submit('designing.designer.1', { '05_design/design.md': '# D' });
  return run;
};

describe.each([
  'product_management.product-manager.1',
  'architecting.architect.1',
  'architecting.code-researcher.code-auth-flow.1',
  'architecting.web-researcher.web-auth-flow.1',
  'planning.planner.1',
  'designing.designer.1',
  'implementing.coder.1.1',
])('%s', (assignment) => {
  it('has tools whose schemas a stranger can read', () => {
    const run = until(assignment);
    const tools = toolsOf(agentmux, run.state.works[assignment]!.assignment);
    const published = tools.map(({ input, ...tool }) => ({ ...tool, inputSchema: z.toJSONSchema(input) }));
    expectGolden(`mcp-tools/agentmux-${assignment}.json`, `${JSON.stringify(published, null, 2)}\n`);
  });

  it('has a prompt in which everything is filled in, with its files and the clauses that judge it', () => {
    const run = until(assignment);
    const { text, problems } = promptProblemsOf(run, assignment);
    expect(problems).toEqual([]);
    const { contract } = run.state.works[assignment]!.assignment;
    for (const { says } of agentmux.contracts[contract]!.checks ?? []) expect(text).toContain(says);
    expect(text).toContain(`\`${agentmux.contracts[contract]!.tool}\``);
  });
});
