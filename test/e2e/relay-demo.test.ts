// The demo as a stranger plays it: an empty home, no keys, no network, and a journal that shows what happened.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../src/model/run/entry.ts';
import type { Event } from '../../src/model/run/event.ts';
import { leftovers } from '../crash/leftovers.ts';
import { baton, gitIn, makeScratch, type Outcome, readJournal, runState, type Scratch } from './scratch.ts';

interface Played {
  readonly world: Scratch;
  readonly outcome: Outcome;
  readonly entries: readonly Entry[];
}

const play = async (): Promise<Played & { remove(): void }> => {
  const made = makeScratch();
  const outcome = await baton(made, ['demo', '--json'], { cwd: made.home });
  const [name = ''] = readdirSync(made.tmp);
  const world = { ...made, project: join(made.tmp, name) };
  return { world, outcome, entries: readJournal(runState(world, 'demo')), remove: made.remove };
};

const run = (cwd: string, args: readonly string[]): string =>
  execFileSync(process.execPath, [...args], { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'] } });

type Kind = Event['kind'];
const eventsOf = <K extends Kind>(entries: readonly Entry[], kind: K) =>
  entries.flatMap(({ seq, events }) =>
    events
      .filter((event): event is Extract<Event, { kind: K }> => event.kind === kind)
      .map((event) => ({ seq, event })),
  );

describe('baton demo', () => {
  let played: Played;
  beforeAll(async () => {
    const { remove, ...rest } = await play();
    played = rest;
    return remove;
  });

  const about = <K extends Kind>(kind: K, assignment: string) =>
    eventsOf(played.entries, kind).filter(
      ({ event }) => 'assignment' in event && event.assignment === assignment,
    );

  it('ends with 0 and a complete run', () => {
    expect(played.outcome.exit, played.outcome.stderr).toBe(0);
    const status = JSON.parse(played.outcome.stdout) as Record<string, unknown>;
    expect(status).toMatchObject({
      run: 'demo',
      workflow: 'relay',
      isolation: 'none',
      status: 'complete',
      counters: { fixes: 1 },
    });
  });

  it('rejects the first plan with every problem, and takes the fixed one', () => {
    const [rejected] = about('submission-rejected', 'planning.planner.1');
    const [accepted] = about('submission-accepted', 'planning.planner.1');
    const problems = rejected!.event.rejection.problems;
    expect(problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['FIELD_INVALID', 'FIELD_MISSING', 'FIELD_UNKNOWN']),
    );
    for (const { file, line } of problems) expect([file, typeof line]).toEqual(['plan.yaml', 'number']);
    expect(accepted!.seq).toBeGreaterThan(rejected!.seq);
  });

  it('has two coders at work at the same time', () => {
    const ids = ['coding.coder.greeting.1', 'coding.coder.farewell.1'];
    const started = ids.map((id) => about('attempt-started', id)[0]!.seq);
    const accepted = ids.map((id) => about('submission-accepted', id)[0]!.seq);
    expect(Math.max(...started)).toBeLessThan(Math.min(...accepted));
  });

  it('catches a red test by running it, and says where it is', () => {
    const [rejected] = about('submission-rejected', 'coding.coder.greeting.1');
    expect(rejected!.event.rejection).toMatchObject({
      status: 'unmet',
      blame: 'sender',
      clauses: ['tests-green'],
    });
    const [problem] = rejected!.event.rejection.problems;
    expect(problem).toMatchObject({ code: 'TESTS_FAILED', file: 'relay-example/greeting-test.mjs', line: 5 });
    const heads = eventsOf(played.entries, 'evidence-observed').flatMap(({ event }) =>
      event.evidence.kind === 'test-runs' ? [event.evidence.runs.head] : [],
    );
    expect(heads.some(({ exit }) => exit !== 0)).toBe(true);
  });

  it('has a fix round, a question that is answered, and an approval', () => {
    expect(about('submission-accepted', 'reviewing.reviewer.1')[0]!.event.outcome).toBe('fail');
    expect(about('submission-accepted', 'fixing.coder.1')).toHaveLength(1);
    expect(about('submission-accepted', 'reviewing.reviewer.2')[0]!.event.outcome).toBe('pass');
    const [asked] = eventsOf(played.entries, 'request-opened');
    const [answered] = eventsOf(played.entries, 'request-answered');
    expect(answered!.seq).toBeGreaterThan(asked!.seq);
    const approval = played.entries.find(({ events }) =>
      events.some(
        (event) => event.kind === 'submission-accepted' && event.assignment === 'approving.human.1',
      ),
    );
    expect(approval!.by).toEqual({ person: 'scenario' });
  });

  it('commits a tree whose tests pass on a branch of its own, and touches nothing else', () => {
    const { project } = played.world;
    expect(gitIn(project, 'status', '--porcelain')).toBe('');
    expect(gitIn(project, 'branch', '--format=%(refname:short)').trim().split('\n')).toEqual([
      'baton/demo',
      'main',
    ]);
    expect(gitIn(project, 'rev-list', '--count', 'main..baton/demo').trim()).toBe('1');
    expect(gitIn(project, 'symbolic-ref', 'HEAD').trim()).toBe('refs/heads/main');
    expect(gitIn(project, 'log', '--format=%s', '-1', 'main').trim()).toBe('A scratch project');
    const names = gitIn(project, 'ls-tree', '-r', '--name-only', 'baton/demo').trim().split('\n');
    const made = ['farewell-test.mjs', 'farewell.mjs', 'greeting-test.mjs', 'greeting.mjs'];
    expect(names.filter((name) => name.startsWith('relay-example/'))).toEqual(
      made.map((name) => `relay-example/${name}`),
    );
    expect(names.filter((name) => name.startsWith('.baton'))).toEqual([]);
    const checkout = join(played.world.root, 'checkout');
    gitIn(project, 'clone', '--quiet', '--branch', 'baton/demo', project, checkout);
    expect(run(checkout, ['--test'])).toContain('# pass 4');
  });

  it('is verified, and leaves nothing behind but the project', async () => {
    const verified = await baton(played.world, ['verify', 'demo', '--json']);
    expect(verified.exit, verified.stdout).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({
      ok: true,
      run: 'demo',
      entries: played.entries.length,
      problems: [],
    });
    expect(readdirSync(played.world.tmp)).toHaveLength(1);
    expect(await leftovers({ ...played.world, tmp: join(played.world.root, 'none') }, 'demo')).toEqual([]);
  });
});
