// A run that several machines share: played on one clone, continued on another after its holder was killed or stopped, verified on a third.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HAS_SERVER, testDatabase } from '../postgres/database.ts';
import { baton, writeFiles } from './scratch.ts';
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
import { smallScenario } from './small-relay.ts';

/** At least twice the lease. */
const AWAY_MS = Number(process.env['BATON_AWAY_MS'] ?? 0);

describe.skipIf(!HAS_SERVER)('a run that machines share', () => {
  const database = testDatabase();

  it('is complete, and verified by a machine that never held it', async () => {
    const all = machines(database);
    const played = start(all);
    expect((await played.ended).exit).toBe(0);
    await expectWhole(all);
    const list = await baton(all.second, ['list', '--json'], { env: all.env });
    expect(JSON.parse(list.stdout)).toMatchObject({ runs: [{ run: NAME, status: 'complete', held: false }] });
  });

  it.each([5, 12, 20])(
    'is continued by another machine after its holder was killed at entry %i',
    async (seq) => {
      const all = machines(database);
      const played = start(all);
      await untilEntry(all, seq, played.over);
      played.child.kill('SIGKILL');
      await played.ended;
      const outcome = await resumed(all.second, all.env);
      expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
      await expectWhole(all);
      // The files of the one that was killed are of an earlier time, which is no fault; those of the last one are looked at.
      expect((await baton(all.first, ['verify', NAME], { env: all.env })).exit).toBe(0);
      expect((await baton(all.second, ['verify', NAME], { env: all.env })).exit).toBe(0);
      writeFiles(all.second.project, { [`.baton/runs/${NAME}/plan.yaml`]: 'version: 2\n' });
      expect(await baton(all.second, ['verify', NAME], { env: all.env })).toMatchObject({
        exit: 1,
        stdout: expect.stringContaining('PROJECTION_CHANGED'),
      });
    },
  );

  /** The scenario answers the question and leaves the approval to somebody who has never held the run. */
  const UNAPPROVED = smallScenario().replace('  - approve: {}\n', '');
  const APPROVAL = 'approving.human.1';

  const approved = async (all: Machines): Promise<unknown> =>
    (await journal(all)).find(({ input }) => input.kind === 'answer' && input.item === APPROVAL)?.by;

  it('is approved by a person on a machine that never held it, while another one holds it', async () => {
    const all = machines(database, UNAPPROVED);
    const detached = await start(all, '--detach').ended;
    expect(detached.exit, detached.stdout + detached.stderr).toBe(0);
    const person = { ...all.env, BATON_STORE: database().url('person') };
    for (;;) {
      const { stdout } = await baton(all.third, ['inbox', '--json'], { env: person });
      if (stdout.includes(APPROVAL)) break;
      await sleep(100);
    }
    const said = await baton(all.third, ['approve', APPROVAL, '--json'], { env: person });
    expect([said.exit, JSON.parse(said.stdout)]).toEqual([0, expect.objectContaining({ held: true })]);
    for (;;) {
      const { stdout } = await baton(all.third, ['status', NAME, '--json'], { env: person });
      if (JSON.parse(stdout).status === 'complete') break;
      await sleep(100);
    }
    expect(await approved(all)).toEqual({ person: 'test_person' });
  });

  it('keeps what a person said while nobody holds it, and says so', async () => {
    const all = machines(database, UNAPPROVED);
    expect((await start(all).ended).exit).toBe(4);
    const person = { ...all.env, BATON_STORE: database().url('person') };
    const said = await baton(all.third, ['approve', APPROVAL], { env: person });
    expect([said.exit, said.stdout]).toEqual([0, expect.stringContaining('no process holds the run')]);
    const outcome = await resumed(all.second, all.env);
    expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
    expect(await approved(all)).toEqual({ person: 'test_person' });
  });

  it('waits for a server that is away for longer than the lease, and no agent is started again', async () => {
    const all = machines(database);
    const played = start(all);
    await untilEntry(all, 9, played.over);
    await database().cluster.kill();
    await sleep(Math.max(AWAY_MS, 2 * Number(all.env.BATON_LEASE_MS)));
    expect(played.over()).toBe(false);
    await database().cluster.start();
    const outcome = await played.ended;
    expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
    const attempts = (await journal(all)).flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'attempt-started' ? [event.attempt] : [])),
    );
    expect(new Set(attempts)).toEqual(new Set([1]));
    await expectWhole(all);
  });

  it('is lost to a holder that was stopped for longer than its lease, which says so and ends', async () => {
    const all = machines(database);
    const played = start(all);
    await untilEntry(all, 9, played.over);
    played.child.kill('SIGSTOP');
    const outcome = await resumed(all.second, all.env);
    expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
    const before = (await all.stores.head(NAME))?.seq;
    played.child.kill('SIGCONT');
    const late = await played.ended;
    expect([late.exit, late.stdout + late.stderr]).toEqual([1, expect.stringContaining('JOURNAL_FENCED')]);
    expect((await all.stores.head(NAME))?.seq).toBe(before);
    await expectWhole(all);
  });
});
