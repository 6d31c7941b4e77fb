import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { templates } from '../../agentmux/workflow/templates.ts';
import { blockLines, QUEST } from '../handoff/quest-contract.ts';
import type { LintProblem } from './finding.ts';
import { lintText } from './lint-text.ts';

const here = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const BEFORE = here('test/fixtures/quest-roles/before');
const AFTER = here('test/fixtures/quest-roles/after');
const NAMES = readdirSync(BEFORE, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);
const read = (root: string, name: string): string => readFileSync(join(root, name), 'utf8');

const lint = (file: string, text: string) => lintText(file, text, QUEST);
const told = ({ code, line, column, fixable }: LintProblem): string =>
  `${line}:${column} ${code}${fixable ? '' : ' unfixable'}`;

/** What a role file needs around the part that a test is about. */
const wrapper = (block: string): string =>
  `---\nname: planner\n---\n\nPart of a quest orchestration system.\n\n## Handoff Format\n\nEnd with:\n\n\`\`\`\n${block}\n\`\`\`\n\nThe rest.\n`;
const BLOCK = (next: string, end = ''): string =>
  `---HANDOFF---\nSTATUS: complete | needs_human | blocked\nARTIFACTS: .quest/<id>/phase_01_plan/plan.md\nNEXT: ${next}\nSUMMARY: One line about the plan${end}`;

describe('role files and a workflow from before the contract was one', () => {
  it('are seven files', () => expect(NAMES).toHaveLength(7));

  it.each([
    ['.ai/roles/planner_agent.md', ['23:1 LINT_HANDOFF_MISSING', '26:3 LINT_JSON_CONTRACT']],
    [
      '.ai/roles/plan_review_agent.md',
      [
        '18:3 LINT_INPUT_STALE',
        '20:1 LINT_HANDOFF_MISSING',
        '23:3 LINT_JSON_CONTRACT',
        '32:1 LINT_CONTEXT_CLAIM',
      ],
    ],
    [
      '.ai/roles/arbiter_agent.md',
      ['19:1 LINT_HANDOFF_MISSING', '22:3 LINT_JSON_CONTRACT', '31:1 LINT_CONTEXT_CLAIM'],
    ],
    ['.ai/roles/builder_agent.md', ['16:1 LINT_HANDOFF_MISSING', '19:3 LINT_JSON_CONTRACT']],
    [
      '.ai/roles/code_review_agent.md',
      ['15:1 LINT_HANDOFF_MISSING', '18:3 LINT_JSON_CONTRACT', '20:63 LINT_FIELD_DIFFERS'],
    ],
    [
      '.ai/roles/fixer_agent.md',
      [
        '12:3 LINT_INPUT_STALE',
        '13:3 LINT_INPUT_STALE',
        '14:3 LINT_INPUT_STALE',
        '16:1 LINT_HANDOFF_MISSING',
        '19:3 LINT_JSON_CONTRACT',
      ],
    ],
    [
      '.skills/quest/delegation/workflow.md',
      [
        '10:4 LINT_PROMPT_ENDING',
        '10:6 LINT_INPUT_STALE',
        '17:4 LINT_PROMPT_ENDING',
        '51:3 LINT_PROMPT_ENDING',
        '68:4 LINT_PROMPT_ENDING',
        '77:4 LINT_PROMPT_ENDING',
        '91:4 LINT_PROMPT_ENDING',
      ],
    ],
  ])('%s has every defect told at its place, each fixable', (name, expected) => {
    const { problems } = lint(name, read(BEFORE, name));
    expect(problems.map(told)).toEqual(expected);
    for (const { message, hint, file } of problems) {
      expect([file, message.length > 20, (hint?.length ?? 0) > 5]).toEqual([name, true, true]);
    }
  });

  it.each(NAMES)('%s becomes the one that is meant, byte for byte, and that one is clean', (name) => {
    const after = read(AFTER, name);
    expect(lint(name, read(BEFORE, name)).fixed).toBe(after);
    expect(lint(name, after)).toMatchObject({ problems: [], fixed: undefined });
  });

  it.each(NAMES)('%s keeps CRLF and its byte order mark', (name) => {
    const dos = (text: string): string => `\ufeff${text.replaceAll('\n', '\r\n')}`;
    const { problems, fixed } = lint(name, dos(read(BEFORE, name)));
    expect(problems).toHaveLength(lint(name, read(BEFORE, name)).problems.length);
    expect(fixed).toBe(dos(read(AFTER, name)));
  });

  it.each(NAMES)('%s is fixed without a line end at the end of the file, too', (name) => {
    const { fixed } = lint(name, read(BEFORE, name).trimEnd());
    expect(fixed).toBe(read(AFTER, name).trimEnd());
  });
});

describe('a wrapper that has drifted', () => {
  it('is told of each line that is not its role’s, and only those are rewritten', () => {
    const { problems, fixed } = lint('.claude/agents/planner.md', wrapper(BLOCK('plan-reviewer', '\n---')));
    expect(problems.map(told)).toEqual(['15:7 LINT_FIELD_DIFFERS', '17:1 LINT_FIELD_DIFFERS']);
    expect(problems[0]?.message).toBe(
      'expected `NEXT: plan_review` for the planner, got `NEXT: plan-reviewer`',
    );
    expect(fixed).toBe(wrapper(BLOCK('plan_review')));
  });

  it.each([
    [
      'no needs_human, and the review of one',
      'code-reviewer',
      'STATUS: complete\nARTIFACTS: .quest/<id>/phase_03_review/review.md\nNEXT: fixer | null\nSUMMARY: x',
      ['STATUS', 'ARTIFACTS'],
    ],
    [
      'one file of two',
      'builder',
      'STATUS: complete | needs_human | blocked\nARTIFACTS: .quest/<id>/phase_02_implementation/pr_description.md, [list of changed files]\nNEXT: code-reviewer\nSUMMARY: x',
      ['ARTIFACTS', 'NEXT'],
    ],
    [
      'no form for the summary',
      'arbiter',
      'STATUS: complete\nARTIFACTS: .quest/<id>/phase_01_plan/arbiter_verdict.md\nNEXT: builder | planner\nSUMMARY: <one line>',
      ['SUMMARY'],
    ],
    [
      'lines that are missing',
      'fixer',
      'STATUS: complete | needs_human | blocked\nSUMMARY: x',
      ['ARTIFACTS', 'NEXT'],
    ],
    [
      'a decorated key and the same key twice',
      'planner',
      '**STATUS:** complete | needs_human | blocked\nARTIFACTS: .quest/<id>/phase_01_plan/plan.md\nNEXT: plan_review\nNEXT: builder\nSUMMARY: x',
      ['STATUS', 'NEXT'],
    ],
  ])('%s', (_, role, lines, fields) => {
    const file = `.claude/agents/${role}.md`;
    const { problems, fixed } = lint(file, wrapper(`---HANDOFF---\n${lines}`));
    expect(problems.map(({ code, field }) => [code, field]).sort()).toEqual(
      fields.map((field) => ['LINT_FIELD_DIFFERS', field]).sort(),
    );
    expect(lint(file, fixed!)).toMatchObject({ problems: [], fixed: undefined });
    const expected = blockLines(QUEST.roles.find(({ otherFiles }) => otherFiles.includes(role))!);
    for (const line of expected.filter((one) => fields.some((field) => one.startsWith(field))))
      expect(fixed!.split('\n').filter((one) => one === line)).toHaveLength(1);
  });

  it.each([
    ['other brackets', 'SUMMARY: Iteration N: [approve|iterate] — [reason]', 'NEXT: builder | planner'],
    [
      'a plain hyphen',
      'SUMMARY: Iteration <N>: <approve|iterate> - <reason>',
      'NEXT: `planner` or `builder`',
    ],
  ])('is left alone where it says the same with %s', (_, summary, next) => {
    const block = `---HANDOFF---\nSTATUS: complete\nARTIFACTS: .quest/<id>/phase_01_plan/arbiter_verdict.md\n${next}\n${summary}`;
    expect(lint('.claude/agents/arbiter.md', wrapper(block)).problems).toEqual([]);
  });

  it('may name the files of later versions, and leave the slot open', () => {
    const block = (artifacts: string): string =>
      `---HANDOFF---\nSTATUS: complete | needs_human | blocked\nARTIFACTS: ${artifacts}\nNEXT: fixer | null\nSUMMARY: x`;
    for (const artifacts of [
      '.quest/<id>/phase_03_review/review_code-reviewer-a.md, .quest/<id>/phase_03_review/review_findings_code-reviewer-a.json',
      '<assigned slot review path>, <assigned slot findings path>',
      '.quest/<quest_id>/phase_03_review/review_codex.md',
    ])
      expect(lint('.claude/agents/code-reviewer.md', wrapper(block(artifacts))).problems).toEqual([]);
    const wrong = wrapper(block('.quest/<id>/phase_01_plan/review_claude.md'));
    expect(lint('.claude/agents/code-reviewer.md', wrong).problems).toHaveLength(1);
  });

  it('that claims pasted contents is told where; a sentence is not taken out of a list', () => {
    const text = `${wrapper(BLOCK('plan_review'))}\n## Important\n\n- All context (plan, brief) is provided in your prompt.\n- Do NOT ask for it to be pasted.\n- The paths are provided in your prompt.\n`;
    const { problems, fixed } = lint('.claude/agents/planner.md', text);
    expect(problems.map(told)).toEqual([
      '23:1 LINT_CONTEXT_CLAIM unfixable',
      '24:1 LINT_CONTEXT_CLAIM unfixable',
    ]);
    expect(fixed).toBeUndefined();
  });

  it('may leave the contract to the role file that it names', () => {
    const text = 'Read and follow `.skills/quest/agents/planner.md`, then end with `---HANDOFF---`.\n';
    expect(lint('.opencode/agents/planner.md', text)).toMatchObject({ kind: 'role', problems: [] });
    const alone = 'A quest orchestration system plans here.\n';
    expect(lint('.opencode/agents/planner.md', alone).problems.map(told)).toEqual([
      '1:1 LINT_HANDOFF_MISSING',
    ]);
  });

  it.each([
    ['a bullet', 'STATUS:', '- STATUS:', ['STATUS']],
    ['the same line twice', 'SUMMARY:', 'NEXT: plan_review\nSUMMARY:', ['NEXT']],
    [
      'a file of somebody else',
      'plan.md',
      'plan.md, .quest/<id>/phase_01_plan/user_feedback.md',
      ['ARTIFACTS'],
    ],
  ])('%s is told and fixed', (_, was, now, fields) => {
    const { problems, fixed } = lint(
      '.claude/agents/planner.md',
      wrapper(BLOCK('plan_review').replace(was, now)),
    );
    expect(problems.map(({ field }) => field)).toEqual(fields);
    expect(fixed).toBe(wrapper(BLOCK('plan_review')));
  });

  it('without a fence ends where the lines do', () => {
    const text = `Part of a quest orchestration system.\n\n${BLOCK('plan_review')}\n\nNEXT: is what follows.\n---\n`;
    expect(lint('.claude/agents/planner.md', text).problems).toEqual([]);
  });

  it('is known by the role that it passes on to, even if nothing else speaks of a Quest', () => {
    const text = BLOCK('plan-reviewer').replace('.quest/', 'work/');
    expect(lint('.claude/agents/planner.md', text).kind).toBe('role');
    expect(lint('.claude/agents/planner.md', text.replace('plan-reviewer', 'somebody')).kind).toBeUndefined();
  });

  it('all on one line becomes the four lines', () => {
    const line =
      '---HANDOFF--- STATUS: complete ARTIFACTS: .quest/<id>/phase_01_plan/plan.md NEXT: plan_review SUMMARY: x';
    const { problems, fixed } = lint('.claude/agents/planner.md', wrapper(line));
    expect(problems.map(told)).toEqual(['12:1 LINT_FIELD_DIFFERS']);
    expect(fixed).toBe(wrapper(blockLines(QUEST.roles[0]!).join('\n')));
  });
});

describe('a role file without its contract', () => {
  it('gets one at its end, whatever stood there', () => {
    const block = `## Output Contract\nEnd your response with:\n\`\`\`text\n${blockLines(QUEST.roles[0]!).join('\n')}\n\`\`\`\n`;
    expect(lint('.ai/roles/planner_agent.md', '').fixed).toBe(block);
    expect(lint('.ai/roles/planner_agent.md', '# Planner\n').fixed).toBe(`# Planner\n\n${block}`);
  });

  it('gets the block below the heading, before what the section says already', () => {
    const { fixed } = lint('.ai/roles/arbiter_agent.md', '## Output Contract\nBe brief.\n\n## Rules\n');
    expect(fixed).toMatch(
      /^## Output Contract\nEnd your response with:\n```text\n[\s\S]*?\n```\n\nBe brief\.\n\n## Rules\n$/,
    );
  });

  it('with a fence that is never closed is told, and not touched', () => {
    const { problems, fixed } = lint(
      '.ai/roles/planner_agent.md',
      '## Output Contract\n```json\n{ "role": "planner_agent" }\n\n## Allowed Actions\n- Read\n',
    );
    expect(problems.map(told)).toEqual([
      '1:1 LINT_HANDOFF_MISSING unfixable',
      '3:3 LINT_JSON_CONTRACT unfixable',
    ]);
    expect(fixed).toBeUndefined();
  });

  it('is not touched, either, where the fence that is never closed holds something else', () => {
    for (const text of ['# Planner\n```\nopen\n', '## Important: Context Is In Your Prompt\n```\nopen\n']) {
      const { problems, fixed } = lint('.ai/roles/planner_agent.md', text);
      expect(problems.every(({ fixable }) => !fixable)).toBe(true);
      expect([problems.length > 0, fixed]).toEqual([true, undefined]);
    }
  });

  it('takes no line of prose for a fence', () => {
    const { fixed } = lint('.ai/roles/planner_agent.md', '```text``` is how.\n');
    expect(fixed).toMatch(/^```text``` is how\.\n\n## Output Contract\n/);
  });

  it('inside of a section that goes gets it anew', () => {
    const json = '```json\n{ "role": "planner_agent" }\n```\n';
    const text = `# Planner\n\n## Context Is In Your Prompt\nAll.\n### Output Contract\n${json}\n## Rules\nBe brief.\n`;
    const { fixed } = lint('.ai/roles/planner_agent.md', text);
    expect(fixed).toMatch(/^# Planner\n\n## Rules\nBe brief\.\n\n## Output Contract\nEnd your[^{]*```\n$/);
  });

  it('with JSON that no fence holds, or that is announced, loses both', () => {
    const json = '{\n  "role": "planner_agent",\n  "next_role": "x"\n}';
    for (const contract of [json, `Answer with JSON only:\n\n\`\`\`json\n${json}\n\`\`\``]) {
      const text = `## Output Contract\n${contract}\n\n## Rules\n`;
      const { fixed } = lint('.ai/roles/planner_agent.md', text);
      expect(fixed).toMatch(
        /^## Output Contract\nEnd your response with:\n```text\n[^{}]*```\n\n## Rules\n$/,
      );
    }
  });

  it('with a block beside the JSON keeps the block', () => {
    const block = `\`\`\`text\n${blockLines(QUEST.roles[0]!).join('\n')}\n\`\`\`\n`;
    const text = `## Output Contract\n${block}\n\`\`\`json\n{ "role": "planner_agent" }\n\`\`\`\n`;
    expect(lint('.ai/roles/planner_agent.md', text).fixed).toBe(`## Output Contract\n${block}\n`);
  });
});

describe('an input that goes', () => {
  it('takes with it what is indented below it', () => {
    const text = (items: string): string =>
      `## Input\n${items}- Quest brief\n\n## Output Contract\n\`\`\`\n${BLOCK('plan_review')}\n\`\`\`\n`;
    const { problems, fixed } = lint(
      '.ai/roles/planner_agent.md',
      text('- Builder handoff JSON\n  - with its files\n'),
    );
    expect(problems.map(told)).toEqual(['2:3 LINT_INPUT_STALE']);
    expect(fixed).toBe(text(''));
  });
});

describe('words of the old contract elsewhere', () => {
  it('are warnings, for a person to see to', () => {
    const text = `${read(AFTER, '.ai/roles/fixer_agent.md')}\nIf \`next_role\` is null, stop. Read the builder handoff JSON.\nSee \`.quest/<id>/phase_03_review/review.md\`.\n`;
    const { problems, fixed } = lint('.ai/roles/fixer_agent.md', text);
    expect(problems.map(({ severity, code, fixable }) => [severity, code, fixable])).toEqual([
      ['warning', 'LINT_JSON_CONTRACT', false],
      ['warning', 'LINT_INPUT_STALE', false],
      ['warning', 'LINT_FIELD_DIFFERS', false],
    ]);
    expect(fixed).toBeUndefined();
  });
});

describe('prompts that are no Quest’s', () => {
  const golden = here('test/golden/prompts');
  const own = [
    ...readdirSync(golden).map((name) => [name, read(golden, name)] as const),
    ...Object.entries(templates.sources).map(([name, { source }]) => [`${name}.md`, source] as const),
    ...Object.entries(templates.shared).map(([name, text]) => [`${name}.md`, text] as const),
  ];

  it('are all that Baton makes, under every name that a Quest shares with others', () => {
    expect(own.length).toBeGreaterThan(20);
    const names = QUEST.roles.flatMap(({ otherFiles }) =>
      otherFiles.map((name) => `.claude/agents/${name}.md`),
    );
    for (const [name, text] of own)
      for (const file of [name, ...names])
        expect(lint(file, text)).toEqual({
          kind: undefined,
          role: undefined,
          problems: [],
          fixed: undefined,
          states: undefined,
        });
  });

  it('are those of another system with the same marker', () => {
    const text = '# Planner\n\n---HANDOFF---\n- Campaign: x\n- Next: build\n---\n';
    expect(lint('.claude/agents/planner.md', text).kind).toBeUndefined();
  });
});
