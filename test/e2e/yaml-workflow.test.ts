// Workflows in YAML, as they ship: the examples run, and relay in YAML says the same in its journal as relay itself.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Judged } from '../../src/model/run/judged.ts';
import {
  baton,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';

const example = (path: string): string => fileURLToPath(new URL(`../../examples/${path}`, import.meta.url));

const start = (world: Scratch, workflow: string, agent: string) =>
  baton(world, ['run', 'Do it', '--name', 'r', '--workflow', workflow, '--agent', agent]);

/** Clauses of one's own are not in relay itself, whose reader of reviews asks the same. */
const shown = (judged: readonly Judged[] = []): readonly string[] =>
  judged
    .filter(({ clause }) => !clause.startsWith('own-'))
    // Whether there was something to merge with when a coder handed in is chance.
    .map(({ clause, status, basis }) => `${clause} ${status} ${clause === 'merges-cleanly' ? '' : basis}`);

/** What a run has established: who handed in what, how each clause was judged, and what holds. */
const established = async (world: Scratch) => {
  const verdicts = readJournal(runState(world, 'r')).flatMap(({ events }) =>
    events.flatMap((event) =>
      event.kind === 'submission-accepted' || event.kind === 'submission-rejected'
        ? [`${event.assignment} ${event.kind}: ${shown(event.judged).join(', ')}`]
        : [],
    ),
  );
  const verified = await baton(world, ['verify', 'r', '--json']);
  const { facts } = JSON.parse(verified.stdout) as { facts: unknown };
  // Coders work side by side: who is first is chance.
  return { verdicts: verdicts.sort(), facts, verify: verified.exit };
};

it('relay in YAML establishes the same as relay', async () => {
  const played = await Promise.all(
    ['relay', example('relay/workflow.yaml')].map(async (workflow) => {
      const world = scratch();
      const outcome = await start(world, workflow, makeSmallRelay(world));
      expect(outcome.exit, outcome.stderr).toBe(0);
      return established(world);
    }),
  );
  expect(played[0]?.verdicts.length).toBeGreaterThan(8);
  expect(played[1]).toEqual(played[0]);
});

it('three roles in YAML are run, wait for a person, are resumed, and verify', async () => {
  const world = scratch();
  makeRepository(world.project, {
    'workflow.yaml': readFileSync(example('article/workflow.yaml'), 'utf8'),
    'scenario.yaml': readFileSync(example('article/scenario.yaml'), 'utf8'),
  });
  const waiting = await start(world, './workflow.yaml', 'scripted:scenario.yaml');
  expect(waiting.exit, waiting.stderr).toBe(4);
  expect((await baton(world, ['inbox'])).stdout).toContain('The moon pulls at the sea');
  expect((await baton(world, ['approve', 'approve.human.1'])).exit).toBe(0);
  const resumed = await baton(world, ['resume', 'r']);
  expect(resumed.exit, resumed.stderr).toBe(0);
  expect(resumed.stdout).toContain('complete');
  expect((await baton(world, ['verify', 'r'])).exit).toBe(0);
});

it('one that is wrong is told so at its line, and one whose prompt is a file is read with it', async () => {
  const world = scratch();
  const text = readFileSync(example('article/workflow.yaml'), 'utf8');
  const prompt = 'prompt: "Review the article: pass it, or fail it with findings."';
  makeRepository(world.project, { 'workflow.yaml': text.replace(prompt, 'prompt: prompts/review.md') });
  const without = await baton(world, ['prove', './workflow.yaml']);
  expect(without.exit).toBe(2);
  expect(without.stderr).toContain(
    'workflow.yaml:41:13  WORKFLOW_INVALID  steps.review.prompt: expected a file at',
  );
  writeFiles(world.project, { 'prompts/review.md': 'Review {{ files.article }}.\n' });
  expect(await baton(world, ['prove', './workflow.yaml'])).toMatchObject({ exit: 0 });
  writeFiles(world.project, { 'prompts/review.md': 'Review {{ files.artikel }}.\n' });
  expect((await baton(world, ['prove', './workflow.yaml'])).stderr).toContain('did you mean "article"?');
  writeFiles(world.project, { 'workflow.yaml': text.replace(prompt, 'prompt: ../review.md') });
  expect((await baton(world, ['prove', './workflow.yaml'])).stderr).toContain(
    'expected a path inside the folder of workflow.yaml, got "../review.md"',
  );
});

it('one that is not proved is told once where it goes wrong', async () => {
  const world = scratch();
  const text = readFileSync(example('article/workflow.yaml'), 'utf8');
  makeRepository(world.project, { 'workflow.yaml': text.replace('max: 3, then: stuck', 'resets: true') });
  const { stdout, exit } = await baton(world, ['prove', './workflow.yaml']);
  expect(exit).toBe(1);
  expect(stdout).toContain(
    '- write → review → write loops without a person and without a limit; give one of its ways a limit: { to, max, then } (PROOF_LOOP)',
  );
});
