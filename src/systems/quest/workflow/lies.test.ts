// Handoffs that say what is not so, and honest ones that look like them.
import { expect, it } from 'vitest';
import type { FileChange } from '../../../model/evidence.ts';
import { play } from '../../../testing/play.ts';
import type { Scene } from '../../../testing/script.ts';
import type { Finding } from '../files/findings-file.ts';
import { parsePlan } from './plan-declared.ts';
import { quest } from './quest.ts';
import {
  builds,
  DEFECT,
  hands,
  honest,
  honestAgents,
  judges,
  PLAN,
  playedWith,
  reviewsCode,
  TRIFLE,
} from './scripts.fixture.ts';

const rejections = (run: Awaited<ReturnType<typeof play>>, of: string): readonly string[] =>
  run.verdicts.flatMap(({ step, accepted, problems }) =>
    step === of && !accepted ? problems.map(({ message }) => message) : [],
  );

const once =
  (turn: (scene: Scene) => ReturnType<typeof builds>, then: (scene: Scene) => ReturnType<typeof builds>) =>
  (scene: Scene) =>
    scene.attempt === 1 ? turn(scene) : then(scene);

const GREETING: FileChange = {
  ...{ path: 'src/greet.js', change: 'added', kind: 'file', modeChanged: false, added: 1, removed: 0 },
};

const lowered: readonly (readonly [string, readonly Finding[]])[] = [
  ['by its severity', [{ ...DEFECT, severity: 'low', confidence: 'medium' }, TRIFLE]],
  ['inside of a trifle', [{ ...TRIFLE, finding_id_lineage: ['A-1', 'B-1'] }]],
];

it.each(lowered)('a review arbiter cannot make little of a defect: %s', async (_, kept) => {
  let rounds = 0;
  const run = await playedWith({
    'code-reviewer-a': (scene) => {
      if (scene.attempt === 1) rounds += 1;
      return reviewsCode(rounds === 1 ? [DEFECT, TRIFLE] : [])(scene);
    },
    'review-arbiter': once(
      () => judges(kept),
      () => judges([DEFECT, TRIFLE]),
    ),
  });
  expect(rejections(run, 'judgingFindings')).toEqual([
    'expected A-1 to stay critical or high, since its reviewer calls it high, got a lower severity',
  ]);
  expect(run.status).toBe('complete');
});

it('files that nobody wrote are no artifacts', async () => {
  const listing = (path: string) => () => {
    const turn = builds();
    return { ...turn, say: (turn.say ?? '').replace('ARTIFACTS: ', `ARTIFACTS: ${path}, `) };
  };
  const run = await play(quest, {
    ...honest,
    agents: { ...honestAgents, builder: once(listing('src/nothing.js'), listing('./src/greet.js')) },
    evidence: (need) =>
      need.kind === 'diff' ? { kind: 'diff', files: [GREETING], cut: false } : honest.evidence(need),
  });
  expect(rejections(run, 'building')).toEqual([
    'ARTIFACTS: expected files that you changed, got src/nothing.js',
  ]);
  expect(run.status).toBe('complete');
});

it('whoever wants a plan reads which proof it does without', async () => {
  const asked: string[] = [];
  const shows =
    (choice: string) =>
    ({ text }: { readonly text: string }) => {
      asked.push(text);
      return choice;
    };
  const declared = `${PLAN}\nChange kind: refactor\n\n## Released Tests\n- test/old.test.js\n`;
  await playedWith(
    { planner: () => hands({ 'phase_01_plan/plan.md': declared }, 'plan_review') },
    { presenting: shows('proceed'), approving: shows('commit') },
  );
  expect(asked).toHaveLength(2);
  for (const text of asked) {
    expect(text).toContain('Change kind: refactor, so no new test has to show it');
    expect(text).toContain('test/old.test.js');
  }
});

it('a plan of two kinds is of none', () => {
  expect(parsePlan('Change kind: feature\nChange kind: docs\n', 'plan.md').problems).toMatchObject([
    { line: 2, message: 'change kind: expected one kind, got feature and docs' },
  ]);
  expect(parsePlan('Change kind: fix\n- **Change kind:** fix\n', 'plan.md').value?.kind).toBe('fix');
});
