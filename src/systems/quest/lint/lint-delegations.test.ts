import { describe, expect, it } from 'vitest';
import { QUEST } from '../handoff/quest-contract.ts';
import { lintText } from './lint-text.ts';

const FILE = '.skills/quest/delegation/workflow.md';
const lint = (text: string) => lintText(FILE, `Files are in .quest/ as always.\n\n${text}`, QUEST);
const codes = (text: string) =>
  lint(text).problems.map(({ line, code, fixable }) => `${line} ${code}${fixable ? '' : ' unfixable'}`);
/** Without the two lines in front. */
const fixed = (text: string) => lint(text).fixed?.split('\n').slice(2).join('\n');

describe('a delegation', () => {
  it('without any list gets the ending below it', () => {
    expect(fixed('5. Ask:\n   - If "claude": use Task tool with `arbiter` agent\n   - Read NEXT\n')).toBe(
      [
        '5. Ask:',
        '   - If "claude": use Task tool with `arbiter` agent',
        '     - Prompt MUST end with:',
        '       - `End with: ---HANDOFF--- STATUS/ARTIFACTS/NEXT/SUMMARY`',
        '       - `ARTIFACTS` must include `.quest/<id>/phase_01_plan/arbiter_verdict.md`',
        '       - `NEXT: planner | builder`',
        '   - Read NEXT',
        '',
      ].join('\n'),
    );
  });

  it('whose list stands as far left as it does is one, too', () => {
    const text =
      '   **Claude reviewer** (Task tool with `plan-reviewer` agent):\n   - Prompt: paths only\n   - Writes to `.quest/<id>/phase_01_plan/review_claude.md`\n\n   **Next**\n';
    expect(codes(text)).toEqual(['4 LINT_PROMPT_ENDING']);
    expect(fixed(text)?.split('\n')[2]).toBe('   - Prompt MUST end with:');
  });

  it('keeps the file name that its version uses', () => {
    const text =
      '- (Task(subagent_type="code-reviewer-a")): use it\n  - Prompt: `.quest/<id>/phase_03_review/review_code-reviewer-a.md`\n';
    expect(fixed(text)).toContain(
      '`ARTIFACTS` must include `.quest/<id>/phase_03_review/review_code-reviewer-a.md`',
    );
  });

  it('that asks in other words, as later versions do, is fine', () => {
    expect(
      codes(
        [
          '2. **Invoke Planner:**',
          '   - Prompt: Reference file paths only, do not embed artifact content:',
          '     - Quest brief: `.quest/<id>/quest_brief.md`',
          '   - Require the prompt to include:',
          '     - Write plan to: `.quest/<id>/phase_01_plan/plan.md`',
          '     - End with: `---HANDOFF--- STATUS/ARTIFACTS/NEXT/SUMMARY`',
          '     - `NEXT: plan_review`',
          '   - If `NEXT: planner`, start again',
        ].join('\n'),
      ),
    ).toEqual([]);
  });

  it('that asks for too little, or for another role, is told what is missing', () => {
    const text = [
      '2. **Invoke Builder** (Task tool with `builder` agent):',
      '   - Prompt: `.quest/<id>/phase_01_plan/plan.md`',
      '   - Prompt MUST end with:',
      '     - `End with: ---HANDOFF--- STATUS/ARTIFACTS/NEXT/SUMMARY`',
      '     - `NEXT: code-reviewer`',
      '',
    ].join('\n');
    expect(codes(text)).toEqual(['6 LINT_PROMPT_ENDING', '7 LINT_PROMPT_ENDING']);
    expect(fixed(text)?.split('\n').slice(3)).toEqual([
      '     - `End with: ---HANDOFF--- STATUS/ARTIFACTS/NEXT/SUMMARY`',
      '     - `ARTIFACTS` must include `.quest/<id>/phase_02_implementation/pr_description.md`',
      '     - `NEXT: code_review`',
      '',
    ]);
  });

  it('that takes contents in is told; only the planner’s paths are known well enough to write', () => {
    const ending = '   - Prompt MUST end with:\n     - `---HANDOFF---`\n     - `NEXT: code_review`\n';
    const text = `2. **Invoke Fixer** (Task tool with \`fixer\` agent):\n   - Prompt: Include the review\n${ending}`;
    expect(codes(text)).toEqual(['4 LINT_INPUT_STALE unfixable']);
  });

  it('that leads to others is left to them; an item deeper down is not its prompt', () => {
    const ask = (indent: string): string =>
      `${indent}- Prompt MUST end with:\n${indent}  - \`---HANDOFF---\`\n${indent}  - \`NEXT: code_review\`\n`;
    const outer =
      '2. **Invoke Planner** (Task tool with `planner` agent):\n   - If it fails: use Task tool with `fixer` agent:\n';
    expect(codes(`${outer}${ask('     ')}`)).toEqual([]);
    const deep =
      '2. **Invoke Fixer** (Task tool with `fixer` agent):\n   - Notes:\n     - Prompt: Include all\n';
    expect(codes(`${deep}${ask('   ')}`)).toEqual([]);
  });

  it('that asks in its list need not ask again in the fence below it', () => {
    const text = [
      '2. **Invoke Fixer** (Task tool with `fixer` agent):',
      '   - Prompt MUST end with:',
      '     - `---HANDOFF---`, `NEXT: <role>`',
      '     - `NEXT: code_review`',
      '   ```',
      '   You are the Fixer Agent.',
      '   ```',
    ].join('\n');
    expect(codes(text)).toEqual([]);
  });

  it('is none in a sentence, and none inside of a fence', () => {
    expect(codes('The Task tool with `planner` agent is what plans.\n')).toEqual([]);
    expect(codes('```\n2. **Invoke Planner** (Task tool with `planner` agent):\n```\n')).toEqual([]);
  });
});

describe('a prompt in a fence', () => {
  it('that does not ask for the handoff gets the request at its end', () => {
    const plain = '   ```\n   You are the Arbiter Agent.\n\n   Read the plan.\n   ```\n';
    expect(codes(plain)).toEqual(['4 LINT_PROMPT_ENDING']);
    expect(fixed(plain)).toBe(
      '   ```\n   You are the Arbiter Agent.\n\n   Read the plan.\n\n   End with: ---HANDOFF--- STATUS/ARTIFACTS/NEXT/SUMMARY\n   ARTIFACTS must include .quest/<id>/phase_01_plan/arbiter_verdict.md\n   NEXT: planner | builder\n   ```\n',
    );
  });

  it('that is an argument of a call gets it before the quotation mark', () => {
    const call = '```\nmcp__codex__codex(\n  prompt: "You are the Fixer Agent.\n  Fix."\n)\n```\n';
    expect(fixed(call)).toBe(
      '```\nmcp__codex__codex(\n  prompt: "You are the Fixer Agent.\n  Fix.\n\n  End with: ---HANDOFF--- STATUS/ARTIFACTS/NEXT/SUMMARY\n  NEXT: code_review"\n)\n```\n',
    );
  });

  it('that names the wrong role is told', () => {
    const text =
      '```\nYou are the Builder Agent.\nEnd with: ---HANDOFF--- STATUS/ARTIFACTS/NEXT/SUMMARY\nNEXT: code-reviewer\n```\n';
    expect(codes(text)).toEqual(['6 LINT_PROMPT_ENDING']);
    expect(fixed(text)).toContain('\nNEXT: code_review\n');
  });
});

describe('a block that is shown as a pattern', () => {
  it('has all four fields, no closing line, and roles by their right names', () => {
    const text =
      '```\n---HANDOFF---\nSTATUS: complete | blocked\nARTIFACTS: <paths>\nNEXT: code-reviewer | null\n---\n```\n';
    expect(codes(text)).toEqual([
      '4 LINT_FIELD_DIFFERS unfixable',
      '7 LINT_FIELD_DIFFERS',
      '8 LINT_FIELD_DIFFERS',
    ]);
    expect(fixed(text)).toBe(
      '```\n---HANDOFF---\nSTATUS: complete | blocked\nARTIFACTS: <paths>\nNEXT: code_review | null\n```\n',
    );
  });

  it('is none where the marker stands alone', () => {
    expect(codes('```\n---HANDOFF---\n```\n')).toEqual([]);
  });

  it('on one line names all four fields, and is whole by itself', () => {
    const line = '---HANDOFF--- STATUS: complete ARTIFACTS: a NEXT: arbiter SUMMARY: x';
    expect(codes(`\`\`\`\n${line}\nNEXT: arbiter\n\`\`\`\n`)).toEqual([]);
    expect(codes('`---HANDOFF--- STATUS: complete NEXT: arbiter SUMMARY: x`\n')).toEqual([
      '3 LINT_FIELD_DIFFERS unfixable',
    ]);
    expect(codes('`---HANDOFF--- STATUS: complete ARTIFACTS: a NEXT: arbiter SUMMARY: x`\n')).toEqual([]);
  });
});
