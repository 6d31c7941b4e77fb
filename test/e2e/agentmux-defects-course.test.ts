// A whole agentmux run of real processes that is sent back by its person, killed while it is planned again, resumed and
// approved: what the original lost on the way, Baton keeps.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../src/model/run/entry.ts';
import { processesOf } from '../crash/processes.ts';
import { agentmuxScenario, codes, hold, plans } from '../fixtures/agentmux-scenario.ts';
import {
  baton,
  gitIn,
  makeRepository,
  makeScratch,
  type Outcome,
  readJournal,
  runState,
  type Scratch,
  startBaton,
  writeFiles,
} from './scratch.ts';

const WORDS = 'The greeting should be louder.';
const TRIES_MAX = 2_400;
const TRY_MS = 50;

interface Story {
  readonly world: Scratch;
  readonly directory: string;
  /** As each command ended. */
  readonly waiting: Outcome;
  readonly rejected: Outcome;
  readonly resumed: Outcome;
  readonly approved: Outcome;
  readonly ended: Outcome;
  /** The prompt of the planner, as the second holder put it down. */
  readonly prompt: string;
  readonly entries: readonly Entry[];
}

const until = async (isSo: () => boolean, what: string): Promise<void> => {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > TRIES_MAX) throw new Error(`${what} was waited for in vain`);
    await sleep(TRY_MS);
  }
};

const scenarioFor = (holding: string): string =>
  agentmuxScenario({
    planner: [plans('Greet people.'), plans('Greet louder.', ...hold(holding))],
    coder: [
      codes({ write: { 'project:greet.txt': 'hello\n' } }),
      codes({ write: { 'project:greet.txt': 'HELLO\n' } }),
    ],
    rounds: 2,
  });

const play = async (world: Scratch): Promise<Story> => {
  const holding = join(world.root, 'planning-again');
  const directory = join(world.project, '.agentmux/.sessions/r');
  const prompt = join(directory, '04_planning/changes_prompt.md');
  makeRepository(world.project, {
    'README.md': 'A project.\n',
    'baton.yaml': 'waived: { test: nothing to run }\n',
  });
  writeFiles(world.root, { 'scenario.yaml': scenarioFor(holding) });
  const agent = ['--workflow', 'agentmux', '--agent', `scripted:${world.root}/scenario.yaml`];
  const waiting = await baton(world, ['run', 'Greet people.', '--name', 'r', ...agent, '--json']);
  const rejected = await baton(world, ['reject', 'completing.human.1', '--text', WORDS, '--json']);
  const killed = startBaton(world, ['resume', 'r', '--json']);
  await until(() => existsSync(holding), 'the second planning');
  killed.child.kill('SIGKILL');
  await killed.ended;
  rmSync(prompt);
  const resumed = await baton(world, ['resume', 'r', '--json']);
  const text = readFileSync(prompt, 'utf8');
  const approved = await baton(world, ['approve', 'completing.human.2', '--json']);
  const ended = await baton(world, ['resume', 'r', '--json']);
  const entries = readJournal(runState(world, 'r'));
  return { world, directory, waiting, rejected, resumed, approved, ended, prompt: text, entries };
};

let story: Story;
beforeAll(async () => {
  const { remove, ...world } = makeScratch();
  try {
    story = await play(world);
  } catch (cause) {
    remove();
    throw cause;
  }
  return remove;
});

const acceptedIn = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'submission-accepted' ? [event.assignment] : [])),
  );

describe('defect 0: asking for changes cancelled the run; here it comes round', () => {
  it('a person says so from another process, and the run is planned, built and reviewed again', () => {
    expect(story.waiting.exit, story.waiting.stderr).toBe(4);
    expect(story.rejected.exit, story.rejected.stderr).toBe(0);
    expect(story.resumed.exit, story.resumed.stderr).toBe(4);
    expect(acceptedIn(story.entries)).toEqual(
      expect.arrayContaining(['completing.human.1', 'planning.planner.2', 'implementing.coder.1.2']),
    );
    const ends = story.entries.flatMap(({ events }) => events.filter(({ kind }) => kind === 'run-ended'));
    expect(ends).toEqual([{ kind: 'run-ended', status: 'complete' }]);
  });
});

describe('defect 14: a kill while re-planning lost the change request; here the planner hears it again', () => {
  it('the next holder tells the planner the person’s words', () => {
    const attempts = story.entries.flatMap(({ events }) =>
      events.filter((event) => event.kind === 'attempt-started' && event.assignment === 'planning.planner.2'),
    );
    expect(attempts).toHaveLength(2);
    expect(story.prompt).toContain('# Planner: a change was requested');
    expect(story.prompt).toContain(WORDS);
    expect(readFileSync(join(story.directory, '08_completion/changes.md'), 'utf8')).toBe(`${WORDS}\n`);
  });

  it('what the killed one had started is gone', () => {
    expect(processesOf(story.world.root)).toEqual([]);
  });
});

describe('defect 6: after success nothing said that the run was over; here everything does', () => {
  it('the command that ended it, state.json, list and status agree', async () => {
    expect(story.ended.exit, story.ended.stderr).toBe(0);
    const state = JSON.parse(readFileSync(join(story.directory, 'state.json'), 'utf8')) as object;
    expect(state).toMatchObject({ phase: 'done', feature_branch: 'feature/r' });
    const listed = await baton(story.world, ['list', '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject({ runs: [{ run: 'r', status: 'complete' }] });
    const status = await baton(story.world, ['status', 'r', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      status: 'complete',
      phase: 'complete',
      waitingFor: [],
    });
  });

  it('there is nothing to go on with: a resume changes nothing, and nothing can be approved', async () => {
    const again = await baton(story.world, ['resume', 'r', '--json']);
    expect(again.exit).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'complete' });
    const approved = await baton(story.world, ['approve', 'completing.human.2', '--json']);
    expect(approved.exit).toBe(2);
    expect(readJournal(runState(story.world, 'r'))).toHaveLength(story.entries.length);
  });

  it('one commit is on a branch of its own, and the user’s checkout is as it was', () => {
    const { project } = story.world;
    expect(gitIn(project, 'rev-list', '--count', 'main..feature/r').trim()).toBe('1');
    expect(gitIn(project, 'show', 'feature/r:greet.txt')).toBe('HELLO\n');
    expect(gitIn(project, 'symbolic-ref', 'HEAD').trim()).toBe('refs/heads/main');
    expect(gitIn(project, 'status', '--porcelain', '-uall')).toBe('?? .agentmux/.last_completion.json\n');
    expect(gitIn(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  });
});
