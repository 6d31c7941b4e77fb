// Coders side by side: a conflict goes to its owner with the conflicts marked, and what follows others starts from their merge.
import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/model/run/event.ts';
import {
  baton,
  gitIn,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

const planned = (items: readonly string[], coders: readonly (readonly string[])[]): string => `roles:
  planner:
    - - write:
          plan.yaml: |
            version: 1
            summary: Several things
            items:
${items.map((item) => `              - ${item.replace(/\}\s*$/, ', kind: refactor }')}`).join('\n')}
      - submit: submit_plan
  coder:
${coders.map((steps) => `    -\n${steps.map((step) => `      - ${step}`).join('\n')}`).join('\n')}
  reviewer:
    - - write: { review.yaml: "verdict: pass\\nsummary: fine\\n" }
      - submit: submit_review
human:
  - approve: {}
`;

const runScenario = async (world: Scratch, scenario: string): Promise<Event[]> => {
  makeRepository(world.project, { ...SMALL_PROJECT, 'list.txt': 'first\n' });
  writeFiles(world.root, { 'scenario.yaml': scenario });
  const ran = await baton(world, [
    'run',
    'Several things',
    '--name',
    'r',
    '--agent',
    `scripted:${world.root}/scenario.yaml`,
  ]);
  expect(ran.exit, ran.stderr).toBe(0);
  return readJournal(runState(world, 'r')).flatMap((entry) => entry.events);
};

const show = (world: Scratch, path: string): string => gitIn(world.project, 'show', `baton/r:${path}`);

describe('parallel coders', () => {
  it('that change the same lines: the later one is told, finds the conflict marked, and keeps both', async () => {
    const world = scratch();
    const events = await runScenario(
      world,
      planned(
        ['{ key: a, title: A, task: Add a line. }', '{ key: b, title: B, task: Add a line. }'],
        [
          ['write: { "project:list.txt": "first\\na\\n" }', 'submit: submit_done'],
          [
            'write: { "project:list.txt": "first\\nb\\n" }',
            // It hands in when the other was accepted, so the conflict is its own.
            `run: "until grep -q coding.coder.a.1.,.outcome ${world.state}/*/r/journal.jsonl; do sleep 0.05; done"`,
            'submit: submit_done',
            'run: "cp list.txt {run}/seen.txt; grep -v \'^[<=>]\' list.txt > new.txt; mv new.txt list.txt"',
            'submit: submit_done',
          ],
        ],
      ),
    );
    const rejected = events.filter((e) => e.kind === 'submission-rejected');
    expect(rejected).toHaveLength(1);
    expect(rejected[0]).toMatchObject({
      assignment: 'coding.coder.b.1',
      rejection: {
        clauses: ['merges-cleanly'],
        problems: [{ code: 'MERGE_CONFLICT', file: 'list.txt' }, { severity: 'warning' }],
      },
    });
    expect(events.filter((e) => e.kind === 'rebase-performed')).toHaveLength(1);
    expect(show(world, 'list.txt').split('\n').sort()).toEqual(['', 'a', 'b', 'first']);
  });

  it('one of which follows another: it starts from what the other has done', async () => {
    const world = scratch();
    const events = await runScenario(
      world,
      planned(
        [
          '{ key: a, title: A, task: First. }',
          '{ key: b, title: B, task: Then., after: [a, c] }',
          '{ key: c, title: C, task: First. }',
        ],
        [
          ['write: { "project:a.txt": "a\\n" }', 'submit: submit_done'],
          ['run: "cat a.txt c.txt > b.txt"', 'submit: submit_done'],
          ['write: { "project:c.txt": "c\\n" }', 'submit: submit_done'],
        ],
      ),
    );
    const order = events.flatMap((e) =>
      e.kind === 'attempt-started' || e.kind === 'submission-accepted' ? [`${e.kind} ${e.assignment}`] : [],
    );
    const started = order.indexOf('attempt-started coding.coder.b.1');
    expect(started).toBeGreaterThan(order.indexOf('submission-accepted coding.coder.a.1'));
    expect(started).toBeGreaterThan(order.indexOf('submission-accepted coding.coder.c.1'));
    expect(show(world, 'b.txt')).toBe('a\nc\n');
  });
});
