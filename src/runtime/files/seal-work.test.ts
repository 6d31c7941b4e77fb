import { describe, expect, it } from 'vitest';
import { treeOf } from '../../../test/fixtures/relay-in-memory.ts';
import type { Work } from '../../model/run/state.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { createSealer } from './seal-work.ts';

const work = (id: string): Work =>
  ({ assignment: { id, writes: [{ artifact: 'work', path: '.', kind: 'tree' }] } }) as unknown as Work;

/** Each sealing takes until `go` is called, and sees the files as they are when it begins. */
const world = () => {
  const waiting: (() => void)[] = [];
  const seen = { files: 1, seals: 0, atOnce: 0, atOnceMax: 0 };
  const seal = createSealer({
    workflow: relay,
    store: undefined as never,
    loop: {} as never,
    files: undefined as never,
    desks: undefined as never,
    workspaces: {
      seal: async () => {
        const digest = treeOf(seen.files);
        seen.seals += 1;
        seen.atOnce += 1;
        seen.atOnceMax = Math.max(seen.atOnceMax, seen.atOnce);
        await new Promise<void>((resolve) => waiting.push(resolve));
        seen.atOnce -= 1;
        return { digest, bytes: 0 };
      },
    } as never,
  });
  const go = async (): Promise<void> => {
    for (let idle = 0; idle < 3; idle += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const one of waiting.splice(0)) {
        idle = 0;
        one();
      }
    }
  };
  return { seal, seen, go };
};

describe('sealing', () => {
  it('of the same call many times at once is done twice at most', async () => {
    const { seal, seen, go } = world();
    const all = Array.from({ length: 200 }, () => seal(work('a'), { n: 1 }));
    await go();
    expect(new Set((await Promise.all(all)).map(({ sealed }) => sealed[0]!.digest)).size).toBe(1);
    expect(seen.seals).toBe(2);
  });

  it('never hands in files as they were before the call', async () => {
    const { seal, seen, go } = world();
    const first = seal(work('a'), {});
    seen.files = 2;
    const second = seal(work('a'), {});
    await go();
    expect((await first).sealed[0]!.digest).toBe(treeOf(1));
    expect((await second).sealed[0]!.digest).toBe(treeOf(2));
    seen.files = 3;
    const third = seal(work('a'), {});
    await go();
    expect((await third).sealed[0]!.digest).toBe(treeOf(3));
  });

  it('of many different calls is done a few at a time', async () => {
    const { seal, seen, go } = world();
    const all = Array.from({ length: 50 }, (_, n) => seal(work(`w${n % 2}`), { n }));
    await go();
    await Promise.all(all);
    expect([seen.seals, seen.atOnceMax]).toEqual([50, 4]);
  });
});
