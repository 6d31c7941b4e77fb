import { describe, expect, it } from 'vitest';
import { expectGolden } from '../../../../test/fixtures/golden.ts';
import { renderTemplate } from '../../../prompts/render-template.ts';
import { checksSection, handInText } from '../../../prompts/sections.ts';
import { parseTemplate, type Template } from '../../../prompts/template.ts';
import { placeholdersOf, templateProblems } from '../../../prompts/template-problems.ts';
import { contractFragment } from '../workflow/contract-fragments.ts';
import { agentmuxShared } from './fragments.ts';
import { PLACEHOLDERS, TEMPLATES } from './templates.ts';
import { researchHandoff } from './values.ts';

const shared = agentmuxShared({
  architecture: contractFragment({
    name: 'the architecture',
    file: '02_architecting/architecture.md',
    says: ['architecture.md is there and is not empty', 'reviewers are known roles'],
    tool: 'submit_architecture',
    example: 'submit_architecture(reviewers=["reviewer_logic"])',
  }),
  plan: contractFragment({
    name: 'the plan',
    file: '04_planning/plan.yaml',
    shape: 'version: 2\nplan_overview: text\n',
    says: ['version is 2'],
    tool: 'submit_plan',
    example: 'submit_plan()',
  }),
  review: contractFragment({
    name: 'the review',
    file: '[[placeholder:review_file]]',
    shape: 'verdict: pass\nsummary: text\n',
    says: ['verdict is pass or fail', 'a fail has findings'],
    tool: 'submit_review',
    example: 'submit_review(role="[[placeholder:review_role]]")',
  }),
});

const parsed = (name: string): Template => {
  const { value, problems } = parseTemplate(TEMPLATES[name]!.source, name, { shared });
  expect(problems).toEqual([]);
  return value!;
};

const VALUES: Readonly<Record<string, string>> = {
  run_directory: '/project/.agentmux/.sessions/add-auth',
  working_directory: '/project',
  role: 'role',
  tool: 'tool',
  assignment_id: 'phase.role.1',
  request: 'Add a login.',
  rejected: '',
  answers: '',
  checks: checksSection(['the tests pass']),
  research_handoff: researchHandoff([{ folder: '03_research/code-auth-flow', detail: true }]),
  user_ask_tool: '`ask`',
  subplan_index: '2',
  plan_file: '04_planning/plan_2.md',
  tasks_file: '04_planning/tasks_2.md',
  plans_section: '### Sub-plan 1',
  completion_instruction: 'When all is done, call `submit_done` with `subplan_index: 1`.',
  fix_round: '1',
  review_role: 'reviewer_logic',
  review_file: '07_review/review_reviewer_logic.yaml',
  review_iteration: '2',
  listed: 'Baton lists no test that was dropped or rewritten.',
  topic: 'auth-flow',
};

const SUBMITS: Readonly<Record<string, string>> = {
  'agents/product-manager': 'submit_pm_done',
  'agents/architect': 'submit_architecture',
  'agents/planner': 'submit_plan',
  'agents/designer': 'submit_design',
  'agents/coder': 'submit_done',
  'agents/reviewer_logic': 'submit_review',
  'agents/reviewer_quality': 'submit_review',
  'agents/reviewer_expert': 'submit_review',
  'agents/code-researcher': 'submit_research_done',
  'agents/web-researcher': 'submit_research_done',
  'commands/coder_whole': 'submit_done',
  'commands/fix': 'submit_done',
  'commands/change': 'submit_plan',
  'commands/review_followup': 'submit_review',
  'commands/summary': 'submit_summary',
};

const valuesOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    TEMPLATES[name]!.placeholders.map((key) => [
      key,
      key === 'hand_in' ? handInText(SUBMITS[name]!) : VALUES[key]!,
    ]),
  );

const render = (name: string, own?: string) => {
  const included: string[] = [];
  const extension =
    own === undefined ? undefined : parseTemplate(own, 'own', { shared, extension: true }).value;
  const { text, problems } = renderTemplate(parsed(name), {
    values: valuesOf(name),
    projectInstructions: extension,
    include: (path) => {
      included.push(path);
      return `(text of ${path})`;
    },
  });
  return { text, problems, included };
};

const names = Object.keys(TEMPLATES);

it('the templates are those of the roles and the commands', () => {
  expect(names.sort()).toEqual([
    'agents/architect',
    'agents/code-researcher',
    'agents/coder',
    'agents/designer',
    'agents/planner',
    'agents/product-manager',
    'agents/reviewer_expert',
    'agents/reviewer_logic',
    'agents/reviewer_quality',
    'agents/web-researcher',
    'commands/change',
    'commands/coder_whole',
    'commands/fix',
    'commands/review_followup',
    'commands/summary',
  ]);
});

describe.each(names)('%s', (name) => {
  it('renders with its own placeholders and leaves no directive', () => {
    const { text, problems } = render(name);
    expect(problems).toEqual([]);
    expect(text).not.toContain('[[');
    expect(text).not.toContain('\n\n\n');
    expect(text.match(/^<file path="/gm)?.length).toBe(text.match(/^<\/file>$/gm)?.length);
  });

  it('uses no placeholder that it does not declare, and declares none for nothing', () => {
    const { placeholders } = TEMPLATES[name]!;
    expect(templateProblems(parsed(name), placeholders)).toEqual([]);
    const common = ['role', 'tool', 'request'];
    const used = [...placeholdersOf(parsed(name)), ...common];
    expect(placeholders.filter((key) => !used.includes(key))).toEqual([]);
  });

  it("has the project's own text directly before the constraints, which come last", () => {
    const { text } = render(name, 'Always use tabs in [[placeholder:working_directory]].\n');
    expect(text).toContain('\n\nAlways use tabs in /project.\n\n## Constraints\n\n');
    expect(text.split('## Constraints')).toHaveLength(2);
    expect(text.slice(text.indexOf('## Constraints') + 5)).not.toContain('\n## ');
  });

  it('shows each included file under its own path', () => {
    const { text, included } = render(name);
    for (const path of included) expect(text).toContain(`<file path="${path}">\n(text of ${path})\n</file>`);
    expect(new Set(included).size).toBe(included.length);
  });

  it('has short lines', () => {
    const long = TEMPLATES[name]!.source.split('\n').filter((line) => line.length > 110);
    expect(long).toEqual([]);
  });
});

it('every documented placeholder is one of some template', () => {
  const used = new Set(names.flatMap((name) => TEMPLATES[name]!.placeholders));
  expect(Object.keys(PLACEHOLDERS).filter((key) => !used.has(key as keyof typeof PLACEHOLDERS))).toEqual([]);
});

it.each([
  ['agents/product-manager', ['context.md', 'requirements.md']],
  ['agents/architect', ['context.md', 'requirements.md']],
  ['agents/planner', ['context.md', 'requirements.md', '02_architecting/architecture.md']],
  ['agents/designer', ['context.md', '04_planning/plan.md']],
  ['agents/coder', ['context.md', '04_planning/plan_2.md', '04_planning/tasks_2.md', '05_design/design.md']],
  ['agents/reviewer_logic', ['context.md', '02_architecting/architecture.md', '04_planning/plan.md']],
  ['agents/reviewer_quality', ['context.md', '02_architecting/architecture.md', '04_planning/plan.md']],
  ['agents/reviewer_expert', ['context.md', '02_architecting/architecture.md', '04_planning/plan.md']],
  ['agents/code-researcher', ['03_research/code-auth-flow/request.md']],
  ['agents/web-researcher', ['03_research/web-auth-flow/request.md']],
  ['commands/coder_whole', ['context.md', '05_design/design.md']],
  [
    'commands/fix',
    ['requirements.md', '04_planning/plan.md', '07_review/fix_request.md', '07_review/findings.md'],
  ],
  ['commands/change', ['requirements.md', '04_planning/plan.md', '08_completion/changes.md']],
  ['commands/review_followup', ['07_review/fix_request.md']],
  ['commands/summary', ['requirements.md', '04_planning/plan.md', '07_review/review.md']],
])('%s shows %j', (name, files) => {
  expect(render(name).included).toEqual(files);
});

it.each([
  ['agents/coder', '05_design/design.md'],
  ['commands/coder_whole', '05_design/design.md'],
  ['commands/fix', '07_review/findings.md'],
  ['commands/change', '04_planning/plan.md'],
])('%s goes without %s', (name, missing) => {
  const { problems } = renderTemplate(parsed(name), {
    values: valuesOf(name),
    projectInstructions: undefined,
    include: (path) => (path === missing ? undefined : 'x'),
  });
  expect(problems).toEqual([]);
});

describe('tools', () => {
  const asks = ['ask'];
  const dispatches = ['research_dispatch_code', 'research_dispatch_web', ...asks];
  /** What a role has beside the tool that hands in, `await_verdict` and `status`. */
  const REQUESTS: Readonly<Record<string, readonly string[]>> = {
    'agents/product-manager': dispatches,
    'agents/architect': dispatches,
    'agents/planner': dispatches,
    'agents/designer': asks,
    'agents/coder': asks,
    'agents/reviewer_logic': asks,
    'agents/reviewer_quality': asks,
    'agents/reviewer_expert': asks,
    'agents/code-researcher': [],
    'agents/web-researcher': [],
    'commands/coder_whole': asks,
    'commands/fix': asks,
    'commands/change': dispatches,
    'commands/review_followup': asks,
    'commands/summary': [],
  };
  const toolsOf = (name: string): string[] => [...REQUESTS[name]!, SUBMITS[name]!, 'await_verdict', 'status'];
  const looksLikeTool = (word: string): boolean =>
    /^(agentmux_|submit_|research_dispatch|await_)/.test(word) || ['ask', 'status'].includes(word);
  const toolsIn = (text: string): string[] =>
    [...text.matchAll(/`([a-z_]+)(?:\([^`]*\))?`/g)].map((match) => match[1]!).filter(looksLikeTool);

  it.each(names)('%s names only tools that its role has, and the one that hands in', (name) => {
    const { text } = render(name);
    const named = toolsIn(text);
    expect(named.filter((tool) => !toolsOf(name).includes(tool))).toEqual([]);
    expect(named).toContain(SUBMITS[name]!);
    // Without the backticks, too: a tool that is only mentioned misleads as well.
    const words = new Set(text.match(/\b(?:submit|research_dispatch)_[a-z_]+/g));
    expect([...words].filter((word) => !toolsOf(name).includes(word))).toEqual([]);
  });

  it.each(names)('%s speaks of asking a person only where the role can', (name) => {
    expect(TEMPLATES[name]!.placeholders.includes('user_ask_tool')).toBe(REQUESTS[name]!.includes('ask'));
    expect(render(name).text).not.toContain('AskUserQuestion');
  });
});

it.each([
  ['handoff-contract-architecture', ['agents/architect']],
  ['handoff-contract-plan', ['agents/planner', 'commands/change']],
  [
    'handoff-contract-review',
    [
      'agents/reviewer_expert',
      'agents/reviewer_logic',
      'agents/reviewer_quality',
      'commands/review_followup',
    ],
  ],
  ['research-constraints', ['agents/code-researcher', 'agents/web-researcher']],
  ['research-dispatch', ['agents/architect', 'agents/planner', 'agents/product-manager', 'commands/change']],
  [
    'preference-memory',
    [
      'agents/architect',
      'agents/planner',
      'agents/product-manager',
      'agents/reviewer_expert',
      'agents/reviewer_logic',
      'agents/reviewer_quality',
      'commands/change',
      'commands/review_followup',
    ],
  ],
])('%s is part of %j', (fragment, users) => {
  expect(names.filter((name) => TEMPLATES[name]!.source.includes(`[[shared:${fragment}]]`)).sort()).toEqual(
    users,
  );
});

it('a review after a repair shows the earlier findings and relies on no memory', () => {
  const { text } = render('commands/review_followup');
  expect(text).toContain('(text of 07_review/fix_request.md)');
  expect(text).toContain('without memory');
  expect(text).toContain('`reviewer_logic`: does it do what was asked');
});

it('the prompts of an architect and of a coder are pinned', () => {
  expectGolden('prompts/agentmux-architect.md', render('agents/architect').text);
  expectGolden('prompts/agentmux-coder.md', render('agents/coder', 'Our tests run with `make test`.').text);
});
