import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questInspector } from './inspector.ts';

type Files = Readonly<Record<string, string>>;

const ID = 'auth_2026-11-01__0900';
const state = (more: object = {}): string =>
  `${JSON.stringify({ quest_id: ID, slug: 'auth', phase: 'complete', status: 'complete', plan_iteration: 1, fix_iteration: 1, last_role: 'fixer_agent', last_verdict: 'approve', created_at: '2026-11-01T09:00:00Z', updated_at: '2026-11-01T10:00:00Z', ...more }, null, 2)}\n`;
const handoff = (next: string | null, artifacts: readonly string[] = [], more: object = {}): string =>
  `${JSON.stringify({ status: 'complete', artifacts: artifacts.map((name) => `.quest/${ID}/${name}`), next, summary: 'Done', ...more }, null, 2)}\n`;

const DONE: Files = {
  'quest_brief.md': 'Add login\n',
  'state.json': state(),
  'phase_01_plan/plan.md': 'The plan\n',
  'phase_01_plan/handoff.json': handoff('plan_review', ['phase_01_plan/plan.md']),
  'phase_01_plan/review_plan-reviewer-a.md': 'Fine\n',
  'phase_01_plan/handoff_plan-reviewer-a.json': handoff('arbiter', [
    'phase_01_plan/review_plan-reviewer-a.md',
  ]),
  'phase_01_plan/arbiter_verdict.md': 'Approved\n',
  'phase_01_plan/handoff_arbiter.json': handoff('builder', ['phase_01_plan/arbiter_verdict.md']),
  'phase_02_implementation/pr_description.md': 'Login\n',
  'phase_02_implementation/handoff.json': handoff('code_review', [
    'phase_02_implementation/pr_description.md',
  ]),
  'phase_03_review/review_claude.md': 'Fine\n',
  'phase_03_review/handoff_claude.json': handoff(null, ['phase_03_review/review_claude.md']),
  'logs/context_health.log':
    '2026-11-01T09:10:00Z | phase=plan | agent=planner | runtime=claude | iter=1 | handoff_json=found | source=handoff_json | status=complete\n' +
    '2026-02-15T09:10:00Z | phase=plan_review | agent=slot_a_claude | handoff_json=missing | source=text_fallback\n',
};

const found = (changes: Readonly<Record<string, string | undefined>> = {}) => {
  const files = Object.entries({ ...DONE, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && questInspector.reads(entry[0]),
  );
  return questInspector.run(new Map(files)).map(({ code, severity, file, field }) => ({
    code,
    severity,
    file,
    ...(field === undefined ? {} : { field }),
  }));
};

describe('the directory of a quest', () => {
  it('is known by its phases, with a state or a brief', () => {
    expect(questInspector.isRun(Object.keys(DONE))).toBe(true);
    expect(questInspector.isRun(['quest_brief.md', 'phase_01_plan/plan.md'])).toBe(true);
    expect(questInspector.isRun(['state.json', 'notes.md'])).toBe(false);
    expect(questInspector.isRun(['state.json', `${ID}/phase_01_plan/plan.md`])).toBe(false);
  });

  it('that is in order has no problems', () => {
    expect(found()).toEqual([]);
  });

  it('is looked into, but not into what is kept of earlier rounds', () => {
    const names = [
      'history/plan/iteration-0001/handoff.json',
      'logs/codex/a/iter-1/final.txt',
      'quest_brief.md',
    ];
    expect(names.filter(questInspector.reads)).toEqual([]);
  });

  it.each([
    ['no state', { 'state.json': undefined }, [['ARTIFACT_MISSING', 'state.json']]],
    ['a state that is no JSON', { 'state.json': '{' }, [['JSON_SYNTAX', 'state.json']]],
    [
      'an unknown phase',
      { 'state.json': state({ phase: 'coding' }) },
      [['FIELD_INVALID', 'state.json', 'phase']],
    ],
    [
      'a negative count',
      { 'state.json': state({ fix_iteration: -1 }) },
      [['FIELD_INVALID', 'state.json', 'fix_iteration']],
    ],
    [
      'a time that is none',
      { 'state.json': state({ updated_at: 'today' }) },
      [['FIELD_INVALID', 'state.json', 'updated_at']],
    ],
    [
      'a state without a status',
      { 'state.json': state({ status: undefined }) },
      [
        ['FIELD_MISSING', 'state.json', 'status'],
        ['RUN_INCONSISTENT', 'state.json'],
      ],
    ],
    [
      'no plan',
      { 'phase_01_plan/plan.md': undefined },
      [
        ['ARTIFACT_MISSING', 'phase_01_plan/handoff.json', 'artifacts'],
        ['RUN_INCONSISTENT', 'state.json'],
      ],
    ],
    [
      'an empty plan',
      { 'phase_01_plan/plan.md': ' \n' },
      [
        ['FILE_EMPTY', 'phase_01_plan/handoff.json', 'artifacts'],
        ['RUN_INCONSISTENT', 'state.json'],
      ],
    ],
    [
      'an arbiter who sends back',
      { 'phase_01_plan/handoff_arbiter.json': handoff('planner') },
      [['RUN_INCONSISTENT', 'phase_01_plan/handoff_arbiter.json']],
    ],
    [
      'a receiver that the role may not name',
      { 'phase_02_implementation/handoff.json': handoff('fixer') },
      [['HANDOFF_NEXT_NOT_ALLOWED', 'phase_02_implementation/handoff.json', 'next']],
    ],
    [
      'a review that wants a fix',
      { 'phase_03_review/handoff_claude.json': handoff('fixer') },
      [['RUN_INCONSISTENT', 'phase_03_review/handoff_claude.json']],
    ],
    [
      'an echoed template',
      { 'phase_03_review/handoff_claude.json': handoff(null, [], { status: 'complete | blocked' }) },
      [['HANDOFF_STATUS_AMBIGUOUS', 'phase_03_review/handoff_claude.json', 'status']],
    ],
    [
      'a status that contradicts the phase',
      { 'state.json': state({ status: 'in_progress' }) },
      [['RUN_INCONSISTENT', 'state.json']],
    ],
  ] as const)('with %s is told', (_, changes, wanted) => {
    expect(found(changes)).toEqual(
      wanted.map(([code, file, field]) => ({
        code,
        severity: 'error',
        file,
        ...(field === undefined ? {} : { field }),
      })),
    );
  });

  it('believes the arbiter of the reviews before the reviewers', () => {
    const changes = {
      'phase_03_review/handoff_claude.json': handoff('fixer'),
      'phase_03_review/handoff_review-arbiter.json': handoff(null),
    };
    expect(found(changes)).toEqual([]);
  });

  it('of one reviewer needs no arbiter', () => {
    const changes = {
      'state.json': state({ quest_mode: 'solo' }),
      'phase_01_plan/handoff_arbiter.json': undefined,
      'phase_01_plan/handoff_plan-reviewer-a.json': handoff('builder'),
    };
    expect(found(changes)).toEqual([]);
    expect(found({ ...changes, 'state.json': state() })).toMatchObject([
      { code: 'HANDOFF_NEXT_NOT_ALLOWED' },
    ]);
  });

  it('may be under way: a role that has not written is a warning', () => {
    const changes = {
      'state.json': state({ phase: 'plan', status: 'in_progress' }),
      'phase_01_plan/handoff_plan-reviewer-a.json': '',
      'phase_01_plan/review_plan-reviewer-a.md': '',
    };
    expect(found(changes)).toEqual([
      { code: 'FILE_EMPTY', severity: 'warning', file: 'phase_01_plan/handoff_plan-reviewer-a.json' },
    ]);
  });

  it.each([
    'not a line',
    '2026-11-01T09:10:00Z | phase=plan | agent=planner | handoff_json=found',
    '2026-11-01T09:10:00Z | phase=plan | agent=planner | handoff_json=perhaps | source=handoff_json',
    '2026-11-01T09:10:00Z | phase=plan | agent=planner | handoff_json=found | source=handoff_json | iter=one',
  ])('warns of the log line %j', (line) => {
    expect(found({ 'logs/context_health.log': `${DONE['logs/context_health.log']}${line}\n` })).toEqual([
      { code: 'FIELD_INVALID', severity: 'warning', file: 'logs/context_health.log' },
    ]);
  });

  it('may hold anything without a crash, and every problem has a file of it', () => {
    const names = Object.keys(DONE).filter(questInspector.reads);
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...Object.values(DONE)));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), text), (files) => {
        for (const { file } of questInspector.run(new Map(Object.entries(files))))
          expect(names).toContain(file);
      }),
    );
  });
});
