// A collective whose holder is killed at the places that are special to it: while two tasks are at work, while one is judged, and
// while statuses are written back, when the run itself is complete. Each comes to the end of the undisturbed one.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TASKS_FILE } from '../../src/systems/collective/tasks/read-tasks.ts';
import { COLLECTIVE, RUN } from '../crash/killed-plays.ts';
import { agentsOf, until } from '../crash/places.ts';
import { processesOf } from '../crash/processes.ts';
import { killHolder, sameEndOf } from '../crash/same-end.ts';
import { baton, readJournal, runState, type Scratch, scratch, startBaton, writeFiles } from './scratch.ts';
import { TASKS_TEXT, writeSmallCollective } from './small-collective.ts';

const TEST_MS_MAX = 300_000;

const expectSameEnd = sameEndOf(COLLECTIVE);

const countOf = (world: Scratch, kind: string, part: string): number =>
  (existsSync(join(runState(world, RUN), 'journal.jsonl')) ? readJournal(runState(world, RUN)) : [])
    .flatMap(({ events }) => events)
    .filter((event) => event.kind === kind && JSON.stringify(event).includes(part)).length;

const PHASE = 'coding-module-development-agent.module-development-agent';

describe('a collective whose holder is killed', { timeout: TEST_MS_MAX }, () => {
  it('while two tasks are at work: both are begun again, and nobody is to blame', async () => {
    const world = scratch();
    const words = COLLECTIVE.make(world);
    writeSmallCollective(world, { before: [{ run: 'sleep 60' }] });
    const holder = startBaton(world, words);
    const atWork = (task: number): boolean => agentsOf(world, RUN, `${PHASE}.${task}.1`).length > 0;
    await until(holder, () => atWork(1) && atWork(2));
    await killHolder(holder);
    expect(countOf(world, 'submission-received', PHASE)).toBe(0);
    writeSmallCollective(world);
    await expectSameEnd(world);
    expect(countOf(world, 'attempt-ended', '"end":"lost"')).toBe(2);
    expect(countOf(world, 'attempt-ended', 'retryAt')).toBe(0);
  });

  it('while one is judged: it is judged again, and nobody does it again', async () => {
    const world = scratch();
    const holder = startBaton(world, COLLECTIVE.make(world));
    const isJudged = (): boolean =>
      countOf(world, 'submission-received', PHASE) > 0 &&
      processesOf(world.root).some(({ command }) => command.includes('run-tests.sh'));
    await until(holder, isJudged);
    await killHolder(holder);
    expect(countOf(world, 'submission-accepted', PHASE)).toBe(0);
    const received = countOf(world, 'submission-received', PHASE);
    expect(received).toBeGreaterThan(0);
    await expectSameEnd(world);
    expect(countOf(world, 'submission-accepted', PHASE)).toBe(3);
  });

  it('while statuses are written back: the run is complete, and does what it owes', async () => {
    const world = scratch();
    const words = COLLECTIVE.make(world);
    // What somebody changes meanwhile is merged by git, which waits here.
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const hold = join(world.root, 'hold');
    writeFiles(world.root, {
      'bin/git': `#!/bin/sh\ncase "$*" in *merge-file*) while [ -e '${hold}' ]; do sleep 0.05; done;; esac\nexec '${real}' "$@"\n`,
      hold: '',
    });
    chmodSync(join(world.root, 'bin/git'), 0o755);
    const holder = startBaton(world, words, {
      env: { PATH: `${join(world.root, 'bin')}:${process.env['PATH']}` },
    });
    await until(holder, () => countOf(world, 'run-started', '') > 0);
    const tasks = join(world.project, TASKS_FILE);
    const changed = TASKS_TEXT.replace('"Task 3"', '"What somebody wrote meanwhile"');
    writeFileSync(tasks, changed);
    await until(holder, () => processesOf(world.root).some(({ command }) => command.includes('merge-file')));
    await killHolder(holder);
    expect(countOf(world, 'run-ended', 'complete')).toBe(1);
    expect(countOf(world, 'effect-performed', '')).toBe(0);
    expect(readFileSync(tasks, 'utf8')).toBe(changed);
    rmSync(hold);
    await expectSameEnd(world);
    expect(countOf(world, 'effect-performed', '')).toBe(1);
    expect(readFileSync(tasks, 'utf8')).toBe(changed.replaceAll('"pending"', '"done"'));
    // Once it owes nothing, nobody holds it again.
    const holders = countOf(world, 'holder-changed', '');
    expect((await baton(world, ['resume', RUN, '--json'])).exit).toBe(0);
    expect(countOf(world, 'holder-changed', '')).toBe(holders);
  });
});
