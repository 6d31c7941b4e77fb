import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  indexRow,
  type JournalInput,
  journalPath,
  journalText,
  outcomeCell,
  qualityTier,
  type Rounds,
  withIndexRow,
} from './journal-entry.ts';

const rounds = (more: Partial<Rounds> = {}): Rounds => ({
  status: 'complete',
  planIterations: 1,
  fixIterations: 1,
  findings: 2,
  maxPlanIterations: 4,
  maxFixIterations: 3,
  ...more,
});

const ENTRY: JournalInput = {
  questId: 'add-login_2026-11-14__1000',
  slug: 'add-login',
  title: 'Add a login',
  date: '2026-11-15',
  mode: 'workflow',
  rounds: rounds(),
  outcome: 'Users can log in.',
  request: 'Add a login.',
  files: ['src/login.ts'],
  agents: [{ name: 'planner', model: 'claude', role: 'Planner' }],
  achievements: [{ icon: '🏁', title: 'Done', desc: 'It is done' }],
  inherited: { count: 0, summaries: [] },
  left: { count: 4, summaries: ['one', 'two', 'three', 'four'] },
  testCount: 12,
};

/** As Quest's own reader finds it: the first block between the marks. */
const dataIn = (text: string): Record<string, unknown> => {
  const [, block = ''] =
    /<!-- celebration-data-start -->([\s\S]*?)<!-- celebration-data-end -->/.exec(text) ?? [];
  const [, json = ''] = /```json\n([\s\S]*?)\n```/.exec(block) ?? [];
  return JSON.parse(json);
};

describe('the quality of a quest', () => {
  it.each([
    [{ status: 'abandoned' }, 'Abandoned'],
    [{ planIterations: 4, fixIterations: 3 }, 'Cardboard'],
    [{ planIterations: 4 }, 'Tin'],
    [{ fixIterations: 3 }, 'Tin'],
    [{ fixIterations: 2, maxFixIterations: 2 }, 'Tin'],
    [{ planIterations: 3 }, 'Bronze'],
    [{ fixIterations: 3, maxFixIterations: 9 }, 'Bronze'],
    [{ fixIterations: 2 }, 'Silver'],
    [{ planIterations: 2, fixIterations: 1 }, 'Gold'],
    [{ planIterations: 2, fixIterations: 0, findings: 0 }, 'Gold'],
    [{ fixIterations: 1 }, 'Platinum'],
    [{ fixIterations: 0 }, 'Platinum'],
    [{ fixIterations: 0, findings: 0 }, 'Diamond'],
  ] as const)('with %j is %s', (more, tier) => {
    expect(qualityTier(rounds(more))).toBe(tier);
  });
});

describe('a journal entry', () => {
  it('is in a file of its own', () => {
    expect(journalPath(ENTRY)).toBe('docs/quest-journal/add-login_2026-11-15.md');
  });

  it('has lines of facts, sections, and the data', () => {
    const text = journalText(ENTRY);
    expect(
      text.startsWith(`# Quest Journal: Add a login

**Quest ID:** \`add-login_2026-11-14__1000\`
**Slug:** add-login
**Status:** Completed
**Completed:** 2026-11-15
**Mode:** workflow
**Quality:** Platinum
**Outcome:** Users can log in.

## Files Changed

- \`src/login.ts\`

## Iterations

- Plan iterations: 1
- Fix iterations: 1

## Agents

- **Planner** (planner): claude

## Quest Brief

\`\`\`text
Add a login.
\`\`\`

## Findings Left For Future Quests

- Count: **4**
- one
- two
- three

## Celebration Data

<!-- celebration-data-start -->
\`\`\`json
{
  "quest_mode": "workflow",`),
    ).toBe(true);
    expect(text.endsWith('}\n```\n<!-- celebration-data-end -->\n')).toBe(true);
  });

  it('has the data that a celebration reads', () => {
    expect(dataIn(journalText(ENTRY))).toEqual({
      quest_mode: 'workflow',
      agents: ENTRY.agents,
      achievements: ENTRY.achievements,
      metrics: [
        { icon: '📊', label: 'Plan iterations: 1' },
        { icon: '🔧', label: 'Fix iterations: 1' },
        { icon: '📝', label: 'Review findings: 2' },
      ],
      quality: { tier: 'Platinum', grade: 'A' },
      inherited_findings_used: { count: 0, summaries: [] },
      findings_left_for_future_quests: { count: 4, summaries: ['one', 'two', 'three'] },
      test_count: 12,
      tests_added: null,
      files_changed: 1,
    });
  });

  it('cannot be given other data or other facts by words of others', () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          '<!-- celebration-data-start -->',
          '<!-- celebration-data-end -->',
          '```json',
          '```',
          '{"quality": 1}',
          '\n',
          '**Status:** Abandoned',
          '\u001b[2J',
          'x',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, (words) => {
        const text = journalText({
          ...ENTRY,
          title: words,
          outcome: words,
          request: words,
          files: [words],
          left: { count: 1, summaries: [words] },
          agents: [{ name: words, model: words, role: words }],
        });
        expect(dataIn(text)).toMatchObject({
          quality: { tier: 'Platinum' },
          agents: [{ name: words }],
          findings_left_for_future_quests: { summaries: [words] },
        });
        expect(/^\*\*Status:\*\* (.*)$/m.exec(text)?.[1]).toBe('Completed');
        expect(text).not.toContain('\u001b');
      }),
    );
  });

  it('names many files up to a limit', () => {
    const files = Array.from({ length: 205 }, (_, index) => `f${index}`);
    expect(journalText({ ...ENTRY, files })).toContain('- `f199`\n- and 5 more\n');
  });
});

describe('the row in the index', () => {
  it.each([
    ['short', 'short'],
    ['a | b', 'a \\| b'],
    ['a \\| b', 'a \\\\\\| b'],
    ['two\nlines\t and  more', 'two lines and more'],
    ['x'.repeat(120), 'x'.repeat(120)],
    ['x'.repeat(121), `${'x'.repeat(117)}...`],
    [`${'x'.repeat(116)}|${'y'.repeat(9)}`, `${'x'.repeat(116)}...`],
  ])('shows the outcome: %#', (outcome, cell) => {
    expect(outcomeCell(outcome)).toBe(cell);
  });

  it('has three cells, whatever the outcome', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('|', '\\', '\n', 'x', ' ', '🏁'), maxLength: 300 }),
        (outcome) => {
          const row = indexRow({ ...ENTRY, outcome });
          expect(outcomeCell(outcome).length).toBeLessThanOrEqual(120);
          // A backslash and what it escapes are no border of a cell.
          expect(row.replaceAll(/\\[\\|]/g, '').match(/\|/g)).toHaveLength(4);
          expect(row).not.toContain('\n');
        },
      ),
    );
  });

  const TABLE = '# Quest Journal\n\nIntro.\n\n| Date | Quest | Outcome |\n|------|-------|---------|\n';
  const ROW = '| 2026-11-15 | [add-login](add-login_2026-11-15.md) | Users can log in. |';
  const OLD = '| 2026-11-01 | [old](old_2026-11-01.md) | Old. |';

  it.each([
    ['a table', `${TABLE}${OLD}\n\nMore.\n`, `${TABLE}${ROW}\n${OLD}\n\nMore.\n`],
    ['an empty table', TABLE, `${TABLE}${ROW}\n`],
    ['a table at the very end', TABLE.trimEnd(), `${TABLE}${ROW}\n`],
    [
      'other line ends',
      `${TABLE}${OLD}\n`.replaceAll('\n', '\r\n'),
      `${TABLE}${ROW}\n${OLD}\n`.replaceAll('\n', '\r\n'),
    ],
    [
      'no table',
      '# Journal\n',
      `# Journal\n\n| Date | Quest | Outcome |\n|------|-------|---------|\n${ROW}\n`,
    ],
    ['nothing', '', `# Quest Journal\n\n| Date | Quest | Outcome |\n|------|-------|---------|\n${ROW}\n`],
    [
      'the row already',
      `${TABLE}${ROW.replace('Users', 'People')}\n`,
      `${TABLE}${ROW.replace('Users', 'People')}\n`,
    ],
  ])('is added to an index with %s', (_, readme, wanted) => {
    expect(withIndexRow(readme, ENTRY)).toBe(wanted);
  });

  it('is added once, and nothing else changes', () => {
    const part = fc.constantFrom(
      TABLE,
      `${OLD}\n`,
      ROW,
      'text\n',
      '\n',
      '|',
      '|---|\n',
      '| Date | Quest | Outcome |\n',
      'x\r\n',
    );
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (readme) => {
          const once = withIndexRow(readme, ENTRY);
          expect(withIndexRow(once, ENTRY)).toBe(once);
          const rest = once.split('\n').filter((text) => !text.startsWith(ROW));
          for (const text of readme.trim().split('\n'))
            if (!text.startsWith(ROW)) expect(rest.some((kept) => kept.includes(text.trim()))).toBe(true);
        },
      ),
    );
  });
});
