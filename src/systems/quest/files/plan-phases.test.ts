import { describe, expect, it } from 'vitest';
import { PLAN_PHASES_MAX } from './limits.ts';
import { planPhases } from './plan-phases.ts';

const titles = (text: string): string[] => planPhases(text).map(({ title }) => title);

describe('the phases of a plan', () => {
  it.each([
    ['### Phase 1: A\n### Phase 2 - B', ['Phase 1: A', 'Phase 2 - B']],
    ['## Phase 1\n### Phase 1: inner\n## Phase 2', ['Phase 1', 'Phase 2']],
    ['**Phase 1:** A\nx\n\n**Phase 2: B**\n**Phase 3 -** C', ['Phase 1: A', 'Phase 2: B', 'Phase 3: C']],
    ['## Phases\n- A\n- B\n  - inner', ['A', 'B']],
    ['### Change 1: A\n#### Change 1: inner\n### Change 2: B', ['Change 1: A', 'Change 2: B']],
    ['## Implementation\nAll of it.\n### Files\n- a.ts\n## Risks\n- x', ['Implementation Overview']],
    ['## Overview\nPhase 1 is easy.\n', []],
    ['## Phaseout 1\n## Phase one', []],
    ['```\n## Phase 1\n```', []],
  ])('of %j are %j', (text, wanted) => {
    expect(titles(text)).toEqual(wanted);
  });

  it('are named in the first way that the plan uses', () => {
    const headers = '## Phase 1: header\n';
    const bold = '\n## More\n**Phase 1: bold**\n';
    const list = '\n## Phases\n- list\n';
    const change = '\n### Change 1: change\n';
    const rest = '\n## Implementation\nx\n';
    expect(titles(rest + change + list + bold + headers)).toEqual(['Phase 1: header']);
    expect(titles(rest + change + list + bold)).toEqual(['Phase 1: bold']);
    expect(titles(rest + change + list)).toEqual(['list']);
    expect(titles(rest + change)).toEqual(['Change 1: change']);
    expect(titles(rest)).toEqual(['Implementation Overview']);
  });

  it('are bounded', () => {
    for (const line of ['## Phase N\n', '**Phase N:** x\n', '### Change N\n'])
      expect(
        planPhases(Array.from({ length: 999 }, (_, n) => line.replace('N', `${n}`)).join('')),
      ).toHaveLength(PLAN_PHASES_MAX);
  });

  it('tell their goal and the files that they name', () => {
    expect(
      planPhases('## Phase 1: A\n\nMake the form.\n\n### Files\n- `src/form.ts`\n## Other\nsrc/x.ts'),
    ).toEqual([
      {
        title: 'Phase 1: A',
        goal: 'Make the form.',
        files: ['src/form.ts'],
        criteria: [],
        criteriaFrom: 'none',
      },
    ]);
  });
});

describe('the criteria of a phase', () => {
  const global = '\n## Acceptance Criteria\n1. one\n2. two\n3. three\n4. four\n';

  it.each([
    ['## Phase 1\n### Acceptance Criteria\n- own', ['own'], 'phase'],
    ['## Phase 1\n**Acceptance Criteria:**\n- own\n\n**Files:**\n- a.ts', ['own'], 'phase'],
    ['## Phase 1 (AC2)\nx', ['two'], 'references'],
    ['## Phase 1\nDo it (Covers AC 3 and 1).', ['three', 'one'], 'references'],
    ['## Phase 1\n### Steps\nDo it (Addresses acceptance criterion 1)', ['one'], 'references'],
    ['## Phase 1\nDo it (AC2-4, see AC#1)', ['two', 'three', 'four', 'one'], 'references'],
    ['## Phase 1\nDo it (AC1) and (AC1)', ['one'], 'references'],
    ['## Phase 1\nDo it (AC9)', ['one', 'two', 'three', 'four'], 'plan'],
    ['## Phase 1\nAC2 is not in brackets', ['one', 'two', 'three', 'four'], 'plan'],
    ['## Phases\n- A (AC1)', ['one'], 'references'],
    ['**Phase 1:** A (AC2)\nx', ['two'], 'references'],
  ] as const)('of %j are %j', (text, criteria, criteriaFrom) => {
    expect(planPhases(text + global)).toMatchObject([{ criteria, criteriaFrom }]);
  });

  it('are known by the number that they carry', () => {
    const plan = '## Phase 1\nDo it (AC10)\n## Acceptance Criteria\n- **AC10:** ten\n- AC2 - two\n- none';
    expect(planPhases(plan)).toMatchObject([{ criteria: ['**AC10:** ten'], criteriaFrom: 'references' }]);
  });
});
