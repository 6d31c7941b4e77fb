import { describe, expect, it } from 'vitest';
import { QUEST } from '../handoff/quest-contract.ts';
import { disagreements } from './disagreements.ts';
import { lintText } from './lint-text.ts';

const block = (next: string, artifacts = '.quest/<id>/phase_01_plan/review_<claude|codex>.md'): string =>
  `\`\`\`\n---HANDOFF---\nSTATUS: complete | needs_human | blocked\nARTIFACTS: ${artifacts}\nNEXT: ${next}\nSUMMARY: x\n\`\`\`\n`;
const ROLE = '.ai/roles/plan_review_agent.md';
const WRAPPER = '.claude/agents/plan-reviewer.md';

const between = (files: Readonly<Record<string, string>>) =>
  disagreements(Object.entries(files).flatMap(([file, text]) => lintText(file, text, QUEST).states ?? []));

describe('two files of one role', () => {
  it('that say the same do not disagree, whatever the order and the notes', () => {
    expect(between({ [ROLE]: block('arbiter'), [WRAPPER]: block('`arbiter`') })).toEqual([]);
    const slot = block('arbiter', '.quest/<id>/phase_01_plan/review_claude.md');
    const open = block('arbiter', '<assigned slot artifact path>');
    expect(between({ [ROLE]: block('arbiter'), [WRAPPER]: slot, 'plan-reviewer-b.md': open })).toEqual([]);
  });

  it('that say different things are told with both places, at the one that is wrong', () => {
    expect(between({ [WRAPPER]: block('builder'), [ROLE]: block('arbiter') })).toEqual([
      {
        code: 'LINT_FILES_DISAGREE',
        severity: 'error',
        message: `two contracts for the plan reviewer: NEXT is builder here, and arbiter in ${ROLE}:5`,
        file: WRAPPER,
        field: 'NEXT',
        line: 5,
        column: 7,
        hint: 'Let both say arbiter.',
        fixable: true,
      },
    ]);
  });

  it('that are both right and still differ are left to a person', () => {
    const later = block('arbiter', '.quest/<id>/phase_01_plan/review_plan-reviewer-a.md');
    expect(
      between({ [ROLE]: block('arbiter'), [WRAPPER]: later }).map(({ field, file, fixable }) => [
        field,
        file,
        fixable,
      ]),
    ).toEqual([['ARTIFACTS', WRAPPER, false]]);
  });

  it('of which one asks for JSON disagree about the form', () => {
    const json = '## Output Contract\n```json\n{ "role": "plan_review_claude" }\n```\n';
    expect(between({ [ROLE]: json, [WRAPPER]: block('arbiter') })).toMatchObject([
      {
        message: `two contracts for the plan reviewer: the form is a JSON object here, and a text block in ${WRAPPER}:2`,
        file: ROLE,
        line: 3,
        fixable: true,
      },
    ]);
  });

  it('of different roles are not compared', () => {
    expect(between({ [ROLE]: block('arbiter'), '.ai/roles/fixer_agent.md': block('code_review') })).toEqual(
      [],
    );
  });
});
