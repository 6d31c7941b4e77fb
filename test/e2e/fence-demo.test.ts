// The honest work of the demos behind the fence: it ends as it does without one. `BATON_FENCED_DEMOS=all` plays all of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LEVELS } from './levels.ts';
import { baton, gitIn, makeScratch, readJournal, runState, type Scratch } from './scratch.ts';

const WORKFLOWS =
  process.env['BATON_FENCED_DEMOS'] === 'all'
    ? ['relay', 'agentmux', 'h3a', 'quest', 'collective']
    : ['relay'];

/** What was judged, in the order of each piece of work, and what ended on a branch. */
const playedIn = async (world: Scratch, workflow: string, level: string): Promise<object> => {
  const { exit, stdout, stderr } = await baton(world, ['demo', workflow, '--isolation', level], {
    cwd: world.home,
  });
  expect(exit, stdout + stderr).toBe(0);
  const project = join(world.tmp, readdirSync(world.tmp)[0] ?? '');
  const journal = readJournal(runState({ ...world, project }, 'demo'));
  const judged = journal.flatMap(({ events }) =>
    events.flatMap((event) =>
      event.kind === 'submission-accepted' || event.kind === 'submission-rejected'
        ? [`${event.assignment}: ${event.kind}`]
        : [],
    ),
  );
  const branches = gitIn(project, 'for-each-ref', '--format=%(refname)', 'refs/heads').trim().split('\n');
  const files = branches.map((branch) => [branch, gitIn(project, 'ls-tree', '-r', '--name-only', branch)]);
  return { judged: judged.sort(), files };
};

const played = async (workflow: string, level: string): Promise<object> => {
  const world = makeScratch();
  try {
    return await playedIn(world, workflow, level);
  } finally {
    world.remove();
  }
};

describe.skipIf(LEVELS.length === 0).each(WORKFLOWS)('the demo of %s', (workflow) => {
  let open: object;
  beforeAll(async () => {
    open = await played(workflow, 'none');
  });

  it.each(LEVELS)('ends at level %s as it does without a fence', async (level) => {
    expect(await played(workflow, level)).toEqual(open);
  });
});
