import { describe, expect, it } from 'vitest';
import { BatonError } from '../errors.ts';
import { DURABLE_WAIT_MS } from '../model/limits/store.ts';
import type { Answer } from '../model/run/answer.ts';
import type { EffectResult } from '../model/workflow/effect.ts';
import { createJobs } from './jobs.ts';
import type { StartedLoop } from './loop.ts';
import type { Outside } from './ports.ts';
import { guardDoor, type Seat, seatOf } from './seat.ts';

const ANSWER: Answer = { status: 'idle', message: 'said' };

/** A lease that a test lets go and takes back, and a clock that a test moves. */
const world = (held: boolean) => {
  const timers: { at: number; call: () => void }[] = [];
  let now = 0;
  let lose: (cause: BatonError) => void = () => {};
  const lost = new Promise<BatonError>((resolve) => {
    lose = resolve;
  });
  const store = { held, lost };
  const seat = seatOf(store, (ms, call) => {
    timers.push({ at: now + ms, call });
    return () => {};
  });
  const pass = async (ms: number): Promise<void> => {
    for (const until = now + ms; now < until; now += 50) {
      for (const timer of timers.splice(0))
        if (timer.at <= now + 50) timer.call();
        else timers.push(timer);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  let calls = 0;
  const door = guardDoor(
    {
      admit: async () => ANSWER as never,
      call: async () => {
        calls += 1;
        return ANSWER;
      },
    },
    seat,
  );
  return { store, seat, door, lose, pass, calls: () => calls };
};

describe('the seat of a holder', () => {
  it('is asked once more when an answer is written', () => {
    const { store, door } = world(true);
    expect(door.maySay?.(ANSWER)).toBe(true);
    store.held = false;
    expect(door.maySay?.(ANSWER)).toBe(false);
  });

  it('answers while it is held, and where nobody else could hold the run', async () => {
    expect(await world(true).door.call('token', 'status', {})).toBe(ANSWER);
    const alone = guardDoor(
      { admit: async () => ANSWER as never, call: async () => ANSWER },
      seatOf({}, () => () => {}),
    );
    expect(await alone.call('token', 'status', {})).toBe(ANSWER);
  });

  it('lets a call wait while it is unsure, and takes it when it is sound again', async () => {
    const { store, door, pass, calls } = world(false);
    const answer = door.call('token', 'submit', {});
    await pass(1_000);
    expect(calls()).toBe(0);
    store.held = true;
    await pass(100);
    expect(await answer).toBe(ANSWER);
  });

  it('gives no answer to a call that was taken, while it has become unsure', async () => {
    const { store, seat, pass } = world(true);
    let answered = false;
    const door = guardDoor(
      {
        admit: async () => ANSWER as never,
        call: async () => {
          store.held = false;
          return ANSWER;
        },
      },
      seat,
    );
    const answer = door.call('token', 'submit', {}).then(() => {
      answered = true;
    });
    await pass(1_000);
    expect(answered).toBe(false);
    store.held = true;
    await pass(100);
    await answer;
  });

  it('says after a while that the call is not durable yet', async () => {
    const { door, pass, calls } = world(false);
    const answer = door.call('token', 'submit', {});
    await pass(DURABLE_WAIT_MS + 200);
    expect(await answer).toMatchObject({ status: 'refused', code: 'NOT_YET_DURABLE' });
    expect(door.maySay?.(await answer)).toBe(true);
    expect(calls()).toBe(0);
  });

  it('answers nobody once the run was taken over', async () => {
    const { door, lose, pass, seat } = world(false);
    const answer = expect(door.call('token', 'submit', {})).rejects.toThrow('taken');
    lose(new BatonError('JOURNAL_FENCED', 'taken'));
    await pass(200);
    await answer;
    expect(seat.sound).toBe(false);
  });

  const jobsOf = (seat: Seat, perform: Outside['perform']) => {
    const given: unknown[] = [];
    const loop = {
      state: { run: { startedAt: '' }, works: {} },
      head: {},
      give: async (input: unknown) => given.push(input),
    } as unknown as StartedLoop;
    const jobs = createJobs(
      loop,
      { observe: async () => ({ kind: 'unavailable', cause: '' }), perform },
      { seat },
    );
    const side = { kind: 'side', id: 'a', at: '', effect: 'e', request: { action: 'publish' } } as never;
    return { given, jobs, begin: () => jobs.reconcile([side]) };
  };
  const DONE: EffectResult = { outcome: 'done', sealed: [], details: {}, problems: [] };

  it('begins no effect while it is unsure', async () => {
    const { store, seat, pass } = world(false);
    let performed = 0;
    const { begin } = jobsOf(seat, async () => {
      performed += 1;
      return DONE;
    });
    begin();
    await pass(500);
    expect(performed).toBe(0);
    store.held = true;
    await pass(100);
    expect(performed).toBe(1);
  });

  it('waits with the next step of an effect while it is unsure', async () => {
    const { store, seat, pass } = world(true);
    const steps: string[] = [];
    const { begin, given } = jobsOf(seat, async ({ whenOurs }) => {
      steps.push('objects');
      store.held = false;
      await whenOurs?.();
      steps.push('branch');
      return DONE;
    });
    begin();
    await pass(500);
    expect(steps).toEqual(['objects']);
    store.held = true;
    await pass(100);
    expect(steps).toEqual(['objects', 'branch']);
    expect(given).toHaveLength(1);
  });

  it.each([
    ['says so', (cause: unknown) => Promise.reject(cause)],
    ['keeps it to itself', async () => DONE],
  ])('ends an effect of a run that was taken over, without a result, also where it %s', async (_, then) => {
    const { store, seat, lose, pass } = world(true);
    let branch = false;
    const { begin, given } = jobsOf(seat, async ({ whenOurs }) => {
      store.held = false;
      try {
        await whenOurs?.();
        branch = true;
        return DONE;
      } catch (cause) {
        return await then(cause);
      }
    });
    begin();
    await pass(100);
    lose(new BatonError('JOURNAL_FENCED', 'taken'));
    await pass(500);
    expect(branch).toBe(false);
    expect(given).toEqual([]);
  });
});
