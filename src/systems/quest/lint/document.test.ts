import { describe, expect, it } from 'vitest';
import { QUEST } from '../handoff/quest-contract.ts';
import { endOf, promptDocument } from './document.ts';
import type { LintProblem } from './finding.ts';
import { lintText } from './lint-text.ts';

const lint = (file: string, text: string) => lintText(file, text, QUEST);
const told = ({ code, line, column, fixable }: LintProblem): string =>
  `${line}:${column} ${code}${fixable ? '' : ' unfixable'}`;
const BLOCK = (next: string, end = ''): string =>
  `---HANDOFF---\nSTATUS: complete | needs_human | blocked\nARTIFACTS: .quest/<id>/phase_01_plan/plan.md\nNEXT: ${next}\nSUMMARY: One line about the plan${end}`;

describe('the lines of a document', () => {
  it.each([
    ['a.md', ''],
    ['a.md', '\ufeff# A\r\n\r\n```\r\nb\n'],
    ['a.toml', 'a = """\nx"""\nprompt = "b\\nc"\n# d\ne = \'\'\'f\'\'\' # g'],
    ['a.toml', 'instructions = ""\n""""""""\nprompt = "'],
  ])('%s %j are its text again', (file, text) => {
    const { lines } = promptDocument(file, text);
    expect(lines.map((line) => text.slice(line.start, endOf(line))).join('')).toBe(text);
    expect(lines.map((line) => line.text + line.end).join('')).toBe(text);
  });
});

describe('TOML', () => {
  const toml = (prompt: string): string =>
    `# Planner\ndescription = "Plans."\ndeveloper_instructions = """\n${prompt}"""\nname = "planner"\n`;

  it('keeps what holds the prompt', () => {
    const prompt = (block: string): string => `## Handoff Format\n\n\`\`\`\n${block}\n\`\`\``;
    const { problems, fixed } = lint(
      '.codex/agents/planner.toml',
      toml(prompt(BLOCK('plan-reviewer', '\n---'))),
    );
    expect(problems.map(told)).toEqual(['10:7 LINT_FIELD_DIFFERS', '12:1 LINT_FIELD_DIFFERS']);
    expect(fixed).toBe(toml(prompt(BLOCK('plan_review'))));
  });

  it('gets a missing contract inside of the string', () => {
    const { fixed } = lint('.codex/agents/planner.toml', toml('You plan in a quest orchestration system.'));
    expect(fixed).toMatch(
      /system\.\n\n## Output Contract\n[\s\S]*SUMMARY: <one line>\n```"""\nname = "planner"\n$/,
    );
  });

  it('loses a claim at the end of the string, and nothing of the string', () => {
    const good = `## Output Contract\n\`\`\`\n${BLOCK('plan_review')}\n\`\`\``;
    const { fixed } = lint(
      '.codex/agents/planner.toml',
      toml(`${good}\n\n## Important: Context Is In Your Prompt\nAll of it.`),
    );
    expect(fixed).toBe(toml(good));
  });

  it('with a fence that its string leaves open is told, and not touched', () => {
    const { problems, fixed } = lint(
      '.codex/agents/planner_agent.toml',
      toml('## Output Contract\n```\nopen'),
    );
    expect(problems.map(told)).toEqual(['4:1 LINT_HANDOFF_MISSING unfixable']);
    expect(fixed).toBeUndefined();
  });

  it('on one line stays on one line', () => {
    const one = (block: string): string =>
      `developer_instructions = "Plan.\\n${block.replaceAll('\n', '\\n')}"\n`;
    const { problems, fixed } = lint('.codex/agents/planner.toml', one(BLOCK('plan-reviewer', '\n---')));
    expect(problems.map(({ line, code }) => [line, code])).toEqual([
      [1, 'LINT_FIELD_DIFFERS'],
      [1, 'LINT_FIELD_DIFFERS'],
    ]);
    expect(lint('.codex/agents/planner.toml', fixed!).problems).toEqual([]);
    expect(fixed!.split('\n')).toHaveLength(2);
    expect(fixed).toContain('NEXT: plan_review\\nSUMMARY');
  });
});
