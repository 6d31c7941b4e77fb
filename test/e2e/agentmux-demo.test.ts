// The demo of agentmux as a stranger plays it: everything that the workflow can do, in one run, without a model.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/model/run/event.ts';
import { leftovers } from '../crash/leftovers.ts';
import { playedDemo } from './played-demo.ts';
import { baton, gitIn } from './scratch.ts';

describe('baton demo agentmux', () => {
  const demo = playedDemo('agentmux');

  const accepted = () => demo.all('submission-accepted').map((e) => `${e.assignment} ${e.outcome}`);

  it('ends with 0 and a complete run on a branch of its own', () => {
    expect(demo.outcome.exit, demo.outcome.stderr).toBe(0);
    expect(JSON.parse(demo.outcome.stdout)).toMatchObject({ workflow: 'agentmux', status: 'complete' });
    expect(gitIn(demo.world.project, 'log', '-1', '--format=%s', 'feature/demo').trim()).toBe(
      'feat: greet people by name, loudly if wanted',
    );
    expect(gitIn(demo.world.project, 'status', '--porcelain', '--', 'src', 'test', 'agentmux-example')).toBe(
      '',
    );
  });

  it('goes through every phase, and round again after the change request', () => {
    expect(demo.all('phase-entered').map(({ phase }) => phase)).toEqual([
      ...['starting', 'architecting', 'planning', 'designing', 'implementing', 'merging', 'reviewing'],
      ...['fixing', 'reviewing', 'summarising', 'completing'],
      ...['planning', 'implementing', 'merging', 'reviewing', 'summarising', 'completing'],
      ...['committing', 'publishing'],
    ]);
  });

  it('researches a topic once although it is asked for twice, and delivers the answer', () => {
    expect(demo.all('request-opened')).toHaveLength(1);
    expect(demo.all('request-answered').map(({ answer }) => answer)).toEqual([
      "Code-research on 'greeting-code' is complete. Read 03_research/code-greeting-code/summary.md and continue from there.",
    ]);
  });

  it('rejects a plan with all its problems, and a change outside of the owned files', () => {
    const rejected = demo.all('submission-rejected').map(({ assignment, rejection }) => ({
      assignment,
      codes: new Set(rejection.problems.map(({ code }) => code)),
      count: rejection.problems.length,
    }));
    expect(rejected.map(({ assignment }) => assignment)).toEqual([
      'planning.planner.1',
      'implementing.coder.2.1',
    ]);
    expect(rejected[0]!.count).toBeGreaterThan(8);
    expect([...rejected[1]!.codes]).toEqual(['FILES_NOT_OWNED']);
  });

  it('begins the parallel group after the serial one', () => {
    const at = (id: string, kind: Event['kind']): number =>
      demo.entries.findIndex(({ events }) =>
        events.some((e) => e.kind === kind && 'assignment' in e && e.assignment === id),
      );
    for (const coder of ['implementing.coder.2.1', 'implementing.coder.3.1'])
      expect(at(coder, 'attempt-started')).toBeGreaterThan(
        at('implementing.coder.1.1', 'submission-accepted'),
      );
  });

  it('has one of two reviewers fail, a fix, and only that one asked again', () => {
    expect(
      accepted()
        .filter((line) => /^(reviewing|fixing)\./.test(line))
        .toSorted(),
    ).toEqual([
      'fixing.coder.1 done',
      'reviewing.reviewer_logic.1 pass',
      'reviewing.reviewer_logic.3 pass',
      'reviewing.reviewer_quality.1 fail',
      'reviewing.reviewer_quality.2 pass',
      'reviewing.reviewer_quality.3 pass',
    ]);
  });

  it('asks a person twice: changes, then approve', () => {
    expect(accepted().filter((line) => line.startsWith('completing.'))).toEqual([
      'completing.human.1 changes',
      'completing.human.2 approve',
    ]);
  });

  it('is verified, its directory is in order, and nothing is left behind', async () => {
    expect((await baton(demo.world, ['verify', 'demo'])).exit).toBe(0);
    expect((await baton(demo.world, ['check', '.agentmux/.sessions/demo'])).exit).toBe(0);
    expect(await leftovers({ ...demo.world, tmp: join(demo.world.root, 'none') }, 'demo')).toEqual([]);
  });
});
