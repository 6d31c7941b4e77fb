// An agent that fails in the middle, and another one that goes on: from its tree, with what Baton knows of the work.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

const PLAN = 'version: 1\nsummary: One file\nitems:\n  - key: one\n    title: One\n    task: Write it.\n';
const REST = {
  planner: [[{ write: { 'plan.yaml': PLAN } }, { submit: 'submit_plan' }]],
  reviewer: [[{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }, { submit: 'submit_review' }]],
};

const first = (...end: readonly object[]): object => ({
  roles: {
    ...REST,
    coder: [
      [
        { write: { 'project:one.txt': 'by the first\n' } },
        { submit: { tool: 'ask', args: { question: 'Which?' } } },
        ...end,
      ],
    ],
  },
  human: [{ answer: 'The left one.' }, { approve: {} }],
});

/** It only adds the test: what the first one wrote must be there. */
const second = (world: Scratch): object => ({
  roles: {
    ...REST,
    coder: [
      [
        { run: `cp one.txt ${world.root}/found.txt` },
        { write: { 'project:checks/one.sh': 'grep -q first one.txt\n' } },
        { submit: 'submit_done' },
      ],
    ],
  },
});

const play = async (world: Scratch, ...end: readonly object[]) => {
  makeRepository(world.project, {
    ...SMALL_PROJECT,
    '.gitignore': '.baton/\n',
    'baton.yaml': `${SMALL_PROJECT['baton.yaml']}agents:\n  coder: ["scripted:../first.json", "scripted:../second.json"]\n  default: scripted:../first.json\n`,
  });
  writeFiles(world.root, {
    'first.json': JSON.stringify(first(...end)),
    'second.json': JSON.stringify(second(world)),
  });
  return baton(world, ['run', 'x', '--name', 'r']);
};

describe('an agent that fails in the middle', () => {
  it('is followed by the next one, which goes on from its tree', async () => {
    const world = scratch();
    const played = await play(world, { crash: true });
    expect(played.exit, played.stdout + played.stderr).toBe(0);
    expect(readFileSync(join(world.root, 'found.txt'), 'utf8')).toBe('by the first\n');
    expect(gitIn(world.project, 'show', 'baton/r:one.txt')).toBe('by the first\n');
    const events = readJournal(runState(world, 'r')).flatMap((entry) => entry.events);
    const ends = events.filter((e) => e.kind === 'attempt-ended' && e.assignment === 'coding.coder.one.1');
    expect(ends.map((e) => (e.kind === 'attempt-ended' ? e.end : ''))).toEqual(['failed', 'finished']);
    expect(ends[0]).toMatchObject({ from: expect.stringMatching(/^git-tree:/) });
    const received = events.filter(
      (e) => e.kind === 'submission-received' && e.assignment === 'coding.coder.one.1',
    );
    expect(received).toHaveLength(1);
    expect((await baton(world, ['verify', 'r'])).exit).toBe(0);
  });

  it('for a limit is named with it, and the work does not wait where another one can go on', async () => {
    const world = scratch();
    const limit = 'API Error: 429 rate_limit_error, retry after 3000 seconds';
    const played = await play(world, { print: limit }, { exit: 1 });
    expect(played.exit, played.stdout + played.stderr).toBe(0);
    const [failed] = readJournal(runState(world, 'r'))
      .flatMap((entry) => entry.events)
      .filter((e) => e.kind === 'attempt-ended' && e.end === 'failed');
    expect(failed).toMatchObject({ why: expect.stringMatching(/^rate limit until \d{4}-/) });
  });

  it('leaves a capsule to whoever is next: the same text that anybody gets from this journal', async () => {
    const world = scratch();
    const line = `cat > ${world.root}/prompt.$BATON_ATTEMPT; echo half >> half.txt; echo broken >&2; exit 1`;
    const coder = JSON.stringify({ command: { run: ['sh', '-c', line] } });
    makeRepository(world.project, {
      ...SMALL_PROJECT,
      '.gitignore': '.baton/\n',
      'baton.yaml': `${SMALL_PROJECT['baton.yaml']}roles:\n  coder: ${coder}\nagents: { default: "scripted:../first.json" }\n`,
    });
    writeFiles(world.root, { 'first.json': JSON.stringify(first()) });
    expect((await baton(world, ['run', 'x', '--name', 'r'])).exit).toBe(1);
    const prompt = (attempt: number): string => readFileSync(join(world.root, `prompt.${attempt}`), 'utf8');
    const title = '## Work that was begun before you';
    expect(prompt(1)).not.toContain(title);
    const [, capsule = ''] = prompt(2).split(title);
    expect(capsule).toContain('broken');
    expect(capsule).toContain('tests-green');
    expect(capsule).toContain('+++ b/half.txt\n@@ -0,0 +1 @@\n+half\n');
    expect(prompt(3)).toContain('+half\n+half\n');
  });
});
