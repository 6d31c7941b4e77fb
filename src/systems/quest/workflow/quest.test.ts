// The ways through a quest: its routes, its loops and their ends, its modes, and what it leaves behind.
import { describe, expect, it } from 'vitest';
import { type PlayOptions, play } from '../../../testing/play.ts';
import type { Scene } from '../../../testing/script.ts';
import { parseDeferred } from '../files/deferred.ts';
import { finding } from '../files/findings.fixture.ts';
import { questInspector } from '../inspect/inspector.ts';
import { quest } from './quest.ts';
import {
  DEFECT,
  decides,
  hands,
  honest,
  honestAgents,
  judges,
  reviewsCode,
  routerJson,
  SOLO,
  TRIFLE,
  willingPeople,
} from './scripts.fixture.ts';

type More = Omit<PlayOptions, 'agents' | 'people'> & {
  readonly agents?: PlayOptions['agents'];
  readonly people?: PlayOptions['people'];
};

const played = ({ agents, people, ...more }: More = {}) =>
  play(quest, {
    ...honest,
    ...more,
    agents: { ...honestAgents, ...agents },
    people: { ...willingPeople, ...people },
  });

const routes = (more: object) => ({ router: () => ({ write: { 'logs/router.json': routerJson(more) } }) });
const stepsOf = (run: Awaited<ReturnType<typeof play>>): readonly string[] =>
  run.verdicts.map(({ step }) => step);

it('goes from a request to a commit, and then to the journal', async () => {
  const run = await played();
  expect(run.verdicts.filter(({ accepted }) => !accepted)).toEqual([]);
  expect([run.status, run.awaited]).toEqual(['complete', []]);
  expect(run.performed.map(({ action }) => action)).toEqual([
    ...['record', 'record', 'record', 'commit', 'add', 'commit'],
  ]);
  const [change, journal] = run.performed.filter(({ action }) => action === 'commit');
  expect(change).toMatchObject({ branch: 'quest/greet-people', message: 'Greet people\n' });
  expect(journal).toMatchObject({ branch: 'quest/greet-people' });
  expect(Object.keys(run.trees['work'] ?? {})).toEqual(['README.md', 'src/greet.js']);
  const entry = run.trees['filed']?.['docs/quest-journal/greet-people_2026-01-01.md'];
  expect(entry).toContain('<!-- celebration-data-start -->');
  expect(entry).toContain('"tier": "Diamond"');
  expect(run.trees['filed']?.['docs/quest-journal/README.md']).toContain(
    '[greet-people](greet-people_2026-01-01.md)',
  );
});

it('leaves a directory that its own inspector finds in order, with every file of the layout', async () => {
  const run = await played({
    agents: {
      'code-reviewer-a': reviewsCode([TRIFLE], null),
      'review-arbiter': () => ({
        ...judges([TRIFLE]),
        say: (judges([TRIFLE]).say ?? '').replace('NEXT: fixer', 'NEXT: null'),
      }),
    },
  });
  expect(run.status).toBe('complete');
  const files = new Map(Object.entries(run.files).filter(([name]) => questInspector.reads(name)));
  expect(questInspector.run(files)).toEqual([]);
  const names = ['arbiter_verdict.md', 'handoff_arbiter.json', 'handoff_claude.json', 'handoff_codex.json'];
  const kept = [...names, 'handoff_planner.json', 'plan.md', 'review_backlog.json', 'review_claude.md'];
  expect(Object.keys(run.files).sort()).toEqual([
    ...[...kept, 'review_codex.md', 'review_findings.json', 'snapshot.json', 'snapshot.sha256'].map(
      (name) => `history/plan/iteration-0001/${name}`,
    ),
    ...['logs/allowlist_snapshot.json', 'logs/context_health.log', 'logs/deferred_findings.jsonl'],
    ...['logs/health_report.txt', 'logs/journal_index.md', 'logs/parallelism.log', 'logs/router.json'],
    ...['logs/validation.log', 'orchestration.json'],
    ...['phase_01_plan/arbiter_verdict.md', 'phase_01_plan/deferred_backlog_matches.json'],
    ...[
      'phase_01_plan/handoff.json',
      'phase_01_plan/handoff_arbiter.json',
      'phase_01_plan/handoff_claude.json',
    ],
    ...['phase_01_plan/handoff_codex.json', 'phase_01_plan/plan.md', 'phase_01_plan/review_backlog.json'],
    ...[
      'phase_01_plan/review_claude.md',
      'phase_01_plan/review_codex.md',
      'phase_01_plan/review_findings.json',
    ],
    ...['phase_02_implementation/builder_feedback_discussion.md', 'phase_02_implementation/handoff.json'],
    'phase_02_implementation/pr_description.md',
    ...['phase_03_review/handoff_claude.json', 'phase_03_review/handoff_codex.json'],
    ...['phase_03_review/handoff_review-arbiter.json', 'phase_03_review/review_arbiter_verdict.md'],
    ...[
      'phase_03_review/review_backlog.json',
      'phase_03_review/review_claude.md',
      'phase_03_review/review_codex.md',
    ],
    ...['phase_03_review/review_findings.json', 'phase_03_review/review_findings.json.next'],
    ...['phase_03_review/review_findings_claude.json', 'phase_03_review/review_findings_codex.json'],
    ...['quest_brief.md', 'state.json'],
  ]);
});

describe('the route is decided while the quest runs', () => {
  it('solo: one reviewer, no arbiter', async () => {
    const run = await played({ agents: routes(SOLO) });
    expect(run.status).toBe('complete');
    expect(new Set(run.scenes.map(({ role }) => role))).toEqual(
      new Set(['router', 'planner', 'plan-reviewer-a', 'builder', 'code-reviewer-a']),
    );
    expect(JSON.parse(run.files['state.json'] ?? '')).toMatchObject({
      quest_mode: 'solo',
      last_verdict: 'approve',
    });
    expect(run.files['logs/parallelism.log']).toContain('arbiter=skipped');
  });

  it('a person may want more, or less, than the router says', async () => {
    const full = await played({ agents: routes(SOLO), people: { assessing: () => 'workflow' } });
    expect(stepsOf(full)).toContain('arbitrating');
    const less = await played({ people: { assessing: () => 'solo' } });
    expect(stepsOf(less)).not.toContain('arbitrating');
  });

  it.each(['manual', 'cancel'])('%s: there is no quest', async (choice) => {
    const run = await played({ people: { assessing: () => choice } });
    expect([run.status, run.files['state.json'], run.files['quest_brief.md']]).toEqual([
      'cancelled',
      undefined,
      undefined,
    ]);
  });

  it('manual by the matrix is no quest either', async () => {
    const run = await played({ agents: routes({ route: 'manual', complexity: 'trivial' }) });
    expect([run.status, stepsOf(run)]).toEqual(['cancelled', ['routing', 'assessing']]);
  });

  it('a high risk wants a word', async () => {
    const high = routes({ risk_level: 'high' });
    const silent = await played({ agents: high, people: { assessing: ['proceed'] } });
    expect(silent.refused).toMatchObject([{ message: expect.stringContaining('the risk is high') }]);
    const run = await played({
      agents: high,
      settings: { intake: 'high-risk' },
      people: { assessing: () => ({ says: 'proceed', why: 'Seen.' }) },
    });
    expect(run.status).toBe('complete');
  });

  it('what is not risky goes on by itself, where the project says so', async () => {
    const run = await played({ settings: { intake: 'high-risk' }, people: { assessing: [] } });
    expect(run.status).toBe('complete');
  });

  it('a thin request is asked about, ten questions at most, and then planned', async () => {
    const thin = { route: 'questioner', confidence: 0.4 };
    const asked: string[] = [];
    const summary = `## Questioner Summary\n\n### Requirements\n- R\n\n### Constraints\n- C\n\n### Confirmed Assumptions\n- A\n\n### Unresolved Unknowns\n- None.\n\n### Readiness Statement\nReady.\n`;
    const run = await played({
      agents: {
        ...routes(thin),
        questioner: ({ step, reply }) => {
          const tool = step === 'questioning' ? 'ask_first' : 'ask_again';
          const isRefused = reply?.startsWith('An answer') === false;
          return isRefused
            ? { write: { 'logs/questioner_summary.md': summary } }
            : { tool, args: { question: `Q${asked.length + 1}: what?` } };
        },
      },
      people: {
        ask_first: ({ text }) => {
          asked.push(text);
          return `An answer to ${text}`;
        },
        ask_again: ({ text }) => {
          asked.push(text);
          return `An answer to ${text}`;
        },
      },
    });
    expect(run.status).toBe('complete');
    expect(asked).toHaveLength(10);
    expect(stepsOf(run).slice(0, 5)).toEqual([
      'routing',
      'questioning',
      'rerouting',
      'clarifying',
      'assessing',
    ]);
    expect(run.files['quest_brief.md']).toContain('### Readiness Statement');
  });
});

const allows = (plans: unknown) => ({
  auto_approve_phases: { plan_refinement: true },
  gates: { max_plan_iterations: plans },
});

describe('the plan loop', () => {
  it('ends with a person after four plans, and a plan that nobody endorsed is not built', async () => {
    const run = await played({ agents: { arbiter: decides('iterate') } });
    expect(run.scenes.filter(({ role }) => role === 'planner')).toHaveLength(4);
    expect(run.awaited).toMatchObject([{ step: 'planStuck', choices: ['again', 'abandon'] }]);
    expect(run.facts).not.toContain('plan.endorsed');
  });

  it.each([
    ['two', allows(2), 2],
    ['never more than the cap', allows(1_000), 20],
    ['the default where it is nonsense', allows('many'), 4],
  ])('the allowlist of the project says how many: %s', async (_, allowlist, plans) => {
    const run = await played({
      agents: { arbiter: decides('iterate') },
      project: { '.ai/allowlist.json': JSON.stringify(allowlist) },
    });
    expect(run.scenes.filter(({ role }) => role === 'planner')).toHaveLength(plans);
  });

  it('alone, the reviewer sends a plan back', async () => {
    const reviewer = ({ item, attempt, prompt }: Scene) =>
      hands(
        { [`phase_01_plan/review_${item}.md`]: `${attempt}\n` },
        prompt.includes('iteration 1.') ? 'planner' : 'builder',
      );
    const run = await played({ agents: { ...routes(SOLO), 'plan-reviewer-a': reviewer } });
    expect([run.status, run.scenes.filter(({ role }) => role === 'planner').length]).toEqual(['complete', 2]);
  });

  it('what a person wants changed is written down, and asks for a plan even at the limit', async () => {
    let presented = 0;
    const run = await played({
      settings: { plan_iterations: 1 },
      people: {
        presenting: () => {
          presented += 1;
          return presented <= 3 ? { says: 'change', why: `Change number ${presented}.` } : 'proceed';
        },
      },
    });
    expect([run.status, run.scenes.filter(({ role }) => role === 'planner').length]).toEqual(['complete', 4]);
    expect(
      run.files['phase_01_plan/user_feedback.md']?.match(/^## Change Request \(Iteration \d\)$/gm),
    ).toEqual([
      '## Change Request (Iteration 2)',
      '## Change Request (Iteration 3)',
      '## Change Request (Iteration 4)',
    ]);
    expect(run.facts).toContain('plan.endorsed');
  });

  it('a person who wants changes says which', async () => {
    const run = await played({ people: { presenting: [{ says: 'change' }] } });
    expect(run.refused).toMatchObject([{ message: expect.stringContaining('expected what shall change') }]);
  });

  it('a person may walk through the phases, and ask for changes on the way', async () => {
    const shown: string[] = [];
    const run = await played({
      people: {
        presenting: ['walk', 'proceed'],
        walking: ({ text }) => {
          shown.push(text.split('\n')[0] ?? '');
          return 'next';
        },
      },
    });
    expect(run.status).toBe('complete');
    expect(shown).toEqual(['Phase 1 of 2: Phase 1: Greet', 'Phase 2 of 2: Phase 2: Say goodbye']);
  });
});

describe('the review', () => {
  const round = (finds: Readonly<Record<string, (n: number) => readonly ReturnType<typeof finding>[]>>) => {
    const rounds: Record<string, number> = {};
    return Object.fromEntries(
      Object.entries(finds).map(([role, of]) => [
        role,
        (scene: Scene) => {
          rounds[role] = (rounds[role] ?? 0) + 1;
          return reviewsCode(of(rounds[role] ?? 0))(scene);
        },
      ]),
    );
  };

  it('what is severe is fixed, and what can wait is kept for a later quest', async () => {
    const kept = { ...TRIFLE };
    let judged = 0;
    const run = await played({
      agents: {
        ...round({ 'code-reviewer-a': (n) => (n === 1 ? [DEFECT] : []) }),
        'code-reviewer-b': reviewsCode([kept], null),
        'review-arbiter': () => {
          judged += 1;
          return judges(judged === 1 ? [DEFECT, kept] : [kept]);
        },
      },
    });
    expect(run.status).toBe('complete');
    expect(run.scenes.filter(({ role }) => role === 'fixer')).toHaveLength(1);
    const appended = run.performed.find(({ action }) => action === 'append');
    const lines = appended?.action === 'append' ? appended.lines.join('\n') : '';
    expect(parseDeferred(lines, 'x').value).toMatchObject([
      { finding_id: 'B-1', deferred_by_quest: 'greet-people_2026-01-01__0000' },
    ]);
    const next = await played({
      request: 'Change src/other.js',
      project: { '.quest/backlog/deferred_findings.jsonl': `${lines}\n` },
    });
    expect(JSON.parse(next.files['phase_01_plan/deferred_backlog_matches.json'] ?? '')).toMatchObject([
      { finding_id: 'B-1' },
    ]);
  });

  it.each([
    ['workflow', {}, 3],
    ['solo', SOLO, 2],
  ])('%s: after so many rounds of fixing a person decides', async (_, more, fixes) => {
    const run = await played({
      agents: {
        ...routes(more),
        'code-reviewer-a': reviewsCode([DEFECT]),
        'review-arbiter': () => judges([DEFECT]),
      },
    });
    expect(run.scenes.filter(({ role }) => role === 'fixer')).toHaveLength(fixes);
    expect(run.awaited).toMatchObject([{ step: 'ruling', choices: ['fix', 'accept', 'replan', 'abandon'] }]);
    expect(JSON.parse(run.files['phase_03_review/review_backlog.json'] ?? '')).toMatchObject({
      at_loop_cap: true,
      counts: { needs_human_decision: 1, fix_now: 0 },
    });
  });

  it('a person may accept what is left, with a reason, and it is kept', async () => {
    const run = await played({
      agents: { 'code-reviewer-a': reviewsCode([DEFECT]), 'review-arbiter': () => judges([DEFECT]) },
      people: { ruling: [{ says: 'accept', why: 'We live with it.' }] },
    });
    expect(run.status).toBe('complete');
    expect(run.performed.find(({ action }) => action === 'append')).toBeDefined();
  });

  it('an arbiter that gives up dismisses nothing', async () => {
    const run = await played({
      agents: { 'code-reviewer-a': reviewsCode([DEFECT]), 'review-arbiter': () => ({ crash: 'gone' }) },
      people: { gatingFix: [] },
    });
    expect(run.awaited).toMatchObject([{ step: 'gatingFix' }]);
    expect(JSON.parse(run.files['phase_03_review/review_findings.json'] ?? '')).toMatchObject([
      { finding_id: 'A-1' },
    ]);
  });

  it('what was judged in an earlier round does not hide what is found in a later one', async () => {
    const late = finding({
      finding_id: 'A-2',
      path: 'src/late.js',
      summary: 'Late',
      write_scope: ['src/late.js'],
    });
    let judged = 0;
    const run = await played({
      agents: {
        ...round({ 'code-reviewer-a': (n) => (n === 1 ? [DEFECT] : [late]) }),
        'review-arbiter': () => {
          judged += 1;
          return judged === 1 ? judges([DEFECT]) : { crash: 'gone' };
        },
      },
      people: { gatingFix: ['fix'] },
    });
    expect(JSON.parse(run.files['phase_03_review/review_findings.json'] ?? '')).toMatchObject([
      { finding_id: 'A-2' },
    ]);
  });
});
