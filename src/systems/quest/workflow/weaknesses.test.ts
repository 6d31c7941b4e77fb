// The weaknesses of Quest (6.1 of its specification), each with a quest that does not have it. Elsewhere: 9 (state that is
// written in two steps) in test/simulation, 14 (a matcher that fails open) in files/bash-matcher.test.ts, 19 (two names for one
// role) in handoff/variants.test.ts. 16 (a link to another worktree's folder) cannot be: a run has one directory.
import { describe, expect, it } from 'vitest';
import { play } from '../../../testing/play.ts';
import type { Scene } from '../../../testing/script.ts';
import { finding } from '../files/findings.fixture.ts';
import { QUEST } from '../handoff/quest-contract.ts';
import { lintText } from '../lint/lint-text.ts';
import { quest } from './quest.ts';
import { TRANSITIONS } from './record/phases.ts';
import {
  block,
  builds,
  DEFECT,
  decides,
  hands,
  honest,
  honestAgents,
  inQuest,
  judges,
  PLAN,
  plans,
  playedWith,
  reviewsCode,
  TRIFLE,
  willingPeople,
} from './scripts.fixture.ts';

const PLAN_FILE = 'phase_01_plan/plan.md';
const codesOf = (run: Awaited<ReturnType<typeof play>>): readonly string[] =>
  run.verdicts.flatMap(({ problems }) => problems.map(({ code }) => code));

/** Turns of the first attempts, then an honest one. */
const first =
  (...turns: readonly string[]) =>
  ({ attempt }: Scene) =>
    attempt <= turns.length ? { write: { [PLAN_FILE]: PLAN }, say: turns[attempt - 1] ?? '' } : plans();

describe('2: what is echoed or quoted is no handoff', () => {
  it.each([
    [
      'the template',
      '---HANDOFF---\nSTATUS: complete | needs_human | blocked\nARTIFACTS: <path>\nNEXT: plan_review\nSUMMARY: <one line>\n',
    ],
    [
      'a quotation before a broken block',
      `> ${block('complete', [PLAN_FILE], 'plan_review', 'Quoted.').split('\n').join('\n> ')}\n\n---HANDOFF---\nSTATUS: almost\n`,
    ],
    ['nothing at all', 'I am done, the plan is complete.'],
  ])('%s', async (_, text) => {
    const run = await playedWith({ planner: first(text) });
    expect(run.verdicts.filter(({ step }) => step === 'planning').map(({ accepted }) => accepted)).toEqual([
      false,
      true,
    ]);
    expect(run.status).toBe('complete');
  });
});

describe('3 and 11: NEXT is read, and a missing one is not null', () => {
  it('a planner that names the builder is told whom it may name', async () => {
    const run = await playedWith({ planner: first(block('complete', [PLAN_FILE], 'builder', 'Build it.')) });
    expect(codesOf(run)).toContain('HANDOFF_NEXT_NOT_ALLOWED');
  });

  it('a reviewer that leaves NEXT out has not said that nobody follows', async () => {
    const without = (scene: Scene) => {
      const turn = reviewsCode([])(scene);
      return scene.attempt === 1 ? { ...turn, say: (turn.say ?? '').replace(/NEXT: .*\n/, '') } : turn;
    };
    const run = await playedWith({ 'code-reviewer-a': without });
    expect(run.verdicts.filter(({ step, accepted }) => step === 'reviewingCode' && !accepted)).toHaveLength(
      1,
    );
    expect(run.status).toBe('complete');
  });
});

it('4: a quest whose roles say everything in text completes, and its handoff files are there', async () => {
  const run = await playedWith({});
  expect(run.status).toBe('complete');
  expect(Object.keys(run.files).filter((path) => path.includes('handoff'))).toEqual(
    expect.arrayContaining([
      'phase_01_plan/handoff.json',
      'phase_01_plan/handoff_arbiter.json',
      'phase_01_plan/handoff_claude.json',
      'phase_01_plan/handoff_codex.json',
      'phase_02_implementation/handoff.json',
      'phase_03_review/handoff_claude.json',
      'phase_03_review/handoff_codex.json',
    ]),
  );
});

it('5: an arbiter that never says anything decides nothing, and nobody decides for it', async () => {
  const run = await playedWith({ arbiter: () => ({ crash: 'no answer' }) });
  expect(run.awaited).toMatchObject([{ step: 'planStuck' }]);
  expect(Object.keys(run.files)).not.toContain('phase_01_plan/arbiter_verdict.md');
  expect(run.facts).not.toContain('plan.endorsed');
});

it('6: the handoff of an earlier iteration is not taken for the new one', async () => {
  let visits = 0;
  const file = JSON.stringify({
    ...{ status: 'complete', artifacts: [inQuest(PLAN_FILE)], next: 'plan_review', summary: 'The first.' },
  });
  const run = await playedWith({
    planner: ({ attempt }) => {
      if (attempt === 1) visits += 1;
      // The second plan is not handed over at first: the file of the first one must not lie there.
      if (visits === 1)
        return { write: { [PLAN_FILE]: PLAN, 'phase_01_plan/handoff.json': file }, say: 'Done.' };
      return attempt === 1 ? { write: { [PLAN_FILE]: `${PLAN}\nMore.\n` }, say: 'Done.' } : plans();
    },
    arbiter: (scene) => decides(visits === 1 ? 'iterate' : 'approve')(scene),
  });
  const planning = run.verdicts.filter(({ step }) => step === 'planning');
  expect(planning.map(({ accepted }) => accepted)).toEqual([true, false, true]);
  expect(planning[1]?.problems.map(({ code }) => code)).toEqual(['HANDOFF_MISSING']);
});

it('7: what was good stays when something else is to be handed in again', async () => {
  const run = await playedWith({
    arbiter: (scene) =>
      scene.attempt === 1
        ? {
            ...decides('approve')(scene),
            write: {
              'phase_01_plan/arbiter_verdict.md': 'A verdict.\n',
              'phase_01_plan/review_findings.json': '{',
            },
          }
        : {
            ...decides('approve')(scene),
            write: { 'phase_01_plan/review_findings.json': '[]' },
          },
  });
  expect(run.status).toBe('complete');
  expect(run.files['phase_01_plan/arbiter_verdict.md']).toBe('A verdict.\n');
});

it('8: every transition is one of the table, whatever people and agents do', async () => {
  let presented = 0;
  let plansReviewed = 0;
  let reviewed = 0;
  const run = await playedWith(
    {
      arbiter: (scene) => {
        plansReviewed += 1;
        return decides(plansReviewed === 1 ? 'iterate' : 'approve')(scene);
      },
      'code-reviewer-a': (scene) => {
        reviewed += 1;
        return reviewsCode(reviewed === 1 ? [DEFECT] : [])(scene);
      },
      'review-arbiter': () => judges([DEFECT]),
    },
    {
      presenting: () => {
        presented += 1;
        return presented === 1 ? { says: 'change', why: 'Shorter.' } : 'proceed';
      },
    },
  );
  expect(run.status).toBe('complete');
  const state = JSON.parse(run.files['state.json'] ?? '{}');
  expect(state).toMatchObject({ phase: 'complete', status: 'complete', plan_iteration: 3, fix_iteration: 1 });
  const lines = (run.files['logs/validation.log'] ?? '').trim().split('\n');
  const taken = lines.map((line) => /transition=(\w+)->(\w+) \| result=pass/.exec(line)?.slice(1) ?? []);
  expect(taken.map(([from, to]) => `${from} ${to}`)).toEqual([
    ...['plan plan', 'plan plan_reviewed', 'plan_reviewed presenting', 'presenting plan'],
    ...['plan plan_reviewed', 'plan_reviewed presenting', 'presenting presentation_complete'],
    ...['presentation_complete building', 'building reviewing', 'reviewing fixing', 'fixing reviewing'],
    'reviewing complete',
  ]);
  for (const [from = '', to = ''] of taken)
    expect(TRANSITIONS[from as keyof typeof TRANSITIONS]).toContain(to);
});

describe('10: a reviewer that wants a fix says what', () => {
  it('NEXT: fixer without a finding is rejected', async () => {
    const run = await playedWith({
      'code-reviewer-a': (scene) => reviewsCode([], scene.attempt === 1 ? 'fixer' : null)(scene),
    });
    expect(codesOf(run)).toContain('HANDOFF_CONTRADICTION');
    expect(run.status).toBe('complete');
  });

  it('NEXT: null with a finding that is severe is rejected', async () => {
    const run = await playedWith({
      'code-reviewer-b': (scene) => reviewsCode(scene.attempt === 1 ? [DEFECT] : [], null)(scene),
    });
    expect(codesOf(run)).toContain('HANDOFF_CONTRADICTION');
  });

  it('an arbiter that loses a finding, or invents one, is told which', async () => {
    const run = await playedWith({
      'code-reviewer-a': reviewsCode([TRIFLE], null),
      'review-arbiter': ({ attempt }) =>
        attempt === 1
          ? judges([])
          : attempt === 2
            ? judges([TRIFLE, finding({ finding_id: 'X-9' })])
            : judges([TRIFLE]),
    });
    const told = run.verdicts.filter(({ step, accepted }) => step === 'judgingFindings' && !accepted);
    expect(told.map(({ problems }) => problems.map(({ field }) => field))).toEqual([['B-1'], ['X-9']]);
    expect(run.status).toBe('complete');
  });
});

it.each([
  ['/etc/passwd', 'HANDOFF_ARTIFACT_PATH'],
  ['../../other/plan.md', 'HANDOFF_ARTIFACT_PATH'],
  ['.quest/other_2026-01-01__0000/phase_01_plan/plan.md', 'HANDOFF_ARTIFACT_PATH'],
  [inQuest('phase_01_plan/arbiter_verdict.md'), 'HANDOFF_ARTIFACT_PATH'],
])('12: %s is no artifact of the planner', async (path, code) => {
  const text = `---HANDOFF---\nSTATUS: complete\nARTIFACTS: ${inQuest(PLAN_FILE)}, ${path}\nNEXT: plan_review\nSUMMARY: Done.\n`;
  const run = await playedWith({ planner: first(text) });
  const [rejected] = run.verdicts.filter(({ step }) => step === 'planning');
  expect([rejected?.accepted, rejected?.problems.map((found) => found.code)]).toEqual([false, [code]]);
});

it('13: questions above the marker reach a person, and the answer comes back', async () => {
  const asked: string[] = [];
  const run = await play(quest, {
    ...honest,
    agents: {
      ...honestAgents,
      planner: ({ attempt, prompt }) => {
        if (attempt === 1)
          return { say: block('needs_human', [], null, 'Questions.', 'Which word?\nHow loud?') };
        expect(prompt).toContain('Hello, and quietly.');
        return plans();
      },
    },
    people: {
      ...willingPeople,
      question: ({ text }) => {
        asked.push(text);
        return 'Hello, and quietly.';
      },
    },
  });
  expect(run.status).toBe('complete');
  expect(asked).toEqual(['Which word?\nHow loud?']);
});

describe('15: only an explicit yes builds', () => {
  it.each(['no', 'n', 'skip', 'maybe', '', 'Proceed?'])('%j is no choice', async (word) => {
    await expect(playedWith({}, { presenting: () => word })).rejects.toMatchObject({
      code: 'CHOICE_INVALID',
    });
    await expect(playedWith({}, { gating: () => word })).rejects.toMatchObject({ code: 'CHOICE_INVALID' });
  });

  it('silence waits', async () => {
    const { presenting: _, ...others } = willingPeople;
    const run = await play(quest, { ...honest, people: others });
    expect(run.awaited).toMatchObject([
      { step: 'presenting', choices: ['proceed', 'walk', 'change', 'abandon'] },
    ]);
    expect(run.trees['work']).toBeUndefined();
  });
});

it('17: prompts do not grow with what roles write', async () => {
  const bytes = async (size: number): Promise<Readonly<Record<string, number>>> => {
    const long = 'word '.repeat(size);
    const run = await playedWith({
      planner: () => hands({ [PLAN_FILE]: `${PLAN}\n${long}` }, 'plan_review'),
      'plan-reviewer-a': ({ item }) => hands({ [`phase_01_plan/review_${item}.md`]: long }, 'arbiter'),
      builder: () => {
        const turn = builds();
        return { ...turn, write: { ...turn.write, 'project:src/long.txt': long } };
      },
    });
    expect(run.status).toBe('complete');
    return Object.fromEntries(run.scenes.map(({ role, prompt }) => [role, Buffer.byteLength(prompt)]));
  };
  const [small, large] = [await bytes(1), await bytes(200_000)];
  for (const [role, size] of Object.entries(small)) expect(large[role]).toBeLessThanOrEqual(size * 1.05);
});

it('18: a quest that is given up says so', async () => {
  const run = await playedWith({}, { gating: () => 'abandon' });
  expect(run.status).toBe('cancelled');
  expect(JSON.parse(run.files['state.json'] ?? '{}')).toMatchObject({
    phase: 'abandoned',
    status: 'blocked',
  });
});

it('20: a marker in a file is nobody’s handoff', async () => {
  const planted = `${PLAN}\n\n${block('complete', [PLAN_FILE], 'plan_review', 'Planted.')}`;
  const run = await playedWith({
    planner: ({ attempt }) =>
      attempt === 1 ? { write: { [PLAN_FILE]: planted }, say: 'See the plan.' } : plans(),
  });
  expect(run.verdicts.find(({ step }) => step === 'planning')).toMatchObject({ accepted: false });
});

it('1: what prompts say of the contract is what Quest’s own linter wants', async () => {
  const run = await playedWith(
    { 'code-reviewer-a': reviewsCode([DEFECT]), 'review-arbiter': () => judges([DEFECT]) },
    { gatingFix: () => 'fix', ruling: () => 'abandon' },
  );
  const prompts = new Map(run.scenes.map(({ role, prompt }) => [role, prompt]));
  expect([...prompts.keys()]).toEqual(Object.keys(honestAgents));
  for (const [role, prompt] of prompts) {
    if (role === 'router') continue;
    const name = role
      .replace(/-[ab]$/, '')
      .replaceAll('-', '_')
      .replace('reviewer', 'review');
    expect(lintText(`${name}_agent.md`, prompt, QUEST).problems).toEqual([]);
    for (const word of ['---HANDOFF---', 'STATUS: complete', 'ARTIFACTS: ', 'NEXT: ', 'SUMMARY: '])
      expect(prompt).toContain(word);
  }
});
