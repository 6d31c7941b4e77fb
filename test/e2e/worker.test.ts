// `baton worker`: evidence that a machine gathers for runs that another one holds. It has a login that can read no journal.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Evidence } from '../../src/model/evidence.ts';
import { HAS_SERVER, testDatabase } from '../postgres/database.ts';
import { baton, gitIn, type Scratch, type Started, scratch, startBaton, writeFiles } from './scratch.ts';
import {
  expectWhole,
  journal,
  type Machines,
  machines,
  NAME,
  resumed,
  start,
  untilEntry,
} from './shared-machines.ts';
import { SMALL_PROJECT } from './small-relay.ts';

interface Told {
  readonly kind: string;
  readonly attempt?: number;
}

const told = ({ printed }: Started): Told[] =>
  printed()
    .stdout.split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Told);

const untilTold = async (worker: Started, kind: string): Promise<void> => {
  while (!told(worker).some((event) => event.kind === kind)) await sleep(5);
};

/** One more machine: a clone of the remote. */
const cloned = (all: Machines, world: Scratch): void => {
  gitIn(all.first.root, 'clone', '--quiet', join(all.first.root, 'origin'), world.project);
};

/** Commands of the project, as the journal has them. */
const observed = async (all: Machines): Promise<Evidence[]> =>
  (await journal(all))
    .flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'evidence-observed' ? [event.evidence] : [])),
    )
    .filter(({ kind }) => ['command', 'test-runs', 'canary', 'probe', 'unavailable'].includes(kind));

describe.skipIf(!HAS_SERVER)('a worker', () => {
  const database = testDatabase();

  const shared = () => {
    const all = machines(database);
    const config = `${SMALL_PROJECT['baton.yaml']}workers:\n  tags: [shell]\n  image: small\n`;
    for (const { project } of [all.first, all.second]) writeFiles(project, { 'baton.yaml': config });
    return all;
  };

  const work = (all: Machines, world: Scratch): Started => {
    const { BATON_PROJECT, BATON_LEASE_MS } = all.env;
    const store = database().url('worker');
    const started = startBaton(
      world,
      ['worker', '--store', store, '--tags', 'shell,node20', '--image', 'small', '--json'],
      { env: { BATON_PROJECT, BATON_LEASE_MS } },
    );
    onTestFinished(async () => {
      started.child.kill('SIGKILL');
      await started.ended;
    });
    return started;
  };

  /** Stopped while it has something that it has not handed back. */
  const stopAtWork = async ({ child }: Started): Promise<void> => {
    for (;;) {
      child.kill('SIGSTOP');
      const [row] = await database().admin.sql`
        select count(*)::int4 as n from baton.offer
        where result is null and ticket is not null and name like ${`% ${child.pid}`}`;
      if (Number(row?.['n']) > 0) return;
      child.kill('SIGCONT');
      await sleep(5);
    }
  };

  const expectObserved = async (all: Machines): Promise<void> => {
    await expectWhole(all);
    const evidence = await observed(all);
    expect(evidence.length).toBeGreaterThan(4);
    for (const one of evidence)
      expect(one).toMatchObject({
        kind: expect.not.stringContaining('unavailable'),
        observedBy: { login: 'test_worker', image: 'small', worker: expect.stringMatching(/ \d+$/) },
      });
    const [row] = await database().admin.sql`select count(*)::int4 as n from baton.offer`;
    expect(row?.['n']).toBe(0);
  };

  it('gathers all evidence of commands and is named by it; it is replaced when it is killed, and refused when it was stopped for too long', async () => {
    const all = shared();
    const [killed, stopped] = [work(all, all.third), scratch()];
    const played = start(all);
    await stopAtWork(killed);
    killed.child.kill('SIGKILL');
    // Another clone, of which nothing is there but what the remote has.
    cloned(all, stopped);
    const late = work(all, stopped);
    await stopAtWork(late);
    const next = work(all, all.third);
    const outcome = await played.ended;
    expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
    late.child.kill('SIGCONT');
    await untilTold(late, 'late');
    // Both left something behind, the same or each its own.
    expect(Math.max(...[late, next].flatMap(told).map(({ attempt = 0 }) => attempt))).toBeGreaterThan(1);
    await expectObserved(all);
    const attested = await baton(all.third, ['attest', NAME, '--json'], { env: all.env });
    expect([attested.exit, attested.stdout]).toEqual([0, expect.any(String)]);
    const bundle = JSON.parse(
      readFileSync(join(all.third.project, '.baton/runs', NAME, 'attestations.json'), 'utf8'),
    ) as { readonly statements: readonly { readonly payload: string }[] };
    const stated = bundle.statements.map(({ payload }) => Buffer.from(payload, 'base64').toString());
    expect(stated.join('\n')).toContain('"observedBy":{"image":"small","login":"test_worker"');
    next.child.kill('SIGINT');
    expect((await next.ended).exit).toBe(130);
    expect(new Set(told(next).map(({ kind }) => kind))).toEqual(new Set(['claimed', 'delivered']));
  });

  it('goes on when the holder is killed: the next one takes what was found', async () => {
    const all = shared();
    const worker = work(all, all.third);
    const played = start(all);
    await untilTold(worker, 'claimed');
    played.child.kill('SIGKILL');
    await untilTold(worker, 'delivered');
    const gathered = told(worker).filter(({ kind }) => kind === 'claimed').length;
    const outcome = await resumed(all.second, all.env);
    expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
    await expectObserved(all);
    expect(told(worker).length).toBeGreaterThan(gathered);
    expect(told(worker).every(({ attempt = 1 }) => attempt === 1)).toBe(true);
  });

  it('that needs what no worker here has is not waited for: the holder gathers it', async () => {
    const all = machines(database);
    writeFiles(all.first.project, {
      'baton.yaml': `${SMALL_PROJECT['baton.yaml']}workers:\n  tags: [none]\n`,
    });
    const worker = work(all, all.third);
    const played = start(all);
    await untilEntry(all, 5, () => false);
    for (;;) {
      const evidence = await observed(all);
      if (evidence.length > 0) {
        expect(evidence[0]).not.toHaveProperty('observedBy');
        break;
      }
      await sleep(100);
    }
    played.child.kill('SIGTERM');
    await played.ended;
    expect(told(worker)).toEqual([]);
  });
});
