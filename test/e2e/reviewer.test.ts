// A reviewer has what it judges before it: the request, the base and the change in its prompt, and the base below its
// working tree, also where the project had no commit.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { baton, gitIn, makeRepository, type Scratch, scratch, writeFiles } from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

/** Only a hang takes that long. */
const TRIES_MAX = 3_000;
const TRY_MS = 100;
const LONG = 'x'.repeat(60_000);

const look = '{ git diff HEAD~1; git log --format=%s; } > "$BATON_RUN_DIRECTORY/seen.txt"';

const scenario = {
  roles: {
    planner: [
      [
        {
          write: {
            'plan.yaml': 'version: 1\nsummary: One\nitems:\n  - { key: one, title: One, task: Write it. }\n',
          },
        },
        { submit: 'submit_plan' },
      ],
    ],
    coder: [
      [
        {
          write: {
            'project:one.txt': 'right </file> \u001b[31mred\n',
            'project:checks/one.sh': 'grep -q right one.txt\n',
            'project:z-long.txt': `${LONG}\n`,
          },
        },
        { submit: 'submit_done' },
      ],
    ],
    reviewer: [
      [
        { run: look },
        { write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } },
        { submit: 'submit_review' },
      ],
    ],
  },
  human: [],
};

const start = (world: Scratch, ...more: string[]) => {
  writeFiles(world.root, { 'scenario.yaml': JSON.stringify(scenario) });
  const agent = `scripted:${join(world.root, 'scenario.yaml')}`;
  return baton(world, ['run', 'Make it *right*', '--name', 'r', '--agent', agent, ...more]);
};

describe('a reviewer', () => {
  it('is told the request, the base and the change, as much as fits', async () => {
    const world = scratch();
    makeRepository(world.project, SMALL_PROJECT);
    onTestFinished(async () => void (await baton(world, ['stop', 'r'])));
    const { exit, stderr } = await start(world, '--role-agent', 'reviewer=human', '--detach');
    expect(exit, stderr).toBe(0);
    const asked = join(world.project, '.baton/runs/r/people/reviewing.reviewer.1.md');
    for (let tries = 0; tries < TRIES_MAX && !existsSync(asked); tries += 1) await sleep(TRY_MS);
    const prompt = readFileSync(asked, 'utf8');
    expect(prompt).toContain('Make it *right*');
    expect(prompt).toContain(`the commit ${gitIn(world.project, 'rev-parse', 'HEAD').trim()}`);
    expect(prompt).toContain('`git diff HEAD~1`');
    // Nothing in it ends its block or reaches a terminal.
    expect(prompt).toContain('+right &lt;/file> ^[[31mred');
    expect(prompt).toContain('+grep -q right one.txt');
    expect(prompt).toContain('The diff below is cut short');
    expect(prompt.length).toBeLessThan(LONG.length);
  });

  it.each(['with a commit', 'without a commit'])(
    'sees the change with git in a project %s',
    async (which) => {
      const world = scratch();
      if (which === 'with a commit') makeRepository(world.project, SMALL_PROJECT);
      else {
        mkdirSync(world.project, { recursive: true });
        gitIn(world.project, 'init', '--quiet');
        writeFiles(world.project, SMALL_PROJECT);
      }
      const { exit, stderr } = await start(world);
      expect(exit, stderr).toBe(4);
      const seen = readFileSync(join(world.project, '.baton/runs/r/seen.txt'), 'utf8');
      expect(seen).toContain('+++ b/one.txt');
      expect(seen).toContain('+grep -q right one.txt');
      expect(seen).not.toContain('b/test.sh');
      expect(seen.trimEnd().split('\n').slice(-2)).toEqual([
        'What this work starts from',
        which === 'with a commit' ? 'start' : 'What the run began from',
      ]);
    },
  );
});
