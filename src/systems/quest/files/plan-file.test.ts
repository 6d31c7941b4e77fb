import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPaths, planSummary, summaryText } from './plan-file.ts';
import { planPhases } from './plan-phases.ts';

const PLAN = `---
title: not this
---
# Add a login

- **Agent:** Planner

## Overview
**Problem**: Nobody can
log in.
**Impact**: Everybody.

## Approach
Use a cookie.
It is signed.

\`\`\`
## Risks
- not a risk
\`\`\`

## Phases
1. Form
2. Server

## Acceptance Criteria
1. A user can log in
   with a password.
   - nested
2. [ ] A wrong password is refused.
3. The cookie ends after a day.
4. Tests run in \`test/login.test.ts\`.
5. Docs are in docs/login.md.

## Risks & Mitigations
- One
- Two
- Three
- Four
`;

const only = (text: string) => planSummary(text);
const nothing = { shown: [], more: 0 };

describe('the summary of a plan', () => {
  it('has five parts', () => {
    expect(planSummary(PLAN)).toEqual({
      problem: 'Nobody can',
      approach: 'Use a cookie. It is signed.',
      scope: { shown: ['Form', 'Server'], more: 0 },
      criteria: {
        shown: [
          'A user can log in with a password.',
          'A wrong password is refused.',
          'The cookie ends after a day.',
        ],
        more: 2,
      },
      risks: { shown: ['One', 'Two', 'Three'], more: 1 },
    });
  });

  it('is shown with its parts, and says how much is left out', () => {
    expect(summaryText(planSummary(PLAN), 'plan.md')).toBe(
      [
        'Problem',
        '  Nobody can',
        '',
        'Approach',
        '  Use a cookie. It is signed.',
        '',
        'Scope',
        '  • Form',
        '  • Server',
        '',
        'Acceptance criteria',
        '  • A user can log in with a password.',
        '  • A wrong password is refused.',
        '  • The cookie ends after a day.',
        '  • +2 more — see plan',
        '',
        'Risks',
        '  • One',
        '  • Two',
        '  • Three',
        '  • +1 more — see plan',
        '',
        'Full plan: plan.md',
        '',
      ].join('\n'),
    );
  });

  it('leaves out what the plan does not have', () => {
    expect(planSummary('')).toEqual({
      problem: undefined,
      approach: undefined,
      scope: nothing,
      criteria: nothing,
      risks: nothing,
    });
    expect(summaryText(planSummary(''), 'plan.md')).toBe(
      'The plan documents no risks.\n\nFull plan: plan.md\n',
    );
  });

  it.each([
    ['## Overview\nThe first words.\n\nMore.', 'The first words.'],
    ['## Overview\n- **Problem:** It fails.', 'It fails.'],
    ['## 1. Problem Statement\n\nIt fails.', 'It fails.'],
    ['# Title\n\n- Agent: x\n\nIt fails\nalways.\n', 'It fails always.'],
    ['```\ncode\n```\n| a | b |\n<!-- x -->\n> quoted\n---\nIt fails.', 'It fails.'],
    ['---\ntitle: x\n---\nIt fails.', 'It fails.'],
    ['# Only a title', undefined],
  ])('of %j tells the problem', (text, problem) => {
    expect(only(text).problem).toBe(problem);
  });

  it.each([
    ['## Strategy\nA.\n## Approach\nB.', 'B.'],
    ['## Solution:\n- first\n- second', 'first; second'],
    ['## Implementation\nDo it.\n### Files\n- a.ts', 'Do it.'],
    ['## Implementation Approach\nDo it.', 'Do it.'],
  ])('of %j tells the approach', (text, approach) => {
    expect(only(text).approach).toBe(approach);
  });

  it.each([
    ['## Scope\n- a\n- b\n## Files\n- c', ['a', 'b']],
    ['### Files\n- `a.ts` - new\n- b.ts', ['`a.ts` - new', 'b.ts']],
    ['## Phase 1: One\n## Phase 2: Two', ['Phase 1: One', 'Phase 2: Two']],
    ['#### Change 1: One\n#### Change 2: Two', ['Change 1: One', 'Change 2: Two']],
    ['## Overview\n**Scope**: only the form', ['only the form']],
  ])('of %j tells the scope', (text, scope) => {
    expect(only(text).scope.shown).toEqual(scope);
  });

  it.each([
    ['## Risks\nnone known\n## Open Questions\n- Which?', ['Which?']],
    ['## Tradeoffs\n- Slow', ['Slow']],
    ['## Risks\n### Data loss\nBackups.\n### Delay\nx', ['Data loss', 'Delay']],
  ])('of %j tells the risks', (text, risks) => {
    expect(only(text).risks.shown).toEqual(risks);
  });

  it('takes the criteria of a phase for no criteria of the plan', () => {
    const text = '## Phase 1\n### Acceptance Criteria\n- of the phase\n';
    expect(only(text).criteria).toEqual(nothing);
    expect(only(`${text}## Acceptance Criteria\n### Must\n- of the plan`).criteria.shown).toEqual([
      'of the plan',
    ]);
  });

  it('has no terminal escapes, and some 300 words at most', () => {
    const words = Array.from({ length: 5_000 }, () => 'word\u001b[31m').join(' ');
    const items = Array.from({ length: 50 }, () => `- ${words}`).join('\n');
    const text = `## Overview\n${words}\n## Approach\n${words}\n## Scope\n${items}\n## Acceptance Criteria\n${items}\n## Risks\n${items}`;
    const shown = summaryText(planSummary(text), 'plan.md');
    expect(shown).not.toContain('\u001b');
    expect(shown.split(/\s+/).length).toBeLessThan(360);
  });

  it('names the paths of the plan', () => {
    expect(planPaths(PLAN)).toEqual(['test/login.test.ts', 'docs/login.md']);
  });
});

describe('a hostile plan', () => {
  const parts = [
    '# ',
    '#',
    '## Phase 1',
    '**Phase 1:** x',
    '**Acceptance Criteria:**',
    '## Acceptance Criteria',
    '- x',
    '  - x',
    '1. x',
    '```',
    '~~~',
    '---',
    '(AC1)',
    '(AC 1, 2 and 3-999)',
    '**',
    '[ ]',
    '\u2028',
    '\r',
    '> ',
    '|',
    '',
  ];

  it('may be anything', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string())).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, (plan) => {
        const { problem = '', approach = '', scope, criteria, risks } = planSummary(plan);
        expect([scope.shown.length <= 6, criteria.shown.length <= 3, risks.shown.length <= 3]).toEqual([
          true,
          true,
          true,
        ]);
        for (const one of [problem, approach]) expect(one).toBe(one.trim());
        expect(planPhases(plan).length).toBeLessThanOrEqual(50);
      }),
    );
  });

  it.each([
    '#\n',
    '## Phase 1\n',
    '**Phase 1:** x\n',
    '**Acceptance Criteria:**\n',
    '- x\n',
    '- - ',
    '1. x\n',
    '```\n',
    '`',
    '---\n',
    '(AC1',
    '(AC 1, 2 and 3-999)',
    '**a\n',
    '\u2028',
    '\r\n',
    ' ',
    '# # ',
    '# :\n',
    `- ${' '.repeat(1_900)}a\u2028a\n`,
    `# ${' '.repeat(1_900)}:x\n`,
    `**${'a'.repeat(199)}\n`,
  ])('ends on a megabyte of it: %#', (part) => {
    const plan = `## Implementation\n${part.repeat(Math.ceil(1_000_000 / part.length))}`;
    expect(planSummary(plan).risks.shown.length).toBeLessThanOrEqual(3);
    expect(planPhases(plan).length).toBeLessThanOrEqual(50);
  });
});
