import { describe, expect, it } from 'vitest';
import { OFFER_LOST_MAX } from '../../model/limits/store.ts';
import type { OfferedJob, OfferState, Offers } from '../../stores/offers.ts';
import { gatherElsewhere } from './gather-elsewhere.ts';

const BY = { login: 'ci', worker: 'machine 7' };
const SEEN = {
  ...{ kind: 'command', line: 'npm test', end: 'exited', exit: 0, tests: null, tail: '', durationMs: 1 },
  sandbox: 'none',
};

/** A store in which one offer is; how it stands is said by the test. */
const store = (state: OfferState) => {
  const offered = new Map<string, OfferedJob>();
  let tell = (): void => {};
  const offers: Offers = {
    put: async (job) => void offered.set(job.key, job),
    look: async (key) => (offered.has(key) ? state : undefined),
    withdraw: async (key) => void offered.delete(key),
    patienceMs: 0,
    onNews: (call) => {
      tell = call;
      return () => {};
    },
  };
  return { offers, offered, tell: () => tell() };
};

const gather = (state: OfferState, { isLeft = false, abort = new AbortController() } = {}) => {
  const { offers, offered, tell } = store(state);
  const gathered = gatherElsewhere(
    { key: 'k', offers, isLeft: () => isLeft },
    { kind: 'command', body: 'body', needs: ['node20'], signal: abort.signal },
  );
  return { gathered, offered, tell };
};

const RESTING: OfferState = { result: undefined, attended: true, abandoned: false };
const handedBack = (text: string): OfferState => ({ ...RESTING, result: { text, by: BY } });

describe('evidence that a worker gathers', () => {
  it('is what the worker saw, with who that was, whatever the worker says of itself', async () => {
    const observedBy = { login: 'somebody else', worker: 'x' };
    const { gathered, offered } = gather(handedBack(JSON.stringify({ ...SEEN, observedBy })));
    expect(await gathered).toEqual({ ...SEEN, observedBy: BY });
    expect(offered.size).toBe(0);
  });

  it.each([
    'no JSON',
    'null',
    JSON.stringify({ ...SEEN, exit: 'zero' }),
    JSON.stringify({ kind: 'changes', files: [] }),
    JSON.stringify({ kind: 'canary', tries: [] }),
  ])('is unavailable where it is no such evidence: %s', async (text) => {
    const { gathered } = gather(handedBack(text));
    expect(await gathered).toMatchObject({ kind: 'unavailable', observedBy: BY });
  });

  it('is unavailable after too many workers were lost over it', async () => {
    const { gathered } = gather({ ...RESTING, attended: false, abandoned: true });
    expect(await gathered).toEqual({
      kind: 'unavailable',
      cause: expect.stringContaining(`${OFFER_LOST_MAX} workers`),
    });
  });

  it('is left to the holder where no worker is in sight', async () => {
    const { gathered, offered, tell } = gather({ ...RESTING, attended: false });
    await new Promise((resolve) => setTimeout(resolve, 5));
    tell();
    expect(await gathered).toBeUndefined();
    expect(offered.size).toBe(0);
  });

  it.each([
    ['is withdrawn when it is not wanted any more', false, 0],
    ['stays offered when the holder ends: the next one wants it', true, 1],
  ])('%s', async (_, isLeft, left) => {
    const abort = new AbortController();
    const { gathered, offered } = gather(RESTING, { isLeft, abort });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(offered.size).toBe(1);
    abort.abort();
    await gathered;
    expect(offered.size).toBe(left);
  });
});
