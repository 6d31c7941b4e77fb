// `baton metrics` on runs that are named in other ways, on broken journals, and on a real run.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Metrics, metricsSchema } from '../../src/model/metrics.ts';
import { syntheticEntries, writeJournal } from '../fixtures/synthetic-runs.ts';
import { SHAPES } from '../fixtures/synthetic-table.ts';
import { baton, type Outcome, runState, type Scratch, scratch } from './scratch.ts';

const documentOf = ({ exit, stdout, stderr }: Outcome, wanted = 0): Metrics => {
  expect(exit, stderr).toBe(wanted);
  return metricsSchema.parse(JSON.parse(stdout));
};

const measure = async (world: Scratch, ...words: readonly string[]): Promise<Metrics> =>
  documentOf(await baton(world, ['metrics', '--json', ...words]));

describe('runs that are named in other ways', () => {
  const writeRun = (directory: string, name: string): void =>
    writeJournal(directory, syntheticEntries(name, SHAPES.vague, Date.now()));

  it('a journal that was copied into a run directory is read, and a run is counted once', async () => {
    const world = scratch();
    writeRun(runState(world, 'here'), 'here');
    const elsewhere = join(world.root, 'elsewhere');
    writeRun(join(elsewhere, 'runs', 'there', 'journal'), 'there');
    cpSync(runState(world, 'here'), join(elsewhere, 'copy'), { recursive: true });
    const metrics = await measure(world, join(elsewhere, 'runs', 'there'), 'here', join(elsewhere, 'copy'));
    expect(metrics.tasks.map(({ run }) => run)).toEqual(['here', 'there']);
    expect((await measure(world, '--since', '1h')).runs.counted).toBe(1);
  });

  it('a name that is none, or a time that is none, is a usage error', async () => {
    const world = scratch();
    writeRun(runState(world, 'here'), 'here');
    for (const [words, code] of [
      [['hre'], 'RUN_UNKNOWN'],
      [['.'], 'RUN_UNKNOWN'],
      [['--since', 'yesterday'], 'USAGE_INVALID'],
    ] as const) {
      const { exit, stdout } = await baton(world, ['metrics', '--json', ...words]);
      expect([exit, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([2, code]);
    }
  });

  it('without any run there is nothing to count', async () => {
    const world = scratch();
    const { exit, stdout } = await baton(world, ['metrics']);
    expect([exit, stdout]).toEqual([0, 'no runs to count; see them with `baton list`\n']);
  });

  it('a journal that cannot be read is said, and the others are counted', async () => {
    const world = scratch();
    for (const name of ['sound', 'broken', 'foreign']) writeRun(runState(world, name), name);
    const broken = join(runState(world, 'broken'), 'journal.jsonl');
    writeFileSync(broken, readFileSync(broken, 'utf8').replace('HANDOFF_VAGUE', 'HANDOFF_VAGUF'));
    // Right in every checksum, and yet no journal of Baton's.
    const [first, ...rest] = syntheticEntries('foreign', SHAPES.clean, Date.now());
    writeJournal(runState(world, 'foreign'), [
      { ...first!, events: [{ kind: 'run-started' } as never] },
      ...rest,
    ]);
    const outcome = await baton(world, ['metrics', '--json']);
    const metrics = documentOf(outcome);
    expect(metrics.tasks.map(({ run }) => run)).toEqual(['sound']);
    expect(metrics.problems.map(({ code, file }) => [code, file]).sort()).toEqual([
      ['JOURNAL_CORRUPT', broken],
      ['JOURNAL_CORRUPT', join(runState(world, 'foreign'), 'journal.jsonl')],
    ]);
    expect(outcome.stderr).toContain('JOURNAL_CORRUPT');
    rmSync(runState(world, 'sound'), { recursive: true });
    documentOf(await baton(world, ['metrics', '--json']), 1);
  });

  it('a torn tail is no damage, and a folder in place of the journal is', async () => {
    const world = scratch();
    writeRun(runState(world, 'torn'), 'torn');
    const journal = join(runState(world, 'torn'), 'journal.jsonl');
    writeFileSync(journal, Buffer.concat([readFileSync(journal), Buffer.from('{"v":1,"seq":99,"id"')]));
    mkdirSync(join(runState(world, 'odd'), 'journal.jsonl'), { recursive: true });
    writeFileSync(join(runState(world, 'odd'), 'journal.jsonl', 'x'), '');
    const metrics = await measure(world);
    expect(metrics.runs).toMatchObject({ counted: 1, complete: 1 });
    expect(metrics.problems).toHaveLength(1);
  });
});

describe('a real run', () => {
  it('the demo: what its scenario plays is what is counted', async () => {
    const made = scratch();
    const demo = await baton(made, ['demo', '--json'], { cwd: made.home });
    expect(demo.exit, demo.stderr).toBe(0);
    const world = { ...made, project: join(made.tmp, readdirSync(made.tmp)[0]!) };
    const metrics = await measure(world);
    expect(metrics.runs).toEqual({ counted: 1, complete: 1, failed: 0, cancelled: 0, running: 0 });
    const handed = metrics.contracts.map((one) => [
      ...[one.contract, one.submitted, one.accepted, one.rejected, one.acceptRate, one.firstPassYield],
    ]);
    // A plan that is fixed once; two coders, one of them red at first; a review that fails, a fix, one that passes.
    expect(handed).toEqual([
      ['approval', 1, 1, 0, 1, 1],
      ['code', 3, 2, 1, 2 / 3, 1 / 2],
      ['commit', 1, 1, 0, 1, 1],
      ['fix', 1, 1, 0, 1, 1],
      ['merge', 1, 1, 0, 1, 1],
      ['plan', 2, 1, 1, 1 / 2, 0],
      ['review', 2, 2, 0, 1, 1],
    ]);
    const { code, plan } = Object.fromEntries(metrics.contracts.map((one) => [one.contract, one]));
    expect(code?.rejections).toEqual({
      clauses: [{ clause: 'tests-green', count: 1 }],
      codes: [{ code: 'TESTS_FAILED', count: 1 }],
      blame: [{ blame: 'sender', count: 1 }],
    });
    expect(plan).toMatchObject({
      rounds: { count: 1, mean: 2 },
      rejections: { clauses: [{ clause: 'form' }] },
    });
    // Judged are 2 plans, 3 works, 1 fix, 2 reviews; started after another are 2 coders, 2 reviewers, 1 fixer.
    expect(metrics.latency).toMatchObject({
      validationMs: { count: 8 },
      humanHandoffMs: { count: 1, met: true },
      questionMs: { count: 1 },
      startMs: { count: 5, met: true },
    });
    expect(metrics.phases.map((one) => [one.phase, one.timeMs.count, one.open, one.firstTry])).toEqual(
      ['approving', 'coding', 'committing', 'fixing', 'merging', 'planning']
        .map((name) => [name, 1, 0, null])
        .concat([['reviewing', 2, 0, null]]),
    );
    expect(metrics.agents.map((one) => [one.role, one.agent, one.attempts, one.accepted])).toEqual([
      ['coder', 'scripted', 3, 3],
      ['human', 'human', 0, 1],
      ['planner', 'scripted', 1, 1],
      ['reviewer', 'scripted', 2, 2],
    ]);
    expect(metrics.tasks).toEqual([]);
    // The copy in the run directory says the same.
    const copy = join(made.root, 'copy');
    cpSync(join(world.project, '.baton', 'runs', 'demo', 'journal'), copy, { recursive: true });
    const { problems, ...same } = metrics;
    expect(await measure(made, copy)).toEqual({ ...same, problems });
  });
});
